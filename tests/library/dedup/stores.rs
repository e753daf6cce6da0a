//! Imports without doubles: the promises of the stores, the decisions by an oracle of its own, snapshots, files.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use crate::cases::cases;
use crate::dedup::oracle::{self, batches, oracle};
use crate::folder::Folder;
use proptest::prelude::*;
use universal_accounting::dedup::{
    self, CommitError, Content, FileStore, FileStoreError, KnownTransaction, KnownTransactions, MemoryStore,
    SnapshotError, Store, Verdict, conformance,
};
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction};

/// Folders that a store each is made in.
struct Stores {
    folder: Folder,
    made: Cell<usize>,
}

impl Stores {
    fn new(name: &str) -> Self {
        Self { folder: Folder::new(name), made: Cell::new(0) }
    }

    fn path(&self) -> std::path::PathBuf {
        self.made.set(self.made.get() + 1);
        self.folder.0.join(format!("{}.store", self.made.get()))
    }
}

#[test]
fn the_store_in_memory_keeps_its_promises() {
    conformance::check(MemoryStore::new);
}

#[test]
fn the_store_in_a_file_keeps_its_promises() {
    let stores = Stores::new("promises");
    conformance::check(|| FileStore::open(stores.path()).unwrap());
}

#[test]
fn what_is_in_a_file_lasts() {
    let stores = Stores::new("lasts");
    let path = stores.path();
    conformance::check_persistence(FileStore::open(&path).unwrap(), |store| {
        drop(store);
        FileStore::open(&path).unwrap()
    });
    conformance::check_persistence(MemoryStore::new(), |store| MemoryStore::restore(&store.snapshot()).unwrap());
}

#[test]
fn a_store_that_only_looks_writes_nothing() {
    let stores = Stores::new("looks");
    let path = stores.path();
    let (batch, more) = (crate::transactions::many_transactions(50), crate::transactions::many_transactions(60));
    let refused = |store: &FileStore, batch: &[Transaction]| {
        let plan = store.plan(dedup::keys(batch)).unwrap();
        assert!(matches!(store.commit(&plan), Err(CommitError::Failed(FileStoreError::ReadOnly))));
        plan.new_keys().count()
    };
    assert_eq!(refused(&FileStore::open_read_only(&path).unwrap(), &batch), 50);
    assert!(!path.exists());
    import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[20]);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(refused(&FileStore::open_read_only(&path).unwrap(), &more), 10);
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn transactions_are_kept_in_a_file_as_they_were_sent() {
    let stores = Stores::new("sent");
    let path = stores.path();
    let batch = crate::transactions::sample_transactions();
    import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[3]);
    let mut kept = Vec::new();
    FileStore::open(&path).unwrap().for_each(|json| kept.push(json.to_owned())).unwrap();
    let payload = format!("{{\"transactions\":[{}]}}", kept.join(","));
    assert_eq!(transactions::read(payload.as_bytes(), &Policy::new()).values, batch);
    assert_eq!(payload, transactions::write(&batch));
}

#[test]
fn a_store_of_another_version_is_told_as_such() {
    let stores = Stores::new("version");
    let path = stores.path();
    drop(FileStore::open(&path).unwrap());
    let about: redb::TableDefinition<'_, &str, u64> = redb::TableDefinition::new("universal-accounting store");
    tamper(&path, |write| drop(write.open_table(about).unwrap().insert("version", 2).unwrap()));
    let bytes = fs::read(&path).unwrap();
    assert!(matches!(FileStore::open(&path), Err(FileStoreError::UnsupportedVersion(2))));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// Writes into the database behind a store.
fn tamper(path: &Path, write: impl FnOnce(&redb::WriteTransaction)) {
    let database = redb::Database::open(path).unwrap();
    let transaction = database.begin_write().unwrap();
    write(&transaction);
    transaction.commit().unwrap();
}

/// What only a hostile writer can make: right checksums over nonsense.
#[test]
fn a_store_whose_tables_contradict_each_other_is_damaged() {
    let stores = Stores::new("contradict");
    let keys: redb::TableDefinition<'_, (&[u8], &[u8]), u64> = redb::TableDefinition::new("keys");
    let batch = crate::transactions::many_transactions(4);
    let key = |one: &Transaction| {
        (one.account_identifier.to_string().into_bytes(), one.transaction_id.as_ref().unwrap().to_string().into_bytes())
    };
    for number in [1, 99] {
        let path = stores.path();
        import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[4]);
        let (account, id) = key(&batch[0]);
        tamper(&path, |write| drop(write.open_table(keys).unwrap().insert((&*account, &*id), number).unwrap()));
        let imported = dedup::import(&FileStore::open(&path).unwrap(), &batch);
        assert!(matches!(imported, Err(CommitError::Failed(FileStoreError::Damaged))), "{number}");
    }
}

