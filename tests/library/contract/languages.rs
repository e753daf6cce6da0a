//! The texts of all rules in all languages.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use serde_json::{Map, Value};
use universal_accounting::contract;
use universal_accounting::internals::rules::bad_example;
use universal_accounting::report::{Language, Rule};

use crate::contract::examples;
use crate::golden::compare;
use crate::project::in_project;

const TRANSLATIONS: [Language; 3] = [Language::German, Language::French, Language::Italian];

fn read(language: Language) -> Value {
    let path = in_project(&format!("src/report/languages/{}.json", language.code()));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn object<'v>(value: &'v Value, name: &str) -> &'v Map<String, Value> {
    value[name].as_object().unwrap()
}

/// Returns the placeholders of a text. Of `{name, phrase}`, only the name is compared with the English text.
fn placeholders(text: &str, with_kinds: bool) -> BTreeSet<String> {
    let braces = text
        .split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0));
    let names = braces.map(|name| {
        if with_kinds {
            name
        } else {
            name.trim_end_matches(", phrase")
        }
    });
    names
        .filter(|name| !name.contains(['"', '`']) && !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the names of the contract, the paths and the values in a text, which are the same in every language.
fn codes(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn english<'r>(rule: &'r Rule, name: &str) -> &'r str {
    if name == "message" {
        rule.message
    } else {
        rule.help
    }
}

#[test]
fn every_rule_has_texts_in_every_language() {
    let ids: BTreeSet<&str> = contract::rules().map(|rule| rule.id).collect();
    for language in TRANSLATIONS {
        let file = read(language);
        let translated: BTreeSet<&str> =
            object(&file, "rules").keys().map(String::as_str).collect();
        let code = language.code();
        let (missing, unknown) = (&ids - &translated, &translated - &ids);
        assert!(
            missing.is_empty() && unknown.is_empty(),
            "{code}: missing {missing:?}, unknown {unknown:?}"
        );
        for page in contract::pages() {
            let texts = &file["rules"][page.rule.id];
            assert_eq!(
                object(&file["rules"], page.rule.id).len(),
                3,
                "{code}: {}",
                page.rule.id
            );
            assert_eq!(
                texts["title"].as_str(),
                Some(page.title_in(language)),
                "{code}: {}",
                page.rule.id
            );
        }
    }
}

#[test]
fn texts_have_the_placeholders_of_the_english_texts() {
    let [german, french, italian] = TRANSLATIONS.map(read);
    for rule in contract::rules() {
        for name in ["message", "help"] {
            let texts = [&german, &french, &italian]
                .map(|file| file["rules"][rule.id][name].as_str().unwrap());
            for text in texts {
                let expected = english(rule, name);
                assert_eq!(
                    placeholders(text, false),
                    placeholders(expected, true),
                    "{}: {text}",
                    rule.id
                );
                assert_eq!(codes(text), codes(expected), "{}: {text}", rule.id);
                assert_eq!(
                    placeholders(text, true),
                    placeholders(texts[0], true),
                    "{}: {text}",
                    rule.id
                );
            }
        }
    }
}

#[test]
fn all_languages_have_the_same_phrases() {
    let files = TRANSLATIONS.map(read);
    for file in &files {
        let keys = |file: &Value| {
            object(file, "phrases")
                .keys()
                .cloned()
                .collect::<BTreeSet<_>>()
        };
        assert_eq!(keys(file), keys(&files[0]));
        for (phrase, text) in object(file, "phrases") {
            let text = text.as_str().unwrap();
            assert_eq!(
                placeholders(text, true),
                placeholders(phrase, false),
                "{phrase}"
            );
            assert_eq!(codes(text), codes(phrase), "{phrase}");
        }
    }
}

/// Returns the texts in quotes of a function in a source file.
fn texts_of(path: &str, function: &str) -> Vec<String> {
    let source = fs::read_to_string(in_project(path)).unwrap();
    let (_, after) = source.split_once(function).unwrap();
    let (body, _) = after.split_once("\n    }\n").unwrap();
    let texts = body.split('"').skip(1).step_by(2);
    texts.map(str::to_owned).collect()
}

#[test]
fn what_exports_note_and_refuse_is_translated() {
    let files = TRANSLATIONS.map(read);
    for (path, function, fewest) in [
        ("src/export/note.rs", "fn templates(", 40),
        ("src/export/refusal.rs", "fn message(", 6),
        ("src/export/statement/refusal.rs", "fn message(", 14),
    ] {
        let texts = texts_of(path, function);
        assert!(texts.len() >= fewest, "{path}: {texts:?}");
        for text in texts {
            let is_translated = |file: &Value| file["phrases"].get(&text).is_some();
            assert!(files.iter().all(is_translated), "{text}");
        }
    }
}

#[test]
fn what_bank_profiles_warn_of_is_translated() {
    let files = TRANSLATIONS.map(read);
    let folder = in_project("src/format/table/profiles");
    for country in fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
    {
        for profile in fs::read_dir(country)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let profile: Value =
                serde_json::from_str(&fs::read_to_string(profile).unwrap()).unwrap();
            for text in ["caution", "unsupported"]
                .iter()
                .filter_map(|name| profile.get(name)?.as_str())
            {
                assert!(
                    files.iter().all(|file| file["phrases"].get(text).is_some()),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn texts_are_spelt_as_in_switzerland() {
    let german = fs::read_to_string(in_project("src/report/languages/de.json")).unwrap();
    assert!(!german.contains('ß'));
    for (_, texts) in object(&read(Language::French), "rules") {
        for text in texts
            .as_object()
            .unwrap()
            .values()
            .map(|text| text.as_str().unwrap())
        {
            for mark in [" :", " ;", " !", " ?", " %"] {
                assert!(
                    !text.contains(mark),
                    "{text}: no-break space before `{}`",
                    mark.trim()
                );
            }
        }
    }
}

#[test]
fn findings_are_as_expected_in_all_languages() {
    let mut text = String::new();
    for page in contract::pages() {
        let rule = page.rule;
        let findings =
            examples::check_example(bad_example(page), &examples::policy_for(rule.id)).findings;
        let finding = findings.first().unwrap();
        // The tests of the package translate the same parameters.
        writeln!(
            text,
            "{} {}",
            rule.id,
            serde_json::to_value(finding).unwrap()["params"]
        )
        .unwrap();
        for language in Language::all().iter().copied() {
            let (message, help) = (finding.message_in(language), finding.help_in(language));
            if language == Language::English {
                assert_eq!((&message, &help), (&finding.message(), &finding.help()));
            } else {
                assert!(
                    message != finding.message(),
                    "{}: {message} is English",
                    rule.id
                );
                assert!(help != finding.help(), "{}: {help} is English", rule.id);
            }
            writeln!(text, "  {}: {}", language.code(), page.title_in(language)).unwrap();
            writeln!(text, "    {message}\n    {help}").unwrap();
        }
    }
    compare("languages.txt", &text);
}
