//! Imports without duplicates: the promises of the stores, verdicts compared with an oracle, snapshots, and files.

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::Path;

use crate::cases::cases;
use crate::dedup::oracle::{self, batches, oracle};
use crate::folder::Folder;
use proptest::prelude::*;
use redb::TableHandle as _;
use universal_accounting::dedup::{
    self, CommitError, Content, FileStore, FileStoreError, KnownTransaction, KnownTransactions,
    MemoryStore, OnConflict, SnapshotError, Store, StoreFullError, Verdict, conformance,
};
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction};
use universal_accounting::value::Text;

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

#[test]
fn a_store_of_another_version_is_rejected() {
    let stores = StoreFolder::new("version");
    let path = stores.new_path();
    drop(FileStore::open(&path).unwrap());
    let mut bytes = fs::read(&path).unwrap();
    assert_eq!(&bytes[..16], HEADER);
    bytes[11] = b'2';
    fs::write(&path, &bytes).unwrap();
    for opened in [
        FileStore::open(&path),
        FileStore::open_read_only(&path),
        FileStore::verify(&path),
    ] {
        assert!(
            matches!(opened, Err(FileStoreError::UnsupportedVersion(2))),
            "{opened:?}"
        );
    }
    assert!(fs::read(&path).unwrap() == bytes);
}

const HEADER: &[u8; 16] = b"uacc store 1\r\n\x1a\n";

/// Changes the tables of a store that is closed. The blocks get valid checksums.
fn change_tables(path: &Path, write: impl FnOnce(&redb::WriteTransaction)) {
    let bytes = fs::read(path).unwrap();
    assert_eq!(&bytes[..16], HEADER);
    let blocks = u64::from_le_bytes(bytes[16..24].try_into().unwrap());
    let end = 4096 * (1 + usize::try_from(blocks).unwrap());
    fs::write(path, &bytes[4096..end]).unwrap();
    let database = redb::Database::open(path).unwrap();
    let transaction = database.begin_write().unwrap();
    write(&transaction);
    transaction.commit().unwrap();
    drop(database);
    let blocks = fs::read(path).unwrap();
    let checksums = blocks.chunks(4096).map(crc32fast::hash);
    let list: Vec<u8> = checksums.flat_map(u32::to_le_bytes).collect();
    let mut changed = bytes[..4096].to_vec();
    let count = u64::try_from(blocks.len() / 4096).unwrap();
    changed[16..24].copy_from_slice(&count.to_le_bytes());
    changed[24..28].copy_from_slice(&crc32fast::hash(&list).to_le_bytes());
    fs::write(path, [changed, blocks, list].concat()).unwrap();
}

#[test]
fn a_store_without_a_table_is_damaged() {
    let stores = StoreFolder::new("table");
    for table in [
        "transactions",
        "keys",
        "spelled",
        "alike",
        "journal records",
        "journal lines",
        "statements",
    ] {
        let path = stores.new_path();
        drop(FileStore::open(&path).unwrap());
        change_tables(&path, |write| {
            let missing = write
                .list_tables()
                .unwrap()
                .find(|found| found.name() == table)
                .unwrap();
            assert!(write.delete_table(missing).unwrap());
        });
        assert!(
            matches!(FileStore::open(&path), Err(FileStoreError::Damaged)),
            "{table}"
        );
    }
}

/// Only a hostile writer can produce this: valid checksums over inconsistent tables.
#[test]
fn a_store_with_inconsistent_tables_is_damaged() {
    let stores = StoreFolder::new("contradict");
    let keys: redb::TableDefinition<'_, (&[u8], &[u8]), u64> = redb::TableDefinition::new("keys");
    let batch = crate::transactions::many_transactions(4);
    let key = |transaction: &Transaction| {
        let id = transaction.transaction_id.as_ref().unwrap();
        (
            transaction.account_identifier.to_string().into_bytes(),
            id.to_string().into_bytes(),
        )
    };
    for number in [1, 99] {
        let path = stores.new_path();
        import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[4]);
        let (account, id) = key(&batch[0]);
        change_tables(&path, |write| {
            drop(
                write
                    .open_table(keys)
                    .unwrap()
                    .insert((&*account, &*id), number)
                    .unwrap(),
            );
        });
        let imported = dedup::import(&FileStore::open(&path).unwrap(), &batch);
        assert!(
            matches!(imported, Err(CommitError::Failed(FileStoreError::Damaged))),
            "{number}"
        );
    }
}

