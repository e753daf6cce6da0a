//! Workbooks of Excel before 2007 and of `OpenDocument` are read as another library reads them, and no damage makes them expand.

use std::collections::HashSet;
use std::io::Cursor;

use calamine::{Data, DataType, Ods, Range, Reader, Xls};
use proptest::prelude::*;
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::{Limits, Policy};
use universal_accounting::statement::Conversion;

use super::mutation;
use super::workbooks::assert_reading_is_bounded;
use crate::cases::cases;
use crate::old_workbooks::{self, Value};
use crate::zip_files::archive;

/// The text of a sheet as CSV, from cells in any order, each with its row and column counted from 0.
fn to_csv(cells: impl Iterator<Item = ((usize, usize), String)>) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for ((row, column), text) in cells.filter(|(_, text)| !text.is_empty()) {
        rows.resize(rows.len().max(row + 1), Vec::new());
        let row = &mut rows[row];
        row.resize(row.len().max(column + 1), String::new());
        row[column] = text;
    }
    let lines: Vec<String> = rows.iter().map(|row| row.join(";")).collect();
    lines.join("\n") + "\n"
}

fn csv_of_range(range: &Range<Data>) -> String {
    let (first_row, first_column) = range.start().unwrap_or_default();
    let place = |row: usize, column: usize| {
        let [first_row, first_column] =
            [first_row, first_column].map(|first| usize::try_from(first).unwrap());
        (first_row + row, first_column + column)
    };
    to_csv(
        range
            .used_cells()
            .map(|(row, column, data)| (place(row, column), text_of(data))),
    )
}

/// The text of a cell without a format. The numbers of these tests have at most fifteen digits, and their times no fractions of a second.
fn text_of(data: &Data) -> String {
    match data {
        Data::DateTime(moment) if moment.is_datetime() => {
            let text = data.as_datetime().unwrap().to_string();
            text.trim_end_matches(" 00:00:00").to_owned()
        }
        Data::DateTimeIso(text) => text.replace('T', " "),
        Data::Bool(value) => value.to_string().to_uppercase(),
        Data::String(text) if text.starts_with(' ') => format!("\"{text}\""),
        other => other.to_string(),
    }
}

fn read(workbook: &[u8], max_bytes: usize) -> Conversion {
    let mut limits = Limits::default();
    limits.bytes = max_bytes;
    let mut options = ConvertOptions::new();
    options.policy = Policy::new().limits(limits);
    convert_readable(workbook, &options)
}

fn text_of_sheet(workbook: &[u8]) -> Option<String> {
    let conversion = read(workbook, 1 << 30);
    conversion.summary.sheet.map(|sheet| sheet.text)
}

fn value() -> impl Strategy<Value = (u16, Value)> {
    let text = "[ -~äö€一]{0,40}".prop_map(|text| text.replace([';', '"', '='], ","));
    let cents = -99_999_999_i32..99_999_999;
    let day = 1_i32..2_958_465;
    prop_oneof![
        (0_u32..4).prop_map(|index| (0, Value::Shared(index))),
        text.clone().prop_map(|text| (0, Value::Text(text))),
        text.prop_map(|text| (0, Value::Formula(text))),
        cents.clone().prop_map(|cents| {
            let decimal = format!("{cents}e-2");
            (0, Value::Real(decimal.parse().unwrap()))
        }),
        (cents, any::<bool>()).prop_map(|(number, is_hundredths)| {
            let number = Value::Short {
                number,
                is_hundredths,
            };
            (0, number)
        }),
        // A day, a time of the day, a percentage, and a day with a time.
        day.clone()
            .prop_filter("no such day", |day| *day != 60)
            .prop_map(|day| (1, Value::Real(day.into()))),
        (0_i32..86_400).prop_map(|second| (2, Value::Real(f64::from(second) / 86_400.0))),
        (0_i32..1000).prop_map(|number| (
            3,
            Value::Short {
                number,
                is_hundredths: true
            }
        )),
        (day, 0_i32..86_400)
            .prop_filter("no such day", |(day, _)| *day != 60)
            .prop_map(|(day, second)| {
                (
                    4,
                    Value::Real(f64::from(day) + f64::from(second) / 86_400.0),
                )
            }),
        any::<bool>().prop_map(|value| (0, Value::Boolean(value))),
        Just((0, Value::NotAvailable)),
    ]
}

fn xls() -> impl Strategy<Value = Vec<u8>> {
    let cells = prop::collection::vec((0_u16..200, 0_u16..20, value()), 1..60);
    let strings = prop::collection::vec("[a-zäö€]{0,6}|[a-z]{3000}|[é]{5000}", 4..5);
    (cells, strings).prop_map(|(mut cells, strings)| {
        // A sheet has each cell once: of two, the libraries take different ones if the second is empty.
        let mut places = HashSet::new();
        cells.retain(|(row, column, _)| places.insert((*row, *column)));
        let cells: Vec<_> = cells
            .into_iter()
            .map(|(row, column, (style, value))| (row, column, style, value))
            .collect();
        old_workbooks::write(&strings, &cells)
    })
}

