//! Checking never panics, says the same each time, and says where: spans hold, pointers resolve, every record is counted.

use serde_json::Value;
use universal_accounting::documents::CreationRequest;
use universal_accounting::report::{Limits, Policy, Report, Severity};
use universal_accounting::value::Text;
use universal_accounting::{base_data, documents, transactions};

use super::choices::Choices;
use super::payload::{Entry, payload};
use super::{place, secret};

pub fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let policy = policy(&mut choices);
    match choices.below(6) {
        0 | 1 => match payload(&mut choices) {
            (Entry::Transactions, source) => of_transactions(&source, &policy),
            (Entry::BaseData, source) => of_base_data(&source, &policy),
        },
        2 => obeys(choices.rest(), |source| documents::check(source, &policy)),
        3 => {
            let mut request = CreationRequest::new(Text::parse("a").unwrap(), Text::parse("b").unwrap());
            request.process_immediately = choices.below(2) == 0;
            obeys(choices.rest(), |source| documents::check_result(source, Some(&request), &policy));
        }
        4 => obeys(choices.rest(), |source| base_data::check_result(source, &policy)),
        _ => {
            let sent = choices.pick(&[None, Some(0), Some(15)]);
            obeys(choices.rest(), |source| transactions::check_result(source, sent, &policy));
        }
    }
}

fn policy(choices: &mut Choices<'_>) -> Policy {
    match choices.below(6) {
        0 | 1 => Policy::new(),
        2 => Policy::new().received(),
        3 => Policy::new().strict(),
        4 => Policy::new().sequence(),
        _ => Policy::new().limits(Limits {
            bytes: 1 << 20,
            depth: 6,
            findings_per_rule: 2,
            findings: 5,
            records: 3,
            cell: 200,
            line: 2000,
        }),
    }
}

fn obeys(source: &[u8], check: impl Fn(&[u8]) -> Report) {
    let report = check(source);
    assert_eq!(report, check(source), "the same twice");
    of_report(source, &report);
}

/// What holds for every report on JSON.
fn of_report(source: &[u8], report: &Report) {
    for (severity, count) in [(Severity::Error, report.errors), (Severity::Warning, report.warnings)] {
        let counts = report.counts.iter().filter(|count| count.severity == severity);
        assert_eq!(counts.map(|count| count.count).sum::<usize>(), count);
        assert!(report.findings.iter().filter(|finding| finding.severity == severity).count() <= count);
    }
    place::in_their_places(source, report);
    secret::in_no_report(report);
    pointers_resolve(source, report);
}

fn has(report: &Report, rule: &str) -> bool {
    report.counts.iter().any(|count| count.rule.id == rule)
}

/// The document, where that crate can say what is in it: of two members with one name it keeps one.
fn document(source: &[u8], report: &Report) -> Option<Value> {
    let mut source = source;
    while let Some(rest) = source.strip_prefix(b"\xEF\xBB\xBF") {
        source = rest;
    }
    let unclear = ["duplicate-key", "utf-16", "not-json", "json-syntax"];
    if unclear.iter().any(|rule| has(report, rule)) {
        return None;
    }
    serde_json::from_slice(source).ok()
}

fn pointers_resolve(source: &[u8], report: &Report) {
    let Some(document) = document(source, report) else { return };
    for finding in &report.findings {
        assert!(document.pointer(&finding.pointer).is_some(), "{finding:?}");
    }
}

fn of_transactions(source: &[u8], policy: &Policy) {
    obeys(source, |source| transactions::check(source, policy));
    let reading = transactions::read(source, policy);
    assert_eq!(reading.report, transactions::check(source, policy), "check and read say the same");
    assert_eq!(reading.values.len(), reading.positions.len());
    let positions = reading.positions.iter().map(|position| position.span);
    for span in positions.chain(reading.rejected.iter().map(|rejected| rejected.span)) {
        assert!(span.start <= span.end && span.end <= source.len());
        assert!(place::plain(source).is_none_or(|text| text.get(span.start..span.end).is_some()));
    }
    // A policy changes what is said, never what is built.
    let strict = transactions::read(source, &policy.clone().strict());
    assert_eq!((&strict.values, &strict.rejected), (&reading.values, &reading.rejected));
    assert!(reading.rejected.is_empty() || reading.report.errors > 0, "a rejected record has its reason");

    let Some(document) = document(source, &reading.report) else { return };
    let records = match &document {
        Value::Array(list) => list.len(),
        Value::Object(members) => {
            // Under a name in the wrong case records are judged, and rejected.
            let is_meant = |(name, _): &(&String, &Value)| name.trim().eq_ignore_ascii_case("transactions");
            let mut meant = members.iter().filter(is_meant);
            let list = members.get("transactions").or_else(|| meant.next().map(|(_, list)| list));
            if !members.contains_key("transactions") && meant.next().is_some() {
                return;
            }
            list.and_then(Value::as_array).map_or(0, Vec::len)
        }
        _ => 0,
    };
    assert_eq!(reading.values.len() + reading.rejected.len(), records, "accepted and rejected are all");
}

fn of_base_data(source: &[u8], policy: &Policy) {
    obeys(source, |source| base_data::check(source, policy));
    let reading = base_data::read(source, policy);
    assert_eq!(reading.report, base_data::check(source, policy), "check and read say the same");
    assert!(reading.value.is_some() || reading.report.errors > 0, "what is refused has its reason");
    let strict = base_data::read(source, &policy.clone().strict());
    assert_eq!((&strict.value, &strict.partial), (&reading.value, &reading.partial));
}