#[test]
fn a_store_with_impossible_numbers_is_damaged() {
    type Row = (
        &'static [u8],
        Option<&'static [u8]>,
        &'static [u8],
        &'static [u8],
        &'static [u8],
    );
    let (stores, batch) = (
        StoreFolder::new("numbers"),
        crate::transactions::sample_transactions(),
    );
    let transactions: redb::TableDefinition<'_, u64, Row> =
        redb::TableDefinition::new("transactions");
    for last in [u64::MAX, u64::MAX - 1] {
        let path = stores.new_path();
        drop(FileStore::open(&path).unwrap());
        let row: Row = (b"x", None, b"", &[0, 0, 0], b"{}");
        change_tables(&path, |write| {
            drop(
                write
                    .open_table(transactions)
                    .unwrap()
                    .insert(last, row)
                    .unwrap(),
            );
        });
        let imported = dedup::import(&FileStore::open(&path).unwrap(), &batch);
        assert!(
            matches!(imported, Err(CommitError::Failed(FileStoreError::Damaged))),
            "{last}"
        );
    }
}

/// A store that breaks its promises must not make an import loop for ever.
#[test]
fn an_import_into_a_store_that_is_always_outdated_ends() {
    struct AlwaysOutdated {
        look_ups: Cell<usize>,
    }
    impl Store for AlwaysOutdated {
        type Error = FileStoreError;

        fn look_up(&self, _keys: &[dedup::Key<'_>]) -> Result<KnownTransactions, FileStoreError> {
            self.look_ups.set(self.look_ups.get() + 1);
            Ok(KnownTransactions::new())
        }

        fn commit(&self, _plan: &dedup::Plan<'_>) -> Result<(), CommitError<FileStoreError>> {
            Err(CommitError::Outdated)
        }
    }
    let store = AlwaysOutdated {
        look_ups: Cell::new(0),
    };
    assert!(matches!(
        dedup::import(&store, &crate::transactions::many_transactions(1000)),
        Err(CommitError::Outdated)
    ));
    assert_eq!(store.look_ups.get(), 2);
}

/// A store to which other imports are faster, as often as there are any.
struct Overtaken {
    store: MemoryStore,
    faster: RefCell<Vec<Transaction>>,
}

impl Store for Overtaken {
    type Error = StoreFullError;

    fn look_up(&self, keys: &[dedup::Key<'_>]) -> Result<KnownTransactions, StoreFullError> {
        self.store.look_up(keys)
    }

    fn commit(&self, plan: &dedup::Plan<'_>) -> Result<(), CommitError<StoreFullError>> {
        if let Some(faster) = self.faster.borrow_mut().pop() {
            dedup::import_with(&self.store, &[faster], OnConflict::Add)?;
        }
        self.store.commit(plan)
    }
}

#[test]
fn an_import_that_was_overtaken_adds_as_any_other() {
    let payment = |reference: &str, text: &str| {
        let mut transaction = crate::transactions::sample_transactions().remove(0);
        transaction.transaction_id = Some(oracle::id_with(reference, &transaction, 1));
        transaction.text = Text::parse(text).ok();
        transaction
    };
    let shared = |text| payment("ZKB26001BX71", text);
    let other = payment("9999311BN1710030", "Lohn");
    let store = Overtaken {
        store: MemoryStore::new(),
        faster: RefCell::default(),
    };
    dedup::import(&store, &[shared("end-to-end T-1")]).unwrap();
    store.faster.replace(vec![
        other.clone(),
        shared("end-to-end T-4"),
        shared("end-to-end T-3"),
    ]);
    let batch = [shared("end-to-end T-2"), other];
    let plan = dedup::import_with(&store, &batch, OnConflict::Add).unwrap();
    let verdicts: Vec<String> = plan
        .verdicts()
        .map(|(_, verdict)| oracle::verdict_text(verdict))
        .collect();
    assert_eq!(verdicts, ["added  end-to-end id true", "existing false"]);
    let created: Vec<&Text> = plan
        .new_transactions()
        .filter_map(|created| created.transaction_id.as_ref())
        .collect();
    assert_eq!(created, [&oracle::id_with("ZKB26001BX71", &batch[0], 4)]);
    assert_eq!(store.store.len(), 5);
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

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn the_store_does_not_depend_on_how_an_import_is_split(
        batch in batches(), sizes in prop::collection::vec(1_usize..9, 1..5), other_sizes in prop::collection::vec(1_usize..9, 1..5),
        on_conflict in oracle::on_conflict(),
    ) {
        let (whole, first, second) = (MemoryStore::new(), MemoryStore::new(), MemoryStore::new());
        let expected = import_in_parts_with(&whole, &batch, &[batch.len().max(1)], on_conflict);
        prop_assert_eq!(&import_in_parts_with(&first, &batch, &sizes, on_conflict), &expected);
        prop_assert_eq!(&import_in_parts_with(&second, &batch, &other_sizes, on_conflict), &expected);
        prop_assert!(whole == first && first == second);
        prop_assert_eq!(first.snapshot(), second.snapshot());
    }

    #[test]
    fn verdicts_equal_those_of_the_oracle(
        batch in batches(), parts in prop::collection::vec(1_usize..9, 1..5), on_conflict in oracle::on_conflict(),
    ) {
        let store = MemoryStore::new();
        let verdicts = import_in_parts_with(&store, &batch, &parts, on_conflict);
        let expected = oracle(&batch, on_conflict);
        let verdicts: Vec<String> = verdicts.iter().map(oracle::verdict_text).collect();
        prop_assert_eq!(verdicts, expected.verdicts);
        let mut stored = Vec::new();
        store.for_each(|known| stored.push(known));
        prop_assert_eq!(stored, expected.created.iter().map(KnownTransaction::from).collect::<Vec<_>>());
    }

    #[test]
    fn a_snapshot_restores_the_store(batch in batches(), more in batches()) {
        let store = MemoryStore::new();
        import_in_parts(&store, &batch, &[7]);
        let restored = MemoryStore::restore(&store.snapshot()).unwrap();
        prop_assert!(restored == store);
        prop_assert_eq!(restored.snapshot(), store.snapshot());
        prop_assert_eq!(import_in_parts(&restored, &more, &[5]), import_in_parts(&store, &more, &[5]));
        prop_assert!(restored == store);
    }

    #[test]
    fn a_failed_commit_changes_nothing(batch in batches(), more in batches()) {
        let store = MemoryStore::new();
        let outdated = dedup::plan(dedup::keys(&more), &KnownTransactions::new());
        import_in_parts(&store, &batch, &[7]);
        let before = store.snapshot();
        let has_known_key = more.iter().any(|transaction| batch.iter().any(|known| oracle::has_same_key(known, transaction)));
        let committed = store.commit(&outdated);
        prop_assert_eq!(committed, if has_known_key { Err(CommitError::Outdated) } else { Ok(()) });
        if has_known_key {
            prop_assert_eq!(store.snapshot(), before);
        }
    }

    #[test]
    fn contents_are_equal_if_their_bytes_are(left in oracle::transaction(), right in oracle::transaction()) {
        let (content, other) = (Content::from(&left), Content::from(&right));
        prop_assert_eq!(Content::from_bytes(content.as_bytes()), Some(content));
        prop_assert_eq!(content == other, oracle::has_same_content(&left, &right));
        prop_assert_eq!(content == other, content.differences(&other).is_empty());
        let fields: Vec<&str> = content.differences(&other).iter().map(|difference| difference.field).collect();
        prop_assert_eq!(fields, oracle::differing_fields(&left, &right));
    }

    #[test]
    fn cores_are_equal_if_the_transactions_are_alike(left in oracle::transaction(), right in oracle::transaction()) {
        let [one, other] = [&left, &right].map(|transaction| Content::from(transaction).core());
        prop_assert_eq!(one == other, oracle::is_alike(&left, &right));
        prop_assert_eq!(Content::from_bytes(one.as_bytes()), Some(one));
        prop_assert_eq!(one.core(), one);
    }

    #[test]
    fn any_bytes_are_read_as_a_content_or_rejected(bytes in prop::collection::vec(any::<u8>(), 0..50)) {
        if let Some(content) = Content::from_bytes(&bytes) {
            prop_assert_eq!(content.as_bytes(), bytes);
        }
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn file_and_memory_give_the_same_verdicts(
        batch in batches(), parts in prop::collection::vec(1_usize..9, 1..5), on_conflict in oracle::on_conflict(),
    ) {
        let stores = StoreFolder::new("same");
        let path = stores.new_path();
        let (memory, file) = (MemoryStore::new(), FileStore::open(&path).unwrap());
        let expected = import_in_parts_with(&memory, &batch, &parts, on_conflict);
        prop_assert_eq!(import_in_parts_with(&file, &batch, &parts, on_conflict), expected);
        prop_assert_eq!(usize::try_from(file.count().unwrap()), Ok(memory.len()));
        drop(file);
        let again = import_in_parts_with(&FileStore::open(&path).unwrap(), &batch, &parts, on_conflict);
        prop_assert_eq!(again, import_in_parts_with(&memory, &batch, &parts, on_conflict));
    }
}

fn sample_store() -> MemoryStore {
    let store = MemoryStore::new();
    import_in_parts(&store, &crate::transactions::sample_transactions(), &[2]);
    store
}

/// Snapshots must stay readable for ever.
#[test]
fn the_snapshot_format_is_frozen() {
    let frozen = include_str!("snapshot.hex")
        .split_whitespace()
        .collect::<String>();
    let frozen: Vec<u8> = (0..frozen.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&frozen[at..at + 2], 16).unwrap())
        .collect();
    assert_eq!(sample_store().snapshot(), frozen);
    assert!(MemoryStore::restore(&frozen).unwrap() == sample_store());
}

#[test]
fn a_changed_snapshot_is_rejected() {
    let snapshot = sample_store().snapshot();
    for at in 0..snapshot.len() {
        for bit in [1, 16, 128] {
            let mut changed = snapshot.clone();
            changed[at] ^= bit;
            let expected = match at {
                0..8 => SnapshotError::NotASnapshot,
                8..12 => SnapshotError::UnsupportedVersion(u32::from_le_bytes(
                    changed[8..12].try_into().unwrap(),
                )),
                _ => SnapshotError::Damaged,
            };
            assert_eq!(
                MemoryStore::restore(&changed).unwrap_err(),
                expected,
                "byte {at}"
            );
        }
        let cut = MemoryStore::restore(&snapshot[..at]).unwrap_err();
        assert_eq!(
            cut,
            if at < 8 {
                SnapshotError::NotASnapshot
            } else {
                SnapshotError::Damaged
            },
            "cut at {at}"
        );
    }
    assert_eq!(
        MemoryStore::restore(&[&snapshot[..], b"\0"].concat()).unwrap_err(),
        SnapshotError::Damaged
    );
}

#[test]
fn a_snapshot_with_a_valid_checksum_is_still_checked() {
    let snapshot = sample_store().snapshot();
    let content = &snapshot[..snapshot.len() - 32];
    let (mut rejected, mut read) = (0, 0);
    for at in 12..content.len() {
        for value in [
            0,
            1,
            0x7f,
            0x80,
            0xff,
            content[at].wrapping_add(1),
            content[at] ^ 0x20,
        ] {
            let mut changed = content.to_vec();
            changed[at] = value;
            match MemoryStore::restore(&oracle::with_checksum(&changed)) {
                // Another letter in an id is valid. The store must then write the same snapshot again.
                Ok(store) => {
                    assert_eq!(
                        store.snapshot(),
                        oracle::with_checksum(&changed),
                        "byte {at} as {value}"
                    );
                    read += 1;
                }
                Err(error) => {
                    assert_eq!(error, SnapshotError::Damaged);
                    rejected += 1;
                }
            }
        }
        assert_eq!(
            MemoryStore::restore(&oracle::with_checksum(&content[..at])).unwrap_err(),
            SnapshotError::Damaged
        );
    }
    assert!(
        rejected > 200 && read > 100,
        "{rejected} rejected, {read} read"
    );
    // Memory must not be reserved for a length that is longer than the snapshot.
    let huge = [
        &content[..12],
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
    ]
    .concat();
    assert_eq!(
        MemoryStore::restore(&oracle::with_checksum(&huge)).unwrap_err(),
        SnapshotError::Damaged
    );
}

#[test]
fn a_file_that_is_not_a_store_is_rejected_and_not_changed() {
    let stores = StoreFolder::new("foreign");
    let database = stores.new_path();
    drop(redb::Database::create(&database).unwrap());
    let foreign: [(&str, Vec<u8>); 5] = [
        ("empty", Vec::new()),
        ("short", b"redb".to_vec()),
        ("text", b"Datum;Betrag\n".to_vec()),
        ("snapshot", sample_store().snapshot()),
        ("database of another program", fs::read(&database).unwrap()),
    ];
    for (name, bytes) in foreign {
        let path = stores.new_path();
        fs::write(&path, &bytes).unwrap();
        for opened in [FileStore::open(&path), FileStore::open_read_only(&path)] {
            assert!(
                matches!(opened, Err(FileStoreError::NotAStore)),
                "{name}: {opened:?}"
            );
        }
        assert_eq!(fs::read(&path).unwrap(), bytes, "{name}");
    }
    assert!(matches!(
        FileStore::open(stores.folder.path().join("none/x")),
        Err(FileStoreError::Io(_))
    ));
    assert!(matches!(
        FileStore::open(stores.folder.path()),
        Err(FileStoreError::Io(_))
    ));
}

#[test]
fn a_damaged_store_is_rejected_and_not_changed() {
    let stores = StoreFolder::new("damaged");
    let path = stores.new_path();
    let batch = crate::transactions::many_transactions(1500);
    import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[500]);
    let bytes = fs::read(&path).unwrap();
    let (mut rejected, mut harmless) = (0, 0);
    for number in 0..150 {
        let mut damaged = bytes.clone();
        let at = number * 7919 * 31 % bytes.len();
        damaged[at] ^= 1 << (number % 8);
        fs::write(&path, &damaged).unwrap();
        match FileStore::open(&path) {
            Err(_) => {
                assert_eq!(fs::read(&path).unwrap(), damaged, "byte {at}");
                rejected += 1;
            }
            // The byte is not in use.
            Ok(store) => {
                let plan = store.plan(dedup::keys(&batch)).unwrap();
                let same = Verdict::Existing {
                    text_differs: false,
                };
                assert!(
                    plan.verdicts().all(|(_, verdict)| *verdict == same),
                    "byte {at}"
                );
                harmless += 1;
            }
        }
    }
    assert!(
        rejected > 30 && harmless > 3,
        "{rejected} rejected, {harmless} harmless"
    );
    for length in [1, 9, 100, 4096, bytes.len() / 2] {
        fs::write(&path, &bytes[..length]).unwrap();
        assert!(FileStore::open(&path).is_err(), "cut at {length}");
        assert_eq!(fs::read(&path).unwrap(), &bytes[..length]);
    }
    // All blocks are there, and only the list of their checksums is cut.
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    assert_eq!(known_count(&path, &batch).unwrap(), batch.len());
    drop(FileStore::verify(&path).unwrap());
}

#[test]
fn a_compacted_store_has_the_same_transactions() {
    let stores = StoreFolder::new("compact");
    let (path, batch) = (
        stores.new_path(),
        crate::transactions::many_transactions(600),
    );
    let mut store = FileStore::open(&path).unwrap();
    import_in_parts(&store, &batch[..400], &[100]);
    let mut before = Vec::new();
    store.for_each(|json| before.push(json.to_owned())).unwrap();
    let length = fs::metadata(&path).unwrap().len();

    store.compact().unwrap();
    assert!(fs::metadata(&path).unwrap().len() < length);
    assert_eq!(
        dedup::import(&store, &batch[300..])
            .unwrap()
            .result(0)
            .existing_transactions,
        100
    );
    drop(store);
    let mut after = Vec::new();
    FileStore::verify(&path)
        .unwrap()
        .for_each(|json| after.push(json.to_owned()))
        .unwrap();
    assert_eq!((after.len(), &after[..400]), (600, &before[..]));
    assert_eq!(
        fs::read_dir(stores.folder.path()).unwrap().count(),
        1,
        "a file is left over"
    );
}

#[test]
#[cfg(unix)]
fn a_compaction_through_a_link_replaces_the_file_behind_it() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    let stores = StoreFolder::new("compact-link");
    let path = stores.new_path();
    let batch = crate::transactions::many_transactions(300);
    import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[100]);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    // Only root may give a file away; then the owner has to stay too.
    let _ = chown(&path, Some(4321), Some(1234));
    let [direct, link] = ["direct", "link"].map(|name| stores.folder.path().join(name));
    symlink(path.file_name().unwrap(), &direct).unwrap();
    symlink("direct", &link).unwrap();
    let before = fs::metadata(&path).unwrap();

    let mut store = FileStore::open(&link).unwrap();
    // The link leads elsewhere by the time of the compaction.
    fs::remove_file(&direct).unwrap();
    let other = stores.new_path();
    drop(FileStore::open(&other).unwrap());
    symlink(&other, &direct).unwrap();
    store.compact().unwrap();
    drop(store);

    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(FileStore::open(&other).unwrap().count().unwrap(), 0);
    assert_eq!(FileStore::verify(&path).unwrap().count().unwrap(), 300);
    let after = fs::metadata(&path).unwrap();
    assert!(after.len() < before.len());
    let rights = |file: &fs::Metadata| (file.mode(), file.uid(), file.gid());
    assert_eq!(rights(&after), rights(&before));
}

