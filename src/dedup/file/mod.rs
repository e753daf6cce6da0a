//! A store in a file.

mod error;
mod open;
mod untouched;

use std::collections::BTreeSet;
use std::path::Path;

pub use error::FileStoreError;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use super::entry::Entry;
use super::key::Key;
use super::known::Known;
use super::plan::Plan;
use super::store::{CommitError, Store};
use crate::report::Policy;
use crate::transactions::{self, Transaction};

/// A store in a file: an embedded database of the crate `redb`.
///
/// It holds transactions as they were sent, as canonical JSON. A commit is on the disk when it returns: a process killed at any moment
/// loses nothing that was committed, and leaves nothing half done. One process at a time has it open. Whenever it is opened every page is held against its
/// checksum, before a byte is written, so that a file that is damaged or is something else is refused and stays as it is.
#[derive(Debug)]
pub struct FileStore(Database);

/// The version of the tables in the file.
const VERSION: u64 = 1;

/// What the file is: the word `version` with its number.
const ABOUT: TableDefinition<'_, &str, u64> = TableDefinition::new("universal-accounting store");
/// Every transaction as canonical JSON, by its number, counted from 0.
const TRANSACTIONS: TableDefinition<'_, u64, &str> = TableDefinition::new("transactions");
/// The number of the transaction with an account and an id.
const KEYS: TableDefinition<'_, (&str, &str), u64> = TableDefinition::new("keys");
/// Of those whose account is not spelled canonically: the first with a canonical account and an id.
const SPELLED: TableDefinition<'_, (&str, &str), u64> = TableDefinition::new("spelled");
/// The first with a canonical account and a content.
const ALIKE: TableDefinition<'_, (&str, &[u8]), u64> = TableDefinition::new("alike");

impl FileStore {
    /// The name of the thread that holds a file against its checksums. A database that is badly damaged may make it panic, which is
    /// told as damage; a program with a panic hook can leave that out.
    pub const CHECKING: &'static str = "universal-accounting store check";

    /// Opens a store, or makes one where no file is.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileStoreError> {
        open::open(path.as_ref()).map(Self)
    }

    /// Opens a store to look only: whatever is committed goes nowhere, and the file is not written. Where no file is, none is
    /// made, and the store is empty.
    pub fn open_untouched(path: impl AsRef<Path>) -> Result<Self, FileStoreError> {
        open::open_untouched(path.as_ref()).map(Self)
    }

    /// How many transactions it holds.
    pub fn count(&self) -> Result<u64, FileStoreError> {
        let read = self.0.begin_read()?;
        next_number(&read.open_table(TRANSACTIONS)?)
    }

    fn find(&self, keys: &[Key<'_>]) -> Result<Vec<Transaction>, FileStoreError> {
        let read = self.0.begin_read()?;
        let (exact, spelled, alike) = (read.open_table(KEYS)?, read.open_table(SPELLED)?, read.open_table(ALIKE)?);
        // Numbers rise from transaction to transaction, and the first ones are to be named.
        let mut numbers: BTreeSet<u64> = BTreeSet::new();
        for key in keys {
            let canonical = key.canonical_account();
            if let Some(id) = key.transaction_id() {
                if let Some(number) = exact.get((key.account(), id))? {
                    numbers.insert(number.value());
                    continue;
                }
                numbers.extend(exact.get((canonical, id))?.map(|number| number.value()));
                numbers.extend(spelled.get((canonical, id))?.map(|number| number.value()));
            }
            numbers.extend(alike.get((canonical, key.content().as_bytes()))?.map(|number| number.value()));
        }
        let all = read.open_table(TRANSACTIONS)?;
        let mut payload = String::from(r#"{"transactions":["#);
        for (index, number) in numbers.iter().enumerate() {
            payload.push_str(if index == 0 { "" } else { "," });
            payload.push_str(all.get(number)?.ok_or(FileStoreError::Damaged)?.value());
        }
        payload.push_str("]}");
        let found = transactions::read(payload.as_bytes(), &Policy::new()).values;
        if found.len() == numbers.len() { Ok(found) } else { Err(FileStoreError::Damaged) }
    }

    /// Whether it was committed: it was not where a key exists by now.
    fn write(&self, plan: &Plan<'_>) -> Result<bool, FileStoreError> {
        let mut write = self.0.begin_write()?;
        // One more wait for the disk: then not even a payload made for it could pass for a whole commit after a crash.
        write.set_two_phase_commit(true);
        {
            let (mut all, mut exact) = (write.open_table(TRANSACTIONS)?, write.open_table(KEYS)?);
            let (mut spelled, mut alike) = (write.open_table(SPELLED)?, write.open_table(ALIKE)?);
            for (number, key) in (next_number(&all)?..).zip(plan.new_keys()) {
                let canonical = key.canonical_account();
                if let Some(id) = key.transaction_id() {
                    if exact.insert((key.account(), id), number)?.is_some() {
                        // Dropped without a commit, nothing of it is.
                        return Ok(false);
                    }
                    if key.account() != canonical && spelled.get((canonical, id))?.is_none() {
                        spelled.insert((canonical, id), number)?;
                    }
                }
                let content = (canonical, key.content().as_bytes());
                if alike.get(content)?.is_none() {
                    alike.insert(content, number)?;
                }
                all.insert(number, transactions::write_one(key.transaction()).as_str())?;
            }
        }
        write.commit()?;
        Ok(true)
    }
}

fn next_number(all: &impl ReadableTable<u64, &'static str>) -> Result<u64, FileStoreError> {
    Ok(all.last()?.map_or(0, |(number, _)| number.value() + 1))
}

impl Store for FileStore {
    type Error = FileStoreError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<Known, FileStoreError> {
        Ok(self.find(keys)?.iter().map(Entry::from).collect())
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<FileStoreError>> {
        match self.write(plan) {
            Ok(true) => Ok(()),
            Ok(false) => Err(CommitError::Outdated),
            Err(error) => Err(CommitError::Failed(error)),
        }
    }
}
