//! Commands of the program: which output goes to which stream, and the exit status.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use universal_accounting::contract;

use crate::folder::Folder;
use crate::process::{program, uacc};

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const VISECA: &str = "tests/bank/viseca-card/2023.csv";

#[test]
fn convert_names_the_kind_of_a_bad_file_and_writes_nothing() {
    let folder = Folder::new("refused");
    let ubs = fs::read(UBS).unwrap();
    let text = String::from_utf8(ubs.clone()).unwrap();
    let cut = text.find("-390.50").unwrap() + 4;
    let cases: [(&str, &[u8], i32, &[&str]); 11] = [
        ("empty.csv", b"", 1, &["there is nothing in the file"]),
        (
            "noise.csv",
            &[0, 1, 2, 3, 255, 254, 0, 9],
            1,
            &["a binary file, not a statement that can be converted", "export the statement as camt.053, MT940 or CSV"],
        ),
        (
            "book.xlsx",
            &[b"PK\x03\x04".as_slice(), &[0; 22], b"\x0F\0\0\0xl/workbook.xml"].concat(),
            1,
            &["the workbook can't be read", "save it as xlsx"],
        ),
        ("statement.pdf", b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n", 1, &["a PDF document", "or CSV"]),
        (
            "camt.xml",
            b"<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"/>",
            1,
            &["a message camt.053 of ISO 20022 without statements", "or CSV"],
        ),
        ("other.csv", b"Tag;Zweck;Wert\n1;2;3\n", 1, &["is the header of a known format", "uacc learn FILE"]),
        (
            "renamed.csv",
            text.replace("Valutadatum", "Wertstellung").into_bytes().leak(),
            1,
            &["missing: `Valutadatum`; not known: `Wertstellung`", "export the file again"],
        ),
        ("cut.csv", &ubs[..cut], 1, &["the file ends inside this row", "download the file again", "--partial"]),
        ("card.csv", fs::read(VISECA).unwrap().leak(), 1, &["names no account that can be used", "--account"]),
        ("payload.json", b"{\"transactions\":[]}", 1, &["a JSON document, not a statement"]),
        ("utf16.json", b"\xFF\xFE{\0}\0", 1, &["a JSON document"]),
    ];
    for (name, bytes, status, words) in cases {
        let run = uacc(&["convert", &folder.file(name, bytes)], b"");
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (status, ""),
            "{name}: {}",
            run.stderr
        );
        for word in words {
            assert!(
                run.stderr.contains(word),
                "{name} lacks {word:?}:\n{}",
                run.stderr
            );
        }
    }
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let empty = empty.to_str().unwrap();
    for (path, word) in [
        ("no-such-file.csv", "there is no file"),
        (empty, "is a directory without files; check its name"),
        (
            "tests/bank/*.csv",
            "no file matches tests/bank/*.csv; check its name and folder",
        ),
    ] {
        let run = uacc(&["convert", path], b"");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(word), "{}", run.stderr);
        assert_eq!(uacc(&["check", "transactions", path], b"").status, 2);
    }
}

#[test]
fn check_names_the_kind_of_a_bad_payload() {
    let payload = |amount: &str, account: &str| {
        format!(
            r#"{{"transactions":[{{"accountIdentifier":"{account}","transactionId":"1","creditDebit":"debit","amount":{amount},"currency":"CHF","bookedAt":"2026-03-31"}}]}}"#
        )
    };
    let iban = "CH9300762011623852957";
    let card = "4111111111111111";
    let cases: [(Vec<u8>, i32, &[&str]); 10] = [
        (Vec::new(), 1, &["there is nothing in the file"]),
        (
            b"Datum;Betrag\n".to_vec(),
            1,
            &["plain text, no JSON", "uacc convert"],
        ),
        (
            [
                b"PK\x03\x04".as_slice(),
                &[0; 22],
                b"\x0F\0\0\0xl/workbook.xml",
            ]
            .concat(),
            1,
            &["an Excel workbook (xlsx), no JSON"],
        ),
        (
            payload("\"1.00\"", iban).into_bytes()[..90].to_vec(),
            1,
            &["it was cut off"],
        ),
        (vec![b'['; 100_000], 1, &["more than 128 brackets are open"]),
        (
            b"{\"transactions\":[{\"text\":\"B\xE4cker\"}]}".to_vec(),
            1,
            &["no UTF-8", "Windows-1252"],
        ),
        (
            b"\xFF\xFE{\0}\0".to_vec(),
            1,
            &["UTF-16LE", "save the file in UTF-8"],
        ),
        (
            payload("12.50", iban).into_bytes(),
            1,
            &[
                "a JSON number where a string belongs",
                "safe fix: \"12.50\"",
            ],
        ),
        (
            payload("\"1.00\"", card).into_bytes(),
            0,
            &["a full payment card number", "************1111"],
        ),
        (
            [payload("\"1.00\"", iban), payload("\"1.00\"", iban)]
                .concat()
                .into_bytes(),
            1,
            &["the document has ended"],
        ),
    ];
    for (bytes, status, words) in cases {
        let run = uacc(&["check", "transactions", "-"], &bytes);
        assert_eq!(run.status, status, "{}", run.stdout);
        assert_eq!(run.stderr, "");
        for word in words {
            assert!(run.stdout.contains(word), "lacks {word:?}:\n{}", run.stdout);
        }
        assert!(!run.stdout.contains(card) && !run.stdout.contains("4111 1111"));
        let json = uacc(&["check", "transactions", "-", "--format", "json"], &bytes);
        assert_eq!((json.status, json.stdout.lines().count()), (status, 1));
        assert!(!json.stdout.contains(card));
    }
}