#[test]
fn numbers_that_nobody_counted_to_are_damage() {
    type Row = (&'static [u8], Option<&'static [u8]>, &'static [u8], [u8; 2], &'static [u8]);
    let (stores, batch) = (Stores::new("numbers"), crate::transactions::sample_transactions());
    let transactions: redb::TableDefinition<'_, u64, Row> = redb::TableDefinition::new("transactions");
    for last in [u64::MAX, u64::MAX - 1] {
        let path = stores.path();
        drop(FileStore::open(&path).unwrap());
        let row: Row = (b"x", None, b"", [0, 0], b"{}");
        tamper(&path, |write| drop(write.open_table(transactions).unwrap().insert(last, row).unwrap()));
        let imported = dedup::import(&FileStore::open(&path).unwrap(), &batch);
        assert!(matches!(imported, Err(CommitError::Failed(FileStoreError::Damaged))), "{last}");
    }
}

/// A store that never keeps its promise must not keep anybody busy for ever.
#[test]
fn a_store_that_is_always_outdated_is_given_up() {
    struct Never(Cell<usize>);
    impl Store for Never {
        type Error = FileStoreError;

        fn look_up(&self, _keys: &[dedup::Key<'_>]) -> Result<KnownTransactions, FileStoreError> {
            self.0.set(self.0.get() + 1);
            Ok(KnownTransactions::new())
        }

        fn commit(&self, _plan: &dedup::Plan<'_>) -> Result<(), CommitError<FileStoreError>> {
            Err(CommitError::Outdated)
        }
    }
    let store = Never(Cell::new(0));
    assert!(matches!(dedup::import(&store, &crate::transactions::many_transactions(1000)), Err(CommitError::Outdated)));
    assert_eq!(store.0.get(), 2);
}

/// Imports a part at a time, and gives all verdicts without the places in the batch, which depend on the split.
fn import_in_parts<S: Store>(store: &S, batch: &[Transaction], sizes: &[usize]) -> Vec<Verdict> {
    let (mut rest, mut sizes) = (batch, sizes.iter().cycle());
    let mut verdicts = Vec::new();
    while !rest.is_empty() {
        let (part, later) = rest.split_at((*sizes.next().unwrap()).clamp(1, rest.len()));
        let plan = dedup::import(store, part).unwrap();
        let result = plan.result(3);
        let sent = result.existing_transactions + result.new_transactions;
        assert_eq!((sent, result.error_transactions), (u64::try_from(part.len()).unwrap(), 3), "the counts add up");
        verdicts.extend(plan.verdicts().map(|(_, verdict)| {
            let mut verdict = verdict.clone();
            match &mut verdict {
                Verdict::Suspect(suspect) => suspect.batch_index = None,
                Verdict::Conflict(conflict) => conflict.batch_index = None,
                _ => {}
            }
            verdict
        }));
        rest = later;
    }
    verdicts
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn however_an_import_is_split_it_ends_in_the_same_store(
        batch in batches(), one in prop::collection::vec(1_usize..9, 1..5), other in prop::collection::vec(1_usize..9, 1..5),
    ) {
        let (whole, first, second) = (MemoryStore::new(), MemoryStore::new(), MemoryStore::new());
        let expected = import_in_parts(&whole, &batch, &[batch.len().max(1)]);
        prop_assert_eq!(&import_in_parts(&first, &batch, &one), &expected);
        prop_assert_eq!(&import_in_parts(&second, &batch, &other), &expected);
        prop_assert!(whole == first && first == second);
        prop_assert_eq!(first.snapshot(), second.snapshot());
    }

    #[test]
    fn an_oracle_that_knows_nothing_but_the_decisions_says_the_same(batch in batches(), parts in prop::collection::vec(1_usize..9, 1..5)) {
        let store = MemoryStore::new();
        let verdicts = import_in_parts(&store, &batch, &parts);
        let expected = oracle(&batch);
        let told: Vec<String> = verdicts.iter().map(oracle::told).collect();
        prop_assert_eq!(told, expected.verdicts);
        let mut held = Vec::new();
        store.for_each(|entry| held.push(entry));
        prop_assert_eq!(held, expected.created.iter().map(|index| KnownTransaction::from(&batch[*index])).collect::<Vec<_>>());
    }

    #[test]
    fn a_snapshot_gives_back_the_store(batch in batches(), more in batches()) {
        let store = MemoryStore::new();
        import_in_parts(&store, &batch, &[7]);
        let restored = MemoryStore::restore(&store.snapshot()).unwrap();
        prop_assert!(restored == store);
        prop_assert_eq!(restored.snapshot(), store.snapshot());
        prop_assert_eq!(import_in_parts(&restored, &more, &[5]), import_in_parts(&store, &more, &[5]));
        prop_assert!(restored == store);
    }

    #[test]
    fn a_commit_that_fails_leaves_the_store_as_it_was(batch in batches(), more in batches()) {
        let store = MemoryStore::new();
        let outdated = dedup::plan(dedup::keys(&more), &KnownTransactions::new());
        import_in_parts(&store, &batch, &[7]);
        let before = store.snapshot();
        let new = more.iter().any(|one| one.transaction_id.is_some() && batch.iter().any(|known| oracle::same_key(known, one)));
        let committed = store.commit(&outdated);
        prop_assert_eq!(committed, if new { Err(CommitError::Outdated) } else { Ok(()) });
        if new {
            prop_assert_eq!(store.snapshot(), before);
        }
    }

    #[test]
    fn content_is_equal_where_its_bytes_are(one in oracle::transaction(), other in oracle::transaction()) {
        let (content, another) = (Content::from(&one), Content::from(&other));
        prop_assert_eq!(Content::from_bytes(content.as_bytes()), Some(content));
        prop_assert_eq!(content == another, oracle::same_content(&one, &other));
        prop_assert_eq!(content == another, content.differences(&another).is_empty());
        let named: Vec<&str> = content.differences(&another).iter().map(|difference| difference.field).collect();
        prop_assert_eq!(named, oracle::differing(&one, &other));
    }

    #[test]
    fn bytes_are_a_content_or_none(bytes in prop::collection::vec(any::<u8>(), 0..50)) {
        if let Some(content) = Content::from_bytes(&bytes) {
            prop_assert_eq!(content.as_bytes(), bytes);
        }
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn a_file_says_what_memory_says(batch in batches(), parts in prop::collection::vec(1_usize..9, 1..5)) {
        let stores = Stores::new("says");
        let path = stores.path();
        let (memory, file) = (MemoryStore::new(), FileStore::open(&path).unwrap());
        let expected = import_in_parts(&memory, &batch, &parts);
        prop_assert_eq!(import_in_parts(&file, &batch, &parts), expected);
        prop_assert_eq!(usize::try_from(file.count().unwrap()), Ok(memory.len()));
        drop(file);
        let again = import_in_parts(&FileStore::open(&path).unwrap(), &batch, &parts);
        prop_assert_eq!(again, import_in_parts(&memory, &batch, &parts));
    }
}

fn some() -> MemoryStore {
    let store = MemoryStore::new();
    import_in_parts(&store, &crate::transactions::sample_transactions(), &[2]);
    store
}

/// The form is promised: a snapshot of today must be read for ever.
#[test]
fn the_form_of_a_snapshot_is_frozen() {
    let kept = include_str!("snapshot.hex").split_whitespace().collect::<String>();
    let kept: Vec<u8> =
        (0..kept.len()).step_by(2).map(|at| u8::from_str_radix(&kept[at..at + 2], 16).unwrap()).collect();
    assert_eq!(some().snapshot(), kept);
    assert!(MemoryStore::restore(&kept).unwrap() == some());
}

#[test]
fn whatever_was_done_to_a_snapshot_is_found() {
    let snapshot = some().snapshot();
    for at in 0..snapshot.len() {
        for bit in [1, 16, 128] {
            let mut changed = snapshot.clone();
            changed[at] ^= bit;
            let expected = match at {
                0..8 => SnapshotError::NotASnapshot,
                8..12 => SnapshotError::UnsupportedVersion(u32::from_le_bytes(changed[8..12].try_into().unwrap())),
                _ => SnapshotError::Damaged,
            };
            assert_eq!(MemoryStore::restore(&changed).unwrap_err(), expected, "byte {at}");
        }
        let cut = MemoryStore::restore(&snapshot[..at]).unwrap_err();
        assert_eq!(cut, if at < 8 { SnapshotError::NotASnapshot } else { SnapshotError::Damaged }, "cut at {at}");
    }
    assert_eq!(MemoryStore::restore(&[&snapshot[..], b"\0"].concat()).unwrap_err(), SnapshotError::Damaged);
}

#[test]
fn nonsense_under_a_right_checksum_is_found() {
    let snapshot = some().snapshot();
    let content = &snapshot[..snapshot.len() - 32];
    let (mut refused, mut read) = (0, 0);
    for at in 12..content.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff, content[at].wrapping_add(1), content[at] ^ 0x20] {
            let mut changed = content.to_vec();
            changed[at] = value;
            match MemoryStore::restore(&oracle::sealed(&changed)) {
                // Another letter in an id is an id too; it must then be what is written again.
                Ok(store) => {
                    assert_eq!(store.snapshot(), oracle::sealed(&changed), "byte {at} as {value}");
                    read += 1;
                }
                Err(fault) => {
                    assert_eq!(fault, SnapshotError::Damaged);
                    refused += 1;
                }
            }
        }
        assert_eq!(MemoryStore::restore(&oracle::sealed(&content[..at])).unwrap_err(), SnapshotError::Damaged);
    }
    assert!(refused > 200 && read > 100, "{refused} refused, {read} read");
    // A length of more than there is must not be reserved.
    let huge = [&content[..12], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]].concat();
    assert_eq!(MemoryStore::restore(&oracle::sealed(&huge)).unwrap_err(), SnapshotError::Damaged);
}

