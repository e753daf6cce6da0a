//! The field splitter loses nothing, locates every cell, and reads what the crate `csv` reads and writes.

use csv::{QuoteStyle, Terminator};
use universal_accounting::internals::table::{Row, Rows};

use super::choices::Choices;
use super::table::{
    assert_cells_are_located, cell_values, read_rows, read_with_csv, write_with_csv,
};

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let any_delimiter = choices.byte();
    let delimiter = choices.pick(b",;\t|");
    let style = choices.pick(&[QuoteStyle::Necessary, QuoteStyle::Always]);
    let line_end = choices.pick(&[
        Terminator::Any(b'\n'),
        Terminator::CRLF,
        Terminator::Any(b'\r'),
    ]);
    let text = String::from_utf8_lossy(choices.rest()).into_owned();

    assert_cells_are_located(&text, any_delimiter);
    assert_cells_are_located(&text, delimiter);
    assert_reread_rows_stay_on_their_line(&text, delimiter);
    assert_reads_like_csv(&text, delimiter);
    assert_reads_what_csv_writes(&text, delimiter, line_end, style);
}

fn assert_reread_rows_stay_on_their_line(text: &str, delimiter: u8) {
    let (mut rows, mut row) = (Rows::new(text, delimiter), Row::default());
    while rows.next_row(&mut row) {
        let once = row.clone();
        assert!(rows.reread_as_line(&mut row));
        assert_eq!(
            (row.line_count(), row.line(), row.span().start),
            (1, once.line(), once.span().start)
        );
        assert!(once.line_count() > 1 || once == row);
    }
}

/// Asserts that both agree on texts without stray quotes. The crate `csv` doesn't know blanks around quotes and formulas, so such texts are left out.
fn assert_reads_like_csv(text: &str, delimiter: u8) {
    let read = read_rows(text, delimiter);
    let is_known = !text.contains('"') || !text.contains([' ', '\t', '=']);
    // The crate `csv` removes a byte order mark; for the field splitter, the decoder removes it.
    if !is_known
        || text.starts_with('\u{feff}')
        || read.iter().any(|row| row.stray_quote().is_some())
    {
        return;
    }
    let mut ours = cell_values(&read);
    ours.retain(|row| !row.is_empty());
    assert_eq!(ours, read_with_csv(text, delimiter), "{text:?}");
}

fn assert_reads_what_csv_writes(
    text: &str,
    delimiter: u8,
    line_end: Terminator,
    style: QuoteStyle,
) {
    // Two control characters that are rare in text, RS and US, separate the records and cells of the input.
    let records: Vec<Vec<&str>> = text
        .split('\u{1e}')
        .map(|record| record.split('\u{1f}').collect())
        .collect();
    let written = write_with_csv(&records, delimiter, line_end, style);
    let read = read_rows(&written, delimiter);
    // The crate `csv` leaves blanks before quotes and formulas unquoted, which the field splitter reads differently.
    if matches!(style, QuoteStyle::Always) || !text.contains([' ', '\t', '=']) {
        assert!(
            read.iter()
                .all(|row| row.stray_quote().is_none() && row.has_line_end()),
            "{written:?}"
        );
        assert_eq!(cell_values(&read), records, "{written:?}");
    }
}
