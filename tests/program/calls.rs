//! The program as its users meet it: what goes to which stream, and the exit status.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use universal_accounting::contract;

use crate::folder::Folder;
use crate::process::{program, uacc};

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const VISECA: &str = "tests/bank/viseca-card/2023.csv";

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

/// A reader who has enough changes neither what is written elsewhere nor the exit status.
#[test]
fn a_closed_stream_changes_nothing_else() {
    let folder = Folder::new("closed");
    let out = folder.0.join("payload.json");
    let run = |arguments: &[&str]| {
        let mut child =
            program(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop((child.stdout.take(), child.stderr.take()));
        child.wait().unwrap().code().unwrap()
    };
    assert_eq!(run(&["convert", UBS, "-o", out.to_str().unwrap()]), 0);
    assert!(out.exists());
    assert_eq!(run(&["check", "transactions", "tests/messages/payload.json"]), 1);
    assert_eq!(run(&["convert", "tests/messages/statement.csv"]), 1);
}

/// The unit tests of excerpts cut lines everywhere and write digits in every way; here each output is tried.
#[test]
fn no_output_shows_a_card_number() {
    let text = |text: &str| format!(r#"{{"transactions":[{{"text":"{text}","amount":"x"}}]}}"#);
    for payload in [
        text("Einkauf 4111 1111 1111 1111 in Bern"),
        text("\\u0034111111111111111"),
        r#"{"transactions":[{"4111-1111-1111-1111":1,"transactionId":"4111111111111111"}]}"#.to_owned(),
    ] {
        for format in ["human", "json", "sarif"] {
            let said = uacc(&["check", "transactions", "-", "--format", format], payload.as_bytes());
            assert!(!["11111", "1111-1111", "1111 1111"].iter().any(|part| said.out.contains(part)), "{}", said.out);
            assert!(said.out.contains("amount"), "{}", said.out);
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
fn rules_are_listed() {
    let list = uacc(&["rules"], b"");
    let listed: Vec<&str> = list.out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let known: Vec<&str> = contract::rules().map(|rule| rule.id).collect();
    assert_eq!((list.status, listed), (0, known));
    assert_eq!(uacc(&["rules", "--format", "json"], b"").out, contract::rules_json());
}

#[test]
fn terminal_escapes_in_the_input_never_reach_the_terminal() {
    let payload = "{\"transactions\":[{\"\u{1b}[31m\":1,\"text\":\"\u{9b}2J\"}]}".replace('\u{1b}', "\\u001b");
    let said = uacc(&["check", "transactions", "-"], payload.as_bytes());
    assert!(!said.out.contains('\u{1b}'), "{:?}", said.out);
    let csv = fs::read_to_string(UBS).unwrap().replace("Muster Erika", "\u{1b}]0;x\u{7}").replace("-500.00", "x");
    let said = uacc(&["convert", "-"], csv.as_bytes());
    assert!(!said.err.contains('\u{1b}') && !said.err.contains('\u{7}'), "{:?}", said.err);

    let controls = |text: &str| {
        text.chars()
            .any(|c| c != '\n' && c.is_control() || matches!(c, '\u{200f}' | '\u{202e}' | '\u{2028}' | '\u{2066}'))
    };
    let hostile = "\u{9b}2J\u{200f}\u{202e}\u{2028}\u{2066}";
    let payload = format!(
        r#"{{"organization":{{"companyName":"{hostile}","{hostile}":1,"leadcurrency{hostile}":1}},"contacts":[{{"externalId":" {hostile} ","x{hostile}":1}}]}}"#
    );
    for verb in ["check", "normalize"] {
        let said = uacc(&[verb, "base-data", "-"], payload.as_bytes());
        let told = if verb == "check" { &said.out } else { &said.err };
        assert!(told.contains("fix: ") && !controls(told), "{told:?}");
    }
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

/// Writers for terminals take out what they take for control characters.
#[test]
fn a_result_is_what_it_is_to_the_byte() {
    let payload = "{\"signedFileName\":\"a\u{7f}\u{9b}1mb\",\"fileName\":\"c\"}";
    assert_eq!(uacc(&["normalize", "document", "-"], payload.as_bytes()).out, format!("{payload}\n"));
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
    let interface = uacc(&["schema", "openapi"], b"");
    assert!(interface.out == include_str!("../../schema/openapi.json"));
    let said = uacc(&["schema", "invoice"], b"");
    assert_eq!(said.status, 2);
    assert!(said.err.contains("there is no schema `invoice`; there are base-data,"), "{}", said.err);
}

#[test]
fn what_is_redacted_shows_no_value() {
    let record = r#"{"accountIdentifier": "a-secret", "transactionId": "b-secret", "text": "c-secret 4111 1111 1111 1111",
        "creditDebit": "DEBIT", "amount": "-12.50", "currency": "chf", "bookedAt": "31.03.2026"}"#;
    let payload = format!("{{\"transactions\": [{record}]}}");
    let told =
        "error[date-form]: `bookedAt` is no date in the form YYYY-MM-DD\n --> <stdin>:2:84: /transactions/0/bookedAt\n";
    for command in [&["check", "transactions", "-"][..], &["normalize", "transactions", "-"]] {
        for format in [&[][..], &["--format", "json"]] {
            let said = uacc(&[command, format, &["--redact"]].concat(), payload.as_bytes());
            // What is written is the payload itself, which nothing is kept out of.
            let all = if command[0] == "check" { said.out + &said.err } else { said.err };
            assert!(!all.contains("secret") && !all.contains("DEBIT") && !all.contains("12.50"), "{all}");
            assert!(command[0] != "check" || !format.is_empty() || all.contains(told), "{all}");
        }
    }
}
