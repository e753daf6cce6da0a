use std::collections::BTreeMap;
use std::ops::Range;

use crate::configuration::{json_enum, json_struct};
use crate::format::table::value::content;
use crate::statement::BalanceKind;

json_struct! {
    /// A label above the header. Its value follows in the same cell, or is the next cell to the right that is not empty.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Label {
        /// What the value means.
        pub role: LabelRole = "role";
        /// The label in each language; `Saldo vom *` matches every label that starts with `Saldo vom`. Empty for an
        /// IBAN without a label, and for a balance beside its currency with a label in any language.
        pub labels: Vec<String> = "labels";
        /// Whether the value is in the cell below instead.
        pub value_below: bool = "valueBelow", default;
    }
}

json_enum! {
    /// What a value above the header means.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum LabelRole {
        /// The account, as an IBAN; the cell may hold other text too.
        Iban = "iban",
        /// The bank's own number of the account; the cell may hold other text too.
        Account = "account",
        /// The number of a card, masked; the cell may hold other text too.
        Card = "card",
        /// The currency of the account; the cell may hold an amount too.
        Currency = "currency",
        /// The first date of the period of the statement.
        PeriodStart = "period-start",
        /// The last date of the period of the statement.
        PeriodEnd = "period-end",
        /// Both dates of the period in one cell.
        Period = "period",
        /// The balance before the first entry.
        OpeningBalance = "opening-balance",
        /// The balance after the last entry.
        ClosingBalance = "closing-balance",
        /// The number of bookings, pending ones and those over an amount of zero too.
        EntryCount = "entry-count",
        /// Anything else that is known to be above the header.
        Other = "other",
    }
}

impl LabelRole {
    pub(in crate::format) const fn is_balance(self) -> bool {
        matches!(self, Self::OpeningBalance | Self::ClosingBalance)
    }
}

json_struct! {
    /// A rule that recognizes rows which are not entries. The rule applies if all of its conditions hold.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct RowRule {
        /// The columns that must be empty.
        pub empty: Vec<String> = "empty", default;
        /// The columns that must not be empty.
        pub filled: Vec<String> = "filled", default;
        /// The columns that must hold words: letters, and not just a number or a date.
        pub text: Vec<String> = "text", default;
        /// For each column, the words that it may hold: it must hold one of them. `Saldo*` matches every text that starts with `Saldo`,
        /// `*_REJECTED` every text that ends with `_REJECTED`.
        pub matches: BTreeMap<String, Vec<String>> = "matches", default;
        /// The number of cells of the row that are not empty.
        pub filled_cells: Option<usize> = "filledCells", default;
        /// The kind of these rows.
        pub kind: RowKind = "kind";
        /// For a detail: whether its amount is reported but not added to the sum of the details, like a cost within the entry.
        pub informational: bool = "informational", default;
        /// For a total: whether its last number is the opening or the closing balance.
        pub balance: Option<BalanceKind> = "balance", default;
        /// For a total: whether its amounts are the sums of the amounts of all bookings.
        pub sums: bool = "sums", default;
        /// For a refused row: why it can't be a booking, and where its bookings are.
        pub reason: Option<String> = "reason", default;
    }
}

json_enum! {
    /// What a row is that is not an entry.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum RowKind {
        /// A detail of the batch entry above, with an amount.
        Detail = "detail",
        /// More text of the entry above, in any column.
        Continuation = "continuation",
        /// More text of the entry above, in the text columns.
        Annotation = "annotation",
        /// Not booked yet.
        Pending = "pending",
        /// Reversed, declined or only authorised.
        Void = "void",
        /// A total or a balance.
        Total = "total",
        /// It moved money, but is no booking of one account. It is rejected with the reason.
        Refused = "refused",
        /// Anything else that moved no money.
        Other = "other",
    }
}

impl RowKind {
    /// Returns whether rows of this kind are bookings that were not booked, or not yet.
    pub(in crate::format) const fn is_booking(self) -> bool {
        matches!(self, Self::Pending | Self::Void)
    }
}

json_struct! {
    /// The words of a status column; `*_REJECTED` matches every text that ends with `_REJECTED`.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Status {
        /// The column.
        pub column: String = "column";
        /// The words for a booked entry; an empty word if an empty cell means booked.
        pub booked: Vec<String> = "booked";
        /// The words for an entry that is not booked yet.
        pub pending: Vec<String> = "pending", default;
        /// The words for payments that will never be booked: reversed, declined, only authorised.
        pub void: Vec<String> = "void", default;
    }
}

impl Status {
    /// Returns whether a word is known in any of the lists.
    pub(in crate::format) fn contains(&self, word: &str) -> bool {
        [&self.booked, &self.pending, &self.void]
            .into_iter()
            .any(|words| matches_any(word, words))
    }

    /// Returns the words of all lists.
    pub(in crate::format) fn words(&self) -> impl Iterator<Item = &String> {
        [&self.booked, &self.pending, &self.void]
            .into_iter()
            .flatten()
    }
}

/// Returns whether a text matches one of a profile's words, ignoring case.
pub(in crate::format) fn matches_any(text: &str, words: &[String]) -> bool {
    words.iter().any(|word| matches_word(text, word))
}

/// Returns whether a text matches a word. This runs for every row, so it compares without copying the word.
fn matches_word(text: &str, word: &str) -> bool {
    if !word.contains('*') && word.is_ascii() && text.is_ascii() {
        return word.eq_ignore_ascii_case(text);
    }
    if let Some(head) = word.strip_suffix('*')
        && starts_with(lowercase_chars(head), lowercase_chars(text))
    {
        return true;
    }
    if let Some(tail) = word.strip_prefix('*')
        && starts_with(lowercase_chars(tail).rev(), lowercase_chars(text).rev())
    {
        return true;
    }
    lowercase_chars(word).eq(lowercase_chars(text))
}

/// Returns the part of a text that one of a profile's words fixes: the whole text, or what is before or after the `*`.
pub(in crate::format) fn matched_part(text: &str, word: &str) -> Option<Range<usize>> {
    if !matches_any(text, std::slice::from_ref(&word.to_owned())) {
        return None;
    }
    let fixed = word.trim_matches('*').chars().count();
    if word.ends_with('*') {
        return Some(0..content::end_of_chars(text, fixed));
    }
    if word.starts_with('*') {
        let before = text.chars().count().saturating_sub(fixed);
        return Some(content::end_of_chars(text, before)..text.len());
    }
    Some(0..text.len())
}

fn lowercase_chars(text: &str) -> impl DoubleEndedIterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

fn starts_with(
    mut start: impl Iterator<Item = char>,
    mut text: impl Iterator<Item = char>,
) -> bool {
    start.all(|character| text.next() == Some(character))
}

json_struct! {
    /// The lines below the rows. The first of them has few filled cells.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Footer {
        /// Whether every line with few filled cells that follows a blank line starts the footer.
        pub after_blank_line: bool = "afterBlankLine", default;
        /// The maximum number of filled cells in the first line of the footer.
        pub max_filled_cells: usize = "maxFilledCells", default 1;
        /// The texts that the footer may start with, also without a blank line before it.
        pub labels: Vec<String> = "labels", default;
        /// Whether each page of the statement ends in the footer and starts with the header.
        pub on_each_page: bool = "onEachPage", default;
    }
}
