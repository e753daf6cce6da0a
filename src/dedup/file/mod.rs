//! A store in a file.

mod error;
mod open;
mod untouched;

use std::collections::BTreeSet;
use std::path::Path;

pub use error::FileStoreError;
use redb::{Database, ReadableDatabase, ReadableTable};

use self::open::{ALIKE, KEYS, Row, SPELLED, TRANSACTIONS};
use super::entry::Entry;
use super::key::Key;
use super::plan::{Known, Plan};
use super::store::{CommitError, Store};
use super::tables::Name;
use crate::record::TypedRecord;

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
            let (mut all, mut exact_keys) = (write.open_table(TRANSACTIONS)?, write.open_table(KEYS)?);
            let (mut spelled, mut alike) = (write.open_table(SPELLED)?, write.open_table(ALIKE)?);
            for (number, key) in (next_number(&all)?..).zip(plan.new_keys()) {
                let (compared, marks) = (key.compared(), key.compared().marks(pair));
                if let Some(exact) = marks.exact
                    && exact_keys.insert(exact, number)?.is_some()
                {
                    // Dropped without a commit, nothing of it is.
                    return Ok(false);
                }
                for (table, mark) in [(&mut spelled, marks.spelled), (&mut alike, Some(marks.alike))] {
                    if let Some(mark) = mark
                        && table.get(mark)?.is_none()
                    {
                        table.insert(mark, number)?;
                    }
                }
                let (account, json) = (compared.account.text.as_bytes(), key.transaction().to_json());
                let text = key.text().to_bytes();
                all.insert(number, (account, compared.transaction_id, compared.content, text, json.as_bytes()))?;
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

fn pair<'a>(account: Name<'a>, bytes: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    (account.text.as_bytes(), bytes)
}

impl Store for FileStore {
    type Error = FileStoreError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<Known, FileStoreError> {
        let read = self.database.begin_read()?;
        let (exact, spelled, alike) = (read.open_table(KEYS)?, read.open_table(SPELLED)?, read.open_table(ALIKE)?);
        // Numbers rise from transaction to transaction, and the first ones are to be named.
        let (mut numbers, mut exist) = (BTreeSet::new(), Vec::new());
        for key in keys {
            let marks = key.compared().marks(pair);
            if let Some(pair) = marks.exact
                && let Some(number) = exact.get(pair)?
            {
                numbers.insert(number.value());
                exist.push(key);
                continue;
            }
            for (table, mark) in [(&exact, marks.spelled), (&spelled, marks.canonical()), (&alike, Some(marks.alike))] {
                if let Some(mark) = mark {
                    numbers.extend(table.get(mark)?.map(|number| number.value()));
                }
            }
        }
        let all = read.open_table(TRANSACTIONS)?;
        let mut known = Known::new();
        for number in numbers {
            let row = all.get(number)?.ok_or(FileStoreError::Damaged)?;
            let (account, id, content, text, _) = row.value();
            let (damaged, unreadable) = (|| FileStoreError::Damaged, || FileStoreError::Unreadable);
            known.add(Entry::read(account, id, content, text, damaged, unreadable)?);
        }
        // One that is found and is another one would be planned anew for ever.
        if exist.into_iter().all(|key| known.get(key).is_some()) { Ok(known) } else { Err(FileStoreError::Damaged) }
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<FileStoreError>> {
        let is_made = self.write(plan).map_err(CommitError::Failed)?;
        if is_made { Ok(()) } else { Err(CommitError::Outdated) }
    }
}
