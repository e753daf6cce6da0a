//! Writes a sheet as CSV in the style of a format: line 7 is row 7 of the sheet.

use super::sheet::{CellKind, Sheet};
use crate::format::table::profile::Style;
use crate::format::table::rewrite_date;

/// The delimiter between the cells.
const DELIMITER: char = ';';

/// A mark before a number that has no exact decimal, so that nothing reads it as an amount.
pub(crate) const INEXACT_MARK: char = '≈';

/// The rows to write, and the minimum number of cells of each row with a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// Whether a percentage is written as `8.1%`, and not as the number 0.081 that the cell holds.
    pub(super) has_percents: bool,
}

/// The text would be longer than the limit.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextTooLong;

/// Writes the sheet. Without a style, dates are `yyyy-mm-dd` and the decimal mark is a point.
pub(super) fn to_csv(
    sheet: &Sheet,
    style: Option<&Style>,
    extent: Extent,
    max_bytes: usize,
) -> Result<String, TextTooLong> {
    let mut text = String::new();
    let (mut row, mut column) = (1, 0);
    let pad = |text: &mut String, column: u32| {
        if column > 0 {
            text.extend((column..extent.columns).map(|_| DELIMITER));
        }
    };
    for cell in sheet.cells().take_while(|cell| cell.row <= extent.rows) {
        if cell.row > row {
            pad(&mut text, column);
            text.extend((row..cell.row).map(|_| '\n'));
            (row, column) = (cell.row, 0);
        }
        text.extend((column.max(1)..=cell.column).map(|_| DELIMITER));
        column = cell.column + 1;
        match (cell.kind, style) {
            (CellKind::Text, _) => push_text(&mut text, cell.text),
            (CellKind::Percent, _) if extent.has_percents => {
                text.extend([&percent_text(cell.text), "%"]);
            }
            (CellKind::Number | CellKind::Percent, Some(style)) => {
                text.extend(cell.text.chars().map(|digit| {
                    if digit == '.' {
                        style.numbers.decimal
                    } else {
                        digit
                    }
                }));
            }
            (CellKind::Date, Some(style)) => text.push_str(&rewrite_date(cell.text, &style.dates)),
            (CellKind::InexactNumber, _) => {
                text.push(INEXACT_MARK);
                text.push_str(cell.text);
            }
            (CellKind::Number | CellKind::Percent | CellKind::Date, None) => {
                text.push_str(cell.text);
            }
        }
        if text.len() > max_bytes {
            return Err(TextTooLong);
        }
    }
    pad(&mut text, column);
    text.push('\n');
    Ok(text)
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
fn push_text(text: &mut String, cell: &str) {
    let needs_quotes =
        cell.contains([DELIMITER, '"', '\n', '\r']) || cell.starts_with([' ', '\t', '=']);
    if !needs_quotes {
        text.push_str(cell);
        return;
    }
    text.push('"');
    for character in cell.chars() {
        match character {
            '"' => text.push_str("\"\""),
            // A line of the text is a row of the sheet.
            '\n' | '\r' => text.push(' '),
            _ => text.push(character),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::percent_text;

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
