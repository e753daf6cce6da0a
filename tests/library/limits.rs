//! What lies beyond a limit is rejected with a finding and counted: nothing is lost unheard.

use universal_accounting::format::{self, Options};
use universal_accounting::report::{Fixes, Limits, Policy, Report};
use universal_accounting::statement::Conversion;
use universal_accounting::value::Currency;
use universal_accounting::{base_data, transactions};

fn limited(limits: Limits) -> Policy {
    Policy::new().limits(limits)
}

fn said(report: &Report) -> Vec<(&str, &str, usize)> {
    report.findings.iter().map(|one| (one.rule.id, one.pointer.as_str(), one.line)).collect()
}

fn payload(ids: &[&str]) -> String {
    let record = |id: &&str| {
        format!(
            r#"{{"accountIdentifier": "CH9300762011623852957", "transactionId": "{id}", "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}}"#
        )
    };
    format!("{{\"transactions\": [{}]}}", ids.iter().map(record).collect::<Vec<_>>().join(",\n"))
}

#[test]
fn items_beyond_the_limit_are_rejected() {
    let policy = limited(Limits { records: 2, ..Limits::default() });
    let text = payload(&["1", "2", "3", "1"]);
    let reading = transactions::read(text.as_bytes(), &policy);
    assert_eq!(said(&reading.report), [("too-many-records", "/transactions/2", 3)]);
    assert_eq!(
        reading.report.findings[0].message(),
        "there are 4 items in `transactions`; the limit is 2, and from here on all are rejected"
    );
    let rejected: Vec<usize> = reading.rejected.iter().map(|place| place.index).collect();
    assert_eq!((reading.values.len(), rejected), (2, vec![2, 3]));
    assert!(reading.is_importable());
    // Within the limit nothing is said, be the records plain or not.
    for ids in [["1", "2"], ["\\u0031", "2"]] {
        assert!(transactions::check(payload(&ids).as_bytes(), &policy).findings.is_empty());
    }
}

#[test]
fn a_fault_beyond_the_limit_is_told() {
    let policy = limited(Limits { records: 1, ..Limits::default() });
    let text = payload(&["1", "2", "3"]).replace("\"3\"", "\"3\", \"amount\": \"8.00\"");
    let report = transactions::check(text.as_bytes(), &policy);
    let expected = [("too-many-records", "/transactions/1", 2), ("duplicate-key", "/transactions/2/amount", 3)];
    assert_eq!(said(&report), expected);
    // A document that breaks off is refused as a whole, by the one rule that says so.
    let cut = payload(&["1", "2", "3"]).replace("}]}", "");
    assert_eq!(said(&transactions::check(cut.as_bytes(), &policy)), [("json-syntax", "/transactions/2", 3)]);
}

/// What was never read is missing nowhere: a currency beyond the limit may be listed.
#[test]
fn what_lies_beyond_the_limit_is_not_missing() {
    let text = r#"{"organization": {"companyName": "Muster AG", "leadCurrency": "EUR"},
        "accounts": [{"externalId": "1", "number": "1000", "description": "Kasse", "currency": "EUR"}, {"externalId": "2", "number": "1001", "description": "Bank", "currency": "USD"}],
        "currencies": [{"externalId": "1", "code": "CHF"}, {"externalId": "2", "code": "EUR"}],
        "taxes": [], "taxPeriods": []}"#;
    let rules = |records| -> Vec<&str> {
        let policy = limited(Limits { records, ..Limits::default() });
        let report = base_data::check(text.as_bytes(), &policy);
        report.findings.iter().map(|one| one.rule.id).filter(|id| *id != "list-empty").collect()
    };
    assert_eq!(rules(2), ["currency-unlisted"]);
    assert_eq!(rules(1), ["too-many-records", "too-many-records"]);
}

#[test]
fn normalizing_keeps_what_lies_beyond_the_limit() {
    let policy = limited(Limits { records: 1, ..Limits::default() });
    let text = payload(&["1", "2", "3"]);
    let normalized = transactions::normalize(text.as_bytes(), &policy, Fixes::Safe);
    assert_eq!(normalized.report.findings.len(), 1, "{:?}", normalized.report);
    assert_eq!(normalized.json.unwrap().matches("\"amount\"").count(), 3);
}

const HEADER: &str = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n";

