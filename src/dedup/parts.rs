use super::plan::Plan;
use crate::transactions::Transaction;

/// Transactions that are imported part by part, because all of them together would need too much memory.
pub trait Parts {
    /// Goes back to the first part. A store calls this before each attempt, and it makes another one if it lost its connection.
    fn rewind(&mut self);

    /// Returns the next part, or `None` after the last one.
    ///
    /// # Errors
    ///
    /// The part can't be read. Then nothing is imported.
    fn next_part(&mut self) -> Result<Option<Vec<Transaction>>, UnreadablePart>;

    /// Takes the verdicts on the part that was returned last. The indexes in them count from the first transaction of the first part.
    fn take_plan(&mut self, plan: &Plan<'_>);
}

/// A part of an import can't be read. The caller, who has the parts, knows why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnreadablePart;
