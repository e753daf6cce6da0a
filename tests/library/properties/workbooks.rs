//! A statement in a workbook gives the same transactions as in CSV, and no damage makes a workbook or an archive expand.

use proptest::prelude::*;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet};
use universal_accounting::format::{self, Profile};
use universal_accounting::generate::{self, ChoiceBytes};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::profile::{Style, definition_of};
use universal_accounting::internals::source::Decoded;
use universal_accounting::internals::table::{Row, Rows};
use universal_accounting::report::{Limits, Policy};
use universal_accounting::{archive, tables};

use super::mutation;
use crate::cases::cases;
use crate::zip_files::archive as archive_of;

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
        let csv = convert_readable(&statement.source, &statement.options);
        let delimiter = csv.summary.delimiter.unwrap();
        let definition = definition_of(&profile);
        // In a number cell, no digit is lost if the only style says what it was in the file.
        let style = definition.styles.first().filter(|_| typed && definition.styles.len() == 1);
        let workbook = to_workbook(Decoded::from_bytes(&statement.source).text(), delimiter, style);
        let sheet = convert_readable(&workbook, &statement.options);
        prop_assert_eq!(&sheet.transactions, &csv.transactions, "{:?}\n{:?}", sheet.summary.report, sheet.summary.sheet);
        prop_assert_eq!(sheet.summary.balance_status, csv.summary.balance_status);
        prop_assert_eq!(sheet.summary.sheet.map(|sheet| sheet.name), Some("Umsätze".to_owned()));
        let lines = |origins: &[universal_accounting::statement::Origin]| origins.iter().map(|origin| origin.line).collect::<Vec<_>>();
        prop_assert_eq!(lines(&sheet.origins), lines(&csv.origins));
    }

    #[test]
    fn damage_makes_no_workbook_expand(part in mutation::part(), mutations in mutation::mutations()) {
        let files = PARTS.map(|(name, content)| (name, content.as_bytes()));
        assert_reading_is_bounded(&mutation::mutated_archive(&files, part, &mutations));
    }

    #[test]
    fn damage_makes_no_archive_expand(
        contents in prop::collection::vec("[a-z0-9;\n]{0,300}", 1..6),
        part in mutation::part(),
        mutations in mutation::mutations(),
    ) {
        let names = ["a.csv", "b/c.csv", "__MACOSX/a", "e.zip", "f/"];
        let files: Vec<(&str, &[u8])> = names.into_iter().zip(contents.iter().map(String::as_bytes)).collect();
        let packed = mutation::mutated_archive(&files, part, &mutations);
        let max_bytes = packed.len() + 10_000;
        if let Ok(members) = archive::unpack(&packed, &policy_with(max_bytes)) {
            let unpacked: usize = members.iter().map(|member| member.content.len()).sum();
            prop_assert!(unpacked <= max_bytes);
        }
    }
}

fn policy_with(max_bytes: usize) -> Policy {
    let mut limits = Limits::default();
    limits.bytes = max_bytes;
    Policy::new().limits(limits)
}

/// Reads a workbook as a statement and as tables of base data. Whatever it contains, reading ends, and no text is longer than the limit.
pub(super) fn assert_reading_is_bounded(workbook: &[u8]) {
    let max_bytes = workbook.len() + 10_000;
    let mut options = format::ConvertOptions::new();
    options.policy = policy_with(max_bytes);
    let conversion = convert_readable(workbook, &options);
    if let Some(sheet) = conversion.summary.sheet {
        assert!(sheet.text.len() <= max_bytes);
    }
    let mut options = tables::BuildOptions::new();
    options.policy = policy_with(max_bytes);
    let source = tables::Source {
        name: "a",
        bytes: workbook,
    };
    let built = tables::build(&[source], None, &options);
    let sheets = built.tables.iter().filter_map(|table| table.sheet.as_ref());
    let length: usize = sheets.map(|sheet| sheet.text.len()).sum();
    assert!(length <= max_bytes);
}

#[test]
fn the_parts_are_a_workbook() {
    let files = PARTS.map(|(name, content)| (name, content.as_bytes()));
    let conversion = convert_readable(&archive_of(&files), &format::ConvertOptions::new());
    let text = conversion.summary.sheet.map(|sheet| sheet.text);
    assert_eq!(text.as_deref(), Some("Text;Datum\n;;2026-03-31;x;TRUE\n"));
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
