//! Payloads: several files, rejected rows, files that are not overwritten.

use std::fs;

use super::{UBS, VISECA};
use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;
use crate::zip_files::archive;

#[test]
fn a_converted_statement_passes_the_check() {
    let converted = uacc(&["convert", UBS], b"");
    assert_eq!(converted.status, 0, "{}", converted.stderr);
    assert!(converted.stdout.starts_with(
        r#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","transactionId":"#
    ));
    let checked = uacc(&["check", "transactions", "-"], converted.stdout.as_bytes());
    assert_eq!(
        (checked.status, checked.stdout.as_str()),
        (0, "<stdin>: no errors, no warnings\n")
    );
}

#[test]
fn convert_overwrites_no_input() {
    let folder = Folder::new("output");
    let statement = folder.file("statement.csv", &fs::read(in_project(UBS)).unwrap());
    let run = uacc(&["convert", &statement, "-o", &statement], b"");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("is one of the files that are read"),
        "{}",
        run.stderr
    );
    assert_eq!(
        fs::read(&statement).unwrap(),
        fs::read(in_project(UBS)).unwrap()
    );

    let numbered = folder.file("out-0001.json", &fs::read(in_project(UBS)).unwrap());
    let out = folder.path().join("out.json").to_str().unwrap().to_owned();
    let run = uacc(&["convert", &numbered, "--batch", "1", "-o", &out], b"");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert_eq!(
        fs::read(&numbered).unwrap(),
        fs::read(in_project(UBS)).unwrap()
    );
    fs::remove_file(&numbered).unwrap();

    let out = folder
        .path()
        .join("konto.2026")
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        uacc(&["convert", &statement, "--batch", "1", "-o", &out], b"").status,
        0
    );
    let run = uacc(&["convert", &statement, "--batch", "2", "-o", &out], b"");
    assert!(
        run.stderr
            .contains("are from an earlier run and were not overwritten"),
        "{}",
        run.stderr
    );
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let numbered = [1, 2, 3, 4].map(|number| format!("konto.2026-000{number}.json"));
    assert_eq!(
        names,
        [&numbered[..], &["statement.csv".to_owned()]].concat()
    );
}

#[test]
fn rejected_rows_stop_the_output_unless_partial() {
    let folder = Folder::new("partial");
    let text = fs::read_to_string(in_project(UBS))
        .unwrap()
        .replace("-500.00", "-500,00");
    let file = folder.file("one-bad-row.csv", text.as_bytes());
    let refused = uacc(&["convert", &file], b"");
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(
        refused.stderr.contains("column `Belastung`"),
        "{}",
        refused.stderr
    );
    let partial = uacc(&["convert", &file, "--partial"], b"");
    assert_eq!(partial.status, 1);
    assert_eq!(partial.stdout.matches("transactionId").count(), 3);
    let report = uacc(&["convert", &file, "--format", "json"], b"");
    assert_eq!(report.status, 1);
    let report = report.stdout.lines().next().unwrap();
    let report: serde_json::Value = serde_json::from_str(report).unwrap();
    assert_eq!(report["rejected"], serde_json::json!([{ "line": 18 }]));
    assert_eq!(
        report["findings"][0]["cell"],
        serde_json::json!({ "row": 8, "column": "Belastung" })
    );
}

#[test]
fn several_files_become_one_payload_unless_accounts_would_merge() {
    let both = uacc(
        &["convert", UBS, "tests/bank/postfinance-account/2024-de.csv"],
        b"",
    );
    assert_eq!(
        (both.status, both.stdout.matches("transactionId").count()),
        (0, 8)
    );
    let folder = Folder::new("merged");
    let other = fs::read_to_string(in_project(VISECA)).unwrap();
    let other = folder.file("other.csv", other.replace("TRX", "TRY").as_bytes());
    let cards = [VISECA, &other];
    let merged = uacc(
        &["convert", cards[0], cards[1], "--account", "**** 1111"],
        b"",
    );
    assert_eq!((merged.status, merged.stdout.as_str()), (2, ""));
    assert!(
        merged
            .stderr
            .contains("map the files to accounts with --accounts"),
        "{}",
        merged.stderr
    );
    assert_eq!(
        uacc(&["convert", UBS, VISECA, "--account", "**** 1111"], b"").status,
        0
    );
    // Files with the same transactions are of one account.
    let same = [VISECA, VISECA, "--account", "**** 1111"];
    let same = uacc(&[&["convert"], &same[..]].concat(), b"");
    assert_eq!(same.status, 0, "{}", same.stderr);
}

