//! The CSV of single entries, read back into journal records.

use std::collections::BTreeMap;

use proptest::prelude::*;
use universal_accounting::format::{self, SingleEntriesReading};
use universal_accounting::journal::{self, Entry, JournalRecord, Line, Side};
use universal_accounting::report::{Limits, Policy};
use universal_accounting::rust_decimal::Decimal;

/// All published columns, and one dimension.
const COLUMNS: &str = "serviceId,invoice-number,invoice-billingPeriod,invoice-currency,invoice-date,invoice-payableUntil,invoice-qrReferenceNumber,\
    invoice-owner,invoice-source,invoice-sourceId,contact-contactId,contact-externalId,contact-legalType,contact-firstName,contact-lastName,\
    contact-companyName,contact-companyTaxNumber,contact-companyUid,contact-address-street,contact-address-houseNumber,contact-address-postalCode,\
    contact-address-city,contact-address-country,entry-entryId,entry-entryNumber,entry-type,entry-date,entry-lineId,entry-lineNumber,\
    entry-debitAccount-externalId,entry-debitAccount-number,entry-debitAccount-currency,entry-creditAccount-externalId,entry-creditAccount-number,\
    entry-creditAccount-currency,entry-amount,entry-currency,entry-tax-value,entry-tax-code,entry-tax-externalId,entry-originalAmount,\
    entry-originalCurrency,entry-text,entry-dimensions-0-name,entry-dimensions-0-externalId,entry-dimensions-0-type";

/// The required columns, and the numbers.
const SHORT: &str = "serviceId,entry-entryId,entry-entryNumber,entry-type,entry-date,entry-lineId,entry-lineNumber,\
    entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency\n";

fn read(csv: &str) -> SingleEntriesReading {
    format::read_single_entries(csv.as_bytes(), &Policy::new())
}

/// Reads a CSV without a finding and returns its records as JSON.
fn json(csv: &str) -> String {
    let reading = read(csv);
    assert_eq!(findings(&reading), [""; 0], "{csv}");
    assert!(reading.rejected.is_empty() && reading.rejected_rows.is_empty());
    journal::write(&reading.records)
}

/// Returns each finding with its place, cell, record and message.
fn findings(reading: &SingleEntriesReading) -> Vec<String> {
    let describe = |finding: &universal_accounting::report::Finding| {
        let cell = finding
            .cell
            .as_ref()
            .map(|cell| format!("row {} `{}`", cell.row, cell.column))
            .unwrap_or_default();
        let item = finding
            .item
            .as_ref()
            .map(|item| format!(" of record {}", item.index))
            .unwrap_or_default();
        assert!(
            finding.pointer.is_empty() && finding.fix.is_none(),
            "{finding}"
        );
        format!(
            "{}:{} {} {cell}{item}: {}",
            finding.line,
            finding.column,
            finding.rule.id,
            finding.message()
        )
    };
    reading.report.findings.iter().map(describe).collect()
}

fn assert_finds(csv: &str, expected: &[&str], rejected_rows: &[usize]) {
    let reading = read(csv);
    assert_eq!(findings(&reading), expected, "{csv}");
    assert_eq!(reading.rejected_rows, rejected_rows, "{csv}");
    let rejected = reading.rejected.iter().chain(&reading.positions).count();
    assert_eq!(reading.records.len(), reading.positions.len());
    assert!(rejected <= reading.rows);
}

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
fn rows_of_one_record_may_be_apart() {
    let csv = format!(
        "{SHORT}r,e,1,a,2026-03-31,l,1,1,2,5,CHF\ns,f,1,a,2026-03-31,n,1,1,2,5,CHF\n\nr,g,2,a,2026-04-01,o,1,1,2,5,CHF\n,,,,,,,,,,\nr,e,1,,2026-03-31,m,2,1,3,5,CHF\n"
    );
    let reading = read(&csv);
    assert_eq!(findings(&reading), [""; 0]);
    let ids = |record: &JournalRecord| {
        let entries = record.entries.iter().map(|entry| {
            let lines: Vec<&str> = entry
                .lines
                .iter()
                .map(|line| line.line_id.as_ref())
                .collect();
            format!("{} {}", entry.entry_id, lines.join(" "))
        });
        format!(
            "{}: {}",
            record.service_id,
            entries.collect::<Vec<_>>().join(", ")
        )
    };
    let records: Vec<String> = reading.records.iter().map(ids).collect();
    assert_eq!(
        records,
        [
            "r: e l l-credit m m-credit, g o o-credit",
            "s: f n n-credit"
        ]
    );
    assert_eq!(reading.rows, 4);
    let rows: Vec<&str> = reading
        .positions
        .iter()
        .map(|position| &csv[position.span.start..position.span.end])
        .collect();
    assert_eq!(
        rows,
        [
            "r,e,1,a,2026-03-31,l,1,1,2,5,CHF",
            "s,f,1,a,2026-03-31,n,1,1,2,5,CHF"
        ]
    );
}

