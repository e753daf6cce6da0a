//! A state in a directory.

use std::cell::Cell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use universal_accounting::dedup::{
    CommitError, FileStore, FileStoreError, Key, KnownTransactions, Plan, Store,
};
use universal_accounting::endpoint::Organization;
use universal_accounting::service::{Identifier, ItemKey, State};
use universal_accounting::transactions::Transaction;

use super::first_transactions::FirstTransactions;
use super::folders::{create_folder, io_error_at, names_in, sync_folder};
use super::item_file;
use crate::output::display_path;
use crate::private_files;
use crate::store::StoredFile;

/// The file that marks a directory as a state of this program, and that is locked while the directory is used. Its name has a dot, so it never
/// is the name of an organization.
const LOCK_FILE: &str = "universal-accounting.service";

/// What that file contains. It is on the disk before anything else is written to the directory.
const VERSION: &[u8] = b"universal-accounting service 1\n";

/// The name that the folder of an organization gets before it is deleted.
const DISCARDED: &str = "universal-accounting.forgotten";

const TRANSACTIONS: &str = "transactions.store";

/// The folder of documents in that of their organization.
const DOCUMENTS: &str = "documents";

/// The temporary name of a file while it is written. One name is enough: one process writes one file at a time, and overwrites the file that a
/// killed process has left.
const UNFINISHED: &str = "unfinished";

/// A state in a directory: a folder for each organization, with a store of its transactions and a file for each item.
///
/// A value is on the disk when a call returns, completely or not at all. Each file has checksums, so a file that was changed is never read in silence,
/// and nothing else suffers from it. Only one process at a time uses the directory.
#[derive(Debug)]
pub(super) struct DirectoryState {
    path: PathBuf,
    stores: HashMap<Organization, TransactionStore>,
    /// The directory is locked as long as this file is open.
    lock_file: File,
}

/// The transactions of an organization. After a disk error, the database rejects all changes until it is opened again.
#[derive(Debug)]
pub(super) struct TransactionStore {
    store: FileStore,
    has_failed: Cell<bool>,
}

impl Store for TransactionStore {
    type Error = FileStoreError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<KnownTransactions, FileStoreError> {
        self.store
            .look_up(keys)
            .inspect_err(|_| self.has_failed.set(true))
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<FileStoreError>> {
        self.store.commit(plan).inspect_err(|error| {
            if matches!(error, CommitError::Failed(_)) {
                self.has_failed.set(true);
            }
        })
    }
}

fn foreign_directory_error() -> io::Error {
    io::Error::other(
        "this contains other files and was left unchanged; name an empty directory, or a new one",
    )
}

impl DirectoryState {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        private_files::create_folders(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => foreign_directory_error(),
            _ => io_error_at(path)(error),
        })?;
        let lock_file = path.join(LOCK_FILE);
        let is_ours = lock_file.is_file();
        if !is_ours
            && fs::read_dir(path)
                .map_err(io_error_at(path))?
                .next()
                .is_some()
        {
            return Err(foreign_directory_error());
        }
        let file = private_files::open(&lock_file, false).map_err(io_error_at(&lock_file))?;
        locked(file.try_lock(), &lock_file)?;
        private_files::close_folder(path);
        sync_folder(path)?;
        // If the directory is new, its parent must be synced too. If the parent can't be read, the directory is not new.
        let _ = sync_folder(&path.join(".."));
        let mut state = Self {
            path: path.to_owned(),
            stores: HashMap::new(),
            lock_file: file,
        };
        if !has_version(path)? {
            let written = state
                .lock_file
                .write_all(VERSION)
                .and_then(|()| state.lock_file.sync_all());
            written.map_err(io_error_at(&lock_file))?;
        }
        state.remove_discarded()?;
        Ok(state)
    }

    /// Lists the items of all organizations.
    pub(super) fn items(&self) -> io::Result<Vec<(Organization, ItemKey)>> {
        let mut items = Vec::new();
        for organization in names_in(&self.path)? {
            let Ok(organization) = Organization::parse(&organization) else {
                continue;
            };
            for name in names_in(&self.folder(&organization))? {
                let path = self.folder(&organization).join(&name);
                let of_folder = if path.is_dir() {
                    names_in(&path)?
                } else {
                    Vec::new()
                };
                let items_of_folder = of_folder
                    .iter()
                    .filter_map(|id| ItemKey::parse(&format!("{name}/{id}")));
                let found = ItemKey::parse(&name).into_iter().chain(items_of_folder);
                items.extend(found.map(|item| (organization.clone(), item)));
            }
        }
        Ok(items)
    }

    /// Deletes the discarded folder that a reset has left.
    fn remove_discarded(&self) -> io::Result<()> {
        let discarded = self.path.join(DISCARDED);
        match fs::remove_dir_all(&discarded) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(io_error_at(&discarded)(error))
            }
            _ => Ok(()),
        }
    }

    fn folder(&self, organization: &Organization) -> PathBuf {
        self.path.join(organization.as_str())
    }

    fn file(&self, organization: &Organization, item: ItemKey) -> PathBuf {
        self.folder(organization).join(item.to_string())
    }
}

