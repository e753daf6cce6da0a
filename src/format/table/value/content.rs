use std::borrow::Cow;

use super::number;
use crate::format::table::profile::{ProfileDefinition, Style};
use crate::sheet::{Cell, Row, date};
use crate::source::Span;
use crate::statement::collapse_text;

/// Returns the text of a cell without what spreadsheets wrap around it: outer blanks, `="…"`, a second pair of quotes.
#[inline]
pub(crate) fn text<'t>(cell: &Cell<'t>) -> Cow<'t, str> {
    match simple_text(cell) {
        Some(text) => Cow::Borrowed(text),
        None => unwrapped_text(cell),
    }
}

/// Returns the text of a cell if its first and last bytes show that nothing is wrapped around it, as in nearly all cells.
#[inline]
fn simple_text<'t>(cell: &Cell<'t>) -> Option<&'t str> {
    // The lead bytes of two-byte characters that are letters or signs, never blanks.
    const LETTERS: std::ops::RangeInclusive<u8> = 0xc3..=0xdf;
    let text = cell.raw();
    let (first, last) = match text.as_bytes() {
        [] => return Some(text),
        [only] => (only, only),
        [first, .., before, _] if LETTERS.contains(before) => (first, before),
        [first, .., last] => (first, last),
    };
    let begins =
        matches!(first, b'!' | b'#'..=b'&' | b'('..=b'<' | b'>'..=b'~') || LETTERS.contains(first);
    let ends = last.is_ascii_graphic() || LETTERS.contains(last);
    (begins && ends && !cell.has_doubled_quotes()).then_some(text)
}

#[cold]
fn unwrapped_text<'t>(cell: &Cell<'t>) -> Cow<'t, str> {
    match cell.value() {
        Cow::Borrowed(text) => Cow::Borrowed(strip_wrapping(text)),
        Cow::Owned(text) => Cow::Owned(strip_wrapping(&text).to_owned()),
    }
}

fn strip_wrapping(text: &str) -> &str {
    // If there are quotes between the outer ones, the outer quotes are part of the text.
    fn within(text: &str, quote: char) -> Option<&str> {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.contains(quote)).then(|| inner.trim())
    }
    let text = text.trim();
    let inner = match text.strip_prefix('=') {
        Some(formula) => formula.trim_start(),
        None => text,
    };
    if let Some(quoted) = within(inner, '"') {
        return quoted;
    }
    // Apostrophes keep a spreadsheet from treating a text as a number.
    if let Some(quoted) = within(text, '\'') {
        return quoted;
    }
    // `=CHF` is the rest of a text formula. Anything with a blank or other signs is a text or another formula.
    let is_text_char =
        |character: char| character.is_alphanumeric() || matches!(character, '.' | '-');
    let is_bare = inner.starts_with(char::is_alphanumeric) && inner.chars().all(is_text_char);
    if is_bare { inner } else { text }
}

/// Clears what a format writes into its cells that is no content: texts for empty cells, and marks before texts.
#[inline]
pub(in crate::format) fn clean_row(row: &mut Row<'_>, profile: &ProfileDefinition) {
    if let Some(mark) = profile.text_mark {
        row.remove_marks(mark);
    }
    row.clear_empty_values(&profile.empty_values);
}

/// Returns the cell at an index, if the column has one and the row has such a cell.
#[inline]
pub(in crate::format) fn cell_at<'r, 't>(
    row: &'r Row<'t>,
    index: Option<usize>,
) -> Option<&'r Cell<'t>> {
    row.cells().get(index?)
}

/// Returns the cell at an index if it is not blank.
#[inline]
pub(in crate::format) fn filled_cell_at<'r, 't>(
    row: &'r Row<'t>,
    index: Option<usize>,
) -> Option<&'r Cell<'t>> {
    cell_at(row, index).filter(|cell| !is_blank(cell))
}

/// Returns the text of the cell at an index, or an empty text if the row has no such cell.
#[inline(never)]
pub(in crate::format) fn text_at<'t>(row: &Row<'t>, index: Option<usize>) -> Cow<'t, str> {
    match cell_at(row, index) {
        Some(cell) => text(cell),
        None => Cow::Borrowed(""),
    }
}

/// Returns the span of the cell at an index, or that of the row if it has no such cell.
pub(in crate::format) fn span_at(row: &Row<'_>, index: Option<usize>) -> Span {
    match cell_at(row, index) {
        Some(cell) => cell.span,
        None => row.span(),
    }
}

