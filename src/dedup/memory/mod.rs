//! The reference store, in memory.

mod accounts;
mod arena;
mod bits;
mod books;
mod raw;
mod restore;
mod snapshot;

use std::error::Error;
use std::fmt;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use books::Books;
pub use snapshot::SnapshotFault;

use super::entry::Entry;
use super::key::Key;
use super::known::Known;
use super::plan::Plan;
use super::store::{CommitError, Store};

/// A store in memory, for tests, for programs that keep it by [snapshots](Self::snapshot), and as the reference for others.
///
/// Keys are compared whole. Of each transaction the content is held exactly and of the text two bytes, in some 40 bytes in all
/// with a usual id. It can be shared among threads: look-ups go on side by side, a commit waits for them and they for it.
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
/// # Ok::<(), dedup::SnapshotFault>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryStore(RwLock<Books>);

/// A store in memory has no place for more: at most 16 GB of keys and contents, or 4 billion accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreFull;

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many transactions it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read().len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Shows each transaction, in the order in which they were committed. A commit waits until all are shown.
    pub fn for_each(&self, show: impl FnMut(Entry)) {
        self.read().entries().for_each(show);
    }

    /// The whole store as bytes, the same for stores that hold the same; [`SnapshotFault`] tells their form.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        snapshot::write(&self.read())
    }

    /// The store of which a snapshot was taken. Bytes that are none, or are damaged, are refused.
    pub fn restore(snapshot: &[u8]) -> Result<Self, SnapshotFault> {
        snapshot::read(snapshot).map(|books| Self(RwLock::new(books)))
    }

    fn read(&self) -> RwLockReadGuard<'_, Books> {
        // Nothing in here panics, and what a panic elsewhere leaves behind is whole.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Books> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    type Error = StoreFull;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<Known, StoreFull> {
        Ok(self.read().look_up(keys))
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<StoreFull>> {
        self.write().commit(plan)
    }
}

impl Clone for MemoryStore {
    fn clone(&self) -> Self {
        Self(RwLock::new(self.read().clone()))
    }
}

/// Two stores are equal when they hold the same transactions in the same order.
impl PartialEq for MemoryStore {
    fn eq(&self, other: &Self) -> bool {
        // One lock at a time: two threads that compare two stores crosswise would wait for each other.
        std::ptr::eq(self, other) || *self.clone().read() == *other.read()
    }
}

impl Eq for MemoryStore {}

impl fmt::Display for StoreFull {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the store in memory is full; keep this many transactions in a database")
    }
}

impl Error for StoreFull {}
