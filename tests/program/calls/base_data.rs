//! `uacc check --base-data`: comparisons with base data.

use std::fs;

use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;

#[test]
fn base_data_is_read_once_for_all_files() {
    let files = ["tests/messages/compared.json", "-"];
    let input = br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"1","amount":"1.00","currency":"CHF","creditDebit":"debit","bookedAt":"2025-12-31"}]}"#;
    let run = |more: &[&str]| {
        uacc(
            &[
                &["check", "transactions"],
                &files[..],
                &["--base-data"],
                more,
            ]
            .concat(),
            input,
        )
    };
    let compared = run(&["tests/messages/known.json"]);
    assert_eq!((compared.status, compared.stderr.as_str()), (0, ""));
    let counts: Vec<&str> = compared
        .stdout
        .lines()
        .filter(|line| line.contains("no errors"))
        .collect();
    assert_eq!(
        counts,
        [
            "tests/messages/compared.json: no errors, 3 warnings",
            "<stdin>: no errors, 1 warning"
        ]
    );
    let denied = run(&[
        "tests/messages/known.json",
        "--deny",
        "outside-tax-periods",
        "--allow",
        "currency-not-of-account",
    ]);
    let counts: Vec<&str> = denied
        .stdout
        .lines()
        .filter(|line| line.contains(" 1 warning") || line.contains("no warn"))
        .collect();
    assert_eq!(denied.status, 1);
    assert_eq!(
        counts,
        [
            "tests/messages/compared.json: 1 error, 1 warning",
            "<stdin>: 1 error, no warnings"
        ]
    );
    assert!(
        run(&["-"])
            .stderr
            .contains("standard input can only be read once")
    );
}

#[test]
fn journals_are_compared_with_base_data() {
    let run = |file: &str| {
        uacc(
            &[
                "check",
                "journal",
                file,
                "--base-data",
                "tests/messages/export-base-data.json",
                "--format",
                "json",
            ],
            b"",
        )
    };
    let compared = run("tests/messages/export.json");
    assert_eq!((compared.status, compared.stderr.as_str()), (0, ""));
    for rule in [
        "contact-not-in-base-data",
        "dimension-not-in-base-data",
        "account-not-in-base-data",
    ] {
        assert!(compared.stdout.contains(rule), "{}", compared.stdout);
    }
    let folder = Folder::new("single-entries-with-base-data");
    let csv = uacc(
        &[
            "export",
            "journal",
            "tests/messages/export.json",
            "--to",
            "single-entries",
        ],
        b"",
    )
    .stdout;
    let path = folder.file("entries.csv", csv.as_bytes());
    let refused = run(&path);
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(
        refused
            .stderr
            .contains("is a CSV of single entries; --base-data compares journals in JSON only")
    );
    // Without base data, the same file is checked.
    let checked = uacc(&["check", "journal", &path], b"");
    assert_eq!((checked.status, checked.stderr.as_str()), (0, ""));
}

#[test]
fn warnings_of_base_data_are_shown_beside_the_report() {
    let folder = Folder::new("base-data");
    let text = fs::read_to_string(in_project("tests/messages/known.json"))
        .unwrap()
        .replace("\"number\": \"2000\"", "\"number\": \"6500\"");
    let path = folder.file("twice.json", text.as_bytes());
    let arguments = [
        "check",
        "transactions",
        "tests/messages/compared.json",
        "--base-data",
        &path,
    ];
    let run = uacc(&arguments, b"");
    assert_eq!(run.status, 0);
    assert!(
        run.stderr.contains("duplicate-account-number") && run.stderr.contains("Material"),
        "{}",
        run.stderr
    );
    assert!(!run.stdout.contains("duplicate-account-number"));
    let redacted = uacc(&[&arguments[..], &["--redact"]].concat(), b"");
    assert!(
        redacted.stderr.contains("duplicate-account-number")
            && !redacted.stderr.contains("Material")
    );
    // The levels of rules are for the files that are checked, so the base data can be used.
    assert!(
        uacc(
            &[&arguments[..], &["--deny", "duplicate-account-number"]].concat(),
            b""
        )
        .status
            == 0
    );
}

#[test]
fn base_data_with_errors_is_shown_and_refused() {
    let run = |more: &[&str]| {
        uacc(
            &[
                &[
                    "check",
                    "transactions",
                    "tests/messages/compared.json",
                    "--base-data",
                ],
                more,
            ]
            .concat(),
            b"",
        )
    };
    let refused = run(&["tests/messages/base-data.json"]);
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(
        refused.stderr.starts_with("warning[uid-check-digit]"),
        "{}",
        refused.stderr
    );
    assert!(
        refused
            .stderr
            .ends_with("\nerror: the base data tests/messages/base-data.json can't be used\n")
    );
    let other = run(&["tests/messages/statement.csv"]);
    assert_eq!((other.status, other.stdout.as_str()), (2, ""));
    assert!(
        other.stderr.contains("plain text, no JSON"),
        "{}",
        other.stderr
    );
}
