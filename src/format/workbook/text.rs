//! Writes a sheet as CSV in the style of a format: line 7 is row 7 of the sheet.

use super::sheet::{CellKind, Sheet};
use crate::format::table::profile::Style;
use crate::format::table::rewrite_date;

/// The delimiter between the cells.
const DELIMITER: char = ';';

/// A mark before a number that has no exact decimal, so that nothing reads it as an amount.
const INEXACT_MARK: char = '≈';

/// The rows to write, and the minimum number of cells of each row with a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) rows: u32,
    pub(super) columns: u32,
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
            (CellKind::Number, Some(style)) => {
                text.extend(cell.text.chars().map(|digit| if digit == '.' { style.numbers.decimal } else { digit }));
            }
            (CellKind::Date, Some(style)) => text.push_str(&rewrite_date(cell.text, &style.dates)),
            (CellKind::InexactNumber, _) => {
                text.push(INEXACT_MARK);
                text.push_str(cell.text);
            }
            (CellKind::Number | CellKind::Date, None) => text.push_str(cell.text),
        }
        if text.len() > max_bytes {
            return Err(TextTooLong);
        }
    }
    pad(&mut text, column);
    text.push('\n');
    Ok(text)
}

/// Writes a text in one line, in quotes where CSV needs them.
fn push_text(text: &mut String, cell: &str) {
    let needs_quotes = cell.contains([DELIMITER, '"', '\n', '\r']) || cell.starts_with([' ', '\t', '=']);
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
