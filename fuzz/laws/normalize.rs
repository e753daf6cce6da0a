//! Normalizing is idempotent, loses nothing, and reports the location of every change.

use serde::de::IgnoredAny;
use serde_json::Value;
use universal_accounting::internals::render::normalized_changes_json;
use universal_accounting::render::normalized_json;
use universal_accounting::report::{Fixes, Normalized, Policy, Report};
use universal_accounting::{base_data, documents, journal, transactions};

use super::choices::Choices;
use super::payload::{PayloadKind, build_payload};
use super::{card_numbers, positions};

type Normalize = fn(&[u8], &Policy, Fixes) -> Normalized;
type Check = fn(&[u8], &Policy) -> Report;

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let fixes = choices.pick(&[Fixes::Safe, Fixes::All]);
    let policies: [fn() -> Policy; 4] = [
        Policy::new,
        Policy::new,
        || Policy::new().received(),
        in_sequence,
    ];
    let policy = choices.pick(&policies)();
    if choices.below(4) == 3 {
        return assert_normalizes(
            choices.rest(),
            &policy,
            fixes,
            (documents::normalize, documents::check),
        );
    }
    match build_payload(&mut choices) {
        (PayloadKind::Transactions, source) => {
            assert_normalizes(
                &source,
                &policy,
                fixes,
                (transactions::normalize, transactions::check),
            );
        }
        (PayloadKind::BaseData, source) => {
            assert_normalizes(
                &source,
                &policy,
                fixes,
                (base_data::normalize, base_data::check),
            );
        }
        (PayloadKind::Journal, source) => {
            assert_normalizes(
                &source,
                &policy,
                fixes,
                (journal::normalize, journal::check),
            );
        }
    }
}

fn in_sequence() -> Policy {
    Policy::new().sequence()
}

fn assert_normalizes(
    source: &[u8],
    policy: &Policy,
    fixes: Fixes,
    (normalize, check): (Normalize, Check),
) {
    let normalized = normalize(source, policy, fixes);
    serde_json::from_str::<IgnoredAny>(&normalized_json("f", &normalized)).unwrap();
    card_numbers::assert_none_in_json(&normalized_changes_json("f", &normalized));
    card_numbers::assert_none_in_report(&normalized.report);
    let Some(json) = &normalized.json else {
        // `serde_json` checks neither the UTF-8 nor the surrogates of values that it ignores, so this builds a `Value` from valid UTF-8.
        let text = str::from_utf8(source).unwrap_or_default();
        assert!(
            serde_json::from_str::<Value>(text).is_err(),
            "only invalid JSON is not normalized"
        );
        assert!(
            normalized.report.errors > 0,
            "a file that can't be normalized has an error"
        );
        return positions::assert_positions(source, &normalized.report);
    };
    for line in json.lines() {
        let error = serde_json::from_str::<IgnoredAny>(line)
            .err()
            .map(|error| error.to_string());
        assert!(
            error.is_none_or(|error| error.starts_with("recursion limit")),
            "{json}"
        );
    }
    assert_eq!(normalized.report, check(json.as_bytes(), policy));
    positions::assert_positions(json.as_bytes(), &normalized.report);
    let again = normalize(json.as_bytes(), policy, fixes);
    assert_eq!(again.json.as_ref(), Some(json), "normalizing is idempotent");
    assert_eq!(again.changes, [], "in {json}");
    assert_positions_of_changes(source, &normalized);
    assert!(fixes == Fixes::All || normalized.changes.iter().all(|change| change.safe));
    // Of two members with the same key, `serde_json` keeps one.
    if !check(source, policy)
        .counts
        .iter()
        .any(|count| count.rule.id == "duplicate-key")
    {
        assert_pointers_resolve(source, &normalized);
        assert_content_is_kept(source, &normalized, json);
    }
}

fn assert_positions_of_changes(source: &[u8], normalized: &Normalized) {
    let Some(text) = positions::utf8_text(source) else {
        return;
    };
    for change in &normalized.changes {
        let span = change.span;
        assert!(
            span.start <= span.end && text.get(span.start..span.end).is_some(),
            "{change:?}"
        );
        assert_eq!(change.utf16, positions::to_utf16(text, span), "{change:?}");
        assert_eq!(
            (change.line, change.column),
            positions::line_and_column(text, span.start),
            "{change:?}"
        );
    }
}

fn assert_pointers_resolve(source: &[u8], normalized: &Normalized) {
    let Ok(document) = serde_json::from_slice::<Value>(source) else {
        return;
    };
    for change in &normalized.changes {
        assert!(document.pointer(&change.pointer).is_some(), "{change:?}");
    }
}

/// Asserts that only changes by rules change the content, and that only reported removals remove members.
fn assert_content_is_kept(source: &[u8], normalized: &Normalized, json: &str) {
    let (Ok(before), Ok(after)) = (
        serde_json::from_slice::<Value>(source),
        serde_json::from_str::<Value>(json),
    ) else {
        return;
    };
    if normalized
        .changes
        .iter()
        .all(|change| change.rule.is_none())
    {
        assert_eq!(before, after);
    }
    let removed = normalized
        .changes
        .iter()
        .filter(|change| change.replacement.as_deref() == Some(""))
        .count();
    assert_eq!(
        count_members(&after) + removed,
        count_members(&before),
        "became {json}"
    );
}

fn count_members(value: &Value) -> usize {
    match value {
        Value::Object(object) => object.len() + object.values().map(count_members).sum::<usize>(),
        Value::Array(list) => list.iter().map(count_members).sum(),
        _ => 0,
    }
}
