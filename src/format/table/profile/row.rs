use std::collections::BTreeMap;

use crate::configuration::{json_enum, json_struct};
use crate::statement::BalanceKind;

json_struct! {
    /// A label above the header and what its value is. The value stands behind it in its cell, or in the next cell to its right
    /// that says something.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Label {
        /// What the value is.
        pub role: LabelRole = "role";
        /// The label in each language; `Saldo vom *` is any that begins so. None where an IBAN stands
        /// there without one.
        pub labels: Vec<String> = "labels";
        /// Whether the value stands in the cell below instead.
        pub value_below: bool = "valueBelow", default;
    }
}

json_enum! {
    /// What a value above the header is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum LabelRole {
        /// The account, as an IBAN, perhaps among other things.
        Iban = "iban",
        /// The bank's number of the account, perhaps among other things.
        Account = "account",
        /// The number of a card, masked, perhaps among other things.
        Card = "card",
        /// The currency of the account, perhaps beside an amount.
        Currency = "currency",
        /// The first day that the statement is about.
        PeriodStart = "period-start",
        /// The last day that the statement is about.
        PeriodEnd = "period-end",
        /// Both days in one cell.
        Period = "period",
        /// The balance before the first booking.
        OpeningBalance = "opening-balance",
        /// The balance after the last one.
        ClosingBalance = "closing-balance",
        /// Something else, known to stand above the rows.
        Other = "other",
    }
}

json_struct! {
    /// A kind of row that is no booking of its own: all that is said of it must fit.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct RowRule {
        /// The columns that must be empty.
        pub empty: Vec<String> = "empty", default;
        /// The columns that must not be empty.
        pub filled: Vec<String> = "filled", default;
        /// The columns that must hold words: neither nothing, nor a day or a number, nor digits alone.
        pub text: Vec<String> = "text", default;
        /// For columns the words of which one must stand there; `Saldo*` is any that begins so, `*_REJECTED` any that ends so.
        pub matches: BTreeMap<String, Vec<String>> = "matches", default;
        /// How many cells of the row are not empty.
        pub filled_cells: Option<usize> = "filledCells", default;
        /// What the row is then.
        pub kind: RowKind = "kind";
        /// Of a part, whether its amount is told and not added to those of the others, as that of a cost within the booking.
        pub informational: bool = "informational", default;
        /// Of a total, the end of the statement whose balance its last number is.
        pub balance: Option<BalanceKind> = "balance", default;
    }
}

json_enum! {
    /// What a row is that is no booking of its own.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum RowKind {
        /// A part of the collective booking above, with an amount.
        Detail = "detail",
        /// More text of the booking above, in whatever column.
        Continuation = "continuation",
        /// More text of the booking above, in the columns of text.
        Annotation = "annotation",
        /// Not booked yet.
        Pending = "pending",
        /// Reverted, declined or merely authorised.
        Void = "void",
        /// A total or a balance.
        Total = "total",
        /// Something else that moved nothing.
        Other = "other",
    }
}

json_struct! {
    /// The words of a status column; `*_REJECTED` is any word that ends so.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Status {
        /// The column.
        pub column: String = "column";
        /// Words for what is booked; an empty one where an empty cell means that.
        pub booked: Vec<String> = "booked";
        /// Words for what is not booked yet.
        pub pending: Vec<String> = "pending", default;
        /// Words for what will never be booked: reverted, declined, merely authorised.
        pub void: Vec<String> = "void", default;
    }
}

impl Status {
    /// Whether a word is one of the column's.
    pub(in crate::format) fn contains(&self, word: &str) -> bool {
        [&self.booked, &self.pending, &self.void].into_iter().any(|words| matches_any(word, words))
    }
}

/// Whether a text is one of a profile's words, in whatever case.
pub(in crate::format) fn matches_any(text: &str, words: &[String]) -> bool {
    // Every row comes here, so that no word is copied to be compared.
    words.iter().any(|word| {
        if !word.contains('*') && word.is_ascii() && text.is_ascii() {
            return word.eq_ignore_ascii_case(text);
        }
        let begins =
            word.strip_suffix('*').is_some_and(|head| starts_with(lowercase_chars(head), lowercase_chars(text)));
        let ends = word
            .strip_prefix('*')
            .is_some_and(|tail| starts_with(lowercase_chars(tail).rev(), lowercase_chars(text).rev()));
        begins || ends || lowercase_chars(word).eq(lowercase_chars(text))
    })
}

fn lowercase_chars(text: &str) -> impl DoubleEndedIterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

fn starts_with(mut start: impl Iterator<Item = char>, mut of: impl Iterator<Item = char>) -> bool {
    start.all(|one| of.next() == Some(one))
}

json_struct! {
    /// Where the rows end: at a line with few cells.
    #[derive(Debug, Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Footer {
        /// Whether any line with few cells is the footer that has a blank line before it.
        pub after_blank_line: bool = "afterBlankLine", default;
        /// How many cells of its first line are not empty, at most.
        pub max_filled_cells: usize = "maxFilledCells", default 1;
        /// What the footer may begin with, also without a blank line before it.
        pub labels: Vec<String> = "labels", default;
    }
}
