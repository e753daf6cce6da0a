//! The columns: their names in every release, and headers that do not fit.

use universal_accounting::format;
use universal_accounting::journal;
use universal_accounting::report::Policy;

use super::{SHORT, assert_finds, findings, json, read};

/// All published columns, and one dimension.
const COLUMNS: &str = "serviceId,invoice-number,invoice-billingPeriod,invoice-currency,invoice-date,invoice-payableUntil,invoice-qrReferenceNumber,\
    invoice-owner,invoice-source,invoice-sourceId,contact-contactId,contact-externalId,contact-legalType,contact-firstName,contact-lastName,\
    contact-companyName,contact-companyTaxNumber,contact-companyUid,contact-address-street,contact-address-houseNumber,contact-address-postalCode,\
    contact-address-city,contact-address-country,entry-entryId,entry-entryNumber,entry-type,entry-date,entry-lineId,entry-lineNumber,\
    entry-debitAccount-externalId,entry-debitAccount-number,entry-debitAccount-currency,entry-creditAccount-externalId,entry-creditAccount-number,\
    entry-creditAccount-currency,entry-amount,entry-currency,entry-tax-value,entry-tax-code,entry-tax-externalId,entry-originalAmount,\
    entry-originalCurrency,entry-text,entry-dimensions-0-name,entry-dimensions-0-externalId,entry-dimensions-0-type";

#[test]
fn reads_every_published_column() {
    let row = |line: &str, number: u8, account: &str, amount: &str, rest: &str| {
        format!(
            "s-81,2026-118,2026-03-01/2026-03-31,CHF,2026-03-28,2026-04-27,210000000003139471430009017,Anna,upload,u-1,c-9,k-17,company,\
             ,,\"Beispiel, GmbH\",CHE-100.000.006 MWST,CHE-100.000.006,Hauptstrasse,12a,3000,Bern,CH,e-1,1,invoice,2026-03-31,{line},{number},\
             a-{account},{account},CHF,a-2000,2000,CHF,{amount},CHF,{rest}\n"
        )
    };
    let csv = format!(
        "{COLUMNS}\n{}{}",
        row(
            "l-1",
            1,
            "6500",
            "30",
            "8.1,VM81,t-1,31.20,EUR,\"Toner \"\"rot\"\"\",Verkauf,c-10,cost-center"
        ),
        row("l-2", 2, "6510", "35.00", ",,,,,,,,")
    );
    let line = |id: &str, number: u8, side: &str, amount: &str, account: &str, more: &str| {
        format!(
            r#"{{"lineId":"{id}","lineNumber":{number},"creditDebit":"{side}","amount":"{amount}","currency":"CHF","account":{{"externalId":"a-{account}","number":"{account}","currency":"CHF"}}{more}}}"#
        )
    };
    let expected = format!(
        r#"[{{"serviceId":"s-81","invoice":{{"number":"2026-118","date":"2026-03-28","currency":"CHF","payableUntil":"2026-04-27","billingPeriod":{{"from":"2026-03-01","to":"2026-03-31"}},"qrReferenceNumber":"210000000003139471430009017","owner":"Anna","source":"upload","sourceId":"u-1"}},"contact":{{"contactId":"c-9","externalId":"k-17","legalType":"company","companyName":"Beispiel, GmbH","companyTaxNumber":"CHE-100.000.006 MWST","companyUid":"CHE-100.000.006","address":{{"street":"Hauptstrasse","houseNumber":"12a","postalCode":"3000","city":"Bern","country":"CH"}}}},"entries":[{{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{},{},{},{}]}}]}}]"#,
        line(
            "l-1",
            1,
            "debit",
            "30",
            "6500",
            r#","tax":{"externalId":"t-1","code":"VM81","value":"8.1"},"originalAmount":"31.20","originalCurrency":"EUR","text":"Toner \"rot\"","dimensions":[{"externalId":"c-10","name":"Verkauf","type":"cost-center"}]"#
        ),
        line(
            "l-1-credit",
            2,
            "credit",
            "30",
            "2000",
            r#","text":"Toner \"rot\"""#
        ),
        line("l-2", 3, "debit", "35.00", "6510", ""),
        line("l-2-credit", 4, "credit", "35.00", "2000", ""),
    );
    assert_eq!(json(&csv), expected);

    // Columns in another order, with another delimiter, a byte order mark and other line ends.
    let reversed: Vec<String> = csv
        .lines()
        .map(|line| {
            let cells: Vec<String> = csv_cells(line)
                .into_iter()
                .rev()
                .map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")))
                .collect();
            cells.join(";")
        })
        .collect();
    assert_eq!(
        json(&format!("\u{feff}\n{}\r\n", reversed.join("\r\n"))),
        expected
    );
    assert_eq!(
        json(&reversed.join("\n").replace("\";\"", "\"\t\"")),
        expected
    );
    let utf16: Vec<u8> = csv.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let reading =
        format::read_single_entries(&[&[0xFF, 0xFE][..], &utf16].concat(), &Policy::new());
    assert_eq!(journal::write(&reading.records), expected);
}

