//! `uacc convert --to`: formats of other programs, what belongs to them, and what is refused.

use std::fs;

use universal_accounting::export::statement::StatementTarget;

use crate::folder::Folder;
use crate::process::uacc;

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const CARD: &str = "tests/bank/swisscard/2024-de.csv";
const PAYLOAD: &str = "tests/messages/payload.json";

#[test]
fn each_format_goes_to_standard_output_or_to_a_file() {
    let folder = Folder::new("exports");
    for (to, beginning, note) in [
        (
            "csv",
            "\"accountIdentifier\",",
            "4 transactions as csv with `,` between cells\n",
        ),
        (
            "camt.053",
            "<?xml",
            "4 transactions as camt.052\nnote: the balances before and after",
        ),
        (
            "ofx",
            "<?xml",
            "4 transactions as ofx\nnote: 1 statement has no balance",
        ),
        (
            "hledger",
            "decimal-mark .\n",
            "4 transactions as hledger\nnote: 1 account has no opening balance and no balance assertion",
        ),
        (
            "beancount",
            "2026-03-25 open ",
            "4 transactions as beancount\n",
        ),
    ] {
        let run = uacc(&["convert", UBS, "--to", to], b"");
        assert!(
            run.status == 0 && run.stdout.starts_with(beginning),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains(note), "{}", run.stderr);
        let out = folder.file(to, b"of an earlier run");
        assert_eq!(
            uacc(&["convert", UBS, "--to", to, "-o", &out], b"").stdout,
            ""
        );
        assert_eq!(fs::read_to_string(&out).unwrap(), run.stdout);
    }
    let out = folder.path().join("out.xlsx");
    let run = uacc(
        &[
            "convert",
            UBS,
            CARD,
            "--to",
            "xlsx",
            "-o",
            out.to_str().unwrap(),
        ],
        b"",
    );
    assert!(
        run.stderr.contains("7 transactions as xlsx\n"),
        "{}",
        run.stderr
    );
    assert!(fs::read(&out).unwrap().starts_with(b"PK"));
}

#[test]
fn settings_belong_to_their_formats() {
    let names: Vec<&str> = StatementTarget::ALL
        .iter()
        .map(|target| target.as_str())
        .collect();
    for (arguments, message) in [
        (
            &["--delimiter", ";"][..],
            "--delimiter can only be used with --to csv",
        ),
        (
            &["--to", "ofx", "--delimiter", ";"],
            "--delimiter can only be used with --to csv",
        ),
        (
            &["--to", "csv", "--created", "2026-03-31"],
            "--created can only be used with --to camt.053, ofx, qbo or datev",
        ),
        (
            &["--to", "ofx", "--bid", "3000"],
            "--bid can only be used with --to qbo",
        ),
        (
            &["--to", "qif", "--numbered-fields"],
            "--numbered-fields can only be used with --to mt940",
        ),
        (
            &["--to", "xlsx", "--excel"],
            "--excel can only be used with --to csv",
        ),
        (
            &["--to", "csv", "--decimal-comma"],
            "a comma can't be both between cells and in amounts",
        ),
        (&["--to", "datev"], "--to datev needs --datev with a file"),
        (
            &["--to", "csv", "--ledger-accounts", "x"],
            "--ledger-accounts can only be used with --to hledger or beancount",
        ),
        (
            &["--to", "ofx", "--base-data", "x"],
            "--base-data can only be used with --to hledger or beancount",
        ),
        (
            &["--to", "csv", "--format", "json"],
            "--format json and sarif write a report in the place of the transactions; leave out --to",
        ),
        (
            &["--to", "csv", "--delimiter", "ab"],
            "write one character that is no letter and no digit, such as `;`, or `tab`",
        ),
        (
            &["--to", "ofx", "--created", "31.3.2026"],
            "write the time as 2026-03-31T12:00:00, without a time zone",
        ),
        (
            &["--to", "mt9"],
            &format!("[possible values: payload, {}]", names.join(", ")),
        ),
        (
            &["--to", "hledger", "--ledger-accounts", "none.json"],
            "there is no file none.json",
        ),
    ] {
        let run = uacc(&[&["convert", UBS][..], arguments].concat(), b"");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn accounts_of_a_ledger_have_the_names_of_a_file() {
    let folder = Folder::new("ledger-accounts");
    let names = folder.file(
        "names.json",
        br#"{"accounts": [{"account": "CH9300762011623852957", "name": "Assets:UBS"}]}"#,
    );
    let run = uacc(
        &[
            "convert",
            UBS,
            "--to",
            "hledger",
            "--ledger-accounts",
            &names,
        ],
        b"",
    );
    assert!(
        run.stdout.contains("\naccount Assets:UBS\n"),
        "{}",
        run.stdout
    );
    let wrong = folder.file(
        "wrong.json",
        br#"{"accounts": [{"account": "CH9300762011623852957", "name": "UBS"}]}"#,
    );
    let run = uacc(
        &[
            "convert",
            UBS,
            "--to",
            "hledger",
            "--ledger-accounts",
            &wrong,
        ],
        b"",
    );
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr
            .contains("error[ledger-accounts-invalid]: the name begins with `Assets`"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains(":1:60\n"), "{}", run.stderr);
}

#[test]
fn what_can_not_be_written_leaves_the_target_as_it_was() {
    let folder = Folder::new("refused-exports");
    let out = folder.file("out", b"of an earlier run");
    let no_currency = folder.file(
        "no-currency.csv",
        b"IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
          CH9300762011623852957;2026-03-30 00:00:00.0;Miete;-1200;800;2026-03-30 00:00:00.0\n",
    );
    for (arguments, message) in [
        // No bank's format, a payload, a file without a currency.
        (
            &["README.md", "--to", "ofx"][..],
            "nothing was written: README.md was not converted",
        ),
        (
            &[PAYLOAD, "--to", "hledger"],
            "nothing was written: tests/messages/payload.json was not converted",
        ),
        (
            &[&no_currency, "--to", "camt.053"],
            "error[currency-missing]",
        ),
    ] {
        let run = uacc(&[&["convert"][..], arguments, &["-o", &out]].concat(), b"");
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (1, ""),
            "{arguments:?}: {}",
            run.stderr
        );
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert_eq!(fs::read(&out).unwrap(), b"of an earlier run");
    }
}
