//! Writers of tables: workbooks of three kinds, and CSV files as a spreadsheet saves them.

use std::fmt::Write;
use std::io::{Cursor, Read};

use rust_xlsxwriter::{Format as SheetFormat, Formula, Workbook};
use universal_accounting::chrono::{NaiveDate, TimeDelta};
use zip::ZipArchive;

use super::fields::{Content, Format};
use crate::old_workbooks::{self, Value};
use crate::zip_files::archive;

/// Writes a workbook of today's Excel, with a hidden row and a hidden column beside the table.
pub(super) fn xlsx(name: &str, rows: &[Vec<Content>]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name(name).unwrap();
    for (row, cells) in (0_u32..).zip(rows) {
        for (column, content) in (0_u16..).zip(cells) {
            let written = match content {
                Content::Empty | Content::Merged => continue,
                Content::Text(text) => sheet.write_string(row, column, text),
                Content::Number(number) => sheet.write_number(row, column, *number),
                Content::Formatted(number, format) => {
                    let format = SheetFormat::new().set_num_format(code_of(*format));
                    sheet.write_number_with_format(row, column, *number, &format)
                }
                Content::Boolean(is_true) => sheet.write_boolean(row, column, *is_true),
                Content::Error => {
                    sheet.write_formula(row, column, Formula::new("=A1/0").set_result("#DIV/0!"))
                }
                Content::Formula(text) => {
                    sheet.write_formula(row, column, Formula::new("=Z1").set_result(text))
                }
                Content::Uncalculated => {
                    sheet.write_formula(row, column, Formula::new("=Z1").set_result(UNCALCULATED))
                }
            };
            written.unwrap();
        }
    }
    for (row, column) in merges(rows) {
        let above = &rows[usize::try_from(row).unwrap() - 1][usize::from(column)];
        let Content::Text(text) = above else { continue };
        let format = SheetFormat::new();
        sheet
            .merge_range(row - 1, column, row, column, text, &format)
            .unwrap();
    }
    let last = u32::try_from(rows.len()).unwrap() - 1;
    sheet.set_row_hidden(last).unwrap();
    without_results(&workbook.save_to_buffer().unwrap())
}

/// The result of formulas that are to have none, which the crate that writes workbooks can't do.
const UNCALCULATED: &str = "uncalculated";

/// Takes the results away that formulas are not to have, as programs write them that don't calculate.
fn without_results(workbook: &[u8]) -> Vec<u8> {
    let mut package = ZipArchive::new(Cursor::new(workbook)).unwrap();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for index in 0..package.len() {
        let mut file = package.by_index(index).unwrap();
        let (name, mut content) = (file.name().unwrap().to_string(), Vec::new());
        file.read_to_end(&mut content).unwrap();
        if name.starts_with("xl/worksheets/") {
            let with_result = format!(" t=\"str\"><f>Z1</f><v>{UNCALCULATED}</v>");
            let text = String::from_utf8(content).unwrap();
            content = text.replace(&with_result, "><f>Z1</f><v></v>").into_bytes();
        }
        files.push((name, content));
    }
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, content)| (name.as_str(), content.as_slice()))
        .collect();
    archive(&files)
}

/// Returns the cells that are merged with the one above.
fn merges(rows: &[Vec<Content>]) -> Vec<(u32, u16)> {
    let mut merges = Vec::new();
    for (row, cells) in (0_u32..).zip(rows) {
        let columns = (0_u16..).zip(cells);
        let of_row = columns.filter(|(_, content)| **content == Content::Merged);
        merges.extend(of_row.map(|(column, _)| (row, column)));
    }
    merges
}

const fn code_of(format: Format) -> &'static str {
    match format {
        Format::Day => "dd.mm.yyyy",
        Format::DayAndTime => "dd.mm.yyyy hh:mm",
        Format::Percent => "0.0%",
        Format::Padded => "0000",
        Format::Euro => "#,##0.00\\ \"€\"",
    }
}

/// Writes a workbook of Excel 97, which has no formula without a result here.
pub(super) fn xls(rows: &[Vec<Content>]) -> Vec<u8> {
    let mut cells = Vec::new();
    for (row, contents) in (0_u16..).zip(rows) {
        for (column, content) in (0_u16..).zip(contents) {
            let (style, value) = match content {
                Content::Empty | Content::Merged => continue,
                Content::Text(text) => (0, Value::Text(text.clone())),
                Content::Number(number) => (0, Value::Real(*number)),
                Content::Formatted(number, Format::Day) => (1, Value::Real(*number)),
                Content::Formatted(number, Format::Percent) => (3, Value::Real(*number)),
                Content::Formatted(number, Format::DayAndTime) => (4, Value::Real(*number)),
                Content::Formatted(number, Format::Padded) => (0, Value::Text(padded(*number))),
                Content::Boolean(is_true) => (0, Value::Boolean(*is_true)),
                // The writer has no format with a currency.
                Content::Error | Content::Uncalculated | Content::Formatted(_, Format::Euro) => {
                    (0, Value::NotAvailable)
                }
                Content::Formula(text) => (0, Value::Formula(text.clone())),
            };
            cells.push((row, column, style, value));
        }
    }
    old_workbooks::write(&[], &cells)
}

fn padded(number: f64) -> String {
    format!("{number:04}")
}