#[test]
fn a_file_that_is_no_store_is_refused_and_stays_as_it_is() {
    let stores = Stores::new("foreign");
    let foreign: [(&str, Vec<u8>); 4] = [
        ("empty", Vec::new()),
        ("short", b"redb".to_vec()),
        ("text", b"Datum;Betrag\n".to_vec()),
        ("snapshot", some().snapshot()),
    ];
    for (what, bytes) in foreign {
        let path = stores.path();
        fs::write(&path, &bytes).unwrap();
        for opened in [FileStore::open(&path), FileStore::open_read_only(&path)] {
            assert!(matches!(opened, Err(FileStoreError::NotAStore)), "{what}: {opened:?}");
        }
        assert_eq!(fs::read(&path).unwrap(), bytes, "{what}");
    }
    let path = stores.path();
    drop(redb::Database::create(&path).unwrap());
    let bytes = fs::read(&path).unwrap();
    assert!(matches!(FileStore::open(&path), Err(FileStoreError::NotAStore)));
    assert_eq!(fs::read(&path).unwrap(), bytes, "the database of another program");
    assert!(matches!(FileStore::open(stores.folder.0.join("none/x")), Err(FileStoreError::Io(_))));
    assert!(matches!(FileStore::open(&stores.folder.0), Err(FileStoreError::Io(_))));
}

