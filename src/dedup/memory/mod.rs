//! The reference store, in memory.

mod snapshot;
mod state;

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

pub use snapshot::SnapshotError;
pub use state::StoreFullError;
use state::{Raw, State, TOGETHER};

use super::entry::Entry;
use super::key::Key;
use super::plan::{Known, Plan};
use super::store::{CommitError, Store};
use super::tables::Tables;

/// A store in memory, for tests, for programs that keep it by [snapshots](Self::snapshot), and as the reference for others.
///
/// Keys are compared whole. Of each transaction the content is held exactly and of the text two bytes, in 50 to 65 bytes in all
/// with an id of 20 characters. It can be shared among threads: look-ups go on side by side, a commit waits for them and they for it.
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
#[derive(Debug, Default)]
pub struct MemoryStore(RwLock<State>);

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many transactions it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read().length
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Shows each transaction, in the order in which they were committed. A commit waits until all are shown, so that one made by
    /// `show` would wait for ever.
    pub fn for_each(&self, show: impl FnMut(Entry)) {
        let records = &self.read().records;
        records.all().filter_map(|(_, raw)| records.entry(&raw)).for_each(show);
    }

    /// The whole store as bytes, the same for stores that hold the same.
    ///
    /// Their form is version 1, and frozen. Numbers are in LEB128 where nothing else is said:
    ///
    /// | what | bytes |
    /// |---|---|
    /// | `UACCSTOR` | 8 |
    /// | the version, 1, least byte first | 4 |
    /// | how many accounts; of each the length of its identifier in bytes, and the identifier in UTF-8 | |
    /// | how many transactions; of each the number of its account from 0, the length of its id in bytes and one (0 where it has none), the id in UTF-8, its [content](crate::dedup::Content), the mark of its text | |
    /// | SHA-256 of all before | 32 |
    ///
    /// Accounts and transactions stand in the order in which they came. The mark of a text is two bytes, least first: 0 where there is
    /// none, else a number made so, in 64 bits without overflow. For each word of eight bytes of the text, least first and the last filled up with
    /// zeros, and then for its length in bytes, the number, 0 at first, is turned left by 29 bits, combined with the word by exclusive
    /// or and multiplied by `9e3779b97f4a7c15` (hexadecimal). Then its upper half is combined into its lower half, it is multiplied once more, and its highest
    /// 16 bits count, 1 where they are 0.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        snapshot::write(&self.read())
    }

    /// The store of which a snapshot was taken. Bytes that are none, or are damaged, are refused.
    pub fn restore(snapshot: &[u8]) -> Result<Self, SnapshotError> {
        snapshot::read(snapshot).map(|state| Self(RwLock::new(state)))
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        // Nothing in here panics, and what a panic elsewhere leaves behind is whole.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    type Error = StoreFullError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<Known, StoreFullError> {
        let state = self.read();
        let mut places: Vec<u32> = Vec::new();
        for keys in keys.chunks(TOGETHER) {
            state.tables.fetch(keys.iter().map(Key::hashes));
            for key in keys {
                let (sought, hashes) = (key.compared(), key.hashes());
                match state.tables.same_key(&sought, hashes, &state.records) {
                    Some(place) => places.push(place),
                    None => places.extend(state.tables.like(&sought, hashes, &state.records).into_iter().flatten()),
                }
            }
        }
        // Places rise from transaction to transaction, and the first ones are to be named.
        places.sort_unstable();
        places.dedup();
        let known: Known = places.iter().filter_map(|place| state.records.entry(&state.records.raw(*place)?)).collect();
        debug_assert_eq!(known.entries().len(), places.len(), "what was found can be read");
        Ok(known)
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<StoreFullError>> {
        let state = &mut *self.0.write().unwrap_or_else(PoisonError::into_inner);
        let (mut parts, mut bytes) = (0, 0);
        for key in plan.new_keys() {
            if state.tables.same_key(&key.compared(), key.hashes(), &state.records).is_some() {
                return Err(CommitError::Outdated);
            }
            parts += 1;
            bytes += Raw::most(key.transaction_id().map_or(0, |id| id.as_str().len()));
        }
        let accounts = state.records.accounts.all.len().saturating_add(parts);
        if !state.records.arena.has_room(parts, bytes) || u32::try_from(accounts).is_err() {
            return Err(CommitError::Failed(StoreFullError));
        }
        if !state.tables.have_room(parts) {
            // The old tables are freed before the new ones are filled, in the order of memory and not in that of the old tables.
            state.tables = Tables::default();
            state.tables = state.records.tables(state.length + parts, |_, _, _| {});
        }
        let mut written = Vec::new();
        for key in plan.new_keys() {
            let compared = key.compared();
            let account = state.records.accounts.number(&key.transaction().account_identifier, compared.account);
            let account = account.ok_or(CommitError::Failed(StoreFullError))?;
            let raw = Raw { account, id: compared.transaction_id, content: compared.content, text: key.text() };
            written.clear();
            raw.write(&mut written);
            let place = state.records.arena.push(&written).ok_or(CommitError::Failed(StoreFullError))?;
            state.tables.add(place, key.hashes(), &state.records);
            state.length += 1;
        }
        Ok(())
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
        if std::ptr::eq(self, other) {
            return true;
        }
        // In one order always: two threads that compare two stores crosswise would wait for each other.
        let [one, another] =
            if std::ptr::from_ref(self) < std::ptr::from_ref(other) { [self, other] } else { [other, self] };
        let (one, another) = (one.read(), another.read());
        *one == *another
    }
}

impl Eq for MemoryStore {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dedup::{import, keys, plan};
    use crate::transactions::Transaction;
    use crate::value::{AccountIdentifier, Amount, Currency, Text};

    /// Chunks are small in tests, so that a store is full soon.
    #[test]
    fn a_store_that_is_full_has_lost_nothing() {
        let make = |number: usize| {
            let account = AccountIdentifier::parse("CH9300762011623852957").unwrap();
            let mut one = Transaction::new(account, Amount::parse("5").unwrap(), Currency::parse("CHF").unwrap());
            // Each takes up one chunk: a byte each for the account and the length, six for the content, two for the text, one more to a unit.
            one.transaction_id = Some(Text::parse(&format!("{number:0117}")).unwrap());
            one
        };
        let (store, mut sent) = (MemoryStore::new(), 0);
        let full = loop {
            let batch: Vec<Transaction> = (sent..sent + 500).map(make).collect();
            match import(&store, &batch) {
                Ok(_) => sent += batch.len(),
                Err(full) => break full,
            }
        };
        assert_eq!(full, CommitError::Failed(StoreFullError));
        assert_eq!(store.len(), sent);
        // One by one some more find room.
        while import(&store, &[make(sent)]).is_ok() {
            sent += 1;
        }
        let mut shown = 0;
        store.for_each(|entry| {
            assert_eq!(entry.transaction_id(), make(shown).transaction_id.as_ref());
            shown += 1;
        });
        assert_eq!((store.len(), shown), (sent, sent));
        for chunk in (0..sent).collect::<Vec<_>>().chunks(1000) {
            let batch: Vec<Transaction> = chunk.iter().copied().map(make).collect();
            let keys = keys(&batch);
            let known = store.look_up(&keys).unwrap();
            assert_eq!(plan(keys, &known).new_keys().count(), 0);
        }
        assert!(MemoryStore::restore(&store.snapshot()).unwrap() == store);
    }
}
