//! Cells: numbers, dates, formulas, blanks and currencies.

use rust_xlsxwriter::{Formula, Workbook};
use universal_accounting::statement::BalanceStatus;

use super::{HEADER, add_header, add_row, convert, describe, lines, statement};
use crate::old_workbooks::{self, Value};
use crate::zip_files::archive;

#[test]
fn typed_cells_are_read_as_the_bank_writes_them() {
    let (_, conversion) = statement();
    assert_eq!(describe(&conversion.summary.report), [""; 0]);
    let transaction = &conversion.transactions[1];
    assert_eq!(transaction.amount.to_string(), "1000.10");
    assert_eq!(
        transaction
            .booked_at
            .map(|date| date.to_string())
            .as_deref(),
        Some("2026-03-30")
    );
    assert_eq!(
        transaction.text.as_ref().map(AsRef::as_ref),
        Some("Bäckerei; \"Müller\" 2")
    );
    let summary = &conversion.summary;
    assert_eq!(
        (
            summary.balance_status,
            summary.confirmed(),
            summary.delimiter
        ),
        (BalanceStatus::Proved, 2, None)
    );
    assert_eq!(lines(&conversion), [2, 3]);
    let sheet = summary.sheet.as_ref().unwrap();
    assert_eq!(sheet.name, "Sheet1");
    assert_eq!(
        sheet.text.lines().nth(1),
        Some(
            "CH9300762011623852957;2026-03-30 12:30:15.0;\"Bäckerei; \"\"Müller\"\" 1\";-12.5;87.5;2026-03-30 12:30:15.0"
        )
    );
}

#[test]
fn a_number_without_an_exact_decimal_is_refused() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    add_header(sheet);
    add_row(sheet, 1, 0.1 + 0.2, 100.3);
    add_row(sheet, 2, 1.1, 101.4);
    let conversion = convert(&workbook.save_to_buffer().unwrap());
    assert_eq!(conversion.summary.rejected, [2]);
    assert_eq!(
        describe(&conversion.summary.report)[1..3],
        [
            "2:70 number-inexact: the number in this cell is no decimal of at most 15 digits, so it is not read as a number",
            "2:70 amount-unreadable: this is not a number with `.` before the decimals, as the format writes numbers"
        ]
    );
    assert_eq!(conversion.transactions[0].amount.to_string(), "1.10");
}

#[test]
fn a_day_count_in_a_cell_that_is_no_date_is_no_date() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    add_header(sheet);
    add_row(sheet, 1, -12.5, 87.5);
    sheet.write_number(1, 1, 46111).unwrap();
    let conversion = convert(&workbook.save_to_buffer().unwrap());
    assert_eq!(conversion.summary.rejected, [2]);
    assert!(
        describe(&conversion.summary.report)
            .iter()
            .any(|finding| finding.starts_with("2:23 date-unreadable"))
    );
}

#[test]
fn blank_rows_and_columns_keep_their_places() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_string(3, 2, "Konto von Muster").unwrap();
    for (column, name) in (1..).zip(HEADER) {
        sheet.write_string(6, column, name).unwrap();
    }
    for (row, amount) in [(8, "-12.5"), (11, "3")] {
        let cells = [
            "CH9300762011623852957",
            "2026-03-31 00:00:00.0",
            "Miete",
            amount,
            "",
            "2026-03-31 00:00:00.0",
        ];
        for (column, cell) in (1..).zip(cells) {
            sheet.write_string(row, column, cell).unwrap();
        }
    }
    let conversion = convert(&workbook.save_to_buffer().unwrap());
    assert_eq!(lines(&conversion), [9, 12]);
    assert_eq!(conversion.summary.header_line, Some(7));
}

/// The value of a formula is what the workbook has of it. Without one, the row is rejected.
#[test]
fn the_value_of_a_formula_counts() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    add_header(sheet);
    add_row(sheet, 1, -12.5, 87.5);
    add_row(sheet, 2, -12.5, 75.0);
    sheet
        .write_formula(1, 3, Formula::new("=0-12.5").set_result("-12.5"))
        .unwrap();
    sheet
        .write_formula(2, 3, Formula::new("=D2").set_result("#REF!"))
        .unwrap();
    let conversion = convert(&workbook.save_to_buffer().unwrap());
    assert_eq!(conversion.summary.rejected, [3]);
    assert_eq!(conversion.transactions[0].amount.to_string(), "12.50");
}

/// A number format with a currency says it in every kind of workbook, and so does a cell of an `OpenDocument` spreadsheet whose value has one.
#[test]
fn currencies_of_cells_are_compared_in_old_workbooks() {
    let findings = |workbook: &[u8]| {
        let conversion = convert(workbook);
        assert_eq!(conversion.transactions.len(), 1);
        let rules = conversion.summary.report.findings.iter();
        let mut found: Vec<&str> = rules.map(|finding| finding.rule.id).collect();
        found.retain(|id| *id == "currency-shown-differs");
        found.len()
    };
    let text = |text: &str| Value::Text(text.to_owned());
    let xls = |style: u16| {
        let day = 46_112.0;
        let values = [
            (0, text("CH9300762011623852957")),
            (1, Value::Real(day)),
            (0, text("Bakery")),
            (style, Value::Real(-12.5)),
            (style, Value::Real(87.5)),
            (1, Value::Real(day)),
        ];
        let header = (0..)
            .zip(HEADER)
            .map(|(column, heading)| (0, column, 0, text(heading)));
        let row = (0..)
            .zip(values)
            .map(|(column, (style, value))| (1, column, style, value));
        let cells: Vec<_> = header.chain(row).collect();
        old_workbooks::write(&[], &cells)
    };
    assert_eq!(findings(&xls(5)), 1);
    assert_eq!(findings(&xls(0)), 0);
    let ods = |value: &str, shown: &str| {
        let string = |text: &str| {
            format!(
                "<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>"
            )
        };
        let number = |number: &str| {
            format!(
                "<table:table-cell {value} office:value=\"{number}\"><text:p>{number}{shown}</text:p></table:table-cell>"
            )
        };
        let day = "<table:table-cell office:value-type=\"date\" office:date-value=\"2026-03-31\"><text:p>31.03.26</text:p></table:table-cell>";
        let rows = format!(
            "<table:table-row>{}</table:table-row><table:table-row>{}{day}{}{}{}{day}</table:table-row>",
            HEADER.map(string).concat(),
            string("CH9300762011623852957"),
            string("Bakery"),
            number("-12.5"),
            number("87.5"),
        );
        let content = format!(
            "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"A\">{rows}</table:table>\
             </office:spreadsheet></office:body></office:document-content>"
        );
        archive(&[
            (
                "mimetype",
                b"application/vnd.oasis.opendocument.spreadsheet",
            ),
            ("content.xml", content.as_bytes()),
        ])
    };
    let currency = "office:value-type=\"currency\" office:currency=\"EUR\"";
    assert_eq!(findings(&ods(currency, "")), 1);
    assert_eq!(findings(&ods("office:value-type=\"float\"", " €")), 1);
    assert_eq!(findings(&ods("office:value-type=\"float\"", " CHF")), 0);
    assert_eq!(findings(&ods("office:value-type=\"float\"", "")), 0);
}
