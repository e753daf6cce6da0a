//! The reference store, in memory.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use sha2::{Digest, Sha256};

use super::key::Key;
use super::known::KnownTransaction;
use super::plan::{KnownTransactions, Plan};
use super::store::{CommitError, Store};
use crate::dedup::content::Content;
use crate::dedup::marks::Marks;
use crate::dedup::varint;
use crate::source::Certain;
use crate::value::{AccountIdentifier, Text};

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
        write(self.read().as_slice())
    }

    /// Restores a store from a snapshot.
    ///
    /// # Errors
    ///
    /// The bytes are not a snapshot, have an unknown version, or are damaged.
    pub fn restore(snapshot: &[u8]) -> Result<Self, SnapshotError> {
        read(snapshot).map(|known| Self(RwLock::new(known)))
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

/// Why bytes can't be restored as a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes don't begin like a snapshot.
    NotASnapshot,
    /// The snapshot has a version that this library can't read.
    UnsupportedVersion(u32),
    /// The snapshot is cut off, or was changed after it was written.
    Damaged,
}

const MAGIC: [u8; 8] = *b"UACCSTOR";
const VERSION: u32 = 1;

pub(super) fn write(transactions: &[KnownTransaction]) -> Vec<u8> {
    let (mut accounts, mut numbers) = (Vec::new(), HashMap::new());
    for transaction in transactions {
        let account = transaction.account().as_str();
        numbers.entry(account).or_insert_with(|| {
            accounts.push(account);
            accounts.len() - 1
        });
    }
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    varint::write_usize(accounts.len(), &mut bytes);
    for account in accounts {
        varint::write_bytes(account.as_bytes(), &mut bytes);
    }
    varint::write_usize(transactions.len(), &mut bytes);
    for transaction in transactions {
        if let Some(number) = numbers.get(transaction.account().as_str()) {
            varint::write_usize(*number, &mut bytes);
        }
        let id = transaction.transaction_id().map(Text::as_str);
        varint::write_usize(id.map_or(0, |id| id.len() + 1), &mut bytes);
        bytes.extend_from_slice(id.unwrap_or_default().as_bytes());
        bytes.extend_from_slice(transaction.content().as_bytes());
        transaction.marks().push_to(&mut bytes);
    }
    let checksum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<KnownTransactions, SnapshotError> {
    let (magic, rest) = bytes
        .split_first_chunk()
        .ok_or(SnapshotError::NotASnapshot)?;
    if *magic != MAGIC {
        return Err(SnapshotError::NotASnapshot);
    }
    let (version, rest) = rest.split_first_chunk().ok_or(SnapshotError::Damaged)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(SnapshotError::UnsupportedVersion(version));
    }
    let (content, checksum) = rest
        .split_last_chunk::<32>()
        .ok_or(SnapshotError::Damaged)?;
    let checked = bytes.get(..bytes.len() - checksum.len()).certain();
    if Sha256::digest(checked)[..] != checksum[..] {
        return Err(SnapshotError::Damaged);
    }
    // The checksum is not a signature: the bytes before it may still be anything.
    read_state(content).ok_or(SnapshotError::Damaged)
}

/// Reads the transactions of a snapshot. Returns `None` for those that no store can have.
fn read_state(mut bytes: &[u8]) -> Option<KnownTransactions> {
    // Nothing is reserved for a count: an account or a transaction that can't be read ends the loop, so a count that is too high does no harm.
    let (mut accounts, mut different) = (Vec::new(), HashSet::new());
    for _ in 0..varint::read_usize(&mut bytes)? {
        let account = str::from_utf8(varint::read_bytes(&mut bytes)?).ok()?;
        // A repeated account would get the number of the first one.
        different.insert(account).then_some(())?;
        accounts.push(AccountIdentifier::parse(account).ok()?);
    }
    let (mut known, mut used_accounts) = (KnownTransactions::new(), 0);
    for count in 1..=varint::read_usize(&mut bytes)? {
        // Accounts are numbered in the order of their first transactions, and every account has a transaction.
        let account = varint::read_usize(&mut bytes)?;
        used_accounts += usize::from(account == used_accounts);
        (account < used_accounts).then_some(())?;
        let id = match varint::read_usize(&mut bytes)?.checked_sub(1) {
            Some(length) => {
                let (id, rest) = bytes.split_at_checked(length)?;
                bytes = rest;
                Some(Text::parse(str::from_utf8(id).ok()?).ok()?)
            }
            None => None,
        };
        let (content, rest) = Content::split_first(bytes)?;
        let (marks, rest) = Marks::split_first(rest)?;
        bytes = rest;
        let (account, content) = (
            accounts.get(account)?.clone(),
            Content::from_bytes(content)?,
        );
        known.add(KnownTransaction::with_marks(account, id, content, marks));
        // A transaction whose key is known already is not added.
        (known.as_slice().len() == count).then_some(())?;
    }
    (bytes.is_empty() && used_accounts == accounts.len()).then_some(known)
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASnapshot => formatter
                .write_str("these bytes are no snapshot of a store; check where they come from"),
            Self::UnsupportedVersion(version) => write!(
                formatter,
                "the snapshot is of version {version}, and only version {VERSION} is known here; use a newer universal-accounting"
            ),
            Self::Damaged => {
                formatter.write_str("the snapshot is damaged; restore from another one")
            }
        }
    }
}

impl Error for SnapshotError {}