/// Writes a workbook of `LibreOffice`: each value beside the text that the sheet shows.
pub(super) fn ods(name: &str, rows: &[Vec<Content>]) -> Vec<u8> {
    let mut table = String::new();
    let merges = merges(rows);
    for (row, cells) in (0_u32..).zip(rows) {
        table.push_str("<table:table-row>");
        for (column, content) in (0_u16..).zip(cells) {
            let is_merged = merges.contains(&(row + 1, column));
            let span = if is_merged {
                " table:number-rows-spanned=\"2\" table:number-columns-spanned=\"1\""
            } else {
                ""
            };
            let (attributes, shown) = ods_cell(content);
            let element = if *content == Content::Merged {
                "covered-table-cell"
            } else {
                "table-cell"
            };
            let shown = shown.replace('&', "&amp;").replace('<', "&lt;");
            write!(
                table,
                "<table:{element}{span}{attributes}><text:p>{shown}</text:p></table:{element}>"
            )
            .unwrap();
        }
        table.push_str("</table:table-row>");
    }
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"{name}\">{table}</table:table>\
         </office:spreadsheet></office:body></office:document-content>"
    );
    archive(&[
        (
            "mimetype",
            b"application/vnd.oasis.opendocument.spreadsheet",
        ),
        ("META-INF/manifest.xml", b"<manifest:manifest/>"),
        ("content.xml", content.as_bytes()),
    ])
}

/// Returns the attributes of a cell, and the text that the sheet shows.
fn ods_cell(content: &Content) -> (String, String) {
    let typed = |kind: &str, value: String| format!(" office:value-type=\"{kind}\" {value}");
    match content {
        Content::Empty | Content::Merged => (String::new(), String::new()),
        Content::Text(text) => (typed("string", String::new()), text.clone()),
        Content::Number(number) => (
            typed("float", format!("office:value=\"{number}\"")),
            number.to_string(),
        ),
        Content::Formatted(number, Format::Day | Format::DayAndTime) => {
            let date = iso_day(*number);
            (
                typed("date", format!("office:date-value=\"{date}\"")),
                date.replace('T', " "),
            )
        }
        Content::Formatted(number, Format::Percent) => (
            typed("percentage", format!("office:value=\"{number}\"")),
            format!("{:.1}%", number * 100.0),
        ),
        Content::Formatted(number, Format::Padded) => (
            typed("float", format!("office:value=\"{number}\"")),
            padded(*number),
        ),
        Content::Formatted(number, Format::Euro) => (
            typed("currency", format!("office:currency=\"EUR\" office:value=\"{number}\"")),
            format!("{number:.2} €"),
        ),
        Content::Boolean(is_true) => (
            typed("boolean", format!("office:boolean-value=\"{is_true}\"")),
            is_true.to_string().to_uppercase(),
        ),
        Content::Error => (
            " table:formula=\"of:=1/0\" office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\"".to_owned(),
            "#DIV/0!".to_owned(),
        ),
        Content::Formula(text) => (
            format!(" table:formula=\"of:=[.Z1]\"{}", typed("string", String::new())),
            text.clone(),
        ),
        Content::Uncalculated => (" table:formula=\"of:=[.Z1]\"".to_owned(), String::new()),
    }
}

/// Returns the day of a serial number, with the time if it has one.
fn iso_day(serial: f64) -> String {
    let first = NaiveDate::from_ymd_opt(1899, 12, 30).unwrap();
    let minutes = format!("{:.0}", serial * 1440.0).parse::<i64>().unwrap();
    let time = first.and_hms_opt(0, 0, 0).unwrap() + TimeDelta::minutes(minutes);
    if minutes % 1440 == 0 {
        time.format("%Y-%m-%d").to_string()
    } else {
        time.format("%Y-%m-%dT%H:%M:%S").to_string()
    }
}

/// Writes a CSV file as a German spreadsheet saves what its cells show.
pub(super) fn csv(rows: &[Vec<Content>]) -> Vec<u8> {
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().map(shown).collect();
        writeln!(text, "{}", cells.join(";")).unwrap();
    }
    text.into_bytes()
}

fn shown(content: &Content) -> String {
    let text = match content {
        Content::Empty | Content::Merged => String::new(),
        Content::Text(text) | Content::Formula(text) => text.clone(),
        Content::Number(number) => number.to_string().replace('.', ","),
        // A CSV file does not tell a code that was reformatted from one that looks so.
        Content::Formatted(number, Format::Day | Format::Percent | Format::Euro)
            if (100.0..1000.0).contains(number) =>
        {
            "#####".to_owned()
        }
        Content::Formatted(number, Format::Day) => {
            let day = iso_day(*number);
            let parts: Vec<&str> = day.rsplit('-').collect();
            parts.join(".")
        }
        Content::Formatted(number, Format::DayAndTime) => iso_day(*number).replace('T', " "),
        Content::Formatted(number, Format::Percent) => {
            format!("{:.1}%", number * 100.0).replace('.', ",")
        }
        Content::Formatted(number, Format::Padded) => padded(*number),
        Content::Formatted(number, Format::Euro) => format!("{number:.2} €").replace('.', ","),
        Content::Boolean(is_true) => if *is_true { "WAHR" } else { "FALSCH" }.to_owned(),
        Content::Error | Content::Uncalculated => "#DIV/0!".to_owned(),
    };
    if text.contains([';', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}
