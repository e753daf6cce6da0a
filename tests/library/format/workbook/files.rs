//! Sheets, files of other kinds, and files that are refused.

use rust_xlsxwriter::Workbook;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::{Limits, Policy};
use universal_accounting::statement::BalanceStatus;

use super::{HEADER, add_header, add_row, convert, describe, options, statement};
use crate::zip_files::archive;

#[test]
fn a_redacted_report_has_no_sheet() {
    let (mut workbook, _) = statement();
    let mut options = options();
    options.policy = options.policy.redacted();
    assert_eq!(
        convert_readable(&workbook.save_to_buffer().unwrap(), &options)
            .summary
            .sheet,
        None
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
        describe(&convert_readable(workbook, &options).summary.report)
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
