use std::error::Error;
use std::fmt;

use super::key::{Key, keys};
use super::plan::{KnownTransactions, Plan, plan_with};
use super::related::find_known;
use super::stored_statement::StoredStatement;
use super::verdict::OnConflict;
use crate::transactions::Transaction;
use crate::value::AccountIdentifier;

/// Storage for imported transactions.
///
/// A store promises the following, and `dedup::conformance` tests it:
///
/// - **Exact keys.** A key is the account and the id as they were sent, byte for byte. Two keys that differ in any byte are different.
/// - **Look-up.** For every key, [`look_up`](Self::look_up) returns the transaction that has it. If there is none, it returns the first with
///   its id on another spelling of its account, and the first with the core of its content on any spelling of its account; nothing of a key that [seeks only an id](Key::is_only_id). The transactions for all keys
///   together are in the order in which they were committed. A look-up changes nothing.
/// - **Atomic commits.** [`commit`](Self::commit) creates all new transactions of a plan, in its order, or none of them. When it returns, the
///   transactions are as safe as the store can make them.
/// - **Unique keys.** If a key that is new in a plan exists by now, because another import was faster, nothing is created and the plan is
///   [outdated](CommitError::Outdated). A transaction in the store is never changed or removed.
///
/// Commit a plan once: every commit creates its transactions without an id again. Suspects are found at the time of the look-up; of two
/// imports at the same time, neither suspects the other.
///
/// A store blocks the thread that calls it while it waits for a disk, a database or another import: asynchronous code calls it on a thread for such work, such as
/// tokio's `spawn_blocking`.
///
/// The documentation of [`dedup`](crate::dedup) has an example of a store in a database of your own.
pub trait Store {
    /// The error of a look-up or a commit that fails.
    type Error: Error + Send + Sync + 'static;

    /// Returns the known transactions for some keys.
    ///
    /// # Errors
    ///
    /// The store can't be read.
    fn look_up(&self, keys: &[Key<'_>]) -> Result<KnownTransactions, Self::Error>;

    /// Creates all new transactions of a plan and, if the store remembers statements, those of the plan, or nothing at all.
    ///
    /// # Errors
    ///
    /// [`CommitError::Outdated`] if a new key of the plan exists by now, [`CommitError::Failed`] if the store can't be written.
    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<Self::Error>>;

    /// Plans an import with the transactions that are known now. Changes nothing.
    ///
    /// # Errors
    ///
    /// The store can't be read.
    fn plan<'b>(&self, keys: Vec<Key<'b>>) -> Result<Plan<'b>, Self::Error> {
        self.plan_with(keys, OnConflict::default())
    }

    /// Plans an import as [`plan`](Self::plan) does, and what to do with conflicts.
    ///
    /// # Errors
    ///
    /// The store can't be read.
    fn plan_with<'b>(
        &self,
        keys: Vec<Key<'b>>,
        on_conflict: OnConflict,
    ) -> Result<Plan<'b>, Self::Error> {
        let known = find_known(&keys, |keys| self.look_up(keys))?;
        Ok(plan_with(keys, &known, on_conflict))
    }

    /// Returns the remembered statements of an account, or of all accounts, in any order. There are none, unless the store remembers statements.
    ///
    /// # Errors
    ///
    /// The store can't be read.
    fn statements(
        &self,
        account: Option<&AccountIdentifier>,
    ) -> Result<Vec<StoredStatement>, Self::Error> {
        let _ = account;
        Ok(Vec::new())
    }
}

/// Why a plan was not committed. Nothing of it was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommitError<E> {
    /// A key that is new in the plan exists by now. Look up and plan again.
    Outdated,
    /// The store failed.
    Failed(E),
}

/// Imports transactions: looks up known ones, plans, and commits. Starts again if another import was faster.
///
/// # Errors
///
/// [`CommitError::Failed`] if the store fails. [`CommitError::Outdated`] only if the store breaks its promises.
///
/// ```
/// use universal_accounting::dedup::{self, MemoryStore};
/// use universal_accounting::report::Policy;
/// use universal_accounting::transactions;
///
/// let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1",
///     "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}, {"amount": "x"}]}"#;
/// let reading = transactions::read(payload, &Policy::new());
/// assert!(reading.is_importable()); // otherwise nothing of it may be imported
///
/// let store = MemoryStore::new();
/// let first = dedup::import(&store, &reading.values)?.result(reading.rejected.len());
/// assert_eq!((first.existing_transactions, first.new_transactions, first.error_transactions), (0, 1, 1));
/// let again = dedup::import(&store, &reading.values)?.result(reading.rejected.len());
/// assert_eq!((again.existing_transactions, again.new_transactions, again.error_transactions), (1, 0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import<'b, S: Store + ?Sized>(
    store: &S,
    batch: &'b [Transaction],
) -> Result<Plan<'b>, CommitError<S::Error>> {
    import_with(store, batch, OnConflict::default())
}

/// Imports transactions as [`import`] does, and what to do with conflicts.
///
/// # Errors
///
/// As [`import`].
pub fn import_with<'b, S: Store + ?Sized>(
    store: &S,
    batch: &'b [Transaction],
    on_conflict: OnConflict,
) -> Result<Plan<'b>, CommitError<S::Error>> {
    import_statements(store, keys(batch), &[], on_conflict)
}

/// Imports transactions as [`import_with`] does, by their keys, with the statements that they come from.
///
/// # Errors
///
/// As [`import`].
pub fn import_statements<'b, S: Store + ?Sized>(
    store: &S,
    mut keys: Vec<Key<'b>>,
    statements: &'b [StoredStatement],
    on_conflict: OnConflict,
) -> Result<Plan<'b>, CommitError<S::Error>> {
    let mut last_new = None;
    loop {
        let plan = store
            .plan_with(keys, on_conflict)
            .map_err(CommitError::Failed)?
            .with_statements(statements);
        match store.commit(&plan) {
            Ok(()) => return Ok(plan),
            Err(CommitError::Outdated) => {
                // Every faster import makes a new key known, so that the next plan is another one. Otherwise the store breaks its promises, and this would never end.
                let ids = plan.new_keys().map(|key| key.transaction_id().cloned());
                let new = Some(ids.collect::<Vec<_>>());
                if new == last_new {
                    return Err(CommitError::Outdated);
                }
                (keys, last_new) = (plan.into_keys(), new);
            }
            Err(failed) => return Err(failed),
        }
    }
}

impl<E: fmt::Display> fmt::Display for CommitError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outdated => {
                formatter.write_str("another import created a transaction meanwhile; plan again")
            }
            Self::Failed(error) => error.fmt(formatter),
        }
    }
}

impl<E: Error + 'static> Error for CommitError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Outdated => None,
            Self::Failed(error) => error.source(),
        }
    }
}