#[test]
fn an_empty_statement_writes_no_payload() {
    let header = fs::read_to_string(in_project("tests/bank/raiffeisen-account/2024-07.csv")).ok();
    let header = header.unwrap_or_else(|| {
        "IBAN;Booked At;Text;Details;Credit/Debit Amount;Balance;Valuta Date".to_owned()
    });
    let run = uacc(&["convert", "-"], header.lines().next().unwrap().as_bytes());
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert!(
        run.stderr.contains("no entry follows here"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .contains("nothing was written: there are no transactions"),
        "{}",
        run.stderr
    );
}

#[test]
fn transactions_in_several_files_are_written_once() {
    let twice = uacc(&["convert", UBS, UBS], b"");
    assert_eq!(
        (twice.status, twice.stdout.matches("transactionId").count()),
        (0, 4)
    );
    assert!(
        twice.stderr.contains(
            "4 rows have the transaction of an earlier statement; each transaction is in the output once"
        ),
        "{}",
        twice.stderr
    );
}

#[test]
fn gaps_between_files_are_reported() {
    let folder = Folder::new("gaps");
    let file = |name: &str, day: &str| {
        let text = format!(
            "Date;Description;Card;Currency;Amount;Status\n{day};Bakery;**2618;CHF;12.50;x\n"
        );
        folder.file(name, text.as_bytes())
    };
    let (march, may) = (
        file("march.csv", "31/03/2026"),
        file("may.csv", "04/05/2026"),
    );
    let run = uacc(&["convert", &may, &march], b"");
    assert_eq!(run.status, 0);
    assert!(
        run.stderr.contains("note[days-uncovered]")
            && run.stderr.contains("march.csv): 2026-04-01 – 2026-05-03"),
        "{}",
        run.stderr
    );
}

#[test]
fn each_file_of_an_archive_is_a_statement() {
    let folder = Folder::new("archive");
    let (ubs, second) = (
        fs::read(in_project(UBS)).unwrap(),
        fs::read(in_project("tests/bank/raiffeisen-account/2018.csv")).unwrap(),
    );
    let whole = folder.file(
        "both.zip",
        &archive(&[("2026/ubs.csv", &ubs), ("second.csv", &second)]),
    );
    let separate = uacc(
        &[
            "convert",
            UBS,
            "tests/bank/raiffeisen-account/2018.csv",
            "--currency",
            "CHF",
        ],
        b"",
    );
    let together = uacc(&["convert", &whole, "--currency", "CHF"], b"");
    assert_eq!(
        (together.status, &together.stdout),
        (0, &separate.stdout),
        "{}",
        together.stderr
    );
    assert!(
        together
            .stderr
            .contains("both.zip/2026/ubs.csv: UBS account, 8 rows"),
        "{}",
        together.stderr
    );
    let from_stdin = uacc(
        &["convert", "-", "--currency", "CHF"],
        &fs::read(&whole).unwrap(),
    );
    assert_eq!(
        (from_stdin.status, &from_stdin.stdout),
        (0, &separate.stdout)
    );

    let others = folder.file(
        "others.zip",
        &archive(&[
            ("ubs.csv", &ubs),
            ("notice.pdf", b"%PDF-1.7"),
            ("../\u{1b}[31m.csv", b"x"),
        ]),
    );
    let refused = uacc(&["convert", &others], b"");
    assert_eq!((refused.status, refused.stdout.as_str()), (1, ""));
    assert!(
        refused
            .stderr
            .contains("its name leads out of the folder of the archive"),
        "{}",
        refused.stderr
    );
    assert!(!refused.stderr.contains('\u{1b}'), "{}", refused.stderr);
    assert!(
        refused
            .stderr
            .contains("--partial writes the transactions that could be converted"),
        "{}",
        refused.stderr
    );
    let partial = uacc(&["convert", &others, "--partial"], b"");
    assert_eq!(
        (partial.status, partial.stdout),
        (1, uacc(&["convert", UBS], b"").stdout)
    );

    let store = folder.path().join("store").to_str().unwrap().to_owned();
    let imported = uacc(
        &["import", &whole, "--store", &store, "--currency", "CHF"],
        b"",
    );
    assert_eq!(imported.status, 0, "{}", imported.stderr);
    let again = uacc(&["import", UBS, "--store", &store], b"");
    assert!(
        again.stderr.contains("0 new transactions imported"),
        "{}",
        again.stderr
    );
    let opening = uacc(
        &["convert", &whole, "--opening", "5", "--currency", "CHF"],
        b"",
    );
    assert_eq!(opening.status, 2, "{}", opening.stderr);
}
