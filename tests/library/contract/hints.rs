//! What the program, the package's command line and the page add to the helps of rules is data, of one form: each hint belongs to a rule, and what it names is there.
//! `tests/program/command_line.rs` does the same for the options and commands of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;
use universal_accounting::contract;
use universal_accounting::export::statement::StatementTarget;
use universal_accounting::format::{MessageFormat, Profile};
use universal_accounting::report::Language;

use crate::golden::compare_file;
use crate::project::in_project;

const PROGRAM: &str = "src/bin/uacc/hints.json";
const PACKAGE: &str = "wasm/js/hints.js";
const PAGE: &str = "wasm/playground/hint-texts.js";

fn read(file: &str) -> String {
    fs::read_to_string(in_project(file)).unwrap()
}

/// Returns the texts of each rule that a place adds something to: one that is the same in every language, or one for each language.
fn hints(place: &str) -> BTreeMap<String, Vec<String>> {
    let text = read(place);
    let json = text.split_once("HINTS = ").map_or(&*text, |(_, json)| json);
    let hints: BTreeMap<String, Value> =
        serde_json::from_str(json.trim_end().trim_end_matches(';')).unwrap();
    let ids: Vec<&str> = text.lines().filter_map(id).collect();
    assert!(ids.is_sorted(), "{place}");
    let texts = hints.into_iter().map(|(rule, texts)| {
        let texts = match texts {
            Value::String(text) => vec![text],
            texts => {
                let of = |language: &Language| texts[language.code()].as_str().unwrap().to_owned();
                Language::all().iter().map(of).collect()
            }
        };
        (rule, texts)
    });
    texts.collect()
}

/// Returns the id of the rule at the beginning of a line.
fn id(line: &str) -> Option<&str> {
    Some(line.strip_prefix("  \"")?.split_once('"')?.0)
}

/// The names of commands and schemas in a text, and its options: what is the same in every language.
fn names(text: &str) -> BTreeSet<&str> {
    let codes = text.split('`').skip(1).step_by(2);
    let options = text.split([' ', ',', ';', '\u{a0}']);
    codes
        .chain(options.filter(|word| word.starts_with("--")))
        .collect()
}

#[test]
fn every_hint_belongs_to_a_rule_and_is_translated() {
    for place in [PROGRAM, PACKAGE, PAGE] {
        let hints = hints(place);
        assert!(!hints.is_empty());
        for (rule, texts) in &hints {
            let help = contract::rule(rule).map(|rule| rule.help);
            let help = help.unwrap_or_else(|| panic!("there is no rule {rule}"));
            let [english, others @ ..] = &texts[..] else {
                panic!("{rule} has no text")
            };
            if let Some((_, schema)) = english.split_once(" schema ") {
                let (name, _) = schema.split_once('`').unwrap();
                assert!(help.contains(&format!("schema `{name}`")), "{rule}: {help}");
                assert!(contract::schema_names().any(|known| known == name));
            }
            // The command line of the package is in English.
            if others.is_empty() && place != PACKAGE {
                let mut words = english
                    .split('`')
                    .step_by(2)
                    .flat_map(str::split_whitespace);
                assert!(
                    words.all(|word| word.starts_with("--")),
                    "{rule}: {english}"
                );
            }
            let different: BTreeSet<_> = texts.iter().collect();
            assert_eq!(different.len(), texts.len(), "{texts:?}");
            for text in texts {
                assert_eq!(names(text), names(english), "{text}");
            }
            // Swiss German has no ß, and French has a space before a semicolon that does not break.
            if let [german, french, _] = others {
                assert!(!german.contains('ß'));
                let count = french.matches("\u{a0};").count();
                assert_eq!(french.matches(';').count(), count);
            }
        }
    }
}

#[test]
fn the_page_names_no_option_and_no_command() {
    for (rule, texts) in hints(PAGE) {
        for hint in texts {
            assert!(
                !hint.contains(['`', '{']) && !hint.contains("--"),
                "{rule}: {hint}"
            );
        }
    }
}

