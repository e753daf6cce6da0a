//! Properties of base data, and of normalizing any kind of payload.

use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde_json::Value;
use universal_accounting::base_data::BaseData;
use universal_accounting::generate::{
    self, ChoiceBytes, Choices, json_members, json_object, json_payload, transaction,
};
use universal_accounting::report::{Fixes, Normalized, Policy, Report, Severity};
use universal_accounting::{base_data, documents, transactions};

use crate::cases::cases;
use crate::laws::positions::{assert_position, to_utf16};
use crate::limits::limited;
use crate::properties::faulty_base_data::add_faults;
use crate::properties::faulty_payload::faulty_record;

type Normalize = fn(&[u8], &Policy, Fixes) -> Normalized;
type Check = fn(&[u8], &Policy) -> Report;

/// Asserts what holds for every input that is normalized.
fn assert_normalized(
    source: &[u8],
    normalize: Normalize,
    check: Check,
) -> Result<(), TestCaseError> {
    let policy = Policy::new();
    for fixes in [Fixes::Safe, Fixes::All] {
        let normalized = normalize(source, &policy, fixes);
        let Some(json) = &normalized.json else {
            prop_assert!(
                serde_json::from_slice::<IgnoredAny>(source).is_err(),
                "{}",
                String::from_utf8_lossy(source)
            );
            continue;
        };
        prop_assert!(serde_json::from_str::<IgnoredAny>(json).is_ok(), "{json}");
        prop_assert_eq!(&normalized.report, &check(json.as_bytes(), &policy));
        let again = normalize(json.as_bytes(), &policy, fixes);
        prop_assert_eq!(
            again.json.as_ref(),
            Some(json),
            "normalizing twice changes nothing"
        );
        prop_assert!(again.changes.is_empty(), "{:?} in {json}", again.changes);
        let is_fixable = |finding: &&universal_accounting::report::Finding| {
            finding
                .fix
                .as_ref()
                .is_some_and(|fix| fix.safe || fixes == Fixes::All)
        };
        let left: Vec<_> = normalized
            .report
            .findings
            .iter()
            .filter(is_fixable)
            .collect();
        prop_assert!(left.is_empty(), "not fixed: {left:?} in {json}");
        for policy in other_policies() {
            let other = normalize(source, &policy, fixes);
            prop_assert_eq!(&other.json, &normalized.json, "{:?}", policy);
            prop_assert_eq!(
                &other.report,
                &check(json.as_bytes(), &policy),
                "{:?} {}",
                policy,
                json
            );
            prop_assert_eq!(
                other.changes.len(),
                normalized.changes.len(),
                "{:?}",
                policy
            );
        }
        assert_positions(source, &normalized)?;
        assert_meaning_is_kept(source, &normalized, json, fixes)?;
    }
    Ok(())
}

/// Returns policies that change what is reported, and must not change what is fixed.
fn other_policies() -> [Policy; 5] {
    let few = |findings, findings_per_rule| {
        limited(|limits| {
            (limits.findings, limits.findings_per_rule) = (findings, findings_per_rule);
        })
    };
    [
        Policy::new().redacted(),
        Policy::new().strict(),
        Policy::new().received(),
        few(1, 100),
        few(1000, 1),
    ]
}

fn assert_positions(source: &[u8], normalized: &Normalized) -> Result<(), TestCaseError> {
    let (Ok(text), Ok(document)) = (
        str::from_utf8(source),
        serde_json::from_slice::<Value>(source),
    ) else {
        return Ok(());
    };
    for change in &normalized.changes {
        let span = change.span;
        prop_assert!(
            span.start <= span.end && text.get(span.start..span.end).is_some(),
            "{change:?} in {text}"
        );
        prop_assert_eq!(
            change.utf16,
            to_utf16(text, span),
            "{:?} in {}",
            change,
            text
        );
        prop_assert!(
            document.pointer(&change.pointer).is_some(),
            "{change:?} in {text}"
        );
        let line = 1 + text[..span.start].matches('\n').count();
        prop_assert!(
            change.line == line || text.contains('\r'),
            "{change:?} in {text}"
        );
    }
    Ok(())
}

/// Asserts that nothing is lost that no change reports: without a change of content the document is the same, and each member stays.
fn assert_meaning_is_kept(
    source: &[u8],
    normalized: &Normalized,
    json: &str,
    fixes: Fixes,
) -> Result<(), TestCaseError> {
    let Ok(before) = serde_json::from_slice::<Value>(source) else {
        return Ok(());
    };
    let after: Value = serde_json::from_str(json).unwrap();
    if normalized
        .changes
        .iter()
        .all(|change| change.rule.is_none())
    {
        prop_assert_eq!(&before, &after);
    }
    let removed = normalized
        .changes
        .iter()
        .filter(|change| change.replacement.as_deref() == Some(""))
        .count();
    let commas = normalized
        .changes
        .iter()
        .filter(|change| change.rule.is_some_and(|rule| rule.id == "trailing-comma"));
    let (before, after) = (count_members(&before), count_members(&after));
    prop_assert_eq!(
        after + removed - commas.count(),
        before,
        "{} became {}",
        String::from_utf8_lossy(source),
        json
    );
    let unsafe_changes = normalized
        .changes
        .iter()
        .filter(|change| !change.safe)
        .count();
    prop_assert!(fixes == Fixes::All || unsafe_changes == 0);
    Ok(())
}

