use std::error::Error;
use std::fmt;

use super::key::{Key, keys};
use super::plan::{Known, Plan, plan};
use crate::transactions::Transaction;

/// Where imported transactions are kept.
///
/// What a store promises, and what `dedup::conformance` (feature `testing`) tests of it:
///
/// - **Exact.** A key is the account and the id as they were sent, byte for byte. Two that differ in anything are two.
/// - **Known.** [`look_up`](Self::look_up) tells of every key the transaction that has it; where there is none, the first that has its id on
///   another spelling of its account, and the first that has its content on any spelling of its account. What it tells is in the order in
///   which it was committed, over all keys. It changes nothing.
/// - **Atomic.** [`commit`](Self::commit) creates all that is new in a plan, in its order, or nothing. When it returns, the transactions are
///   as safe as the store can make them.
/// - **Once.** Where a key that is new in a plan exists by now, since somebody else committed it meanwhile, nothing is created
///   and the plan is [outdated](CommitError::Outdated). What is held is never changed or taken out.
///
/// A plan is for one commit: transactions without an id would be created by each. Suspects are those of the moment of the look-up, and of
/// two imports at the same time neither suspects the other.
pub trait Store {
    /// Why it could not be asked, or could not keep something.
    type Error: Error + 'static;

    /// What is known of some keys.
    fn look_up(&self, keys: &[Key<'_>]) -> Result<Known, Self::Error>;

    /// Creates what is new in a plan: all of it or nothing.
    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<Self::Error>>;

    /// Plans an import by what is known of its keys now. It changes nothing.
    fn plan<'b>(&self, keys: Vec<Key<'b>>) -> Result<Plan<'b>, Self::Error> {
        let known = self.look_up(&keys)?;
        Ok(plan(keys, &known))
    }
}

/// Why a plan was not committed. Nothing of it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommitError<E> {
    /// A key that the plan holds for new exists by now. Look up and plan again.
    Outdated,
    /// The store could not keep it.
    Failed(E),
}

/// Imports transactions: looks up what is known, plans, and commits; anew where somebody else was faster.
///
/// ```
/// use universal_accounting::dedup::{self, MemoryStore};
/// use universal_accounting::report::Policy;
/// use universal_accounting::transactions;
///
/// let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1",
///     "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}, {"amount": "x"}]}"#;
/// let reading = transactions::read(payload, &Policy::new());
/// assert!(reading.can_be_taken()); // else nothing of it may be imported
///
/// let store = MemoryStore::new();
/// let first = dedup::import(&store, &reading.values)?.result(reading.rejected.len());
/// assert_eq!((first.existing_transactions, first.new_transactions, first.error_transactions), (0, 1, 1));
/// let again = dedup::import(&store, &reading.values)?.result(reading.rejected.len());
/// assert_eq!((again.existing_transactions, again.new_transactions, again.error_transactions), (1, 0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import<'b, S: Store>(store: &S, batch: &'b [Transaction]) -> Result<Plan<'b>, CommitError<S::Error>> {
    let (mut keys, mut least) = (keys(batch), usize::MAX);
    loop {
        let plan = store.plan(keys).map_err(CommitError::Failed)?;
        match store.commit(&plan) {
            Ok(()) => return Ok(plan),
            Err(CommitError::Outdated) => {
                // Each time that somebody else was faster at least one more key exists, or the store breaks its promise.
                let new = plan.new_keys().count();
                if new >= least {
                    return Err(CommitError::Outdated);
                }
                (keys, least) = (plan.into_keys(), new);
            }
            Err(failed) => return Err(failed),
        }
    }
}

impl<E: fmt::Display> fmt::Display for CommitError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outdated => formatter.write_str("a transaction was created meanwhile by somebody else; plan again"),
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
