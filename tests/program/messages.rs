//! Whole outputs of the program, to the letter: `BLESS=1 cargo test --all-features --test program messages` rewrites them.

use std::process::Command;

use crate::golden::compare;

/// The output of a call made in the folder of the fixtures, first what goes to standard output.
fn said(arguments: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_uacc"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    format!(
        "$ uacc {}\n{}--- standard error ---\n{}--- exit status {} ---\n",
        arguments.join(" "),
        text(done.stdout),
        text(done.stderr),
        done.status.code().unwrap()
    )
}

#[test]
fn a_faulty_payload_is_shown_with_its_lines() {
    compare("payload.txt", &said(&["check", "transactions", "messages/payload.json"]));
}

#[test]
fn faulty_base_data_is_shown_with_its_lines() {
    compare("base-data.txt", &said(&["check", "base-data", "messages/base-data.json"]));
}

#[test]
fn what_is_mended_and_what_is_left_is_shown() {
    compare("normalize.txt", &said(&["normalize", "base-data", "messages/base-data.json"]));
    compare("spelling.txt", &said(&["normalize", "base-data", "messages/spelling.json"]));
    compare("normalize-json.txt", &said(&["normalize", "base-data", "messages/spelling.json", "--format", "json"]));
}

#[test]
fn a_faulty_statement_is_shown_with_its_columns() {
    compare("statement.txt", &said(&["convert", "messages/statement.csv"]));
}

#[test]
fn a_rule_is_explained() {
    compare("explain.txt", &said(&["explain", "amount-precision"]));
}

#[test]
fn a_report_has_its_shape() {
    compare("payload-json.txt", &said(&["check", "transactions", "messages/payload.json", "--format", "json"]));
    compare("payload-sarif.txt", &said(&["check", "transactions", "messages/payload.json", "--format", "sarif"]));
}
