//! Payloads with more than one fault: each is told once, none hides another, and no fix makes a new one.

use universal_accounting::report::{Finding, Fixes, Level, Policy};
use universal_accounting::{contract, documents, transactions};

const GOOD: &str = r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#;

fn check(payload: &str) -> Vec<Finding> {
    transactions::check(payload.as_bytes(), &Policy::new()).findings
}

/// The rules and places of a payload's findings.
fn found(payload: &str) -> Vec<String> {
    check(payload).iter().map(|finding| format!("{} {}", finding.rule.id, finding.pointer)).collect()
}

/// The rules that one transaction breaks in which a text was replaced.
fn one(from: &str, to: &str) -> Vec<&'static str> {
    assert!(GOOD.contains(from), "{from}");
    check(&format!(r#"{{"transactions":[{}]}}"#, GOOD.replace(from, to)))
        .iter()
        .map(|finding| finding.rule.id)
        .collect()
}

#[test]
fn one_fault_is_one_finding() {
    for (from, to, rules) in [
        (r#""transactionId":"1""#, r#""transactionId":"""#, &["empty-optional"][..]),
        (r#""transactionId":"1""#, r#""transactionId":null"#, &["null-value"]),
        (r#""transactionId":"1""#, r#""transactionID":"1""#, &["unknown-field"]),
        (r#""creditDebit":"debit""#, r#""creditDebit":"""#, &["empty-optional"]),
        (r#""creditDebit":"debit""#, r#""CreditDebit":"debit""#, &["unknown-field"]),
        (r#""bookedAt":"2026-03-31""#, r#""bookedAt":"""#, &["empty-optional"]),
        (r#""bookedAt":"2026-03-31""#, r#""BookedAt":"2026-03-31""#, &["unknown-field"]),
        (r#""bookedAt":"2026-03-31""#, r#""bookedAt":"31.03.2026""#, &["date-form"]),
        (r#""amount":"12.50""#, r#""amout":"12.50""#, &["misnamed-field"]),
        (r#""amount":"12.50""#, r#""amount":-12.50"#, &["amount-number"]),
        (r#""amount":"12.50""#, r#""amount":0"#, &["amount-number"]),
        (r#""amount":"12.50""#, r#""amount":{"value":["12.50"]}"#, &["wrong-type"]),
        (r#""amount":"12.50""#, r#""amount":"","originalCurrency":"""#, &["empty-required", "empty-optional"]),
        (r#""currency":"CHF""#, r#""currency":"chf""#, &["currency-spelling"]),
        (
            r#""currency":"CHF""#,
            r#""currency":"chf","originalAmount":"-5","originalCurrency":"EUR""#,
            &["currency-spelling", "amount-negative"],
        ),
    ] {
        assert_eq!(one(from, to), rules, "{to}");
    }
}

#[test]
fn a_name_in_the_wrong_case_is_meant_before_a_misspelt_one() {
    let payload = GOOD.replace(r#""amount":"12.50""#, r#""amout":"1","Amount":"12.50""#);
    let findings = check(&format!(r#"{{"transactions":[{payload}]}}"#));
    let told: Vec<(&str, bool)> =
        findings.iter().map(|finding| (finding.rule.id, finding.fix.as_ref().is_some_and(|fix| fix.safe))).collect();
    assert_eq!(told, [("unknown-field", false), ("misnamed-field", true)]);

    // Of two names for one field only one can be meant.
    let payload = GOOD.replace(r#""amount""#, r#""Text":"a","TEXT":"b","amount""#);
    let fixes = check(&format!(r#"{{"transactions":[{payload}]}}"#)).iter().filter(|one| one.fix.is_some()).count();
    assert_eq!(fixes, 1);
}

#[test]
fn a_safe_fix_takes_its_fault_away_and_makes_none() {
    let faulty = [
        GOOD.replace(r#""transactionId""#, r#""text":null,"transactionId""#),
        GOOD.replace(r#"{"accountIdentifier""#, r#"{ "text" : "" , "accountIdentifier""#),
        GOOD.replace(r#""bookedAt":"2026-03-31"}"#, r#""bookedAt":"2026-03-31", "valutaAt": null }"#),
        GOOD.replace(r#""12.50""#, "12.50"),
        GOOD.replace(r#""12.50""#, r#""0012.50""#),
        GOOD.replace(r#""debit""#, r#""Debit""#),
        GOOD.replace(r#""CHF""#, r#"" chf""#),
        GOOD.replace(r#""currency""#, r#""Currency""#),
        GOOD.replace(r#""2026-03-31"}"#, r#""2026-03-31", }"#),
    ];
    for record in faulty {
        let payload = format!("\u{feff}{{\"transactions\":[{record}]}}");
        let mut text = payload.clone();
        for _ in 0..2 {
            let findings = check(&text);
            let fix = findings[0].fix.clone().filter(|fix| fix.safe);
            let fix = fix.unwrap_or_else(|| panic!("{text}: {findings:?}"));
            text.replace_range(fix.span.start..fix.span.end, &fix.replacement);
        }
        assert_eq!(found(&text), Vec::<String>::new(), "{payload} became {text}");
    }
}

#[test]
fn keys_are_taken_away_by_no_safe_fix() {
    for value in ["\"\"", "\" \""] {
        let payload = GOOD.replace(r#""transactionId":"1""#, &format!(r#""transactionId":{value}"#));
        let findings = check(&format!(r#"{{"transactions":[{payload}]}}"#));
        assert!(findings[0].fix.as_ref().is_some_and(|fix| !fix.safe), "{findings:?}");
    }
}

#[test]
fn a_payload_is_told_what_it_is() {
    assert_eq!(found(GOOD), ["bare-transaction "]);
    assert_eq!(found(&format!("[{GOOD}]")), ["bare-array "]);
    assert_eq!(found(r#"[{"amount":"x"}]"#)[..2], ["bare-array ", "missing-field /0"].map(str::to_owned));
    assert_eq!(found(&format!(r#"{{"Transactions":[{GOOD}]}}"#)), ["misnamed-field /Transactions"]);
    assert_eq!(found(r#"{"transactions":{}}"#), ["wrong-type /transactions"]);
    assert_eq!(found("{}"), ["missing-field "]);
    assert_eq!(found("17"), ["not-an-object "]);
    assert_eq!(found(&format!(r#"{{"transactions":[{GOOD}]}}xyz"#)), ["several-documents "]);
}

/// Of two lists nobody knows which one is taken: both are judged, and only the first is built.
#[test]
fn a_second_list_is_judged_and_not_built() {
    let other = GOOD.replace("\"1\"", "\"2\"");
    let payload = format!(r#"{{"transactions":[{GOOD}],"transactions":[{other},{{"amount":"x"}}]}}"#);
    let reading = transactions::read(payload.as_bytes(), &Policy::new());
    assert_eq!((reading.values.len(), reading.rejected.len()), (1, 2));
    assert!(reading.report.findings.iter().any(|finding| finding.rule.id == "amount-form"));
    assert!(!reading.report.is_valid());

    let payload = format!(r#"{{"transactions":[{GOOD}],"Transactions":[{other}]}}"#);
    let reading = transactions::read(payload.as_bytes(), &Policy::new());
    assert_eq!((reading.values.len(), reading.report.warnings), (1, 1));
}

#[test]
fn a_sequence_goes_on_after_a_fault() {
    let zero = GOOD.replace("12.50", "0");
    let text = format!("{{\"transactions\":[NaN]}}\n{{\"transactions\":[{zero}]}}\n\n{{\"transactions\":[{GOOD}]}}\n");
    let report = transactions::check(text.as_bytes(), &Policy::new().sequence());
    let told: Vec<String> =
        report.findings.iter().map(|one| format!("{}:{} {}", one.rule.id, one.line, one.pointer)).collect();
    assert_eq!(told, ["json-syntax:1 /transactions/0", "amount-zero:2 /transactions/0/amount"]);
    assert_eq!(found(&text), ["json-syntax /transactions/0"]);
}

#[test]
fn what_a_service_sent_may_have_null_for_absent() {
    let sent = |record: &str| {
        let report =
            transactions::check(format!(r#"{{"transactions":[{record}]}}"#).as_bytes(), &Policy::new().received());
        report.findings.iter().map(|finding| finding.rule.id).collect::<Vec<_>>()
    };
    assert_eq!(sent(&GOOD.replace(r#""amount""#, r#""text":null,"originalAmount":null,"amount""#)), Vec::<&str>::new());
    assert_eq!(sent(&GOOD.replace(r#""12.50""#, "null")), ["null-value"]);
    assert_eq!(sent(&GOOD.replace(r#""amount""#, r#""text":null,"text":"x","amount""#)), ["duplicate-key"]);
    assert_eq!(sent(&GOOD.replace(r#""transactionId":"1""#, r#""transactionId":null"#)), ["transaction-id-missing"]);
}

#[test]
fn long_names_and_ids_do_not_fill_the_report() {
    let key = "k".repeat(1_000_000);
    let payload = format!(r#"{{"transactions":[{{"{key}":1,"transactionId":"{key}","amount":"x"}}]}}"#);
    let report = transactions::check(payload.as_bytes(), &Policy::new());
    assert!(report.findings.len() > 3);
    assert!(universal_accounting::render::report_json("x", &report).len() < 20_000);
}

/// Nothing but JSON passes, however quickly clean records are passed.
#[test]
fn a_raw_control_character_anywhere_is_no_json() {
    for control in ['\0', '\u{1}', '\t', '\n', '\u{1f}'] {
        for member in GOOD.trim_matches(['{', '}']).split(',') {
            let (name, value) = member.split_once(':').unwrap();
            for count in [1, 3, 10, value.len() - 2] {
                let raw = format!("{name}:\"{}\"", control.to_string().repeat(count));
                let payload = format!(r#"{{"transactions":[{}]}}"#, GOOD.replace(member, &raw));
                let told: Vec<&str> = check(&payload).iter().map(|finding| finding.rule.id).collect();
                assert!(matches!(told[..], ["json-syntax" | "not-json"]), "{raw:?}: {told:?}");
            }
        }
    }
}

#[test]
fn card_numbers_are_told_wherever_they_stand() {
    for (from, to, told) in [
        ("\"debit\"", "\"debit\",\"memo\":\"4111 1111 1111 1111\"", &["unknown-field", "card-number"][..]),
        ("\"debit\"", "\"debit\",\"meta\":{\"pan\":[1,\"4111111111111111\"]}", &["unknown-field", "card-number"]),
        ("\"debit\"", "\"debit\",\"meta\":[{},[4111111111111111]]", &["unknown-field", "card-number"]),
        ("\"debit\"", "\"debit\",\"meta\":[{},[4111111111111112]]", &["unknown-field"]),
        ("\"1\"", "\"4111111111111111\"", &["card-number"]),
    ] {
        let payload = format!(r#"{{"transactions":[{}]}}"#, GOOD.replace(from, to));
        let findings = check(&payload);
        let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
        assert_eq!(rules, told, "{to}");
        let said: String = findings.iter().map(|finding| finding.message() + &finding.help()).collect();
        assert!(!said.contains("1111111111111"), "{said}");
        assert!(!findings.iter().any(|one| one.fix.as_ref().is_some_and(|fix| fix.replacement.contains("11111"))));
    }
    // Masked, two ids that end alike would be one.
    let payload = format!(r#"{{"transactions":[{}]}}"#, GOOD.replace("\"1\"", "\"4111111111111111\""));
    assert!(check(&payload)[0].fix.is_none());
}

#[test]
fn what_is_allowed_to_be_empty_is_absent() {
    let allow = contract::rule("empty-optional").unwrap();
    let policy = Policy::new().level(allow, Level::Allow).unwrap();
    let payload =
        format!(r#"{{"transactions":[{}]}}"#, GOOD.replace(r#""transactionId":"1""#, r#""transactionId":"""#));
    let told: Vec<&str> =
        transactions::check(payload.as_bytes(), &policy).findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(told, ["transaction-id-missing"]);
}

#[test]
fn an_empty_service_id_answers_nothing() {
    let request =
        documents::read(br#"{"signedFileName":"f","fileName":"a.pdf","processImmediately":true}"#, &Policy::new());
    let report =
        documents::check_result(br#"{"serviceFileId":"f","serviceId":""}"#, request.value.as_ref(), &Policy::new());
    let told: Vec<&str> = report.findings.iter().map(|finding| finding.rule.id).collect();
    assert_eq!(told, ["service-id-missing", "empty-optional"]);
}

/// Where nobody knows which of two is meant, nothing is chosen without asking.
#[test]
fn no_safe_fix_chooses_between_two() {
    for (from, to) in [
        (r#""amount":"12.50""#, r#""Amount":"1.00","AMOUNT":"2.00""#),
        (r#""bookedAt":"2026-03-31""#, r#""text":null,"text":"x","bookedAt":"2026-03-31""#),
        (r#""transactionId":"1""#, r#""TransactionId":"","TRANSACTIONID":"7""#),
        (r#""transactionId":"1""#, r#""TransactionId":null"#),
        (r#""amount":"12.50""#, r#""Amount":"1.00","Amount":"2.00""#),
        (r#""transactionId":"1""#, r#""transactionId":null,"transactionId":"5""#),
    ] {
        let payload = format!(r#"{{"transactions":[{}]}}"#, GOOD.replace(from, to));
        let safe = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.safe);
        let chosen: Vec<Finding> = check(&payload).into_iter().filter(safe).collect();
        assert!(chosen.is_empty(), "{to}: {chosen:?}");
    }
}

#[test]
fn documents_on_one_line_are_not_mended_into_two() {
    let payload = format!(r#"{{"transactions":[{GOOD}]}} {{"transactions":[{GOOD}]}}"#);
    let normalized = transactions::normalize(payload.as_bytes(), &Policy::new().sequence(), Fixes::All);
    assert_eq!(normalized.json, None);
    assert_eq!(normalized.report.findings[0].rule.id, "several-documents");
}

#[test]
fn an_allowed_byte_order_mark_goes() {
    let payload = format!("\u{feff}{{\"transactions\":[{GOOD}]}}");
    let policy = Policy::new().level(contract::rule("byte-order-mark").unwrap(), Level::Allow).unwrap();
    let normalized = transactions::normalize(payload.as_bytes(), &policy, Fixes::Safe);
    assert_eq!(normalized.json.as_deref(), payload.strip_prefix('\u{feff}'));
}

#[test]
fn what_lies_within_a_fix_keeps_its_place() {
    let payload = GOOD.replace(r#""debit","amount":"12.50""#, r#""debit","text":"","amount":"-12.50""#);
    let payload = format!(r#"{{"transactions":[{payload}]}}"#);
    let normalized = transactions::normalize(payload.as_bytes(), &Policy::new(), Fixes::All);
    let told: Vec<(&str, &str)> =
        normalized.changes.iter().filter_map(|change| Some((change.rule?.id, change.pointer.as_str()))).collect();
    assert_eq!(told, [("empty-optional", "/transactions/0/text"), ("amount-negative", "/transactions/0/amount")]);
    assert_eq!(normalized.json.unwrap(), format!(r#"{{"transactions":[{}]}}"#, GOOD.replace("debit\"", "credit\"")));
}

#[test]
fn what_was_received_is_mended_in_one_run() {
    for (request, normal) in [
        (
            r#"{"signedFileName":"a","fileName":"b","externalId":null,"ExternalId":"x"}"#,
            r#"{"signedFileName":"a","fileName":"b","externalId":"x"}"#,
        ),
        (
            r#"{"signedFileName":"a","fileName":"b","processImmediately":null,"processImmediately":true}"#,
            r#"{"signedFileName":"a","fileName":"b","processImmediately":null,"processImmediately":true}"#,
        ),
    ] {
        let normalized = documents::normalize(request.as_bytes(), &Policy::new().received(), Fixes::Safe);
        assert_eq!(normalized.json.as_deref(), Some(normal));
        let again = documents::normalize(normal.as_bytes(), &Policy::new().received(), Fixes::Safe);
        assert_eq!((again.json.as_deref(), again.changes.len()), (Some(normal), 0));
    }
}
