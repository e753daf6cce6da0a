//! The reference store, in memory.

mod snapshot;
mod state;

use std::fmt;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

pub use snapshot::SnapshotError;
pub use state::StoreFullError;
use state::{PREFETCH_BATCH, PackedIdentity, PackedTransaction, State};

use super::key::Key;
use super::known::KnownTransaction;
use super::plan::{KnownTransactions, Plan};
use super::store::{CommitError, Store};

/// A store in memory: for tests, for programs that save [snapshots](Self::snapshot), and as the reference for other stores.
///
/// It compares whole keys. For each transaction it stores the exact content and two bytes of the text; with an id of 20 characters that takes
/// 50 to 65 bytes. Threads can share it: look-ups run in parallel, a commit excludes them and other commits.
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
pub struct MemoryStore(RwLock<State>);

/// Shows no transaction.
impl fmt::Debug for MemoryStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.try_read().ok().map(|state| state.count);
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
        self.read().count
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
        let transactions = &self.read().transactions;
        transactions
            .iter()
            .filter_map(|(_, packed)| transactions.unpack(&packed))
            .for_each(visit);
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
        snapshot::write(&self.read())
    }

    /// Restores a store from a snapshot.
    ///
    /// # Errors
    ///
    /// The bytes are not a snapshot, have an unknown version, or are damaged.
    pub fn restore(snapshot: &[u8]) -> Result<Self, SnapshotError> {
        snapshot::read(snapshot).map(|state| Self(RwLock::new(state)))
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        // Nothing panics while the state is inconsistent, so a poisoned lock still guards a valid state.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    type Error = StoreFullError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<KnownTransactions, StoreFullError> {
        let State {
            transactions,
            tables,
            ..
        } = &*self.read();
        let mut numbers: Vec<u32> = Vec::new();
        for keys in keys.chunks(PREFETCH_BATCH) {
            tables.prefetch(keys.iter().map(Key::hashes));
            for key in keys {
                let (fields, hashes) = (key.match_fields(), key.hashes());
                match tables.find_same_key(&fields, hashes, transactions) {
                    Some(number) => numbers.push(number),
                    None if key.is_only_id() => {}
                    None => numbers.extend(
                        tables
                            .find_similar(&fields, hashes, transactions)
                            .into_iter()
                            .flatten(),
                    ),
                }
            }
        }
        // Numbers rise in the order of the commits, and a look-up returns transactions in that order.
        numbers.sort_unstable();
        numbers.dedup();
        let known = numbers
            .iter()
            .filter_map(|number| transactions.unpack(&transactions.get(*number)?));
        let known: KnownTransactions = known.collect();
        debug_assert_eq!(
            known.as_slice().len(),
            numbers.len(),
            "every transaction that was found can be read"
        );
        Ok(known)
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<StoreFullError>> {
        let State {
            transactions,
            tables,
            count,
        } = &mut *self.0.write().unwrap_or_else(PoisonError::into_inner);
        let (mut new, mut bytes) = (0, 0);
        for key in plan.new_keys() {
            if tables
                .find_same_key(&key.match_fields(), key.hashes(), transactions)
                .is_some()
            {
                return Err(CommitError::Outdated);
            }
            new += 1;
            bytes += PackedTransaction::max_length(
                key.transaction_id().map_or(0, |id| id.as_str().len()),
            );
        }
        let accounts = transactions.accounts.all.len().saturating_add(new);
        if !transactions.arena.has_capacity_for(new, bytes) || u32::try_from(accounts).is_err() {
            return Err(CommitError::Failed(StoreFullError));
        }
        let mut buffer = Vec::new();
        for key in plan.new_keys() {
            let fields = key.match_fields();
            let account = transactions
                .accounts
                .get_or_add(&key.transaction().account_identifier, fields.account);
            let account = account.ok_or(CommitError::Failed(StoreFullError))?;
            let identity = PackedIdentity {
                account,
                id: fields.transaction_id,
                content: fields.content,
            };
            let packed = PackedTransaction {
                identity,
                marks: key.marks(),
            };
            buffer.clear();
            packed.write(&mut buffer);
            let number = transactions
                .arena
                .push(&buffer)
                .ok_or(CommitError::Failed(StoreFullError))?;
            tables.insert(number, key.hashes(), transactions);
            *count += 1;
        }
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
        *first == *second
    }
}

impl Eq for MemoryStore {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dedup::{import, keys, plan};
    use crate::transactions::Transaction;
    use crate::value::{AccountIdentifier, Amount, Currency, Text};

    /// Chunks are small in tests, so a store is full soon.
    #[test]
    fn a_full_store_keeps_everything() {
        let transaction = |number: usize| {
            let account = AccountIdentifier::parse("CH9300762011623852957").unwrap();
            let mut transaction = Transaction::new(
                account,
                Amount::parse("5").unwrap(),
                Currency::parse("CHF").unwrap(),
            );
            // Fills one chunk: one byte each for the account and the length, 117 for the id, six for the content, two for the text, and
            // one to reach a whole unit.
            transaction.transaction_id = Some(Text::parse(&format!("{number:0117}")).unwrap());
            transaction
        };
        let (store, mut sent) = (MemoryStore::new(), 0);
        let error = loop {
            let batch: Vec<Transaction> = (sent..sent + 500).map(transaction).collect();
            match import(&store, &batch) {
                Ok(_) => sent += batch.len(),
                Err(error) => break error,
            }
        };
        assert_eq!(error, CommitError::Failed(StoreFullError));
        assert_eq!(store.len(), sent);
        // Some more fit one at a time.
        while import(&store, &[transaction(sent)]).is_ok() {
            sent += 1;
        }
        let mut visited = 0;
        store.for_each(|known| {
            assert_eq!(
                known.transaction_id(),
                transaction(visited).transaction_id.as_ref()
            );
            visited += 1;
        });
        assert_eq!((store.len(), visited), (sent, sent));
        for chunk in (0..sent).collect::<Vec<_>>().chunks(1000) {
            let batch: Vec<Transaction> = chunk.iter().copied().map(transaction).collect();
            let keys = keys(&batch);
            let known = store.look_up(&keys).unwrap();
            assert_eq!(plan(keys, &known).new_keys().count(), 0);
        }
        assert!(MemoryStore::restore(&store.snapshot()).unwrap() == store);
    }
}
