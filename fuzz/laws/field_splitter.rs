//! The field splitter loses nothing, knows where everything stands, and reads what the crate `csv` reads and writes.

use csv::{QuoteStyle, Terminator};
use universal_accounting::internals::table::{Row, Rows};

use super::choices::Choices;
use super::table::{all_is_in_its_place, by_csv, rows, values, written};

pub fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let any = choices.byte();
    let delimiter = choices.pick(b",;\t|");
    let style = choices.pick(&[QuoteStyle::Necessary, QuoteStyle::Always]);
    let line_end = choices.pick(&[Terminator::Any(b'\n'), Terminator::CRLF, Terminator::Any(b'\r')]);
    let text = String::from_utf8_lossy(choices.rest()).into_owned();

    all_is_in_its_place(&text, any);
    all_is_in_its_place(&text, delimiter);
    rows_read_again_stay_on_their_line(&text, delimiter);
    reads_as_csv_does(&text, delimiter);
    what_csv_writes_comes_back(&text, delimiter, line_end, style);
}

fn rows_read_again_stay_on_their_line(text: &str, delimiter: u8) {
    let (mut rows, mut row) = (Rows::new(text, delimiter), Row::default());
    while rows.next_row(&mut row) {
        let once = row.clone();
        assert!(rows.reread_as_line(&mut row));
        assert_eq!((row.line_count(), row.line(), row.span().start), (1, once.line(), once.span().start));
        assert!(once.line_count() > 1 || once == row);
    }
}

/// Where no quote is astray there is one reading, but for blanks around quotes and formulas, which that crate doesn't know.
fn reads_as_csv_does(text: &str, delimiter: u8) {
    let read = rows(text, delimiter);
    let is_known = !text.contains('"') || !text.contains([' ', '\t', '=']);
    // It takes a byte order mark away, which here is done before.
    if !is_known || text.starts_with('\u{feff}') || read.iter().any(|row| row.stray_quote().is_some()) {
        return;
    }
    let mut ours = values(&read);
    ours.retain(|row| !row.is_empty());
    assert_eq!(ours, by_csv(text, delimiter), "{text:?}");
}

fn what_csv_writes_comes_back(text: &str, delimiter: u8, line_end: Terminator, style: QuoteStyle) {
    // The cells stand between characters that a text hardly has otherwise.
    let records: Vec<Vec<&str>> = text.split('\u{1e}').map(|record| record.split('\u{1f}').collect()).collect();
    let written = written(&records, delimiter, line_end, style);
    let read = rows(&written, delimiter);
    // Unquoted, blanks before a quote and a formula mean what that crate doesn't mean by them.
    if matches!(style, QuoteStyle::Always) || !text.contains([' ', '\t', '=']) {
        assert!(read.iter().all(|row| row.stray_quote().is_none() && row.has_line_end()), "{written:?}");
        assert_eq!(values(&read), records, "{written:?}");
    }
}
