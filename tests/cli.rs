//! The program as its users meet it: what goes to which stream, and the exit status.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test may panic")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const VISECA: &str = "tests/bank/viseca-card/2023.csv";

/// A folder of the test's own that goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("uacc-test-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

struct Said {
    status: i32,
    out: String,
    err: String,
}

fn uacc(arguments: &[&str], input: &[u8]) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_uacc"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that stops before it has read its input closes the pipe, which is its right.
    let _ = child.stdin.take().unwrap().write_all(input);
    let done = child.wait_with_output().unwrap();
    Said {
        status: done.status.code().unwrap(),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}

#[test]
fn a_statement_becomes_a_payload_that_passes_the_check() {
    let converted = uacc(&["convert", UBS], b"");
    assert_eq!(converted.status, 0, "{}", converted.err);
    assert!(
        converted.out.starts_with(r#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"#)
    );
    let checked = uacc(&["check", "transactions", "-"], converted.out.as_bytes());
    assert_eq!((checked.status, checked.out.as_str()), (0, "<stdin>: no errors, no warnings\n"));
}

#[test]
fn bad_input_is_refused_by_name_and_nothing_looks_like_a_result() {
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
            &["a binary file, no CSV export", "export the statement as CSV"],
        ),
        ("book.xlsx", b"PK\x03\x04 [Content_Types].xml xl/workbook.xml", 1, &["an Excel workbook (xlsx)", "as CSV"]),
        ("statement.pdf", b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n", 1, &["a PDF document", "as CSV"]),
        (
            "camt.xml",
            b"<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"/>",
            1,
            &["a camt.053 bank statement (XML)", "as CSV"],
        ),
        ("other.csv", b"Tag;Zweck;Wert\n1;2;3\n", 1, &["is the header of a known format", "uacc banks"]),
        (
            "renamed.csv",
            text.replace("Valutadatum", "Wertstellung").into_bytes().leak(),
            1,
            &["missing: `Valutadatum`; not known: `Wertstellung`", "export the file again"],
        ),
        ("cut.csv", &ubs[..cut], 1, &["the file ends inside this row", "download the file again", "--partial"]),
        ("card.csv", fs::read(VISECA).unwrap().leak(), 1, &["names no account, nor does the file", "--account"]),
        ("payload.json", b"{\"transactions\":[]}", 1, &["a JSON document, no CSV export"]),
        ("utf16.json", b"\xFF\xFE{\0}\0", 1, &["a JSON document"]),
    ];
    for (name, bytes, status, words) in cases {
        let said = uacc(&["convert", &folder.file(name, bytes)], b"");
        assert_eq!((said.status, said.out.as_str()), (status, ""), "{name}: {}", said.err);
        for word in words {
            assert!(said.err.contains(word), "{name} lacks {word:?}:\n{}", said.err);
        }
    }
    for (path, word) in [("no-such-file.csv", "there is no file"), ("tests", "is a directory")] {
        let said = uacc(&["convert", path], b"");
        assert_eq!((said.status, said.out.as_str()), (2, ""));
        assert!(said.err.contains(word), "{}", said.err);
        assert_eq!(uacc(&["check", "transactions", path], b"").status, 2);
    }
}

