//! Files that were imported before, whole or in part.

use std::fs;
use std::path::Path;

use super::{SAMPLE, counts, import, payload, store};
use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;
use universal_accounting::transactions;

#[test]
fn a_second_import_finds_all_existing() {
    let folder = Folder::new("twice");
    let store = store(&folder);
    assert_eq!(counts(&store, &[SAMPLE]), [0, 4, 0]);
    assert_eq!(counts(&store, &[SAMPLE]), [4, 0, 0]);
    let run = import(&store, &[SAMPLE]);
    assert_eq!(run.status, 0);
    assert_eq!(
        run.stdout,
        "                                       transactions  existing  new  rejected  conflicts  suspects  changed text\n\
         tests/bank/ubs-account/2022-11-de.csv             4         4    0         0          0         0             0\n"
    );
    assert!(
        run.stderr
            .ends_with(&format!("0 new transactions imported into {store}\n")),
        "{}",
        run.stderr
    );
}

#[test]
fn a_payload_and_its_bank_export_have_the_same_transactions() {
    let folder = Folder::new("payloads");
    let store = store(&folder);
    let converted = uacc(&["convert", "--batch", "3", SAMPLE], b"").stdout;
    assert_eq!(converted.lines().count(), 2);
    let path = folder.file("converted", converted.as_bytes());
    assert_eq!(counts(&store, &[SAMPLE]), [0, 4, 0]);
    assert_eq!(counts(&store, &[&path]), [4, 0, 0]);
    let run = uacc(
        &["import", "-", "--store", &store, "--format", "json"],
        converted.as_bytes(),
    );
    assert_eq!(
        run.stdout,
        "{\"existingTransactions\":4,\"newTransactions\":0,\"errorTransactions\":0,\"conflicts\":0,\"suspects\":0}\n"
    );
}

#[test]
fn overlapping_exports_add_only_the_difference() {
    let folder = Folder::new("overlap");
    let store = store(&folder);
    let text = fs::read_to_string(in_project(SAMPLE)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let header = lines
        .iter()
        .position(|line| line.starts_with("Abschlussdatum"))
        .unwrap();
    // The first row below the header is pending, and the second was booked late.
    let earlier = [&lines[..=header + 1], &lines[header + 3..]]
        .concat()
        .join("\n");
    let earlier = folder.file("earlier.csv", earlier.as_bytes());
    assert_eq!(counts(&store, &[&earlier]), [0, 3, 0]);
    assert_eq!(counts(&store, &[SAMPLE]), [3, 1, 0]);
    assert_eq!(counts(&store, &[SAMPLE, &earlier]), [4, 0, 0]);
}

/// Without ids of the bank, ids are derived. They are the same with and without balances, and two equal transactions of a day stay two.
#[test]
fn overlapping_exports_without_ids_add_only_the_difference() {
    let folder = Folder::new("derived");
    let store = store(&folder);
    let export = |name: &str, balances: bool, rows: &[(&str, &str, &str)]| {
        let mut csv = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n".to_owned();
        let mut balance = 1000;
        for (day, text, amount) in rows {
            balance += amount.parse::<i32>().unwrap();
            let balance = if balances {
                balance.to_string()
            } else {
                String::new()
            };
            let cells = [
                "CH9300762011623852957",
                &format!("{day} 00:00:00.0"),
                text,
                amount,
                &balance,
            ];
            csv += &[&cells[..], &[cells[1]]].concat().join(";");
            csv.push('\n');
        }
        folder.file(name, csv.as_bytes())
    };
    let rows = [
        ("2026-03-30", "Miete", "-500"),
        ("2026-03-30", "Kaffee", "-5"),
        ("2026-03-30", "Kaffee", "-5"),
        ("2026-03-31", "Lohn", "4000"),
        ("2026-04-01", "Kaffee", "-5"),
    ];
    let march = export("march.csv", true, &rows[..4]);
    let later = export("later.csv", false, &rows[..]);
    let from_april = export("april.csv", true, &rows[3..]);
    let read = |files: &[&str]| counts(&store, &[files, &["--currency", "CHF"]].concat());
    assert_eq!(read(&[&march]), [0, 4, 0]);
    assert_eq!(read(&[&later]), [4, 1, 0]);
    assert_eq!(read(&[&from_april]), [2, 0, 0]);
    assert_eq!(read(&[&march, &later, &from_april]), [5, 0, 0]);
}

/// A statement is imported whole or not at all, and one refused file keeps all files out.
#[test]
fn statements_are_imported_whole() {
    let folder = Folder::new("whole");
    let store = store(&folder);
    let damaged = fs::read_to_string(in_project(SAMPLE))
        .unwrap()
        .replace("-98.45", "-98,45");
    let damaged = folder.file("damaged.csv", damaged.as_bytes());
    let payload = br#"{"transactions":[{"accountIdentifier":"A","transactionId":"1","creditDebit":"debit","amount":"x","currency":"CHF","bookedAt":"2026-03-31"},
        {"accountIdentifier":"A","transactionId":"2","creditDebit":"debit","amount":"1.00","currency":"CHF","bookedAt":"2026-03-31"}]}"#;
    let payload = folder.file("payload.json", payload);
    for files in [
        &[damaged.as_str()][..],
        &[SAMPLE, &damaged],
        &[&payload, &damaged],
    ] {
        let run = import(&store, files);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""));
        let reason = format!(
            "nothing was imported, because of {damaged}; --partial imports the rows that could be read"
        );
        assert!(run.stderr.contains(&reason), "{}", run.stderr);
    }
    let run = import(&store, &[&damaged, "--partial", "--format", "json"]);
    assert_eq!(
        run.stdout,
        "{\"existingTransactions\":0,\"newTransactions\":3,\"errorTransactions\":1,\"conflicts\":0,\"suspects\":0}\n"
    );
    assert_eq!(run.status, 1);
    // Of a payload, the faulty records are counted and the others are imported.
    let run = import(&store, &[&payload, "--format", "json"]);
    assert_eq!(
        run.stdout,
        "{\"existingTransactions\":0,\"newTransactions\":1,\"errorTransactions\":1,\"conflicts\":0,\"suspects\":0}\n"
    );
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = Folder::new("dry");
    let store = store(&folder);
    assert_eq!(counts(&store, &[SAMPLE, "--dry-run"]), [0, 4, 0]);
    assert!(!Path::new(&store).exists());
    import(&store, &[SAMPLE]);
    let before = fs::read(&store).unwrap();
    let other = folder.file("other.json", payload(0..3).as_bytes());
    let run = import(&store, &[SAMPLE, &other, "--dry-run"]);
    assert!(
        run.stderr.ends_with(&format!(
            "3 new transactions would be imported into {store}\n"
        )),
        "{}",
        run.stderr
    );
    assert!(
        run.stdout.ends_with(
            "             7         4    3         0          0         0             0\n"
        ),
        "{}",
        run.stdout
    );
    assert_eq!(fs::read(&store).unwrap(), before);
}

#[test]
fn a_sequence_of_payloads_is_one_import() {
    let folder = Folder::new("many");
    let store = store(&folder);
    let batch = crate::transactions::many_transactions(3000);
    let sequence: Vec<String> = batch.chunks(1000).map(transactions::write).collect();
    let path = folder.file("many.json", sequence.join("\n").as_bytes());
    assert_eq!(counts(&store, &[&path]), [0, 3000, 0]);
    assert_eq!(counts(&store, &[&path]), [3000, 0, 0]);
}
