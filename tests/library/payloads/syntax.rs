//! Faults of the JSON: the check goes on after them.

use universal_accounting::report::{Fixes, Policy};
use universal_accounting::transactions;

use super::{VALID, check, found};

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
