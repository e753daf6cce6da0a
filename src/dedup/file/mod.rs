//! A store in a file.

mod checked_file;
mod error;
mod open;
mod read_only;
mod rewrite;
mod statements;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub use error::FileStoreError;
use redb::{Database, ReadableDatabase, ReadableTable, StorageBackend, Table, WriteTransaction};

use self::error::Result;
use self::open::{CORES, EXACT_IDS, RESPELLED_IDS, Row, TRANSACTIONS};
use super::key::Key;
use super::known::{KnownTransaction, StoredColumns};
use super::lookup::HashedAccount;
use super::plan::{KnownTransactions, Plan};
use super::store::{CommitError, Store};
use super::stored_statement::StoredStatement;
use crate::record::TypedRecord;
use crate::value::AccountIdentifier;

/// A store in a file, which is an embedded database.
///
/// It stores every transaction as it was sent, as canonical JSON, and the statements that transactions come from. A commit is on the disk when it returns: a process killed at any moment loses
/// no committed transaction, and leaves no half-finished commit. One process at a time can open
/// the file to write it. Several can read it while none writes, also from a disk that can't be written.
///
/// Every block of the file has a checksum, which is verified whenever the block is read: what is damaged is an error, never another transaction or
/// a missing one. Opening a store reads only what it needs; [`verify`](Self::verify) reads all of it. After a process was killed, the next one verifies
/// the whole file before it writes a byte. A file that is not a store is rejected and not changed.
///
/// ```
/// use universal_accounting::dedup::{self, FileStore};
/// use universal_accounting::report::Policy;
/// use universal_accounting::transactions;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("books.store");
/// let payload = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1",
///     "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
/// let batch = transactions::read(payload, &Policy::new()).values;
/// let store = FileStore::open(&path)?;
/// assert_eq!(dedup::import(&store, &batch)?.result(0).new_transactions, 1);
/// drop(store);
/// assert_eq!(FileStore::open_read_only(&path)?.count()?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileStore {
    database: Database,
    path: PathBuf,
    is_read_only: bool,
}

impl FileStore {
    /// The name of the thread that verifies a whole file.
    ///
    /// A forged file can make this thread panic, which is reported as [`FileStoreError::Damaged`]. A program with a panic hook can ignore panics
    /// of this thread. A program that aborts on a panic ends there.
    pub const CHECK_THREAD: &'static str = open::CHECK_THREAD;

