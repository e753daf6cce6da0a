//! Complete outputs of the program: `BLESS=1 cargo test -p uacc --test program messages` rewrites them.

use std::process::Command;

use crate::golden::compare;
use crate::project::in_project;

/// Runs the program in the folder of the fixtures, and returns its output, standard output first.
fn transcript(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_uacc"))
        .args(arguments)
        .env("LC_ALL", "C")
        .current_dir(in_project("tests"))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    format!(
        "$ uacc {}\n{}--- standard error ---\n{}--- exit status {} ---\n",
        arguments.join(" "),
        text(output.stdout),
        text(output.stderr),
        output.status.code().unwrap()
    )
}

#[test]
fn check_shows_the_lines_of_a_payload() {
    compare(
        "payload.txt",
        &transcript(&["check", "transactions", "messages/payload.json"]),
    );
}

#[test]
fn check_compares_with_base_data() {
    let compare_with = |base_data, file, more: &[&str]| {
        transcript(
            &[
                &["check", "transactions", file, "--base-data", base_data],
                more,
            ]
            .concat(),
        )
    };
    compare(
        "compared.txt",
        &compare_with("messages/known.json", "messages/compared.json", &[]),
    );
    compare(
        "compared-json.txt",
        &compare_with(
            "messages/known.json",
            "messages/compared.json",
            &["--format", "json"],
        ),
    );
    compare(
        "compared-redacted.txt",
        &compare_with(
            "messages/known.json",
            "messages/compared.json",
            &["--redact"],
        ),
    );
}

#[test]
fn check_shows_the_lines_of_base_data() {
    compare(
        "base-data.txt",
        &transcript(&["check", "base-data", "messages/base-data.json"]),
    );
}

#[test]
fn normalize_shows_changes_and_remaining_findings() {
    compare(
        "normalize.txt",
        &transcript(&["normalize", "base-data", "messages/base-data.json"]),
    );
    compare(
        "spelling.txt",
        &transcript(&["normalize", "base-data", "messages/spelling.json"]),
    );
    compare(
        "normalize-json.txt",
        &transcript(&[
            "normalize",
            "base-data",
            "messages/spelling.json",
            "--format",
            "json",
        ]),
    );
}

#[test]
fn diff_shows_what_an_update_changes() {
    let files = [
        "diff",
        "base-data",
        "messages/held.json",
        "messages/new.json",
    ];
    let transcript = |more: &[&str]| transcript(&[&files, more].concat());
    compare("diff.txt", &transcript(&[]));
    compare(
        "diff-redacted.txt",
        &transcript(&["--redact", "--max-removed", "10%"]),
    );
    compare("diff-json.txt", &transcript(&["--format", "json"]));
}

#[test]
fn convert_shows_the_columns_of_a_statement() {
    compare(
        "statement.txt",
        &transcript(&["convert", "messages/statement.csv"]),
    );
}

#[test]
fn explain_shows_a_rule() {
    compare("explain.txt", &transcript(&["explain", "amount-precision"]));
}

#[test]
fn helps_for_people_name_the_options_of_the_program() {
    compare(
        "explain-account.txt",
        &transcript(&["explain", "account-missing"]),
    );
    let sample = "bank/bancastato-account/2018.csv";
    compare("statement-account.txt", &transcript(&["convert", sample]));
    assert!(
        transcript(&["import", sample, "--store", "none.store", "--dry-run"])
            .contains("(--account; for many")
    );
    let output = transcript(&["convert", sample, "--format", "json"]);
    let (json, _) = output.split_once("--- standard error ---").unwrap();
    assert!(
        json.contains("masked card number\"") && !json.contains("--account"),
        "{json}"
    );
}

#[test]
fn reports_are_json_or_sarif() {
    compare(
        "payload-json.txt",
        &transcript(&[
            "check",
            "transactions",
            "messages/payload.json",
            "--format",
            "json",
        ]),
    );
    compare(
        "payload-sarif.txt",
        &transcript(&[
            "check",
            "transactions",
            "messages/payload.json",
            "--format",
            "sarif",
        ]),
    );
}

#[test]
fn findings_are_in_the_language_of_the_argument_or_the_locale() {
    let run = |arguments: &[&str], locale: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uacc"));
        let folder = in_project("tests");
        let output = command
            .args(arguments)
            .env("LC_ALL", locale)
            .current_dir(folder)
            .output()
            .unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let check = ["check", "transactions", "messages/readme.json"];
    for (arguments, locale, message) in [
        (
            &["--lang", "de"][..],
            "C",
            "in `amount` steht eine JSON-Zahl, erwartet wird ein Text",
        ),
        (
            &["--lang", "de-CH"],
            "fr_CH.UTF-8",
            "in `amount` steht eine JSON-Zahl, erwartet wird ein Text",
        ),
        (
            &[],
            "fr_CH.UTF-8",
            "`amount` est un nombre JSON, alors qu'un texte est attendu",
        ),
        (
            &[],
            "it_CH",
            "`amount` è un numero JSON, mentre è atteso un testo",
        ),
        (
            &[],
            "rm_CH.UTF-8",
            "`amount` is a JSON number where a string belongs",
        ),
        (
            &["--lang", "en"],
            "de_CH.UTF-8",
            "`amount` is a JSON number where a string belongs",
        ),
        (
            &["--format", "json"],
            "de_CH.UTF-8",
            "\"`amount` is a JSON number where a string belongs\"",
        ),
        (
            &["--format", "sarif", "--lang", "it"],
            "C",
            "`amount` is a JSON number where a string belongs",
        ),
    ] {
        let output = run(&[&check, arguments].concat(), locale);
        assert!(output.contains(message), "{arguments:?} {locale}: {output}");
    }
    let titles = run(&["rules", "--lang", "it"], "C");
    assert!(titles.contains("Un importo è zero"), "{titles}");
    assert!(
        run(&["rules", "--format", "json", "--lang", "it"], "C")
            .contains("\"title\": \"An amount is zero\"")
    );
    let hint = run(
        &[
            "check",
            "transactions",
            "bank/bancastato-account/2018.csv",
            "--lang",
            "fr",
        ],
        "C",
    );
    assert!(
        hint.contains("doit d'abord être converti (`uacc convert`)"),
        "{hint}"
    );
    assert!(run(&["rules", "--lang", "rm"], "C").contains("the languages are en, de, fr, it"));
}
