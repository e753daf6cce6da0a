//! Messages and workbooks of any size that could take disproportionate time.

use std::io::{Cursor, Write};
use std::iter::repeat_n;

use rust_xlsxwriter::Workbook;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

#[cfg(feature = "old-workbooks")]
use crate::old_workbooks::{self, Value};

/// Returns a message with one statement, which has these entries.
fn camt(entries: impl Iterator<Item = String>) -> Vec<u8> {
    let head = "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id>\
                <Ccy>CHF</Ccy></Acct>";
    let mut message = head.to_owned();
    message.extend(entries);
    message.push_str("</Stmt></BkToCstmrStmt></Document>");
    message.into_bytes()
}

fn entry(reference: &str, content: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"CHF\">98.45</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-31</Dt></BookgDt><AcctSvcrRef>{reference}</AcctSvcrRef>\
         {content}</Ntry>\n"
    )
}

pub(crate) fn entries(count: usize) -> Vec<u8> {
    camt(
        (0..count)
            .map(|number| entry(&format!("R{number}"), "<AddtlNtryInf>Bakery</AddtlNtryInf>")),
    )
}

pub(crate) fn entries_of_one_reference(count: usize) -> Vec<u8> {
    camt(repeat_n(entry("R1", ""), count))
}

pub(crate) fn statements(count: usize) -> Vec<u8> {
    let statement =
        "</Stmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct>";
    camt((0..count).map(|number| entry(&format!("R{number}"), "") + statement))
}

/// Returns pages of one statement.
pub(crate) fn pages(count: usize) -> Vec<u8> {
    let page = "</Stmt><Stmt><ElctrncSeqNb>1</ElctrncSeqNb><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct>";
    camt((0..count).map(|number| page.to_owned() + &entry(&format!("R{number}"), "")))
}

pub(crate) fn details_of_one_entry(count: usize) -> Vec<u8> {
    let details = "<TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><Amt Ccy=\"CHF\">98.45</Amt><RmtInf><Ustrd>Bakery</Ustrd></RmtInf></TxDtls>";
    camt(
        [entry(
            "R1",
            &format!("<NtryDtls>{}</NtryDtls>", details.repeat(count)),
        )]
        .into_iter(),
    )
}

/// Returns an entry with as many values of one kind.
pub(crate) fn texts_of_one_detail(count: usize) -> Vec<u8> {
    let texts = (0..count)
        .map(|number| format!("<Ustrd>Text {number}</Ustrd>"))
        .collect::<Vec<_>>()
        .concat();
    camt(
        [entry(
            "R1",
            &format!("<NtryDtls><TxDtls><RmtInf>{texts}</RmtInf></TxDtls></NtryDtls>"),
        )]
        .into_iter(),
    )
}

/// Returns a text that comments and entities divide into many parts.
pub(crate) fn parts_of_a_text(count: usize) -> Vec<u8> {
    camt(
        [entry(
            "R1",
            &format!(
                "<AddtlNtryInf>{}</AddtlNtryInf>",
                "a&amp;b<!-- -->".repeat(count)
            ),
        )]
        .into_iter(),
    )
}

pub(crate) fn attributes(count: usize) -> Vec<u8> {
    let attributes = (0..count)
        .map(|number| format!(" a{number}='1'"))
        .collect::<Vec<_>>()
        .concat();
    camt(
        [format!(
            "<Ntry><Amt{attributes} Ccy='CHF'>98.45</Amt></Ntry>"
        )]
        .into_iter(),
    )
}

pub(crate) fn deep_elements(count: usize) -> Vec<u8> {
    camt([format!("{}{}", "<a>".repeat(count), "</a>".repeat(count))].into_iter())
}

/// Returns elements that have no end.
pub(crate) fn open_elements(count: usize) -> Vec<u8> {
    camt(repeat_n("<Ntry><Amt>".to_owned(), count))
}

fn mt940(content: &str) -> Vec<u8> {
    format!(":20:1\r\n:25:CH9300762011623852957\r\n:28C:1\r\n:60F:C260331CHF100,\r\n{content}:62F:C260331CHF100,\r\n-")
        .into_bytes()
}

