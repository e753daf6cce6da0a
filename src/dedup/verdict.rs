use std::fmt;

use super::content::Difference;
use super::entry::Entry;

/// What becomes of a transaction (decisions, import).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It is created.
    New,
    /// It is created, but is like one that exists.
    Suspect(Box<Suspect>),
    /// It exists and is not created again.
    Existing {
        /// Whether its text differs from the one that exists, and nothing else does.
        other_text: bool,
    },
    /// It exists with other content. It is not created again, and what exists stays as it is.
    Conflict(Box<Conflict>),
}

impl Verdict {
    /// Whether the transaction is created.
    #[must_use]
    pub const fn is_new(&self) -> bool {
        matches!(self, Self::New | Self::Suspect(_))
    }
}

/// A transaction that exists, sent again with other content.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// What differs, in the order of the contract; never empty.
    pub differences: Vec<Difference>,
    /// Whether the text differs too.
    pub other_text: bool,
    /// The index of the one that exists, where that is one sent before in the same batch.
    pub earlier: Option<usize>,
}

/// Tells what differs, but no value.
impl fmt::Display for Conflict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<&str> = self.differences.iter().map(|difference| difference.field).collect();
        let (last, others) = fields.split_last().unwrap_or((&"content", &[]));
        let fields = if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
        write!(formatter, "exists with another {fields}; it stays as it is")
    }
}

/// A new transaction that is like one that exists, and may be the same booking.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suspect {
    /// In what way.
    pub likeness: Likeness,
    /// The one that it is like: the first of them.
    pub like: Entry,
    /// The index of that one, where it was sent before in the same batch.
    pub earlier: Option<usize>,
}

/// In what way a new transaction is like one that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Likeness {
    /// One with its id exists on the same account in another spelling.
    OtherSpelling,
    /// One with the same content exists on its account under another id.
    OtherId,
    /// One with the same content exists on its account, and one of the two has no id.
    NoId,
}

impl Likeness {
    /// The word for it in machine-readable output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OtherSpelling => "other-spelling",
            Self::OtherId => "other-id",
            Self::NoId => "no-id",
        }
    }
}

/// Tells why it is suspected and what to do, but no value.
impl fmt::Display for Suspect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.likeness {
            Likeness::OtherSpelling => {
                "new, but the id exists on the same account in another spelling; to the service another spelling is \
                 another account, so send each account in one spelling, an IBAN without blanks and in upper case"
            }
            Likeness::OtherId => {
                "new, but one with the same content exists on this account under another id; check that it is another \
                 booking, and not the same one from another source"
            }
            Likeness::NoId => {
                "new, but one with the same content exists on this account; without an id on both nobody can tell whether \
                 it is the same booking, so send transactions with their transactionId"
            }
        })
    }
}
