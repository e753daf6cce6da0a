//! Of what is sent each is existing, new or an error, by account and id exactly as sent; and a store is the same however it was filled.

use std::collections::BTreeMap;

use universal_accounting::dedup::{self, Content, MemoryStore, Plan, Store, Verdict};
use universal_accounting::render::import_json;
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction, TransactionsReading};

use super::choices::Choices;
use super::payload::payload;
use super::secret;

pub fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let split = choices.byte();
    let (_, source) = payload(&mut choices);
    let reading = transactions::read(&source, &Policy::new());
    let all = &reading.values;

    let (store, mut known) = (MemoryStore::new(), BTreeMap::new());
    imports(&store, &reading, all, &mut known);
    let (one, other) = all.split_at(usize::from(split) * all.len() / 255);
    let in_parts = MemoryStore::new();
    for part in [one, other] {
        dedup::import(&in_parts, part).unwrap();
    }
    assert!(store == in_parts, "it is no matter how an import is split");
    assert!(MemoryStore::restore(&store.snapshot()).as_ref() == Ok(&store));

    // Sent once more, what has an id exists; what has none nobody can know.
    imports(&store, &reading, all, &mut known);
}

type Known<'t> = BTreeMap<(&'t str, &'t str), Content>;

/// Imports and holds each verdict against what a plain map says.
fn imports<'t>(store: &MemoryStore, reading: &TransactionsReading, batch: &'t [Transaction], known: &mut Known<'t>) {
    let before = store.len();
    let planned = store.plan(dedup::keys(batch)).unwrap();
    assert_eq!(store.len(), before, "a plan changes nothing");
    let plan = dedup::import(store, batch).unwrap();
    let verdicts = |plan: &Plan<'_>| plan.verdicts().map(|(_, verdict)| verdict.clone()).collect::<Vec<_>>();
    assert_eq!(verdicts(&plan), verdicts(&planned));
    for (transaction, (_, verdict)) in batch.iter().zip(plan.verdicts()) {
        judged(transaction, verdict, known);
    }
    let result = plan.result(reading.rejected.len());
    let sent = u64::try_from(batch.len() + reading.rejected.len()).unwrap();
    assert_eq!(result.total(), Some(sent), "existing, new and error are all that were sent");
    assert_eq!(store.len() - before, usize::try_from(result.new_transactions).unwrap());
    secret::in_no_json(&import_json("f", reading, Some(&plan)));
}

fn judged<'t>(transaction: &'t Transaction, verdict: &Verdict, known: &mut Known<'t>) {
    let content = Content::from(transaction);
    let Some(id) = &transaction.transaction_id else {
        assert!(verdict.is_new(), "without an id nobody can say that it exists");
        return;
    };
    match known.get(&(transaction.account_identifier.as_str(), id.as_str())) {
        None => {
            assert!(verdict.is_new(), "{verdict:?}");
            known.insert((transaction.account_identifier.as_str(), id.as_str()), content);
        }
        Some(first) if *first == content => assert!(matches!(verdict, Verdict::Existing { .. }), "{verdict:?}"),
        Some(first) => {
            let Verdict::Conflict(conflict) = verdict else { panic!("{verdict:?}") };
            assert_eq!(conflict.differences, first.differences(&content));
            assert!(!conflict.differences.is_empty());
            secret::in_no_text(&conflict.to_string());
        }
    }
}