#[test]
fn each_fault_has_its_cell() {
    let good = "r,e,1,invoice,2026-03-31,l,1,6500,2000,5.00,CHF\n";
    let row = |from: &str, to: &str| {
        format!(
            "{SHORT}{}q,d,1,invoice,2026-03-31,k,1,6500,2000,5.00,CHF\n",
            good.replace(from, to)
        )
    };
    assert_finds(
        &row("2026-03-31", "31.3.2026"),
        &[
            "2:15 date-form row 1 `entry-date` of record 0: `date` is no date in the form YYYY-MM-DD",
        ],
        &[1],
    );
    assert_finds(
        &row("5.00", "5,00").replace("5,00", "\"5,00\""),
        &["2:41 amount-form row 1 `entry-amount` of record 0: `amount` is no plain decimal"],
        &[1],
    );
    assert_finds(
        &row("CHF", "XYZ"),
        &[
            "2:45 currency-unknown row 1 `entry-currency` of record 0: `currency` is no currency code of ISO 4217",
        ],
        &[1],
    );
    assert_finds(
        &row(",l,", ", ,"),
        &[
            "2:26 empty-required row 1 `entry-lineId` of record 0: `lineId` is empty or holds only blanks",
        ],
        &[1],
    );
    assert_finds(
        &row("r,", ","),
        &[
            "2:1 empty-required row 1 `serviceId` of record 0: `serviceId` is empty or holds only blanks",
        ],
        &[1],
    );
    assert_finds(
        &row(",1,invoice", ",x,invoice"),
        &[
            "2:5 wrong-type row 1 `entry-entryNumber` of record 0: `entryNumber` is a string where a number belongs",
        ],
        &[1],
    );
    assert_finds(
        &row(",1,invoice", ",,invoice"),
        &[
            "2:1 expected-field-missing row 1 `` of record 0: `entryNumber` is missing; the contract allows it, but nearly every record has one",
        ],
        &[],
    );
    assert_finds(
        &row("6500,2000", ","),
        &[
            "2:1 single-entry-without-account row 1 `` of record 0: this row has neither a debit account nor a credit account",
        ],
        &[1],
    );
    assert_finds(
        &row(",CHF", ""),
        &["2:1 row-too-short row 1 `` of record 0: the row has 10 of 11 cells"],
        &[1],
    );
    assert_finds(
        &row("CHF", "CHF,x"),
        &[
            "2:49 row-too-long row 1 `` of record 0: the row has a value in cell 12, but the header has 11 columns",
        ],
        &[1],
    );
    assert_finds(&row("CHF", "CHF,,"), &[], &[]);
    assert_finds(
        &row("invoice", "\"invoice"),
        &[
            "2:7 stray-quote row 1 `entry-type` of record 0: this quote is not closed at the end of a cell, so it is read as part of the text",
        ],
        &[],
    );
    // One-sided rows balance as the lines that they are.
    assert_finds(
        &row("6500,2000", "6500,"),
        &[
            "2:1 entry-line-alone row 1 `` of record 0: this entry has one line alone, so nothing balances it",
        ],
        &[],
    );
    let unbalanced = format!(
        "{SHORT}r,e,1,invoice,2026-03-31,l,1,6500,,5.00,CHF\nr,e,1,invoice,2026-03-31,m,2,,2000,5.01,CHF\n"
    );
    assert_finds(
        &unbalanced,
        &[
            "2:1 entry-unbalanced row 1 `` of record 0: the debits of this entry do not equal its credits",
        ],
        &[1, 2],
    );
    // A row that can't be read is the only fault of its record.
    assert_finds(
        &unbalanced.replace(",5.01", ""),
        &["3:1 row-too-short row 2 `` of record 0: the row has 10 of 11 cells"],
        &[1, 2],
    );
}

