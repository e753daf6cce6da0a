//! Tests that each rule has one condition, which the general reader, the fast path for JSON and statements share.

use super::EntryDates;
use super::entry::{CurrencyCode, Entry, EntryAmount, OriginalPayment};
use super::resolved_entry::ResolvedEntry;
use crate::base_data;
use crate::contract;
use crate::record::{
    FALLBACKS, RecordRules, TEST_RULE, rules as of_record, with_test_rule, without_rule,
};
use crate::report::{Collector, Example, Policy, Report, Rule};
use crate::source::{Decoded, Span};
use crate::transactions::{self, TransactionRules, check_record};
use crate::value::{CardNumber, Date, Text};

/// Returns a payload, which takes the fast path, and the same payload with an escape in the first name of each object, which does not.
fn fast_and_slow(payload: &str) -> [String; 2] {
    let first_letters = payload.split("{\"").map(|part| {
        let letter = part.chars().next().map_or(0, u32::from);
        format!("\\u{letter:04x}{}", part.get(1..).unwrap_or_default())
    });
    let escaped: Vec<String> = first_letters.skip(1).collect();
    [payload.to_owned(), format!("{{\"{}", escaped.join("{\""))]
}

/// Returns the rules that a payload breaks, and how many of its records the fast path leaves to the general reader.
fn check_payload(example: Example, payload: &str) -> (Vec<&'static str>, usize) {
    FALLBACKS.set(0);
    let check = if let Example::BaseData(..) = example {
        base_data::check
    } else {
        transactions::check
    };
    let report: Report = check(payload.as_bytes(), &Policy::new());
    (
        report
            .findings
            .iter()
            .map(|finding| finding.rule.id)
            .collect(),
        FALLBACKS.get(),
    )
}

/// Returns the rules that an entry with the values of a transaction breaks, and whether the fast path leaves the entry to the rules. `None` if no
/// entry can have these values.
fn check_entry(payload: &str) -> Option<(Vec<&'static str>, bool)> {
    let transaction = transactions::read(payload.as_bytes(), &Policy::new())
        .values
        .into_iter()
        .next()?;
    // Card numbers in the text of an entry are masked before it is resolved.
    let text = transaction
        .text
        .as_ref()
        .filter(|text| !CardNumber::is_in(text.as_str()));
    if text != transaction.text.as_ref() {
        return None;
    }
    let (policy, span) = (Policy::new(), Span::at(0));
    let currency = CurrencyCode::Known(transaction.currency);
    let date = |date: Option<Date>| date.map(|date| (date, span));
    let dates = EntryDates {
        purchased: date(transaction.purchased_at),
        valuta: date(transaction.valuta_at),
        booked: date(transaction.booked_at),
    };
    let (value, direction) = (transaction.amount.into(), transaction.credit_debit?);
    let entry = Entry {
        dates,
        ..Entry::default()
    };
    let resolved = ResolvedEntry {
        entry: &entry,
        account: transaction.account_identifier.as_str(),
        currency: &currency,
        amount: EntryAmount {
            value,
            direction,
            span,
            charges: None,
        },
        id: transaction.transaction_id.as_ref()?.as_str(),
        id_has_no_card: false,
        text: text.map_or("", Text::as_str),
        needs_no_escape: false,
        original: OriginalPayment {
            amount: transaction
                .original_amount
                .map(|amount| (amount.into(), span)),
            currency: transaction
                .original_currency
                .map(|currency| (currency, span)),
        },
    }
    .in_minor_units();
    let mut findings = Collector::new(&policy);
    check_record(&mut resolved.build_record(), &mut findings);
    let report = findings.into_report(&Decoded::from_bytes(b""), None);
    Some((
        report
            .findings
            .iter()
            .map(|finding| finding.rule.id)
            .collect(),
        resolved.check_fast().is_none(),
    ))
}

/// Each rule is implemented once. A rule that is turned off reports nothing in the general reader, on the fast path for JSON, and for statements,
/// so none of them implements the rule again.
#[test]
fn each_rule_is_implemented_once() {
    let over_fields = [TransactionRules::RULES.to_vec(), base_data::record_rules()].concat();
    let values = [
        of_record::value::RULES,
        of_record::money::RULES,
        of_record::company::RULES,
    ]
    .concat();
    let mut in_entries = 0;
    for page in contract::pages()
        .filter(|page| over_fields.contains(&page.rule) || values.contains(&page.rule))
    {
        let (Example::Transaction(_) | Example::BaseData(..)) = page.bad else {
            continue;
        };
        let payload = String::from_utf8(page.bad.input().into_owned()).unwrap();
        let [fast, slow] = fast_and_slow(&payload);
        let rule: &'static Rule = page.rule;
        assert_eq!(check_payload(page.bad, &fast).0, [rule.id]);
        assert_eq!(check_payload(page.bad, &slow).0, [rule.id]);
        // The reader reports values of another type.
        if [&of_record::AMOUNT_NUMBER, &of_record::RATE_TEXT].contains(&rule) {
            continue;
        }
        let nothing: [&str; 0] = [];
        // The fast path leaves all unusual amounts and currencies to the general reader.
        let is_unusual = of_record::money::RULES.contains(&rule);
        without_rule(rule, || {
            let (ids, fallbacks) = check_payload(page.bad, &fast);
            assert_eq!(ids, nothing, "{}", rule.id);
            assert_eq!(check_payload(page.bad, &slow).0, nothing, "{}", rule.id);
            assert!(
                is_unusual || fallbacks == 0,
                "{} is implemented on the fast path",
                rule.id
            );
        });
        let Some((ids, falls_back)) = check_entry(&payload).filter(|(ids, _)| !ids.is_empty())
        else {
            continue;
        };
        in_entries += 1;
        assert_eq!((ids, falls_back), (vec![rule.id], true));
        let (ids, falls_back) = without_rule(rule, || check_entry(&payload)).unwrap();
        assert_eq!(ids, nothing, "{}", rule.id);
        // `ValidEntry` can't hold an original amount without its currency.
        let is_half = rule.id == "original-incomplete";
        assert!(
            !falls_back || is_half || is_unusual,
            "{} is implemented in check_fast",
            rule.id
        );
    }
    assert!(in_entries > 5, "{in_entries}");
}

/// A rule that a test adds to the lists is reported in the general reader, on the fast path for JSON, and for statements.
#[test]
fn an_added_rule_is_checked_everywhere() {
    let good = |id: &str| contract::page(id).unwrap().good;
    for (example, times) in [
        (good("date-missing"), 1),
        (good("rate-as-fraction"), 5),
        (good("company-without-name"), 6),
    ] {
        let payload = String::from_utf8(example.input().into_owned()).unwrap();
        for payload in fast_and_slow(&payload) {
            assert!(check_payload(example, &payload).0.is_empty());
            let (ids, _) = with_test_rule(|| check_payload(example, &payload));
            assert_eq!(ids, vec![TEST_RULE.id; times], "{payload}");
        }
        if let Some(entry) = check_entry(&payload) {
            assert_eq!(entry, (Vec::new(), false));
            assert_eq!(
                with_test_rule(|| check_entry(&payload)),
                Some((vec![TEST_RULE.id], true))
            );
        }
    }
}
