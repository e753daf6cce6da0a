//! Secrets and card numbers go through every rule, and come out where they may only: in fixes and ids, and with a redacted policy nowhere.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::contract::examples::check_example;
use universal_accounting::report::{Example, Fixes, Policy, Report};
use universal_accounting::{base_data, contract, documents, render, transactions};

const SECRET: &str = "Qx7vZk2Wp";
const CARD_NUMBER: &str = "4917484589897107";

/// An example whose text is another one.
fn with_text(example: Example, change: &dyn Fn(&str) -> String) -> Option<Example> {
    let text = |text: &str| -> &'static str { Box::leak(change(text).into_boxed_str()) };
    Some(match example {
        Example::Transaction(one) => Example::Transaction(text(one)),
        Example::Transactions(bytes) => Example::Transactions(text(str::from_utf8(bytes).ok()?).as_bytes()),
        Example::Repeated { transaction, times } => Example::Repeated { transaction: text(transaction), times },
        Example::BaseData(name, value) => Example::BaseData(name, text(value)),
        Example::DocumentRequest(one) => Example::DocumentRequest(text(one)),
        Example::DocumentResult { request, result } => Example::DocumentResult { request, result: text(result) },
        Example::UploadedDocument { uploaded, request } => {
            Example::UploadedDocument { uploaded, request: text(request) }
        }
        Example::Credentials(file) => Example::Credentials(text(file)),
        Example::ForcedResponse(one) => Example::ForcedResponse(text(one)),
        Example::UpdateResult(one) => Example::UpdateResult(text(one)),
        Example::ImportResult { sent, result } => Example::ImportResult { sent, result: text(result) },
        Example::Statement { text: file, account, currency } => {
            Example::Statement { text: text(str::from_utf8(file).ok()?).as_bytes(), account, currency }
        }
        _ => return None,
    })
}

/// The words of a text that are values: no names of members, and of a CSV those of the last row, which is no header.
fn values(example: Example, text: &str) -> Vec<Range<usize>> {
    let is_csv = matches!(example, Example::Statement { .. });
    let last_line = text.trim_end().rfind(['\n', '\r']).unwrap_or(text.len());
    let from = if is_csv { last_line } else { 0 };
    let mut found = Vec::new();
    let mut start = None;
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        let belongs = character.is_alphanumeric() || matches!(character, '-' | '.' | '*');
        match start {
            None if belongs && at >= from => start = Some(at),
            Some(begin) if !belongs => {
                let is_name = text[at..].trim_start_matches('"').trim_start().starts_with(':');
                // A bare word in JSON is no text.
                let is_text = is_csv || text[..begin].ends_with('"') || text[..begin].ends_with(' ');
                if !is_name && is_text {
                    found.push(begin..at);
                }
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// What is said of a fault, but for its fix and the id of its record.
fn sentences(report: &Report) -> String {
    let said = report.findings.iter().map(|one| format!("{} {} {:?}\n", one.message(), one.help(), one.params));
    said.collect()
}

/// Everything that goes out of a report, whoever it is for.
fn outputs(report: &Report) -> String {
    [render::report_json("file", report), render::sarif(&[("file", report)])].concat()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The changes that mending makes, as they are told.
fn changes(example: Example, policy: &Policy) -> String {
    let input = example.input();
    let normalized = match example {
        Example::Transaction(_) | Example::Transactions(_) | Example::Repeated { .. } => {
            transactions::normalize(&input, policy, Fixes::All)
        }
        Example::BaseData(..) => base_data::normalize(&input, policy, Fixes::All),
        Example::DocumentRequest(_) => documents::normalize(&input, policy, Fixes::All),
        _ => return String::new(),
    };
    render::normalized_changes_json("file", &normalized)
}

#[test]
fn no_rule_repeats_a_value() {
    let mut heard = BTreeSet::new();
    for page in contract::pages() {
        let text = match page.bad {
            Example::Transaction(text)
            | Example::BaseData(_, text)
            | Example::DocumentRequest(text)
            | Example::UpdateResult(text)
            | Example::UploadedDocument { request: text, .. }
            | Example::Credentials(text)
            | Example::ForcedResponse(text) => Some(text),
            Example::DocumentResult { result, .. } | Example::ImportResult { result, .. } => Some(result),
            Example::Transactions(bytes) | Example::Statement { text: bytes, .. } => str::from_utf8(bytes).ok(),
            _ => None,
        };
        for place in text.map_or(Vec::new(), |text| values(page.bad, text)) {
            for (put, secret) in [
                (SECRET.to_owned(), SECRET),
                (format!("{{old}}{SECRET}"), SECRET),
                (format!("{SECRET}{{old}}"), SECRET),
                (CARD_NUMBER.to_owned(), CARD_NUMBER),
                (format!("{{old}} {CARD_NUMBER}"), CARD_NUMBER),
                (format!("{CARD_NUMBER} {{old}}"), CARD_NUMBER),
            ] {
                let change = |text: &str| {
                    let old = &text[place.clone()];
                    [&text[..place.start], &put.replace("{old}", old), &text[place.end..]].concat()
                };
                let Some(example) = with_text(page.bad, &change) else { continue };
                let report = check_example(example, &Policy::new());
                heard.extend(report.findings.iter().map(|finding| finding.rule.id));
                let (said, all) = (sentences(&report), outputs(&report) + &changes(example, &Policy::new()));
                let what = format!("{}: {}", page.rule.id, example.to_text());
                if secret == SECRET {
                    assert!(!said.to_lowercase().contains(&SECRET.to_lowercase()), "{what}\n{said}");
                } else {
                    assert!(!digits(&all).contains(CARD_NUMBER), "{what}\n{all}");
                }
                let policy = Policy::new().redacted();
                let redacted = outputs(&check_example(example, &policy)) + &changes(example, &policy);
                assert!(!redacted.to_lowercase().contains(&secret.to_lowercase()), "{what}\n{redacted}");
            }
        }
    }
    // The others speak of a file as a whole, or of a configuration.
    let silent: Vec<&str> = contract::pages().map(|page| page.rule.id).filter(|id| !heard.contains(id)).collect();
    assert!(heard.len() > 90, "{} rules were heard, these weren't: {silent:?}", heard.len());
}
