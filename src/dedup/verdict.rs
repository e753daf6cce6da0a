use std::fmt;

use super::content::ContentDifference;
use super::known::KnownTransaction;
use crate::transactions::ReferenceKind;

/// What an import does with a transaction whose id another booking has.
///
/// Bookings with the same reference of the bank, direction, amount and day have the same id. They are different bookings if another reference of the payment
/// differs, such as the end-to-end id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum OnConflict {
    /// It is reported, and not created.
    #[default]
    Report,
    /// It is created with the next occurrence number in its id.
    Add,
}

/// What an import does with a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The transaction is created.
    New,
    /// The transaction is created, but may be the same booking as a known one.
    Suspect(Box<Suspect>),
    /// The transaction exists and is not created again.
    Existing {
        /// Whether its text differs from that of the known transaction. Nothing else differs.
        text_differs: bool,
    },
    /// The transaction exists with other content. It is not created again, and the known transaction is not changed.
    Conflict(Box<Conflict>),
    /// Another booking has its id. The transaction is created with the next occurrence number in its id, as [`OnConflict::Add`] says.
    Added(Box<Conflict>),
}

impl Verdict {
    /// Returns whether the transaction is created.
    #[must_use]
    pub const fn is_new(&self) -> bool {
        matches!(self, Self::New | Self::Suspect(_) | Self::Added(_))
    }

    /// Returns the word in machine-readable output.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Suspect(_) => "suspect",
            Self::Existing { .. } => "existing",
            Self::Conflict(_) => "conflict",
            Self::Added(_) => "added",
        }
    }
}

/// Writes the word, and what a [`Suspect`] and a [`Conflict`] say. None of it has a value of a transaction.
impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())?;
        match self {
            Self::Suspect(suspect) => write!(formatter, ": {suspect}"),
            Self::Conflict(conflict) => write!(formatter, ": {conflict}"),
            Self::New | Self::Existing { .. } | Self::Added(_) => Ok(()),
        }
    }
}

/// A transaction that exists and was sent again with other content.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The fields that differ, in the order of the contract.
    pub differences: Vec<ContentDifference>,
    /// The kinds of references in the texts that differ. If there are any, these are two bookings.
    pub references: Vec<ReferenceKind>,
    /// Whether the balances of statements prove that these are two bookings: one is in a statement that follows the statement of the other.
    pub is_proved: bool,
    /// Whether the text differs too.
    pub text_differs: bool,
    /// The index in the batch of the known transaction, if it comes from the same batch.
    pub batch_index: Option<usize>,
}

impl Conflict {
    /// Returns whether these are two bookings with one id.
    pub(super) const fn is_other_booking(&self) -> bool {
        self.is_proved || !self.references.is_empty()
    }
}

/// Names the fields that differ, but none of their values.
impl fmt::Display for Conflict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_proved {
            return formatter.write_str(
                "another booking has its id: the balances of their statements prove that both took place; it was not imported",
            );
        }
        let fields = self.differences.iter().map(|difference| difference.field);
        let references = self.references.iter().map(|kind| kind.as_str());
        let differing: Vec<&str> = fields.chain(references).collect();
        let (last, others) = differing.split_last().unwrap_or((&"content", &[]));
        let differing = if others.is_empty() {
            (*last).to_owned()
        } else {
            format!("{} and {last}", others.join(", "))
        };
        write!(
            formatter,
            "exists with another {differing}; it stays as it is"
        )
    }
}

/// A new transaction that is similar to a known one, and may be the same booking.
///
/// ```
/// use universal_accounting::dedup::{self, KnownTransactions, SuspectReason, Verdict};
/// use universal_accounting::report::Policy;
/// use universal_accounting::transactions;
///
/// let payload = r#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1",
///     "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
/// let known = transactions::read(payload.as_bytes(), &Policy::new()).values;
/// let known: KnownTransactions = known.iter().map(dedup::KnownTransaction::from).collect();
///
/// // The same booking from another source, with another id.
/// let sent = transactions::read(payload.replace("\"1\"", "\"A-7\"").as_bytes(), &Policy::new()).values;
/// let plan = dedup::plan(dedup::keys(&sent), &known);
/// let Some((_, Verdict::Suspect(suspect))) = plan.verdicts().next() else { panic!("{plan:?}") };
/// assert_eq!(suspect.reason, SuspectReason::OtherId);
/// assert_eq!(suspect.similar_to.transaction_id().map(|id| id.as_str()), Some("1"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suspect {
    /// Why it is suspected.
    pub reason: SuspectReason,
    /// The known transaction that it is similar to; of several, the first.
    pub similar_to: KnownTransaction,
    /// The index in the batch of that transaction, if it comes from the same batch.
    pub batch_index: Option<usize>,
}

/// Why a new transaction may be the same booking as a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SuspectReason {
    /// A transaction with its id exists on the same account in another spelling.
    OtherSpelling,
    /// A transaction with the same reference of the bank, direction and amount exists on its account, at most five days before or after.
    OtherDay,
    /// A transaction of the same day, amount and direction exists on its account under another id.
    OtherId,
    /// A transaction of the same day, amount and direction exists on its account, and one of the two has no id.
    NoId,
}

impl SuspectReason {
    /// Returns the word for the reason in machine-readable output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OtherSpelling => "other-spelling",
            Self::OtherDay => "other-day",
            Self::OtherId => "other-id",
            Self::NoId => "no-id",
        }
    }
}

impl fmt::Display for SuspectReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Explains the suspicion and says what to do, without any value of the transactions.
impl fmt::Display for Suspect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.reason {
            SuspectReason::OtherSpelling => {
                "new, but this account has a transaction with the same id in another spelling of the account; the service takes \
                 each spelling for another account, so always write it the same way: an IBAN in upper case without blanks"
            }
            SuspectReason::OtherDay => {
                "new, but this account has a transaction with the same reference of the bank, amount and direction a few days before or after; check whether \
                 the bank has reported one booking on two days"
            }
            SuspectReason::OtherId => {
                "new, but this account has a transaction of the same day, amount and direction with another id; check whether both \
                 are the same booking, for example from two sources"
            }
            SuspectReason::NoId => {
                "new, but this account has a transaction of the same day, amount and direction, and one of the two has no id, so nobody can \
                 tell whether they are the same booking; send transactions with their transactionId"
            }
        })
    }
}
