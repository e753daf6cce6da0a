//! `uacc banks`: the formats, and the format of a file.

use std::fs;

use universal_accounting::format::{MessageFormat, Profile};

use super::UBS;
use crate::folder::Folder;
use crate::process::uacc;
use crate::project::in_project;

#[test]
fn banks_lists_formats_and_matches_a_file() {
    let list = uacc(&["banks"], b"");
    assert_eq!(list.status, 0);
    for profile in Profile::built_in() {
        assert!(
            list.stdout
                .lines()
                .any(|line| line.starts_with(&format!("{} ", profile.id()))),
            "{}",
            profile.id()
        );
    }
    let fits = uacc(&["banks", UBS], b"");
    assert_eq!(fits.status, 0);
    assert!(
        fits.stdout.contains(
            "* ubs-account (UBS, account): matches the header in line 10, variant 2022-11"
        ),
        "{}",
        fits.stdout
    );

    let folder = Folder::new("banks");
    let renamed = fs::read_to_string(in_project(UBS)).unwrap();
    let renamed = folder.file(
        "renamed.csv",
        renamed.replace("Valutadatum", "Wertstellung").as_bytes(),
    );
    let near = uacc(&["banks", &renamed], b"");
    assert_eq!(near.status, 1);
    assert!(
        near.stdout
            .contains("no format matches; the closest are:\n  ubs-account (UBS, account): "),
        "{}",
        near.stdout
    );
    assert!(
        near.stdout
            .contains("    missing: `Valutadatum`\n    unknown: `Wertstellung`"),
        "{}",
        near.stdout
    );
    let far = uacc(&["banks", "-"], b"Tag;Valuta;Wert\n1;2;3\n");
    assert_eq!(
        far.stdout,
        "<stdin>\n  no format is near: none has half of its columns or rows in the file\n"
    );
    let nothing = uacc(&["banks", "-"], b"1;2\n");
    assert_eq!((far.status, nothing.status), (1, 1));
}

#[test]
fn banks_are_listed_under_the_heading_of_their_country() {
    let list = uacc(&["banks"], b"").stdout;
    let (mut headings, mut of_country) = (Vec::new(), Vec::new());
    for block in list.split("\n\n").skip(1) {
        let (heading, formats) = block.split_once('\n').unwrap();
        headings.push(heading);
        for line in formats.lines() {
            let id = line.split_whitespace().next().unwrap();
            of_country.push((id.to_owned(), heading));
        }
    }
    assert!(headings.contains(&"Austria (AT)"), "{headings:?}");
    let (first, countries) = headings.split_first().unwrap();
    assert_eq!(*first, "All banks");
    assert!(
        countries.is_sorted_by(|one, next| one < next),
        "{headings:?}"
    );
    let messages = MessageFormat::ALL.iter();
    let mut known: Vec<(String, &str)> = messages
        .map(|message| (message.id().to_owned(), *first))
        .collect();
    for profile in Profile::built_in() {
        let code = format!("({})", profile.country());
        let heading = headings.iter().find(|heading| heading.ends_with(&code));
        known.push((profile.id().to_owned(), *heading.unwrap()));
    }
    known.sort_unstable();
    of_country.sort_unstable();
    assert_eq!(of_country, known);
}

#[test]
fn banks_are_found_by_words_of_their_names() {
    for search in ["UBS card", "switzerland ubs-card"] {
        let found = uacc(&["banks", "--search", search], b"");
        let names: Vec<&str> = found
            .stdout
            .lines()
            .skip(1)
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        assert_eq!((found.status, names), (0, vec!["Switzerland", "ubs-card"]));
    }
    let misspelt = uacc(&["banks", "--search", "vizeca-card"], b"");
    assert_eq!((misspelt.status, misspelt.stdout.as_str()), (1, ""));
    assert_eq!(
        misspelt.stderr,
        "no format has `vizeca-card` in its name. Did you mean `viseca-card`? `uacc banks` lists all formats\n"
    );
}

#[test]
fn verbose_says_why_a_file_is_read_in_its_format() {
    for (path, why) in [
        (
            UBS,
            "the header in line 10 is that of ubs-account, variant 2022-11",
        ),
        (
            "tests/messages/exported-statement.camt053.xml",
            "its content is that of camt.053, variant 001.08",
        ),
    ] {
        let run = uacc(&["convert", path, "--verbose"], b"");
        assert!(
            run.stderr.starts_with(&format!("{path}: {why}\n")),
            "{}",
            run.stderr
        );
        assert!(!uacc(&["convert", path], b"").stderr.contains(why));
    }
}
