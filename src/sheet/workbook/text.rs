//! Writes a sheet as CSV in the style of a format: line 7 is row 7 of the sheet.

use std::slice;

use super::cell_number::pad_decimals;
use super::damage::{Damage, ExpansionLimit, as_u64};
use super::sheet::{CellKind, Sheet, SheetCell};
use crate::sheet::date;

/// The delimiter between the cells.
const DELIMITER: char = ';';

/// A mark before a number that has no exact decimal, so that nothing reads it as an amount.
pub(crate) const INEXACT_MARK: char = '≈';

/// How dates and decimals are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellStyle<'p> {
    pub(crate) decimal: char,
    /// The patterns of dates.
    pub(crate) dates: &'p [String],
}

/// The rows to write, and the minimum number of cells of each row with a cell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
    /// Whether numbers are written as the sheet shows them: a percentage as `8.1%`, and not as the number 0.081 that the cell holds, and `0042` for 42.
    pub(crate) as_shown: bool,
}

/// Writes the sheet. Without a style, dates are `yyyy-mm-dd` and the decimal mark is a point.
///
/// # Errors
///
/// The text would be longer than the limit.
pub(super) fn to_csv(
    sheet: &Sheet,
    style: Option<CellStyle<'_>>,
    extent: Extent,
    limit: ExpansionLimit,
) -> Result<String, Damage> {
    let length = check_len(slice::from_ref(sheet), style, extent, limit)?;
    let mut text = String::with_capacity(usize::try_from(length).unwrap_or_default());
    write_csv(sheet, style, extent, &mut text);
    Ok(text)
}

/// Checks that the texts of sheets together are not longer than the limit, and returns about how long they are.
///
/// # Errors
///
/// They are longer.
pub(super) fn check_len(
    sheets: &[Sheet],
    style: Option<CellStyle<'_>>,
    extent: Extent,
    limit: ExpansionLimit,
) -> Result<u64, Damage> {
    let bounds = sheets.iter().map(|sheet| len_bounds(sheet, extent));
    let (min, max) = bounds.fold((0, 0), |(min, max): (u64, u64), bounds| {
        (min.saturating_add(bounds.0), max.saturating_add(bounds.1))
    });
    if limit.check(max).is_ok() {
        return Ok(min);
    }
    // Counting each character of a text that is far too long would take long.
    limit.check(min)?;
    let mut length = Length(0);
    for sheet in sheets {
        write_csv(sheet, style, extent, &mut length);
    }
    limit.check(length.0)?;
    Ok(length.0)
}

/// Returns about how long the text of a sheet is without quotes and distant columns, and a maximum in any style.
fn len_bounds(sheet: &Sheet, extent: Extent) -> (u64, u64) {
    let (mut min, mut max, mut last_row) = (0_u64, 1_u64, 0);
    for rows in sheet.rows().take_while(|rows| rows.first <= extent.rows) {
        let (mut length, mut cells, mut width) = (0_u64, 0_u64, extent.columns);
        let mut zeros = 0_u64;
        for cell in rows.cells() {
            let columns = u64::from(cell.columns);
            cells += columns;
            length += columns * as_u64(cell.text.len());
            if let CellKind::FixedNumber {
                whole_digits,
                decimals,
            } = cell.kind
            {
                zeros += columns * (u64::from(whole_digits) + u64::from(decimals));
            }
            width = width.max(cell.column + cell.columns);
        }
        // Quotes in a text are doubled, and a date or a percentage has a few characters more.
        let longest = 2 * length + zeros + 8 * cells + u64::from(width);
        let count = rows.count.min(extent.rows + 1 - rows.first);
        let repeated = |length: u64| length.saturating_mul(u64::from(count));
        min = min.saturating_add(repeated(length + cells));
        max = max.saturating_add(repeated(longest));
        last_row = rows.first.saturating_add(count);
    }
    (min, max.saturating_add(u64::from(last_row)))
}

/// What takes the text of a sheet.
trait Out {
    fn push_str(&mut self, text: &str);

    /// Writes a character several times.
    fn fill(&mut self, character: char, count: u32);

    /// Returns how many bytes were written.
    fn len(&self) -> u64;

    /// Writes again, several times, what was written after the first `start` bytes.
    fn repeat(&mut self, start: u64, count: u32);
}

impl Out for String {
    fn push_str(&mut self, text: &str) {
        Self::push_str(self, text);
    }

    fn fill(&mut self, character: char, count: u32) {
        self.extend((0..count).map(|_| character));
    }

    fn len(&self) -> u64 {
        as_u64(Self::len(self))
    }

    fn repeat(&mut self, start: u64, count: u32) {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let end = Self::len(self);
        if start < end {
            (0..count).for_each(|_| self.extend_from_within(start..end));
        }
    }
}

/// Counts the bytes of a text that is not written.
struct Length(u64);

impl Out for Length {
    fn push_str(&mut self, text: &str) {
        self.0 = self.0.saturating_add(as_u64(text.len()));
    }

    fn fill(&mut self, character: char, count: u32) {
        let bytes = as_u64(character.len_utf8()).saturating_mul(u64::from(count));
        self.0 = self.0.saturating_add(bytes);
    }

    fn len(&self) -> u64 {
        self.0
    }

    fn repeat(&mut self, start: u64, count: u32) {
        let once = self.0.saturating_sub(start);
        self.0 = self.0.saturating_add(once.saturating_mul(u64::from(count)));
    }
}

