//! What rules are written over, a view of the fields of a record, and what they return.

#![allow(clippy::inline_always, reason = "measured: rules run for each record")]

use std::borrow::Cow;

use crate::report::{Fix, IntoParam, Param};
use crate::source::{Certain, bytes_equal};
use crate::value::{Currency, Date};

/// How to fix the value of a field, before the edits of the text are known.
#[derive(Debug, Default)]
pub(crate) enum ValueFix {
    #[default]
    None,
    /// Another text with the same meaning.
    Safe(String),
    /// Another text that may mean something else.
    Unsafe(String),
    /// Remove the field, which does not change the meaning of the record.
    Remove,
    /// Remove a null. This is safe even for a key, as a null is not a key.
    RemoveNull,
    /// An edit that changes more than the field.
    Edit(Fix),
}

impl ValueFix {
    /// Creates a fix to another text, which has the same meaning if it is safe.
    pub(crate) fn new(safe: bool, text: impl Into<String>) -> Self {
        if safe {
            Self::Safe(text.into())
        } else {
            Self::Unsafe(text.into())
        }
    }

    /// Creates an unsafe fix to a guessed text, or no fix if there is no guess.
    pub(crate) fn from_guess(text: Option<impl ToString>) -> Self {
        text.map_or(Self::None, |text| Self::Unsafe(text.to_string()))
    }
}

/// The violation of a rule by a record or by one of its fields, without the rule.
#[derive(Debug, Default)]
pub(crate) struct Violation {
    /// The field whose span the finding gets. None means the whole record, or the value that is being checked.
    pub(super) field: Option<usize>,
    /// Whether the finding names the field.
    pub(super) names_field: bool,
    pub(super) params: Vec<(&'static str, Param)>,
    pub(super) fix: ValueFix,
}

impl Violation {
    /// Creates a violation at a field.
    pub(crate) fn at(field: usize) -> Self {
        Self {
            field: Some(field),
            ..Self::default()
        }
    }

    /// Creates a violation at a field, whose finding names the field.
    pub(crate) fn naming(field: usize) -> Self {
        Self {
            names_field: true,
            ..Self::at(field)
        }
    }

    pub(crate) fn param(mut self, name: &'static str, value: impl IntoParam) -> Self {
        self.params.push((name, value.into_param()));
        self
    }
}

impl From<ValueFix> for Violation {
    fn from(fix: ValueFix) -> Self {
        Self {
            fix,
            ..Self::default()
        }
    }
}

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
    #[inline(always)]
    fn with_bytes<R>(&self, field: usize, take: impl FnOnce(&[u8]) -> R) -> Option<R> {
        let text = self.text(field)?;
        Some(take(text.as_bytes()))
    }

    /// Returns whether the text of a field is this word.
    #[inline(always)]
    fn equals(&self, field: usize, word: &str) -> bool {
        let is_word = self.with_bytes(field, |text| bytes_equal(text, word.as_bytes()));
        is_word == Some(true)
    }

    /// Returns the three letters of a currency code.
    #[inline(always)]
    fn letters(&self, currency: usize) -> Option<[u8; 3]> {
        self.with_bytes(currency, |code| code.try_into().ok())?
    }

    /// Returns whether accounts in this currency exist today.
    #[inline(always)]
    fn is_active(&self, currency: usize) -> Option<bool> {
        Some(Currency::is_active(self.letters(currency)?))
    }

    /// Returns the number of decimals of a currency, if ISO 4217 defines one.
    #[inline(always)]
    fn minor_units(&self, currency: usize) -> Option<u8> {
        Currency::minor_units_of(self.letters(currency)?)
    }

    /// Returns the number of decimals that an amount is written with.
    #[inline(always)]
    fn decimals(&self, amount: usize) -> Option<usize> {
        self.with_bytes(amount, decimals_of)
    }

    /// Returns the date of a field.
    fn day(&self, field: usize) -> Option<Date> {
        Date::parse(&self.text(field)?).ok()
    }

    /// Returns whether the first field has an earlier date than the second.
    #[inline(always)]
    fn is_before(&self, first: usize, second: usize) -> bool {
        let first = self.with_bytes(first, date_sort_key);
        let second = self.with_bytes(second, date_sort_key);
        let (Some(first), Some(second)) = (first, second) else {
            return false;
        };
        first < second
    }
}

/// Returns the number of decimals of an amount.
#[inline]
fn decimals_of(amount: &[u8]) -> usize {
    if let [.., b'.', _, _] = amount {
        return 2;
    }
    let digits_after_point = amount.iter().rev().position(|byte| *byte == b'.');
    digits_after_point.unwrap_or(0)
}

/// Returns a sort key for a date in the form YYYY-MM-DD: its first two bytes and its last eight, as two numbers.
#[inline]
fn date_sort_key(day: &[u8]) -> (u16, u64) {
    // A date in this form has ten bytes, so both are there.
    let century = day.first_chunk().copied().certain();
    let rest = day.last_chunk().copied().unwrap_or_default();
    (u16::from_be_bytes(century), u64::from_be_bytes(rest))
}