    /// Opens a store, or creates one if the file does not exist.
    ///
    /// # Errors
    ///
    /// The file is not a store, is damaged, is in use, or can't be read or written.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileStoreError> {
        let database = open::open(path.as_ref())?;
        // A symbolic link may lead to another file later.
        let path = fs::canonicalize(path).map_err(FileStoreError::Io)?;
        Ok(Self::new(database, &path, false))
    }

    /// Opens a store without ever writing to its file; a commit fails. If the file does not exist, the store is empty, and no file is created.
    ///
    /// # Errors
    ///
    /// The file is not a store, is damaged, is open for writing, or can't be read.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Self, FileStoreError> {
        Ok(Self::new(
            open::open_read_only(path.as_ref())?,
            path.as_ref(),
            true,
        ))
    }

    /// Verifies the whole file, and opens it as [`open_read_only`](Self::open_read_only) does.
    ///
    /// # Errors
    ///
    /// The file does not exist, is not a store, is damaged, is open for writing, or can't be read.
    pub fn verify(path: impl AsRef<Path>) -> Result<Self, FileStoreError> {
        Ok(Self::new(
            open::open_checked(path.as_ref())?,
            path.as_ref(),
            true,
        ))
    }

    fn new(database: Database, path: &Path, is_read_only: bool) -> Self {
        Self {
            database,
            path: path.to_owned(),
            is_read_only,
        }
    }

    /// Rewrites the file without the space that earlier commits have left. Nothing else may use the store meanwhile.
    ///
    /// The new file has the owner, the group and the permissions of the old one. If the store was opened through a symbolic link, the link stays.
    ///
    /// # Errors
    ///
    /// The store was opened read-only, its owner can't be kept, it has a hard link, or the file can't be written.
    pub fn compact(&mut self) -> Result<(), FileStoreError> {
        if self.is_read_only {
            return Err(FileStoreError::ReadOnly);
        }
        self.database = rewrite::rewrite(&self.database, &self.path)?;
        Ok(())
    }

    /// Writes a copy of the store to a file that does not exist yet, which only its owner can read. The copy appears whole or not at all, and has what was
    /// committed when the call began. Whatever is copied is verified.
    ///
    /// # Errors
    ///
    /// The store is damaged, a file has this name already, or the file can't be written.
    pub fn back_up(&self, path: impl AsRef<Path>) -> Result<(), FileStoreError> {
        Ok(rewrite::back_up(&self.database, path.as_ref())?)
    }

    /// Returns the number of transactions.
    ///
    /// # Errors
    ///
    /// The file can't be read.
    pub fn count(&self) -> Result<u64, FileStoreError> {
        Ok(self.try_count()?)
    }

    fn try_count(&self) -> Result<u64> {
        let read = self.database.begin_read()?;
        next_number(&read.open_table(TRANSACTIONS)?)
    }

    /// Calls `visit` with each transaction as canonical JSON, in the order in which they were committed.
    ///
    /// # Errors
    ///
    /// The file can't be read.
    pub fn for_each(&self, visit: impl FnMut(&str)) -> Result<(), FileStoreError> {
        Ok(self.try_for_each(visit)?)
    }

    fn try_for_each(&self, mut visit: impl FnMut(&str)) -> Result<()> {
        let read = self.database.begin_read()?;
        for row in read.open_table(TRANSACTIONS)?.iter()? {
            let (_, row) = row?;
            let (.., json) = row.value();
            visit(str::from_utf8(json).map_err(|_| FileStoreError::Damaged)?);
        }
        Ok(())
    }

    fn try_look_up(&self, keys: &[Key<'_>]) -> Result<KnownTransactions> {
        let read = self.database.begin_read()?;
        let tables = Tables {
            transactions: read.open_table(TRANSACTIONS)?,
            exact_ids: read.open_table(EXACT_IDS)?,
            respelled_ids: read.open_table(RESPELLED_IDS)?,
            cores: read.open_table(CORES)?,
        };
        tables.find(keys)
    }

    /// Creates the new transactions of a plan and remembers its statements. Returns `false`, and changes nothing, if one of the keys exists by now.
    fn try_commit(&self, plan: &Plan<'_>) -> Result<bool> {
        if self.is_read_only {
            return Err(FileStoreError::ReadOnly.into());
        }
        let has_new = plan.new_keys().next().is_some();
        if !has_new && plan.statements().is_empty() {
            return Ok(true);
        }
        let write = self.begin_write()?;
        if has_new && !open_to_write(&write)?.insert(plan.new_keys())? {
            // The transaction of the database is dropped without a commit, which undoes it.
            return Ok(false);
        }
        if statements::insert(&write, plan.statements())? || has_new {
            write.commit()?;
        }
        Ok(true)
    }

    fn begin_write(&self) -> Result<WriteTransaction> {
        let mut write = self.database.begin_write()?;
        // This waits for the disk once more. In return, after a crash, not even a payload made for it can look like a complete commit.
        write.set_two_phase_commit(true);
        Ok(write)
    }
}

/// Creates an empty store on a disk, such as that of a simulation.
///
/// # Errors
///
/// The disk can't be written.
pub fn create_on(disk: impl StorageBackend) -> Result<FileStore, FileStoreError> {
    Ok(FileStore::new(open::create_on(disk)?, Path::new(""), false))
}

/// Opens the store on a disk that nobody else uses, as [`FileStore::open`] does with a file.
///
/// # Errors
///
/// The disk has no store, is damaged, or can't be read or written.
pub fn open_on<B: StorageBackend>(
    disk: impl Fn() -> B + Send + 'static,
) -> Result<FileStore, FileStoreError> {
    let database = open::open_on(move || Ok(disk()))?;
    Ok(FileStore::new(database, Path::new(""), false))
}

/// The tables of a store, which are open to read them, or to write.
struct Tables<T, K> {
    transactions: T,
    exact_ids: K,
    respelled_ids: K,
    cores: K,
}

type KeyBytes = (&'static [u8], &'static [u8]);

fn open_to_write(
    write: &WriteTransaction,
) -> Result<Tables<Table<'_, u64, Row<'static>>, Table<'_, KeyBytes, u64>>> {
    Ok(Tables {
        transactions: write.open_table(TRANSACTIONS)?,
        exact_ids: write.open_table(EXACT_IDS)?,
        respelled_ids: write.open_table(RESPELLED_IDS)?,
        cores: write.open_table(CORES)?,
    })
}