fn write_csv(sheet: &Sheet, style: Option<CellStyle<'_>>, extent: Extent, out: &mut dyn Out) {
    // The row of the next line.
    let mut next_row = 1;
    for rows in sheet.rows().take_while(|rows| rows.first <= extent.rows) {
        out.fill('\n', rows.first.saturating_sub(next_row));
        let start = out.len();
        let mut width = 0;
        for cell in rows.cells() {
            // The first cell has no delimiter before it.
            out.fill(DELIMITER, (cell.column + 1).saturating_sub(width.max(1)));
            width = cell.column + cell.columns;
            push_cells(out, &cell, style, extent.as_shown);
        }
        out.fill(DELIMITER, extent.columns.saturating_sub(width));
        out.push_str("\n");
        let count = rows.count.min(extent.rows + 1 - rows.first);
        out.repeat(start, count - 1);
        next_row = rows.first + count;
    }
    if next_row == 1 {
        out.push_str("\n");
    }
}

/// Writes equal cells side by side.
fn push_cells(
    out: &mut dyn Out,
    cell: &SheetCell<'_>,
    style: Option<CellStyle<'_>>,
    as_shown: bool,
) {
    push_cell(out, cell, style, as_shown);
    if cell.columns > 1 {
        let start = out.len();
        out.fill(DELIMITER, 1);
        push_cell(out, cell, style, as_shown);
        out.repeat(start, cell.columns - 2);
    }
}

fn push_cell(
    out: &mut dyn Out,
    cell: &SheetCell<'_>,
    style: Option<CellStyle<'_>>,
    as_shown: bool,
) {
    match (cell.kind, style) {
        (CellKind::Percent, _) if as_shown => {
            out.push_str(&percent_text(cell.text));
            out.push_str("%");
        }
        (
            CellKind::FixedNumber {
                whole_digits,
                decimals,
            },
            _,
        ) if as_shown => {
            let mut number = padded_text(cell.text, usize::from(whole_digits));
            pad_decimals(&mut number, usize::from(decimals));
            out.push_str(&number);
        }
        (kind, Some(style)) if kind.is_decimal() && style.decimal != '.' => {
            let mut digits = cell.text.split('.');
            out.push_str(digits.next().unwrap_or_default());
            for decimals in digits {
                out.fill(style.decimal, 1);
                out.push_str(decimals);
            }
        }
        (CellKind::Date, Some(style)) => push_text(out, &date::rewrite(cell.text, style.dates)),
        // A damaged workbook may have any text in the place of a number.
        (CellKind::InexactNumber | CellKind::Formula, _) => {
            push_text(out, &format!("{INEXACT_MARK}{}", cell.text));
        }
        _ => push_text(out, cell.text),
    }
}

/// Writes a decimal with leading zeros, so that it has at least as many digits before the decimal point.
fn padded_text(number: &str, digits: usize) -> String {
    let (sign, number) = number
        .strip_prefix('-')
        .map_or(("", number), |number| ("-", number));
    let whole = number.split('.').next().unwrap_or_default();
    let zeros = "0".repeat(digits.saturating_sub(whole.len()));
    [sign, &zeros, number].concat()
}

/// Multiplies a decimal by a hundred.
fn percent_text(number: &str) -> String {
    let (sign, digits) = number
        .strip_prefix('-')
        .map_or(("", number), |digits| ("-", digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let moved = format!("{decimals:0<2}");
    let (hundredths, rest) = moved.split_at_checked(2).unwrap_or((&moved, ""));
    let whole = [whole, hundredths].concat();
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let point = if rest.is_empty() { "" } else { "." };
    [sign, whole, point, rest].concat()
}

/// Writes a text in one line, in quotes where CSV needs them.
fn push_text(out: &mut dyn Out, cell: &str) {
    let needs_quotes =
        cell.contains([DELIMITER, '"', '\n', '\r']) || cell.starts_with([' ', '\t', '=']);
    if !needs_quotes {
        out.push_str(cell);
        return;
    }
    out.push_str("\"");
    for part in cell.split_inclusive(['"', '\n', '\r']) {
        if let Some(before) = part.strip_suffix('"') {
            out.push_str(before);
            out.push_str("\"\"");
        } else if let Some(before) = part.strip_suffix(['\n', '\r']) {
            out.push_str(before);
            // A line of the text is a row of the sheet.
            out.push_str(" ");
        } else {
            out.push_str(part);
        }
    }
    out.push_str("\"");
}

#[cfg(test)]
mod tests {
    use super::{padded_text, percent_text};

    #[test]
    fn a_number_has_the_zeros_that_its_format_shows() {
        for (number, digits, padded) in [
            ("42", 4, "0042"),
            ("1020", 4, "1020"),
            ("10200", 4, "10200"),
            ("-42", 4, "-0042"),
            ("42.5", 4, "0042.5"),
            ("0", 0, "0"),
        ] {
            assert_eq!(padded_text(number, digits), padded);
        }
    }

    #[test]
    fn a_percentage_is_a_hundred_times_its_number() {
        for (number, percent) in [
            ("0.081", "8.1"),
            ("0.026", "2.6"),
            ("0", "0"),
            ("1", "100"),
            ("0.5", "50"),
            ("0.08", "8"),
            ("-0.0775", "-7.75"),
            ("12.3456", "1234.56"),
        ] {
            assert_eq!(percent_text(number), percent);
        }
    }
}
