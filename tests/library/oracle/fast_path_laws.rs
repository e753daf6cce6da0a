//! The fast path reports and builds the same as the general reader.
//!
//! The fast path reads few escapes. So each payload is written with and without escapes, and the results must be equal.

use proptest::prelude::*;
use universal_accounting::generate::{ChoiceBytes, Choices};
use universal_accounting::report::{Fixes, Policy, Report};
use universal_accounting::{base_data, journal, transactions};

use crate::cases::cases;
use crate::laws::outcome;
use crate::oracle::fast_path;
use crate::oracle::json::{Json, StringRole, quoted};
use crate::oracle::mutation::mutate;
use crate::oracle::payload::{EntryPoint, payload};

/// Returns the findings of a payload, and the values that are built from it.
fn outcome(entry_point: EntryPoint, source: &str) -> (Vec<String>, String) {
    match entry_point {
        EntryPoint::BaseData => outcome::read_base_data(source.as_bytes()),
        EntryPoint::Journal => outcome::read_journal(source.as_bytes()),
        _ => outcome::read_transactions(source.as_bytes()),
    }
}

/// Checks that the fast path and the general reader agree on a payload.
fn check_both_readers(
    entry_point: EntryPoint,
    payload: &Json,
    choices: &mut Choices<'_>,
) -> Result<(), TestCaseError> {
    let blank = choices.pick(&["", " ", "\n"]);
    let escaped = choices.pick(&[
        &[StringRole::Key][..],
        &[StringRole::Value],
        &[StringRole::Key, StringRole::Value],
    ]);
    let escaped_index = if choices.once_in(2) { usize::MAX } else { 0 };
    let plain = payload.to_text(blank, &mut |text, _| quoted(text, |_| false));
    let mut general = |text: &str, role| {
        let last = text.chars().count().saturating_sub(1);
        quoted(text, |at| {
            escaped.contains(&role) && at == escaped_index.min(last)
        })
    };
    let general = payload.to_text(blank, &mut general);
    let (by_fast_path, by_general_reader) =
        (outcome(entry_point, &plain), outcome(entry_point, &general));
    prop_assert_eq!(
        &by_fast_path.0,
        &by_general_reader.0,
        "{} and {}",
        plain,
        general
    );
    prop_assert_eq!(
        &by_fast_path.1,
        &by_general_reader.1,
        "{} and {}",
        plain,
        general
    );
    let compact = payload.to_text("", &mut |text, _| quoted(text, |_| false));
    for fixes in [Fixes::Safe, Fixes::All] {
        let expected = normalize_payload(entry_point, &general, fixes);
        prop_assert_eq!(
            &normalize_payload(entry_point, &plain, fixes),
            &expected,
            "{} and {}",
            plain,
            general
        );
        prop_assert_eq!(
            &normalize_payload(entry_point, &compact, fixes),
            &expected,
            "{} and {}",
            compact,
            general
        );
        if let Some(json) = &expected.0 {
            let again = normalize_payload(entry_point, json, fixes);
            prop_assert_eq!(
                (again.0.as_ref(), again.1, again.2),
                (Some(json), Vec::new(), expected.2),
                "{}",
                json
            );
        }
    }
    Ok(())
}

/// Normalizes a payload. Returns the JSON, the changes, and the remaining findings.
fn normalize_payload(
    entry_point: EntryPoint,
    source: &str,
    fixes: Fixes,
) -> (Option<String>, Vec<String>, Vec<String>) {
    let normalize = match entry_point {
        EntryPoint::BaseData => base_data::normalize,
        EntryPoint::Journal => journal::normalize,
        _ => transactions::normalize,
    };
    let normalized = normalize(source.as_bytes(), &Policy::new(), fixes);
    let changes = normalized
        .changes
        .iter()
        .map(|change| format!("{:?} {}", change.rule.map(|rule| rule.id), change.pointer));
    let findings = normalized
        .report
        .findings
        .iter()
        .map(|finding| format!("{finding:?}"));
    // Without JSON, the findings have positions in the source.
    let findings = if normalized.json.is_some() {
        findings.collect()
    } else {
        Vec::new()
    };
    (normalized.json.clone(), changes.collect(), findings)
}

const VALID_TRANSACTION: &str = r#"{"accountIdentifier":"A","transactionId":"1","creditDebit":"debit","amount":"12.50","currency":"CHF","bookedAt":"2026-03-31"}"#;

