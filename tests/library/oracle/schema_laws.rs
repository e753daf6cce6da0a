//! The schema and the checker report errors for the same payloads, at the same values.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use universal_accounting::generate::{ChoiceBytes, Choices};
use universal_accounting::internals::rules::{Example, bad_example, good_example};
use universal_accounting::report::{Limits, Policy, Rule};
use universal_accounting::{contract, documents};

use crate::cases::cases;
use crate::oracle::comparison::{Comparison, Context, RULES_BEYOND_SCHEMA};
use crate::oracle::mutation::mutate;
use crate::oracle::payload::{EntryPoint, payload};

/// Returns the entry point of an example and its context. None if its kind of example is not JSON or has no schema.
fn entry_point_of(example: &Example) -> Option<(EntryPoint, Context)> {
    let no_context = Context::default();
    Some(match *example {
        Example::Transaction(_) | Example::Transactions(_) | Example::Repeated { .. } => {
            (EntryPoint::Transactions, no_context)
        }
        Example::BaseData(..) => (EntryPoint::BaseData, no_context),
        Example::DocumentRequest(_) => (EntryPoint::DocumentRequest, no_context),
        Example::DocumentResult { request, .. } => {
            let read = |request: &str| {
                documents::read(request.as_bytes(), &Policy::new())
                    .value
                    .unwrap()
            };
            (
                EntryPoint::DocumentResult,
                Context {
                    request: request.map(read),
                    ..no_context
                },
            )
        }
        Example::Journal(_) | Example::JournalMember(..) | Example::JournalLines(_) => {
            (EntryPoint::Journal, no_context)
        }
        Example::UpdateResult(_) => (EntryPoint::BaseDataResult, no_context),
        Example::ImportResult { sent, .. } => {
            (EntryPoint::ImportResult, Context { sent, ..no_context })
        }
        // The schema does not know the uploads, and the other examples are not payloads.
        Example::SingleEntries(_)
        | Example::Compared { .. }
        | Example::UploadedDocument { .. }
        | Example::Statement { .. }
        | Example::Import { .. }
        | Example::ImportedStatement { .. }
        | Example::Archive(_)
        | Example::Batches(_)
        | Example::BaseDataTable(_)
        | Example::Profile(_)
        | Example::AccountMap(_)
        | Example::LedgerAccounts(_)
        | Example::DatevSettings(_)
        | Example::Credentials(_)
        | Example::ForcedResponse(_)
        | Example::DeliveryRequest(_) => return None,
        _ => panic!("an example of a new kind: {example:?}"),
    })
}

/// Invalid payloads that the schema accepts: a rate that is 100 as a binary float, and a count that a schema accepts as an integer.
const EXAMPLES_BEYOND_SCHEMA: [Example; 2] = [
    Example::BaseData(
        "taxes",
        r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":100.00000000000000000001}]"#,
    ),
    Example::ImportResult {
        sent: None,
        result: r#"{"existingTransactions":0,"newTransactions":1.0,"errorTransactions":0}"#,
    },
];

/// Returns the examples of all rules that are payloads, with their comparisons.
fn examples() -> impl Iterator<Item = (&'static Rule, &'static str, Comparison)> {
    contract::pages().flat_map(|page| {
        let rule = page.rule;
        [(bad_example(page), "bad"), (good_example(page), "good")]
            .into_iter()
            .filter_map(move |(example, label)| {
                let (entry_point, context) = entry_point_of(&example)?;
                Some((
                    rule,
                    label,
                    Comparison::new(entry_point, &example.input(), &context),
                ))
            })
    })
}

/// Generates an invalid payload as JSON text, and its context.
fn invalid_payload(entry_point: EntryPoint, choices: &mut Choices<'_>) -> (String, Context) {
    let request = br#"{"signedFileName":"f","fileName":"f"}"#;
    let mut request = documents::read(request, &Policy::new()).value.unwrap();
    request.process_immediately = choices.once_in(2);
    let context = Context {
        request: choices.once_in(2).then_some(request),
        sent: choices.once_in(2).then(|| choices.pick(&[15, 0, 3])),
    };
    let mut payload = payload(entry_point, choices);
    mutate(&mut payload, entry_point, choices);
    (payload.to_noisy_text(choices), context)
}

