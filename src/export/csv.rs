//! Cells and rows of CSV tables (RFC 4180), with a line feed at the end of each row.

use crate::value::is_all_digits;

/// Appends a row.
pub(crate) fn push_row<C: AsRef<str>>(csv: &mut String, cells: impl IntoIterator<Item = C>) {
    push_cells(csv, ',', cells, push_cell);
}

/// Appends a row in which every cell but a number is in quotes. They keep a text in one piece in programs that expect another delimiter.
pub(super) fn push_quoted_row<C: AsRef<str>>(
    csv: &mut String,
    delimiter: char,
    cells: impl IntoIterator<Item = C>,
) {
    push_cells(csv, delimiter, cells, |csv, cell| {
        if is_number(cell) {
            csv.push_str(cell);
        } else {
            push_quoted(csv, cell);
        }
    });
}

fn push_cells<C: AsRef<str>>(
    csv: &mut String,
    delimiter: char,
    cells: impl IntoIterator<Item = C>,
    push: fn(&mut String, &str),
) {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            csv.push(delimiter);
        }
        push(csv, cell.as_ref());
    }
    csv.push('\n');
}

/// Whether a text is a number with digits on both sides of its point, if it has one.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    unsigned.split_once('.').map_or_else(
        || is_all_digits(unsigned),
        |(whole, decimals)| is_all_digits(whole) && is_all_digits(decimals),
    )
}

fn push_quoted(csv: &mut String, cell: &str) {
    csv.push('"');
    csv.push_str(&cell.replace('"', "\"\""));
    csv.push('"');
}

/// Appends a cell, in quotes where it needs them.
fn push_cell(csv: &mut String, cell: &str) {
    let needs_quotes = cell.contains(['"', ',', '\n', '\r'])
        || cell.starts_with([' ', '\t'])
        || cell.ends_with([' ', '\t']);
    if needs_quotes {
        push_quoted(csv, cell);
    } else {
        csv.push_str(cell);
    }
}

/// Puts an apostrophe before a text that a spreadsheet would run as a formula. The sender of a payment or of an invoice chooses its text, so it is not trusted.
#[must_use]
pub(super) fn escape_formula(text: String) -> String {
    // Invisible characters may be lost before the spreadsheet reads the text, and spreadsheets accept full-width signs too.
    let is_invisible = |character: char| {
        character.is_whitespace()
            || character.is_control()
            || matches!(character, '\u{200B}'..='\u{200F}' | '\u{FEFF}')
    };
    let visible = text.trim_start_matches(is_invisible);
    let is_number = visible
        .strip_prefix('-')
        .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let is_formula =
        visible.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && !is_number;
    if is_formula || text.starts_with(['\t', '\r']) {
        format!("'{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn other_parsers_read_the_same_cells(rows in proptest::collection::vec(proptest::collection::vec("[a\",\n\r =']{0,5}", 3), 1..5)) {
            let mut table = String::new();
            for row in &rows {
                push_row(&mut table, row);
            }
            let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(table.as_bytes());
            let read: Vec<Vec<String>> = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
            // A row of empty cells still has its commas, so that no row is skipped.
            prop_assert_eq!(read, rows);
        }
    }

    #[test]
    fn numbers_have_no_quotes() {
        let mut row = String::new();
        push_quoted_row(
            &mut row,
            ';',
            ["12.50", "-3", "", "1e5", "1.", "a\"b", "2026-03-31", "0012"],
        );
        assert_eq!(
            row,
            "12.50;-3;\"\";\"1e5\";\"1.\";\"a\"\"b\";\"2026-03-31\";0012\n"
        );
    }

    #[test]
    fn formulas_are_disarmed() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("\u{200b}@x", "'\u{200b}@x"),
            ("-5", "-5"),
            ("-5+1", "'-5+1"),
            ("a=b", "a=b"),
            ("\tx", "'\tx"),
        ] {
            assert_eq!(escape_formula(text.to_owned()), cell);
        }
    }
}
