//! A statement in a workbook gives the same transactions as in CSV.

use proptest::prelude::*;
use proptest::sample::Index;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet};
use universal_accounting::format::{self, Profile};
use universal_accounting::generate::{self, ChoiceBytes};
use universal_accounting::internals::profile::{Style, definition_of};
use universal_accounting::internals::source::Decoded;
use universal_accounting::internals::table::{Row, Rows};
use universal_accounting::report::{Limits, Policy};

use crate::cases::cases;
use crate::zip_files::archive;

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

    /// Whatever a part of a workbook or a file of an archive contains, reading ends, and nothing expands beyond the limit.
    #[test]
    fn damage_makes_no_workbook_expand(
        part in 0_usize..PARTS.len(),
        damages in prop::collection::vec((any::<Index>(), prop_oneof!["[0-9]{1,9}", "[<>/\"=a-z ]{1,3}"], 0_usize..9), 1..6),
    ) {
        let mut parts = PARTS.map(|(name, content)| (name, content.as_bytes().to_vec()));
        let content = &mut parts[part].1;
        for (at, new, removed) in damages {
            let at = at.index(content.len() + 1);
            let end = (at + removed).min(content.len());
            content.splice(at..end, new.into_bytes());
        }
        let files: Vec<(&str, &[u8])> = parts.iter().map(|(name, content)| (*name, content.as_slice())).collect();
        let workbook = archive(&files);
        let mut limits = Limits::default();
        limits.bytes = workbook.len() + 10_000;
        let mut options = format::Options::new();
        options.policy = Policy::new().limits(limits.clone());
        let read = format::convert(&workbook, &options);
        if let Some(sheet) = read.summary.sheet {
            prop_assert!(sheet.text.len() <= limits.bytes);
        }
    }
}

/// The parts of a small workbook.
const PARTS: [(&str, &str); 6] = [
    (
        "_rels/.rels",
        "<a><Relationship Id=\"r\" Type=\"x/officeDocument\" Target=\"xl/workbook.xml\"/></a>",
    ),
    (
        "xl/workbook.xml",
        "<workbook><sheets><sheet name=\"A\" r:id=\"r1\"/><sheet name=\"B\" state=\"hidden\" r:id=\"r1\"/></sheets></workbook>",
    ),
    (
        "xl/_rels/workbook.xml.rels",
        "<a><Relationship Id=\"r1\" Type=\"x/worksheet\" Target=\"a.xml\"/><Relationship Id=\"r2\" Type=\"x/sharedStrings\" Target=\"s.xml\"/>\
         <Relationship Id=\"r3\" Type=\"x/styles\" Target=\"f.xml\"/></a>",
    ),
    (
        "xl/a.xml",
        "<worksheet><row r=\"1\"><c r=\"A1\" t=\"s\"><v>1</v></c><c t=\"s\"><v>0</v></c></row>\
         <row r=\"2\" hidden=\"1\"><c r=\"C2\" s=\"1\"><v>46112</v></c><c t=\"inlineStr\"><is><t>x</t></is></c><c t=\"b\"><v>1</v></c></row></worksheet>",
    ),
    (
        "xl/s.xml",
        "<sst><si><t>Datum</t></si><si><r><t>Te</t></r><r><t>xt</t></r></si></sst>",
    ),
    (
        "xl/f.xml",
        "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"dd.mm.yyyy\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>",
    ),
];
