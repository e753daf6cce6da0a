//! Every transaction of an import is existing, new or an error, by its exact account and id. A store doesn't depend on how an import was split.

use std::collections::BTreeMap;

use universal_accounting::dedup::{self, Content, MemoryStore, Plan, Store, Verdict};
use universal_accounting::render::import_json;
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction, TransactionsReading};

use super::card_numbers;
use super::choices::Choices;
use super::payload::build_payload;

pub fn assert_holds(data: &[u8]) {
    let mut choices = Choices::new(data);
    let split = choices.byte();
    let (_, source) = build_payload(&mut choices);
    let reading = transactions::read(&source, &Policy::new());
    let all = &reading.values;

    let (store, mut known) = (MemoryStore::new(), BTreeMap::new());
    assert_imports(&store, &reading, all, &mut known);
    let (first, second) = all.split_at(usize::from(split) * all.len() / 255);
    let in_parts = MemoryStore::new();
    for part in [first, second] {
        dedup::import(&in_parts, part).unwrap();
    }
    assert!(
        store == in_parts,
        "splitting an import doesn't change the store"
    );
    assert!(MemoryStore::restore(&store.snapshot()).as_ref() == Ok(&store));

    // In a second import, transactions with an id exist, and transactions without an id are new again.
    assert_imports(&store, &reading, all, &mut known);
}

type Known<'t> = BTreeMap<(&'t str, &'t str), Content>;

/// Imports a batch and compares each verdict with a plain map.
fn assert_imports<'t>(
    store: &MemoryStore,
    reading: &TransactionsReading,
    batch: &'t [Transaction],
    known: &mut Known<'t>,
) {
    let before = store.len();
    let planned = store.plan(dedup::keys(batch)).unwrap();
    assert_eq!(store.len(), before, "a plan doesn't change the store");
    let plan = dedup::import(store, batch).unwrap();
    let verdicts = |plan: &Plan<'_>| {
        plan.verdicts()
            .map(|(_, verdict)| verdict.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&plan), verdicts(&planned));
    for (transaction, (_, verdict)) in batch.iter().zip(plan.verdicts()) {
        assert_verdict(transaction, verdict, known);
    }
    let result = plan.result(reading.rejected.len());
    let sent = u64::try_from(batch.len() + reading.rejected.len()).unwrap();
    let counted =
        result.existing_transactions + result.new_transactions + result.error_transactions;
    assert_eq!(
        counted, sent,
        "existing, new and error add up to the import"
    );
    assert_eq!(
        store.len() - before,
        usize::try_from(result.new_transactions).unwrap()
    );
    card_numbers::assert_none_in_json(&import_json("f", reading, Some(&plan)));
}

/// Whether the transaction is imported, stated here once more so that the law does not depend on the library.
fn is_new(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::New | Verdict::Suspect(_))
}

fn assert_verdict<'t>(transaction: &'t Transaction, verdict: &Verdict, known: &mut Known<'t>) {
    let content = Content::from(transaction);
    let Some(id) = &transaction.transaction_id else {
        assert!(is_new(verdict), "a transaction without an id is new");
        return;
    };
    match known.get(&(transaction.account_identifier.as_str(), id.as_str())) {
        None => {
            assert!(is_new(verdict), "{verdict:?}");
            known.insert(
                (transaction.account_identifier.as_str(), id.as_str()),
                content,
            );
        }
        Some(first) if *first == content => {
            assert!(matches!(verdict, Verdict::Existing { .. }), "{verdict:?}");
        }
        Some(first) => {
            let Verdict::Conflict(conflict) = verdict else {
                panic!("{verdict:?}")
            };
            assert_eq!(conflict.differences, first.differences(&content));
            assert!(!conflict.differences.is_empty());
            card_numbers::assert_none_in_text(&conflict.to_string());
        }
    }
}
