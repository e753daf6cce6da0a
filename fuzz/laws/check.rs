//! Checking never panics and is deterministic; its spans are valid, its pointers resolve, and every record is counted.

use std::collections::BTreeSet;

use serde_json::Value;
use universal_accounting::documents::CreationRequest;
use universal_accounting::journal::{Entry, Side};
use universal_accounting::report::{Limits, Policy, RecordPosition, Report, Severity};
use universal_accounting::value::Text;
use universal_accounting::{base_data, documents, journal, transactions};

use super::choices::Choices;
use super::payload::{PayloadKind, build_payload};
use super::{card_numbers, positions};

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let policy = policy(&mut choices);
    match choices.below(6) {
        0 | 1 => match build_payload(&mut choices) {
            (PayloadKind::Transactions, source) => assert_transactions_hold(&source, &policy),
            (PayloadKind::BaseData, source) => assert_base_data_holds(&source, &policy),
            (PayloadKind::Journal, source) => assert_journal_holds(&source, &policy),
        },
        2 => assert_check_holds(choices.rest(), |source| documents::check(source, &policy)),
        3 => {
            let mut request =
                CreationRequest::new(Text::parse("a").unwrap(), Text::parse("b").unwrap());
            request.process_immediately = choices.below(2) == 0;
            assert_check_holds(choices.rest(), |source| {
                documents::check_result(source, Some(&request), &policy)
            });
        }
        4 => assert_check_holds(choices.rest(), |source| {
            base_data::check_result(source, &policy)
        }),
        _ => {
            let sent = choices.pick(&[None, Some(0), Some(15)]);
            assert_check_holds(choices.rest(), |source| {
                transactions::check_result(source, sent, &policy)
            });
        }
    }
}

fn policy(choices: &mut Choices<'_>) -> Policy {
    match choices.below(6) {
        0 | 1 => Policy::new(),
        2 => Policy::new().received(),
        3 => Policy::new().strict(),
        4 => Policy::new().sequence(),
        _ => {
            let mut small = Limits::default();
            (small.bytes, small.depth, small.records) = (1 << 20, 6, 3);
            (small.findings_per_rule, small.findings) = (2, 5);
            (small.cell, small.line) = (200, 2000);
            Policy::new().limits(small)
        }
    }
}

fn assert_check_holds(source: &[u8], check: impl Fn(&[u8]) -> Report) {
    let report = check(source);
    assert_eq!(report, check(source), "two checks are equal");
    assert_report_holds(source, &report);
}

/// Asserts what holds for every report on JSON.
fn assert_report_holds(source: &[u8], report: &Report) {
    for (severity, count) in [
        (Severity::Error, report.errors),
        (Severity::Warning, report.warnings),
        (Severity::Note, report.notes),
    ] {
        let counts = report
            .counts
            .iter()
            .filter(|count| count.severity == severity);
        assert_eq!(counts.map(|count| count.count).sum::<usize>(), count);
        assert!(
            report
                .findings
                .iter()
                .filter(|finding| finding.severity == severity)
                .count()
                <= count
        );
    }
    positions::assert_positions(source, report);
    card_numbers::assert_none_in_report(report);
    assert_pointers_resolve(source, report);
}

fn has_rule(report: &Report, rule: &str) -> bool {
    report.counts.iter().any(|count| count.rule.id == rule)
}

/// Returns the document as `serde_json` reads it, or `None` for a document with duplicate keys: `serde_json` keeps only the last.
fn document(source: &[u8], report: &Report) -> Option<Value> {
    let mut source = source;
    while let Some(rest) = source.strip_prefix(b"\xEF\xBB\xBF") {
        source = rest;
    }
    let ambiguous = ["duplicate-key", "utf-16", "not-json", "json-syntax"];
    if ambiguous.iter().any(|rule| has_rule(report, rule)) {
        return None;
    }
    serde_json::from_slice(source).ok()
}

fn assert_pointers_resolve(source: &[u8], report: &Report) {
    let Some(document) = document(source, report) else {
        return;
    };
    for finding in &report.findings {
        assert!(document.pointer(&finding.pointer).is_some(), "{finding:?}");
    }
}

