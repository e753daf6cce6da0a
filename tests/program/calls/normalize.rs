//! `uacc normalize`.

use super::SPELLING;
use crate::folder::Folder;
use crate::process::uacc;

const BASE_DATA: &str = "tests/messages/base-data.json";

#[test]
fn normalize_writes_the_payload_and_lists_each_change() {
    let run = uacc(&["normalize", "base-data", SPELLING], b"");
    assert_eq!(run.status, 0);
    assert_eq!(run.stdout.lines().count(), 1);
    assert_eq!(
        uacc(
            &["check", "base-data", "-", "--strict"],
            run.stdout.as_bytes()
        )
        .status,
        0
    );
    assert_eq!(
        uacc(&["normalize", "base-data", "-"], run.stdout.as_bytes()).stdout,
        run.stdout
    );
    assert!(
        run.stderr.contains(":15:91: /taxes/0/value rate-text:"),
        "{}",
        run.stderr
    );

    let run = uacc(&["normalize", "base-data", BASE_DATA], b"");
    assert_eq!(run.status, 1, "the remaining findings are errors");
    assert!(
        run.stderr.contains("error[duplicate-external-id]"),
        "{}",
        run.stderr
    );
    let report = uacc(
        &["normalize", "base-data", BASE_DATA, "--format", "json"],
        b"",
    );
    let report: serde_json::Value = serde_json::from_str(&report.stdout).unwrap();
    assert_eq!(report["valid"], false);
    assert_eq!(report["changes"].as_array().unwrap().len(), 7);
    assert_eq!(
        report["normalized"][0],
        serde_json::from_str::<serde_json::Value>(&run.stdout).unwrap()
    );
}

#[test]
fn unsafe_fixes_need_an_option() {
    let payload = br#"{"transactions":[{"accountIdentifier":"K","transactionId":"1","creditDebit":"credit","amount":"-12,50","currency":"CHF","bookedAt":"31.12.2025"}]}"#;
    let run = uacc(&["normalize", "transactions", "-"], payload);
    assert_eq!(
        (run.status, run.stdout.as_bytes().trim_ascii()),
        (1, &payload[..])
    );
    let run = uacc(
        &["normalize", "transactions", "-", "--unsafe-fixes"],
        payload,
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout
            .contains(r#""creditDebit":"debit","amount":"12.50""#),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains(r#""bookedAt":"2025-12-31""#),
        "{}",
        run.stdout
    );
    assert_eq!(
        run.stderr.matches("(this may change the meaning)").count(),
        2,
        "{}",
        run.stderr
    );
}

#[test]
fn normalize_writes_nothing_for_input_that_is_not_json() {
    for input in [
        &b"{\"organization\": nope}"[..],
        b"Datum;Betrag\n",
        b"",
        b"{} {}",
        b"{\"a\":\"\xff\"}",
    ] {
        let run = uacc(&["normalize", "base-data", "-"], input);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{}", run.stderr);
        assert!(run.stderr.contains("error["), "{}", run.stderr);
    }
}

#[test]
fn normalize_writes_each_payload_on_a_line() {
    let payload = r#"{"transactions": [{"amount":"1","accountIdentifier":"K","currency":"CHF"}]}"#;
    let run = uacc(
        &["normalize", "transactions", "-"],
        format!(
            "{payload}
{payload}
"
        )
        .as_bytes(),
    );
    let line = r#"{"transactions":[{"accountIdentifier":"K","amount":"1","currency":"CHF"}]}"#;
    assert_eq!(run.stdout, format!("{line}\n{line}\n"));
}

/// Writers for terminals would remove them.
#[test]
fn control_characters_stay_in_results() {
    let payload = "{\"signedFileName\":\"a\u{7f}\u{9b}1mb\",\"fileName\":\"c\"}";
    assert_eq!(
        uacc(&["normalize", "document", "-"], payload.as_bytes()).stdout,
        format!("{payload}\n")
    );
}

#[test]
fn normalize_writes_to_a_file() {
    let folder = Folder::new("normalize");
    let out = folder.path().join("out.json");
    let run = uacc(
        &[
            "normalize",
            "base-data",
            SPELLING,
            "-o",
            out.to_str().unwrap(),
        ],
        b"",
    );
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert_eq!(
        uacc(&["check", "base-data", out.to_str().unwrap()], b"").status,
        0
    );
}