pub(crate) fn lines_of_an_mt940(count: usize) -> Vec<u8> {
    let lines = |number: usize| {
        format!(
            ":61:2603310331D98,45NTRFNONREF//R{number}\r\n:86:?00Lastschrift?20Bakery {number}\r\n"
        )
    };
    mt940(&(0..count).map(lines).collect::<String>())
}

pub(crate) fn text_of_one_line(count: usize) -> Vec<u8> {
    mt940(&format!(
        ":61:2603310331D98,45NTRFNONREF\r\n:86:?20{}",
        "Bakery?21\r\n".repeat(count)
    ))
}

pub(crate) fn messages_of_an_mt940(count: usize) -> Vec<u8> {
    mt940(":61:2603310331D98,45NTRFNONREF\r\n").repeat(count)
}

/// Returns lines that begin with the letters of no tag.
pub(crate) fn unknown_tags(count: usize) -> Vec<u8> {
    mt940(&":xx\r\n".repeat(count))
}

const OFX_HEAD: &str = "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTRS><CURDEF>CHF<BANKACCTFROM><ACCTID>CH9300762011623852957</BANKACCTFROM><BANKTRANLIST>\n";

/// Returns a file with one statement, which has these entries.
fn ofx(entries: impl Iterator<Item = String>) -> Vec<u8> {
    let mut file = OFX_HEAD.to_owned();
    file.extend(entries);
    file.push_str("</BANKTRANLIST></STMTRS></OFX>\n");
    file.into_bytes()
}

fn ofx_entry(number: usize, name: &str) -> String {
    format!(
        "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260331<TRNAMT>-98.45<FITID>2026BANK{number:08}<NAME>{name}</STMTTRN>\n"
    )
}

pub(crate) fn entries_of_an_ofx(count: usize) -> Vec<u8> {
    ofx((0..count).map(|number| ofx_entry(number, "Bakery")))
}

pub(crate) fn statements_of_an_ofx(count: usize) -> Vec<u8> {
    let next = "</BANKTRANLIST></STMTRS><STMTRS><CURDEF>CHF<BANKACCTFROM><ACCTID>CH9300762011623852957</BANKACCTFROM><BANKTRANLIST>\n";
    ofx((0..count).map(|number| ofx_entry(number, "Bakery") + next))
}

/// Returns a text that comments and references divide into many parts.
pub(crate) fn parts_of_a_text_of_an_ofx(count: usize) -> Vec<u8> {
    ofx(std::iter::once(ofx_entry(
        1,
        &"a&amp;b<!-- -->".repeat(count),
    )))
}

/// Returns elements that have no end, and no value.
pub(crate) fn open_elements_of_an_ofx(count: usize) -> Vec<u8> {
    ofx(repeat_n("<STMTTRN><CURRENCY><X>".to_owned(), count))
}

/// Returns a text of signs that begin neither an element nor a reference.
pub(crate) fn signs_of_an_ofx(count: usize) -> Vec<u8> {
    ofx(std::iter::once(ofx_entry(1, &"<&<a".repeat(count))))
}

pub(crate) fn records_of_a_qif(count: usize) -> Vec<u8> {
    let record = |number| format!("D3/31/2026\nT-98.45\nPBakery {number}\n^\n");
    ("!Type:Bank\n".to_owned() + &(0..count).map(record).collect::<String>()).into_bytes()
}

pub(crate) fn registers_of_a_qif(count: usize) -> Vec<u8> {
    let register = |number| {
        format!("!Account\nNCash\n^\n!Type:Cash\nD3/31/2026\nT-98.45\nPBakery {number}\n^\n")
    };
    (0..count).map(register).collect::<String>().into_bytes()
}

/// Returns a record with as many parts.
pub(crate) fn splits_of_a_qif(count: usize) -> Vec<u8> {
    let splits = "SBakery\nEBread\n$-1.00\n".repeat(count);
    format!("!Type:Bank\nD3/31/2026\nT-98.45\n{splits}^\n").into_bytes()
}

/// Returns a record with as many fields, since the line that ends it is missing.
pub(crate) fn fields_of_a_qif(count: usize) -> Vec<u8> {
    let fields = "ABakery\nXnothing\n".repeat(count);
    format!("!Type:Bank\nD3/31/2026\nT-98.45\n{fields}D3/31/2026\n^\n").into_bytes()
}

const COLUMNS: [&str; 5] = [
    "Trade date",
    "Trade time",
    "Booking date",
    "Value date",
    "Currency",
];

