use super::following_days::FollowingDays;
use super::key::{Key, keys};
use super::plan::Plan;
use super::stored_statement::StoredStatement;
use super::verdict::OnConflict;
use crate::transactions::Transaction;

/// Transactions that are imported part by part, because all of them together would need too much memory.
///
/// ```
/// use std::slice::Chunks;
/// use universal_accounting::dedup::{MemoryStore, Parts, Plan, Store, UnreadablePart};
/// use universal_accounting::report::Policy;
/// use universal_accounting::transactions::{self, Transaction};
///
/// /// Transactions that are in memory after all, a hundred at a time.
/// struct Hundreds<'t> {
///     all: &'t [Transaction],
///     rest: Chunks<'t, Transaction>,
///     new: usize,
/// }
///
/// impl Parts for Hundreds<'_> {
///     fn rewind(&mut self) {
///         (self.rest, self.new) = (self.all.chunks(100), 0);
///     }
///     fn next_part(&mut self) -> Result<Option<Vec<Transaction>>, UnreadablePart> {
///         Ok(self.rest.next().map(<[_]>::to_vec))
///     }
///     fn take_plan(&mut self, plan: &Plan<'_>) {
///         self.new += plan.new_keys().count();
///     }
/// }
///
/// let payload = br#"{"transactions": [{"accountIdentifier": "Kasse", "transactionId": "1", "amount": "5", "currency": "CHF"}]}"#;
/// let all = transactions::read(payload, &Policy::new()).values;
/// let mut parts = Hundreds { all: &all, rest: all.chunks(100), new: 0 };
/// assert!(MemoryStore::new().import_parts(&mut parts)?);
/// assert_eq!(parts.new, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Parts {
    /// Goes back to the first part. A store calls this before each attempt, and it makes another one if it lost its connection.
    fn rewind(&mut self);

    /// Returns the next part, or `None` after the last one.
    ///
    /// # Errors
    ///
    /// The part can't be read. Then nothing is imported.
    fn next_part(&mut self) -> Result<Option<Vec<Transaction>>, UnreadablePart>;

    /// Returns all parts together, for a store that plans them at once.
    ///
    /// # Errors
    ///
    /// A part can't be read.
    fn all_parts(&mut self) -> Result<Vec<Transaction>, UnreadablePart> {
        self.rewind();
        let mut all = Vec::new();
        while let Some(part) = self.next_part()? {
            all.extend(part);
        }
        Ok(all)
    }

    /// Returns the days on which no stored booking can be one of the parts, as [`compare_with_stored`](super::compare_with_stored) finds them. None, unless this is
    /// overridden.
    fn following_days(&self) -> Option<&FollowingDays> {
        None
    }

    /// Returns the keys of a part, which know of the [following days](Self::following_days).
    fn keys<'b>(&self, part: &'b [Transaction]) -> Vec<Key<'b>> {
        match self.following_days() {
            Some(days) => days.keys(part),
            None => keys(part),
        }
    }

    /// Returns what to do with transactions whose id another booking has. They are reported, unless this is overridden.
    fn on_conflict(&self) -> OnConflict {
        OnConflict::default()
    }

    /// Returns the statements that the transactions come from. The store remembers those that it doesn't have, in the same commit as the transactions, also if
    /// none of the transactions is new. It does not remember one of which it leaves out a booking that balances prove to be new, so that the next import finds it again. There are none, unless this is overridden.
    fn statements(&self) -> &[StoredStatement] {
        &[]
    }

    /// Takes the verdicts on the part that was returned last. The indexes in them count from the first transaction of the first part.
    fn take_plan(&mut self, plan: &Plan<'_>);
}

/// A part of an import can't be read. The caller, who has the parts, knows why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnreadablePart;
