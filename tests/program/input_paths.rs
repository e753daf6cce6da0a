//! The files that the arguments of a call mean, and the name of standard input.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;
use crate::zip_files::archive;

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const VISECA: &str = "tests/bank/viseca-card/2023.csv";

#[test]
fn folders_and_patterns_are_read_like_their_files() {
    let folder = Folder::new("folders");
    let month = folder.path().join("2026");
    fs::create_dir(&month).unwrap();
    let text = fs::read_to_string(in_project(UBS)).unwrap();
    let first = folder.file("2026/a.csv", text.as_bytes());
    // A name that looks like a pattern.
    let second = folder.file(
        "2026/b[1].csv",
        &fs::read(in_project("tests/bank/ubs-account/2022-11-en.csv")).unwrap(),
    );
    folder.file("2026/.hidden.csv", b"hidden");
    let all = folder.path().to_str().unwrap();
    let pattern = format!("{all}/*/*.csv");
    let expected = uacc(&["convert", &first, &second], b"");
    assert_eq!(expected.status, 0, "{}", expected.stderr);
    for arguments in [
        &[all][..],
        &[&pattern],
        &[&first, all],
        &[&first, &second, &pattern, all],
    ] {
        let run = uacc(&[&["convert"], arguments].concat(), b"");
        assert_eq!(
            (run.status, run.stdout, run.stderr),
            (0, expected.stdout.clone(), expected.stderr.clone())
        );
    }
    let over = uacc(&["convert", all, "-o", &first], b"");
    assert_eq!(over.status, 2);
    assert!(
        over.stderr
            .contains("is one of the files that are read; choose another name"),
        "{}",
        over.stderr
    );
    assert_eq!(fs::read_to_string(&first).unwrap(), text);
}

/// Copies three files of each of ten banks to a folder, one of them with a wrong amount, and adds an unknown file and an archive.
fn thirty_files(folder: &Folder) -> Vec<String> {
    let mut files = Vec::new();
    for bank in [
        "ubs-account",
        "zkb-account",
        "postfinance-account",
        "raiffeisen-account",
        "revolut-account",
        "n26-account",
        "viseca-card",
        "swisscard",
        "migros-bank-account",
        "paypal-account",
    ] {
        let mut samples: Vec<_> = fs::read_dir(in_project("tests/bank").join(bank))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        samples.retain(|path| path.extension().is_some_and(|extension| extension == "csv"));
        samples.sort();
        for (number, sample) in samples.iter().take(3).enumerate() {
            files.push((format!("{bank} {number}.csv"), fs::read(sample).unwrap()));
        }
    }
    let ubs = String::from_utf8(files[0].1.clone()).unwrap();
    files[0].1 = ubs.replacen(";4200.00;", ";4200.0x;", 1).into_bytes();
    let (name, content) = files.pop().unwrap();
    let (second, third) = (
        b"Tag;Betrag\n1;2\n".to_vec(),
        fs::read(in_project(UBS)).unwrap(),
    );
    files.push((
        "z.zip".to_owned(),
        archive(&[
            (&name, &content),
            ("unknown.csv", &second),
            ("ubs.csv", &third),
        ]),
    ));
    files.push(("unknown.csv".to_owned(), second));
    let mut paths: Vec<String> = files
        .iter()
        .map(|(name, content)| folder.file(&format!("statements/{name}"), content))
        .collect();
    paths.sort();
    paths
}

