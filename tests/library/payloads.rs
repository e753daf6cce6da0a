//! Payloads with several faults: each fault is reported once, none hides another, and no fix causes a new one.

use universal_accounting::report::{Finding, Fixes, Level, Policy};
use universal_accounting::{contract, documents, transactions};

const VALID: &str = r#"{"accountIdentifier":"CH9300762011623852957","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#;

fn check(payload: &str) -> Vec<Finding> {
    transactions::check(payload.as_bytes(), &Policy::new()).findings
}

/// Returns the rule and pointer of each finding of a payload.
fn found(payload: &str) -> Vec<String> {
    check(payload)
        .iter()
        .map(|finding| format!("{} {}", finding.rule.id, finding.pointer))
        .collect()
}

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
fn safe_fixes_remove_the_fault_and_cause_no_other() {
    let faulty = [
        VALID.replace(r#""transactionId""#, r#""text":null,"transactionId""#),
        VALID.replace(
            r#"{"accountIdentifier""#,
            r#"{ "text" : "" , "accountIdentifier""#,
        ),
        VALID.replace(
            r#""bookedAt":"2026-03-31"}"#,
            r#""bookedAt":"2026-03-31", "valutaAt": null }"#,
        ),
        VALID.replace(r#""12.50""#, "12.50"),
        VALID.replace(r#""12.50""#, r#""0012.50""#),
        VALID.replace(r#""debit""#, r#""Debit""#),
        VALID.replace(r#""CHF""#, r#"" chf""#),
        VALID.replace(r#""currency""#, r#""Currency""#),
        VALID.replace(r#""2026-03-31"}"#, r#""2026-03-31", }"#),
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
        assert_eq!(
            found(&text),
            Vec::<String>::new(),
            "{payload} became {text}"
        );
    }
}

#[test]
fn no_safe_fix_removes_a_transaction_id() {
    for value in ["\"\"", "\" \""] {
        let payload = VALID.replace(
            r#""transactionId":"1""#,
            &format!(r#""transactionId":{value}"#),
        );
        let findings = check(&format!(r#"{{"transactions":[{payload}]}}"#));
        assert!(
            findings[0].fix.as_ref().is_some_and(|fix| !fix.safe),
            "{findings:?}"
        );
    }
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
fn a_sequence_continues_after_invalid_json() {
    let zero = VALID.replace("12.50", "0");
    let text = format!(
        "{{\"transactions\":[NaN]}}\n{{\"transactions\":[{zero}]}}\n\n{{\"transactions\":[{VALID}]}}\n"
    );
    let report = transactions::check(text.as_bytes(), &Policy::new().sequence());
    let actual: Vec<String> = report
        .findings
        .iter()
        .map(|finding| format!("{}:{} {}", finding.rule.id, finding.line, finding.pointer))
        .collect();
    assert_eq!(
        actual,
        [
            "json-syntax:1 /transactions/0",
            "amount-zero:2 /transactions/0/amount"
        ]
    );
    assert_eq!(found(&text), ["json-syntax /transactions/0"]);
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

/// The fast path must not accept control characters, which are invalid in JSON strings.
#[test]
fn rejects_raw_control_characters_anywhere() {
    for control in ['\0', '\u{1}', '\t', '\n', '\u{1f}'] {
        for member in VALID.trim_matches(['{', '}']).split(',') {
            let (name, value) = member.split_once(':').unwrap();
            for count in [1, 3, 10, value.len() - 2] {
                let raw = format!("{name}:\"{}\"", control.to_string().repeat(count));
                let payload = format!(r#"{{"transactions":[{}]}}"#, VALID.replace(member, &raw));
                let actual: Vec<&str> = check(&payload)
                    .iter()
                    .map(|finding| finding.rule.id)
                    .collect();
                assert!(
                    matches!(actual[..], ["json-syntax" | "not-json"]),
                    "{raw:?}: {actual:?}"
                );
            }
        }
    }
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

/// If either of two values may be meant, a person has to choose.
#[test]
fn no_safe_fix_chooses_between_two_values() {
    for (from, to) in [
        (r#""amount":"12.50""#, r#""Amount":"1.00","AMOUNT":"2.00""#),
        (
            r#""bookedAt":"2026-03-31""#,
            r#""text":null,"text":"x","bookedAt":"2026-03-31""#,
        ),
        (
            r#""transactionId":"1""#,
            r#""TransactionId":"","TRANSACTIONID":"7""#,
        ),
        (r#""transactionId":"1""#, r#""TransactionId":null"#),
        (r#""amount":"12.50""#, r#""Amount":"1.00","Amount":"2.00""#),
        (
            r#""transactionId":"1""#,
            r#""transactionId":null,"transactionId":"5""#,
        ),
    ] {
        let payload = format!(r#"{{"transactions":[{}]}}"#, VALID.replace(from, to));
        let safe = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.safe);
        let chosen: Vec<Finding> = check(&payload).into_iter().filter(safe).collect();
        assert!(chosen.is_empty(), "{to}: {chosen:?}");
    }
}

#[test]
fn normalizing_does_not_split_documents_on_one_line() {
    let payload = format!(r#"{{"transactions":[{VALID}]}} {{"transactions":[{VALID}]}}"#);
    let normalized =
        transactions::normalize(payload.as_bytes(), &Policy::new().sequence(), Fixes::All);
    assert_eq!(normalized.json, None);
    assert_eq!(normalized.report.findings[0].rule.id, "several-documents");
}

#[test]
fn normalizing_removes_an_allowed_byte_order_mark() {
    let payload = format!("\u{feff}{{\"transactions\":[{VALID}]}}");
    let policy = Policy::new()
        .level(contract::rule("byte-order-mark").unwrap(), Level::Allow)
        .unwrap();
    let normalized = transactions::normalize(payload.as_bytes(), &policy, Fixes::Safe);
    assert_eq!(normalized.json.as_deref(), payload.strip_prefix('\u{feff}'));
}

#[test]
fn fixes_inside_other_fixes_are_applied_at_their_position() {
    let payload = VALID.replace(
        r#""debit","amount":"12.50""#,
        r#""debit","text":"","amount":"-12.50""#,
    );
    let payload = format!(r#"{{"transactions":[{payload}]}}"#);
    let normalized = transactions::normalize(payload.as_bytes(), &Policy::new(), Fixes::All);
    let actual: Vec<(&str, &str)> = normalized
        .changes
        .iter()
        .filter_map(|change| Some((change.rule?.id, change.pointer.as_str())))
        .collect();
    assert_eq!(
        actual,
        [
            ("empty-optional", "/transactions/0/text"),
            ("amount-negative", "/transactions/0/amount")
        ]
    );
    assert_eq!(
        normalized.json.unwrap(),
        format!(
            r#"{{"transactions":[{}]}}"#,
            VALID.replace("debit\"", "credit\"")
        )
    );
}

#[test]
fn normalizes_received_requests_in_one_run() {
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
        let normalized =
            documents::normalize(request.as_bytes(), &Policy::new().received(), Fixes::Safe);
        assert_eq!(normalized.json.as_deref(), Some(normal));
        let again = documents::normalize(normal.as_bytes(), &Policy::new().received(), Fixes::Safe);
        assert_eq!(
            (again.json.as_deref(), again.changes.len()),
            (Some(normal), 0)
        );
    }
}

/// After a missing comma or a stray character, the check goes on where the next member or record is certain, and the payload is refused.
#[test]
fn the_check_goes_on_after_a_fault_of_syntax() {
    let valid = |id: u8| {
        VALID.replace(
            r#""transactionId":"1""#,
            &format!(r#""transactionId":"{id}""#),
        )
    };
    let faulty = valid(3).replace("12.50", "0");
    let zero = "amount-zero /transactions/2/amount";
    let payload = |first: &str, between: &str| {
        format!(
            r#"{{"transactions":[{first}{between}{},{faulty}]}}"#,
            valid(2)
        )
    };
    let check = |source: &str| transactions::read(source.as_bytes(), &Policy::new());
    for (source, place, fix) in [
        (
            payload(&valid(1).replace(r#","amount""#, r#" "amount""#), ","),
            "/transactions/0",
            Some((true, ",")),
        ),
        (
            payload(&valid(1).replace(r#","amount""#, r#"; "amount""#), ","),
            "/transactions/0",
            Some((false, "")),
        ),
        (
            payload(&valid(1).replace(r#","amount""#, r#" x,"amount""#), ","),
            "/transactions/0",
            None,
        ),
        (
            payload(&valid(1).replace(r#","amount""#, r#",,"amount""#), ","),
            "/transactions/0",
            Some((false, "")),
        ),
        (
            payload(&valid(1).replace(r#","amount""#, r#", - "amount""#), ","),
            "/transactions/0",
            Some((false, "")),
        ),
        (payload(&valid(1), " "), "/transactions", Some((true, ","))),
        (payload(&valid(1), ";"), "/transactions", Some((false, ""))),
    ] {
        let reading = check(&source);
        let rules = found(&source);
        assert_eq!(rules.len(), 2, "{source}: {rules:?}");
        assert!(
            rules[0].starts_with(&format!("json-syntax {place}")),
            "{source}: {rules:?}"
        );
        assert_eq!(rules[1], zero, "{source}");
        let offered = reading.report.findings[0]
            .fix
            .as_ref()
            .map(|fix| (fix.safe, fix.replacement.as_str()));
        assert_eq!(offered, fix, "{source}");
        assert!(
            !reading.is_importable() && reading.values.len() + reading.rejected.len() == 3,
            "{source}"
        );
        let normalized = transactions::normalize(source.as_bytes(), &Policy::new(), Fixes::Safe);
        assert_eq!(
            normalized.json.is_some(),
            fix.is_some_and(|(safe, _)| safe),
            "{source}"
        );
        let help = reading.report.findings[0].help();
        assert!(!help.contains("was not checked"), "{help}");
    }
    // A number that an error cuts off may go on behind it.
    for cut_off in ["1 000", "10 CHF", "1 000.50"] {
        let source = payload(&valid(1).replace(r#""12.50""#, cut_off), ",");
        let findings = check(&source).report.findings;
        assert!(
            findings.iter().all(|finding| finding.fix.is_none()),
            "{source}: {findings:?}"
        );
        let syntax = findings
            .iter()
            .find(|finding| finding.rule.id == "json-syntax")
            .unwrap();
        assert!(syntax.help().contains("was not checked"), "{source}");
    }
    // Nothing is certain here.
    for source in [
        payload(&valid(1).replace(r#""amount":"#, r#""amount" "#), ","),
        payload(&valid(1), ": "),
        payload(&valid(1).replace(r#""12.50","#, "12,50,"), ","),
    ] {
        assert_eq!(found(&source).len(), 1, "{source}");
    }
}
