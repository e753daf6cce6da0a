use std::cell::Cell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use universal_accounting::dedup::{CommitError, FileStore, FileStoreError, Key, KnownTransactions, Plan, Store};
use universal_accounting::endpoint::Organization;
use universal_accounting::service::{ItemKey, State};

use crate::output::shown;

/// What a directory of ours has in it, and what is locked while it is used. No organization has a point in its name.
const MARK: &str = "universal-accounting.service";

/// What the folder of an organization becomes before it goes.
const FORGOTTEN: &str = "universal-accounting.forgotten";

const TRANSACTIONS: &str = "transactions.store";

/// A file without its final name. One is enough: one process writes one file at a time, and overwrites what a killed one has left.
const UNFINISHED: &str = "unfinished";

/// A state in a directory: a folder for each organization with a store of its transactions and a file for each item.
///
/// Whatever is kept is on the disk when a call returns, whole or not at all. One process at a time has the directory.
#[derive(Debug)]
pub(super) struct DirectoryState {
    path: PathBuf,
    stores: HashMap<Organization, Transactions>,
    /// Holds the lock.
    _mark: File,
}

/// The transactions of an organization. After a disk has failed, the database behind them takes nothing more until it is opened anew.
#[derive(Debug)]
pub(super) struct Transactions {
    store: FileStore,
    failed: Cell<bool>,
}

impl Store for Transactions {
    type Error = FileStoreError;

    fn look_up(&self, keys: &[Key<'_>]) -> Result<KnownTransactions, FileStoreError> {
        self.store.look_up(keys).inspect_err(|_| self.failed.set(true))
    }

    fn commit(&self, plan: &Plan<'_>) -> Result<(), CommitError<FileStoreError>> {
        self.store.commit(plan).inspect_err(|error| {
            if matches!(error, CommitError::Failed(_)) {
                self.failed.set(true);
            }
        })
    }
}

/// Says of which file something failed.
fn of(path: &Path) -> impl FnOnce(io::Error) -> io::Error {
    let path = shown(path);
    let what = "check the rights to it and the room on the disk";
    move |error| io::Error::other(format!("{path} can't be read or written: {error}; {what}"))
}

fn foreign() -> io::Error {
    io::Error::other("this holds something else and was left as it is; name an empty directory, or none yet")
}

impl DirectoryState {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => foreign(),
            _ => of(path)(error),
        })?;
        let mark = path.join(MARK);
        let is_ours = mark.is_file();
        if !is_ours && fs::read_dir(path).map_err(of(path))?.next().is_some() {
            return Err(foreign());
        }
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&mark).map_err(of(&mark))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                io::Error::other("another process serves this directory; stop it, or name another one")
            }
            TryLockError::Error(error) => of(&mark)(error),
        })?;
        sync(path)?;
        // The directory itself may be new. Who may not read the one around it made this one before.
        let _ = sync(&path.join(".."));
        let state = Self { path: path.to_owned(), stores: HashMap::new(), _mark: file };
        state.take_away()?;
        Ok(state)
    }

    fn take_away(&self) -> io::Result<()> {
        let forgotten = self.path.join(FORGOTTEN);
        match fs::remove_dir_all(&forgotten) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(of(&forgotten)(error)),
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

/// Has the names in a folder on the disk, where a folder can be synced.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(of(folder))?;
    }
    Ok(())
}

/// Makes a folder where there is none, in one that is there.
fn make(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(of(folder)(error)),
        Ok(()) => folder.parent().map_or(Ok(()), sync),
    }
}

impl State for DirectoryState {
    type Store = Transactions;
    type Error = io::Error;

