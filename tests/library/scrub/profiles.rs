//! Our own statements of every format, and several files at once.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use universal_accounting::format;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::scrub::{self, Copy, ScrubKey, ScrubOptions, ScrubSource};
use universal_accounting::statement::Conversion;
use universal_accounting::value::{AccountIdentifier, Currency};

use super::key;
use crate::project::in_project;

/// Returns the synthetic statements of all profiles.
fn statements() -> Vec<(PathBuf, Vec<u8>)> {
    let folders = fs::read_dir(in_project("tests/bank"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir());
    let files = folders
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension != "json")
        })
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| (path.clone(), fs::read(&path).unwrap()))
        .collect()
}

/// Returns the words of four letters or more, and the numbers of five digits or more.
fn words(text: &str) -> BTreeSet<String> {
    let letters = text
        .split(|character: char| !character.is_alphabetic())
        .filter(|word| word.chars().count() > 3);
    let numbers = text
        .split(|character: char| !character.is_ascii_digit())
        .filter(|number| number.len() > 4 && number.contains(|digit| digit != '0'));
    letters.chain(numbers).map(str::to_lowercase).collect()
}

/// Returns the text of a built-in profile.
fn profile(id: &str) -> String {
    let countries = fs::read_dir(in_project("src/format/table/profiles"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    countries
        .filter_map(|country| fs::read_to_string(country.join(format!("{id}.json"))).ok())
        .collect()
}

/// Every copy is read like its file, which `scrub` checks itself, and the texts of the transactions are gone.
#[test]
fn statements_of_every_profile_lose_their_words_and_keep_their_rows() {
    let statements = statements();
    let names: Vec<&str> = statements
        .iter()
        .map(|(path, _)| path.file_name().unwrap().to_str().unwrap())
        .collect();
    let sources: Vec<ScrubSource<'_>> = statements
        .iter()
        .zip(&names)
        .map(|((_, bytes), name)| ScrubSource { name, bytes })
        .collect();
    let copies = scrub::scrub(&sources, &key(), &ScrubOptions::new());
    let mut names = BTreeSet::new();
    for ((path, bytes), copy) in statements.iter().zip(&copies) {
        let copy = copy
            .as_ref()
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", path.display()));
        assert_eq!(copy.differing_findings, [], "{}", path.display());
        assert!(names.insert(copy.name.to_lowercase()), "{}", copy.name);
        let mut options = format::ConvertOptions::new();
        options.account = AccountIdentifier::parse("x").ok();
        options.currency = Currency::parse("CHF").ok();
        let [before, after] = [bytes, &copy.bytes].map(|bytes| convert_readable(bytes, &options));
        assert_eq!(
            before.summary.confirmed(),
            after.summary.confirmed(),
            "{}",
            path.display()
        );
        let texts = |conversion: &Conversion| {
            let texts = conversion
                .transactions
                .iter()
                .filter_map(|transaction| transaction.text.as_ref());
            texts
                .map(|text| text.as_str().to_owned())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let known = before
            .summary
            .format
            .as_ref()
            .map_or(BTreeSet::new(), |format| words(&profile(&format.id)));
        let left: Vec<String> = words(&texts(&before))
            .intersection(&words(&texts(&after)))
            .cloned()
            .collect();
        // A profile's words stay, and so do the marks of hidden digits and the word for no reference.
        let is_mask = |word: &str| word.len() > 3 && word.chars().all(|letter| letter == 'x');
        let is_kept = |word: &str| known.contains(word) || is_mask(word) || word == "notprovided";
        let left: Vec<&String> = left.iter().filter(|word| !is_kept(word)).collect();
        assert!(left.is_empty(), "{}: {left:?}", path.display());
    }
}

#[test]
fn equal_texts_have_equal_copies_in_all_files() {
    let rows = [
        "CH9300762011623852957;2026-03-30 00:00:00.0;Muster AG;-1200;800;2026-03-30 00:00:00.0\n",
        "",
    ];
    let files = rows.map(|row| {
        format!(
            "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n{row}\
             CH9300762011623852957;2026-03-31 00:00:00.0;MUSTER Muster;-1;799;2026-03-31 00:00:00.0\n"
        )
    });
    let sources = ["a.csv", "a.csv"]
        .into_iter()
        .zip(&files)
        .map(|(name, file)| ScrubSource {
            name,
            bytes: file.as_bytes(),
        });
    let sources: Vec<ScrubSource<'_>> = sources.collect();
    let copies: Vec<Copy> = scrub::scrub(&sources, &key(), &ScrubOptions::new())
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let [first, second] = copies.as_slice() else {
        panic!()
    };
    let last_line = |copy: &Copy| {
        str::from_utf8(&copy.bytes)
            .unwrap()
            .lines()
            .last()
            .unwrap()
            .to_owned()
    };
    assert_eq!(last_line(first), last_line(second));
    assert_eq!(
        format!("{}-2.csv", first.name.trim_end_matches(".csv")),
        second.name
    );
    assert_eq!(
        copies,
        scrub::scrub(&sources, &key(), &ScrubOptions::new())
            .into_iter()
            .map(Result::unwrap)
            .collect::<Vec<_>>()
    );
    let other = ScrubKey::new(b"another key of tests").unwrap();
    assert_ne!(
        Ok(first.bytes.clone()),
        scrub::scrub(&sources, &other, &ScrubOptions::new())
            .remove(0)
            .map(|copy| copy.bytes)
    );
}