/// A cell of a spreadsheet, with the number of columns and the text that it has for another reader.
fn ods_cell() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        (-99_999_i32..99_999).prop_map(|number| format!("office:value-type=\"float\" office:value=\"{number}.5\">")),
        (0_u32..99).prop_map(|number| format!("office:value-type=\"percentage\" office:value=\"0.{number:02}\">")),
        (1_u32..28).prop_map(|day| format!("office:value-type=\"date\" office:date-value=\"2026-03-{day:02}\">")),
        any::<bool>().prop_map(|value| format!("office:value-type=\"boolean\" office:boolean-value=\"{value}\">")),
        "[a-zäö€]{1,9}".prop_map(|text| format!(
            "office:value-type=\"string\"><office:annotation><text:p>no</text:p></office:annotation><text:p>{text}<text:s text:c=\"2\"/>x</text:p>"
        )),
        Just(">".to_owned()),
    ];
    (value, 1_u32..4).prop_map(|(value, columns)| {
        format!(
            "<table:table-cell table:number-columns-repeated=\"{columns}\" {value}</table:table-cell>"
        )
    })
}

fn ods_rows() -> impl Strategy<Value = String> {
    let row = (prop::collection::vec(ods_cell(), 1..8), 1_u32..4);
    prop::collection::vec(row, 1..20).prop_map(|rows| {
        let rows: Vec<String> = rows
            .iter()
            .map(|(cells, count)| {
                format!(
                    "<table:table-row table:number-rows-repeated=\"{count}\">{}</table:table-row>",
                    cells.concat()
                )
            })
            .collect();
        rows.concat()
    })
}

fn ods_content(rows: &str) -> String {
    format!(
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"A\">{rows}</table:table>\
         </office:spreadsheet></office:body></office:document-content>"
    )
}

/// The files of a spreadsheet.
fn ods_parts(content: &str) -> [(&str, &[u8]); 3] {
    [
        (
            "mimetype",
            b"application/vnd.oasis.opendocument.spreadsheet",
        ),
        ("META-INF/manifest.xml", b"<manifest:manifest/>"),
        ("content.xml", content.as_bytes()),
    ]
}

/// A spreadsheet with a sheet of these rows.
fn ods_of(rows: &str) -> Vec<u8> {
    archive(&ods_parts(&ods_content(rows)))
}

/// A number of up to so many bits, each number of bits as often as the others.
fn number(bits: u32) -> impl Strategy<Value = u64> {
    (0..bits, 0_u64..1 << 20).prop_map(|(bit, random)| (1 << bit) + random % (1 << bit))
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn an_old_workbook_has_the_cells_that_another_library_reads(workbook in xls()) {
        let mut other: Xls<_> = Xls::new(Cursor::new(&workbook)).unwrap();
        let expected = csv_of_range(&other.worksheet_range("A").unwrap());
        let found = text_of_sheet(&workbook).unwrap_or_else(|| "\n".to_owned());
        prop_assert_eq!(found.replace(";\n", "\n"), expected);
    }

    // The first row keeps the sheet from having the shape of a format without header, whose dates would be shown as that format writes them.
    #[test]
    fn an_open_document_has_the_cells_that_another_library_reads(rows in ods_rows()) {
        let title = "<table:table-row><table:table-cell office:value-type=\"string\"><text:p>cells</text:p></table:table-cell></table:table-row>";
        let workbook = ods_of(&format!("{title}{rows}"));
        let mut other: Ods<_> = Ods::new(Cursor::new(&workbook)).unwrap();
        let expected = csv_of_range(&other.worksheet_range("A").unwrap());
        let found = text_of_sheet(&workbook).unwrap_or_else(|| "\n".to_owned());
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn damage_makes_no_old_workbook_expand(mut workbook in xls(), mutations in mutation::mutations()) {
        mutation::mutate(&mut workbook, &mutations);
        assert_reading_is_bounded(&workbook);
    }

    #[test]
    fn damage_makes_no_open_document_expand(rows in ods_rows(), part in mutation::part(), mutations in mutation::mutations()) {
        let content = ods_content(&rows);
        assert_reading_is_bounded(&mutation::mutated_archive(&ods_parts(&content), part, &mutations));
    }

    /// However often rows, columns and blanks are repeated, the text is that many bytes long, or the workbook is refused with that number.
    #[test]
    fn repeats_are_counted(rows in number(21), columns in number(15), blanks in number(31)) {
        let workbook = ods_of(&format!(
            "<table:table-row table:number-rows-repeated=\"{rows}\"><table:table-cell office:value-type=\"string\" \
             table:number-columns-repeated=\"{columns}\"><text:p>a<text:s text:c=\"{blanks}\"/></text:p></table:table-cell></table:table-row>"
        ));
        let found = read(&workbook, 1 << 20);
        let length = rows.saturating_mul(columns).saturating_mul(blanks + 2);
        let rules: Vec<&str> = found.summary.report.findings.iter().map(|finding| finding.rule.id).collect();
        let text = found.summary.sheet.map(|sheet| u64::try_from(sheet.text.len()).unwrap());
        match text {
            Some(text) => prop_assert_eq!(text, length),
            None => prop_assert!(
                rules == ["workbook-too-large"] && length > 1 << 20 || rules == ["workbook-unreadable"] && (rows > 1 << 20 || columns > 1 << 14),
                "{:?}", rules
            ),
        }
    }
}
