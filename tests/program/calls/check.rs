//! `uacc check`: payloads of every kind, and results that are compared with their request.

use super::SPELLING;
use crate::folder::Folder;
use crate::process::uacc;

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
