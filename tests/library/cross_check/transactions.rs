//! Transactions, and what holds for every comparison: order, pointers, the policy.

use universal_accounting::cross_check;
use universal_accounting::report::{Level, Limits, Policy, Report};
use universal_accounting::{contract, transactions};

use super::{describe, known};

fn transaction(account: &str, id: &str, currency: &str, day: &str) -> String {
    format!(
        r#"{{"accountIdentifier":"{account}","transactionId":"{id}","creditDebit":"debit","amount":"12.50","currency":"{currency}",{day}}}"#
    )
}

fn payload(transactions: &[String]) -> String {
    format!("{{\"transactions\":[\n{}]}}", transactions.join(",\n"))
}

const BOTH_CURRENCIES: &str = "CH9300762011623852957";
const FRANCS: &str = "CH5604835012345678009";
const DAY: &str = r#""bookedAt":"2026-03-31""#;

/// Returns the rule of each finding.
fn rules(report: &Report) -> Vec<&'static str> {
    report
        .findings
        .iter()
        .map(|finding| finding.rule.id)
        .collect()
}

#[test]
fn transactions_are_compared() {
    let text = payload(&[
        transaction(BOTH_CURRENCIES, "1", "CHF", DAY),
        transaction(BOTH_CURRENCIES, "2", "EUR", DAY),
        transaction(BOTH_CURRENCIES, "3", "USD", DAY),
        transaction(FRANCS, "4", "EUR", DAY),
        transaction("LI21088100002324013AA", "5", "EUR", DAY),
        transaction(
            "LI21088100002324013AA",
            "6",
            "USD",
            r#""valutaAt":"2027-01-01","purchasedAt":"2026-12-31""#,
        ),
        transaction(FRANCS, "7", "CHF", r#""purchasedAt":"2025-03-31""#),
        transaction(
            FRANCS,
            "8",
            "CHF",
            r#""bookedAt":"2026-01-01","purchasedAt":"2025-03-31""#,
        ),
        transaction("XXXX XXXX XXXX 1234", "9", "USD", DAY),
        transaction("XXXX XXXX XXXX 5678", "10", "CHF", DAY),
    ]);
    let expected = [
        r#"4 "USD" currency-not-of-account /transactions/2/currency: `currency` is not the currency of `/accounts/0`, the account of the base data with this IBAN"#,
        r#"5 "EUR" currency-not-of-account /transactions/3/currency: `currency` is not the currency of `/accounts/2`, the account of the base data with this IBAN"#,
        r#"6 "LI21088100002324013AA" iban-not-in-base-data /transactions/4/accountIdentifier: no account of the base data has the IBAN in `accountIdentifier`"#,
        r#"7 "LI21088100002324013AA" iban-not-in-base-data /transactions/5/accountIdentifier: no account of the base data has the IBAN in `accountIdentifier`"#,
        r#"7 "USD" currency-not-in-base-data /transactions/5/currency: `currency` is a currency that the base data does not list"#,
        r#"7 "2027-01-01" outside-tax-periods /transactions/5/valutaAt: `valutaAt` is outside of every tax period of the base data"#,
        r#"8 "2025-03-31" outside-tax-periods /transactions/6/purchasedAt: `purchasedAt` is outside of every tax period of the base data"#,
        r#"10 "XXXX XXXX XXXX 1234" account-not-compared /transactions/8/accountIdentifier: the account of 2 of these transactions is no IBAN, so it was not compared with the base data"#,
        r#"10 "USD" currency-not-in-base-data /transactions/8/currency: `currency` is a currency that the base data does not list"#,
    ];
    let report = cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new());
    assert_eq!(describe(&text, &report), expected);
    assert_eq!((report.errors, report.warnings), (0, 9));
    // The positions in the text do not depend on a byte order mark, and the offsets in the file count it.
    let marked = cross_check::check_transactions(
        format!("\u{feff}{text}").as_bytes(),
        &known(),
        &Policy::new(),
    );
    assert_eq!(describe(&text, &marked)[1..], expected);
    for (finding, marked) in report.findings.iter().zip(&marked.findings[1..]) {
        assert_eq!(
            (finding.span.start + 3, finding.span.end + 3),
            (marked.span.start, marked.span.end)
        );
        assert_eq!(finding.item, marked.item);
    }
}

#[test]
fn the_account_of_a_transaction_is_an_iban_in_any_spelling() {
    let text = payload(&[transaction("ch93 0076 2011 6238 5295 7", "1", "EUR", DAY)]);
    let report = cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new());
    assert_eq!(rules(&report), ["account-iban-spelling"]);
}