/// Returns a workbook with the columns of a statement of UBS.
pub(crate) fn rows_of_a_workbook(count: usize) -> Vec<u8> {
    workbook(count, |number| format!("{number}"))
}

/// Returns a workbook that has one text in all cells.
pub(crate) fn equal_cells(count: usize) -> Vec<u8> {
    workbook(count, |_| "Bakery".to_owned())
}

/// Returns a workbook of Excel 97 with a day in each row.
#[cfg(feature = "old-workbooks")]
pub(crate) fn rows_of_an_old_workbook(count: usize) -> Vec<u8> {
    let cells = (0..count).map(|row| {
        let row = u16::try_from(row % (1 << 16)).unwrap_or_default();
        (row, 0, 1, Value::Real(46_000.0))
    });
    old_workbooks::write(&[], &cells.collect::<Vec<_>>())
}

/// Returns a spreadsheet of `OpenDocument` with a day, an amount and a text in each row.
#[cfg(feature = "old-workbooks")]
pub(crate) fn rows_of_an_open_document(count: usize) -> Vec<u8> {
    let mut content =
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"A\">"
            .to_owned();
    for number in 0..count {
        let row = format!(
            "<table:table-row><table:table-cell office:value-type=\"date\" office:date-value=\"2026-03-31\"/>\
             <table:table-cell office:value-type=\"float\" office:value=\"-98.45\"/>\
             <table:table-cell office:value-type=\"string\"><text:p>Bakery {number}</text:p></table:table-cell></table:table-row>"
        );
        content.push_str(&row);
    }
    content.push_str("</table:table></office:spreadsheet></office:body></office:document-content>");
    let kind = "application/vnd.oasis.opendocument.spreadsheet".to_owned();
    archive(
        [
            ("mimetype".to_owned(), kind),
            ("content.xml".to_owned(), content),
        ]
        .into_iter(),
    )
}

/// Returns an archive of small files.
pub(crate) fn files_of_an_archive(count: usize) -> Vec<u8> {
    let content = "Date;Amount;Text\n2026-03-31;-98.45;Bakery\n";
    archive((0..count).map(|number| (format!("2026/{number}.csv"), content.to_owned())))
}

/// Packs files, but not the kind of an `OpenDocument`, because it is read without unpacking.
fn archive(files: impl Iterator<Item = (String, String)>) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let method = if name == "mimetype" {
            CompressionMethod::Stored
        } else {
            CompressionMethod::Deflated
        };
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(name, options).expect("a file");
        writer.write_all(content.as_bytes()).expect("a content");
    }
    writer.finish().expect("an archive").into_inner()
}

fn workbook(count: usize, text: impl Fn(usize) -> String) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let columns = COLUMNS.iter().chain(&[
        "Debit",
        "Credit",
        "Individual amount",
        "Balance",
        "Transaction no.",
        "Description1",
    ]);
    for (column, name) in (0..).zip(columns) {
        sheet.write(0, column, *name).expect("a cell");
    }
    for (row, number) in (1..).zip(0..count) {
        for column in [0, 2, 3] {
            sheet.write(row, column, "2026-03-31").expect("a cell");
        }
        sheet.write(row, 4, "CHF").expect("a cell");
        sheet.write(row, 5, -98.45).expect("a cell");
        for column in [9, 10] {
            sheet.write(row, column, text(number)).expect("a cell");
        }
    }
    workbook.save_to_buffer().expect("a workbook")
}

/// Returns a table in HTML, under the name of a workbook.
pub(crate) fn rows_of_a_table(count: usize) -> Vec<u8> {
    let row = "<tr><td>31.03.2026<td>Bakery &amp; Co<td>-98,45</tr>\n";
    format!(
        "<html><table><tr><th>Datum<th>Text<th>Betrag</tr>{}</table>",
        row.repeat(count)
    )
    .into_bytes()
}

/// Returns a cell that claims to be as wide as a sheet.
pub(crate) fn wide_cells(count: usize) -> Vec<u8> {
    let row = "<tr><td colspan='16384'>Bakery</td></tr>\n";
    format!(
        "<html><table><tr><th>Datum<th>Text<th>Betrag</tr>{}</table>",
        row.repeat(count)
    )
    .into_bytes()
}
