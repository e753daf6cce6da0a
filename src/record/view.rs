//! A view of the fields of one record, over which rules are stated.

use std::borrow::Cow;

use crate::source::{Span, bytes_equal};
use crate::value::{Amount, Currency, Date};

/// The fields of one record, as rules see them. A text counts only if no error was found in it.
pub(crate) trait Fields {
    /// Returns whether a field has a value, right or wrong.
    fn has(&self, field: usize) -> bool;

    /// Returns the text of a field.
    fn text(&self, field: usize) -> Option<Cow<'_, str>>;

    /// Returns the text of a field, right or wrong; an empty one where it is absent.
    fn written(&self, field: usize) -> Cow<'_, str> {
        self.text(field).unwrap_or_default()
    }

    /// Calls `take` with the bytes of a field that holds one word: text in words may have escapes.
    #[inline]
    fn with_bytes<R>(&self, field: usize, take: impl FnOnce(&[u8]) -> R) -> Option<R> {
        self.text(field).map(|text| take(text.as_bytes()))
    }

    /// Returns whether a field holds this word.
    #[inline]
    fn is(&self, field: usize, word: &str) -> bool {
        self.with_bytes(field, |held| bytes_equal(held, word.as_bytes())).unwrap_or_default()
    }

    /// Returns the three letters of a currency code.
    #[inline]
    fn letters(&self, currency: usize) -> Option<[u8; 3]> {
        self.with_bytes(currency, |code| code.try_into().ok())?
    }

    /// Returns whether a code is that of a currency in which accounts are kept today.
    #[inline]
    fn is_active(&self, currency: usize) -> Option<bool> {
        self.letters(currency).map(Currency::is_active)
    }

    /// Returns how many decimals the amounts of a currency have, if they have a certain number.
    #[inline]
    fn minor_units(&self, currency: usize) -> Option<u8> {
        Currency::minor_units_of(self.letters(currency)?)
    }

    /// Returns how many decimals an amount is written with.
    #[inline]
    fn decimals(&self, amount: usize) -> Option<usize> {
        self.with_bytes(amount, |amount| match amount {
            [.., b'.', _, _] => 2,
            _ => amount.iter().rev().position(|byte| *byte == b'.').unwrap_or_default(),
        })
    }

    /// Returns how many decimals an amount needs: trailing zeros aren't counted.
    fn significant_decimals(&self, amount: usize) -> Option<usize> {
        Amount::check(&self.text(amount)?).ok().map(|shape| shape.significant_decimals().into())
    }

    /// Returns the day of a field.
    fn day(&self, field: usize) -> Option<Date> {
        Date::parse(&self.text(field)?).ok()
    }

    /// Returns whether the day of one field is before that of another.
    #[inline]
    fn is_before(&self, one: usize, other: usize) -> bool {
        let day = |field| self.with_bytes(field, day_number);
        day(one).zip(day(other)).is_some_and(|(one, other)| one < other)
    }
}

/// Days in the form of the contract compare as their texts do, so from the third digit of the year on as numbers of eight bytes do.
#[inline]
fn day_number(day: &[u8]) -> (u16, u64) {
    let (century, rest) = (day.first_chunk::<2>().copied(), day.last_chunk::<8>().copied());
    (u16::from_be_bytes(century.unwrap_or_default()), u64::from_be_bytes(rest.unwrap_or_default()))
}

/// The fields of a record of a list, whose values are compared with those of other records.
pub(crate) trait ListedFields<'s>: Fields {
    /// Returns the text of a field for as long as the file is there.
    fn lasting_text(&self, field: usize) -> Option<Cow<'s, str>>;

    /// Returns the place of a string, quotes included.
    fn place_of(&self, field: usize) -> Span;

    /// Calls `take` with the bytes of a key and with where it begins, inside of its quotes.
    #[inline]
    fn with_key(&self, field: usize, take: impl FnOnce(&[u8], usize)) {
        self.with_bytes(field, |key| take(key, self.place_of(field).start + 1));
    }
}