#[test]
fn findings_of_both_kinds_are_in_the_order_of_the_file() {
    let text = payload(&[
        transaction(FRANCS, "1", "EUR", r#""bookedAt":"2026-02-30""#),
        transaction(FRANCS, "2", "EUR", r#""bookedAt":"2027-01-01","note":1"#),
        transaction(FRANCS, "2", "CHF", r#""bookedAt":"2027-01-01""#),
    ]);
    let report = cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new());
    let found: Vec<(usize, &str)> = report
        .findings
        .iter()
        .map(|finding| (finding.line, finding.rule.id))
        .collect();
    // Nothing is built from a transaction with an error, so the first one is not compared.
    assert_eq!(
        found,
        [
            (2, "date-day"),
            (3, "currency-not-of-account"),
            (3, "outside-tax-periods"),
            (3, "unknown-field"),
            (4, "duplicate-transaction"),
            (4, "outside-tax-periods"),
        ]
    );
    assert_eq!((report.errors, report.warnings), (1, 5));
}

#[test]
fn each_payload_of_a_sequence_has_its_own_pointers() {
    let first = payload(&[
        transaction(FRANCS, "1", "CHF", DAY),
        transaction(FRANCS, "2", "EUR", DAY),
    ]);
    let faulty = "{\"transactions\":[nope]}";
    let second = payload(&[transaction(FRANCS, "3", "EUR", DAY)]);
    let text = [first.as_str(), faulty, &second].join("\n");
    let report =
        cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new().sequence());
    let found: Vec<(usize, &str, &str, Option<usize>)> = report
        .findings
        .iter()
        .map(|finding| {
            (
                finding.line,
                finding.rule.id,
                finding.pointer.as_str(),
                finding.item.as_ref().map(|item| item.index),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                3,
                "currency-not-of-account",
                "/transactions/1/currency",
                Some(1)
            ),
            (4, "json-syntax", "/transactions/0", None),
            (
                6,
                "currency-not-of-account",
                "/transactions/0/currency",
                Some(0)
            ),
        ]
    );
}

#[test]
fn the_policy_sets_levels_limits_and_redaction() {
    let all: Vec<String> = (0..9)
        .map(|id| transaction(FRANCS, &id.to_string(), "EUR", DAY))
        .collect();
    let text = payload(&all);
    let check =
        |policy: &Policy| cross_check::check_transactions(text.as_bytes(), &known(), policy);
    let rule = contract::rule("currency-not-of-account").unwrap();

    assert_eq!(
        check(&Policy::new().level(rule, Level::Allow).unwrap()),
        Report::default()
    );
    for policy in [
        Policy::new().strict(),
        Policy::new().level(rule, Level::Deny).unwrap(),
    ] {
        assert_eq!((check(&policy).errors, check(&policy).warnings), (9, 0));
    }
    let warned = check(&Policy::new().strict().level(rule, Level::Warn).unwrap());
    assert_eq!((warned.errors, warned.warnings), (0, 9));

    let mut limits = Limits::default();
    limits.findings_per_rule = 2;
    let limited = check(&Policy::new().limits(limits));
    assert_eq!(
        (
            limited.findings.len(),
            limited.warnings,
            limited.counts[0].count
        ),
        (2, 9, 9)
    );
    assert_eq!(limited.findings, check(&Policy::new()).findings[..2]);

    assert_eq!(
        check(&Policy::new()).findings[0]
            .item
            .as_ref()
            .unwrap()
            .id
            .as_deref(),
        Some("0")
    );
    assert!(
        check(&Policy::new().redacted())
            .findings
            .iter()
            .all(|finding| finding.item.as_ref().unwrap().id.is_none())
    );
}

/// Nothing is read from a field whose name is misspelt, and a finding says so.
#[test]
fn a_value_whose_name_is_misspelt_is_not_compared() {
    let text = payload(&[transaction(
        FRANCS,
        "1",
        "CHF",
        r#""BookedAt":"2027-01-01""#,
    )]);
    let report = cross_check::check_transactions(text.as_bytes(), &known(), &Policy::new());
    assert_eq!(rules(&report), ["unknown-field"]);
}

#[test]
fn mismatches_name_the_record_of_base_data() {
    let text = payload(&[
        transaction(FRANCS, "1", "EUR", DAY),
        transaction("Kasse", "2", "EUR", DAY),
    ]);
    let values = transactions::read(text.as_bytes(), &Policy::new()).values;
    let mismatches = cross_check::transactions(&values, &known());
    let places: Vec<(usize, &str)> = mismatches
        .iter()
        .map(|mismatch| (mismatch.index, mismatch.pointer.as_str()))
        .collect();
    assert_eq!(places, [(0, "/currency"), (1, "/accountIdentifier")]);
    let account = mismatches[0].known.as_ref().unwrap();
    assert_eq!(
        (account.list, account.index, account.external_id.as_deref()),
        ("accounts", 2, Some("a-1022"))
    );
    assert_eq!(account.pointer(), "/accounts/2");
    assert_eq!(mismatches[1].known, None);
    assert_eq!(
        mismatches[0].help(),
        "check the account and the currency; the currency of a payment abroad belongs in `originalCurrency`"
    );
    assert!(cross_check::transactions(&[], &known()).is_empty());
    assert!(cross_check::journal(&[], &known()).is_empty());
}