fn row(day: u8, text: &str) -> String {
    format!("CH9300762011623852957;2026-03-{day:02} 00:00:00.0;{text};-12.5;;2026-03-{day:02} 00:00:00.0\n")
}

fn convert(file: &str, limits: Limits) -> Conversion {
    let mut options = Options::new();
    options.currency = Currency::parse("CHF").ok();
    options.policy = limited(limits);
    let conversion = format::convert(file.as_bytes(), &options);
    let summary = &conversion.summary;
    let all = summary.converted + summary.details + summary.skipped.len() + summary.rejected.len();
    assert_eq!(summary.rows, all, "{file}");
    conversion
}

#[test]
fn rows_beyond_the_limit_are_rejected() {
    let file = format!("{HEADER}{}{}{}", row(1, "A"), row(2, "B"), row(3, "C"));
    let found = convert(&file, Limits { records: 1, ..Limits::default() });
    assert_eq!(said(&found.summary.report), [("too-many-records", "", 3)]);
    assert_eq!((found.summary.converted, found.summary.rejected), (1, vec![3, 4]));
    assert!(convert(&file, Limits { records: 3, ..Limits::default() }).summary.report.findings.is_empty());
}

/// A booking has one id, whether the older ones below it are within the limit or not.
#[test]
fn ids_are_those_of_the_whole_file() {
    let file = format!("{HEADER}{}{}{}{}", row(3, "A"), row(2, "B"), row(2, "B"), row(1, "C"));
    let ids = |records| {
        let found = convert(&file, Limits { records, ..Limits::default() });
        found.transactions.iter().map(|one| one.transaction_id.clone()).collect::<Vec<_>>()
    };
    let all = ids(4);
    assert_eq!((all.len(), ids(2)), (4, all[..2].to_vec()));
}

#[test]
fn a_cell_or_a_line_beyond_the_limit_is_rejected() {
    let long = "x".repeat(50);
    let file = format!("{HEADER}{}{}{}", row(1, "A"), row(2, &long), row(3, "C"));
    for (limits, rule) in [
        (Limits { cell: 49, ..Limits::default() }, "cell-too-long"),
        (Limits { line: 100, ..Limits::default() }, "line-too-long"),
    ] {
        let found = convert(&file, limits);
        assert_eq!(said(&found.summary.report), [(rule, "", 3)]);
        assert_eq!((found.summary.converted, found.summary.rejected), (2, vec![3]));
    }
    assert!(convert(&file, Limits { cell: 50, ..Limits::default() }).summary.report.findings.is_empty());
}

#[test]
fn a_long_line_above_the_rows_is_told() {
    let above = format!("Export;{}\n{HEADER}{}", "x".repeat(100), row(1, "A"));
    let found = convert(&above, Limits { line: 100, ..Limits::default() });
    assert_eq!((said(&found.summary.report), found.summary.converted), (vec![("line-too-long", "", 1)], 1));
    let found = convert(&format!("{HEADER}{}", row(1, "A")), Limits { line: 50, ..Limits::default() });
    assert_eq!((said(&found.summary.report), found.summary.rows), (vec![("line-too-long", "", 1)], 0));
}

/// With the usual limits, a megabyte in a cell is too long, quoted or not.
#[test]
fn there_are_limits_unless_others_are_given() {
    let file = |length: usize| format!("{HEADER}{}", row(1, &"x".repeat(length)));
    let rules = |file: &str| {
        let found = convert(file, Limits::default());
        found.summary.report.findings.iter().map(|one| one.rule.id).collect::<Vec<_>>()
    };
    assert_eq!(rules(&file((1 << 20) + 1)), ["cell-too-long"]);
    assert_eq!(rules(&file(4 << 20)), ["line-too-long"]);
}

/// Every transaction carries its account, so that one above the rows must not be as long as the file.
#[test]
fn a_long_account_is_none() {
    let file = |digits: usize| {
        let account = "1".repeat(digits);
        format!(
            "Account number:;{account};\n\n\
             Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
             2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n"
        )
    };
    let rules = |digits| {
        let found = convert(&file(digits), Limits::default());
        found.summary.report.findings.iter().map(|one| one.rule.id).collect::<Vec<_>>()
    };
    assert_eq!(rules(20), [""; 0]);
    assert_eq!(rules(1001), ["account-unusable", "account-missing"]);
}
