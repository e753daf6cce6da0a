//! The rules of single values: what is wrong with a text of each kind, stated once for the general way and for the fast paths.

mod company;
mod money;
mod scalar;
mod verdict;

pub(crate) use company::wrong_digits_of;
pub(crate) use money::currency_withdrawn;

use verdict::{Reporter, Verdict};

use super::rules::{self, shape, value};
use super::{Field, JsonType, Kind, Limit, Mend, Record, Remark, Slot, State};
use crate::report::{Collector, Policy};
use crate::source::MIN_CARD_DIGITS;
use crate::value::{CardNumber, Rate, RateError, Text};

/// Returns whether no rule of single values has anything to report of a text in a field.
pub(crate) fn is_clean(field: &Field, text: &str) -> bool {
    is_silent(field, text, false)
}

/// The same of a text that is known to hold no card number, as one that was masked.
pub(crate) fn is_clean_without_card(field: &Field, text: &str) -> bool {
    is_silent(field, text, true)
}

fn is_silent(field: &Field, text: &str, is_free_of_cards: bool) -> bool {
    let mut verdict = Verdict { reporter: (), is_final: is_empty(field, text), is_free_of_cards };
    if !verdict.is_final {
        judge(field, text, &mut verdict);
    }
    !verdict.is_final
}

/// Reports what is wrong with the values of a record, each by itself.
pub(crate) fn check_values(record: &mut Record<'_>, sink: &mut Collector<'_>) {
    let fields = record.fields;
    for (index, field) in fields.iter().enumerate() {
        if record.slots.get(index).is_some_and(|slot| slot.state == State::Present && !slot.settled) {
            check_value(record, index, field, sink);
        }
    }
}

fn check_value(record: &mut Record<'_>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    match record.slot(index).mistyped {
        None => {}
        Some(JsonType::Null) => return null(record, index, field, sink),
        Some(found) => return mistyped(record, index, found, sink),
    }
    if is_empty(field, &record.slot(index).text) {
        return empty(record, index, field, sink);
    }
    // The text is taken out, as findings change the record.
    let Some(text) = record.slots.get_mut(index).map(|slot| std::mem::take(&mut slot.text)) else { return };
    let reporter = (&mut *record, index, sink);
    judge(field, &text, &mut Verdict { reporter, is_final: false, is_free_of_cards: false });
    if let Some(slot) = record.slots.get_mut(index) {
        slot.text = text;
    }
}

/// States the rules of single values: each is here, or in the function of its kind, and nowhere else.
fn judge(field: &Field, text: &str, verdict: &mut Verdict<impl Reporter>) {
    length(field.limit, text, verdict);
    if verdict.is_final {
        return;
    }
    let mut is_iban = false;
    match field.kind {
        Kind::Text | Kind::Boolean | Kind::Record(_) | Kind::List { .. } => {}
        Kind::Code | Kind::Identity => scalar::outer_blanks(text, verdict),
        Kind::Account => is_iban = money::account(text, verdict),
        Kind::Choice(words) => scalar::choice(text, words, verdict),
        Kind::OpenChoice(words) => scalar::open_choice(text, words, verdict),
        Kind::Amount { direction } => money::amount(text, direction, verdict),
        Kind::Currency => money::currency(text, verdict),
        Kind::Date => scalar::date(text, verdict),
        Kind::Iban => is_iban = money::iban(text, verdict),
        Kind::Uid => company::uid(text, verdict),
        Kind::TaxNumber => company::tax_number(text, verdict),
        Kind::Country => company::country(text, verdict),
        Kind::WebAddress => company::web_address(text, verdict),
        Kind::Rate => scalar::rate(text, verdict),
        Kind::Count => scalar::count(text, verdict),
    }
    // No card number is among the digits of an IBAN, as they go on from letters: a test tries.
    if !verdict.is_final && !is_iban && !verdict.is_free_of_cards && field.json_type() == JsonType::String {
        card_number(field.kind, text, verdict);
    }
}

/// Returns whether a text says nothing. Blanks are none of the words of a choice; in other fields they say as much as nothing.
fn is_empty(field: &Field, text: &str) -> bool {
    let is_chosen = matches!(field.kind, Kind::Choice(_)) && !field.is_required() && !text.is_empty();
    !is_chosen && Text::check(text).is_err()
}