    fn transaction_store(&mut self, organization: &Organization) -> io::Result<&Transactions> {
        let folder = self.folder(organization);
        if self.stores.get(organization).is_some_and(|known| known.failed.get()) {
            self.stores.remove(organization);
        }
        match self.stores.entry(organization.clone()) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                make(&folder)?;
                let path = folder.join(TRANSACTIONS);
                let failed = |error| io::Error::other(format!("{}: {error}", shown(&path)));
                let store = FileStore::open(&path).map_err(failed)?;
                Ok(place.insert(Transactions { store, failed: Cell::new(false) }))
            }
        }
    }

    fn read_item(&mut self, organization: &Organization, item: ItemKey) -> io::Result<Option<Vec<u8>>> {
        let path = self.file(organization, item);
        match fs::read(&path) {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(of(&path)(error)),
        }
    }

    fn write_item(&mut self, organization: &Organization, item: ItemKey, value: &[u8]) -> io::Result<()> {
        let (folder, path) = (self.folder(organization), self.file(organization, item));
        make(&folder)?;
        let parent = path.parent().unwrap_or(&folder);
        make(parent)?;
        let unfinished = folder.join(UNFINISHED);
        let written = File::create(&unfinished).and_then(|mut file| {
            file.write_all(value)?;
            file.sync_all()
        });
        if written.is_err() {
            // On a full disk it would take the room of all else.
            let _ = fs::remove_file(&unfinished);
        }
        written.map_err(of(&unfinished))?;
        fs::rename(&unfinished, &path).map_err(of(&path))?;
        sync(parent)
    }

    fn create_item(&mut self, organization: &Organization, item: ItemKey, value: &[u8]) -> io::Result<bool> {
        let path = self.file(organization, item);
        // Nobody else makes it in between: the lock is ours, and a call has the state for itself.
        let is_new = !path.try_exists().map_err(of(&path))?;
        if is_new {
            self.write_item(organization, item, value)?;
        }
        Ok(is_new)
    }

    fn reset(&mut self, organization: &Organization) -> io::Result<()> {
        self.stores.remove(organization);
        let folder = self.folder(organization);
        self.take_away()?;
        // All of it at once: killed in between, nothing or everything is forgotten.
        match fs::rename(&folder, self.path.join(FORGOTTEN)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            renamed => renamed.map_err(of(&folder))?,
        }
        sync(&self.path)?;
        // What is left of it by a disk that fails is taken away by the next reset or start, or told there.
        let _ = self.take_away();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use universal_accounting::dedup;
    use universal_accounting::report::Policy;
    use universal_accounting::transactions;

    use super::*;

    #[test]
    fn a_store_that_failed_is_opened_anew() {
        let path = env::temp_dir().join(format!("uacc-failed-{}", process::id()));
        let organization = Organization::sandbox();
        let mut state = DirectoryState::open(&path).unwrap();
        state.transaction_store(&organization).unwrap();
        state.stores.clear();
        // It stands for one whose disk was full: it can be read and takes nothing.
        let store = FileStore::open_read_only(state.folder(&organization).join(TRANSACTIONS)).unwrap();
        state.stores.insert(organization.clone(), Transactions { store, failed: Cell::new(false) });
        let payload = br#"{"transactions": [{"accountIdentifier": "A", "amount": "1", "currency": "CHF"}]}"#;
        let batch = transactions::read(payload, &Policy::new()).values;
        assert!(dedup::import(state.transaction_store(&organization).unwrap(), &batch).is_err());
        assert!(dedup::import(state.transaction_store(&organization).unwrap(), &batch).is_ok());
        drop(state);
        fs::remove_dir_all(&path).unwrap();
    }

    /// A kill or a full disk while a value is written leaves the one before, since the new one is written beside it and renamed.
    #[test]
    fn a_value_is_replaced_whole_or_not_at_all() {
        let path = env::temp_dir().join(format!("uacc-replaced-{}", process::id()));
        let organization = Organization::sandbox();
        let mut state = DirectoryState::open(&path).unwrap();
        state.write_item(&organization, ItemKey::BaseData, b"old").unwrap();
        // Where nothing can be written beside it, nothing is written.
        fs::create_dir(state.folder(&organization).join(UNFINISHED)).unwrap();
        assert!(state.write_item(&organization, ItemKey::BaseData, b"new").is_err());
        assert_eq!(state.read_item(&organization, ItemKey::BaseData).unwrap().as_deref(), Some(&b"old"[..]));
        drop(state);
        fs::remove_dir_all(&path).unwrap();
    }
}