impl<T: ReadableTable<u64, Row<'static>>, K: ReadableTable<KeyBytes, u64>> Tables<T, K> {
    /// Returns the known transactions for some keys.
    fn find(&self, keys: &[Key<'_>]) -> Result<KnownTransactions> {
        // Numbers rise in the order of the commits, and a look-up returns transactions in that order.
        let (mut numbers, mut existing) = (BTreeSet::new(), Vec::new());
        for key in keys {
            let fields = key.match_fields();
            let core = fields.core();
            let keys = fields.lookup_keys(&core, table_key);
            if let Some(exact_id) = keys.exact_id
                && let Some(number) = self.exact_ids.get(exact_id)?
            {
                numbers.insert(number.value());
                existing.push(key);
                continue;
            }
            if key.is_only_id() {
                continue;
            }
            for (table, key) in [
                (&self.exact_ids, keys.respelled_id),
                (&self.respelled_ids, keys.canonical_id()),
                (&self.cores, Some(keys.core)),
            ] {
                if let Some(key) = key {
                    numbers.extend(table.get(key)?.map(|number| number.value()));
                }
            }
        }
        let mut known = KnownTransactions::new();
        for number in numbers {
            let row = self
                .transactions
                .get(number)?
                .ok_or(FileStoreError::Damaged)?;
            let (account, transaction_id, content, marks, _) = row.value();
            let columns = StoredColumns {
                account,
                transaction_id,
                content,
                marks,
            };
            known.add(KnownTransaction::from_columns(&columns)?);
        }
        // A key table that leads to a transaction with another key is damaged. Without this error, every commit would be outdated, without end.
        let is_consistent = existing.into_iter().all(|key| known.get(key).is_some());
        if is_consistent {
            Ok(known)
        } else {
            Err(FileStoreError::Damaged.into())
        }
    }
}

impl Tables<Table<'_, u64, Row<'static>>, Table<'_, KeyBytes, u64>> {
    /// Creates transactions. Returns `false` if one of their keys exists.
    fn insert<'k>(&mut self, keys: impl Iterator<Item = &'k Key<'k>>) -> Result<bool> {
        for (number, key) in (next_number(&self.transactions)?..).zip(keys) {
            let fields = key.match_fields();
            let core = fields.core();
            let keys = fields.lookup_keys(&core, table_key);
            if let Some(exact_id) = keys.exact_id
                && self.exact_ids.insert(exact_id, number)?.is_some()
            {
                return Ok(false);
            }
            for (table, key) in [
                (&mut self.respelled_ids, keys.respelled_id),
                (&mut self.cores, Some(keys.core)),
            ] {
                if let Some(key) = key
                    && table.get(key)?.is_none()
                {
                    table.insert(key, number)?;
                }
            }
            let (account, json) = (fields.account.text.as_bytes(), key.transaction().to_json());
            let marks = key.marks().to_bytes();
            self.transactions.insert(
                number,
                (
                    account,
                    fields.transaction_id,
                    fields.content,
                    marks.as_slice(),
                    json.as_bytes(),
                ),
            )?;
        }
        Ok(true)
    }
}

fn next_number(transactions: &impl ReadableTable<u64, Row<'static>>) -> Result<u64> {
    let next = transactions
        .last()?
        .map_or(Some(0), |(number, _)| number.value().checked_add(1));
    // No store has so many transactions. A file that claims so is damaged, and its numbers must not start again at 0.
    Ok(next
        .filter(|next| *next < u64::MAX / 2)
        .ok_or(FileStoreError::Damaged)?)
}

fn table_key<'a>(account: HashedAccount<'a>, bytes: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    (account.text.as_bytes(), bytes)
}

impl Store for FileStore {
    type Error = FileStoreError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<KnownTransactions, FileStoreError> {
        Ok(self.try_look_up(keys)?)
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<FileStoreError>> {
        let is_committed = self
            .try_commit(plan)
            .map_err(|failure| CommitError::Failed(failure.into()))?;
        if is_committed {
            Ok(())
        } else {
            Err(CommitError::Outdated)
        }
    }

    fn statements(
        &self,
        account: Option<&AccountIdentifier>,
    ) -> Result<Vec<StoredStatement>, FileStoreError> {
        Ok(statements::read(&self.database, account)?)
    }
}
