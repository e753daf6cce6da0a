use std::collections::BTreeMap;

use serde::Deserialize;

/// A kind of row that is no booking of its own: all that is said of it must fit.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct RowRule {
    /// The columns that must be empty.
    #[serde(default)]
    pub empty: Vec<String>,
    /// The columns that must not be empty.
    #[serde(default)]
    pub filled: Vec<String>,
    /// The columns that must hold words: neither nothing, nor a day or a number, nor digits alone.
    #[serde(default)]
    pub worded: Vec<String>,
    /// For columns the words of which one must stand there; `Saldo*` is any that begins so, `*_REJECTED` any that ends so.
    #[serde(default)]
    pub says: BTreeMap<String, Vec<String>>,
    /// How many cells of the row are not empty.
    #[serde(default)]
    pub cells: Option<usize>,
    /// What the row is then.
    pub is: RowKind,
    /// Of a part, whether its amount is told and not added to those of the others, as that of a cost within the booking.
    #[serde(default)]
    pub apart: bool,
    /// Of a total, the end of the statement whose balance its last number is.
    #[serde(default)]
    pub balance: Option<Bound>,
}

/// What a row is that is no booking of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RowKind {
    /// A part of the collective booking above, with an amount.
    Part,
    /// More text of the booking above, in whatever column.
    Continuation,
    /// More text of the booking above, in the columns of text.
    Annotation,
    /// Not booked yet.
    Pending,
    /// Reverted, declined or merely authorised.
    Void,
    /// A total or a balance.
    Total,
    /// Something else that moved nothing.
    Other,
}

/// An end of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Bound {
    /// Before the first booking.
    Opening,
    /// After the last one.
    Closing,
}

/// The words of a status column; `*_REJECTED` is any word that ends so.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Status {
    /// The column.
    pub column: String,
    /// Words for what is booked; an empty one where an empty cell means that.
    pub booked: Vec<String>,
    /// Words for what is not booked yet.
    #[serde(default)]
    pub pending: Vec<String>,
    /// Words for what will never be booked: reverted, declined, merely authorised.
    #[serde(default)]
    pub void: Vec<String>,
}

impl Status {
    /// Whether a word is one of the column's.
    pub(in crate::bank) fn knows(&self, word: &str) -> bool {
        [&self.booked, &self.pending, &self.void].into_iter().any(|words| is_among(word, words))
    }
}

/// Whether a text is one of a profile's words, in whatever case.
pub(in crate::bank) fn is_among(text: &str, words: &[String]) -> bool {
    // Every row comes here, so that no word is copied to be compared.
    words.iter().any(|word| {
        let begins = word.strip_suffix('*').is_some_and(|head| is_start(lowered(head), lowered(text)));
        let ends = word.strip_prefix('*').is_some_and(|tail| is_start(lowered(tail).rev(), lowered(text).rev()));
        begins || ends || lowered(word).eq(lowered(text))
    })
}

fn lowered(text: &str) -> impl DoubleEndedIterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

fn is_start(mut start: impl Iterator<Item = char>, mut of: impl Iterator<Item = char>) -> bool {
    start.all(|one| of.next() == Some(one))
}

/// Where the rows end: at a line with few cells.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Footer {
    /// Whether any line with few cells is the footer that has a blank line before it.
    #[serde(default)]
    pub after_blank_line: bool,
    /// How many cells of its first line are not empty, at most.
    #[serde(default = "one")]
    pub cells: usize,
    /// What the footer may begin with, also without a blank line before it.
    #[serde(default)]
    pub labels: Vec<String>,
}

const fn one() -> usize {
    1
}
