//! Input that exceeds a limit is rejected with a finding and counted: nothing is lost silently.

use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::report::{Fixes, Limits, Policy, Report};
use universal_accounting::statement::Conversion;
use universal_accounting::value::Currency;
use universal_accounting::{base_data, transactions};

use crate::format::fixtures::rules;
use crate::ubs::UBS_WITHOUT_BALANCES;

/// Returns a policy whose limits are changed.
pub(crate) fn limited(change: impl FnOnce(&mut Limits)) -> Policy {
    let mut limits = Limits::default();
    change(&mut limits);
    Policy::new().limits(limits)
}

/// Returns the rule, pointer and line of each finding.
fn found(report: &Report) -> Vec<(&str, &str, usize)> {
    report
        .findings
        .iter()
        .map(|finding| (finding.rule.id, finding.pointer.as_str(), finding.line))
        .collect()
}

fn payload(ids: &[&str]) -> String {
    let record = |id: &&str| {
        format!(
            r#"{{"accountIdentifier": "CH9300762011623852957", "transactionId": "{id}", "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}}"#
        )
    };
    format!(
        "{{\"transactions\": [{}]}}",
        ids.iter().map(record).collect::<Vec<_>>().join(",\n")
    )
}

#[test]
fn rejects_items_above_the_limit() {
    let policy = limited(|limits| limits.records = 2);
    let text = payload(&["1", "2", "3", "1"]);
    let reading = transactions::read(text.as_bytes(), &policy);
    assert_eq!(
        found(&reading.report),
        [("too-many-records", "/transactions/2", 3)]
    );
    assert_eq!(
        reading.report.findings[0].message(),
        "there are 4 items in `transactions`; the limit is 2, and all from here on are rejected"
    );
    let rejected: Vec<usize> = reading.rejected.iter().map(|item| item.index).collect();
    assert_eq!((reading.values.len(), rejected), (2, vec![2, 3]));
    assert!(reading.is_importable());
    // Within the limit there is no finding, whether the fast path reads the records or not.
    for ids in [["1", "2"], ["\\u0031", "2"]] {
        assert!(
            transactions::check(payload(&ids).as_bytes(), &policy)
                .findings
                .is_empty()
        );
    }
}

#[test]
fn reports_faults_above_the_limit() {
    let policy = limited(|limits| limits.records = 1);
    let text = payload(&["1", "2", "3"]).replace("\"3\"", "\"3\", \"amount\": \"8.00\"");
    let report = transactions::check(text.as_bytes(), &policy);
    let expected = [
        ("too-many-records", "/transactions/1", 2),
        ("duplicate-key", "/transactions/2/amount", 3),
    ];
    assert_eq!(found(&report), expected);
    // A truncated document is rejected as a whole, with a finding of this rule only.
    let cut = payload(&["1", "2", "3"]).replace("}]}", "");
    assert_eq!(
        found(&transactions::check(cut.as_bytes(), &policy)),
        [("json-syntax", "/transactions/2", 3)]
    );
}

/// A currency may be listed above the limit, where it isn't read, so it isn't reported as missing.
#[test]
fn does_not_report_items_above_the_limit_as_missing() {
    let text = r#"{"organization": {"companyName": "Muster AG", "leadCurrency": "EUR"},
        "accounts": [{"externalId": "1", "number": "1000", "description": "Kasse", "currency": "EUR"}, {"externalId": "2", "number": "1001", "description": "Bank", "currency": "USD"}],
        "currencies": [{"externalId": "1", "code": "CHF"}, {"externalId": "2", "code": "EUR"}],
        "taxes": [], "taxPeriods": []}"#;
    let rules = |records| -> Vec<&str> {
        let policy = limited(|limits| limits.records = records);
        let report = base_data::check(text.as_bytes(), &policy);
        report
            .findings
            .iter()
            .map(|finding| finding.rule.id)
            .filter(|id| *id != "list-empty")
            .collect()
    };
    assert_eq!(rules(2), ["currency-unlisted"]);
    assert_eq!(rules(1), ["too-many-records", "too-many-records"]);
}

#[test]
fn normalizing_keeps_items_above_the_limit() {
    let policy = limited(|limits| limits.records = 1);
    let text = payload(&["1", "2", "3"]);
    let normalized = transactions::normalize(text.as_bytes(), &policy, Fixes::Safe);
    assert_eq!(
        normalized.report.findings.len(),
        1,
        "{:?}",
        normalized.report
    );
    assert_eq!(normalized.json.unwrap().matches("\"amount\"").count(), 3);
}