#[test]
fn bad_payloads_are_told_what_they_are() {
    let one = |amount: &str, account: &str| {
        format!(
            r#"{{"transactions":[{{"accountIdentifier":"{account}","transactionId":"1","creditDebit":"debit","amount":{amount},"currency":"CHF","bookedAt":"2026-03-31"}}]}}"#
        )
    };
    let iban = "CH9300762011623852957";
    let card = "4111111111111111";
    let cases: [(Vec<u8>, i32, &[&str]); 10] = [
        (Vec::new(), 1, &["there is nothing in the file"]),
        (b"Datum;Betrag\n".to_vec(), 1, &["plain text, no JSON", "uacc convert"]),
        (b"PK\x03\x04 [Content_Types].xml xl/".to_vec(), 1, &["an Excel workbook (xlsx), no JSON"]),
        (one("\"1.00\"", iban).into_bytes()[..90].to_vec(), 1, &["it was cut off"]),
        (vec![b'['; 100_000], 1, &["more than 128 brackets are open"]),
        (b"{\"transactions\":[{\"text\":\"B\xE4cker\"}]}".to_vec(), 1, &["no UTF-8", "Windows-1252"]),
        (b"\xFF\xFE{\0}\0".to_vec(), 1, &["UTF-16LE", "save the file in UTF-8"]),
        (one("12.50", iban).into_bytes(), 1, &["a JSON number where a string belongs", "safe fix: \"12.50\""]),
        (one("\"1.00\"", card).into_bytes(), 0, &["a full payment card number", "************1111"]),
        ([one("\"1.00\"", iban), one("\"1.00\"", iban)].concat().into_bytes(), 1, &["the document has ended"]),
    ];
    for (bytes, status, words) in cases {
        let said = uacc(&["check", "transactions", "-"], &bytes);
        assert_eq!(said.status, status, "{}", said.out);
        assert_eq!(said.err, "");
        for word in words {
            assert!(said.out.contains(word), "lacks {word:?}:\n{}", said.out);
        }
        assert!(!said.out.contains(card) && !said.out.contains("4111 1111"));
        let json = uacc(&["check", "transactions", "-", "--format", "json"], &bytes);
        assert_eq!((json.status, json.out.lines().count()), (status, 1));
        assert!(!json.out.contains(card));
    }
}

#[test]
fn a_sequence_of_payloads_is_read_as_it_is_written() {
    let folder = Folder::new("sequence");
    let split = uacc(&["convert", UBS, "--batch", "3"], b"");
    assert_eq!((split.status, split.out.lines().count()), (0, 2));
    let checked = uacc(&["check", "transactions", "-"], split.out.as_bytes());
    assert_eq!(checked.status, 0, "{}", checked.out);

    let out = folder.0.join("payload.json");
    let written = uacc(&["convert", UBS, "--batch", "3", "-o", out.to_str().unwrap()], b"");
    assert_eq!((written.status, written.out.as_str()), (0, ""));
    let lines: Vec<String> = ["payload-0001.json", "payload-0002.json"]
        .iter()
        .map(|n| fs::read_to_string(folder.0.join(n)).unwrap())
        .collect();
    assert_eq!(lines.concat(), split.out);

    assert_eq!(uacc(&["convert", UBS, "-o", out.to_str().unwrap()], b"").status, 0);
    assert_eq!(fs::read_to_string(&out).unwrap(), uacc(&["convert", UBS], b"").out);
}

#[test]
fn no_file_is_lost_to_an_output() {
    let folder = Folder::new("output");
    let statement = folder.file("statement.csv", &fs::read(UBS).unwrap());
    let said = uacc(&["convert", &statement, "-o", &statement], b"");
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    assert!(said.err.contains("is one of the files to convert"), "{}", said.err);
    assert_eq!(fs::read(&statement).unwrap(), fs::read(UBS).unwrap());

    let numbered = folder.file("out-0001.json", &fs::read(UBS).unwrap());
    let out = folder.0.join("out.json").to_str().unwrap().to_owned();
    let said = uacc(&["convert", &numbered, "--batch", "1", "-o", &out], b"");
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    assert_eq!(fs::read(&numbered).unwrap(), fs::read(UBS).unwrap());
    fs::remove_file(&numbered).unwrap();

    let out = folder.0.join("konto.2026").to_str().unwrap().to_owned();
    assert_eq!(uacc(&["convert", &statement, "--batch", "1", "-o", &out], b"").status, 0);
    let said = uacc(&["convert", &statement, "--batch", "2", "-o", &out], b"");
    assert!(said.err.contains("2 files of an earlier run not overwritten, from "), "{}", said.err);
    let mut names: Vec<String> =
        fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let numbered = [1, 2, 3, 4].map(|number| format!("konto.2026-000{number}.json"));
    assert_eq!(names, [&numbered[..], &["statement.csv".to_owned()]].concat());
}