/// A text that is longer than the contract allows, or than is usual.
fn length(limit: Option<Limit>, text: &str, verdict: &mut Verdict<impl Reporter>) {
    let (rule, limit) = match limit {
        None => return,
        Some(Limit::Contract(limit)) => (&value::TOO_LONG, limit),
        Some(Limit::Usual(limit)) => (&value::LONGER_THAN_USUAL, limit),
    };
    // No text has more characters than bytes.
    if text.len() <= limit {
        return;
    }
    let found = text.chars().count();
    if found > limit {
        verdict.add(rule, || Remark::default().param("found", found).param("limit", limit));
    }
}

fn card_number(kind: Kind, text: &str, verdict: &mut Verdict<impl Reporter>) {
    if text.len() >= MIN_CARD_DIGITS && CardNumber::is_in(text) {
        verdict.add(&rules::CARD_NUMBER, || match kind {
            // Masked, an amount is none, and of two ids that end alike one would be lost.
            Kind::Amount { .. } | Kind::Identity => Remark::default(),
            _ => Mend::Unsafe(CardNumber::mask(text).into_owned()).into(),
        });
    }
}

/// Returns whether a value would be right under a field's name, or could be made right without a doubt.
pub(crate) fn fits<'s>(record: &Record<'s>, index: usize, slot: Slot<'s>) -> bool {
    let Some(field) = record.fields.get(index) else { return false };
    let policy = Policy::new();
    let mut sink = Collector::new(&policy);
    let mut trial = Record::new(record.source, record.fields, record.span);
    trial.put(index, slot);
    check_value(&mut trial, index, field, &mut sink);
    !trial.says_nothing(index) && sink.errors_have_safe_fixes()
}

/// What else to do with a null.
pub(crate) const OR_LEAVE_OUT: &str = ", or leave it out where there is none";

fn null(record: &mut Record<'_>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    let (mend, otherwise) = if field.is_required() { (Mend::No, "") } else { (Mend::RemoveNull, OR_LEAVE_OUT) };
    let blame = Remark::from(mend).param("expected", field.json_type().name()).param("otherwise", otherwise);
    record.blame(index, &rules::NULL_VALUE, sink, blame);
}

fn empty(record: &mut Record<'_>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    if field.is_required() {
        let blame = |_: &Record<'_>| Remark::default().param("about", field.about);
        record.blame_for(index, &shape::EMPTY_REQUIRED, sink, blame);
    } else {
        record.blame(index, &shape::EMPTY_OPTIONAL, sink, Mend::Remove.into());
        // What is allowed to be empty is absent then; else its absence is said by this finding already.
        let allowed = sink.policy().severity(&shape::EMPTY_OPTIONAL).is_none();
        record.turn(index, if allowed { State::Absent } else { State::Empty });
    }
}

/// A value of another JSON type than the field's.
fn mistyped(record: &mut Record<'_>, index: usize, found: JsonType, sink: &mut Collector<'_>) {
    let Some(field) = record.fields.get(index) else { return };
    let text: &str = &record.slot(index).text;
    let expected = field.json_type();
    let mend = match (field.kind, found) {
        (Kind::Amount { direction }, JsonType::Number) => return money::number(record, index, direction, sink),
        (Kind::Rate, JsonType::String) => {
            let mend = match Rate::parse(text) {
                Ok(rate) => Mend::Safe(rate.to_string()),
                Err(RateError::Form(suggestion)) => Mend::guess(suggestion),
                Err(_) => Mend::No,
            };
            return record.blame(index, &rules::RATE_TEXT, sink, mend.into());
        }
        (Kind::Count, JsonType::String) if text.parse::<u64>().is_ok_and(|count| count.to_string() == text) => {
            Mend::Safe(text.to_owned())
        }
        (Kind::Boolean, JsonType::String) => ["true", "false"]
            .into_iter()
            .find(|word| word.eq_ignore_ascii_case(text))
            .map_or(Mend::No, |word| Mend::Safe(word.to_owned())),
        // A whole number reads the same in quotes; `1e3` and `1.0` have more than one text. Too long a one would be wrong there too.
        (Kind::Text | Kind::Code | Kind::Identity | Kind::Account, JsonType::Number) if !matches!(field.limit, Some(Limit::Contract(limit)) if text.len() > limit) =>
        {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit());
            Mend::graded(plain && !field.kind.is_identity(), text)
        }
        _ => Mend::No,
    };
    let blame = Remark::from(mend).param("found", found.name()).param("expected", expected.name());
    record.blame(index, &rules::WRONG_TYPE, sink, blame);
}
