//! The quick way past values in which there is nothing to find.
//!
//! It may take long for odd ones or give up on right ones, but what it passes has no finding: a test holds it against the checks.

use super::{Field, Kind, Limit};
use crate::source::same;
use crate::value::{Amount, CardNumber, Country, Currency, Date, Iban, Rate, Text};

/// Passes values, and remembers the last ones, since most records repeat them.
#[derive(Debug, Default, Clone)]
pub(crate) struct PlainValues<'s> {
    accounts: Recent<'s>,
    /// Codes that passed, each with a quote behind it, as they stand in a file.
    currencies: [u32; 4],
    oldest_currency: usize,
    rates: Recent<'s>,
}

/// The texts that passed last.
#[derive(Debug, Default, Clone)]
struct Recent<'s> {
    /// The one that passed last, which most often comes again, and those before.
    last: &'s str,
    texts: [&'s str; 4],
    oldest: usize,
}

impl<'s> Recent<'s> {
    /// Whether a text passes, which those that passed last do at once.
    #[inline]
    fn pass(&mut self, text: &'s str, passes: impl Fn(&str) -> bool) -> bool {
        same(self.last.as_bytes(), text.as_bytes()) || self.pass_other(text, passes)
    }

    fn pass_other(&mut self, text: &'s str, passes: impl Fn(&str) -> bool) -> bool {
        if !self.texts.iter().any(|known| same(known.as_bytes(), text.as_bytes())) {
            if !passes(text) {
                return false;
            }
            if let Some(place) = self.texts.get_mut(self.oldest) {
                *place = text;
            }
            self.oldest = (self.oldest + 1) % self.texts.len();
        }
        self.last = text;
        true
    }
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
            Kind::Account => self.accounts.pass(text, is_plain_account),
            Kind::Choice(words) => words.iter().any(|word| same(word.as_bytes(), text.as_bytes())),
            Kind::Amount { .. } => Amount::is_right(text) && has_no_card_number(text),
            Kind::Currency => {
                let &[first, second, third] = text.as_bytes() else { return false };
                self.is_active([first, second, third, b'"'])
            }
            Kind::Date => Date::is_right(text),
            Kind::Iban => Iban::parse(text).is_ok_and(|iban| same(iban.bytes(), text.as_bytes()) && !iban.is_qr()),
            Kind::Country => Country::parse(text).is_ok_and(|country| country.is_assigned()),
            Kind::Boolean => true,
            Kind::Rate => self.rates.pass(text, |text| Rate::is_canonical(text) && Rate::parse(text).is_ok()),
            // What stands alone in a payload is judged once.
            _ => false,
        }
    }
}

impl PlainValues<'_> {
    /// The account that passed last, which most often comes again.
    #[inline]
    pub(crate) const fn last_account(&self) -> &str {
        self.accounts.last
    }

    /// Whether a code, its closing quote behind it, is that of a currency in which accounts are kept.
    #[inline]
    pub(crate) fn is_active(&mut self, code: [u8; 4]) -> bool {
        self.currencies.contains(&u32::from_le_bytes(code)) || self.look_up(code)
    }

    #[cold]
    fn look_up(&mut self, code: [u8; 4]) -> bool {
        let [letters @ .., quote] = code;
        let active = quote == b'"' && Currency::is_active(letters);
        if active {
            if let Some(place) = self.currencies.get_mut(self.oldest_currency) {
                *place = u32::from_le_bytes(code);
            }
            self.oldest_currency = (self.oldest_currency + 1) % self.currencies.len();
        }
        active
    }
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
    text.len() < CardNumber::FEWEST_DIGITS || no_part_is_a_card_number(text)
}

// In the way of the rest when inlined.
#[inline(never)]
fn no_part_is_a_card_number(text: &str) -> bool {
    !CardNumber::is_in(text)
}

fn is_plain_account(text: &str) -> bool {
    match Iban::parse(text) {
        // No card number is among the digits of an IBAN, as they go on from letters: a test tries.
        Ok(iban) => same(iban.bytes(), text.as_bytes()),
        Err(_) => has_no_outer_blank(text) && !Iban::looks_like(text) && has_no_card_number(text),
    }
}
