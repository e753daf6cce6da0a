//! `uacc diff`: exit statuses with and without a guard, and files that can't be compared.

use std::fs;

use crate::folder::Folder;
use crate::process::{Run, uacc};
use crate::project::in_project;

const HELD: &str = "tests/messages/held.json";
const NEW: &str = "tests/messages/new.json";

fn diff(arguments: &[&str]) -> Run {
    uacc(&[&["diff", "base-data"], arguments].concat(), b"")
}

#[test]
fn the_exit_status_says_whether_something_changes() {
    let run = diff(&[NEW, NEW]);
    let expected = format!("{NEW}, {NEW}: no changes\n");
    assert_eq!(
        (run.status, run.stdout, run.stderr.as_str()),
        (0, expected, "")
    );
    let run = diff(&[HELD, NEW]);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    assert!(run.stdout.contains(
        "\n  -  a-2000  2000 · Kreditoren · LIABILITY  (2000, which is new, has the same number)\n"
    ));
    assert!(
        run.stdout.ends_with(
            ": 3 added, 5 changed, 5 removed; 1 field outside of the contract changed\n"
        )
    );

    let run = uacc(
        &["diff", "base-data", "-", NEW],
        &fs::read(in_project(HELD)).unwrap(),
    );
    assert!(
        run.status == 1 && run.stdout.contains("\n<stdin>, tests/messages/new.json: "),
        "{}",
        run.stdout
    );
}