/// Returns whether the version is written. A directory without it is new, or its first process was killed. Any other version is an error.
fn has_version(path: &Path) -> io::Result<bool> {
    let lock_file = path.join(LOCK_FILE);
    let version = fs::read(&lock_file).map_err(io_error_at(&lock_file))?;
    if version == VERSION {
        return Ok(true);
    }
    let has_only_lock_file = fs::read_dir(path).map_err(io_error_at(path))?.count() == 1;
    if VERSION.starts_with(&version) && has_only_lock_file {
        return Ok(false);
    }
    Err(io::Error::other(format!(
        "{} is damaged, or of a newer version; put a copy in its place, or use a newer universal-accounting",
        display_path(&lock_file)
    )))
}

/// Lists the files of a directory, and which of them can't be read. Changes nothing.
pub(crate) fn list_directory(path: &Path) -> io::Result<Vec<StoredFile>> {
    let lock_file = path.join(LOCK_FILE);
    // A shared lock, since the disk may be read-only.
    let file = File::open(&lock_file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            io::Error::other("this is no directory of `uacc serve`; name one, or a store in a file")
        }
        _ => io_error_at(&lock_file)(error),
    })?;
    locked(file.try_lock_shared(), &lock_file)?;
    if !has_version(path)? {
        return Ok(Vec::new());
    }
    let mut state = DirectoryState {
        path: path.to_owned(),
        stores: HashMap::new(),
        lock_file: file,
    };
    let mut files: Vec<StoredFile> = Vec::new();
    for organization in names_in(path)? {
        let transactions = path.join(organization).join(TRANSACTIONS);
        if transactions.exists() {
            files.push(StoredFile::Transactions(transactions));
        }
    }
    for (organization, item) in state.items()? {
        let fault = state
            .read_item(&organization, item)
            .err()
            .map(|error| error.to_string());
        files.push(StoredFile::Item(state.file(&organization, item), fault));
    }
    Ok(files)
}

/// Returns why a lock file could not be locked.
fn locked(result: Result<(), TryLockError>, path: &Path) -> io::Result<()> {
    result.map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::other(
            "another process serves this directory; stop it, or name another directory",
        ),
        TryLockError::Error(error) => io_error_at(path)(error),
    })
}

/// Returns the place of an item, which its checksum includes.
fn place(organization: &Organization, item: ItemKey) -> String {
    format!("{organization}/{item}")
}

impl State for DirectoryState {
    type Store = TransactionStore;
    type Error = io::Error;