const HEADER: &str = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n";

fn row(day: u8, text: &str) -> String {
    format!(
        "CH9300762011623852957;2026-03-{day:02} 00:00:00.0;{text};-12.5;;2026-03-{day:02} 00:00:00.0\n"
    )
}

fn convert(file: &str, policy: &Policy) -> Conversion {
    let mut options = ConvertOptions::new();
    options.currency = Currency::parse("CHF").ok();
    options.policy = policy.clone();
    let conversion = convert_readable(file.as_bytes(), &options);
    let summary = &conversion.summary;
    let all = summary.converted + summary.details + summary.skipped.len() + summary.rejected.len();
    assert_eq!(summary.rows, all, "{file}");
    conversion
}

#[test]
fn rejects_rows_above_the_limit() {
    let file = format!("{HEADER}{}{}{}", row(1, "A"), row(2, "B"), row(3, "C"));
    let conversion = convert(&file, &limited(|limits| limits.records = 1));
    assert_eq!(
        found(&conversion.summary.report),
        [("too-many-records", "", 3)]
    );
    assert_eq!(
        (conversion.summary.converted, conversion.summary.rejected),
        (1, vec![3, 4])
    );
    assert!(
        convert(&file, &limited(|limits| limits.records = 3))
            .summary
            .report
            .findings
            .is_empty()
    );
}

/// The id of an entry is the same, whether the older entries below it are within the limit or not.
#[test]
fn ids_do_not_depend_on_the_limit() {
    let file = format!(
        "{HEADER}{}{}{}{}",
        row(3, "A"),
        row(2, "B"),
        row(2, "B"),
        row(1, "C")
    );
    let ids = |records| {
        let conversion = convert(&file, &limited(|limits| limits.records = records));
        conversion
            .transactions
            .iter()
            .map(|transaction| transaction.transaction_id.clone())
            .collect::<Vec<_>>()
    };
    let all = ids(4);
    assert_eq!((all.len(), ids(2)), (4, all[..2].to_vec()));
}

#[test]
fn rejects_cells_and_lines_above_the_limit() {
    let long = "x".repeat(50);
    let file = format!("{HEADER}{}{}{}", row(1, "A"), row(2, &long), row(3, "C"));
    for (policy, rule) in [
        (limited(|limits| limits.cell = 49), "cell-too-long"),
        (limited(|limits| limits.line = 100), "line-too-long"),
    ] {
        let conversion = convert(&file, &policy);
        assert_eq!(found(&conversion.summary.report), [(rule, "", 3)]);
        assert_eq!(
            (conversion.summary.converted, conversion.summary.rejected),
            (2, vec![3])
        );
    }
    assert!(
        convert(&file, &limited(|limits| limits.cell = 50))
            .summary
            .report
            .findings
            .is_empty()
    );
}

#[test]
fn reports_a_long_line_above_the_header() {
    let file = format!("Export;{}\n{HEADER}{}", "x".repeat(100), row(1, "A"));
    let conversion = convert(&file, &limited(|limits| limits.line = 100));
    assert_eq!(
        (
            found(&conversion.summary.report),
            conversion.summary.converted
        ),
        (vec![("line-too-long", "", 1)], 1)
    );
    let conversion = convert(
        &format!("{HEADER}{}", row(1, "A")),
        &limited(|limits| limits.line = 50),
    );
    assert_eq!(
        (found(&conversion.summary.report), conversion.summary.rows),
        (vec![("line-too-long", "", 1)], 0)
    );
}

/// The default limit for a cell is 1 MiB and for a row 4 MiB.
#[test]
fn there_are_default_limits() {
    let file = |length: usize| format!("{HEADER}{}", row(1, &"x".repeat(length)));
    let rules = |file: &str| rules(&convert(file, &Policy::new()));
    assert_eq!(rules(&file((1 << 20) + 1)), ["cell-too-long"]);
    assert_eq!(rules(&file(4 << 20)), ["line-too-long"]);
}

/// Every transaction contains its account, so an account above the header must not be as long as the file.
#[test]
fn rejects_a_very_long_account() {
    let file = |digits: usize| {
        let account = "1".repeat(digits);
        format!(
            "Account number:;{account};\n\n\
             {UBS_WITHOUT_BALANCES}\n\
             2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n"
        )
    };
    let rules = |digits| rules(&convert(&file(digits), &Policy::new()));
    assert_eq!(rules(20), [""; 0]);
    assert_eq!(rules(1001), ["account-unusable", "account-missing"]);
}