/// A reader who has enough changes neither what is written elsewhere nor the exit status.
#[test]
fn a_closed_stream_changes_nothing_else() {
    let folder = Folder::new("closed");
    let out = folder.0.join("payload.json");
    let run = |arguments: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uacc"))
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
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
    assert_eq!(run(&["check", "transactions", "tests/messages/payload.json"]), 1);
    assert_eq!(run(&["convert", "tests/messages/statement.csv"]), 1);
}

#[test]
fn rejected_rows_hold_the_payload_back_unless_asked() {
    let folder = Folder::new("partial");
    let text = fs::read_to_string(UBS).unwrap().replace("-500.00", "-500,00");
    let file = folder.file("one-bad-row.csv", text.as_bytes());
    let held = uacc(&["convert", &file], b"");
    assert_eq!((held.status, held.out.as_str()), (1, ""));
    assert!(held.err.contains("column `Belastung`"), "{}", held.err);
    let partial = uacc(&["convert", &file, "--partial"], b"");
    assert_eq!(partial.status, 1);
    assert_eq!(partial.out.matches("transactionId").count(), 3);
    let report = uacc(&["convert", &file, "--format", "json"], b"");
    assert_eq!(report.status, 1);
    let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
    assert_eq!(report["rejected"], serde_json::json!([{ "line": 18 }]));
    assert_eq!(report["findings"][0]["cell"], serde_json::json!({ "row": 8, "column": "Belastung" }));
}

#[test]
fn several_files_go_to_one_payload_unless_they_would_merge() {
    let both = uacc(&["convert", UBS, "tests/bank/postfinance-account/2024-de.csv"], b"");
    assert_eq!((both.status, both.out.matches("transactionId").count()), (0, 8));
    let cards = [VISECA, "tests/bank/viseca-card/without-original.csv"];
    let merged = uacc(&["convert", cards[0], cards[1], "--account", "**** 1111"], b"");
    assert_eq!((merged.status, merged.out.as_str()), (2, ""));
    assert!(merged.err.contains("one by one"), "{}", merged.err);
    assert_eq!(uacc(&["convert", UBS, VISECA, "--account", "**** 1111"], b"").status, 0);
}

#[test]
fn an_empty_statement_makes_no_payload() {
    let header = fs::read_to_string("tests/bank/raiffeisen-account/2024-07.csv").ok();
    let header =
        header.unwrap_or_else(|| "IBAN;Booked At;Text;Details;Credit/Debit Amount;Balance;Valuta Date".to_owned());
    let said = uacc(&["convert", "-"], header.lines().next().unwrap().as_bytes());
    assert_eq!((said.status, said.out.as_str()), (0, ""));
    assert!(said.err.contains("no row follows the header"), "{}", said.err);
    assert!(said.err.contains("nothing was written: there are no transactions"), "{}", said.err);
}

#[test]
fn overlapping_files_are_told_apart() {
    let twice = uacc(&["convert", UBS, UBS], b"");
    assert_eq!((twice.status, twice.out.matches("transactionId").count()), (0, 8));
    assert!(twice.err.contains("4 transactions with the account and id of an earlier one"), "{}", twice.err);
}

