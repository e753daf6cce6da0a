//! Imports without duplicates: the promises of the stores, verdicts compared with an oracle, snapshots, and files.

mod copies;
mod damaged_files;
mod imports;
mod snapshots;

use std::cell::Cell;
use std::fs;

use crate::folder::Folder;
use universal_accounting::dedup::{
    self, CommitError, FileStore, FileStoreError, MemoryStore, OnConflict, Store, Verdict,
    conformance,
};
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction};

/// A folder for the files of stores.
struct StoreFolder {
    folder: Folder,
    paths: Cell<usize>,
}

impl StoreFolder {
    fn new(name: &str) -> Self {
        Self {
            folder: Folder::new(name),
            paths: Cell::new(0),
        }
    }

    /// Returns a path where no store is yet.
    fn new_path(&self) -> std::path::PathBuf {
        self.paths.set(self.paths.get() + 1);
        self.folder
            .path()
            .join(format!("{}.store", self.paths.get()))
    }
}

#[test]
fn a_memory_store_keeps_its_promises() {
    conformance::check(MemoryStore::new);
}

#[test]
fn a_file_store_keeps_its_promises() {
    let stores = StoreFolder::new("promises");
    conformance::check(|| FileStore::open(stores.new_path()).unwrap());
}

#[test]
fn files_and_snapshots_keep_transactions() {
    let stores = StoreFolder::new("lasts");
    let path = stores.new_path();
    conformance::check_persistence(FileStore::open(&path).unwrap(), |store| {
        drop(store);
        FileStore::open(&path).unwrap()
    });
    conformance::check_persistence(MemoryStore::new(), |store| {
        MemoryStore::restore(&store.snapshot()).unwrap()
    });
}

#[test]
fn a_read_only_store_writes_nothing() {
    let stores = StoreFolder::new("read-only");
    let path = stores.new_path();
    let (batch, longer) = (
        crate::transactions::many_transactions(50),
        crate::transactions::many_transactions(60),
    );
    let new_keys = |store: &FileStore, batch: &[Transaction]| {
        let plan = store.plan(dedup::keys(batch)).unwrap();
        assert!(matches!(
            store.commit(&plan),
            Err(CommitError::Failed(FileStoreError::ReadOnly))
        ));
        plan.new_keys().count()
    };
    assert_eq!(
        new_keys(&FileStore::open_read_only(&path).unwrap(), &batch),
        50
    );
    assert!(!path.exists());
    import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[20]);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(
        new_keys(&FileStore::open_read_only(&path).unwrap(), &longer),
        10
    );
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_file_store_keeps_transactions_as_they_were_sent() {
    let stores = StoreFolder::new("sent");
    let path = stores.new_path();
    let batch = crate::transactions::sample_transactions();
    import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[3]);
    let mut records = Vec::new();
    FileStore::open(&path)
        .unwrap()
        .for_each(|json| records.push(json.to_owned()))
        .unwrap();
    let payload = format!("{{\"transactions\":[{}]}}", records.join(","));
    assert_eq!(
        transactions::read(payload.as_bytes(), &Policy::new()).values,
        batch
    );
    assert_eq!(payload, transactions::write(&batch));
}

/// Imports a batch in parts of these sizes. Returns all verdicts without their batch indexes, which depend on the parts.
fn import_in_parts<S: Store>(store: &S, batch: &[Transaction], sizes: &[usize]) -> Vec<Verdict> {
    import_in_parts_with(store, batch, sizes, OnConflict::Report)
}

fn import_in_parts_with<S: Store>(
    store: &S,
    batch: &[Transaction],
    sizes: &[usize],
    on_conflict: OnConflict,
) -> Vec<Verdict> {
    let (mut left, mut sizes) = (batch, sizes.iter().cycle());
    let mut verdicts = Vec::new();
    while !left.is_empty() {
        let (part, later) = left.split_at((*sizes.next().unwrap()).clamp(1, left.len()));
        let plan = dedup::import_with(store, part, on_conflict).unwrap();
        let result = plan.result(3);
        let sent = result.existing_transactions + result.new_transactions;
        assert_eq!(
            (sent, result.error_transactions),
            (u64::try_from(part.len()).unwrap(), 3),
            "the counts add up"
        );
        verdicts.extend(plan.verdicts().map(|(_, verdict)| {
            let mut verdict = verdict.clone();
            match &mut verdict {
                Verdict::Suspect(suspect) => suspect.batch_index = None,
                Verdict::Conflict(conflict) | Verdict::Added(conflict) => {
                    conflict.batch_index = None;
                }
                _ => {}
            }
            verdict
        }));
        left = later;
    }
    verdicts
}

fn sample_store() -> MemoryStore {
    let store = MemoryStore::new();
    import_in_parts(&store, &crate::transactions::sample_transactions(), &[2]);
    store
}

#[test]
fn a_store_is_open_to_one_writer_or_to_several_readers() {
    let stores = StoreFolder::new("open");
    let path = stores.new_path();
    let store = FileStore::open(&path).unwrap();
    assert!(matches!(FileStore::open(&path), Err(FileStoreError::InUse)));
    assert!(matches!(
        FileStore::open_read_only(&path),
        Err(FileStoreError::InUse)
    ));
    drop(store);
    let readers = [FileStore::open_read_only, FileStore::verify].map(|open| open(&path).unwrap());
    assert!(matches!(FileStore::open(&path), Err(FileStoreError::InUse)));
    drop(readers);
    drop(FileStore::open(&path).unwrap());
}
