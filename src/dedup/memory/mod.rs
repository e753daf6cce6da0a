//! The reference store, in memory.

mod snapshot;

use std::convert::Infallible;
use std::fmt;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

pub use snapshot::SnapshotError;

use super::key::Key;
use super::known::KnownTransaction;
use super::plan::{KnownTransactions, Plan};
use super::store::{CommitError, Store};

/// A store in memory: for tests, for programs that save [snapshots](Self::snapshot), and as the reference for other stores.
///
/// It compares whole keys, and keeps of a text only what a snapshot has. Threads can share it: look-ups run in parallel, a commit excludes them and
/// other commits.
///
/// ```
/// use std::thread;
/// use universal_accounting::dedup::{self, MemoryStore};
/// # use universal_accounting::{report::Policy, transactions};
/// # let payload = br#"{"transactions": [{"accountIdentifier": "A", "transactionId": "1", "amount": "1", "currency": "CHF"}]}"#;
/// # let batch = transactions::read(payload, &Policy::new()).values;
///
/// let store = MemoryStore::new();
/// let new: u64 = thread::scope(|scope| {
///     let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| dedup::import(&store, &batch))).collect();
///     threads.into_iter().map(|thread| thread.join().unwrap().unwrap().result(0).new_transactions).sum()
/// });
/// assert_eq!(new, 1);
/// assert_eq!(MemoryStore::restore(&store.snapshot())?, store);
/// # Ok::<(), dedup::SnapshotError>(())
/// ```
#[derive(Default)]
pub struct MemoryStore(RwLock<KnownTransactions>);

/// Shows no transaction.
impl fmt::Debug for MemoryStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.0.try_read().ok();
        let count = known.map(|known| known.as_slice().len());
        formatter
            .debug_struct("MemoryStore")
            .field("transactions", &count)
            .finish_non_exhaustive()
    }
}

impl MemoryStore {
    /// Creates an empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of transactions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read().as_slice().len()
    }

    /// Returns whether the store has no transaction.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `visit` with each transaction, in the order in which they were committed.
    ///
    /// The store is locked meanwhile: a commit by `visit` would wait for ever.
    pub fn for_each(&self, visit: impl FnMut(KnownTransaction)) {
        self.read().as_slice().iter().cloned().for_each(visit);
    }

    /// Returns the whole store as bytes. Equal stores have equal bytes.
    ///
    /// This is version 1 of the format; it is frozen. Numbers are in LEB128 unless stated otherwise:
    ///
    /// | part | bytes |
    /// |---|---|
    /// | `UACCSTOR` | 8 |
    /// | the version, 1, least significant byte first | 4 |
    /// | the number of accounts; for each account the length of its identifier in bytes, and the identifier in UTF-8 | |
    /// | the number of transactions; for each transaction the number of its account from 0, the length of its id in bytes plus one (0 without an id), the id in UTF-8, its [content](crate::dedup::Content), the fingerprint of its text, and those of its references | |
    /// | the SHA-256 of all bytes before | 32 |
    ///
    /// Accounts and transactions are in the order in which they were committed.
    ///
    /// The fingerprint of a text has two bytes, least significant first. It is 0 without a text. Otherwise it is computed from a 64-bit
    /// number that is 0 at first, with wrapping multiplication:
    ///
    /// 1. For each word of eight bytes of the text (least significant byte first, the last word filled up with zeros), and then for the length
    ///    of the text in bytes: rotate the number left by 29 bits, combine it with the word by exclusive or, and multiply it by
    ///    `9e3779b97f4a7c15` (hexadecimal).
    /// 2. Combine the upper half of the number into its lower half by exclusive or, and multiply it once more.
    /// 3. The fingerprint is the highest 16 bits, or 1 if they are 0.
    ///
    /// References are in the text of a transaction whose id is made with a reference of the bank. They have a byte with a bit for each kind with one value in the text
    /// (1 end-to-end id, 2 mandate, 4 invoice number, 8 creditor reference, 16 QR reference), and in this order the fingerprint of each, in upper case and without blanks.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        snapshot::write(self.read().as_slice())
    }

    /// Restores a store from a snapshot.
    ///
    /// # Errors
    ///
    /// The bytes are not a snapshot, have an unknown version, or are damaged.
    pub fn restore(snapshot: &[u8]) -> Result<Self, SnapshotError> {
        snapshot::read(snapshot).map(|known| Self(RwLock::new(known)))
    }

    fn read(&self) -> RwLockReadGuard<'_, KnownTransactions> {
        // Nothing panics while the state is inconsistent, so a poisoned lock still guards a valid state.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    type Error = Infallible;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<KnownTransactions, Infallible> {
        let known = self.read();
        let mut numbers: Vec<usize> = keys.iter().flat_map(|key| known.numbers_of(key)).collect();
        // Numbers rise in the order of the commits, and a look-up returns transactions in that order.
        numbers.sort_unstable();
        numbers.dedup();
        let found = numbers
            .iter()
            .filter_map(|number| known.as_slice().get(*number).cloned());
        Ok(found.collect())
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<Infallible>> {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if plan.new_keys().any(|key| known.get(key).is_some()) {
            return Err(CommitError::Outdated);
        }
        known.extend(plan.new_keys().map(KnownTransaction::from));
        Ok(())
    }
}

impl Clone for MemoryStore {
    fn clone(&self) -> Self {
        Self(RwLock::new(self.read().clone()))
    }
}

/// Two stores are equal if they have the same transactions in the same order.
impl PartialEq for MemoryStore {
    fn eq(&self, other: &Self) -> bool {
        if std::ptr::eq(self, other) {
            return true;
        }
        // The locks are always taken in the order of the addresses: two threads that compare two stores crosswise would deadlock otherwise.
        let [first, second] = if std::ptr::from_ref(self) < std::ptr::from_ref(other) {
            [self, other]
        } else {
            [other, self]
        };
        let (first, second) = (first.read(), second.read());
        first.as_slice() == second.as_slice()
    }
}

impl Eq for MemoryStore {}
