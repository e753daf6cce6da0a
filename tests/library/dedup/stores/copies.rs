//! Compacted stores and copies.

use std::fs;

use universal_accounting::dedup::{self, FileStore, FileStoreError, Store};

use super::{StoreFolder, import_in_parts};

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
