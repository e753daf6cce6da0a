//! What is printed.

use std::fs;

use super::{SAMPLE, counts, import, payload, store};
use crate::folder::Folder;
use crate::process::{program, uacc};
use crate::project::in_project;

#[test]
fn json_output_has_the_counts_of_the_service_and_what_to_review() {
    let folder = Folder::new("body");
    let run = import(&store(&folder), &[SAMPLE, "--format", "json"]);
    assert_eq!(
        run.stdout,
        "{\"existingTransactions\":0,\"newTransactions\":4,\"errorTransactions\":0,\"conflicts\":0,\"suspects\":0}\n"
    );
}

/// What many files lack is said once.
#[test]
fn what_files_need_is_said_once() {
    let folder = Folder::new("needs");
    let store = store(&folder);
    let sample = fs::read(in_project("tests/bank/viseca-card/2023.csv")).unwrap();
    let files: Vec<String> = (1..=5)
        .map(|number| folder.file(&format!("{number}.csv"), &sample))
        .collect();
    let run = import(
        &store,
        &files.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert_eq!(run.status, 1);
    let need = format!(
        "5 files need --accounts with a map, whose skeleton `uacc accounts` writes: {}, {}, {} and 2 more\n",
        files[0], files[1], files[2]
    );
    assert!(
        run.stderr.contains(&need) && !run.stderr.contains("account-missing"),
        "{}",
        run.stderr
    );
    assert!(
        import(&store, &[&files[0]])
            .stderr
            .contains("error[account-missing]")
    );
}

#[test]
fn card_numbers_are_masked() {
    let folder = Folder::new("cards");
    let card = "4111111111111111";
    let json = payload(0..1)
        .replace("CH9300762011623852957", card)
        .replace("\"0\"", &format!("\"{card}\""));
    let path = folder.file("card.json", json.as_bytes());
    let again = folder.file(
        "again.json",
        json.replace("\"1.50\"", "\"2.50\"").as_bytes(),
    );
    let other = folder.file(
        "other.json",
        json.replace(&format!("Id\":\"{card}\""), "Id\":\"x\"")
            .as_bytes(),
    );
    let run = import(&store(&folder), &[&path, &again, &other]);
    assert!(
        run.stdout.contains("1 conflict") && run.stdout.contains("1 suspect"),
        "{}",
        run.stdout
    );
    assert!(
        !run.stdout.contains(card) && !run.stderr.contains(card),
        "{}{}",
        run.stdout,
        run.stderr
    );
}

#[test]
#[cfg(target_os = "linux")]
fn reports_the_import_even_if_the_output_is_lost() {
    let folder = Folder::new("lost");
    let store = store(&folder);
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let run = program(&["import", SAMPLE, "--store", &store])
        .stdout(full)
        .output()
        .unwrap();
    let message = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(
        message.contains("4 new transactions imported into"),
        "{message}"
    );
    assert_eq!(counts(&store, &[SAMPLE]), [4, 0, 0]);
}

#[test]
fn twenty_suspects_are_listed_or_all() {
    let folder = Folder::new("suspects");
    let store = store(&folder);
    let path = folder.file(
        "many.json",
        payload(0..1200)
            .replace("\"transactionId\"", "\"other\"")
            .as_bytes(),
    );
    import(&store, &[&path]);
    let import = |more: &[&str]| {
        uacc(
            &[&["import", &path, "--store", &store, "--dry-run"], more].concat(),
            b"",
        )
        .stdout
    };
    let short = import(&[]);
    assert!(short.starts_with("1200 suspects: "), "{short}");
    assert!(
        short.contains("\n  … and 1180 more; --verbose lists all\n"),
        "{short}"
    );
    assert_eq!(short.lines().count(), 1 + 20 + 1 + 1 + 2);
    assert_eq!(import(&["--verbose"]).lines().count(), 1 + 1200 + 1 + 2);
}

#[test]
fn a_journal_is_refused_with_what_to_do() {
    let folder = Folder::new("journal");
    let store = store(&folder);
    let journal = "tests/messages/export.json";
    let single = b"serviceId,entry-entryId,entry-amount\ns-81,e-1,5.00\n";
    let single = folder.file("single.csv", single);
    for (files, refused) in [
        (vec![SAMPLE, journal], journal),
        (vec![single.as_str()], &single),
    ] {
        let run = import(&store, &files);
        let message = format!(
            "error: {refused} is a journal export, and a store keeps transactions only; book it with your own database, in which the id of a record such as \
             `serviceId` is unique, or write it for another program with `uacc export journal`\n"
        );
        assert_eq!((run.status, run.stderr), (2, message));
    }
    assert!(!fs::exists(&store).unwrap());
}
