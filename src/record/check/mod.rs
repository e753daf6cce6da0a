//! Judges the values of a record, each for itself, by the kind of its field.

mod amount;
mod company;
mod money;
mod scalar;
mod text;

pub(crate) use company::wrong_digits_of;
pub(crate) use money::check_withdrawn;

use super::{Blame, Field, JsonType, Kind, Limit, Mend, Record, Slot, State, rules};
use crate::report::{Collector, Policy};
use crate::value::{CardNumber, Text};

/// Judges every value of a record by its kind, each for itself.
pub(crate) fn check_values(record: &mut Record<'_>, sink: &mut Collector<'_>) {
    let fields = record.fields;
    for (index, field) in fields.iter().enumerate() {
        if record.slots.get(index).is_some_and(|slot| slot.state == State::Present && !slot.settled) {
            check_value(record, index, field, sink);
        }
    }
}

fn check_value(record: &mut Record<'_>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    if record.slot(index).null {
        return null(record, index, field, sink);
    }
    if let Some(found) = record.slot(index).mistyped {
        return scalar::mistyped(record, index, found, sink);
    }
    let text: &str = &record.slot(index).text;
    // Blanks are none of the words of a choice; in other fields they say as much as nothing.
    let chosen = matches!(field.kind, Kind::Choice(_)) && !field.is_required() && !text.is_empty();
    if !chosen && Text::check(text).is_err() {
        return empty(record, index, field, sink);
    }
    if too_long(record, index, field, sink) {
        return;
    }
    match field.kind {
        Kind::Text | Kind::Boolean | Kind::Record(_) | Kind::List { .. } => {}
        Kind::Code | Kind::Identity => text::blanks(record, index, sink),
        Kind::Account => money::account(record, index, sink),
        Kind::Choice(words) | Kind::OpenChoice(words) if words.contains(&record.slot(index).text.as_ref()) => {}
        Kind::Choice(words) => text::choice(record, index, words, sink),
        Kind::OpenChoice(words) => text::open_choice(record, index, words, sink),
        Kind::Amount { direction } => amount::check(record, index, direction, sink),
        Kind::Currency => money::currency(record, index, sink),
        Kind::Date => scalar::date(record, index, sink),
        Kind::Iban => money::iban(record, index, sink),
        Kind::Uid => company::uid(record, index, sink),
        Kind::TaxNumber => company::tax_number(record, index, sink),
        Kind::Country => company::country(record, index, sink),
        Kind::WebAddress => company::web_address(record, index, sink),
        Kind::Rate => scalar::rate(record, index, sink),
        Kind::Count => scalar::count(record, index, sink),
    }
    if field.json_type() == JsonType::String {
        card_number(record, index, sink);
    }
}

/// Whether a value would be right under a field's name, or could be made right without a doubt.
pub(crate) fn fits<'s>(record: &Record<'s>, index: usize, slot: Slot<'s>) -> bool {
    let Some(field) = record.fields.get(index) else { return false };
    let policy = Policy::new();
    let mut sink = Collector::new(&policy);
    let mut trial = Record::new(record.form, record.source, record.fields, record.span);
    trial.put(index, slot);
    check_value(&mut trial, index, field, &mut sink);
    !trial.says_nothing(index) && sink.can_be_mended()
}

/// What else to do with a null.
pub(crate) const OR_LEAVE_OUT: &str = ", or leave it out where there is none";

fn null(record: &mut Record<'_>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    let (mend, otherwise) = if field.is_required() { (Mend::No, "") } else { (Mend::RemoveNull, OR_LEAVE_OUT) };
    let blame = Blame::from(mend).param("expected", field.json_type().name()).param("otherwise", otherwise);
    record.blame(index, &rules::NULL_VALUE, sink, blame);
}

fn empty(record: &mut Record<'_>, index: usize, field: &Field, sink: &mut Collector<'_>) {
    if field.is_required() {
        let blame = |_: &Record<'_>| Blame::default().param("about", field.about);
        record.blame_for(index, &rules::EMPTY_REQUIRED, sink, blame);
    } else {
        record.blame(index, &rules::EMPTY_OPTIONAL, sink, Mend::Remove.into());
        // What is allowed to be empty is absent then; else its absence is said by this finding already.
        let allowed = sink.policy().severity(&rules::EMPTY_OPTIONAL).is_none();
        record.turn(index, if allowed { State::Absent } else { State::Empty });
    }
}

/// Whether a text is longer than the contract allows.
fn too_long(record: &mut Record<'_>, index: usize, field: &Field, sink: &mut Collector<'_>) -> bool {
    let Some(limit) = field.limit else { return false };
    let (rule, limit) = match limit {
        Limit::Contract(limit) => (&rules::TOO_LONG, limit),
        Limit::Usual(limit) => (&rules::LONGER_THAN_USUAL, limit),
    };
    let text = &record.slot(index).text;
    // No text has more characters than bytes.
    if text.len() <= limit {
        return false;
    }
    let found = text.chars().count();
    if found > limit {
        record.blame(index, rule, sink, Blame::default().param("found", found).param("limit", limit));
    }
    record.slot(index).state == State::Faulty
}

fn card_number(record: &mut Record<'_>, index: usize, sink: &mut Collector<'_>) {
    let slot = record.slot(index);
    if slot.state == State::Present && CardNumber::is_in(&slot.text) {
        // Masked, an amount is none, and of two ids that end alike one would be lost.
        let mend = match record.fields.get(index).map(|field| field.kind) {
            Some(Kind::Amount { .. } | Kind::Identity) => Mend::No,
            _ => Mend::Unsafe(CardNumber::mask(&slot.text).into_owned()),
        };
        record.blame(index, &rules::CARD_NUMBER, sink, mend.into());
    }
}
