//! A profile that was learned and proved holds the law of damaged statements as a built-in one does.

use std::path::{Path, PathBuf};
use std::{env, fs};

use universal_accounting::format::{Format, Profile};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::learn::without;
use universal_accounting::learn::{Answers, Basis, learn};

use super::{
    Change, Outcome, Outcomes, options, split_among_workers, try_all_kinds, untold, violations,
};

/// The most bytes of a file that is damaged, so that all of them take seconds.
const MAX_BYTES: usize = 20_000;

/// How many profiles are proved at least.
const PROVED: usize = 35;

/// How many damaged files change a text without a word, in a way that is not known of all profiles. The number may only fall.
const MAX_SILENT_TEXTS: usize = 3;

/// Returns the profile that is learned from a file without the built-in one for it, if its balances prove it.
fn proved_profile(source: &[u8]) -> Option<Profile> {
    let mut answers = Answers::new();
    answers.accept = true;
    if let Some(known) = convert_readable(source, &options()).summary.format {
        answers = without(answers, &known.id);
    }
    let draft = learn(&[("", source)], &answers).ok()?;
    let (profile, _) = draft.profile?;
    (draft.amounts == Basis::Proved).then_some(profile)
}

/// Damages a file in every way, and returns what its learned profile made of each.
fn try_learned(path: &PathBuf) -> Vec<(String, &'static str, Outcome)> {
    let source = fs::read(path).unwrap();
    if source.len() > MAX_BYTES {
        return Vec::new();
    }
    let Some(profile) = proved_profile(&source) else {
        return Vec::new();
    };
    let mut options = options();
    options.format = Format::Custom(profile);
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let outcomes = try_all_kinds(&source, &options).into_iter();
    outcomes
        .map(|(kind, outcome)| (name.clone(), kind.name, outcome))
        .collect()
}

#[test]
#[ignore = "needs the samples below UACC_SHARED"]
fn damaged_files_of_learned_profiles_are_reported() {
    let shared = PathBuf::from(env::var_os("UACC_SHARED").unwrap());
    let mut files = Vec::new();
    for folder in ["bank-formats/samples", "bank-formats/world/samples"] {
        let entries = fs::read_dir(shared.join(Path::new(folder))).unwrap();
        files.extend(entries.map(|entry| entry.unwrap().path()));
    }
    files.sort();
    let mut outcomes = Outcomes::new();
    let mut total = 0;
    let mut learned: Vec<String> = Vec::new();
    for (name, kind, outcome) in split_among_workers(&files, try_learned) {
        if learned.last() != Some(&name) {
            learned.push(name.clone());
        }
        outcomes.entry((kind, outcome)).or_default().push(name);
        total += 1;
    }
    println!("{} proved profiles, {total} damaged files", learned.len());
    let unknown = |(kind, change): (&str, Change)| {
        !untold().contains_key(&(kind.to_owned(), format!("{change:?}").to_lowercase()))
    };
    let mut silent_texts = 0;
    outcomes.retain(|(kind, outcome), files| {
        let is_text = *outcome == Outcome::Silent(Change::Texts);
        if is_text && unknown((kind, Change::Texts)) {
            silent_texts += files.len();
        }
        !is_text
    });
    let wrong = violations(&outcomes);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        silent_texts <= MAX_SILENT_TEXTS,
        "{silent_texts} texts change without a word"
    );
    assert!(learned.len() >= PROVED, "{} are proved", learned.len());
}
