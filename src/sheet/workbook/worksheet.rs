//! Reads the cells of a sheet of an Excel workbook.

use std::rc::Rc;
use std::str::FromStr;

use super::cell_number::{exact_decimal, pad_decimals};
use super::damage::Damage;
use super::number_format::NumberFormat;
use super::serial_date::{DateSystem, date_text};
use super::sheet::{CellKind, MAX_COLUMNS, MergedCells, SharedTexts, Sheet};
use super::xstring::unescape;
use crate::value::Currency;
use crate::xml::{XmlEvent, XmlReader};

/// What the cells of all sheets refer to.
pub(super) struct Shared {
    pub(super) strings: Rc<SharedTexts>,
    /// The format of each style of a cell.
    pub(super) formats: Vec<NumberFormat>,
    /// The currency that each style shows beside a number.
    pub(super) currencies: Vec<Option<Currency>>,
    pub(super) date_system: DateSystem,
}

/// How the content of a cell is to be read, by its attribute `t`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellType {
    Number,
    SharedString,
    Text,
    Boolean,
    Date,
    /// A formula whose value has not been read.
    Formula,
}

/// The maximum depth of elements in a sheet.
pub(super) const MAX_DEPTH: usize = 64;

/// Reads the cells into `sheet`.
///
/// # Errors
///
/// The part is not well-formed, the places of the cells make no sense, or there are too many of them.
pub(super) fn read(xml: &str, shared: &Shared, sheet: &mut Sheet) -> Result<(), Damage> {
    let mut xml = XmlReader::new(xml, 0, MAX_DEPTH);
    let (mut row, mut column) = (0_u32, 0_u32);
    let (mut kind, mut style) = (CellType::Number, 0_usize);
    let (mut value, mut formula) = (String::new(), String::new());
    // Whether the result of a formula is a text, which may be empty.
    let mut is_text_result = false;
    // Whether the text of the current element is a part of the cell's value.
    let mut in_value = false;
    let mut in_phonetic = 0_usize;
    let mut open: Vec<&str> = Vec::new();
    loop {
        match xml.next().map_err(|_| Damage::Sheet)? {
            XmlEvent::Start(tag) => {
                open.push(tag.name);
                match tag.name {
                    "row" => {
                        row += 1;
                        column = 0;
                        for attribute in xml.attributes() {
                            match attribute.name {
                                "r" => row = parse(&attribute.value)?,
                                "hidden" if is_true(&attribute.value) => sheet.hide_rows(row, 1),
                                _ => {}
                            }
                        }
                    }
                    "c" => {
                        (kind, style) = (CellType::Number, 0);
                        is_text_result = false;
                        value.clear();
                        for attribute in xml.attributes() {
                            match attribute.name {
                                "r" => {
                                    (row, column) =
                                        parse_reference(&attribute.value).ok_or(Damage::Sheet)?;
                                }
                                "s" => style = parse(&attribute.value)?,
                                "t" => {
                                    kind = match &*attribute.value {
                                        "s" => CellType::SharedString,
                                        "b" => CellType::Boolean,
                                        "d" => CellType::Date,
                                        "n" => CellType::Number,
                                        // A text in the cell, the text of a formula, or an error such as `#REF!`.
                                        _ => CellType::Text,
                                    };
                                }
                                _ => {}
                            }
                        }
                    }
                    "mergeCell" => {
                        for attribute in xml.attributes() {
                            if attribute.name == "ref"
                                && let Some(merged) = parse_range(&attribute.value)
                            {
                                sheet.merge(merged)?;
                            }
                        }
                    }
                    "rPh" => in_phonetic += 1,
                    "f" => formula.clear(),
                    "v" | "t" => {
                        in_value = in_phonetic == 0;
                        is_text_result |= kind == CellType::Text;
                    }
                    _ => {}
                }
            }
            XmlEvent::Text(text, _) if in_value => value.push_str(&text),
            XmlEvent::Text(text, _) if open.last() == Some(&"f") => formula.push_str(&text),
            XmlEvent::Text(..) => {}
            XmlEvent::End(_) => match open.pop() {
                Some("c") => {
                    if value.trim().is_empty() && !formula.is_empty() && !is_text_result {
                        (kind, value) = (CellType::Formula, format!("={formula}"));
                    }
                    shared.push_value(sheet, (row, column), (kind, style), &value)?;
                    formula.clear();
                    column += 1;
                }
                Some("rPh") => in_phonetic -= 1,
                Some("v" | "t") => in_value = false,
                _ => {}
            },
            XmlEvent::EndOfDocument => return Ok(()),
        }
    }
}