#[test]
fn a_copy_has_what_was_committed_when_it_began() {
    let stores = StoreFolder::new("back-up");
    let batch = crate::transactions::many_transactions(2000);
    let store = FileStore::open(stores.new_path()).unwrap();
    let copies: Vec<_> = std::thread::scope(|scope| {
        let importing = scope.spawn(|| import_in_parts(&store, &batch, &[40]));
        let mut copies = Vec::new();
        while !importing.is_finished() {
            copies.push(stores.new_path());
            store.back_up(copies.last().unwrap()).unwrap();
        }
        copies
    });
    for path in &copies {
        assert!(matches!(store.back_up(path), Err(FileStoreError::Exists)));
        let copy = FileStore::verify(path).unwrap();
        let plan = copy.plan(dedup::keys(&batch)).unwrap();
        let known = batch.len() - plan.new_keys().count();
        assert_eq!(known % 40, 0);
        assert_eq!(copy.count().unwrap(), u64::try_from(known).unwrap());
    }
    assert!(!copies.is_empty());
}

#[test]
#[cfg(unix)]
fn a_store_with_a_hard_link_is_not_compacted() {
    let stores = StoreFolder::new("compact-hard-link");
    let (path, other) = (stores.new_path(), stores.new_path());
    let mut store = FileStore::open(&path).unwrap();
    fs::hard_link(&path, &other).unwrap();
    assert!(matches!(store.compact(), Err(FileStoreError::HardLinked)));
    assert_eq!(fs::read(&path).unwrap(), fs::read(&other).unwrap());
    assert_eq!(fs::read_dir(stores.folder.path()).unwrap().count(), 2);
    fs::remove_file(&other).unwrap();
    store.compact().unwrap();
}

