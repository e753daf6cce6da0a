//! Journal records that are written for other programs: exact texts, refused entries, and notes on what is lost.

mod ledgers;
mod properties;
mod statements;
mod tables;
mod targets;

use universal_accounting::base_data::{self, BaseData};
use universal_accounting::export::{self, JournalExport, JournalExportOptions, JournalTarget};
use universal_accounting::internals::rules::Example;
use universal_accounting::journal::{self, Entry, JournalRecord, Line, LineAccount, Side};
use universal_accounting::report::Policy;
use universal_accounting::value::Date;

/// A receipt with two entries: an invoice with two expenses, and its payment.
const RECEIPT: &str = r#"{
  "serviceId": "s-81",
  "invoice": {"number": "2026-118", "date": "2026-03-28", "currency": "CHF", "billingPeriod": {"from": "2026-03-01", "to": "2026-03-31"}, "postingType": "creditor-invoice"},
  "contact": {"name": "Beispiel GmbH", "externalId": "k-17", "legalType": "company", "companyName": "Beispiel GmbH", "address": {"city": "Bern"}},
  "entries": [
    {"entryId": "e-1", "entryNumber": 1, "type": "invoice", "date": "2026-03-31", "lines": [
      {"lineId": "l-1", "lineNumber": 1, "creditDebit": "debit", "amount": "30", "currency": "CHF", "account": {"externalId": "a-1", "number": "6500", "currency": "CHF"}, "tax": {"externalId": "t-1", "code": "VM81", "value": "8.1"}, "text": "Toner, March", "dimensions": [{"externalId": "k-1", "name": "Verkauf", "type": "cost-center"}]},
      {"lineId": "l-2", "lineNumber": 2, "creditDebit": "debit", "amount": "35", "currency": "CHF", "account": {"number": "6510"}, "text": "=A1+\"B\""},
      {"lineId": "l-3", "lineNumber": 3, "creditDebit": "credit", "amount": "65", "currency": "CHF", "account": {"number": "2000"}, "text": "Beispiel"}
    ]},
    {"entryId": "e-2", "entryNumber": 2, "type": "payment", "date": "2026-04-02", "lines": [
      {"lineId": "l-4", "lineNumber": 1, "creditDebit": "debit", "amount": "65.00", "currency": "CHF", "account": {"number": "2000"}},
      {"lineId": "l-5", "lineNumber": 2, "creditDebit": "credit", "amount": "65.00", "currency": "CHF", "account": {"number": "1020"}, "originalAmount": "70.10", "originalCurrency": "EUR", "text": "Payment"}
    ]}
  ],
  "files": [{"serviceFileId": "f-1"}]
}"#;

const SINGLE: JournalTarget = JournalTarget::SingleEntries { collective: false };
const COLLECTIVE: JournalTarget = JournalTarget::SingleEntries { collective: true };
const TARGETS: [JournalTarget; 6] = [
    SINGLE,
    COLLECTIVE,
    JournalTarget::Table,
    JournalTarget::Hledger,
    JournalTarget::Beancount,
    JournalTarget::Banana,
];

fn records(json: &str) -> Vec<JournalRecord> {
    let reading = journal::read(json.as_bytes(), &Policy::new());
    assert!(reading.rejected.is_empty(), "{:?}", reading.report);
    reading.records
}

/// Returns a record with one entry, which may be out of balance. Each line is its side (`d` or `c`), amount, currency and account.
fn entry(lines: &[&str]) -> Vec<JournalRecord> {
    let line = |(index, line): (usize, &&str)| {
        let [side, amount, currency, account]: [&str; 4] =
            line.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let side = if side == "d" {
            Side::Debit
        } else {
            Side::Credit
        };
        let account = LineAccount::new(account.parse().unwrap());
        Line::new(
            format!("l-{index}").parse().unwrap(),
            side,
            amount.parse().unwrap(),
            currency.parse().unwrap(),
            account,
        )
    };
    let lines = lines.iter().enumerate().map(line).collect();
    let entry = Entry::new(
        "e-1".parse().unwrap(),
        Date::parse("2026-03-31").unwrap(),
        lines,
    );
    vec![JournalRecord::new("s-1".parse().unwrap(), vec![entry])]
}

fn write_for(records: &[JournalRecord], target: JournalTarget) -> JournalExport {
    export::journal(records, target, &JournalExportOptions::new())
}

/// Base data with the accounts of [`RECEIPT`] except 6510.
fn base_data() -> BaseData {
    let accounts = r#"[{"externalId":"a-1","number":"6500","description":"Büromaterial: Toner","type":"EXPENSE"},
        {"externalId":"a-2","number":"2000","description":"Kreditoren","type":"LIABILITY"},
        {"externalId":"a-3","number":"1020","description":"Bank","type":"ASSET"}]"#;
    let mut json = String::from_utf8(
        Example::BaseData(
            "costCenters",
            r#"[{"externalId":"k-1","name":"Verkauf","code":"VK"}]"#,
        )
        .input()
        .into_owned(),
    )
    .unwrap();
    let from = json.find("\"accounts\":").unwrap() + "\"accounts\":".len();
    let until = from + json[from..].find(']').unwrap() + 1;
    json.replace_range(from..until, accounts);
    base_data::read(json.as_bytes(), &Policy::new())
        .value
        .unwrap()
}

