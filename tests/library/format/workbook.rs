//! Statements in workbooks: numbers, dates, sheets, and files that are refused.

use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook, Worksheet};
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::report::{Limits, Policy, Report};
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::value::Currency;

#[cfg(feature = "old-workbooks")]
use crate::old_workbooks::{self, Value};
use crate::zip_files::archive;

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
    format::convert(source, &options())
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
    assert_eq!(
        conversion
            .origins
            .iter()
            .map(|origin| origin.line)
            .collect::<Vec<_>>(),
        [2, 3]
    );
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
fn a_redacted_report_has_no_sheet() {
    let (mut workbook, _) = statement();
    let mut options = options();
    options.policy = options.policy.redacted();
    assert_eq!(
        format::convert(&workbook.save_to_buffer().unwrap(), &options)
            .summary
            .sheet,
        None
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
fn the_sheet_with_the_header_counts() {
    let mut workbook = Workbook::new();
    workbook
        .add_worksheet()
        .set_name("Info")
        .unwrap()
        .write_string(0, 0, "Auszug")
        .unwrap();
    let sheet = workbook.add_worksheet().set_name("Konto").unwrap();
    add_header(sheet);
    add_row(sheet, 1, -12.5, 87.5);
    sheet.set_row_hidden(1).unwrap().set_hidden(true);
    let conversion = convert(&workbook.save_to_buffer().unwrap());
    assert_eq!(
        conversion
            .summary
            .sheet
            .as_ref()
            .map(|sheet| sheet.name.as_str()),
        Some("Konto")
    );
    assert_eq!(conversion.transactions.len(), 1);
    assert_eq!(
        describe(&conversion.summary.report),
        [
            "1:1 sheet-hidden: the sheet that is read is hidden in the workbook",
            "2:1 rows-hidden: the sheet has hidden rows, which are read like the others: 1, the first is row 2"
        ]
    );
    let (mut workbook, _) = statement();
    add_header(workbook.add_worksheet());
    let conversion = convert(&workbook.save_to_buffer().unwrap());
    assert_eq!(
        describe(&conversion.summary.report),
        ["1:1 sheets-ambiguous: the sheets 1 and 2 of the workbook have the header of a statement"]
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
    assert_eq!(
        conversion
            .origins
            .iter()
            .map(|origin| origin.line)
            .collect::<Vec<_>>(),
        [9, 12]
    );
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

#[test]
fn files_that_can_not_be_read_say_why() {
    let (mut workbook, _) = statement();
    let whole = workbook.save_to_buffer().unwrap();
    let rels = |target: &str| {
        format!(
            "<Relationships><Relationship Id=\"r1\" Type=\"x/officeDocument\" Target=\"{target}\"/></Relationships>"
        )
    };
    let book =
        b"<workbook xmlns:r=\"r\"><sheets><sheet name=\"A\" r:id=\"r1\"/></sheets></workbook>";
    let macros = b"<Relationships><Relationship Id=\"r1\" Type=\"x/xlMacrosheet\" Target=\"m.xml\"/></Relationships>";
    let sheets = b"<Relationships><Relationship Id=\"r1\" Type=\"x/worksheet\" Target=\"s.xml\"/></Relationships>";
    let parts = |relationships: &[u8], sheet: &[u8]| {
        archive(&[
            ("[Content_Types].xml", b"<Types/>"),
            ("_rels/.rels", rels("xl/workbook.xml").as_bytes()),
            ("xl/workbook.xml", book),
            ("xl/_rels/workbook.xml.rels", relationships),
            ("xl/s.xml", sheet),
        ])
    };
    let encrypted: Vec<u8> = b"\xD0\xCF\x11\xE0"
        .iter()
        .copied()
        .chain("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let mut with_password = whole.clone();
    for at in (0..whole.len()).filter(|at| whole[*at..].starts_with(b"PK\x01\x02")) {
        with_password[at + 8] |= 1;
    }
    let cases: [(Vec<u8>, &str); 11] = [
        (
            whole[..whole.len() / 2].to_vec(),
            "workbook-unreadable: the workbook can't be read: the list of its parts is missing or damaged, so it may be cut off",
        ),
        (encrypted, "workbook-encrypted: the workbook is encrypted with a password"),
        (with_password, "workbook-encrypted: the workbook is encrypted with a password"),
        (
            parts(macros, b""),
            "workbook-unreadable: the workbook can't be read: it has no sheet of cells but macros, which are never run",
        ),
        (
            parts(sheets, b"<worksheet/>"),
            "workbook-unreadable: the workbook can't be read: it has no sheet with a cell",
        ),
        (
            parts(sheets, b"<worksheet><row><c>"),
            "workbook-unreadable: the workbook can't be read: the cells of a sheet are damaged or not in their places",
        ),
        (
            parts(sheets, b"<!DOCTYPE a [<!ENTITY b \"c\">]><worksheet/>"),
            "workbook-unreadable: the workbook can't be read: the cells of a sheet are damaged or not in their places",
        ),
        (
            parts(
                sheets,
                b"<worksheet><row r=\"2\"><c r=\"B2\"><v>1</v></c><c r=\"A2\"><v>1</v></c></row></worksheet>",
            ),
            "workbook-unreadable: the workbook can't be read: the cells of a sheet are damaged or not in their places",
        ),
        (
            parts(sheets, b"<worksheet><row><c t=\"s\"><v>7</v></c></row></worksheet>"),
            "workbook-unreadable: the workbook can't be read: the cells of a sheet are damaged or not in their places",
        ),
        (
            parts(b"<Relationships/>", b""),
            "workbook-unreadable: the workbook can't be read: a part of it is missing or damaged",
        ),
        (
            b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1nothing".to_vec(),
            "workbook-unreadable: the workbook can't be read: a part of it is missing or damaged",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(
            describe(&convert(&source).summary.report),
            [format!("1:1 {expected}")]
        );
    }
}

#[test]
fn a_table_of_a_web_page_is_read() {
    let row = |cells: &[&str]| format!("<tr><td>{}</td></tr>", cells.join("</td><td>"));
    let page = format!(
        "<html><head><title>Export</title></head><body><table>{}{}</table></body></html>",
        row(&HEADER),
        row(&[
            "CH9300762011623852957",
            "2026-03-31 00:00:00.0",
            "M&uuml;ller &amp; Co",
            "-12.5",
            "87.5",
            "2026-03-31 00:00:00.0"
        ])
    );
    let conversion = convert(page.as_bytes());
    assert_eq!(describe(&conversion.summary.report), [""; 0]);
    assert_eq!(
        conversion.transactions[0].text.as_ref().map(AsRef::as_ref),
        Some("Müller & Co")
    );
    assert_eq!(conversion.summary.balance_status, BalanceStatus::Proved);
    let login = convert(b"<!DOCTYPE html><html><body><h1>Login</h1><form></form></body></html>");
    assert_eq!(
        describe(&login.summary.report),
        ["1:1 statement-kind: this is a web page (HTML), not a statement that can be converted"]
    );
}

#[test]
fn the_xml_of_excel_2003_is_read() {
    let cell =
        |kind: &str, text: &str| format!("<Cell><Data ss:Type=\"{kind}\">{text}</Data></Cell>");
    let header: String = HEADER.iter().map(|name| cell("String", name)).collect();
    let day = "2026-03-31T00:00:00.000";
    let book = format!(
        "<?xml version=\"1.0\"?><?mso-application progid=\"Excel.Sheet\"?>\n<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" \
         xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\"><Worksheet ss:Name=\"Konto\"><Table><Row ss:Index=\"3\">{header}</Row>\
         <Row>{}{}<Cell ss:Index=\"4\"><Data ss:Type=\"Number\">-12.300000000000001</Data></Cell>{}{}</Row></Table></Worksheet></Workbook>",
        cell("String", "CH9300762011623852957"),
        cell("DateTime", day),
        cell("Number", "87.7"),
        cell("DateTime", day)
    );
    let conversion = convert(book.as_bytes());
    assert_eq!(
        conversion
            .transactions
            .first()
            .map(|transaction| transaction.amount.to_string())
            .as_deref(),
        Some("12.30")
    );
    assert_eq!(
        (conversion.origins[0].line, conversion.summary.header_line),
        (4, Some(3))
    );
}

#[test]
fn what_cells_expand_to_is_counted() {
    let convert_within = |workbook: &[u8], max_bytes| {
        let mut limits = Limits::default();
        limits.bytes = max_bytes;
        let mut options = options();
        options.policy = Policy::new().limits(limits);
        describe(&format::convert(workbook, &options).summary.report)
    };
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for row in 0..100 {
        // Its text is once in the file.
        sheet.write(row, 0, "x".repeat(9_999)).unwrap();
    }
    let one_text = workbook.save_to_buffer().unwrap();
    assert_eq!(
        convert_within(&one_text, 500_000),
        [
            "1:1 workbook-too-large: the sheets of the workbook expand to 1000000 bytes, which is more than the limit of 500000"
        ]
    );
    let rules = convert_within(&one_text, 1_000_000);
    assert!(rules[0].contains("bank-unknown"), "{rules:?}");
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for row in 0..100 {
        sheet.write(row, 16_383, 1).unwrap();
    }
    let distant = workbook.save_to_buffer().unwrap();
    assert_eq!(
        convert_within(&distant, 1_000_000),
        [
            "1:1 workbook-too-large: the sheets of the workbook expand to 1638500 bytes, which is more than the limit of 1000000"
        ]
    );
}

/// A number format with a currency says it in every kind of workbook, and so does a cell of an `OpenDocument` spreadsheet whose value has one.
#[cfg(feature = "old-workbooks")]
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
