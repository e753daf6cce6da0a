//! Files that are damaged or of another program: they are rejected and not changed.

use std::fs;
use std::path::Path;

use redb::TableHandle as _;
use universal_accounting::dedup::{self, CommitError, FileStore, FileStoreError, Store, Verdict};
use universal_accounting::transactions::Transaction;

use super::{StoreFolder, import_in_parts, sample_store};

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
    for table in ["transactions", "keys", "spelled", "alike", "statements"] {
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
            // The byte is read later, or not in use.
            Ok(store) => match store.plan(dedup::keys(&batch)) {
                Err(error) => {
                    assert!(matches!(error, FileStoreError::Damaged), "byte {at}");
                    rejected += 1;
                }
                Ok(plan) => {
                    let same = Verdict::Existing {
                        text_differs: false,
                    };
                    assert!(
                        plan.verdicts().all(|(_, verdict)| *verdict == same),
                        "byte {at}"
                    );
                    harmless += 1;
                }
            },
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
