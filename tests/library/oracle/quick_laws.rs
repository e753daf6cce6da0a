//! The fast path reports and builds the same as the general reader.
//!
//! The fast path takes no escapes. So a payload is written twice, with and without them, and nothing else may change.

use proptest::prelude::*;
use universal_accounting::generate::{ChoiceBytes, Choices};
use universal_accounting::report::{Fixes, Policy};
use universal_accounting::{base_data, transactions};

use crate::cases::cases;
use crate::laws::outcome;
use crate::oracle::edges;
use crate::oracle::json::{Json, Place, quoted};
use crate::oracle::mutation::mutate;
use crate::oracle::payload::{Entry, payload};

/// The findings of a payload and what is built from it.
fn outcome(entry: Entry, source: &str) -> (Vec<String>, String) {
    if entry == Entry::BaseData {
        outcome::read_base_data(source.as_bytes())
    } else {
        outcome::read_transactions(source.as_bytes())
    }
}

/// The fast path and the general reader agree on a payload.
fn both_ways(entry: Entry, payload: &Json, tape: &mut Choices<'_>) -> Result<(), TestCaseError> {
    let blank = tape.pick(&["", " ", "\n"]);
    let escaped = tape.pick(&[&[Place::Key][..], &[Place::Value], &[Place::Key, Place::Value]]);
    let which = if tape.once_in(2) { usize::MAX } else { 0 };
    let plain = payload.written(blank, &mut |text, _| quoted(text, |_| false));
    let mut general = |text: &str, place| {
        let last = text.chars().count().saturating_sub(1);
        quoted(text, |at| escaped.contains(&place) && at == which.min(last))
    };
    let general = payload.written(blank, &mut general);
    let (quick, slow) = (outcome(entry, &plain), outcome(entry, &general));
    prop_assert_eq!(&quick.0, &slow.0, "{} and {}", plain, general);
    prop_assert_eq!(&quick.1, &slow.1, "{} and {}", plain, general);
    let tight = payload.written("", &mut |text, _| quoted(text, |_| false));
    for fixes in [Fixes::Safe, Fixes::All] {
        let expected = normal(entry, &general, fixes);
        prop_assert_eq!(&normal(entry, &plain, fixes), &expected, "{} and {}", plain, general);
        prop_assert_eq!(&normal(entry, &tight, fixes), &expected, "{} and {}", tight, general);
        if let Some(json) = &expected.0 {
            let again = normal(entry, json, fixes);
            prop_assert_eq!((again.0.as_ref(), again.1, again.2), (Some(json), Vec::new(), expected.2), "{}", json);
        }
    }
    Ok(())
}

/// What a payload is written as, what was changed for it, and what is left to say of it.
fn normal(entry: Entry, source: &str, fixes: Fixes) -> (Option<String>, Vec<String>, Vec<String>) {
    let normalize = if entry == Entry::BaseData { base_data::normalize } else { transactions::normalize };
    let normalized = normalize(source.as_bytes(), &Policy::new(), fixes);
    let changes =
        normalized.changes.iter().map(|change| format!("{:?} {}", change.rule.map(|rule| rule.id), change.pointer));
    let findings = normalized.report.findings.iter().map(|finding| format!("{finding:?}"));
    // Without JSON, places lie in the source.
    let findings = if normalized.json.is_some() { findings.collect() } else { Vec::new() };
    (normalized.json.clone(), changes.collect(), findings)
}

const PLAIN: &str = r#"{"accountIdentifier":"A","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#;