#[test]
fn rows_that_contradict_each_other_are_rejected() {
    let header = format!("{},invoice-number,contact-lastName\n", SHORT.trim_end());
    let rows = |second: &str| format!("{header}r,e,1,a,2026-03-31,l,1,1,2,5,CHF,n-1,\n{second}\n");
    assert_finds(
        &rows("r,e,1,a,2026-03-31,m,2,1,3,5,CHF,n-2,"),
        &[
            "3:34 single-entry-contradiction row 2 `invoice-number` of record 0: `number` is different in an earlier row of the same record",
        ],
        &[1, 2],
    );
    assert_finds(
        &rows("r,e,1,a,2026-04-01,m,2,1,3,5,CHF,n-1,"),
        &[
            "3:9 single-entry-contradiction row 2 `entry-date` of record 0: `date` is different in an earlier row of the same entry",
        ],
        &[1, 2],
    );
    assert_finds(&rows("r,f,2,b,2026-04-01,m,1,1,3,5,CHF,,Muster"), &[], &[]);
    assert_finds(
        &rows("r,e,1,a,2026-03-31,l,2,1,3,5,CHF,n-1,"),
        &[
            "3:20 journal-id-repeated row 2 `entry-lineId` of record 0: `lineId` is that of an earlier line in this file",
        ],
        &[],
    );
}

