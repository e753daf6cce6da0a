//! Helpers that read and write tables with the field splitter and with the crate `csv`, which the fuzzer and the tests share.

use csv::{QuoteStyle, ReaderBuilder, Terminator, WriterBuilder};
use universal_accounting::internals::source::Decoded;
use universal_accounting::internals::table::{Row, Rows};

pub fn read_rows(text: &str, delimiter: u8) -> Vec<Row<'_>> {
    let (mut rows, mut row, mut result) = (Rows::new(text, delimiter), Row::default(), Vec::new());
    while rows.next_row(&mut row) {
        result.push(row.clone());
    }
    result
}

pub fn cell_values(rows: &[Row<'_>]) -> Vec<Vec<String>> {
    rows.iter()
        .map(|row| {
            row.cells()
                .iter()
                .map(|cell| cell.value().into_owned())
                .collect()
        })
        .collect()
}

/// Reads the cells with the crate `csv`.
pub fn read_with_csv(text: &str, delimiter: u8) -> Vec<Vec<String>> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    reader
        .records()
        .map(|record| record.unwrap().iter().map(String::from).collect())
        .collect()
}

/// Writes the records with the crate `csv`.
pub fn write_with_csv<T: AsRef<[u8]>>(
    records: &[Vec<T>],
    delimiter: u8,
    line_end: Terminator,
    style: QuoteStyle,
) -> String {
    let mut writer = WriterBuilder::new()
        .flexible(true)
        .delimiter(delimiter)
        .terminator(line_end)
        .quote_style(style)
        .from_writer(Vec::new());
    for record in records {
        writer.write_record(record).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

/// Asserts that every byte is in a row or a line end, that cells are in their rows and in order, and that line numbers agree with the locator.
pub fn assert_cells_are_located(text: &str, delimiter: u8) {
    let decoded = Decoded::from_bytes(text.as_bytes());
    let mut locator = (decoded.text() == text).then(|| decoded.locator());
    let mut at = 0;
    for (index, row) in read_rows(text, delimiter).iter().enumerate() {
        let span = row.span();
        let gap = &text[at..span.start];
        assert!(if index == 0 {
            gap.is_empty()
        } else {
            ["\n", "\r", "\r\n"].contains(&gap)
        });
        assert_eq!(
            row.has_line_end(),
            text[span.end..].starts_with(['\r', '\n'])
        );
        assert_eq!(row.cells().is_empty(), span.start == span.end);
        if let Some(locator) = &mut locator {
            assert_eq!(locator.locate(span.start).line, row.line());
            assert_eq!(
                locator.locate(span.end).line,
                row.line() + row.line_count() - 1
            );
        }
        let mut before = span.start;
        for (column, cell) in row.cells().iter().enumerate() {
            assert!(
                before <= cell.span.start
                    && cell.span.start <= cell.span.end
                    && cell.span.end <= span.end
            );
            assert_eq!(&text[cell.span.start..cell.span.end], cell.raw());
            assert!(cell.is_quoted() || cell.value() == cell.raw());
            // Between two cells are only the delimiter, quotes, and the blanks and equal signs before quotes.
            let between = &text.as_bytes()[before..cell.span.start];
            assert!(column == 0 || between.contains(&delimiter));
            let unquoted: Vec<u8> = between
                .iter()
                .copied()
                .filter(|byte| !b" \t\"=".contains(byte))
                .collect();
            assert!(
                unquoted.is_empty() || unquoted == [delimiter],
                "{between:?} between cells of {text:?}"
            );
            before = cell.span.end;
        }
        if let Some(quote) = row.stray_quote() {
            assert_eq!(&text[quote.start..quote.end], "\"");
            assert!(span.start <= quote.start && quote.end <= span.end);
        }
        at = span.end;
    }
    assert!(
        ["", "\n", "\r", "\r\n"].contains(&&text[at..]),
        "the text ends with a row or its line end"
    );
}