#[test]
fn check_reads_the_sequence_of_payloads_that_convert_writes() {
    let folder = Folder::new("sequence");
    let split = uacc(&["convert", UBS, "--batch", "3"], b"");
    assert_eq!((split.status, split.stdout.lines().count()), (0, 2));
    let checked = uacc(&["check", "transactions", "-"], split.stdout.as_bytes());
    assert_eq!(checked.status, 0, "{}", checked.stdout);

    let out = folder.path().join("payload.json");
    let written = uacc(
        &["convert", UBS, "--batch", "3", "-o", out.to_str().unwrap()],
        b"",
    );
    assert_eq!((written.status, written.stdout.as_str()), (0, ""));
    let lines: Vec<String> = ["payload-0001.json", "payload-0002.json"]
        .iter()
        .map(|n| fs::read_to_string(folder.path().join(n)).unwrap())
        .collect();
    assert_eq!(lines.concat(), split.stdout);

    assert_eq!(
        uacc(&["convert", UBS, "-o", out.to_str().unwrap()], b"").status,
        0
    );
    assert_eq!(
        fs::read_to_string(&out).unwrap(),
        uacc(&["convert", UBS], b"").stdout
    );
}

#[test]
fn check_journal_reads_single_entries_too() {
    let csv = "serviceId,entry-entryId,entry-date,entry-lineId,entry-debitAccount-number,entry-creditAccount-number,entry-amount,entry-currency\n\
        s-81,e-1,2026-03-31,l-1,6500,2000,30.00,CHF\n";
    let run = uacc(&["check", "journal", "-"], csv.as_bytes());
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (0, "<stdin>: no errors, no warnings\n")
    );
    let run = uacc(
        &["check", "journal", "-"],
        csv.replace("03-31", "02-30").as_bytes(),
    );
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.contains("<stdin>:2:10\n")
            && run.stdout.contains("^^^^^^^^^^ column `entry-date`"),
        "{}",
        run.stdout
    );
}

