use std::fmt;

use crate::report::{Language, Phrase};
use crate::source::named_enum;

named_enum! {
    /// The reason why a target can't express an entry.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum JournalRefusalReason {
        /// The entry has one line only.
        OneLine = "one-line",
        /// All lines are on one side.
        OneSide = "one-side",
        /// Several lines are on both sides, so that no pairing is published.
        SeveralOnBothSides = "several-on-both-sides",
        /// The lines have several currencies.
        SeveralCurrencies = "several-currencies",
        /// Debits and credits differ.
        Unbalanced = "unbalanced",
        /// A sum has more digits than can be held exactly.
        TooLarge = "too-large",
    }
    /// Returns the reason as a word.
    as_str
}

impl JournalRefusalReason {
    /// Returns the reason as a sentence in English, by which a translation is found.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::OneLine => "the entry has one line only, which pairs with none",
            Self::OneSide => {
                "all lines of the entry are on one side, so that none pairs with another"
            }
            Self::SeveralOnBothSides => {
                "both sides of the entry have several lines, and no pairing of them is published"
            }
            Self::SeveralCurrencies => {
                "the lines of the entry have several currencies, in each of which it would have to balance"
            }
            Self::Unbalanced => "debits and credits of the entry differ",
            Self::TooLarge => "a sum of the entry has more digits than can be held exactly",
        }
    }
}

/// An entry that was not written, because the target can't express it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournalRefusal {
    /// The index of the record, counted from 0.
    pub record: usize,
    /// The index of the entry in the record, counted from 0.
    pub entry: usize,
    /// The id of the record.
    pub record_id: String,
    /// The id of the entry.
    pub entry_id: String,
    /// The reason.
    pub reason: JournalRefusalReason,
}

impl JournalRefusal {
    /// Describes the refusal by numbers instead of ids, for logs that other people read.
    #[must_use]
    pub fn redacted(&self) -> String {
        let [record, entry] = [self.record, self.entry].map(|index| index.saturating_add(1));
        format!("record {record}, entry {entry}: {}", self.reason.message())
    }
}

impl JournalRefusal {
    /// Returns the reason in a language, as a sentence without the record and the entry.
    #[must_use]
    pub fn reason_in(&self, language: Language) -> String {
        Phrase::new(self.reason.message()).text(language)
    }
}

impl fmt::Display for JournalRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            record_id,
            entry_id,
            reason,
            ..
        } = self;
        write!(
            formatter,
            "record `{record_id}`, entry `{entry_id}`: {}",
            reason.message()
        )
    }
}
