//! A store in a file.

mod error;
mod open;
mod untouched;

use std::collections::BTreeSet;
use std::path::Path;

pub use error::FileStoreError;
use redb::{Database, ReadableDatabase, ReadableTable};

use self::open::{ALIKE, KEYS, Row, SPELLED, TRANSACTIONS};
use super::entry::{Entry, Kept, TextMark};
use super::key::Key;
use super::known::Known;
use super::plan::Plan;
use super::store::{CommitError, Store};
use crate::transactions;

/// A store in a file: an embedded database of the crate `redb`.
///
/// It holds every transaction as it was sent, as canonical JSON. A commit is on the disk when it returns: a process killed at any moment loses
/// nothing that was committed, and leaves nothing half done. One process at a time has it open.
///
/// Whenever it is opened, every page that is in use is held against its checksum, before a byte is written, so that a file that is
/// damaged or is something else is refused and stays as it is. That reads the whole file.
#[derive(Debug)]
pub struct FileStore {
    database: Database,
    /// Whether it was opened to look only.
    untouched: bool,
}

impl FileStore {
    /// The name of the thread that holds a file against its checksums. A database that is badly damaged may make it panic, which is
    /// told as damage; a program with a panic hook can leave that out. One that is built to abort on a panic ends there.
    pub const CHECKING: &'static str = open::CHECKING;

    /// Opens a store, or makes one where no file is.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileStoreError> {
        open::open(path.as_ref()).map(|database| Self { database, untouched: false })
    }

    /// Opens a store to look only: the file is not written, and a commit fails. Where no file is, none is made, and the store is
    /// empty.
    pub fn open_untouched(path: impl AsRef<Path>) -> Result<Self, FileStoreError> {
        open::open_untouched(path.as_ref()).map(|database| Self { database, untouched: true })
    }

    /// How many transactions it holds.
    pub fn count(&self) -> Result<u64, FileStoreError> {
        let read = self.database.begin_read()?;
        next_number(&read.open_table(TRANSACTIONS)?)
    }

    /// Shows each transaction as canonical JSON, in the order in which they were committed.
    pub fn for_each(&self, mut show: impl FnMut(&str)) -> Result<(), FileStoreError> {
        let read = self.database.begin_read()?;
        for row in read.open_table(TRANSACTIONS)?.iter()? {
            let (_, row) = row?;
            let (.., json) = row.value();
            show(str::from_utf8(json).map_err(|_| FileStoreError::Damaged)?);
        }
        Ok(())
    }

    /// Whether it was committed: it was not where a key exists by now.
    fn write(&self, plan: &Plan<'_>) -> Result<bool, FileStoreError> {
        if self.untouched {
            return Err(FileStoreError::Untouched);
        }
        if plan.new_keys().next().is_none() {
            return Ok(true);
        }
        let mut write = self.database.begin_write()?;
        // One more wait for the disk: then not even a payload made for it could pass for a whole commit after a crash.
        write.set_two_phase_commit(true);
        {
            let (mut all, mut exact) = (write.open_table(TRANSACTIONS)?, write.open_table(KEYS)?);
            let (mut spelled, mut alike) = (write.open_table(SPELLED)?, write.open_table(ALIKE)?);
            for (number, key) in (next_number(&all)?..).zip(plan.new_keys()) {
                let (account, canonical) = (key.account().as_str().as_bytes(), key.canonical_account().as_bytes());
                let id = key.transaction_id().map(|id| id.as_str().as_bytes());
                if let Some(id) = id {
                    if exact.insert((account, id), number)?.is_some() {
                        // Dropped without a commit, nothing of it is.
                        return Ok(false);
                    }
                    if account != canonical && spelled.get((canonical, id))?.is_none() {
                        spelled.insert((canonical, id), number)?;
                    }
                }
                let content = key.content().as_bytes();
                if alike.get((canonical, content))?.is_none() {
                    alike.insert((canonical, content), number)?;
                }
                let json = transactions::write_one(key.transaction());
                all.insert(number, (account, id, content, key.text().to_bytes(), json.as_bytes()))?;
            }
        }
        write.commit()?;
        Ok(true)
    }
}

fn next_number(all: &impl ReadableTable<u64, Row<'static>>) -> Result<u64, FileStoreError> {
    let next = all.last()?.map_or(Some(0), |(number, _)| number.value().checked_add(1));
    // Nobody counts so far; where a file says so, the numbers must not begin again.
    next.filter(|next| *next < u64::MAX / 2).ok_or(FileStoreError::Damaged)
}

fn entry((account, transaction_id, content, text, _): Row<'_>) -> Result<Entry, FileStoreError> {
    let kept = Kept { account, transaction_id, content, text: TextMark::from_bytes(text) };
    kept.read(|| FileStoreError::Damaged, || FileStoreError::Unreadable)
}

impl Store for FileStore {
    type Error = FileStoreError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<Known, FileStoreError> {
        let read = self.database.begin_read()?;
        let (exact, spelled, alike) = (read.open_table(KEYS)?, read.open_table(SPELLED)?, read.open_table(ALIKE)?);
        // Numbers rise from transaction to transaction, and the first ones are to be named.
        let (mut numbers, mut exist) = (BTreeSet::new(), Vec::new());
        for key in keys {
            let canonical = key.canonical_account().as_bytes();
            if let Some(id) = key.transaction_id().map(|id| id.as_str().as_bytes()) {
                if let Some(number) = exact.get((key.account().as_str().as_bytes(), id))? {
                    numbers.insert(number.value());
                    exist.push(key);
                    continue;
                }
                numbers.extend(exact.get((canonical, id))?.map(|number| number.value()));
                numbers.extend(spelled.get((canonical, id))?.map(|number| number.value()));
            }
            numbers.extend(alike.get((canonical, key.content().as_bytes()))?.map(|number| number.value()));
        }
        let all = read.open_table(TRANSACTIONS)?;
        let mut known = Known::new();
        for number in numbers {
            let row = all.get(number)?.ok_or(FileStoreError::Damaged)?;
            known.add(entry(row.value())?);
        }
        // One that is found and is another one would be planned anew for ever.
        if exist.into_iter().all(|key| known.get(key).is_some()) { Ok(known) } else { Err(FileStoreError::Damaged) }
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<FileStoreError>> {
        match self.write(plan) {
            Ok(true) => Ok(()),
            Ok(false) => Err(CommitError::Outdated),
            Err(error) => Err(CommitError::Failed(error)),
        }
    }
}