/// However a line is cut or a digit is written, the number must not be readable.
#[test]
fn an_excerpt_shows_no_card_number() {
    let around = |before: usize, after: usize| {
        let text = format!("{} 4111111111111111 {}", "y".repeat(before), "y".repeat(after));
        format!(
            r#"{{"transactions":[{{"accountIdentifier":"X","transactionId":"1","text":"{text}","amount":"x","currency":"CHF","creditDebit":"debit","bookedAt":"2026-03-31"}}]}}"#
        )
    };
    let mut payloads: Vec<String> = (0..80).flat_map(|n| [around(n, 0), around(0, n), around(n, n)]).collect();
    payloads.push(around(0, 0).replace("4111111111111111", "\\u0034111111111111111"));
    payloads.push(r#"{"transactions":[{"4111-1111-1111-1111":1,"transactionId":"4111111111111111"}]}"#.to_owned());
    for payload in payloads {
        for format in ["human", "json", "sarif"] {
            let said = uacc(&["check", "transactions", "-", "--format", format], payload.as_bytes());
            assert!(!["11111", "1111-1111"].iter().any(|part| said.out.contains(part)), "{}", said.out);
        }
    }
}

#[test]
fn policies_grade_warnings_and_no_errors() {
    let payload = br#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","amount":"1.00","currency":"CHF","creditDebit":"debit","bookedAt":"2026-03-31"}]}"#;
    let status = |arguments: &[&str]| {
        let said = uacc(&[&["check", "transactions", "-"], arguments].concat(), payload);
        (said.status, said.out.lines().last().unwrap_or_default().to_owned())
    };
    assert_eq!(status(&[]), (0, "<stdin>: no errors, 1 warning".to_owned()));
    assert_eq!(status(&["--strict"]), (1, "<stdin>: 1 error, no warnings".to_owned()));
    assert_eq!(status(&["--deny", "transaction-id-missing"]), (1, "<stdin>: 1 error, no warnings".to_owned()));
    assert_eq!(status(&["--allow", "transaction-id-missing"]), (0, "<stdin>: no errors, no warnings".to_owned()));
    assert_eq!(status(&["--strict", "--warn", "transaction-id-missing"]).0, 0);
    for (arguments, word) in
        [(["--allow", "amount-zero"], "can't be lowered"), (["--deny", "amount-zeor"], "Did you mean `amount-zero`?")]
    {
        let said = uacc(&["check", "transactions", "-", arguments[0], arguments[1]], payload);
        assert_eq!((said.status, said.out.as_str()), (2, ""));
        assert!(said.err.contains(word), "{}", said.err);
    }
}

#[test]
fn a_wrong_call_is_told_what_is_wrong() {
    for (arguments, word) in [
        (&["convert"][..], "<FILE>"),
        (&["convert", UBS, "--bank", "ubs"], "uacc banks"),
        (&["convert", UBS, "--account", " "], "--account"),
        (&["convert", UBS, "--currency", "SFr"], "--currency"),
        (&["convert", UBS, "--batch", "0"], "--batch"),
        (&["convert", UBS, "--batch", "1001"], "1 to 1000"),
        (&["check", "transactions", "-", "-"], "standard input"),
        (&["check", "invoices", UBS], "transactions"),
        (&["explain", "amount-zeor"], "amount-zero"),
        (&["convert", UBS, "-o", "no/such/folder/out.json"], "can't be written"),
    ] {
        let said = uacc(arguments, b"");
        assert_eq!((said.status, said.out.as_str()), (2, ""), "{arguments:?}: {}", said.err);
        assert!(said.err.contains(word), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn rules_are_listed_and_explained() {
    let list = uacc(&["rules"], b"");
    assert_eq!(list.status, 0);
    let json: serde_json::Value = serde_json::from_str(&uacc(&["rules", "--format", "json"], b"").out).unwrap();
    assert_eq!(json.as_array().unwrap().len(), list.out.lines().count());
    for rule in list.out.lines() {
        let id = rule.split(' ').next().unwrap();
        let page = uacc(&["explain", id], b"");
        assert_eq!(page.status, 0, "{id}");
        assert!(page.out.starts_with(id) && page.out.contains("Why\n") && page.out.contains("Bad\n"), "{}", page.out);
    }
}

#[test]
fn terminal_escapes_in_the_input_never_reach_the_terminal() {
    let payload = "{\"transactions\":[{\"\u{1b}[31m\":1,\"text\":\"\u{9b}2J\"}]}".replace('\u{1b}', "\\u001b");
    let said = uacc(&["check", "transactions", "-"], payload.as_bytes());
    assert!(!said.out.contains('\u{1b}'), "{:?}", said.out);
    let csv = fs::read_to_string(UBS).unwrap().replace("Muster Erika", "\u{1b}]0;x\u{7}").replace("-500.00", "x");
    let said = uacc(&["convert", "-"], csv.as_bytes());
    assert!(!said.err.contains('\u{1b}') && !said.err.contains('\u{7}'), "{:?}", said.err);
}

#[test]
fn what_was_read_is_named() {
    assert!(Path::new(UBS).exists());
    let said = uacc(&["check", "transactions", "tests/messages/payload.json", "--format", "json"], b"");
    assert!(said.out.starts_with(r#"{"file":"tests/messages/payload.json","valid":false,"errors":"#));
}

const BASE_DATA: &str = "tests/messages/base-data.json";
const SPELLING: &str = "tests/messages/spelling.json";

#[test]
fn normalizing_writes_the_payload_and_tells_each_change() {
    let said = uacc(&["normalize", "base-data", SPELLING], b"");
    assert_eq!(said.status, 0);
    assert_eq!(said.out.lines().count(), 1);
    assert_eq!(uacc(&["check", "base-data", "-", "--strict"], said.out.as_bytes()).status, 0);
    assert_eq!(uacc(&["normalize", "base-data", "-"], said.out.as_bytes()).out, said.out);
    assert!(said.err.contains(":15:91: /taxes/0/value rate-text:"), "{}", said.err);

    let said = uacc(&["normalize", "base-data", BASE_DATA], b"");
    assert_eq!(said.status, 1, "what is left are errors");
    assert!(said.err.contains("error[duplicate-external-id]"), "{}", said.err);
    let report = uacc(&["normalize", "base-data", BASE_DATA, "--format", "json"], b"");
    let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
    assert_eq!(report["valid"], false);
    assert_eq!(report["changes"].as_array().unwrap().len(), 7);
    assert_eq!(report["normalized"][0], serde_json::from_str::<serde_json::Value>(&said.out).unwrap());
}

#[test]
fn unsafe_fixes_are_made_only_when_asked_for() {
    let payload = br#"{"transactions":[{"accountIdentifier":"K","transactionId":"1","creditDebit":"credit","amount":"-12,50","currency":"CHF","bookedAt":"31.12.2025"}]}"#;
    let said = uacc(&["normalize", "transactions", "-"], payload);
    assert_eq!((said.status, said.out.as_bytes().trim_ascii()), (1, &payload[..]));
    let said = uacc(&["normalize", "transactions", "-", "--unsafe-fixes"], payload);
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains(r#""creditDebit":"debit","amount":"12.50""#), "{}", said.out);
    assert!(said.out.contains(r#""bookedAt":"2025-12-31""#), "{}", said.out);
    assert_eq!(said.err.matches("(this may change the meaning)").count(), 2, "{}", said.err);
}

#[test]
fn what_is_no_json_is_not_normalized() {
    for input in [&b"{\"organization\": nope}"[..], b"Datum;Betrag\n", b"", b"{} {}", b"{\"a\":\"\xff\"}"] {
        let said = uacc(&["normalize", "base-data", "-"], input);
        assert_eq!((said.status, said.out.as_str()), (1, ""), "{}", said.err);
        assert!(said.err.contains("error["), "{}", said.err);
    }
}

#[test]
fn several_payloads_are_normalized_one_a_line() {
    let one = r#"{"transactions": [{"amount":"1","accountIdentifier":"K","currency":"CHF"}]}"#;
    let said = uacc(&["normalize", "transactions", "-"], format!("{one}\n{one}\n").as_bytes());
    let line = r#"{"transactions":[{"accountIdentifier":"K","amount":"1","currency":"CHF"}]}"#;
    assert_eq!(said.out, format!("{line}\n{line}\n"));
}

#[test]
fn a_normalized_payload_goes_to_a_file() {
    let folder = Folder::new("normalize");
    let out = folder.0.join("out.json");
    let said = uacc(&["normalize", "base-data", SPELLING, "-o", out.to_str().unwrap()], b"");
    assert_eq!((said.status, said.out.as_str()), (0, ""));
    assert_eq!(uacc(&["check", "base-data", out.to_str().unwrap()], b"").status, 0);
}

#[test]
fn results_are_held_against_what_they_answer() {
    let folder = Folder::new("results");
    let request =
        folder.file("request.json", br#"{"signedFileName":"f","fileName":"a.pdf","processImmediately":true}"#);
    assert_eq!(uacc(&["check", "document", &request], b"").status, 0);
    let result = br#"{"serviceFileId":"file-1"}"#;
    assert_eq!(uacc(&["check", "document-result", "-"], result).status, 0);
    let said = uacc(&["check", "document-result", "-", "--request", &request], result);
    assert_eq!(said.status, 1);
    assert!(said.out.contains("service-id-missing"), "{}", said.out);
    let said = uacc(&["check", "document-result", "-", "--request", SPELLING], result);
    assert_eq!(said.status, 2, "a request that is none judges nothing");

    let counts = br#"{"existingTransactions":1,"newTransactions":2,"errorTransactions":0}"#;
    assert_eq!(uacc(&["check", "import-result", "-", "--sent", "3"], counts).status, 0);
    assert_eq!(uacc(&["check", "import-result", "-", "--sent", "4"], counts).status, 1);
    assert_eq!(uacc(&["check", "base-data-result", "-"], br#"{"success":true}"#).status, 0);
    assert_eq!(uacc(&["check", "base-data-result", "-"], br#"{"success":"true"}"#).status, 1);
}

#[test]
fn what_plays_no_part_is_refused() {
    for call in [
        &["check", "base-data", SPELLING, "--sent", "3"][..],
        &["check", "transactions", SPELLING, "--request", SPELLING],
        &["check", "document-result", "-", "--request", "-"],
    ] {
        assert_eq!(uacc(call, b"{}").status, 2, "{call:?}");
    }
}

#[test]
fn null_stands_for_absent_in_what_was_received() {
    let answer = br#"{"serviceId":null,"serviceFileId":"file-1"}"#;
    assert_eq!(uacc(&["check", "document-result", "-"], answer).status, 1);
    assert_eq!(uacc(&["check", "document-result", "-", "--received"], answer).status, 0);
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
        assert!(names.out.lines().any(|line| line == name), "{name}");
        let schema = uacc(&["schema", name], b"");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{name}.schema.json"));
        assert!(schema.out == fs::read_to_string(path).unwrap(), "{name}");
    }
    let said = uacc(&["schema", "invoice"], b"");
    assert_eq!(said.status, 2);
    assert!(said.err.contains("there is no schema `invoice`; there are base-data,"), "{}", said.err);
}

const ZKB: &str = "\"Datum\";\"Buchungstext\";\"Whg\";\"Betrag Detail\";\"ZKB-Referenz\";\"Referenznummer\";\"Belastung CHF\";\"Gutschrift CHF\";\"Valuta\";\"Saldo CHF\"\n";

#[test]
fn a_map_tells_the_accounts_of_many_files() {
    let folder = Folder::new("accounts");
    let map = folder.file(
        "map.json",
        br#"{"accounts": [
            {"written": ["110123-4567"], "account": "CH5604835012345678009"},
            {"written": ["**** 2618"], "account": "card-2618"},
            {"files": ["zkb-*.csv"], "account": "CH9300762011623852957"}
        ]}"#,
    );
    let march = folder.file(
        "zkb-march.csv",
        format!("{ZKB}\"31.03.2026\";\"Miete\";\"\";\"\";\"R1\";\"\";\"1200.00\";\"\";\"31.03.2026\";\"800.00\"\n")
            .as_bytes(),
    );
    let may = folder.file(
        "zkb-may.csv",
        format!("{ZKB}\"04.05.2026\";\"Lohn\";\"\";\"\";\"R2\";\"\";\"\";\"4000.00\";\"04.05.2026\";\"4700.00\"\n")
            .as_bytes(),
    );
    let valiant = folder.file(
        "valiant.csv",
        b"Kontoauszug bis: 31.03.2026 ;;;\n;;;\nKontonummer: 110123-4567;;;\nBezeichnung: Konto;;;\nSaldo: CHF 900;;;\n;;;\nDatum;Buchungstext;Betrag;Valuta\n31.03.26;Einkauf;-100;31.03.26\n",
    );
    let card = folder
        .file("card.csv", b"Date;Description;Card;Currency;Amount;Status\n30/03/2026;Bakery;**2618;CHF;12.50;x\n");
    let files = [march.as_str(), &may, &valiant, &card];
    let said = uacc(&[&["convert", "--accounts", &map, "--format", "csv"][..], &files].concat(), b"");
    assert_eq!(said.status, 0, "{}", said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(
        lines[0],
        "\"accountIdentifier\",\"transactionId\",\"text\",\"creditDebit\",\"amount\",\"currency\",\"originalAmount\",\"originalCurrency\",\"purchasedAt\",\"valutaAt\",\"bookedAt\""
    );
    let accounts: Vec<&str> = lines[1..].iter().map(|line| line.split(',').next().unwrap().trim_matches('"')).collect();
    assert_eq!(accounts, ["CH9300762011623852957", "CH9300762011623852957", "CH5604835012345678009", "card-2618"]);
    // Each account has its line, and the two files of one account don't meet.
    assert!(
        said.err.contains("CH9300762011623852957  CHF       2026-03-31 to 2026-05-04             2  4000.00  1200.00")
    );
    assert!(said.err.contains("zkb-march.csv ends with a balance of 800.00"), "{}", said.err);
    assert!(
        said.err.contains("zkb-may.csv begins with 700.00; a statement between them may be missing"),
        "{}",
        said.err
    );

    // Two files without an account still don't merge under one.
    let merged = uacc(&["convert", "--account", "A", &march, &may], b"");
    assert_eq!((merged.status, merged.out.as_str()), (2, ""));
    assert!(merged.err.contains("--accounts"), "{}", merged.err);

    let broken = folder.file("broken.json", b"{\"accounts\": [\n  {\"account\": \"X\"}\n]}");
    let said = uacc(&["convert", "--accounts", &broken, &march], b"");
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    assert!(said.err.contains("broken.json:2:3") && said.err.contains("`written` or `files`"), "{}", said.err);
}

#[test]
fn days_without_rows_between_files_are_told() {
    let folder = Folder::new("gaps");
    let file = |name: &str, day: &str| {
        let text = format!("Date;Description;Card;Currency;Amount;Status\n{day};Bakery;**2618;CHF;12.50;x\n");
        folder.file(name, text.as_bytes())
    };
    let (march, may) = (file("march.csv", "31/03/2026"), file("may.csv", "04/05/2026"));
    let said = uacc(&["convert", &may, &march], b"");
    assert_eq!(said.status, 0);
    assert!(said.err.contains("march.csv ends before 2026-04-01"), "{}", said.err);
    assert!(said.err.contains("may.csv begins on 2026-05-04"), "{}", said.err);
}

#[test]
fn a_table_runs_no_formula() {
    for (written, shown) in [
        ("=HYPERLINK(\"\"x\"\")", "\"'=HYPERLINK(\"\"x\"\")\""),
        // Neither a sign that is dropped on the way nor a wide form hides it.
        ("\u{200b}=1", "\"'\u{200b}=1\""),
        ("＝1", "\"'＝1\""),
        // Where cells are parted at semicolons, the quotes hold the text together.
        ("a;=1", "\"a;=1\""),
        ("-01014", "-01014"),
    ] {
        let text = format!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
             CH9300762011623852957;2026-03-31;\"{written}\";-12.5;87.5;2026-03-31\n"
        );
        let said = uacc(&["convert", "-", "--currency", "CHF", "--format", "csv"], text.as_bytes());
        assert_eq!(said.status, 0, "{}", said.err);
        let lead = shown.trim_end_matches('"');
        assert!(said.out.contains(&format!(",{lead}")), "{written}: {}", said.out);
    }
}

#[test]
fn formats_are_listed_and_a_file_is_held_against_them() {
    let list = uacc(&["banks"], b"");
    assert_eq!(list.status, 0);
    for profile in universal_accounting::bank::profiles() {
        assert!(list.out.lines().any(|line| line.starts_with(&format!("{} ", profile.id))), "{}", profile.id);
    }
    let fits = uacc(&["banks", UBS], b"");
    assert_eq!(fits.status, 0);
    assert!(
        fits.out.contains("* ubs-account (UBS, account): fits by the header in line 10, variant 2022-11"),
        "{}",
        fits.out
    );

    let folder = Folder::new("banks");
    let renamed = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(UBS)).unwrap();
    let renamed = folder.file("renamed.csv", renamed.replace("Valutadatum", "Wertstellung").as_bytes());
    let near = uacc(&["banks", &renamed], b"");
    assert_eq!(near.status, 1);
    assert!(near.out.contains("no format fits; the nearest are\n  ubs-account (UBS, account): "), "{}", near.out);
    assert!(near.out.contains("    missing: `Valutadatum`\n    not known to it: `Wertstellung`"), "{}", near.out);
    let nothing = uacc(&["banks", "-"], b"1;2\n");
    assert_eq!(nothing.status, 1);
}

#[test]
fn a_profile_of_ones_own_is_checked_used_and_tested() {
    let folder = Folder::new("profile");
    let json = |sign: &str| {
        format!(
            r#"{{"id": "muster", "institution": "Muster", "product": "account", "country": "CH", "evidence": "real-file",
  "styles": [{{"dates": ["dd.mm.yyyy"], "numbers": {{"decimal": "."}}}}],
  "columns": [{{"key": "day", "as": "booked-at", "names": {{"de": ["Tag"]}}}}, {{"key": "text", "as": "text", "names": {{"de": ["Zweck"]}}}},
    {{"key": "amount", "names": {{"de": ["Wert"]}}}}],
  "variants": [{{"id": "2026", "amount": {{"signed": {{"column": "amount", "positive": "{sign}"}}}}}}],
  "identity": {{"version": 1, "columns": ["text"]}}}}"#
        )
    };
    let profile = folder.file("muster.json", json("credit").as_bytes());
    let sample = folder.file("sample.csv", b"Tag;Zweck;Wert\n31.03.2026;Einkauf;-12.50\n");
    let call = ["--account", "A", "--currency", "CHF"];
    let said = uacc(&[&["convert", &sample, "--profile", &profile][..], &call].concat(), b"");
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains(r#""creditDebit":"debit","amount":"12.50""#), "{}", said.out);

    let report = uacc(&[&["convert", &sample, "--profile", &profile, "--format", "json"][..], &call].concat(), b"");
    let expected =
        folder.file("expected.json", report.out.replace(&sample, "x").replace("\"file\":\"x\",", "").as_bytes());
    let test = [&["banks", "test", &profile, &sample, &expected][..], &call].concat();
    let said = uacc(&test, b"");
    assert_eq!((said.status, said.out.as_str()), (0, ""), "{}", said.err);
    fs::write(&profile, json("debit")).unwrap();
    let said = uacc(&test, b"");
    assert_eq!(said.status, 1);
    assert!(said.out.contains("/transactions/0/creditDebit: \"debit\" expected, \"credit\" found"), "{}", said.out);

    fs::write(&profile, json("credit").replace("\"columns\": [\"text\"]", "\"columns\": [\"txt\"]")).unwrap();
    let said = uacc(&[&["convert", &sample, "--profile", &profile][..], &call].concat(), b"");
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    assert!(said.err.contains("muster.json:6:42") && said.err.contains("no column with the key `txt`"), "{}", said.err);
    fs::write(&profile, json("credits")).unwrap();
    let said = uacc(&[&["convert", &sample, "--profile", &profile][..], &call].concat(), b"");
    assert_eq!(said.status, 2);
    assert!(said.err.contains("unknown variant `credits`"), "{}", said.err);
}
