//! A view of the fields of one record, which rules are written over.

use std::borrow::Cow;

use crate::source::{Span, bytes_equal};
use crate::value::{Currency, Date};

/// The fields of one record, as rules see them. Only texts in which no error was found are visible, unless a method says otherwise.
pub(crate) trait Fields {
    /// Returns whether a field has a value, valid or not.
    fn has(&self, field: usize) -> bool;

    /// Returns the text of a field.
    fn text(&self, field: usize) -> Option<Cow<'_, str>>;

    /// Returns the text of a field, valid or not. The text of an absent field is empty.
    fn unchecked_text(&self, field: usize) -> Cow<'_, str> {
        self.text(field).unwrap_or_default()
    }

    /// Calls `take` with the bytes of a field whose text is a single word. It must not be called for free text, which may have escapes.
    #[inline]
    fn with_bytes<R>(&self, field: usize, take: impl FnOnce(&[u8]) -> R) -> Option<R> {
        self.text(field).map(|text| take(text.as_bytes()))
    }

    /// Returns whether the text of a field is this word.
    #[inline]
    fn equals(&self, field: usize, word: &str) -> bool {
        self.with_bytes(field, |text| bytes_equal(text, word.as_bytes()))
            .unwrap_or_default()
    }

    /// Returns the three letters of a currency code.
    #[inline]
    fn letters(&self, currency: usize) -> Option<[u8; 3]> {
        self.with_bytes(currency, |code| code.try_into().ok())?
    }

    /// Returns whether accounts in this currency exist today.
    #[inline]
    fn is_active(&self, currency: usize) -> Option<bool> {
        self.letters(currency).map(Currency::is_active)
    }

    /// Returns the number of decimals of a currency, if ISO 4217 defines one.
    #[inline]
    fn minor_units(&self, currency: usize) -> Option<u8> {
        Currency::minor_units_of(self.letters(currency)?)
    }

    /// Returns the number of decimals that an amount is written with.
    #[inline]
    fn decimals(&self, amount: usize) -> Option<usize> {
        self.with_bytes(amount, |amount| match amount {
            [.., b'.', _, _] => 2,
            _ => amount
                .iter()
                .rev()
                .position(|byte| *byte == b'.')
                .unwrap_or_default(),
        })
    }

    /// Returns the date of a field.
    fn day(&self, field: usize) -> Option<Date> {
        Date::parse(&self.text(field)?).ok()
    }

    /// Returns whether the first field has an earlier date than the second.
    #[inline]
    fn is_before(&self, first: usize, second: usize) -> bool {
        let day = |field| self.with_bytes(field, date_sort_key);
        day(first)
            .zip(day(second))
            .is_some_and(|(first, second)| first < second)
    }
}

/// Returns a sort key for a date in the form YYYY-MM-DD: its first two bytes and its last eight, as two numbers.
#[inline]
fn date_sort_key(day: &[u8]) -> (u16, u64) {
    let (century, rest) = (
        day.first_chunk::<2>().copied(),
        day.last_chunk::<8>().copied(),
    );
    (
        u16::from_be_bytes(century.unwrap_or_default()),
        u64::from_be_bytes(rest.unwrap_or_default()),
    )
}

/// The fields of a record in a list, whose values are compared with the values of other records.
pub(crate) trait ListedFields<'s>: Fields {
    /// Returns the text of a field, borrowed from the source where that is possible.
    fn source_text(&self, field: usize) -> Option<Cow<'s, str>>;

    /// Returns the span of a string, including its quotes.
    fn span_of(&self, field: usize) -> Span;

    /// Calls `take` with the bytes of a key and the offset of its first byte, inside the quotes.
    #[inline]
    fn with_key(&self, field: usize, take: impl FnOnce(&[u8], usize)) {
        self.with_bytes(field, |key| take(key, self.span_of(field).start + 1));
    }
}