#[inline]
pub(in crate::format) fn is_blank(cell: &Cell<'_>) -> bool {
    match cell.raw().as_bytes() {
        [] => true,
        [b'!' | b'#'..=b'&' | b'('..=b'<' | b'>'..=b'~', ..] => false,
        _ => text(cell).is_empty(),
    }
}

/// Returns whether the cell at an index is blank or missing.
#[inline]
pub(in crate::format) fn is_blank_at(row: &Row<'_>, index: usize) -> bool {
    row.cells().get(index).is_none_or(is_blank)
}

/// Returns whether a text is a number or a date in a style.
pub(in crate::format) fn is_value(text: &str, style: &Style) -> bool {
    number::parse(text, &style.numbers).is_some() || date::parse(text, &style.dates).is_some()
}

/// Returns the number of cells that are not blank.
pub(in crate::format) fn count_filled(row: &Row<'_>) -> usize {
    filled_cells(row).count()
}

/// Returns the cells that are not blank.
pub(in crate::format) fn filled_cells<'r, 't>(
    row: &'r Row<'t>,
) -> impl Iterator<Item = &'r Cell<'t>> {
    row.cells().iter().filter(|cell| !is_blank(cell))
}

/// Returns the text of a cell with each run of whitespace collapsed to one space, and none at the ends.
pub(in crate::format) fn collapsed_text<'t>(cell: &Cell<'t>) -> Cow<'t, str> {
    collapse_text(text(cell))
}

/// Returns the collapsed texts of cells, joined by a space. Blank cells are left out.
pub(in crate::format) fn joined_text(cells: &[Cell<'_>]) -> String {
    let filled = cells.iter().filter(|cell| !is_blank(cell));
    let texts: Vec<Cow<'_, str>> = filled.map(collapsed_text).collect();
    texts.join(" ")
}

/// Returns where the first `count` characters of a text end, or its length if it has fewer.
pub(in crate::format) fn end_of_chars(text: &str, count: usize) -> usize {
    match text.char_indices().nth(count) {
        Some((end, _)) => end,
        None => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sheet::Rows;
    use crate::statement::collapse_spaces;

    #[test]
    fn removes_the_wrapping_of_spreadsheets() {
        let mut row = Row::default();
        let text = r#"="01.07.2023";"=CHF";"=""Alle""";"""FILIALE;LUGANO""";  x  ;=SUM(A1);"a ""b""";"""Löwen"" und ""Bär""";=5 Bier;-5;'AT21';'n'"#;
        Rows::new(text, b';').next_row(&mut row);
        let contents: Vec<Cow<'_, str>> = row.cells().iter().map(super::text).collect();
        assert_eq!(
            contents,
            [
                "01.07.2023",
                "CHF",
                "Alle",
                "FILIALE;LUGANO",
                "x",
                "=SUM(A1)",
                "a \"b\"",
                "\"Löwen\" und \"Bär\"",
                "=5 Bier",
                "-5",
                "AT21",
                "n"
            ]
        );
    }

    proptest! {
        #[test]
        fn simple_and_unwrapped_text_agree(text in "[ a='\"\u{a0}\u{e9}\u{2003}\u{1f}.-]{0,6}", quoted in any::<bool>()) {
            let written = if quoted { format!("\"{}\"", text.replace('"', "\"\"")) } else { text };
            let mut row = Row::default();
            Rows::new(&written, b';').next_row(&mut row);
            for cell in row.cells() {
                prop_assert_eq!(super::text(cell), unwrapped_text(cell));
            }
        }

        #[test]
        fn collapsed_text_has_single_spaces(text in "[ aé\u{a0}\u{2003}\t\u{20ac}]{0,70}") {
            let words: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(collapse_spaces(&text), words.join(" "));
        }
    }

    #[test]
    fn folds_whitespace() {
        for (text, expected) in [
            ("", ""),
            (" a  b ", "a b"),
            ("a b", "a b"),
            ("a\nb", "a b"),
            ("a\u{a0}b", "a b"),
            ("  ", ""),
            ("a ", "a"),
        ] {
            assert_eq!(collapse_spaces(text), expected);
        }
        assert!(matches!(
            collapse_spaces("Kauf in Zürich"),
            Cow::Borrowed(_)
        ));
    }
}
