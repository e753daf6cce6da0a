//! The quick way past values in which there is nothing to find.
//!
//! It may take long for odd ones or give up on right ones, but what it passes has no finding: a test holds it against the checks.

use super::{Field, Kind, Limit};
use crate::source::{FEWEST_CARD_DIGITS, Recent, same};
use crate::value::{Amount, CardNumber, Country, Currency, Date, Iban, Rate, Text};

/// Passes values, and remembers the last ones, since most records repeat them.
#[derive(Debug, Default, Clone)]
pub(crate) struct PlainValues<'s> {
    accounts: Recent<&'s str, (), 4>,
    rates: Recent<&'s str, (), 4>,
}

impl<'s> PlainValues<'s> {
    /// Whether a value of the field's JSON type is so plainly right that there is nothing to say of it.
    #[inline]
    pub(crate) fn pass(&mut self, field: &Field, text: &'s str) -> bool {
        if is_too_long(field, text) {
            return false;
        }
        match field.kind {
            Kind::Text => is_plain_words(text),
            Kind::Code | Kind::Identity => has_no_outer_blank(text) && has_no_card_number(text),
            Kind::Account => is_passed(&mut self.accounts, text, is_plain_account),
            Kind::Choice(words) => words.iter().any(|word| same(word.as_bytes(), text.as_bytes())),
            Kind::Amount { .. } => Amount::is_right(text) && has_no_card_number(text),
            Kind::Currency => {
                let Ok(letters) = text.as_bytes().try_into() else { return false };
                Currency::is_active(letters)
            }
            Kind::Date => Date::is_right(text),
            Kind::Iban => Iban::parse(text).is_ok_and(|iban| same(iban.bytes(), text.as_bytes()) && !iban.is_qr()),
            Kind::Country => Country::parse(text).is_ok_and(|country| country.is_assigned()),
            Kind::Boolean => true,
            Kind::Rate => is_passed(&mut self.rates, text, is_plain_rate),
            // What stands alone in a payload is judged once.
            _ => false,
        }
    }
}

impl PlainValues<'_> {
    /// The account that passed last, which most often comes again.
    #[inline]
    pub(crate) fn last_account(&self) -> &str {
        self.accounts.newest().map_or("", |(account, ())| account)
    }
}

/// Whether a text passes, as the last ones did.
#[inline]
fn is_passed<'s>(passed: &mut Recent<&'s str, (), 4>, text: &'s str, is_plain: impl Fn(&str) -> bool) -> bool {
    let is = |known: &&str| same(known.as_bytes(), text.as_bytes());
    passed.find_or(is, || is_plain(text).then_some((text, ()))).is_some()
}

/// Whether there is nothing to say of a text in words, which nobody need remember.
pub(crate) fn is_plain_text(field: &Field, text: &str) -> bool {
    !is_too_long(field, text) && is_plain_words(text)
}

fn is_too_long(field: &Field, text: &str) -> bool {
    matches!(field.limit, Some(Limit::Contract(limit) | Limit::Usual(limit)) if text.len() > limit && text.chars().count() > limit)
}

fn is_plain_words(text: &str) -> bool {
    is_visible(text) && has_no_card_number(text)
}

fn is_visible(text: &str) -> bool {
    text.as_bytes().first().is_some_and(u8::is_ascii_graphic) || Text::check(text).is_ok()
}

fn has_no_outer_blank(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_graphic) && bytes.last().is_some_and(u8::is_ascii_graphic)
}

#[inline]
fn has_no_card_number(text: &str) -> bool {
    text.len() < FEWEST_CARD_DIGITS || no_part_is_a_card_number(text)
}

// In the way of the rest when inlined.
#[inline(never)]
fn no_part_is_a_card_number(text: &str) -> bool {
    !CardNumber::is_in(text)
}

fn is_plain_rate(text: &str) -> bool {
    Rate::is_canonical(text) && Rate::parse(text).is_ok()
}

fn is_plain_account(text: &str) -> bool {
    match Iban::parse(text) {
        // No card number is among the digits of an IBAN, as they go on from letters: a test tries.
        Ok(iban) => same(iban.bytes(), text.as_bytes()),
        Err(_) => has_no_outer_blank(text) && !Iban::looks_like(text) && has_no_card_number(text),
    }
}
