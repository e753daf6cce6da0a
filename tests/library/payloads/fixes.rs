//! Fixes remove their fault, cause no new one, and guess nothing.

use universal_accounting::report::{Finding, Fixes, Level, Policy};
use universal_accounting::{contract, documents, transactions};

use super::{VALID, check, found};

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
