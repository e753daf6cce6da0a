//! Normalizing twice is normalizing once, loses nothing, and tells every change at its place.

use serde::de::IgnoredAny;
use serde_json::Value;
use universal_accounting::render::{normalized_changes_json, normalized_json};
use universal_accounting::report::{Fixes, Normalized, Policy, Report};
use universal_accounting::{base_data, documents, transactions};

use super::choices::Choices;
use super::payload::{Entry, payload};
use super::{place, secret};

type Normalize = fn(&[u8], &Policy, Fixes) -> Normalized;
type Check = fn(&[u8], &Policy) -> Report;

pub fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let fixes = choices.pick(&[Fixes::Safe, Fixes::All]);
    let policies: [fn() -> Policy; 4] = [Policy::new, Policy::new, || Policy::new().received(), in_sequence];
    let policy = choices.pick(&policies)();
    if choices.below(4) == 3 {
        return obey(choices.rest(), &policy, fixes, (documents::normalize, documents::check));
    }
    match payload(&mut choices) {
        (Entry::Transactions, source) => obey(&source, &policy, fixes, (transactions::normalize, transactions::check)),
        (Entry::BaseData, source) => obey(&source, &policy, fixes, (base_data::normalize, base_data::check)),
    }
}

fn in_sequence() -> Policy {
    Policy::new().sequence()
}

fn obey(source: &[u8], policy: &Policy, fixes: Fixes, (normalize, check): (Normalize, Check)) {
    let normalized = normalize(source, policy, fixes);
    serde_json::from_str::<IgnoredAny>(&normalized_json("f", &normalized)).unwrap();
    secret::in_no_json(&normalized_changes_json("f", &normalized));
    secret::in_no_report(&normalized.report);
    let Some(json) = &normalized.json else {
        // Of what it ignores that crate doesn't ask whether it is UTF-8, or whether half a surrogate pair has its other half.
        let text = str::from_utf8(source).unwrap_or_default();
        assert!(serde_json::from_str::<Value>(text).is_err(), "JSON is normalized");
        assert!(normalized.report.errors > 0, "what can't be mended has its reason");
        return place::in_their_places(source, &normalized.report);
    };
    for line in json.lines() {
        let fault = serde_json::from_str::<IgnoredAny>(line).err().map(|fault| fault.to_string());
        assert!(fault.is_none_or(|fault| fault.starts_with("recursion limit")), "{json}");
    }
    assert_eq!(normalized.report, check(json.as_bytes(), policy));
    place::in_their_places(json.as_bytes(), &normalized.report);
    let again = normalize(json.as_bytes(), policy, fixes);
    assert_eq!(again.json.as_ref(), Some(json), "normalizing twice is normalizing once");
    assert_eq!(again.changes, [], "in {json}");
    places_are_right(source, &normalized);
    assert!(fixes == Fixes::All || normalized.changes.iter().all(|change| change.safe));
    // Of two members with one name that crate keeps one.
    if !check(source, policy).counts.iter().any(|count| count.rule.id == "duplicate-key") {
        pointers_resolve(source, &normalized);
        meaning_is_kept(source, &normalized, json);
    }
}

fn places_are_right(source: &[u8], normalized: &Normalized) {
    let Some(text) = place::plain(source) else { return };
    for change in &normalized.changes {
        let span = change.span;
        assert!(span.start <= span.end && text.get(span.start..span.end).is_some(), "{change:?}");
        assert_eq!(change.utf16, place::in_utf16(text, span), "{change:?}");
        assert_eq!((change.line, change.column), place::line_and_column(text, span.start), "{change:?}");
    }
}

fn pointers_resolve(source: &[u8], normalized: &Normalized) {
    let Ok(document) = serde_json::from_slice::<Value>(source) else { return };
    for change in &normalized.changes {
        assert!(document.pointer(&change.pointer).is_some(), "{change:?}");
    }
}

/// Without a change of content it is the same document; with some, each member stays that no change took away.
fn meaning_is_kept(source: &[u8], normalized: &Normalized, json: &str) {
    let (Ok(before), Ok(after)) = (serde_json::from_slice::<Value>(source), serde_json::from_str::<Value>(json)) else {
        return;
    };
    if normalized.changes.iter().all(|change| change.rule.is_none()) {
        assert_eq!(before, after);
    }
    let removed = normalized.changes.iter().filter(|change| change.replacement.as_deref() == Some("")).count();
    assert_eq!(members_of(&after) + removed, members_of(&before), "became {json}");
}

fn members_of(value: &Value) -> usize {
    match value {
        Value::Object(object) => object.len() + object.values().map(members_of).sum::<usize>(),
        Value::Array(list) => list.iter().map(members_of).sum(),
        _ => 0,
    }
}