/// Picks an entry point, more often one with many fields.
fn pick_entry_point(choices: &mut Choices<'_>) -> EntryPoint {
    const MANY_FIELDS: [EntryPoint; 3] = [
        EntryPoint::BaseData,
        EntryPoint::Transactions,
        EntryPoint::Journal,
    ];
    if choices.once_in(3) {
        choices.pick(&EntryPoint::ALL)
    } else {
        choices.pick(&MANY_FIELDS)
    }
}

#[test]
fn schema_and_checker_agree_on_every_example() {
    let mut count = 0;
    for (rule, label, comparison) in examples() {
        assert_eq!(
            comparison.differences(),
            Vec::<String>::new(),
            "the {label} example of {}",
            rule.id
        );
        assert!(
            label == "bad" || comparison.both_accept(),
            "the good example of {}",
            rule.id
        );
        count += 1;
    }
    assert!(count > 150, "{count}");
}

/// Otherwise the list would have rules that the schema now covers, or that the checker no longer reports.
#[test]
fn every_rule_beyond_the_schema_is_broken_by_some_payload() {
    let mut broken: BTreeSet<&str> = examples()
        .flat_map(|(_, _, comparison)| comparison.broken_rules_beyond_schema())
        .collect();
    for example in &EXAMPLES_BEYOND_SCHEMA {
        let (entry_point, context) = entry_point_of(example).unwrap();
        broken.extend(
            Comparison::new(entry_point, &example.input(), &context).broken_rules_beyond_schema(),
        );
    }
    let mut runner = TestRunner::deterministic();
    for _ in 0..400 {
        let bytes: ChoiceBytes = ChoiceBytes::strategy(1600)
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let choices = &mut bytes.choices();
        let entry_point = pick_entry_point(choices);
        let (source, context) = invalid_payload(entry_point, choices);
        broken.extend(
            Comparison::new(entry_point, source.as_bytes(), &context).broken_rules_beyond_schema(),
        );
    }
    let listed: BTreeSet<&str> = RULES_BEYOND_SCHEMA.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(broken, listed);
    assert!(
        RULES_BEYOND_SCHEMA
            .iter()
            .all(|(_, reason)| !reason.is_empty())
    );
}

#[test]
fn schema_and_checker_accept_the_same_dates() {
    let leap_days = (0..=9999).map(|year| format!("{year:04}-02-29"));
    let days =
        (0..=13).flat_map(|month| (0..=32).map(move |day| format!("2026-{month:02}-{day:02}")));
    let days: Vec<String> = leap_days.chain(days).collect();
    // The checker keeps only this many findings of a rule.
    for days in days.chunks(Limits::default().findings_per_rule) {
        let record = |day| {
            format!(
                r#"{{"accountIdentifier":"A","amount":"1","currency":"CHF","valutaAt":"{day}"}}"#
            )
        };
        let records: Vec<String> = days.iter().map(record).collect();
        let source = format!(r#"{{"transactions":[{}]}}"#, records.join(","));
        let comparison = Comparison::new(
            EntryPoint::Transactions,
            source.as_bytes(),
            &Context::default(),
        );
        assert_eq!(comparison.differences(), Vec::<String>::new());
    }
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn schema_and_checker_accept_valid_payloads(bytes in ChoiceBytes::strategy(1600)) {
        let choices = &mut bytes.choices();
        let entry_point = pick_entry_point(choices);
        let source = payload(entry_point, choices).to_noisy_text(choices);
        let comparison = Comparison::new(entry_point, source.as_bytes(), &Context::default());
        prop_assert!(comparison.both_accept(), "{}: {:?} {}", entry_point.name(), comparison.differences(), source);
    }

    #[test]
    fn schema_and_checker_report_errors_at_the_same_values(bytes in ChoiceBytes::strategy(1600)) {
        let choices = &mut bytes.choices();
        let entry_point = pick_entry_point(choices);
        let (source, context) = invalid_payload(entry_point, choices);
        let differences = Comparison::new(entry_point, source.as_bytes(), &context).differences();
        prop_assert_eq!(differences, Vec::<String>::new(), "{}: {}", entry_point.name(), source);
    }
}
