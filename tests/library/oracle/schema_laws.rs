//! The schema and the checker refuse the same, at the same places.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use universal_accounting::generate::{ChoiceBytes, Choices};
use universal_accounting::report::{Example, Limits, Policy, Rule};
use universal_accounting::{contract, documents};

use crate::cases::cases;
use crate::oracle::mutation::mutate;
use crate::oracle::payload::{Entry, payload};
use crate::oracle::verdict::{Beside, STATED_BY_NO_SCHEMA, Verdicts};

/// What an example is for, and what is known besides; none where it is no JSON by its kind.
fn judged(example: &Example) -> Option<(Entry, Beside)> {
    let none = Beside::default();
    Some(match *example {
        Example::Transaction(_) | Example::Transactions(_) | Example::Repeated { .. } => (Entry::Transactions, none),
        Example::BaseData(..) => (Entry::BaseData, none),
        Example::DocumentRequest(_) => (Entry::DocumentRequest, none),
        Example::DocumentResult { request, .. } => {
            let read = |request: &str| documents::read(request.as_bytes(), &Policy::new()).value.unwrap();
            (Entry::DocumentResult, Beside { request: request.map(read), ..none })
        }
        Example::ImportResult { sent, .. } => (Entry::ImportResult, Beside { sent, ..none }),
        // No schema knows of uploads, and the rest are no payloads.
        Example::UploadedDocument { .. }
        | Example::Statement { .. }
        | Example::Profile(_)
        | Example::AccountMap(_)
        | Example::Credentials(_)
        | Example::ForcedResponse(_) => return None,
        _ => panic!("an example of a new kind: {example:?}"),
    })
}

/// What a binary float can't tell from right, and what a schema calls an integer.
const LOST_ON_A_SCHEMA: [Example; 2] = [
    Example::BaseData(
        "taxes",
        r#"[{"externalId":"t-1","code":"UN81","description":"Umsatzsteuer","value":100.00000000000000000001}]"#,
    ),
    Example::ImportResult {
        sent: None,
        result: r#"{"existingTransactions":0,"newTransactions":1.0,"errorTransactions":0}"#,
    },
];

/// The examples of all rules that are payloads, with their verdicts.
fn examples() -> impl Iterator<Item = (&'static Rule, &'static str, Verdicts)> {
    contract::pages().flat_map(|page| {
        let rule = page.rule;
        [(&page.bad, "bad"), (&page.good, "good")].into_iter().filter_map(move |(example, which)| {
            let (entry, beside) = judged(example)?;
            Some((rule, which, Verdicts::on(entry, &example.input(), &beside)))
        })
    })
}

/// A payload that was made wrong, as it is sent, and what is known besides.
fn wrong(entry: Entry, tape: &mut Choices<'_>) -> (String, Beside) {
    let request = br#"{"signedFileName":"f","fileName":"f"}"#;
    let mut request = documents::read(request, &Policy::new()).value.unwrap();
    request.process_immediately = tape.once_in(2);
    let beside =
        Beside { request: tape.once_in(2).then_some(request), sent: tape.once_in(2).then(|| tape.pick(&[15, 0, 3])) };
    let mut payload = payload(entry, tape);
    mutate(&mut payload, entry, tape);
    (payload.scribbled(tape), beside)
}

/// Any entry point, those with many fields more often.
fn entry(tape: &mut Choices<'_>) -> Entry {
    let [base_data, transactions, ..] = Entry::ALL;
    if tape.once_in(3) { tape.pick(&Entry::ALL) } else { tape.pick(&[base_data, transactions]) }
}

#[test]
fn of_every_example_both_say_the_same() {
    let mut both = 0;
    for (rule, which, verdicts) in examples() {
        assert_eq!(verdicts.differences(), Vec::<String>::new(), "the {which} example of {}", rule.id);
        assert!(which == "bad" || verdicts.accept(), "the good example of {}", rule.id);
        both += 1;
    }
    assert!(both > 150, "{both}");
}

/// So that the list holds nothing that the schema has learnt to say, or that we have ceased to.
#[test]
fn every_rule_that_no_schema_states_is_met() {
    let mut met: BTreeSet<&str> = examples().flat_map(|(_, _, verdicts)| verdicts.listed()).collect();
    for example in &LOST_ON_A_SCHEMA {
        let (entry, beside) = judged(example).unwrap();
        met.extend(Verdicts::on(entry, &example.input(), &beside).listed());
    }
    let mut runner = TestRunner::deterministic();
    for _ in 0..200 {
        let choices: ChoiceBytes = ChoiceBytes::strategy(1600).new_tree(&mut runner).unwrap().current();
        let tape = &mut choices.choices();
        let entry = entry(tape);
        let (source, beside) = wrong(entry, tape);
        met.extend(Verdicts::on(entry, source.as_bytes(), &beside).listed());
    }
    let listed: BTreeSet<&str> = STATED_BY_NO_SCHEMA.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(met, listed);
    assert!(STATED_BY_NO_SCHEMA.iter().all(|(_, why)| !why.is_empty()));
}

#[test]
fn every_last_day_of_february_and_every_day_of_a_year_is_one_to_both_or_to_neither() {
    let leap_days = (0..=9999).map(|year| format!("{year:04}-02-29"));
    let days = (0..=13).flat_map(|month| (0..=32).map(move |day| format!("2026-{month:02}-{day:02}")));
    let days: Vec<String> = leap_days.chain(days).collect();
    // No more in a payload than findings of one rule are kept.
    for days in days.chunks(Limits::default().findings_per_rule) {
        let record = |day| format!(r#"{{"accountIdentifier":"A","amount":"1","currency":"CHF","valutaAt":"{day}"}}"#);
        let records: Vec<String> = days.iter().map(record).collect();
        let source = format!(r#"{{"transactions":[{}]}}"#, records.join(","));
        let verdicts = Verdicts::on(Entry::Transactions, source.as_bytes(), &Beside::default());
        assert_eq!(verdicts.differences(), Vec::<String>::new());
    }
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn a_right_payload_is_right_to_both(choices in ChoiceBytes::strategy(1600)) {
        let tape = &mut choices.choices();
        let entry = entry(tape);
        let source = payload(entry, tape).scribbled(tape);
        let verdicts = Verdicts::on(entry, source.as_bytes(), &Beside::default());
        prop_assert!(verdicts.accept(), "{}: {:?} {}", entry.name(), verdicts.differences(), source);
    }

    #[test]
    fn a_wrong_payload_is_refused_by_both_at_the_same_places(choices in ChoiceBytes::strategy(1600)) {
        let tape = &mut choices.choices();
        let entry = entry(tape);
        let (source, beside) = wrong(entry, tape);
        let differences = Verdicts::on(entry, source.as_bytes(), &beside).differences();
        prop_assert_eq!(differences, Vec::<String>::new(), "{}: {}", entry.name(), source);
    }
}
