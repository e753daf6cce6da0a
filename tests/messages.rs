//! What users read, to the letter: the message and the help of every rule, and whole outputs of the program.
//!
//! `BLESS=1 cargo test --test messages --features cli` rewrites the texts; read the difference before you commit it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod examples;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use universal_accounting::contract;

fn compare(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let apart = text.lines().zip(expected.lines()).position(|(line, expected)| line != expected);
    if let Some(line) = apart {
        let of = |text: &str| text.lines().nth(line).map(str::to_owned);
        assert_eq!(of(text), of(&expected), "{name}:{} differs; BLESS=1 rewrites it", line + 1);
    }
    assert_eq!(text.len(), expected.len(), "{name} has another end; BLESS=1 rewrites it");
}

#[test]
fn every_rule_says_what_is_wrong_and_what_to_do() {
    let mut text = String::new();
    for page in contract::pages() {
        let rule = page.rule;
        for finding in examples::judge(page.bad, &examples::policy_for(rule.id)).findings {
            let place = match &finding.cell {
                Some(cell) if cell.column.is_empty() => format!("row {}", cell.row),
                Some(cell) => format!("row {}, column {}", cell.row, cell.column),
                None => finding.pointer.clone(),
            };
            let (line, column) = (finding.line, finding.column);
            writeln!(text, "{} {line}:{column} {place}", rule.id).unwrap();
            writeln!(text, "    {}", finding.message()).unwrap();
            writeln!(text, "    help: {}", finding.help()).unwrap();
            if let Some(fix) = finding.fix {
                writeln!(text, "    {}: {}", if fix.safe { "safe fix" } else { "possible fix" }, fix.replacement)
                    .unwrap();
            }
        }
    }
    compare("rules.txt", &text);
}

#[cfg(feature = "cli")]
mod program {
    use std::process::Command;

    use super::compare;

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
    fn the_readme_shows_what_is_said() {
        let said = said(&["check", "transactions", "messages/readme.json"]);
        let shown = said.split_once('\n').unwrap().1.split_once("--- standard error").unwrap().0;
        let readme = include_str!("../README.md");
        assert!(readme.contains(&shown.replace("messages/readme.json", "payload.json")), "{shown}");
    }

    #[test]
    fn every_rule_is_explained_in_whole_sentences() {
        for rule in super::contract::rules() {
            let page = said(&["explain", rule.id]);
            let help = page.split_once("How to mend it\n").unwrap().1.split_once("\n\n").unwrap().0;
            assert!(!help.contains(['{', '}']) || help.contains("{\""), "{page}");
            assert!(!help.trim().starts_with('<'), "{page}");
        }
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
}