#[test]
fn the_page_has_the_formats_of_the_library() {
    let formats = StatementTarget::ALL
        .iter()
        .map(|target| format!("  \"{target}\": \"{}\"", target.extension()));
    let formats = formats.collect::<Vec<_>>().join(",\n");
    let module = format!(
        "// Generated from the formats of the library by `BLESS=1 cargo test`.\n\n\
         /** For each format that statements are written in, the extension of its files. */\n\
         export const FORMATS = {{\n{formats}\n}};\n"
    );
    compare_file("wasm/playground/formats.js", &module);
}

#[test]
fn the_command_line_of_the_package_has_what_its_hints_name() {
    let code = read("wasm/js/cli.js");
    let (_, rest) = code.split_once("const USAGE = `").unwrap();
    let (usage, _) = rest.split_once('`').unwrap();
    let usage: Vec<&str> = usage.split([' ', '[', ']', '|', '\n']).collect();
    let mut count = 0;
    for (rule, texts) in hints(PACKAGE) {
        let hint = &texts[0];
        let options = hint.split([' ', ',', ';']);
        let options = options.filter(|word| word.starts_with("--"));
        let commands = hint.split("`universal-accounting ").skip(1);
        let commands = commands.map(|rest| rest.split(['`', ' ']).next().unwrap());
        for name in options.chain(commands) {
            assert!(usage.contains(&name), "{rule}: there is no {name}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
fn the_page_has_the_controls_that_its_hints_name() {
    let hints = hints(PAGE);
    for (index, language) in Language::all().iter().enumerate() {
        let texts = read(&format!("wasm/playground/texts/{}.js", language.code()));
        for (rule, key) in [
            ("account-differs", "account"),
            ("account-missing", "account"),
            ("account-unusable", "account"),
            ("currency-missing", "currency"),
            ("given-currency-differs", "currency"),
            ("not-json", "kind-statement"),
        ] {
            let (_, rest) = texts.split_once(&format!("\n  \"{key}\": \"")).unwrap();
            let (label, _) = rest.split_once('"').unwrap();
            let hint = &hints[rule][index];
            assert!(hint.contains(label), "{rule}: {hint} lacks {label}");
        }
    }
}

#[test]
fn the_page_names_every_format_in_every_language() {
    for language in Language::all() {
        let texts = read(&format!("wasm/playground/texts/{}.js", language.code()));
        for target in StatementTarget::ALL {
            let key = format!("\n  \"format-{target}\": \"");
            assert!(texts.contains(&key), "{}: {key}", language.code());
        }
        let count = texts.matches("\n  \"format-").count();
        assert_eq!(count, StatementTarget::ALL.len(), "{}", language.code());
    }
}

/// Returns the key of the name that the page has for a product.
fn key_of(product: &str) -> String {
    let mut key = "product-".to_owned();
    for character in product.to_lowercase().chars() {
        if character.is_ascii_alphanumeric() {
            key.push(character);
        } else if !key.ends_with('-') {
            key.push('-');
        }
    }
    key
}

#[test]
fn the_page_names_every_product_of_a_bank_in_every_language() {
    let profiles: Vec<Profile> = Profile::built_in().collect();
    let messages = MessageFormat::ALL.iter().map(|message| message.product());
    let products = profiles.iter().map(Profile::product).chain(messages);
    let products: BTreeSet<&str> = products.collect();
    for language in Language::all() {
        let code = language.code();
        let texts = read(&format!("wasm/playground/texts/{code}.js"));
        for product in &products {
            let name = if code == "en" { product } else { "" };
            let text = format!("\n  \"{}\": \"{name}", key_of(product));
            assert!(
                texts.contains(&text),
                "wasm/playground/texts/{code}.js lacks{text}"
            );
        }
    }
}

#[test]
fn the_guide_says_what_every_format_is_for() {
    let guide = read("src/guide/books.md");
    let (table, _) = guide.split_once("\nA file is written whole").unwrap();
    for target in StatementTarget::ALL {
        let name = format!("`{target}`");
        assert!(table.contains(&name), "{name}");
    }
}
