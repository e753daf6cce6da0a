//! Imports: verdicts compared with an oracle, imports in parts, and imports that are overtaken.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;

use proptest::prelude::*;
use universal_accounting::dedup::{
    self, CommitError, Content, FileStore, FileStoreError, KnownTransaction, KnownTransactions,
    MemoryStore, OnConflict, Store,
};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::Text;

use super::{StoreFolder, import_in_parts, import_in_parts_with};
use crate::cases::cases;
use crate::dedup::oracle::{self, batches, oracle};

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
    type Error = Infallible;

    fn look_up(&self, keys: &[dedup::Key<'_>]) -> Result<KnownTransactions, Infallible> {
        self.store.look_up(keys)
    }

    fn commit(&self, plan: &dedup::Plan<'_>) -> Result<(), CommitError<Infallible>> {
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
