//! A statement in a workbook gives the same transactions as in CSV.

use proptest::prelude::*;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet};
use universal_accounting::format::{self, Profile};
use universal_accounting::generate::{self, ChoiceBytes};
use universal_accounting::internals::profile::{Style, definition_of};
use universal_accounting::internals::source::Decoded;
use universal_accounting::internals::table::{Row, Rows};

use crate::cases::cases;

/// Writes the cells of a CSV file into a sheet. With a style, texts that are numbers or dates in that style become numbers and dates, as a spreadsheet
/// program makes them.
fn to_workbook(csv: &str, delimiter: char, style: Option<&Style>) -> Vec<u8> {
    let mut workbook = Workbook::new();
    workbook
        .add_worksheet()
        .set_name("Info")
        .unwrap()
        .write_string(0, 0, "Kontoauszug")
        .unwrap();
    let sheet = workbook.add_worksheet().set_name("Umsätze").unwrap();
    let mut rows = Rows::new(csv, u8::try_from(delimiter).unwrap());
    let mut row = Row::default();
    let mut number = 0;
    while rows.next_row(&mut row) {
        for (column, cell) in (0..).zip(row.cells()) {
            let text = cell.value();
            match style {
                Some(style) if number > 0 => write_typed(sheet, (number, column), &text, style),
                _ => drop(sheet.write_string(number, column, text).unwrap()),
            }
        }
        number += 1;
    }
    workbook.save_to_buffer().unwrap()
}

fn write_typed(sheet: &mut Worksheet, (row, column): (u32, u16), text: &str, style: &Style) {
    let plain = text.replace(style.numbers.decimal, ".");
    let is_number = text.bytes().all(|byte| {
        byte.is_ascii_digit() || byte == b'-' || char::from(byte) == style.numbers.decimal
    });
    let decimals = plain
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    if let (true, Ok(value)) = (is_number, plain.parse::<f64>())
        && format!("{value:.decimals$}") == plain
        && plain.len() < 15
    {
        let format = Format::new()
            .set_num_format(format!("0.{}", "0".repeat(decimals)).trim_end_matches('.'));
        sheet
            .write_number_with_format(row, column, value, &format)
            .unwrap();
    } else if let Some(date) = parse_date(text, style) {
        sheet
            .write_datetime_with_format(
                row,
                column,
                date,
                &Format::new().set_num_format("dd/mm/yyyy"),
            )
            .unwrap();
    } else {
        sheet.write_string(row, column, text).unwrap();
    }
}

/// Parses a date in the first pattern of a style, if that pattern is a common one.
fn parse_date(text: &str, style: &Style) -> Option<ExcelDateTime> {
    let part = |start: usize, end: usize| text.get(start..end)?.parse::<u16>().ok();
    let (year, month, day) = match style.dates.first()?.as_str() {
        "dd.mm.yyyy" | "dd/mm/yyyy" | "dd-mm-yyyy" if text.len() == 10 => {
            (part(6, 10)?, part(3, 5)?, part(0, 2)?)
        }
        "yyyy-mm-dd" if text.len() == 10 => (part(0, 4)?, part(5, 7)?, part(8, 10)?),
        _ => return None,
    };
    ExcelDateTime::from_ymd(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?).ok()
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_workbook_gives_the_transactions_of_the_csv_file(
        bytes in ChoiceBytes::strategy(400),
        profile in prop::sample::select(Profile::built_in().collect::<Vec<_>>()),
        typed in any::<bool>(),
    ) {
        let Some(statement) = generate::statement(&profile, &mut bytes.choices()) else { return Ok(()) };
        let csv = format::convert(&statement.source, &statement.options);
        let delimiter = csv.summary.delimiter.unwrap();
        let definition = definition_of(&profile);
        // In a number cell, no digit is lost if the only style says what it was in the file.
        let style = definition.styles.first().filter(|_| typed && definition.styles.len() == 1);
        let workbook = to_workbook(Decoded::from_bytes(&statement.source).text(), delimiter, style);
        let sheet = format::convert(&workbook, &statement.options);
        prop_assert_eq!(&sheet.transactions, &csv.transactions, "{:?}\n{:?}", sheet.summary.report, sheet.summary.sheet);
        prop_assert_eq!(sheet.summary.balance_status, csv.summary.balance_status);
        prop_assert_eq!(sheet.summary.sheet.map(|sheet| sheet.name), Some("Umsätze".to_owned()));
        let lines = |origins: &[universal_accounting::statement::Origin]| origins.iter().map(|origin| origin.line).collect::<Vec<_>>();
        prop_assert_eq!(lines(&sheet.origins), lines(&csv.origins));
    }
}
