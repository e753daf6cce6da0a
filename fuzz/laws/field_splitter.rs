//! The field splitter loses nothing, knows where everything stands, and reads what the crate `csv` reads and writes.

use csv::{QuoteStyle, ReaderBuilder, Terminator, WriterBuilder};
use universal_accounting::bank::table::{Row, Rows};
use universal_accounting::source::Decoded;

use super::choices::Choices;

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

fn rows(text: &str, delimiter: u8) -> Vec<Row<'_>> {
    let (mut rows, mut row, mut all) = (Rows::new(text, delimiter), Row::default(), Vec::new());
    while rows.next_row(&mut row) {
        all.push(row.clone());
    }
    all
}

fn values(rows: &[Row<'_>]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.cells().iter().map(|cell| cell.value().into_owned()).collect()).collect()
}

/// Every byte is in a row or a line end, every cell in its row, in order, and every line is the one that the locator says.
fn all_is_in_its_place(text: &str, delimiter: u8) {
    let decoded = Decoded::from_bytes(text.as_bytes());
    let mut locator = (decoded.text() == text).then(|| decoded.locator());
    let mut at = 0;
    for (index, row) in rows(text, delimiter).iter().enumerate() {
        let span = row.span();
        let gap = &text[at..span.start];
        assert!(if index == 0 { gap.is_empty() } else { ["\n", "\r", "\r\n"].contains(&gap) });
        assert_eq!(row.closed(), text[span.end..].starts_with(['\r', '\n']));
        assert_eq!(row.cells().is_empty(), span.is_empty());
        if let Some(locator) = &mut locator {
            assert_eq!(locator.locate(span.start).line, row.line());
            assert_eq!(locator.locate(span.end).line, row.line() + row.lines() - 1);
        }
        let mut before = span.start;
        for (column, cell) in row.cells().iter().enumerate() {
            assert!(before <= cell.span.start && cell.span.start <= cell.span.end && cell.span.end <= span.end);
            assert_eq!(&text[cell.span.start..cell.span.end], cell.raw());
            assert!(cell.is_quoted() || cell.value() == cell.raw());
            // Between two cells stand the delimiter and what surrounds a quoted content, nothing else.
            let between = &text.as_bytes()[before..cell.span.start];
            assert!(column == 0 || between.contains(&delimiter));
            let others = between.iter().filter(|byte| !b" \t\"=".contains(byte) && **byte != delimiter);
            assert_eq!(others.count(), 0, "between cells of {text:?}");
            before = cell.span.end;
        }
        if let Some(quote) = row.stray_quote() {
            assert_eq!(&text[quote.start..quote.end], "\"");
            assert!(span.start <= quote.start && quote.end <= span.end);
        }
        at = span.end;
    }
    assert!(["", "\n", "\r", "\r\n"].contains(&&text[at..]), "the text ends in a row or its line end");
}

fn rows_read_again_stay_on_their_line(text: &str, delimiter: u8) {
    let (mut rows, mut row) = (Rows::new(text, delimiter), Row::default());
    while rows.next_row(&mut row) {
        let once = row.clone();
        assert!(rows.reread(&mut row));
        assert_eq!((row.lines(), row.line(), row.span().start), (1, once.line(), once.span().start));
        assert!(once.lines() > 1 || once == row);
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
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let theirs: Vec<Vec<String>> =
        reader.records().map(|record| record.unwrap().iter().map(String::from).collect()).collect();
    let mut ours = values(&read);
    ours.retain(|row| !row.is_empty());
    assert_eq!(ours, theirs, "{text:?}");
}

fn what_csv_writes_comes_back(text: &str, delimiter: u8, line_end: Terminator, style: QuoteStyle) {
    // The cells stand between characters that a text hardly has otherwise.
    let records: Vec<Vec<&str>> = text.split('\u{1e}').map(|record| record.split('\u{1f}').collect()).collect();
    let mut writer = WriterBuilder::new();
    let mut writer =
        writer.flexible(true).delimiter(delimiter).terminator(line_end).quote_style(style).from_writer(Vec::new());
    for record in &records {
        writer.write_record(record).unwrap();
    }
    let written = String::from_utf8(writer.into_inner().unwrap()).unwrap();
    let read = rows(&written, delimiter);
    // Unquoted, blanks before a quote and a formula mean what that crate doesn't mean by them.
    if matches!(style, QuoteStyle::Always) || !text.contains([' ', '\t', '=']) {
        assert!(read.iter().all(|row| row.stray_quote().is_none() && row.closed()), "{written:?}");
        assert_eq!(values(&read), records, "{written:?}");
    }
}