/// Returns how many transactions of a batch a store has, if these are the first ones of the batch and no others.
fn known_count(path: &Path, batch: &[Transaction]) -> Result<usize, FileStoreError> {
    let plan = FileStore::open(path)?.plan(dedup::keys(batch))?;
    let known: Vec<bool> = plan
        .verdicts()
        .map(|(_, verdict)| match verdict {
            Verdict::Existing {
                text_differs: false,
            } => true,
            Verdict::New => false,
            verdict => panic!("{verdict:?}"),
        })
        .collect();
    assert!(known.is_sorted_by(|earlier, later| earlier >= later));
    Ok(known.iter().filter(|known| **known).count())
}

/// Every block, and the list of their checksums, is damaged in turn, and every look-up either fails or is right.
#[test]
fn whatever_is_read_is_verified() {
    let stores = StoreFolder::new("read");
    let (path, batch) = (
        stores.new_path(),
        crate::transactions::many_transactions(1200),
    );
    import_in_parts(&FileStore::open(&path).unwrap(), &batch, &[500]);
    let bytes = fs::read(&path).unwrap();
    let flip = |block: &mut [u8]| block[block.len() / 3] ^= 8;
    let zero = |block: &mut [u8]| block.fill(0);
    let swap = |block: &mut [u8]| block.rotate_left(512);
    let changes: [fn(&mut [u8]); 3] = [flip, zero, swap];
    for change in changes {
        let (mut found, mut harmless) = (0, 0);
        for start in (4096..bytes.len()).step_by(4096) {
            let mut damaged = bytes.clone();
            let end = bytes.len().min(start + 4096);
            change(&mut damaged[start..end]);
            fs::write(&path, &damaged).unwrap();
            match known_count(&path, &batch) {
                Ok(count) => {
                    assert_eq!(count, batch.len(), "byte {start}");
                    harmless += 1;
                }
                Err(error) => {
                    assert!(
                        matches!(error, FileStoreError::Damaged),
                        "byte {start}: {error}"
                    );
                    found += 1;
                }
            }
        }
        assert!(found > 50, "{found} found, {harmless} harmless");
    }
}