/// Counts the members of all objects of a document. A repeated name counts once.
fn count_members(value: &Value) -> usize {
    match value {
        Value::Object(object) => object.len() + object.values().map(count_members).sum::<usize>(),
        Value::Array(list) => list.iter().map(count_members).sum(),
        _ => 0,
    }
}

/// Returns base data with faults. Its fields are in alphabetical order, which is not the order of the contract.
fn faulty_base_data(choices: &mut Choices<'_>) -> String {
    let mut document: Value =
        serde_json::from_str(&base_data::write(&generate::base_data(choices))).unwrap();
    add_faults(&mut document, choices);
    if choices.once_in(2) {
        serde_json::to_string_pretty(&document).unwrap()
    } else {
        document.to_string()
    }
}

fn read(source: &[u8]) -> Result<base_data::BaseDataReading, TestCaseError> {
    let policy = Policy::new();
    let reading = base_data::read(source, &policy);
    let report = base_data::check(source, &policy);
    prop_assert_eq!(&reading.report, &report, "check and read report the same");
    for finding in &report.findings {
        assert_position(source, finding);
    }
    if let Ok(document) = serde_json::from_slice::<Value>(source) {
        for finding in &report.findings {
            prop_assert!(document.pointer(&finding.pointer).is_some(), "{finding:?}");
        }
    }
    let has_error = report
        .findings
        .iter()
        .any(|finding| finding.rule.severity == Severity::Error);
    prop_assert_eq!(reading.value.is_none(), has_error, "{:?}", report.findings);
    if let Some(value) = &reading.value {
        let again = BaseData::new(value.clone().into_records());
        prop_assert_eq!(
            again.as_ref(),
            Ok(value),
            "the records are complete base data"
        );
    }
    let strict = base_data::read(source, &policy.strict());
    prop_assert_eq!(
        (strict.value, strict.partial),
        (reading.value.clone(), reading.partial.clone())
    );
    prop_assert_eq!(
        (strict.report.errors, strict.report.warnings),
        (report.errors + report.warnings, 0)
    );
    prop_assert_eq!(strict.report.notes, report.notes);
    Ok(reading)
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn base_data_is_read_as_it_was_written(bytes in ChoiceBytes::strategy(800)) {
        let expected = generate::base_data(&mut bytes.choices());
        let written = base_data::write(&expected);
        let reading = read(written.as_bytes())?;
        prop_assert_eq!(reading.report.errors, 0, "{} {:?}", written, reading.report.findings);
        prop_assert_eq!(reading.value, Some(expected));
    }

    #[test]
    fn findings_on_faulty_base_data_have_positions(bytes in ChoiceBytes::strategy(900)) {
        read(faulty_base_data(&mut bytes.choices()).as_bytes())?;
    }

    #[test]
    fn base_data_is_normalized_without_loss(bytes in ChoiceBytes::strategy(900)) {
        assert_normalized(faulty_base_data(&mut bytes.choices()).as_bytes(), base_data::normalize, base_data::check)?;
    }

    #[test]
    fn written_base_data_is_canonical(bytes in ChoiceBytes::strategy(800)) {
        let expected = generate::base_data(&mut bytes.choices());
        let written = base_data::write(&expected);
        let normalized = base_data::normalize(written.as_bytes(), &Policy::new(), Fixes::Safe);
        let is_fixed = normalized.changes.iter().any(|change| change.rule.is_some());
        prop_assert!(is_fixed || normalized.json.as_deref() == Some(&written));
    }

    #[test]
    fn transactions_are_normalized_without_loss(bytes in ChoiceBytes::strategy(800)) {
        let choices = &mut bytes.choices();
        let records: Vec<String> = (0..=choices.below(3))
            .map(|_| {
                let members = json_members(&transaction(choices), choices);
                if choices.once_in(2) { json_object(&members, "", choices) } else { faulty_record(members, choices) }
            })
            .collect();
        let source = json_payload(&records, choices);
        // The oracle, `serde_json`, keeps only one of two members with the same name.
        let has_repeated_name = transactions::check(source.as_bytes(), &Policy::new()).counts.iter().any(|count| count.rule.id == "duplicate-key");
        if !has_repeated_name {
            assert_normalized(source.as_bytes(), transactions::normalize, transactions::check)?;
        }
    }

    #[test]
    fn requests_are_normalized_without_loss(bytes in ChoiceBytes::strategy(200)) {
        let mut document = serde_json::json!({
            "signedFileName": "f-1", "fileName": "a.pdf", "processImmediately": true, "paymentType": "credit-card", "externalId": "d",
        });
        add_faults(&mut document, &mut bytes.choices());
        assert_normalized(document.to_string().as_bytes(), documents::normalize, documents::check)?;
    }
}
