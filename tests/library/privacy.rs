//! Puts secrets and card numbers into the examples of every rule: reports contain secrets only in fixes and ids, and nowhere with a redacted policy,
//! and they never contain a card number.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::contract::examples::check_example;
use universal_accounting::internals::rules::{Example, bad_example};
use universal_accounting::report::{Fixes, Policy, Report};
use universal_accounting::{base_data, contract, documents, journal, render, transactions};

const SECRET: &str = "Qx7vZk2Wp";
const CARD_NUMBER: &str = "4917484589897107";

/// Returns an example with its text changed.
fn with_text(example: Example, change: &dyn Fn(&str) -> String) -> Option<Example> {
    let text = |text: &str| -> &'static str { Box::leak(change(text).into_boxed_str()) };
    Some(match example {
        Example::Transaction(record) => Example::Transaction(text(record)),
        Example::Transactions(bytes) => {
            Example::Transactions(text(str::from_utf8(bytes).ok()?).as_bytes())
        }
        Example::Repeated { transaction, times } => Example::Repeated {
            transaction: text(transaction),
            times,
        },
        Example::BaseData(name, value) => Example::BaseData(name, text(value)),
        Example::Journal(export) => Example::Journal(text(export)),
        Example::JournalMember(name, value) => Example::JournalMember(name, text(value)),
        Example::JournalLines(lines) => Example::JournalLines(text(lines)),
        Example::SingleEntries(file) => Example::SingleEntries(text(file)),
        Example::DocumentRequest(request) => Example::DocumentRequest(text(request)),
        Example::DocumentResult { request, result } => Example::DocumentResult {
            request,
            result: text(result),
        },
        Example::UploadedDocument { uploaded, request } => Example::UploadedDocument {
            uploaded,
            request: text(request),
        },
        Example::Credentials(file) => Example::Credentials(text(file)),
        Example::ForcedResponse(response) => Example::ForcedResponse(text(response)),
        Example::DeliveryRequest(request) => Example::DeliveryRequest(text(request)),
        Example::UpdateResult(result) => Example::UpdateResult(text(result)),
        Example::ImportResult { sent, result } => Example::ImportResult {
            sent,
            result: text(result),
        },
        Example::Statement {
            text: file,
            account,
            currency,
            opening,
        } => Example::Statement {
            text: text(str::from_utf8(file).ok()?).as_bytes(),
            account,
            currency,
            opening,
        },
        _ => return None,
    })
}