/// Splits a line with an independent parser.
fn csv_cells(line: &str) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(line.as_bytes());
    reader
        .records()
        .next()
        .unwrap()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect()
}

#[test]
fn columns_have_the_names_of_every_release() {
    let row = "r,e,1,invoice,2026-03-31,l,1,1,2,5,CHF";
    let header = SHORT.trim_end();
    let with = |columns: &str, cells: &str| json(&format!("{header},{columns}\n{row},{cells}\n"));
    assert!(with("contact-externalIdd", "k").contains(r#""contact":{"externalId":"k"}"#));
    let period = r#""invoice":{"billingPeriod":{"from":"2026-03-01","to":"2026-03-31"}}"#;
    assert!(
        with(
            "invoice-billingPeriod_from,invoice-billingPeriod_to",
            "2026-03-01,2026-03-31"
        )
        .contains(period)
    );
    for text in [
        "2026-03-01 - 2026-03-31",
        "2026-03-01/2026-03-31",
        "2026-03-01 to 2026-03-31",
    ] {
        assert!(with("invoice-billingPeriod", text).contains(period));
    }
    // Dimensions have numbers from 0 or 1, and in any order.
    let csv = format!(
        "{header},entry-dimensions-10-name,entry-dimensions-2-name,entry-dimensions-2-externalId,entry-dimensions-10-externalId\n\
        r,e,1,invoice,2026-03-31,l,1,1,,5,CHF,J,B,b,j\nr,e,1,invoice,2026-03-31,m,2,,2,5,CHF,,,,\n"
    );
    assert!(
        json(&csv).contains(
            r#""dimensions":[{"externalId":"b","name":"B"},{"externalId":"j","name":"J"}]"#
        )
    );

    let branded = read(
        &SHORT
            .replace("serviceId", "acmeId")
            .replace('\n', &format!("\n{row}\n")),
    );
    assert_eq!(
        (branded.brand.as_deref(), branded.records.len()),
        (Some("acme"), 1)
    );
    let given = format::read_single_entries(
        SHORT
            .replace("serviceId", "acmeId")
            .replace('\n', &format!("\n{row}\n"))
            .as_bytes(),
        &Policy::new().brand("acme"),
    );
    assert_eq!(
        (given.brand.as_deref(), given.records.len()),
        (Some("acme"), 1)
    );
    // Numbers and types may lack.
    let fewer = "serviceId,entry-entryId,entry-date,entry-lineId,entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency\n\
        r,e,2026-03-31,l,1,2,5,CHF\n";
    assert!(json(fewer).contains(
        r#""entryId":"e","date":"2026-03-31","lines":[{"lineId":"l","creditDebit":"debit""#
    ));
}

#[test]
fn a_header_that_does_not_fit_is_an_error() {
    for (csv, found) in [
        ("", "1:1 empty-file : there is nothing in the file"),
        (
            "a,b\n1,2\n",
            "1:1 single-entries-unknown : this is not the CSV of single entries: its first row has no known columns",
        ),
        (
            "%PDF-1.4",
            "1:1 single-entries-unknown : this is not the CSV of single entries: it is a PDF document",
        ),
        (
            &SHORT.replace(",entry-date", ""),
            "1:1 single-entries-unknown : this is not the CSV of single entries: its header lacks `entry-date`",
        ),
        (
            &SHORT.replace("entry-type", "entry-date"),
            "1:1 column-twice : two columns of the header have the same meaning in this format: `entry-date`",
        ),
        (SHORT, "1:1 statement-empty : no entry follows here"),
    ] {
        assert_eq!(findings(&read(csv)), [found], "{csv}");
    }
    let unknown = format!(
        "{},entry-txt,x\nr,e,1,a,2026-03-31,l,1,1,2,5,CHF,,\n",
        SHORT.trim_end()
    );
    assert_finds(
        &unknown,
        &[
            "1:176 single-entries-column-unknown : `entry-txt` is not a known column of single entries; `entry-text` was probably meant",
            "1:186 single-entries-column-unknown : `x` is not a known column of single entries",
        ],
        &[],
    );
}

#[test]
fn journals_are_recognized_by_their_content() {
    let csv = format!("{SHORT}r,e,1,a,2026-03-31,l,1,1,2,5,CHF\n");
    assert_eq!(
        format::read_journal(csv.as_bytes(), &Policy::new())
            .records
            .len(),
        1
    );
    let json = journal::write(&read(&csv).records);
    assert_eq!(
        format::read_journal(json.as_bytes(), &Policy::new()).records,
        read(&csv).records
    );
    assert_eq!(
        format::read_journal(b"Datum;Betrag\n", &Policy::new())
            .report
            .findings[0]
            .rule
            .id,
        "not-json"
    );
    for source in [csv.replace("CHF", "XYZ").as_bytes(), b"{}", b""] {
        let policy = Policy::new();
        assert_eq!(
            format::check_journal(source, &policy),
            format::read_journal(source, &policy).report
        );
    }
    assert!(!format::is_single_entries_file(b""));
}
