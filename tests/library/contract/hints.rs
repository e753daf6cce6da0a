//! What the package's command line and the page add to the helps of rules: the modules are those of the library, and what they name is there.
//! `tests/program/command_line.rs` does the same for the program.

use std::collections::BTreeSet;
use std::fs;

use universal_accounting::export::statement::StatementTarget;
use universal_accounting::format::{MessageFormat, Profile};
use universal_accounting::internals::hints::{
    Place, hint, hints, package_hints, page_formats, page_hints,
};
use universal_accounting::report::Language;

use crate::golden::compare_file;
use crate::project::in_project;

fn read(file: &str) -> String {
    fs::read_to_string(in_project(file)).unwrap()
}

#[test]
fn the_modules_are_up_to_date() {
    compare_file("wasm/js/hints.js", &package_hints());
    compare_file("wasm/playground/hint-texts.js", &page_hints());
    compare_file("wasm/playground/formats.js", &page_formats());
}

#[test]
fn the_command_line_of_the_package_has_what_its_hints_name() {
    let code = read("wasm/js/cli.js");
    let (_, rest) = code.split_once("const USAGE = `").unwrap();
    let (usage, _) = rest.split_once('`').unwrap();
    let usage: Vec<&str> = usage.split([' ', '[', ']', '|', '\n']).collect();
    let mut count = 0;
    for (rule, hint) in hints(Place::Package, Language::English) {
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
    for language in Language::all() {
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
            let hint = hint(rule, Place::Page, *language).unwrap();
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