impl Shared {
    /// Adds a cell with a value to a sheet.
    fn push_value(
        &self,
        sheet: &mut Sheet,
        (row, column): (u32, u32),
        (kind, style): (CellType, usize),
        value: &str,
    ) -> Result<(), Damage> {
        let (kind, text) = match kind {
            CellType::SharedString if value.trim().is_empty() => return Ok(()),
            CellType::SharedString => {
                return sheet.push_shared(row, column, parse(value)?);
            }
            CellType::Boolean => {
                let text = if is_true(value) { "TRUE" } else { "FALSE" };
                return sheet.push(row, column, CellKind::Text, text);
            }
            CellType::Text => return sheet.push(row, column, CellKind::Text, &unescape(value)),
            CellType::Formula => (CellKind::Formula, value.to_owned()),
            CellType::Date => (CellKind::Date, iso_date(value)),
            CellType::Number => {
                let format = self.formats.get(style).copied();
                if let Some(currency) = self.currencies.get(style).copied().flatten() {
                    sheet.show_currency(currency, row);
                }
                typed_number(
                    value,
                    format.unwrap_or(NumberFormat::GENERAL),
                    self.date_system,
                )
            }
        };
        sheet.push(row, column, kind, &text)
    }
}

/// Returns what a number in a cell with a format is.
pub(super) fn typed_number(
    value: &str,
    format: NumberFormat,
    system: DateSystem,
) -> (CellKind, String) {
    let value = value.trim();
    if value.is_empty() {
        return (CellKind::Text, String::new());
    }
    let date = if format == NumberFormat::Date {
        date_text(value, system)
    } else {
        None
    };
    match (date, format) {
        (Some(date), _) => (CellKind::Date, date),
        (None, NumberFormat::Date) => (CellKind::InexactNumber, value.to_owned()),
        (None, NumberFormat::Percent) => exact_decimal(value).map_or_else(
            || (CellKind::InexactNumber, value.to_owned()),
            |number| (CellKind::Percent, number),
        ),
        (None, NumberFormat::Number(form)) => match exact_decimal(value) {
            Some(mut number) => {
                let kind = form.kind_of(&number);
                pad_decimals(&mut number, form.decimals);
                (kind, number)
            }
            None => (CellKind::InexactNumber, value.to_owned()),
        },
    }
}

/// Returns a date of ISO 8601 with a blank before its time.
pub(super) fn iso_date(value: &str) -> String {
    let value = value.trim().trim_end_matches('Z');
    let (date, time) = value.split_once(['T', ' ']).unwrap_or((value, ""));
    let time = time.split_once('.').map_or(time, |(time, _)| time);
    if time.is_empty() || time == "00:00:00" {
        date.to_owned()
    } else {
        format!("{date} {time}")
    }
}

pub(super) fn is_true(value: &str) -> bool {
    matches!(value.trim(), "1" | "true")
}

fn parse<T: FromStr>(number: &str) -> Result<T, Damage> {
    number.trim().parse().map_err(|_| Damage::Sheet)
}

/// Parses a reference such as `B7` into its row, counted from 1, and its column, counted from 0.
fn parse_reference(reference: &str) -> Option<(u32, u32)> {
    let reference = reference.trim();
    let letters = reference
        .bytes()
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let (letters, digits) = reference.split_at_checked(letters)?;
    let mut column = 0_u32;
    for letter in letters.bytes() {
        column = column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1;
        if column > MAX_COLUMNS {
            return None;
        }
    }
    Some((digits.parse().ok()?, column.checked_sub(1)?))
}

/// Parses a range of cells such as `B7:C9`.
fn parse_range(range: &str) -> Option<MergedCells> {
    let (first, last) = range.split_once(':')?;
    let ((first_row, first_column), (last_row, last_column)) =
        (parse_reference(first)?, parse_reference(last)?);
    Some(MergedCells {
        rows: first_row..last_row.checked_add(1)?,
        columns: first_column..last_column.checked_add(1)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_references() {
        for (reference, expected) in [
            ("A1", Some((1, 0))),
            ("B7", Some((7, 1))),
            ("AA10", Some((10, 26))),
            ("XFD1048576", Some((1_048_576, 16_383))),
            ("XFE1", None),
            ("AAAAAAAAAAAA1", None),
            ("7", None),
            ("B", None),
            ("", None),
        ] {
            assert_eq!(parse_reference(reference), expected, "{reference}");
        }
    }

    #[test]
    fn reads_dates_of_iso_8601() {
        for (value, expected) in [
            ("2026-03-31", "2026-03-31"),
            ("2026-03-31T00:00:00", "2026-03-31"),
            ("2026-03-31T12:30:00.000Z", "2026-03-31 12:30:00"),
        ] {
            assert_eq!(iso_date(value), expected);
        }
    }
}
