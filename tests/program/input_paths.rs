//! The files that the arguments of a call mean, and the name of standard input.

use std::fs;

use crate::folder::Folder;
use crate::process::uacc;

const UBS: &str = "tests/bank/ubs-account/2022-11-de.csv";
const VISECA: &str = "tests/bank/viseca-card/2023.csv";

#[test]
fn folders_and_patterns_are_read_like_their_files() {
    let folder = Folder::new("folders");
    let month = folder.path().join("2026");
    fs::create_dir(&month).unwrap();
    let text = fs::read_to_string(UBS).unwrap();
    let first = folder.file("2026/a.csv", text.as_bytes());
    // A name that looks like a pattern.
    let second = folder.file("2026/b[1].csv", &fs::read("tests/bank/ubs-account/2022-11-en.csv").unwrap());
    folder.file("2026/.hidden.csv", b"hidden");
    let all = folder.path().to_str().unwrap();
    let pattern = format!("{all}/*/*.csv");
    let expected = uacc(&["convert", &first, &second], b"");
    assert_eq!(expected.status, 0, "{}", expected.stderr);
    for arguments in [&[all][..], &[&pattern], &[&first, all], &[&first, &second, &pattern, all]] {
        let run = uacc(&[&["convert"], arguments].concat(), b"");
        assert_eq!((run.status, run.stdout, run.stderr), (0, expected.stdout.clone(), expected.stderr.clone()));
    }
    let over = uacc(&["convert", all, "-o", &first], b"");
    assert_eq!(over.status, 2);
    assert!(over.stderr.contains("is one of the files that are read; choose another name"), "{}", over.stderr);
    assert_eq!(fs::read_to_string(&first).unwrap(), text);
}

#[test]
fn standard_input_has_the_name_that_it_is_given() {
    let folder = Folder::new("stdin-name");
    let map = br#"{"accounts": [{"files": ["viseca_*.csv"], "account": "card-1"}]}"#;
    let map = folder.file("accounts.json", map);
    let card = fs::read(VISECA).unwrap();
    let run = uacc(&["convert", "-", "--accounts", &map, "--stdin-name", "viseca_2023.csv"], &card);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.starts_with("viseca_2023.csv: "), "{}", run.stderr);
    assert!(run.stdout.contains("\"card-1\""), "{}", run.stdout);
    assert_eq!(uacc(&["convert", "-", "--accounts", &map], &card).status, 1);
}

#[test]
fn colours_are_written_when_they_are_asked_for() {
    let check = |colour: &[&str]| uacc(&[&["check", "transactions", "-"], colour].concat(), b"{}").stdout;
    assert!(check(&["--color", "always"]).contains('\u{1b}'));
    for colour in [&[][..], &["--color", "auto"], &["--color", "never"]] {
        assert!(!check(colour).contains('\u{1b}'));
    }
}
