//! Laws of journal exports on generated input.

use proptest::prelude::*;
use universal_accounting::generate::{self, ChoiceBytes};
use universal_accounting::journal;
use universal_accounting::report::{Fixes, Policy, Report};

use crate::cases::cases;

/// Returns rule and pointer of each finding.
fn places(report: &Report) -> Vec<(&str, &str)> {
    report
        .findings
        .iter()
        .map(|finding| (finding.rule.id, finding.pointer.as_str()))
        .collect()
}

/// Writes a JSON value with its members in another order, and with escapes in the names, which the fast path leaves to the general reader.
fn in_other_order(json: &serde_json::Value) -> String {
    match json {
        serde_json::Value::Object(members) => {
            let members = members.iter().rev().map(|(name, value)| {
                let (first, rest) = name.split_at(1);
                format!(
                    "\"\\u{:04x}{rest}\":{}",
                    u32::from(first.chars().next().unwrap()),
                    in_other_order(value)
                )
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        serde_json::Value::Array(items) => {
            format!(
                "[{}]",
                items
                    .iter()
                    .map(in_other_order)
                    .collect::<Vec<_>>()
                    .join(",")
            )
        }
        scalar => scalar.to_string(),
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn journals_are_read_as_they_were_written(bytes in ChoiceBytes::strategy(1200)) {
        let export = generate::journal(&mut bytes.choices());
        let reading = journal::read(export.json.as_bytes(), &Policy::new());
        prop_assert_eq!(reading.report.errors, 0, "{:?}", places(&reading.report));
        prop_assert_eq!(&reading.records, &export.value);
        prop_assert_eq!(journal::check(export.json.as_bytes(), &Policy::new()), reading.report);
        for (position, record) in reading.positions.iter().zip(&reading.records) {
            let text = &export.json[position.span.start..position.span.end];
            prop_assert_eq!(&journal::read(text.as_bytes(), &Policy::new()).records[..], std::slice::from_ref(record));
        }
    }

    /// The fast path and the general reader report the same, in any order of the members.
    #[test]
    fn both_readers_report_the_same(bytes in ChoiceBytes::strategy(1200)) {
        let export = generate::journal(&mut bytes.choices());
        let json = journal::write(&export.value);
        let other = in_other_order(&serde_json::from_str(&json).unwrap());
        let (fast, general) = (journal::read(json.as_bytes(), &Policy::new()), journal::read(other.as_bytes(), &Policy::new()));
        prop_assert_eq!(&fast.records, &general.records);
        let (mut fast, mut general) = (places(&fast.report), places(&general.report));
        fast.sort_unstable();
        general.sort_unstable();
        prop_assert_eq!(fast, general);
    }

    #[test]
    fn a_changed_byte_loses_no_record_without_a_word(bytes in ChoiceBytes::strategy(600), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let export = generate::journal(&mut bytes.choices());
        let mut source = export.json.into_bytes();
        let at = at.index(source.len());
        source[at] = byte;
        let reading = journal::read(&source, &Policy::new());
        prop_assert_eq!(&journal::check(&source, &Policy::new()), &reading.report);
        if reading.records.len() < export.value.len() {
            prop_assert!(!reading.report.is_valid());
        }
        let mut spans: Vec<_> = reading.positions.iter().chain(&reading.rejected).map(|position| (position.index, position.span)).collect();
        spans.sort_unstable_by_key(|(index, _)| *index);
        prop_assert!(spans.windows(2).all(|pair| pair[0].1.end <= pair[1].1.start && pair[0].0 < pair[1].0), "{:?}", spans);
        prop_assert!(spans.iter().all(|(_, span)| span.start < span.end && span.end <= source.len()), "{:?}", spans);
        for finding in &reading.report.findings {
            prop_assert!(finding.span.end <= source.len());
        }
    }

    #[test]
    fn normalizing_loses_nothing_and_changes_nothing_twice(bytes in ChoiceBytes::strategy(1200), unknown in "[a-z]{1,8}") {
        let export = generate::journal(&mut bytes.choices());
        let source = export.json.replacen('{', &format!("{{\"x{unknown}\":{{\"b\":1.0,\"a\":null}},"), 1);
        let normalized = journal::normalize(source.as_bytes(), &Policy::new(), Fixes::Safe);
        let json = normalized.json.unwrap();
        prop_assert_eq!(journal::read(json.as_bytes(), &Policy::new()).records.len(), export.value.len());
        let (before, after): (serde_json::Value, serde_json::Value) =
            (serde_json::from_str(&source).unwrap(), serde_json::from_str(&json).unwrap());
        if normalized.changes.iter().all(|change| change.rule.is_none()) {
            prop_assert_eq!(before, after);
        }
        prop_assert_eq!(journal::normalize(json.as_bytes(), &Policy::new(), Fixes::Safe).json, Some(json));
    }

    #[test]
    fn a_record_a_line_is_the_same_as_an_array(bytes in ChoiceBytes::strategy(1200)) {
        let export = generate::journal(&mut bytes.choices());
        let lines: Vec<String> = export.value.iter().map(|record| {
            let array = journal::write(std::slice::from_ref(record));
            array[1..array.len() - 1].to_owned()
        }).collect();
        if lines.is_empty() {
            return Ok(());
        }
        let reading = journal::read(lines.join("\n").as_bytes(), &Policy::new().sequence());
        prop_assert_eq!(&reading.records, &export.value);
        let array = journal::check(journal::write(&export.value).as_bytes(), &Policy::new());
        let rules = |report: &Report| report.counts.iter().map(|count| (count.rule.id, count.count)).collect::<std::collections::BTreeMap<_, _>>();
        prop_assert_eq!(rules(&reading.report), rules(&array));
    }

    /// A redacted report has no text of the export: no name, address or id.
    #[test]
    fn a_redacted_report_has_no_text_of_the_export(bytes in ChoiceBytes::strategy(600)) {
        const SECRET: &str = "Qx7vZk2Wp";
        let export = generate::journal(&mut bytes.choices());
        let mut value = export.value;
        for record in &mut value {
            record.service_id = SECRET.parse().unwrap();
            for contact in record.contact.iter_mut().chain(&mut record.contacts) {
                contact.name = SECRET.parse().ok();
                contact.legal_type = SECRET.parse().ok();
            }
            for line in record.entries.iter_mut().flat_map(|entry| &mut entry.lines) {
                line.text = SECRET.parse().ok();
                line.line_id = SECRET.parse().unwrap();
            }
        }
        let json = journal::write(&value).replace("\"amount\":\"", "\"amount\":\"+");
        let report = journal::check(json.as_bytes(), &Policy::new().redacted());
        prop_assert!(!universal_accounting::render::report_json("", &report).contains(SECRET));
    }
}
