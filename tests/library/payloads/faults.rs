//! Each fault is reported once, and none hides another.

use universal_accounting::report::{Level, Policy};
use universal_accounting::{contract, documents, transactions};

use super::{VALID, check, found};

/// Returns the rules that a transaction breaks after a text in it is replaced.
fn rules_after_replacing(from: &str, to: &str) -> Vec<&'static str> {
    assert!(VALID.contains(from), "{from}");
    check(&format!(
        r#"{{"transactions":[{}]}}"#,
        VALID.replace(from, to)
    ))
    .iter()
    .map(|finding| finding.rule.id)
    .collect()
}

#[test]
fn a_value_date_is_far_from_184_days_on_before_and_after_the_booking() {
    for (value_date, rules) in [
        ("2026-09-30", &[][..]),
        ("2026-10-01", &["value-date-far"]),
        ("2025-09-29", &[]),
        ("2025-09-28", &["value-date-far"]),
    ] {
        let dates = format!(r#""bookedAt":"2026-03-31","valutaAt":"{value_date}""#);
        let found = rules_after_replacing(r#""bookedAt":"2026-03-31""#, &dates);
        assert_eq!(found, rules, "{value_date}");
    }
}

#[test]
fn a_single_year_is_far_from_three_years_on_before_and_after_the_others() {
    for (year, rules) in [
        ("2024", &[][..]),
        ("2023", &["day-far-from-others"]),
        ("2028", &[]),
        ("2029", &["day-far-from-others"]),
    ] {
        let other = VALID.replace(r#""1""#, r#""2""#);
        let distant = VALID.replace(r#""1""#, r#""3""#).replace("2026", year);
        let payload = format!(r#"{{"transactions":[{VALID},{other},{distant}]}}"#);
        let found: Vec<&str> = check(&payload).iter().map(|found| found.rule.id).collect();
        assert_eq!(found, rules, "{year}");
    }
}

#[test]
fn reports_each_fault_once() {
    for (from, to, rules) in [
        (
            r#""transactionId":"1""#,
            r#""transactionId":"""#,
            &["empty-optional"][..],
        ),
        (
            r#""transactionId":"1""#,
            r#""transactionId":null"#,
            &["null-value"],
        ),
        (
            r#""transactionId":"1""#,
            r#""transactionID":"1""#,
            &["unknown-field"],
        ),
        (
            r#""creditDebit":"debit""#,
            r#""creditDebit":"""#,
            &["empty-value"],
        ),
        (
            r#""creditDebit":"debit""#,
            r#""CreditDebit":"debit""#,
            &["unknown-field"],
        ),
        (
            r#""bookedAt":"2026-03-31""#,
            r#""bookedAt":"""#,
            &["empty-value"],
        ),
        (
            r#""bookedAt":"2026-03-31""#,
            r#""BookedAt":"2026-03-31""#,
            &["unknown-field"],
        ),
        (
            r#""bookedAt":"2026-03-31""#,
            r#""bookedAt":"31.03.2026""#,
            &["date-form"],
        ),
        (
            r#""amount":"12.50""#,
            r#""amout":"12.50""#,
            &["misnamed-field"],
        ),
        (
            r#""amount":"12.50""#,
            r#""amount":-12.50"#,
            &["amount-number"],
        ),
        (r#""amount":"12.50""#, r#""amount":0"#, &["amount-number"]),
        (
            r#""amount":"12.50""#,
            r#""amount":{"value":["12.50"]}"#,
            &["wrong-type"],
        ),
        (
            r#""amount":"12.50""#,
            r#""amount":"","originalCurrency":"""#,
            &["empty-required", "empty-value"],
        ),
        (
            r#""currency":"CHF""#,
            r#""currency":"chf""#,
            &["currency-spelling"],
        ),
        (
            r#""currency":"CHF""#,
            r#""currency":"chf","originalAmount":"-5","originalCurrency":"EUR""#,
            &["currency-spelling", "amount-negative"],
        ),
    ] {
        assert_eq!(rules_after_replacing(from, to), rules, "{to}");
    }
}

#[test]
fn prefers_a_name_in_the_wrong_case_to_a_misspelt_name() {
    let payload = VALID.replace(r#""amount":"12.50""#, r#""amout":"1","Amount":"12.50""#);
    let findings = check(&format!(r#"{{"transactions":[{payload}]}}"#));
    let actual: Vec<(&str, bool)> = findings
        .iter()
        .map(|finding| {
            (
                finding.rule.id,
                finding.fix.as_ref().is_some_and(|fix| fix.safe),
            )
        })
        .collect();
    assert_eq!(actual, [("unknown-field", false), ("misnamed-field", true)]);

    // Only one of two names can be meant for a field.
    let payload = VALID.replace(r#""amount""#, r#""Text":"a","TEXT":"b","amount""#);
    let fixes = check(&format!(r#"{{"transactions":[{payload}]}}"#))
        .iter()
        .filter(|finding| finding.fix.is_some())
        .count();
    assert_eq!(fixes, 1);
}

#[test]
fn reports_payloads_of_another_form() {
    assert_eq!(found(VALID), ["bare-transaction "]);
    assert_eq!(found(&format!("[{VALID}]")), ["bare-array "]);
    assert_eq!(
        found(r#"[{"amount":"x"}]"#)[..2],
        ["bare-array ", "missing-field /0"].map(str::to_owned)
    );
    assert_eq!(
        found(&format!(r#"{{"Transactions":[{VALID}]}}"#)),
        ["misnamed-field /Transactions"]
    );
    let list_and_fields = format!(r#"{{"Transactions":[{VALID}],"amount":"1","currency":"CHF"}}"#);
    assert_eq!(
        found(&list_and_fields),
        [
            "misnamed-field /Transactions",
            "unknown-field /amount",
            "unknown-field /currency"
        ]
    );
    assert_eq!(
        transactions::read(list_and_fields.as_bytes(), &Policy::new())
            .rejected
            .len(),
        1
    );
    let base_data = r#"{"organization":{},"accounts":[]}"#;
    assert_eq!(found(base_data), ["wrong-payload "]);
    assert_eq!(
        found(&format!(r#"{{"data":{base_data},"status":"ok"}}"#)),
        ["wrong-payload "]
    );
    assert_eq!(
        found(&format!(r#"{{"data":{{"transactions":[{VALID}]}}}}"#)),
        ["wrong-payload "]
    );
    assert_eq!(
        found(r#"{"serviceId":"s-81","entries":[]}"#),
        ["wrong-payload "]
    );
    // One name alone may be chance, and a list of its own makes it a payload.
    assert_eq!(
        found(r#"{"accounts":[]}"#),
        ["missing-field ", "unknown-field /accounts"]
    );
    assert_eq!(
        found(&format!(
            r#"{{"transactions":[{VALID}],"organization":{{}},"accounts":[]}}"#
        )),
        ["unknown-field /organization", "unknown-field /accounts"]
    );
    let help =
        |source: &str| transactions::check(source.as_bytes(), &Policy::new()).findings[0].help();
    assert_eq!(
        help(base_data),
        "check each payload as what it is: this one as base data"
    );
    assert_eq!(
        help(&format!(r#"{{"data":{{"transactions":[{VALID}]}}}}"#)),
        "check each payload as what it is: the value of `data` as a payload of transactions"
    );
    assert_eq!(
        found(r#"{"transactions":{}}"#),
        ["wrong-type /transactions"]
    );
    assert_eq!(found("{}"), ["missing-field "]);
    assert_eq!(found("17"), ["not-an-object "]);
    assert_eq!(
        found(&format!(r#"{{"transactions":[{VALID}]}}xyz"#)),
        ["several-documents "]
    );
}

/// Readers differ in which of two lists they take, so both are checked, but records are read only from the first.
#[test]
fn checks_a_second_list_without_reading_its_records() {
    let second = VALID.replace("\"1\"", "\"2\"");
    let payload =
        format!(r#"{{"transactions":[{VALID}],"transactions":[{second},{{"amount":"x"}}]}}"#);
    let reading = transactions::read(payload.as_bytes(), &Policy::new());
    assert_eq!((reading.values.len(), reading.rejected.len()), (1, 2));
    assert!(
        reading
            .report
            .findings
            .iter()
            .any(|finding| finding.rule.id == "amount-form")
    );
    assert!(!reading.report.is_valid());

    let payload = format!(r#"{{"transactions":[{VALID}],"Transactions":[{second}]}}"#);
    let reading = transactions::read(payload.as_bytes(), &Policy::new());
    assert_eq!((reading.values.len(), reading.report.warnings), (1, 1));
}

#[test]
fn received_payloads_may_have_null_for_absent_fields() {
    let sent = |record: &str| {
        let report = transactions::check(
            format!(r#"{{"transactions":[{record}]}}"#).as_bytes(),
            &Policy::new().received(),
        );
        report
            .findings
            .iter()
            .map(|finding| finding.rule.id)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        sent(&VALID.replace(
            r#""amount""#,
            r#""text":null,"originalAmount":null,"amount""#
        )),
        Vec::<&str>::new()
    );
    assert_eq!(sent(&VALID.replace(r#""12.50""#, "null")), ["null-value"]);
    assert_eq!(
        sent(&VALID.replace(r#""amount""#, r#""text":null,"text":"x","amount""#)),
        ["duplicate-key"]
    );
    assert_eq!(
        sent(&VALID.replace(r#""transactionId":"1""#, r#""transactionId":null"#)),
        ["transaction-id-missing"]
    );
}

#[test]
fn reports_truncate_long_names_and_ids() {
    let key = "k".repeat(1_000_000);
    let payload =
        format!(r#"{{"transactions":[{{"{key}":1,"transactionId":"{key}","amount":"x"}}]}}"#);
    let report = transactions::check(payload.as_bytes(), &Policy::new());
    assert!(report.findings.len() > 3);
    assert!(universal_accounting::render::report_json("x", &report).len() < 20_000);
}

#[test]
fn reports_card_numbers_in_any_field() {
    for (from, to, expected) in [
        (
            "\"debit\"",
            "\"debit\",\"memo\":\"4111 1111 1111 1111\"",
            &["unknown-field", "card-number"][..],
        ),
        (
            "\"debit\"",
            "\"debit\",\"meta\":{\"pan\":[1,\"4111111111111111\"]}",
            &["unknown-field", "card-number"],
        ),
        (
            "\"debit\"",
            "\"debit\",\"meta\":[{},[4111111111111111]]",
            &["unknown-field", "card-number"],
        ),
        (
            "\"debit\"",
            "\"debit\",\"meta\":[{},[4111111111111112]]",
            &["unknown-field"],
        ),
        ("\"1\"", "\"4111111111111111\"", &["card-number"]),
    ] {
        let payload = format!(r#"{{"transactions":[{}]}}"#, VALID.replace(from, to));
        let findings = check(&payload);
        let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
        assert_eq!(rules, expected, "{to}");
        let messages: String = findings
            .iter()
            .map(|finding| finding.message() + &finding.help())
            .collect();
        assert!(!messages.contains("1111111111111"), "{messages}");
        assert!(!findings.iter().any(|finding| {
            finding
                .fix
                .as_ref()
                .is_some_and(|fix| fix.replacement.contains("11111"))
        }));
    }
    // No fix masks an id, because two ids with the same last digits would become equal.
    let payload = format!(
        r#"{{"transactions":[{}]}}"#,
        VALID.replace("\"1\"", "\"4111111111111111\"")
    );
    assert!(check(&payload)[0].fix.is_none());
}

#[test]
fn an_allowed_empty_field_counts_as_absent() {
    let allow = contract::rule("empty-optional").unwrap();
    let policy = Policy::new().level(allow, Level::Allow).unwrap();
    let payload = format!(
        r#"{{"transactions":[{}]}}"#,
        VALID.replace(r#""transactionId":"1""#, r#""transactionId":"""#)
    );
    let actual: Vec<&str> = transactions::check(payload.as_bytes(), &policy)
        .findings
        .iter()
        .map(|finding| finding.rule.id)
        .collect();
    assert_eq!(actual, ["transaction-id-missing"]);
}

#[test]
fn an_empty_service_id_counts_as_missing() {
    let request = documents::read(
        br#"{"signedFileName":"f","fileName":"a.pdf","processImmediately":true}"#,
        &Policy::new(),
    );
    let report = documents::check_result(
        br#"{"serviceFileId":"f","serviceId":""}"#,
        request.value.as_ref(),
        &Policy::new(),
    );
    let actual: Vec<&str> = report
        .findings
        .iter()
        .map(|finding| finding.rule.id)
        .collect();
    assert_eq!(actual, ["service-id-missing", "empty-optional"]);
}
