//! Statements in workbooks: numbers, dates, sheets, and files that are refused.

mod cells;
mod files;

use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet};
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::Report;
use universal_accounting::statement::Conversion;
use universal_accounting::value::Currency;

pub(crate) const HEADER: [&str; 6] = [
    "IBAN",
    "Booked At",
    "Text",
    "Credit/Debit Amount",
    "Balance",
    "Valuta Date",
];

fn options() -> ConvertOptions {
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    options.opening_balance = Some(100.into());
    options
}

fn convert(source: &[u8]) -> Conversion {
    convert_readable(source, &options())
}

/// Returns the rows of the transactions as the sheet counts them.
fn lines(conversion: &Conversion) -> Vec<usize> {
    let origins = conversion.origins.iter();
    origins.map(|origin| origin.line).collect()
}

/// Returns line and column, rule and message of each finding.
fn describe(report: &Report) -> Vec<String> {
    let line = |finding: &universal_accounting::report::Finding| {
        format!(
            "{}:{} {}: {}",
            finding.line,
            finding.column,
            finding.rule.id,
            finding.message()
        )
    };
    report.findings.iter().map(line).collect()
}

/// Writes the header in the first row of a sheet.
fn add_header(sheet: &mut Worksheet) {
    for (column, name) in (0..).zip(HEADER) {
        sheet.write_string(0, column, name).unwrap();
    }
}

/// Writes a row with typed cells.
fn add_row(sheet: &mut Worksheet, row: u32, amount: f64, balance: f64) {
    let day = Format::new().set_num_format("dd.mm.yyyy hh:mm");
    let date = ExcelDateTime::from_ymd(2026, 3, 30)
        .unwrap()
        .and_hms(12, 30, 15)
        .unwrap();
    sheet.write_string(row, 0, "CH9300762011623852957").unwrap();
    sheet
        .write_datetime_with_format(row, 1, &date, &day)
        .unwrap();
    sheet
        .write_string(row, 2, format!("Bäckerei; \"Müller\"\n{row}"))
        .unwrap();
    sheet.write_number(row, 3, amount).unwrap();
    sheet.write_number(row, 4, balance).unwrap();
    sheet
        .write_datetime_with_format(row, 5, &date, &Format::new().set_num_format_index(14))
        .unwrap();
}

fn statement() -> (Workbook, Conversion) {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    add_header(sheet);
    add_row(sheet, 1, -12.5, 87.5);
    add_row(sheet, 2, 1000.1, 1087.6);
    let conversion = convert(&workbook.save_to_buffer().unwrap());
    (workbook, conversion)
}