#[test]
fn a_slip_beside_a_record_is_no_fault_of_the_record() {
    for record in [PLAIN.to_owned(), PLAIN.replace("amount", "\\u0061mount")] {
        for slip in [r#"{"a":1,"a":2}"#, "[1,]"] {
            let beside = format!(r#"{{"note":{slip},"transactions":[{record}]}}"#);
            let before = format!(r#"{{"transactions":[[{slip}],{record}]}}"#);
            for source in [beside, before] {
                assert_eq!(transactions::read(source.as_bytes(), &Policy::new()).values.len(), 1, "{source}");
            }
        }
    }
}

#[test]
fn a_comma_at_the_end_of_a_list_is_no_fault_of_the_next_list() {
    let account = r#"{"externalId":"a","number":"1","description":"x"}"#;
    for id in ["c", "\\u0063"] {
        let source = format!(r#"{{"accounts":[{account},],"currencies":[{{"externalId":"{id}","code":"CHF"}}]}}"#);
        let reading = base_data::read(source.as_bytes(), &Policy::new());
        assert_eq!((reading.partial.accounts.len(), reading.partial.currencies.len()), (1, 1), "{source}");
        let comma = reading.report.findings.iter().find(|finding| finding.rule.id == "trailing-comma");
        assert_eq!(comma.map(|comma| comma.item.clone()), Some(None), "{source}");
    }
}

#[test]
fn of_two_records_with_one_id_the_first_is_salvaged() {
    let account = |id: &str, number: u8| format!(r#"{{"externalId":"{id}","number":"{number}","description":"x"}}"#);
    for (first, second, third) in [("a", "a", "b"), ("a", "\\u0061", "b"), ("\\u0061", "a", "b"), ("b", "a", "\\u0061")]
    {
        let list = [account(first, 1), account(second, 2), account(third, 3)].join(",");
        let reading = base_data::read(format!(r#"{{"accounts":[{list}]}}"#).as_bytes(), &Policy::new());
        let partial = reading.partial.accounts.iter().map(|account| account.number.as_str());
        let meant = if first == "b" { ["1", "2"] } else { ["1", "3"] };
        assert_eq!(partial.collect::<Vec<_>>(), meant, "{list}");
    }
}

#[test]
fn a_record_that_repeats_one_is_found_behind_those_that_were_not_built() {
    let account = |id: &str, number: u8| format!(r#"{{"externalId":"{id}","number":"{number}","description":"x"}}"#);
    let faulty = || r#"{"number":"9"}"#.to_owned();
    let list = [
        faulty(),
        account("a", 1),
        faulty(),
        faulty(),
        account("a", 2),
        account("b", 3),
        faulty(),
        account("b", 4),
        account("c", 5),
    ];
    let reading = base_data::read(format!(r#"{{"accounts":[{}]}}"#, list.join(",")).as_bytes(), &Policy::new());
    let partial = reading.partial.accounts.iter().map(|account| account.number.as_str());
    assert_eq!(partial.collect::<Vec<_>>(), ["1", "3", "5"]);
}

/// The fix that turns an amount round holds what stands between amount and direction.
#[test]
fn a_fix_holds_no_card_number_that_is_written_with_an_escape() {
    for text in ["4222222222222", "\\u0034222222222222", "42222222222\\u00322"] {
        let record = PLAIN.replace(r#""amount":""#, &format!(r#""text":"{text}","amount":"-"#));
        let report = transactions::check(format!(r#"{{"transactions":[{record}]}}"#).as_bytes(), &Policy::new());
        let fixes = report.findings.iter().filter(|finding| finding.rule.id == "amount-negative");
        assert_eq!(fixes.map(|finding| finding.fix.clone()).collect::<Vec<_>>(), [None], "{record}");
    }
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn a_right_payload_says_the_same_both_ways(choices in ChoiceBytes::strategy(1600)) {
        let tape = &mut choices.choices();
        let entry = tape.pick(&[Entry::BaseData, Entry::Transactions]);
        let payload = payload(entry, tape);
        both_ways(entry, &payload, tape)?;
    }

    #[test]
    fn a_payload_at_the_edge_of_the_fast_path_says_the_same_both_ways(choices in ChoiceBytes::strategy(1600)) {
        let tape = &mut choices.choices();
        let payload = edges::payload(tape);
        both_ways(Entry::Transactions, &payload, tape)?;
    }

    #[test]
    fn a_wrong_payload_says_the_same_both_ways(choices in ChoiceBytes::strategy(1600)) {
        let tape = &mut choices.choices();
        let entry = tape.pick(&[Entry::BaseData, Entry::Transactions]);
        let mut payload = payload(entry, tape);
        mutate(&mut payload, entry, tape);
        both_ways(entry, &payload, tape)?;
    }
}