fn notes(export: &JournalExport) -> Vec<String> {
    export.notes.iter().map(ToString::to_string).collect()
}

/// Returns the word for the outcome of an entry in a target: the reason of the refusal, or the number of amounts that were written.
fn outcome(records: &[JournalRecord], target: JournalTarget) -> String {
    let export = write_for(records, target);
    match export.refused.as_slice() {
        [] => export
            .written
            .iter()
            .map(|total| total.amounts)
            .sum::<usize>()
            .to_string(),
        [refusal] => {
            assert!(
                export.written.is_empty() && export.entries == 0,
                "{export:?}"
            );
            refusal.reason.as_str().to_owned()
        }
        _ => panic!("{:?}", export.refused),
    }
}

#[test]
fn each_target_refuses_what_it_can_t_express() {
    for (lines, expected) in [
        (
            &["d 65 CHF 1", "c 65 CHF 2"][..],
            ["2", "2", "2", "2", "2", "2"],
        ),
        (
            &["d 30 CHF 1", "d 35 CHF 2", "c 65 CHF 3"],
            ["4", "4", "3", "3", "3", "4"],
        ),
        (
            &["c 70 CHF 1", "d 65 CHF 2", "c -5 CHF 3"],
            ["4", "4", "3", "3", "3", "4"],
        ),
        (
            &["d 1 CHF 1", "d 2 CHF 2", "c 1 CHF 3", "c 2 CHF 4"],
            ["several-on-both-sides", "4", "4", "4", "4", "4"],
        ),
        (
            &["d 1 CHF 1", "d -1 CHF 2"],
            ["one-side", "2", "2", "2", "2", "2"],
        ),
        (
            &["d 1 CHF 1", "c 1 CHF 2", "d 2 EUR 1", "c 2 EUR 2"],
            ["several-currencies", "4", "4", "4", "4", "4"],
        ),
        (
            &["d 1 CHF 1", "c 1 EUR 2"],
            [
                "several-currencies",
                "2",
                "2",
                "several-currencies",
                "several-currencies",
                "several-currencies",
            ],
        ),
        (
            &["d 65 CHF 1", "c 64.95 CHF 2"],
            [
                "unbalanced",
                "unbalanced",
                "2",
                "unbalanced",
                "unbalanced",
                "unbalanced",
            ],
        ),
        (
            &["d 65 CHF 1"],
            [
                "one-line", "one-line", "1", "one-line", "one-line", "one-line",
            ],
        ),
        (
            &["d 0.00 CHF 1"],
            ["one-line", "one-line", "1", "1", "1", "1"],
        ),
        (
            &[
                "d 79228162514264337593543950335 CHF 1",
                "c 0.0000000000000000000000000001 CHF 2",
            ],
            [
                "too-large",
                "too-large",
                "2",
                "too-large",
                "too-large",
                "too-large",
            ],
        ),
    ] {
        assert_eq!(
            TARGETS.map(|target| outcome(&entry(lines), target)),
            expected,
            "{lines:?}"
        );
    }
}

#[test]
fn a_refusal_names_record_and_entry() {
    let records = entry(&["d 65 CHF 1"]);
    let export = write_for(&records, SINGLE);
    let [refusal] = export.refused.as_slice() else {
        panic!("{export:?}")
    };
    assert_eq!(
        refusal.to_string(),
        "record `s-1`, entry `e-1`: the entry has one line only, which pairs with none"
    );
    assert_eq!(
        refusal.redacted(),
        "record 1, entry 1: the entry has one line only, which pairs with none"
    );
    assert_eq!(
        export.read.len(),
        1,
        "what came in is counted even if it is refused"
    );
}

#[test]
fn what_has_no_entry_is_noted() {
    let empty = records(
        r#"[{"serviceId":"a","entries":[]},{"serviceId":"b","entries":[{"entryId":"e","date":"2026-03-31","lines":[]}]}]"#,
    );
    for target in TARGETS {
        let export = write_for(&empty, target);
        assert_eq!(
            (export.entries, notes(&export)),
            (
                0,
                vec![
                    "2 records without entries, or entries without lines, are left out".to_owned()
                ]
            )
        );
    }
}

#[test]
fn a_sum_that_is_too_large_is_unknown_instead_of_wrong() {
    let large = "79228162514264337593543950335";
    let [debit, credit] =
        ["d", "c"].map(|side| format!("{side} {large} CHF {}", if side == "d" { 1 } else { 2 }));
    let mut twice = entry(&[&debit, &credit]);
    let second = twice[0].entries[0].clone();
    twice[0].entries.push(second);
    for target in TARGETS {
        let export = write_for(&twice, target);
        assert_eq!(export.entries, 2);
        let sums = [&export.read, &export.written].map(|totals| {
            totals
                .iter()
                .map(|total| (total.debits.is_some(), total.credits.is_some()))
                .collect::<Vec<_>>()
        });
        assert_eq!(
            sums,
            [
                vec![(false, true), (true, false)],
                vec![(false, true), (true, false)]
            ]
        );
    }
}