#[test]
fn with_a_guard_only_too_many_removals_are_an_error() {
    for (guard, message) in [
        ("5", ""),
        ("100%", ""),
        (
            "4",
            "error: 2 of 4 `accounts`, 2 of 4 `contacts`, 1 of 1 `projects` would be removed, but at most 4 records may be; don't send the update before you have checked it\n",
        ),
        (
            "0",
            "error: 2 of 4 `accounts`, 2 of 4 `contacts`, 1 of 1 `projects` would be removed, but at most 0 records may be; don't send the update before you have checked it\n",
        ),
        (
            "50%",
            "error: 1 of 1 `projects` would be removed, but at most 50% of a list may be; don't send the update before you have checked it\n",
        ),
    ] {
        for format in ["human", "json"] {
            let run = diff(&[HELD, NEW, "--max-removed", guard, "--format", format]);
            assert_eq!(
                (run.status, run.stderr.as_str()),
                (i32::from(!message.is_empty()), message),
                "{guard}"
            );
            assert_eq!(run.stdout, diff(&[HELD, NEW, "--format", format]).stdout);
        }
    }
    assert_eq!(diff(&[NEW, NEW, "--max-removed", "0"]).status, 0);
    for unreadable in ["", "ten", "-1", "10 %", "101%", "1.5"] {
        let run = diff(&[HELD, NEW, &format!("--max-removed={unreadable}")]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        let reason = "this is neither a number of records, such as 10, nor a percentage from 0% to 100%, such as 2.5%";
        assert!(
            unreadable.is_empty() || run.stderr.contains(reason),
            "{unreadable}: {}",
            run.stderr
        );
    }
}

#[test]
fn files_that_cannot_be_compared_are_named() {
    let folder = Folder::new("diff");
    let held = fs::read_to_string(in_project(HELD)).unwrap();
    let twice = folder.file("twice.json", held.replace("a-2000", "a-1000").as_bytes());
    let cut = folder.file("cut.json", &fs::read(in_project(NEW)).unwrap()[..900]);
    let empty = folder.file("empty.json", b"");
    let one_error = "has 1 error: records with errors can't be compared, so correct them first\n";
    for (arguments, messages) in [
        ([&*twice, NEW], vec!["error[duplicate-external-id]: ".to_owned(), format!("error: {twice} {one_error}")]),
        ([NEW, &*cut], vec!["error[json-syntax]: ".to_owned(), format!("error: {cut} {one_error}")]),
        ([NEW, &*empty], vec!["error[empty-file]: ".to_owned(), format!("error: {empty} {one_error}")]),
        (
            [NEW, "tests/messages/readme.json"],
            vec!["error[wrong-payload]: this is a payload of transactions, where base data belongs\n".to_owned()],
        ),
        (
            [NEW, HELD],
            vec![
                "error[null-value]: `companyUid` is null where a string belongs\n".to_owned(),
                format!("error: {HELD} {one_error}"),
            ],
        ),
        (
            [&*cut, &*empty],
            vec![format!(
                "error: {cut} has 1 error and {empty} has 1 error: records with errors can't be compared, so correct them first\n"
            )],
        ),
        ([NEW, "none.json"], vec!["error: there is no file none.json; check its name and folder\n".to_owned()]),
        (["tests", NEW], vec!["error: tests is a directory; name the files in it\n".to_owned()]),
        (["-", "-"], vec!["error: standard input can only be read once: give `-` only once\n".to_owned()]),
    ] {
        let run = diff(&arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        for message in messages {
            assert!(run.stderr.contains(&message), "{arguments:?} lacks {message}:\n{}", run.stderr);
        }
        // Warnings are no reason, so they are not shown.
        assert!(!run.stderr.contains("warning"), "{}", run.stderr);
    }
    let run = diff(&[NEW, &cut, "--format", "json"]);
    assert_eq!((run.status, run.stdout.lines().count()), (2, 1));
    assert!(
        run.stdout.contains(r#""rule":"json-syntax""#) && run.stdout.ends_with("\"diff\":null}\n")
    );
    assert_eq!(uacc(&["diff", "transactions", HELD, NEW], b"").status, 2);
    assert_eq!(diff(&[HELD]).status, 2);
    assert_eq!(diff(&[HELD, HELD, "--received"]).status, 0);
}

#[test]
fn values_are_safe_to_print() {
    let folder = Folder::new("diff-values");
    let held = fs::read_to_string(in_project(HELD)).unwrap();
    let long = "x".repeat(100);
    let new = held
        .replace(r#""companyUid": null, "#, "")
        .replace("Beispiel GmbH", "\\u001b[31mBeispiel\\nGmbH")
        .replace("4111 1111 1111 1111", "4111111111111111")
        .replace("Material\"", &format!("{long}\""))
        .replace(
            r#""language": "de""#,
            &format!(r#""language": "{}""#, long.repeat(5)),
        );
    let new = folder.file("new.json", new.as_bytes());
    let run = diff(&[HELD, &new]);
    assert_eq!(run.status, 1);
    for line in [
        "  ~  k-1  companyName: \"Beispiel GmbH\" -> \"\\u{1b}[31mBeispiel\\u{a}GmbH\"\n",
        "  ~  k-4  companyName: \"Karte **** **** **** 1111\" -> \"Karte ************1111\"\n",
    ] {
        assert!(run.stdout.contains(line), "{}", run.stdout);
    }
    assert!(!run.stdout.contains('\u{1b}') && !run.stdout.contains("4111"));
    assert!(run.stdout.contains("xxx…\n"), "{}", run.stdout);

    // Of two values that look alike, it is said that they differ.
    let first = folder.file(
        "first.json",
        held.replace(r#""companyUid": null, "#, "")
            .replace("Garage Beispiel", &format!("{}a", long.repeat(5)))
            .as_bytes(),
    );
    let second = folder.file(
        "second.json",
        fs::read_to_string(&first)
            .unwrap()
            .replace(
                &format!("{}a", long.repeat(5)),
                &format!("{}b", long.repeat(5)),
            )
            .as_bytes(),
    );
    let run = diff(&[&first, &second]);
    assert!(
        run.stdout
            .contains("xxx…\" (they differ in what is not shown)\n"),
        "{}",
        run.stdout
    );

    for format in ["human", "json"] {
        let run = diff(&[HELD, NEW, "--redact", "--format", format]);
        for value in ["Muster", "a-1000", "k-3", "1020", "UN81", "\"fr\"", "****"] {
            assert!(!run.stdout.contains(value), "{value}: {}", run.stdout);
        }
    }
}

#[test]
fn long_lists_are_cut_and_counted() {
    let folder = Folder::new("diff-long");
    let contacts = |count: usize| -> String {
        let contact = |number| {
            format!(
                r#"{{"externalId": "k-{number}", "legalType": "COMPANY", "companyName": "AG {number}"}}"#
            )
        };
        (0..count).map(contact).collect::<Vec<_>>().join(",")
    };
    let new = fs::read_to_string(in_project(NEW)).unwrap();
    let (before, rest) = new.split_once("\"contacts\": [").unwrap();
    let (_, after) = rest.split_once("],").unwrap();
    let payload = |count| {
        folder.file(
            &format!("{count}.json"),
            format!("{before}\"contacts\": [{}],{after}", contacts(count)).as_bytes(),
        )
    };
    let run = diff(&[&payload(250), &payload(1)]);
    assert!(run.stdout.contains("  -  k-100  "), "{}", run.stdout);
    assert!(
        run.stdout
            .contains("        … and 149 more removed; --format json lists all\n"),
        "{}",
        run.stdout
    );
    assert_eq!(run.stdout.lines().count(), 1 + 100 + 1 + 2);
    assert!(run.stdout.ends_with(": 0 added, 0 changed, 249 removed\n"));
}

/// Some cost centers have no external id, so none changes.
#[test]
fn a_changed_cost_center_without_id_changes_no_external_id() {
    let folder = Folder::new("diff-cost-centers");
    let held = fs::read_to_string(in_project(HELD))
        .unwrap()
        .replace(r#""companyUid": null, "#, "");
    let with = |name: &str| {
        let list =
            format!(r#"{{"costCenters": [{{"name": "{name}", "code": "V"}}], "organization""#);
        let start = held.find("\"organization\"").unwrap();
        list + &held[start + "\"organization\"".len()..]
    };
    let first = folder.file("first.json", with("Verkauf").as_bytes());
    let second = folder.file("second.json", with("Vertrieb").as_bytes());
    let run = diff(&[&first, &second]);
    assert!(
        run.stdout.contains("costCenters: 1 removed, 1 added")
            && !run.stdout.contains("external id change"),
        "{}",
        run.stdout
    );
}