#[test]
fn reports_what_the_format_does_not_say() {
    let header = format!(
        "{},entry-tax-code,entry-dimensions-1-externalId,entry-dimensions-1-name\n",
        SHORT.trim_end()
    );
    let alone = format!(
        "{header}r,e,1,a,2026-03-31,l,1,1,2,5,CHF,V,,\ns,f,1,a,2026-03-31,m,1,1,2,5,CHF,,,\nt,g,1,a,2026-03-31,n,1,1,2,5,CHF,,c,C\n"
    );
    assert_finds(
        &alone,
        &[
            "2:1 single-entry-side-unknown row 1 ``: rows with two accounts do not say which of them has the tax, the original amount and the dimensions; the debit line has those of 2 rows",
        ],
        &[],
    );
    let sides = |csv: &str| -> Vec<(Side, bool)> {
        let lines = read(csv)
            .records
            .into_iter()
            .flat_map(|record| record.entries)
            .flat_map(|entry| entry.lines);
        lines
            .map(|line| (line.credit_debit, line.tax.is_some()))
            .collect()
    };
    assert_eq!(
        sides(&alone)[..2],
        [(Side::Debit, true), (Side::Credit, false)]
    );
    let many = format!(
        "{header}r,e,1,a,2026-03-31,l,1,1,2,5,CHF,V,,\nr,e,1,a,2026-03-31,m,2,1,3,5,CHF,V,,\n"
    );
    assert_finds(&many, &[], &[]);
    assert_eq!(
        sides(&many),
        [
            (Side::Debit, false),
            (Side::Credit, true),
            (Side::Debit, false),
            (Side::Credit, true)
        ]
    );
    let period = format!(
        "{},invoice-billingPeriod\nr,e,1,a,2026-03-31,l,1,1,2,5,CHF,Q1\n",
        SHORT.trim_end()
    );
    assert_finds(
        &period,
        &[
            "2:34 billing-period-unreadable row 1 `invoice-billingPeriod` of record 0: this is not a first and a last day, so the billing period is left out",
        ],
        &[],
    );
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
fn limits_hold() {
    let csv = format!(
        "{SHORT}r,e,1,a,2026-03-31,l,1,1,2,5,CHF\ns,f,1,a,2026-03-31,m,1,1,2,5,CHF\nr,g,2,a,2026-03-31,n,1,1,2,5,CHF\n"
    );
    let limited = |set: fn(&mut Limits)| {
        let mut limits = Limits::default();
        set(&mut limits);
        format::read_single_entries(csv.as_bytes(), &Policy::new().limits(limits))
    };
    let records = limited(|limits| limits.records = 2);
    assert_eq!(
        findings(&records),
        [
            "4:1 too-many-records : there are 3 rows; the limit is 2, and all from here on are rejected"
        ]
    );
    assert_eq!(
        (records.records.len(), records.rejected_rows),
        (1, vec![1, 3])
    );
    assert_eq!(limited(|limits| limits.line = 20).report.errors, 3);
    assert_eq!(limited(|limits| limits.cell = 9).report.errors, 3);
    assert_eq!(
        limited(|limits| limits.bytes = 9).report.findings[0]
            .rule
            .id,
        "too-large"
    );
    let few = csv.replace("2026-03-31", "x");
    let mut limits = Limits::default();
    limits.findings = 1;
    let report = format::read_single_entries(few.as_bytes(), &Policy::new().limits(limits)).report;
    assert_eq!((report.findings.len(), report.errors), (1, 3));
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

/// The debits and credits of each account in each currency.
type Sums = BTreeMap<(String, String), (Decimal, Decimal)>;

fn sums<'l>(lines: impl Iterator<Item = &'l Line>) -> Sums {
    let mut sums = Sums::new();
    for line in lines {
        let (debit, credit) = sums
            .entry((line.account.number.to_string(), line.currency.to_string()))
            .or_default();
        *(if line.credit_debit == Side::Debit {
            debit
        } else {
            credit
        }) += Decimal::from(line.amount);
    }
    sums
}

fn lines(records: &[JournalRecord]) -> impl Iterator<Item = &Line> {
    records
        .iter()
        .flat_map(|record| &record.entries)
        .flat_map(|entry: &Entry| &entry.lines)
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A pair of accounts with an amount.
fn pair() -> impl Strategy<Value = (String, String, String, &'static str)> {
    (
        "[12][0-9]{3}",
        "[345][0-9]{3}",
        "[0-9]{1,9}(\\.[0-9]{1,4})?",
        prop_oneof![Just("CHF"), Just("EUR")],
    )
}

proptest! {
    #[test]
    fn debits_and_credits_of_each_account_are_the_sums_of_the_rows(
        records in prop::collection::vec(prop::collection::vec(prop::collection::vec((pair(), any::<bool>()), 1..5), 1..4), 1..5),
        text in "[a-zé,\"\n ;]{0,8}",
    ) {
        let mut csv = format!("{},entry-text\n", SHORT.trim_end());
        let (mut expected, mut line_id, mut count) = (Sums::new(), 0, 0);
        for (record, entries) in records.iter().enumerate() {
            for (entry, pairs) in entries.iter().enumerate() {
                for ((debit, credit, amount, currency), is_split) in pairs {
                    let mut push = |debit: &str, credit: &str| {
                        line_id += 1;
                        count += 1;
                        csv.extend([format!("r{record},r{record}e{entry},{},t,2026-03-31,l{line_id},1,{debit},{credit},{amount},{currency},{}\n", entry + 1, quoted(&text))]);
                    };
                    if *is_split {
                        push(debit, "");
                        push("", credit);
                    } else {
                        push(debit, credit);
                    }
                    let amount: Decimal = amount.parse().unwrap();
                    expected.entry((debit.clone(), (*currency).to_owned())).or_default().0 += amount;
                    expected.entry((credit.clone(), (*currency).to_owned())).or_default().1 += amount;
                }
            }
        }
        let reading = read(&csv);
        prop_assert_eq!(reading.report.errors, 0, "{:?}\n{}", findings(&reading), csv);
        prop_assert_eq!((reading.rows, reading.rejected_rows.len()), (count, 0));
        prop_assert_eq!(sums(lines(&reading.records)), expected);
        // What was read is a valid journal.
        let json = journal::write(&reading.records);
        let again = journal::read(json.as_bytes(), &Policy::new());
        prop_assert!(again.report.is_valid());
        prop_assert_eq!(again.records, reading.records);
    }

    #[test]
    fn every_row_is_in_a_record_or_rejected(text in "(serviceId,entry-entryId,entry-date,entry-lineId,entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency\n)([r-t],[ef],2026-03-3[0-3],l,[12]?,[34]?,[0-9x],CHF(,z)?\n|\"|,|\n|r,e){0,12}") {
        let reading = read(&text);
        let records = reading.records.len() + reading.rejected.len();
        prop_assert!(reading.rejected_rows.len() <= reading.rows && records <= reading.rows);
        prop_assert_eq!(reading.rejected_rows.is_empty(), reading.rejected.is_empty());
        prop_assert!(reading.rejected.is_empty() || !reading.report.is_valid(), "{:?}", text);
        for finding in &reading.report.findings {
            prop_assert!(text.get(finding.span.start..finding.span.end).is_some());
        }
    }
}