#[test]
fn one_call_for_a_folder_writes_what_a_call_for_each_file_writes() {
    let folder = Folder::new("thirty");
    let paths = thirty_files(&folder);
    assert_eq!(paths.len(), 31);
    let all = folder
        .path()
        .join("statements")
        .to_str()
        .unwrap()
        .to_owned();
    // The account map is the skeleton, with an account for each.
    let skeleton = uacc(&["accounts", &all], b"").stdout;
    let pieces = skeleton.split("\"account\": \"\"").enumerate();
    let map: String = pieces
        .map(|(number, piece)| {
            if number == 0 {
                piece.to_owned()
            } else {
                format!("\"account\": \"account-{number}\"{piece}")
            }
        })
        .collect();
    folder.file(
        "accounts.json",
        map.replace("\"currency\": \"\"", "\"currency\": \"CHF\"")
            .as_bytes(),
    );
    let configuration = folder.file(
        "uacc.toml",
        b"accounts = \"accounts.json\"\ncurrency = \"CHF\"\n",
    );
    let call = |path: &str, to: &[&str]| {
        let run = uacc(
            &[
                &["convert", path, "--config", &configuration, "--partial"],
                to,
            ]
            .concat(),
            b"",
        );
        assert!(run.status < 2, "{}", run.stderr);
        run
    };
    // Without --partial, the unknown file and the wrong row keep everything back.
    let whole = uacc(&["convert", &all, "--config", &configuration], b"");
    assert_eq!((whole.status, whole.stdout.as_str()), (1, ""));
    assert!(
        whole.stderr.contains("unknown.csv was not converted"),
        "{}",
        whole.stderr
    );
    assert!(
        whole.stderr.contains("1 row of ") && whole.stderr.contains("ubs-account 0.csv rejected"),
        "{}",
        whole.stderr
    );
    let table = call(&all, &["--to", "csv"]);
    assert_eq!(table.status, 1);
    let mut rows = String::new();
    let mut transactions = Vec::new();
    for path in &paths {
        let own = call(path, &["--to", "csv"]).stdout;
        rows += if rows.is_empty() {
            &own
        } else {
            own.split_once('\n').map_or("", |(_, rows)| rows)
        };
        transactions.extend(transactions_of(&call(path, &[]).stdout));
    }
    // Several samples have the same transactions, some with other texts. One call writes each once.
    let once = |rows: &str| -> BTreeSet<[String; 2]> {
        let keys = rows.lines().map(|row| {
            let mut cells = row.split(',').map(str::to_owned);
            [(); 2].map(|()| cells.next().unwrap())
        });
        keys.collect()
    };
    assert_eq!(once(&table.stdout), once(&rows));
    let lines: BTreeSet<&str> = table.stdout.lines().collect();
    assert_eq!(lines.len(), table.stdout.lines().count());
    assert!(rows.lines().count() > 60, "{}", rows.lines().count());
    let once = |transactions: &[Value]| -> BTreeSet<[String; 2]> {
        let keys = transactions.iter().map(|transaction| {
            ["accountIdentifier", "transactionId"].map(|name| transaction[name].to_string())
        });
        keys.collect()
    };
    let written = transactions_of(&call(&all, &[]).stdout);
    assert_eq!(once(&written), once(&transactions));
    let payloads: BTreeSet<String> = written.iter().map(Value::to_string).collect();
    assert_eq!(payloads.len(), written.len());
}

/// Returns the transactions of payloads, one payload a line.
fn transactions_of(payloads: &str) -> Vec<Value> {
    let lists = payloads.lines().map(|line| {
        serde_json::from_str::<Value>(line).unwrap()["transactions"]
            .as_array()
            .unwrap()
            .clone()
    });
    lists.flatten().collect()
}

#[test]
fn standard_input_has_the_name_that_it_is_given() {
    let folder = Folder::new("stdin-name");
    let map = br#"{"accounts": [{"files": ["viseca_*.csv"], "account": "card-1"}]}"#;
    let map = folder.file("accounts.json", map);
    let card = fs::read(in_project(VISECA)).unwrap();
    let run = uacc(
        &[
            "convert",
            "-",
            "--accounts",
            &map,
            "--stdin-name",
            "viseca_2023.csv",
        ],
        &card,
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stderr.starts_with("viseca_2023.csv: "),
        "{}",
        run.stderr
    );
    assert!(run.stdout.contains("\"card-1\""), "{}", run.stdout);
    assert_eq!(uacc(&["convert", "-", "--accounts", &map], &card).status, 1);
}

#[test]
fn colours_are_written_when_they_are_asked_for() {
    let check =
        |colour: &[&str]| uacc(&[&["check", "transactions", "-"], colour].concat(), b"{}").stdout;
    assert!(check(&["--color", "always"]).contains('\u{1b}'));
    for colour in [&[][..], &["--color", "auto"], &["--color", "never"]] {
        assert!(!check(colour).contains('\u{1b}'));
    }
}