/// A copy that was made while the store was written has blocks of several commits.
#[test]
fn a_mix_of_two_commits_is_never_taken_for_one() {
    let stores = StoreFolder::new("mix");
    let (path, batch) = (
        stores.new_path(),
        crate::transactions::many_transactions(400),
    );
    import_in_parts(&FileStore::open(&path).unwrap(), &batch[..200], &[50]);
    let old = fs::read(&path).unwrap();
    import_in_parts(&FileStore::open(&path).unwrap(), &batch[200..], &[50]);
    let new = fs::read(&path).unwrap();
    let (mut right, mut damaged) = (0, 0);
    for at in (4096..old.len() - 4096).step_by(4096) {
        let one_block = [&new[..at], &old[at..at + 4096], &new[at + 4096..]];
        for mix in [
            [&old[..at], &new[at..], &[]],
            [&new[..at], &old[at..], &[]],
            one_block,
        ] {
            fs::write(&path, mix.concat()).unwrap();
            match known_count(&path, &batch) {
                Ok(count) => {
                    assert!([200, 400].contains(&count), "{count}, mixed at {at}");
                    right += 1;
                }
                Err(error) => {
                    assert!(
                        matches!(error, FileStoreError::Damaged),
                        "mixed at {at}: {error}"
                    );
                    damaged += 1;
                }
            }
        }
    }
    assert!(
        damaged > right && right > 0,
        "{damaged} damaged, {right} right"
    );
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