/// Returns the words of a text that are values: of JSON the quoted words that are no names of members, of a CSV file the words of the last row, which
/// isn't a header.
fn values(example: Example, text: &str) -> Vec<Range<usize>> {
    let is_csv = matches!(
        example,
        Example::Statement { .. } | Example::SingleEntries(_)
    );
    let last_line = text.trim_end().rfind(['\n', '\r']).unwrap_or(text.len());
    let from = if is_csv { last_line } else { 0 };
    let mut found = Vec::new();
    let mut start = None;
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_word = character.is_alphanumeric() || matches!(character, '-' | '.' | '*');
        match start {
            None if is_word && at >= from => start = Some(at),
            Some(begin) if !is_word => {
                let is_name = text[at..]
                    .trim_start_matches('"')
                    .trim_start()
                    .starts_with(':');
                // In JSON, only a quoted word is text.
                let is_text =
                    is_csv || text[..begin].ends_with('"') || text[..begin].ends_with(' ');
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

/// Returns messages, helps and parameters of all findings, without fixes and ids of records.
fn messages(report: &Report) -> String {
    let findings = report.findings.iter();
    findings
        .map(|finding| {
            format!(
                "{} {} {:?}",
                finding.message(),
                finding.help(),
                finding.params
            )
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns a report in all output formats.
fn outputs(report: &Report) -> String {
    [
        render::report_json("file", report),
        render::sarif(&[("file", report)]),
    ]
    .concat()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Returns the changes of normalizing as JSON.
fn changes(example: Example, policy: &Policy) -> String {
    let input = example.input();
    let normalized = match example {
        Example::Transaction(_) | Example::Transactions(_) | Example::Repeated { .. } => {
            transactions::normalize(&input, policy, Fixes::All)
        }
        Example::BaseData(..) => base_data::normalize(&input, policy, Fixes::All),
        Example::DocumentRequest(_) => documents::normalize(&input, policy, Fixes::All),
        Example::Journal(_) | Example::JournalMember(..) | Example::JournalLines(_) => {
            journal::normalize(&input, policy, Fixes::All)
        }
        _ => return String::new(),
    };
    universal_accounting::internals::render::normalized_changes_json("file", &normalized)
}

#[test]
fn no_message_repeats_a_value_of_the_input() {
    let mut reported = BTreeSet::new();
    for page in contract::pages() {
        let text = match bad_example(page) {
            Example::Transaction(text)
            | Example::BaseData(_, text)
            | Example::Journal(text)
            | Example::JournalMember(_, text)
            | Example::JournalLines(text)
            | Example::SingleEntries(text)
            | Example::DocumentRequest(text)
            | Example::UpdateResult(text)
            | Example::UploadedDocument { request: text, .. }
            | Example::Credentials(text)
            | Example::ForcedResponse(text)
            | Example::DeliveryRequest(text) => Some(text),
            Example::DocumentResult { result, .. } | Example::ImportResult { result, .. } => {
                Some(result)
            }
            Example::Transactions(bytes) | Example::Statement { text: bytes, .. } => {
                str::from_utf8(bytes).ok()
            }
            _ => None,
        };
        for range in text.map_or(Vec::new(), |text| values(bad_example(page), text)) {
            for (template, secret) in [
                (SECRET.to_owned(), SECRET),
                (format!("{{old}}{SECRET}"), SECRET),
                (format!("{SECRET}{{old}}"), SECRET),
                (CARD_NUMBER.to_owned(), CARD_NUMBER),
                (format!("{{old}} {CARD_NUMBER}"), CARD_NUMBER),
                (format!("{CARD_NUMBER} {{old}}"), CARD_NUMBER),
            ] {
                let change = |text: &str| {
                    let old = &text[range.clone()];
                    [
                        &text[..range.start],
                        &template.replace("{old}", old),
                        &text[range.end..],
                    ]
                    .concat()
                };
                let Some(example) = with_text(bad_example(page), &change) else {
                    continue;
                };
                let report = check_example(example, &Policy::new());
                reported.extend(report.findings.iter().map(|finding| finding.rule.id));
                let context = || format!("{}: {}", page.rule.id, example.to_text());
                if secret == SECRET {
                    let messages = messages(&report);
                    assert!(
                        !messages.to_lowercase().contains(&SECRET.to_lowercase()),
                        "{}\n{messages}",
                        context()
                    );
                } else {
                    let all = outputs(&report) + &changes(example, &Policy::new());
                    assert!(!digits(&all).contains(CARD_NUMBER), "{}\n{all}", context());
                }
                let policy = Policy::new().redacted();
                let redacted =
                    outputs(&check_example(example, &policy)) + &changes(example, &policy);
                assert!(
                    !redacted.to_lowercase().contains(&secret.to_lowercase()),
                    "{}\n{redacted}",
                    context()
                );
            }
        }
    }
    // The other rules are about a file as a whole, or about a configuration.
    let missing: Vec<&str> = contract::pages()
        .map(|page| page.rule.id)
        .filter(|id| !reported.contains(id))
        .collect();
    assert!(
        reported.len() > 90,
        "{} rules were reported, these weren't: {missing:?}",
        reported.len()
    );
}

/// A journal holds names, addresses, texts and files. Each value in turn gets another text, which no redacted report repeats.
#[test]
fn a_redacted_report_on_a_journal_repeats_no_value() {
    let export = r#"{"serviceId":"s-81","invoice":{"number":"2026-118","date":"2026-03-28","currency":"CHF","payableUntil":"2026-04-27","billingPeriod":{"from":"2026-03-01","to":"2026-03-31"},"qrReferenceNumber":"21","owner":"Anna","source":"mail","sourceId":"m-1","postingType":"x"},"contact":{"name":"Beispiel","contactId":"c-1","externalId":"k-17","legalType":"company","firstName":"Anna","lastName":"Muster","companyName":"Beispiel","companyTaxNumber":"1","companyUid":"1","address":{"street":"Hauptstrasse","houseNumber":"12a","postalCode":"3000","city":"Bern","country":"CH"}},"entries":[{"entryId":"e-1","entryNumber":1,"type":"invoice","date":"2026-03-31","lines":[{"lineId":"l-1","lineNumber":1,"creditDebit":"debit","amount":"65.00","currency":"CHF","amountInAccountCurrency":"61.20","account":{"externalId":"a-6500","number":"6500","currency":"CHF"},"tax":{"externalId":"t-1","code":"VM81","value":"8.1"},"originalAmount":"70.10","originalCurrency":"EUR","text":"Toner","dimensions":[{"externalId":"c-10","name":"Verkauf","type":"project"}]},{"lineId":"l-2","lineNumber":2,"creditDebit":"credit","amount":"65.00","currency":"CHF","account":{"number":"2000"}}]}],"files":[{"serviceFileId":"f-1","contentAsBase64":"JVBERi0xLjQ="}],"note":"more","notes":{"inside":"more"}}"#;
    let quotes: Vec<usize> = export.match_indices('"').map(|(at, _)| at).collect();
    let values = quotes
        .chunks(2)
        .filter(|ends| !export[ends[1] + 1..].starts_with(':'));
    let mut count = 0;
    for ends in values {
        // As a text, as a number, as a name and as a list, and twice in a file, so that ids are repeated.
        for value in [
            "\"{}\"",
            "\" {}\"",
            "{\"{}\":\"{}\"}",
            "[\"{}\"]",
            "\"4111 1111 1111 1111 {}\"",
        ] {
            let record = [
                &export[..ends[0]],
                &value.replace("{}", SECRET),
                &export[ends[1] + 1..],
            ]
            .concat();
            let source = format!("[{record},{record}]");
            let policy = Policy::new().redacted();
            let report = journal::check(source.as_bytes(), &policy);
            let normalized = journal::normalize(source.as_bytes(), &policy, Fixes::All);
            let changes = universal_accounting::internals::render::normalized_changes_json(
                "file",
                &normalized,
            );
            for output in [
                outputs(&report),
                messages(&report),
                outputs(&normalized.report),
                changes,
            ] {
                assert!(!output.contains(SECRET), "{record}\n{output}");
            }
            count += 1;
        }
    }
    assert!(count > 250, "{count}");
}