#[test]
fn a_damaged_store_is_refused_and_stays_as_it_is() {
    let stores = Stores::new("damaged");
    let path = stores.path();
    let batch = crate::transactions::many_transactions(1500);
    import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[500]);
    let bytes = fs::read(&path).unwrap();
    let (mut refused, mut harmless) = (0, 0);
    for number in 0..150 {
        let mut damaged = bytes.clone();
        let at = number * 7919 * 31 % bytes.len();
        damaged[at] ^= 1 << (number % 8);
        fs::write(&path, &damaged).unwrap();
        match FileStore::open(&path) {
            Err(_) => {
                assert_eq!(fs::read(&path).unwrap(), damaged, "byte {at}");
                refused += 1;
            }
            // A byte that nothing stands on.
            Ok(store) => {
                let plan = store.plan(dedup::keys(&batch)).unwrap();
                let same = Verdict::Existing { text_differs: false };
                assert!(plan.verdicts().all(|(_, verdict)| *verdict == same), "byte {at}");
                harmless += 1;
            }
        }
    }
    assert!(refused > 30 && harmless > 3, "{refused} refused, {harmless} harmless");
    for length in [1, 9, 100, 4096, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).unwrap();
        assert!(FileStore::open(&path).is_err(), "cut at {length}");
        assert_eq!(fs::read(&path).unwrap(), &bytes[..length]);
    }
}

#[test]
fn one_at_a_time_has_a_store_open() {
    let stores = Stores::new("open");
    let path = stores.path();
    let store = FileStore::open(&path).unwrap();
    assert!(matches!(FileStore::open(&path), Err(FileStoreError::InUse)));
    assert!(matches!(FileStore::open_read_only(&path), Err(FileStoreError::InUse)));
    drop(store);
    drop(FileStore::open(&path).unwrap());
}
