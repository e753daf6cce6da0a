//! What every command does: streams, arguments, names, redaction, limits.

use std::fs;

use super::UBS;
use crate::folder::Folder;
use crate::process::{status_with_closed_streams, uacc};
use crate::project::in_project;

#[test]
fn closed_streams_change_neither_files_nor_the_exit_status() {
    let folder = Folder::new("closed");
    let out = folder.path().join("payload.json");
    let run = status_with_closed_streams;
    assert_eq!(run(&["convert", UBS, "-o", out.to_str().unwrap()]), 0);
    assert!(out.exists());
    assert_eq!(
        run(&["check", "transactions", "tests/messages/payload.json"]),
        1
    );
    assert_eq!(run(&["convert", "tests/messages/statement.csv"]), 1);
}

#[test]
fn invalid_arguments_are_explained() {
    for (arguments, word) in [
        (&["convert"][..], "<FILE>"),
        (
            &["convert", UBS, "--bank", "ubs-acount"],
            "error: there is no format `ubs-acount`. Did you mean `ubs-account`? `uacc banks` lists all formats\n",
        ),
        (
            &["convert", UBS, "--bank", "camt.053"],
            "error: files of the format `camt.053` are recognized by themselves, so that it can't be chosen. `uacc banks` lists all formats\n",
        ),
        (&["convert", UBS, "--account", " "], "--account"),
        (&["convert", UBS, "--currency", "SFr"], "--currency"),
        (&["convert", UBS, "--batch", "0"], "--batch"),
        (&["convert", UBS, "--batch", "1001"], "1 to 1000"),
        (&["check", "transactions", "-", "-"], "standard input"),
        (&["check", "invoices", UBS], "transactions"),
        (
            &["check", "base-data", UBS, "--base-data", UBS],
            "--base-data can only be used with transactions and journal",
        ),
        (
            &["check", "transactions", UBS, "--base-data", "no-such.json"],
            "there is no file no-such.json",
        ),
        (&["explain", "amount-zeor"], "amount-zero"),
        (
            &["convert", UBS, "-o", "no/such/folder/out.json"],
            "can't be written",
        ),
    ] {
        let run = uacc(arguments, b"");
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (2, ""),
            "{arguments:?}: {}",
            run.stderr
        );
        assert!(run.stderr.contains(word), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn escape_sequences_in_the_input_never_reach_the_terminal() {
    let payload = "{\"transactions\":[{\"\u{1b}[31m\":1,\"text\":\"\u{9b}2J\"}]}"
        .replace('\u{1b}', "\\u001b");
    let run = uacc(&["check", "transactions", "-"], payload.as_bytes());
    assert!(!run.stdout.contains('\u{1b}'), "{:?}", run.stdout);
    let csv = fs::read_to_string(in_project(UBS))
        .unwrap()
        .replace("Muster Erika", "\u{1b}]0;x\u{7}")
        .replace("-500.00", "x");
    let run = uacc(&["convert", "-"], csv.as_bytes());
    assert!(
        !run.stderr.contains('\u{1b}') && !run.stderr.contains('\u{7}'),
        "{:?}",
        run.stderr
    );

    let controls = |text: &str| {
        text.chars().any(|c| {
            c != '\n' && c.is_control()
                || matches!(
                    c,
                    '\u{200b}'
                        ..='\u{200f}'
                            | '\u{202e}'
                            | '\u{2028}'
                            | '\u{2066}'
                            | '\u{feff}'
                            | '\u{e0041}'
                )
        })
    };
    let hostile = "\u{9b}2J\u{200b}\u{200f}\u{202e}\u{2028}\u{2066}\u{feff}\u{e0041}";
    let payload = format!(
        r#"{{"organization":{{"companyName":"{hostile}","{hostile}":1,"leadcurrency{hostile}":1}},"contacts":[{{"externalId":" {hostile} ","x{hostile}":1}}]}}"#
    );
    for verb in ["check", "normalize"] {
        let run = uacc(&[verb, "base-data", "-"], payload.as_bytes());
        let message = if verb == "check" {
            &run.stdout
        } else {
            &run.stderr
        };
        assert!(
            message.contains("fix: ") && !controls(message),
            "{message:?}"
        );
    }
    let sarif = [
        &["check", "base-data", "-", "--format", "sarif"][..],
        &["convert", "-", "--format", "sarif"],
    ];
    for arguments in sarif {
        let log = uacc(arguments, payload.as_bytes()).stdout;
        assert!(log.contains("results") && !controls(&log), "{log:?}");
    }
    // A result in a pipe has the characters of the file.
    let result = uacc(&["normalize", "base-data", "-"], payload.as_bytes()).stdout;
    assert!(result.contains("\u{202e}\u{2028}\u{2066}"), "{result:?}");
}

#[test]
fn reports_name_the_file() {
    assert!(in_project(UBS).exists());
    let run = uacc(
        &[
            "check",
            "transactions",
            "tests/messages/payload.json",
            "--format",
            "json",
        ],
        b"",
    );
    assert!(
        run.stdout
            .starts_with(r#"{"file":"tests/messages/payload.json","valid":false,"errors":"#)
    );
}

#[test]
fn redacted_reports_contain_no_value() {
    let record = r#"{"accountIdentifier": "a-secret", "transactionId": "b-secret", "text": "c-secret 4111 1111 1111 1111",
        "creditDebit": "DEBIT", "amount": "-12.50", "currency": "chf", "bookedAt": "31.03.2026"}"#;
    let payload = format!("{{\"transactions\": [{record}]}}");
    let message = "error[date-form]: `bookedAt` is no date in the form YYYY-MM-DD\n --> <stdin>:2:84: /transactions/0/bookedAt\n";
    for command in [
        &["check", "transactions", "-"][..],
        &["normalize", "transactions", "-"],
    ] {
        for format in [&[][..], &["--format", "json"]] {
            let run = uacc(
                &[command, format, &["--redact"]].concat(),
                payload.as_bytes(),
            );
            // `normalize` writes the payload itself to standard output, so the values are in it.
            let all = if command[0] == "check" {
                run.stdout + &run.stderr
            } else {
                run.stderr
            };
            assert!(
                !all.contains("secret") && !all.contains("DEBIT") && !all.contains("12.50"),
                "{all}"
            );
            assert!(
                command[0] != "check" || !format.is_empty() || all.contains(message),
                "{all}"
            );
        }
    }
}

#[test]
fn quiet_calls_print_errors_and_warnings_only() {
    for (arguments, status, has_findings) in [
        (
            &["convert", "tests/bank/ubs-account/2022-11-de.csv"][..],
            0,
            false,
        ),
        (&["convert", "tests/bank/viseca-card/2023.csv"], 1, true),
        (
            &["normalize", "transactions", "tests/messages/payload.json"],
            1,
            true,
        ),
    ] {
        let quiet = uacc(&[arguments, &["--quiet"]].concat(), b"");
        let normal = uacc(arguments, b"");
        assert_eq!(
            (quiet.status, &quiet.stdout),
            (status, &normal.stdout),
            "{arguments:?}"
        );
        assert_eq!(
            quiet.stderr.contains("[account-missing]") || quiet.stderr.contains("error["),
            has_findings,
            "{}",
            quiet.stderr
        );
        assert!(
            quiet.stderr.is_empty() != has_findings && quiet.stderr.len() < normal.stderr.len(),
            "{}",
            quiet.stderr
        );
    }
    let both = uacc(&["convert", "x.csv", "--quiet", "--verbose"], b"");
    assert_eq!(both.status, 2);
}

#[test]
fn the_maximum_size_of_a_file_can_be_set() {
    let path = "tests/messages/payload.json";
    let size = fs::metadata(in_project(path)).unwrap().len();
    let check = |max: &str| uacc(&["check", "transactions", path, "--max-size", max], b"");
    let large = check(&(size - 1).to_string());
    assert_eq!(large.status, 1);
    assert!(
        large.stdout.contains(&format!(
            "the file has more than {} bytes, which is the limit",
            size - 1
        )),
        "{}",
        large.stdout
    );
    assert!(large.stdout.contains("(--max-size)"), "{}", large.stdout);
    assert!(!check(&size.to_string()).stdout.contains("too-large"));
    assert!(!check("2 GiB").stdout.contains("too-large"));
    let wrong = check("1TB");
    assert_eq!(wrong.status, 2);
    assert!(
        wrong
            .stderr
            .contains("a size is a number of bytes, or of kB, MB, GB, KiB, MiB or GiB: `4GB`"),
        "{}",
        wrong.stderr
    );
}