fn assert_transactions_hold(source: &[u8], policy: &Policy) {
    assert_check_holds(source, |source| transactions::check(source, policy));
    let reading = transactions::read(source, policy);
    assert_eq!(
        reading.report,
        transactions::check(source, policy),
        "checking and reading report the same"
    );
    assert_eq!(reading.values.len(), reading.positions.len());
    assert_spans_are_valid(source, reading.positions.iter().chain(&reading.rejected));
    // A policy changes the findings, never the records.
    let strict = transactions::read(source, &policy.clone().strict());
    assert_eq!(
        (&strict.values, &strict.rejected),
        (&reading.values, &reading.rejected)
    );
    assert!(
        reading.rejected.is_empty() || reading.report.errors > 0,
        "a rejected record has an error"
    );

    let Some(document) = document(source, &reading.report) else {
        return;
    };
    let records = match &document {
        Value::Array(list) => list.len(),
        Value::Object(members) => {
            // A list under a key in the wrong case is checked too, and its records are rejected.
            let is_intended =
                |(name, _): &(&String, &Value)| name.trim().eq_ignore_ascii_case("transactions");
            let mut intended = members.iter().filter(is_intended);
            let list = members
                .get("transactions")
                .or_else(|| intended.next().map(|(_, list)| list));
            if !members.contains_key("transactions") && intended.next().is_some() {
                return;
            }
            list.and_then(Value::as_array).map_or(0, Vec::len)
        }
        _ => 0,
    };
    assert_eq!(
        reading.values.len() + reading.rejected.len(),
        records,
        "every record is accepted or rejected"
    );
}

fn assert_spans_are_valid<'p>(source: &[u8], positions: impl Iterator<Item = &'p RecordPosition>) {
    for span in positions.map(|position| position.span) {
        assert!(span.start <= span.end && span.end <= source.len());
        assert!(
            positions::utf8_text(source)
                .is_none_or(|text| text.get(span.start..span.end).is_some())
        );
    }
}

fn assert_journal_holds(source: &[u8], policy: &Policy) {
    assert_check_holds(source, |source| journal::check(source, policy));
    let reading = journal::read(source, policy);
    assert_eq!(
        reading.report,
        journal::check(source, policy),
        "checking and reading report the same"
    );
    assert_eq!(reading.records.len(), reading.positions.len());
    assert_spans_are_valid(source, reading.positions.iter().chain(&reading.rejected));
    // The records of a file are numbered without a gap.
    let mut indexes: Vec<usize> = reading
        .positions
        .iter()
        .chain(&reading.rejected)
        .map(|found| found.index)
        .collect();
    indexes.sort_unstable();
    assert!(indexes.iter().copied().eq(0..indexes.len()), "{indexes:?}");
    let strict = journal::read(source, &policy.clone().strict());
    assert_eq!(
        (&strict.records, &strict.rejected),
        (&reading.records, &reading.rejected)
    );
    assert!(
        reading.rejected.is_empty() || reading.report.errors > 0,
        "a rejected record has an error"
    );
    // Without an error, the entries of one currency balance.
    for entry in reading.records.iter().flat_map(|record| &record.entries) {
        let currencies: BTreeSet<&str> = entry
            .lines
            .iter()
            .map(|line| line.currency.code())
            .collect();
        if entry.lines.len() > 1 && currencies.len() == 1 {
            assert!(balances(entry), "{entry:?}");
        }
    }

    let Some(document) = document(source, &reading.report) else {
        return;
    };
    let records = match &document {
        Value::Array(list) => list.len(),
        Value::Object(_) => 1,
        _ => 0,
    };
    assert_eq!(
        indexes.len(),
        records,
        "every record is accepted or rejected"
    );
}

/// Returns whether the debits of an entry equal its credits, added on paper: each decimal place on its own, with a carry to the next.
fn balances(entry: &Entry) -> bool {
    const DECIMALS: usize = 28;

    let mut places = [0_i64; 64];
    for line in &entry.lines {
        let amount = line.amount.to_string();
        let (is_negative, digits) = amount
            .strip_prefix('-')
            .map_or((false, &*amount), |digits| (true, digits));
        let sign = if (line.credit_debit == Side::Debit) == is_negative {
            -1
        } else {
            1
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let digits = format!("{whole}{fraction:0<DECIMALS$}");
        for (place, digit) in places.iter_mut().zip(digits.bytes().rev()) {
            *place += sign * i64::from(digit - b'0');
        }
    }
    let mut carry = 0;
    for place in places {
        if (place + carry) % 10 != 0 {
            return false;
        }
        carry = (place + carry) / 10;
    }
    carry == 0
}

fn assert_base_data_holds(source: &[u8], policy: &Policy) {
    assert_check_holds(source, |source| base_data::check(source, policy));
    let reading = base_data::read(source, policy);
    assert_eq!(
        reading.report,
        base_data::check(source, policy),
        "checking and reading report the same"
    );
    assert!(
        reading.value.is_some() || reading.report.errors > 0,
        "rejected base data has an error"
    );
    let strict = base_data::read(source, &policy.clone().strict());
    assert_eq!(
        (&strict.value, &strict.partial),
        (&reading.value, &reading.partial)
    );
}
