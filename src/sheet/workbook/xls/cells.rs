//! Reads the records of a sheet.

use super::super::damage::Damage;
use super::super::sheet::{CellKind, Sheet};
use super::globals::{Globals, kind};
use super::record::Record;
use super::value::{integer_text, real_text};

/// The kinds of records of a sheet. Those of cells begin with row, column and style.
mod cell {
    pub(super) const FORMULA: u16 = 0x0006;
    pub(super) const SEVERAL_SHORT_NUMBERS: u16 = 0x00BD;
    pub(super) const FORMATTED_TEXT: u16 = 0x00D6;
    pub(super) const SHARED_TEXT: u16 = 0x00FD;
    pub(super) const NUMBER: u16 = 0x0203;
    pub(super) const TEXT: u16 = 0x0204;
    pub(super) const BOOLEAN_OR_ERROR: u16 = 0x0205;
    pub(super) const FORMULA_TEXT: u16 = 0x0207;
    pub(super) const ROW: u16 = 0x0208;
    pub(super) const SHORT_NUMBER: u16 = 0x027E;
}

/// Reads the cells of a sheet, and returns how many bytes its records have.
pub(super) fn read_cells(
    records: &[u8],
    globals: &Globals,
    sheet: &mut Sheet,
) -> Result<usize, Damage> {
    let mut rest = records;
    // The records of a chart in the sheet are between a begin and an end of their own.
    let mut depth = 0_usize;
    let mut formula = (0, 0);
    while let Some(mut record) = Record::take(&mut rest)? {
        match record.kind {
            kind::BEGIN => depth += 1,
            kind::END if depth <= 1 => break,
            kind::END => depth -= 1,
            _ if depth > 1 => {}
            cell::ROW => read_row(&mut record, sheet)?,
            cell::FORMULA_TEXT => {
                let text = globals.read_text(&mut record)?;
                let (row, column) = formula;
                sheet.push(row, column, CellKind::Text, &text)?;
            }
            cell::SEVERAL_SHORT_NUMBERS => read_short_numbers(&mut record, globals, sheet)?,
            cell::FORMULA
            | cell::FORMATTED_TEXT
            | cell::SHARED_TEXT
            | cell::NUMBER
            | cell::TEXT
            | cell::BOOLEAN_OR_ERROR
            | cell::SHORT_NUMBER => {
                let row = u32::from(record.u16()?) + 1;
                let column = u32::from(record.u16()?);
                formula = (row, column);
                read_cell(&mut record, (row, column), globals, sheet)?;
            }
            _ => {}
        }
    }
    sheet.sort();
    Ok(records.len() - rest.len())
}

fn read_row(record: &mut Record<'_>, sheet: &mut Sheet) -> Result<(), Damage> {
    let row = u32::from(record.u16()?) + 1;
    record.skip(10)?;
    let is_hidden = record.u16()? & 0x20 != 0;
    if is_hidden {
        sheet.hide_rows(row, 1);
    }
    Ok(())
}

/// Reads the rest of the record of a cell.
fn read_cell(
    record: &mut Record<'_>,
    (row, column): (u32, u32),
    globals: &Globals,
    sheet: &mut Sheet,
) -> Result<(), Damage> {
    let style = record.u16()?;
    let (kind, text) = match record.kind {
        cell::SHARED_TEXT => {
            let index = usize::try_from(record.u32()?).map_err(|_| Damage::Sheet)?;
            return sheet.push_shared(row, column, index);
        }
        cell::TEXT | cell::FORMATTED_TEXT => (CellKind::Text, globals.read_text(record)?),
        cell::BOOLEAN_OR_ERROR => {
            let value = record.u8()?;
            let text = match record.u8()? {
                0 => boolean_text(value),
                1 => error_text(value)?,
                _ => return Err(Damage::Sheet),
            };
            (CellKind::Text, text.to_owned())
        }
        cell::SHORT_NUMBER => globals
            .formats
            .value(style, &short_number_text(record.u32()?)),
        cell::NUMBER => globals.formats.value(style, &real_text(record.array()?)),
        _ => match formula_value(record.array()?)? {
            FormulaValue::Number(number) => globals.formats.value(style, &number),
            FormulaValue::Text(text) => (CellKind::Text, text.to_owned()),
        },
    };
    push_value(sheet, (row, column, style), globals, kind, &text)
}

/// Adds a cell, and notes the currency that its format shows beside a number.
fn push_value(
    sheet: &mut Sheet,
    (row, column, style): (u32, u32, u16),
    globals: &Globals,
    kind: CellKind,
    text: &str,
) -> Result<(), Damage> {
    let is_number = !matches!(kind, CellKind::Text | CellKind::Date);
    if let Some(currency) = globals.formats.currency(style).filter(|_| is_number) {
        sheet.show_currency(currency, row);
    }
    sheet.push(row, column, kind, text)
}

/// Reads numbers in neighbouring cells, each with its style.
fn read_short_numbers(
    record: &mut Record<'_>,
    globals: &Globals,
    sheet: &mut Sheet,
) -> Result<(), Damage> {
    let row = u32::from(record.u16()?) + 1;
    let first = u32::from(record.u16()?);
    // The last column is after the numbers.
    let count = record.len().saturating_sub(2) / 6;
    for column in (first..).take(count) {
        let style = record.u16()?;
        let text = short_number_text(record.u32()?);
        let (kind, text) = globals.formats.value(style, &text);
        push_value(sheet, (row, column, style), globals, kind, &text)?;
    }
    let last = u32::from(record.u16()?);
    let is_whole =
        record.len() == 0 && Some(last + 1) == u32::try_from(count).ok().map(|count| first + count);
    if is_whole { Ok(()) } else { Err(Damage::Sheet) }
}

/// Reads a number of 30 bits, which may be in hundredths.
fn short_number_text(number: u32) -> String {
    let is_hundredths = number & 1 != 0;
    let is_integer = number & 2 != 0;
    if is_integer {
        return integer_text(number.cast_signed() >> 2, is_hundredths);
    }
    let upper = (number & !3).to_le_bytes();
    let [a, b, c, d] = upper;
    let text = real_text([0, 0, 0, 0, a, b, c, d]);
    if is_hundredths { text + "E-2" } else { text }
}

/// The result of a formula.
enum FormulaValue {
    Number(String),
    /// A text that is known without the next record.
    Text(&'static str),
}

/// Reads the result of a formula. A text follows in a record of its own.
fn formula_value(value: [u8; 8]) -> Result<FormulaValue, Damage> {
    let [kind, _, value_byte, .., 0xFF, 0xFF] = value else {
        return Ok(FormulaValue::Number(real_text(value)));
    };
    Ok(FormulaValue::Text(match kind {
        // The text of the next record, or an empty one.
        0 | 3 => "",
        1 => boolean_text(value_byte),
        2 => error_text(value_byte)?,
        _ => return Err(Damage::Sheet),
    }))
}

const fn boolean_text(value: u8) -> &'static str {
    if value == 0 { "FALSE" } else { "TRUE" }
}

fn error_text(code: u8) -> Result<&'static str, Damage> {
    Ok(match code {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0F => "#VALUE!",
        0x17 => "#REF!",
        0x1D => "#NAME?",
        0x24 => "#NUM!",
        0x2A => "#N/A",
        0x2B => "#DATA!",
        _ => return Err(Damage::Sheet),
    })
}