#[test]
fn a_recovered_error_next_to_a_record_is_not_attributed_to_the_record() {
    for record in [
        VALID_TRANSACTION.to_owned(),
        VALID_TRANSACTION.replace("amount", "\\u0061mount"),
    ] {
        for faulty_value in [r#"{"a":1,"a":2}"#, "[1,]"] {
            let next_to_list = format!(r#"{{"note":{faulty_value},"transactions":[{record}]}}"#);
            let in_list = format!(r#"{{"transactions":[[{faulty_value}],{record}]}}"#);
            for source in [next_to_list, in_list] {
                assert_eq!(
                    transactions::read(source.as_bytes(), &Policy::new())
                        .values
                        .len(),
                    1,
                    "{source}"
                );
            }
        }
    }
}

#[test]
fn a_trailing_comma_in_a_list_is_not_attributed_to_the_next_list() {
    let account = r#"{"externalId":"a","number":"1","description":"x"}"#;
    for id in ["c", "\\u0063"] {
        let source = format!(
            r#"{{"accounts":[{account},],"currencies":[{{"externalId":"{id}","code":"CHF"}}]}}"#
        );
        let reading = base_data::read(source.as_bytes(), &Policy::new());
        assert_eq!(
            (
                reading.partial.accounts.len(),
                reading.partial.currencies.len()
            ),
            (1, 1),
            "{source}"
        );
        let comma = reading
            .report
            .findings
            .iter()
            .find(|finding| finding.rule.id == "trailing-comma");
        assert_eq!(
            comma.map(|comma| comma.item.clone()),
            Some(None),
            "{source}"
        );
    }
}

#[test]
fn an_error_between_two_lists_is_not_attributed_to_a_record() {
    let account = r#"{"externalId":"a","number":"1","description":"x"}"#;
    for between in [" ", "h,", ";"] {
        for id in ["c", "\\u0063"] {
            let lists = format!(
                r#""accounts":[{account}]{between}"currencies":[{{"externalId":"{id}","code":"CHF"}}]"#
            );
            let reading = base_data::read(format!("{{{lists}}}").as_bytes(), &Policy::new());
            let syntax = reading
                .report
                .findings
                .iter()
                .find(|finding| finding.rule.id == "json-syntax");
            assert_eq!(
                syntax.map(|syntax| syntax.item.clone()),
                Some(None),
                "{lists}"
            );
        }
    }
}

#[test]
fn an_error_between_two_elements_is_not_attributed_to_either() {
    let incomplete = VALID_TRANSACTION.replace(r#""amount":"12.50","#, "");
    for records in [
        [VALID_TRANSACTION, &incomplete],
        [&incomplete, VALID_TRANSACTION],
        ["5", &incomplete],
    ] {
        for key in ["currency", "\\u0063urrency"] {
            let records = records
                .map(|record| record.replace("currency", key))
                .join(" ");
            let report = transactions::check(
                format!(r#"{{"transactions":[{records}]}}"#).as_bytes(),
                &Policy::new(),
            );
            let syntax = report
                .findings
                .iter()
                .find(|finding| finding.rule.id == "json-syntax");
            assert_eq!(
                syntax.map(|syntax| syntax.item.clone()),
                Some(None),
                "{records}"
            );
        }
    }
}

#[test]
fn salvages_the_first_of_two_records_with_the_same_id() {
    let account = |id: &str, number: u8| {
        format!(r#"{{"externalId":"{id}","number":"{number}","description":"x"}}"#)
    };
    for (first, second, third) in [
        ("a", "a", "b"),
        ("a", "\\u0061", "b"),
        ("\\u0061", "a", "b"),
        ("b", "a", "\\u0061"),
    ] {
        let list = [account(first, 1), account(second, 2), account(third, 3)].join(",");
        let reading = base_data::read(
            format!(r#"{{"accounts":[{list}]}}"#).as_bytes(),
            &Policy::new(),
        );
        let partial = reading
            .partial
            .accounts
            .iter()
            .map(|account| account.number.as_str());
        let expected = if first == "b" { ["1", "2"] } else { ["1", "3"] };
        assert_eq!(partial.collect::<Vec<_>>(), expected, "{list}");
    }
}

#[test]
fn drops_duplicates_that_follow_faulty_records() {
    let account = |id: &str, number: u8| {
        format!(r#"{{"externalId":"{id}","number":"{number}","description":"x"}}"#)
    };
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
    let reading = base_data::read(
        format!(r#"{{"accounts":[{}]}}"#, list.join(",")).as_bytes(),
        &Policy::new(),
    );
    let partial = reading
        .partial
        .accounts
        .iter()
        .map(|account| account.number.as_str());
    assert_eq!(partial.collect::<Vec<_>>(), ["1", "3", "5"]);
}

/// The fix of a negative amount includes the text between the amount and the direction.
#[test]
fn a_fix_never_includes_a_card_number_with_escapes() {
    for text in [
        "4222222222222",
        "\\u0034222222222222",
        "42222222222\\u00322",
    ] {
        let record =
            VALID_TRANSACTION.replace(r#""amount":""#, &format!(r#""text":"{text}","amount":"-"#));
        let report = transactions::check(
            format!(r#"{{"transactions":[{record}]}}"#).as_bytes(),
            &Policy::new(),
        );
        let fixes = report
            .findings
            .iter()
            .filter(|finding| finding.rule.id == "amount-negative");
        assert_eq!(
            fixes.map(|finding| finding.fix.clone()).collect::<Vec<_>>(),
            [None],
            "{record}"
        );
    }
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn readers_agree_on_valid_payloads(bytes in ChoiceBytes::strategy(1600)) {
        let choices = &mut bytes.choices();
        let entry_point = choices.pick(&[EntryPoint::BaseData, EntryPoint::Transactions, EntryPoint::Journal]);
        let payload = payload(entry_point, choices);
        check_both_readers(entry_point, &payload, choices)?;
    }

    #[test]
    fn readers_agree_at_the_limits_of_the_fast_path(bytes in ChoiceBytes::strategy(1600)) {
        let choices = &mut bytes.choices();
        let (entry_point, payload) = if choices.once_in(2) {
            (EntryPoint::Journal, fast_path::journal_payload(choices))
        } else {
            (EntryPoint::Transactions, fast_path::transactions(choices))
        };
        check_both_readers(entry_point, &payload, choices)?;
    }

    #[test]
    fn readers_agree_on_invalid_payloads(bytes in ChoiceBytes::strategy(1600)) {
        let choices = &mut bytes.choices();
        let entry_point = choices.pick(&[EntryPoint::BaseData, EntryPoint::Transactions, EntryPoint::Journal]);
        let mut payload = payload(entry_point, choices);
        mutate(&mut payload, entry_point, choices);
        check_both_readers(entry_point, &payload, choices)?;
    }

    /// A word in the place of `service` changes neither the findings nor the values of a journal, valid or not.
    #[test]
    fn a_brand_changes_no_finding(bytes in ChoiceBytes::strategy(1600)) {
        let choices = &mut bytes.choices();
        let mut payload = payload(EntryPoint::Journal, choices);
        if choices.once_in(2) {
            mutate(&mut payload, EntryPoint::Journal, choices);
        }
        let write = |name: &dyn Fn(&str) -> String| payload.to_text("", &mut |text, role| {
            if role == StringRole::Key { quoted(&name(text), |_| false) } else { quoted(text, |_| false) }
        });
        let plain = write(&str::to_owned);
        let branded = write(&|name: &str| match name.strip_prefix("service") {
            Some(rest) if rest.starts_with(char::is_uppercase) => format!("acme{rest}"),
            _ => name.to_owned(),
        });
        let (policy, brand) = (Policy::new(), Policy::new().brand("acme"));
        let (expected, found) = (journal::read(plain.as_bytes(), &policy), journal::read(branded.as_bytes(), &brand));
        prop_assume!(expected.brand.is_none());
        let places = |report: &Report| -> Vec<(&'static str, String)> {
            report.findings.iter().map(|finding| (finding.rule.id, finding.pointer.replace("acme", "service"))).collect()
        };
        prop_assert_eq!(places(&found.report), places(&expected.report), "{}", branded);
        prop_assert_eq!(&found.records, &expected.records);
        // A brand that is learned is the same brand.
        let learned = journal::read(branded.as_bytes(), &policy);
        if learned.brand.as_deref() == Some("acme") {
            prop_assert_eq!(learned.report, found.report);
            prop_assert_eq!(learned.records, found.records);
        }
    }
}