    fn transaction_store(&mut self, organization: &Organization) -> io::Result<&TransactionStore> {
        let folder = self.folder(organization);
        if self
            .stores
            .get(organization)
            .is_some_and(|known| known.has_failed.get())
        {
            self.stores.remove(organization);
        }
        match self.stores.entry(organization.clone()) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => {
                create_folder(&folder)?;
                let path = folder.join(TRANSACTIONS);
                let store = FileStore::open(&path).map_err(|error| {
                    io::Error::other(format!("{}: {error}", display_path(&path)))
                })?;
                Ok(entry.insert(TransactionStore {
                    store,
                    has_failed: Cell::new(false),
                }))
            }
        }
    }

    fn read_item(
        &mut self,
        organization: &Organization,
        item: ItemKey,
    ) -> io::Result<Option<Vec<u8>>> {
        let path = self.file(organization, item);
        match fs::read(&path) {
            Ok(file) => item_file::read(&place(organization, item), file).map(Some).ok_or_else(|| {
                io::Error::other(format!(
                    "{} is damaged: it is not as it was written; put a copy from before in its place, or delete it",
                    display_path(&path)
                ))
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io_error_at(&path)(error)),
        }
    }

    fn write_item(
        &mut self,
        organization: &Organization,
        item: ItemKey,
        value: &[u8],
    ) -> io::Result<()> {
        let (folder, path) = (self.folder(organization), self.file(organization, item));
        create_folder(&folder)?;
        let parent = path.parent().unwrap_or(&folder);
        create_folder(parent)?;
        let unfinished = folder.join(UNFINISHED);
        let written = private_files::open(&unfinished, true).and_then(|mut file| {
            file.write_all(&item_file::first_line(&place(organization, item), value))?;
            file.write_all(value)?;
            file.sync_all()
        });
        if written.is_err() {
            // On a full disk, the unfinished file would take up space that is needed.
            let _ = fs::remove_file(&unfinished);
        }
        written.map_err(io_error_at(&unfinished))?;
        fs::rename(&unfinished, &path).map_err(io_error_at(&path))?;
        sync_folder(parent)
    }

    fn create_item(
        &mut self,
        organization: &Organization,
        item: ItemKey,
        value: &[u8],
    ) -> io::Result<bool> {
        let path = self.file(organization, item);
        // Nothing else can create the file in between: the directory is locked, and the method has exclusive access to the state.
        let is_new = !path.try_exists().map_err(io_error_at(&path))?;
        if is_new {
            self.write_item(organization, item, value)?;
        }
        Ok(is_new)
    }

    fn document_ids(&mut self, organization: &Organization) -> io::Result<Vec<Identifier>> {
        let names = names_in(&self.folder(organization).join(DOCUMENTS))?;
        Ok(names
            .iter()
            .filter_map(|name| Identifier::parse(name))
            .collect())
    }

    fn first_transactions(
        &mut self,
        organization: &Organization,
        limit: usize,
    ) -> io::Result<Vec<Transaction>> {
        let mut first = FirstTransactions::new(limit);
        let store = &self.transaction_store(organization)?.store;
        store
            .for_each(|json| first.add(json))
            .map_err(io::Error::other)?;
        first
            .read()
            .ok_or_else(|| io::Error::other(FileStoreError::Unreadable))
    }

    fn reset(&mut self, organization: &Organization) -> io::Result<()> {
        self.stores.remove(organization);
        let folder = self.folder(organization);
        self.remove_discarded()?;
        // A rename is atomic: if the process is killed, either nothing or everything is deleted.
        match fs::rename(&folder, self.path.join(DISCARDED)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            renamed => renamed.map_err(io_error_at(&folder))?,
        }
        sync_folder(&self.path)?;
        // If the disk fails, the next reset or start deletes the rest or reports the error.
        let _ = self.remove_discarded();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;
    use universal_accounting::dedup;
    use universal_accounting::report::Policy;
    use universal_accounting::transactions;

    use super::*;

    #[test]
    fn reopens_a_store_after_it_failed() {
        let folder = tempdir().unwrap();
        let organization = Organization::sandbox();
        let mut state = DirectoryState::open(folder.path()).unwrap();
        state.transaction_store(&organization).unwrap();
        state.stores.clear();
        // A read-only store behaves like a store whose disk is full: it can be read and rejects changes.
        let store =
            FileStore::open_read_only(state.folder(&organization).join(TRANSACTIONS)).unwrap();
        state.stores.insert(
            organization.clone(),
            TransactionStore {
                store,
                has_failed: Cell::new(false),
            },
        );
        let payload =
            br#"{"transactions": [{"accountIdentifier": "A", "amount": "1", "currency": "CHF"}]}"#;
        let batch = transactions::read(payload, &Policy::new()).values;
        assert!(dedup::import(state.transaction_store(&organization).unwrap(), &batch).is_err());
        assert!(dedup::import(state.transaction_store(&organization).unwrap(), &batch).is_ok());
    }

    /// A value is written to another file, which is then renamed. So a kill or a full disk leaves the previous value.
    #[test]
    fn replaces_a_value_completely_or_not_at_all() {
        let folder = tempdir().unwrap();
        let organization = Organization::sandbox();
        let mut state = DirectoryState::open(folder.path()).unwrap();
        state
            .write_item(&organization, ItemKey::BaseData, b"old")
            .unwrap();
        // A folder with the name of the unfinished file makes writing fail.
        fs::create_dir(state.folder(&organization).join(UNFINISHED)).unwrap();
        assert!(
            state
                .write_item(&organization, ItemKey::BaseData, b"new")
                .is_err()
        );
        assert_eq!(
            state
                .read_item(&organization, ItemKey::BaseData)
                .unwrap()
                .as_deref(),
            Some(&b"old"[..])
        );
    }

    /// A kill during the first start leaves a file with a part of the version, and nothing else.
    #[test]
    fn opens_a_directory_whose_version_is_not_complete_only_if_it_has_no_other_file() {
        let folder = tempdir().unwrap();
        let lock_file = folder.path().join(LOCK_FILE);
        for length in 0..VERSION.len() {
            fs::write(&lock_file, &VERSION[..length]).unwrap();
            assert!(list_directory(folder.path()).unwrap().is_empty());
            drop(DirectoryState::open(folder.path()).unwrap());
            assert_eq!(fs::read(&lock_file).unwrap(), VERSION);
        }
        fs::create_dir(folder.path().join("muster-ag")).unwrap();
        for length in 0..VERSION.len() {
            fs::write(&lock_file, &VERSION[..length]).unwrap();
            assert_other_version(folder.path());
            assert_eq!(fs::read(&lock_file).unwrap(), &VERSION[..length]);
        }
    }

    #[test]
    fn leaves_a_directory_of_another_version_as_it_is() {
        let folder = tempdir().unwrap();
        let (lock_file, discarded) = (folder.path().join(LOCK_FILE), folder.path().join(DISCARDED));
        fs::create_dir(&discarded).unwrap();
        for version in [
            "universal-accounting service 2\n",
            "universal-accounting service 1\n\n",
            "mine",
        ] {
            fs::write(&lock_file, version).unwrap();
            assert_other_version(folder.path());
            assert_eq!(fs::read_to_string(&lock_file).unwrap(), version);
            assert!(discarded.is_dir());
        }
    }

    fn assert_other_version(path: &Path) {
        for error in [
            DirectoryState::open(path).map(drop),
            list_directory(path).map(drop),
        ] {
            assert!(
                error
                    .unwrap_err()
                    .to_string()
                    .contains("is damaged, or of a newer version")
            );
        }
    }

    #[test]
    fn a_damaged_item_is_an_error_that_names_it_and_touches_nothing_else() {
        let folder = tempdir().unwrap();
        let (one, other) = (
            Organization::parse("one").unwrap(),
            Organization::parse("other").unwrap(),
        );
        let mut state = DirectoryState::open(folder.path()).unwrap();
        state.write_item(&one, ItemKey::BaseData, b"{}").unwrap();
        state.write_item(&other, ItemKey::BaseData, b"{ }").unwrap();
        let path = folder.path().join("one/base-data");
        let whole = fs::read(&path).unwrap();
        for bit in 0..whole.len() * 8 {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, damaged).unwrap();
            let error = state
                .read_item(&one, ItemKey::BaseData)
                .unwrap_err()
                .to_string();
            assert!(error.contains("one/base-data is damaged"), "{bit}: {error}");
        }
        // The file of another organization is no file of this one.
        fs::copy(folder.path().join("other/base-data"), &path).unwrap();
        assert!(state.read_item(&one, ItemKey::BaseData).is_err());
        assert_eq!(
            state
                .read_item(&other, ItemKey::BaseData)
                .unwrap()
                .as_deref(),
            Some(&b"{ }"[..])
        );
        state.write_item(&one, ItemKey::BaseData, b"{}").unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
}
