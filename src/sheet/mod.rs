//! Tables of cells with their places, from CSV and from workbooks.

mod cell;
mod csv;
pub(crate) mod date;
mod decoding;
pub(crate) mod rules;
mod workbook;

pub use cell::Cell;
pub use csv::{Row, Rows};
pub(crate) use decoding::{
    encoding_unclear, find_lost, find_misdecoded, report_mixed_encoding, unexpected_encoding,
};
pub(crate) use workbook::{
    CellLook, CellStyle, Extent, INEXACT_MARK, MAX_ROWS, MergedCells, Sheet, SheetText, Workbook,
    is_workbook, read_all_sheets, unreadable_kind,
};

/// The delimiters that are tried.
pub(crate) const DELIMITERS: &[u8] = b";,\t|";

/// A name in a header spans fewer lines.
const MAX_LINES_OF_HEADER: usize = 4;

/// Splits the first lines of a text by each of the delimiters, and calls `is_header` with each that has a letter or a digit, as a row, and with its delimiter. A
/// line that is no header but has a quote that is not closed in it is then tried together with the lines that its cells span.
pub(crate) fn try_headers<'t>(
    text: &'t str,
    delimiters: &[u8],
    max_lines: usize,
    mut is_header: impl FnMut(&Row<'t>, u8) -> bool,
) {
    for delimiter in delimiters {
        let mut rows = Rows::new(text, *delimiter);
        let (mut row, mut tried) = (Row::default(), 0);
        while tried < max_lines {
            // A quote in the header must not be paired with a quote in a row.
            let mut across = rows.clone();
            if !rows.next_line(&mut row) {
                break;
            }
            // A row of other delimiters is no text.
            if !has_word(&row) {
                continue;
            }
            tried += 1;
            if is_header(&row, *delimiter) || row.stray_quote().is_none() {
                continue;
            }
            // Unless a name in the header spans lines.
            if across.next_row(&mut row) && (2..MAX_LINES_OF_HEADER).contains(&row.line_count()) {
                is_header(&row, *delimiter);
            }
        }
    }
}

/// Returns the delimiter that splits a line into the most cells; of equal ones, the first.
pub(crate) fn widest_delimiter(text: &str, line: usize) -> u8 {
    let (mut widest, mut most_cells) = (b';', 0);
    let mut row = Row::default();
    for delimiter in DELIMITERS {
        let mut rows = Rows::new(text, *delimiter);
        while rows.next_line(&mut row) && row.line() < line {}
        if row.cells().len() > most_cells {
            (widest, most_cells) = (*delimiter, row.cells().len());
        }
    }
    widest
}

fn has_word(row: &Row<'_>) -> bool {
    let mut cells = row.cells().iter();
    cells.any(|cell| cell.raw().contains(char::is_alphanumeric))
}