#[test]
fn closed_streams_change_neither_files_nor_the_exit_status() {
    let folder = Folder::new("closed");
    let out = folder.path().join("payload.json");
    let run = |arguments: &[&str]| {
        let mut child = program(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop((child.stdout.take(), child.stderr.take()));
        child.wait().unwrap().code().unwrap()
    };
    assert_eq!(run(&["convert", UBS, "-o", out.to_str().unwrap()]), 0);
    assert!(out.exists());
    assert_eq!(
        run(&["check", "transactions", "tests/messages/payload.json"]),
        1
    );
    assert_eq!(run(&["convert", "tests/messages/statement.csv"]), 1);
}

/// The unit tests of excerpts try all kinds of lines. This test tries all outputs.
#[test]
fn no_report_contains_a_card_number() {
    let text = |text: &str| format!(r#"{{"transactions":[{{"text":"{text}","amount":"x"}}]}}"#);
    for payload in [
        text("Einkauf 4111 1111 1111 1111 in Bern"),
        text("\\u0034111111111111111"),
        r#"{"transactions":[{"4111-1111-1111-1111":1,"transactionId":"4111111111111111"}]}"#
            .to_owned(),
    ] {
        for format in ["human", "json", "sarif"] {
            let run = uacc(
                &["check", "transactions", "-", "--format", format],
                payload.as_bytes(),
            );
            assert!(
                !["11111", "1111-1111", "1111 1111"]
                    .iter()
                    .any(|part| run.stdout.contains(part)),
                "{}",
                run.stdout
            );
            assert!(run.stdout.contains("amount"), "{}", run.stdout);
        }
    }
}

#[test]
fn options_change_the_level_of_warnings_but_not_of_errors() {
    let payload = br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","amount":"1.00","currency":"CHF","creditDebit":"debit","bookedAt":"2026-03-31"}]}"#;
    let status = |arguments: &[&str]| {
        let run = uacc(
            &[&["check", "transactions", "-"], arguments].concat(),
            payload,
        );
        (
            run.status,
            run.stdout.lines().last().unwrap_or_default().to_owned(),
        )
    };
    assert_eq!(status(&[]), (0, "<stdin>: no errors, 1 warning".to_owned()));
    assert_eq!(
        status(&["--strict"]),
        (1, "<stdin>: 1 error, no warnings".to_owned())
    );
    assert_eq!(
        status(&["--deny", "transaction-id-missing"]),
        (1, "<stdin>: 1 error, no warnings".to_owned())
    );
    assert_eq!(
        status(&["--allow", "transaction-id-missing"]),
        (0, "<stdin>: no errors, no warnings".to_owned())
    );
    assert_eq!(
        status(&["--strict", "--warn", "transaction-id-missing"]).0,
        0
    );
    for (arguments, word) in [
        (["--allow", "amount-zero"], "can't be lowered"),
        (["--deny", "amount-zeor"], "Did you mean `amount-zero`?"),
    ] {
        let run = uacc(
            &["check", "transactions", "-", arguments[0], arguments[1]],
            payload,
        );
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(word), "{}", run.stderr);
    }
}

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
    let text = fs::read_to_string("tests/messages/known.json")
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
fn rules_are_listed() {
    let list = uacc(&["rules"], b"");
    let listed: Vec<&str> = list
        .stdout
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    let known: Vec<&str> = contract::rules().map(|rule| rule.id).collect();
    assert_eq!((list.status, listed), (0, known));
    assert_eq!(
        uacc(&["rules", "--format", "json"], b"").stdout,
        contract::rules_json()
    );
}

#[test]
fn escape_sequences_in_the_input_never_reach_the_terminal() {
    let payload = "{\"transactions\":[{\"\u{1b}[31m\":1,\"text\":\"\u{9b}2J\"}]}"
        .replace('\u{1b}', "\\u001b");
    let run = uacc(&["check", "transactions", "-"], payload.as_bytes());
    assert!(!run.stdout.contains('\u{1b}'), "{:?}", run.stdout);
    let csv = fs::read_to_string(UBS)
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
    assert!(Path::new(UBS).exists());
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

const BASE_DATA: &str = "tests/messages/base-data.json";
const SPELLING: &str = "tests/messages/spelling.json";

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

#[test]
fn results_are_compared_with_the_request() {
    let folder = Folder::new("results");
    let request = folder.file(
        "request.json",
        br#"{"signedFileName":"f","fileName":"a.pdf","processImmediately":true}"#,
    );
    assert_eq!(uacc(&["check", "document", &request], b"").status, 0);
    let result = br#"{"serviceFileId":"file-1"}"#;
    assert_eq!(uacc(&["check", "document-result", "-"], result).status, 0);
    let run = uacc(
        &["check", "document-result", "-", "--request", &request],
        result,
    );
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("service-id-missing"), "{}", run.stdout);
    let run = uacc(
        &["check", "document-result", "-", "--request", SPELLING],
        result,
    );
    assert_eq!(run.status, 2, "an invalid request can't be compared");

    let counts = br#"{"existingTransactions":1,"newTransactions":2,"errorTransactions":0}"#;
    assert_eq!(
        uacc(&["check", "import-result", "-", "--sent", "3"], counts).status,
        0
    );
    assert_eq!(
        uacc(&["check", "import-result", "-", "--sent", "4"], counts).status,
        1
    );
    assert_eq!(
        uacc(&["check", "base-data-result", "-"], br#"{"success":true}"#).status,
        0
    );
    assert_eq!(
        uacc(
            &["check", "base-data-result", "-"],
            br#"{"success":"true"}"#
        )
        .status,
        1
    );
}

#[test]
fn options_for_other_payloads_are_rejected() {
    for call in [
        &["check", "base-data", SPELLING, "--sent", "3"][..],
        &["check", "transactions", SPELLING, "--request", SPELLING],
        &["check", "document-result", "-", "--request", "-"],
    ] {
        assert_eq!(uacc(call, b"{}").status, 2, "{call:?}");
    }
}

#[test]
fn null_is_accepted_in_received_payloads() {
    let answer = br#"{"serviceId":null,"serviceFileId":"file-1"}"#;
    assert_eq!(uacc(&["check", "document-result", "-"], answer).status, 1);
    assert_eq!(
        uacc(&["check", "document-result", "-", "--received"], answer).status,
        0
    );
}

#[test]
fn schemas_are_printed_by_name() {
    let names = uacc(&["schema"], b"");
    assert_eq!(names.status, 0);
    for name in [
        "base-data",
        "transactions",
        "document-request",
        "document-result",
        "import-result",
        "report",
        "account-map",
        "bank-profile",
    ] {
        assert!(names.stdout.lines().any(|line| line == name), "{name}");
        let schema = uacc(&["schema", name], b"");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{name}.schema.json"));
        assert!(schema.stdout == fs::read_to_string(path).unwrap(), "{name}");
    }
    let interface = uacc(&["schema", "openapi"], b"");
    assert!(interface.stdout == include_str!("../../schema/openapi.json"));
    let run = uacc(&["schema", "invoice"], b"");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr
            .contains("there is no schema `invoice`; the schemas are base-data,"),
        "{}",
        run.stderr
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
    let size = fs::metadata(path).unwrap().len();
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
