//! The promises of a [`Store`], as tests that any store can run.
//!
//! ```
//! use universal_accounting::dedup::{MemoryStore, conformance};
//!
//! conformance::check(MemoryStore::new);
//! ```

#![allow(clippy::panic, reason = "a test that fails panics")]

mod values;

use std::thread;

use super::{
    CommitError, KnownTransaction, KnownTransactions, Store, SuspectReason, Verdict, keys, plan,
};
use crate::transactions::Transaction;
use crate::value::{Amount, Currency, Text};
use values::{
    ACCOUNT, OTHER_ACCOUNT, RESPELLED_ACCOUNT, contains, full_transaction, import_all, look_up,
    plan_import, suspicion, transaction, valid, verdicts,
};

/// Tests every promise of a store. `new_store` must return an empty store each time.
///
/// # Panics
///
/// Panics if the store breaks a promise; the message says which.
pub fn check<S: Store + Sync>(mut new_store: impl FnMut() -> S) {
    check_empty_store(&new_store());
    check_commits_are_known(&new_store());
    check_keys_are_exact(&new_store());
    check_existing_transactions_stay(&new_store());
    check_first_similar_transaction_is_returned(&new_store());
    check_transactions_without_id_are_always_new(&new_store());
    check_duplicates_in_a_batch_are_existing(&new_store());
    check_outdated_plans_change_nothing(&new_store());
    check_any_text_is_a_key(&new_store());
    check_many_transactions(&new_store());
    check_parallel_imports(&new_store());
}

/// Tests that a store keeps its transactions after it is closed. `reopen` must close the store and open it again.
///
/// # Panics
///
/// Panics if a transaction is lost.
pub fn check_persistence<S: Store>(store: S, reopen: impl FnOnce(S) -> S) {
    let batch = [
        full_transaction(Some("1")),
        full_transaction(None),
        transaction(OTHER_ACCOUNT, Some("2"), "7"),
    ];
    import_all(&store, &batch);
    let store = reopen(store);
    let is_kept = contains(&store, &batch[0]) && contains(&store, &batch[2]);
    assert!(
        is_kept,
        "a store that was opened again has what was committed before"
    );
    let plan = import_all(&store, &batch);
    assert!(matches!(
        verdicts(&plan)[..],
        [
            Verdict::Existing { .. },
            Verdict::Suspect(_),
            Verdict::Existing { .. }
        ]
    ));
}

fn check_empty_store<S: Store>(store: &S) {
    let batch = [
        transaction(ACCOUNT, Some("1"), "5"),
        transaction(ACCOUNT, None, "5"),
    ];
    assert!(
        look_up(store, &keys(&batch)).as_slice().is_empty(),
        "an empty store knows no transaction"
    );
    drop(plan_import(store, &batch));
    assert!(
        look_up(store, &keys(&batch)).as_slice().is_empty(),
        "neither a look-up nor a plan creates a transaction"
    );
    assert!(
        look_up(store, &[]).as_slice().is_empty(),
        "a look-up of no keys returns no transaction"
    );
    assert_eq!(
        import_all(store, &[]).verdicts().len(),
        0,
        "an import of no transactions succeeds"
    );
}

fn check_commits_are_known<S: Store>(store: &S) {
    let batch = [
        full_transaction(Some("1")),
        transaction(OTHER_ACCOUNT, Some("1"), "7.50"),
    ];
    assert_eq!(
        verdicts(&import_all(store, &batch)),
        [Verdict::New, Verdict::New],
        "an unknown transaction is new"
    );
    for transaction in &batch {
        assert!(
            contains(store, transaction),
            "a committed transaction is known with all its fields"
        );
    }
    let again = import_all(store, &batch);
    let existing = Verdict::Existing {
        text_differs: false,
    };
    assert_eq!(
        verdicts(&again),
        [existing.clone(), existing],
        "an imported transaction exists"
    );
    let mut other_text = full_transaction(Some("1"));
    other_text.text = Some(valid(Text::parse("Einkauf Bäckerei Meier")));
    let batch = [other_text];
    let expected = [Verdict::Existing { text_differs: true }];
    assert_eq!(
        verdicts(&import_all(store, &batch)),
        expected,
        "another text is noticed"
    );
    let changes: [fn(&mut Transaction); 8] = [
        |transaction| transaction.credit_debit = None,
        |transaction| transaction.amount = valid(Amount::parse("12.51")),
        |transaction| transaction.currency = valid(Currency::parse("EUR")),
        |transaction| transaction.original_amount = None,
        |transaction| transaction.original_currency = Some(valid(Currency::parse("USD"))),
        |transaction| transaction.purchased_at = None,
        |transaction| transaction.valuta_at = transaction.booked_at,
        |transaction| transaction.booked_at = transaction.valuta_at,
    ];
    let batch = changes.map(|change| {
        let mut transaction = full_transaction(Some("1"));
        change(&mut transaction);
        transaction
    });
    let plan = import_all(store, &batch);
    let has_one_difference = |verdict: &Verdict| matches!(verdict, Verdict::Conflict(conflict) if conflict.differences.len() == 1);
    let all = plan
        .verdicts()
        .all(|(_, verdict)| has_one_difference(verdict));
    assert!(
        all,
        "a difference in any field of the content is a conflict"
    );
}

fn check_keys_are_exact<S: Store>(store: &S) {
    let ids = ["a", "A", "a ", " a", "á", "a\u{301}", "a\u{0}", "aa"];
    let accounts = [
        ACCOUNT,
        "ch9300762011623852957",
        RESPELLED_ACCOUNT,
        OTHER_ACCOUNT,
        "kasse",
        "Kasse ",
        "K",
    ];
    // These would be equal if account and id were concatenated.
    let ambiguous = [
        ("ab", "c"),
        ("a", "bc"),
        ("abc", "\u{0}"),
        ("abc\u{0}", "x"),
    ];
    let pairs = accounts
        .iter()
        .flat_map(|account| ids.iter().map(move |id| (*account, *id)))
        .chain(ambiguous);
    let batch: Vec<Transaction> = pairs
        .enumerate()
        .map(|(number, (account, id))| transaction(account, Some(id), &format!("{}", number + 1)))
        .collect();
    let plan = import_all(store, &batch);
    assert!(
        plan.verdicts().all(|(_, verdict)| verdict.is_new()),
        "keys that differ in any byte are different"
    );
    for transaction in &batch {
        assert!(
            contains(store, transaction),
            "each key has its own transaction"
        );
    }
}

fn check_existing_transactions_stay<S: Store>(store: &S) {
    let first = transaction(ACCOUNT, Some("1"), "5");
    import_all(store, std::slice::from_ref(&first));
    let other_content = [transaction(ACCOUNT, Some("1"), "6")];
    let plan = import_all(store, &other_content);
    assert!(
        matches!(verdicts(&plan)[..], [Verdict::Conflict(_)]),
        "other content with a known key is a conflict"
    );
    assert!(contains(store, &first), "a conflict overwrites nothing");
    let mut other_text = first.clone();
    other_text.text = Some(valid(Text::parse("Miete")));
    let batch = [other_text];
    let expected = Verdict::Existing { text_differs: true };
    assert_eq!(
        verdicts(&import_all(store, &batch)),
        [expected],
        "another text alone is not a conflict"
    );
    assert!(contains(store, &first), "another text overwrites nothing");
}

fn check_first_similar_transaction_is_returned<S: Store>(store: &S) {
    for id in ["b", "a", "c"] {
        import_all(store, &[transaction(ACCOUNT, Some(id), "5")]);
    }
    let batch = ["c", "a", "d"].map(|id| transaction(ACCOUNT, Some(id), "5"));
    let similar_to = suspicion(&plan_import(store, &batch)).map(|(_, similar_to)| similar_to);
    let first = Some(KnownTransaction::from(&transaction(
        ACCOUNT,
        Some("b"),
        "5",
    )));
    assert_eq!(
        similar_to, first,
        "the transactions known for one key don't hide those for another"
    );
    import_all(store, &[transaction(RESPELLED_ACCOUNT, Some("s"), "6")]);
    let suspicion_of = |transaction: Transaction| suspicion(&plan_import(store, &[transaction]));
    let known =
        |account, id, amount| KnownTransaction::from(&transaction(account, Some(id), amount));
    let first = Some((SuspectReason::OtherId, known(ACCOUNT, "b", "5")));
    assert_eq!(
        suspicion_of(transaction(ACCOUNT, Some("d"), "5.00")),
        first,
        "the first with the content is returned"
    );
    let found = suspicion_of(transaction(RESPELLED_ACCOUNT, Some("d"), "5"));
    assert_eq!(
        found, first,
        "the content is found from another spelling of the account"
    );
    let first = Some((SuspectReason::NoId, known(ACCOUNT, "b", "5")));
    assert_eq!(
        suspicion_of(transaction(ACCOUNT, None, "5")),
        first,
        "the content is found without an id"
    );
    let first = Some((SuspectReason::OtherSpelling, known(ACCOUNT, "a", "5")));
    let found = suspicion_of(transaction(RESPELLED_ACCOUNT, Some("a"), "9"));
    assert_eq!(
        found, first,
        "an id is found from another spelling of the account"
    );
    let first = Some((
        SuspectReason::OtherSpelling,
        known(RESPELLED_ACCOUNT, "s", "6"),
    ));
    let found = suspicion_of(transaction(ACCOUNT, Some("s"), "9"));
    assert_eq!(
        found, first,
        "an id is found from the canonical spelling of the account"
    );
    let found = suspicion_of(transaction(OTHER_ACCOUNT, Some("d"), "5"));
    assert_eq!(
        found, None,
        "transactions on different accounts are not similar"
    );
    let found = suspicion_of(transaction(ACCOUNT, Some("d"), "5.01"));
    assert_eq!(
        found, None,
        "transactions with different amounts are not similar"
    );
}

fn check_transactions_without_id_are_always_new<S: Store>(store: &S) {
    let batch = [transaction(ACCOUNT, None, "5")];
    assert_eq!(
        verdicts(&import_all(store, &batch)),
        [Verdict::New],
        "a transaction without an id is new"
    );
    for _ in 0..2 {
        let plan = import_all(store, &batch);
        assert!(
            suspicion(&plan).is_some(),
            "a repeated transaction without an id is new each time, and suspected"
        );
    }
}

fn check_duplicates_in_a_batch_are_existing<S: Store>(store: &S) {
    let first = transaction(ACCOUNT, Some("1"), "5");
    let batch = [
        first.clone(),
        first.clone(),
        transaction(ACCOUNT, Some("1"), "6"),
    ];
    let plan = import_all(store, &batch);
    let result = plan.result(2);
    let counts = (
        result.existing_transactions,
        result.new_transactions,
        result.error_transactions,
    );
    assert_eq!(
        counts,
        (2, 1, 2),
        "one transaction is created for each key of a batch"
    );
    assert!(
        contains(store, &first),
        "the first transaction with a key is created"
    );
}

fn check_outdated_plans_change_nothing<S: Store>(store: &S) {
    let batch = [
        transaction(ACCOUNT, Some("0"), "4"),
        transaction(ACCOUNT, Some("1"), "5"),
        transaction(OTHER_ACCOUNT, None, "6"),
    ];
    let outdated = plan(keys(&batch), &KnownTransactions::new());
    let faster = [transaction(ACCOUNT, Some("1"), "7")];
    import_all(store, &faster);
    let committed = store.commit(&outdated);
    assert!(
        matches!(committed, Err(CommitError::Outdated)),
        "a plan with a new key that exists by now is outdated"
    );
    assert!(
        !contains(store, &batch[0]),
        "an outdated plan creates nothing, not even transactions before the key"
    );
    let known = look_up(store, &keys(&batch));
    assert_eq!(
        known.as_slice(),
        [KnownTransaction::from(&faster[0])],
        "an outdated plan creates nothing at all"
    );
    let result = import_all(store, &batch).result(0);
    assert_eq!(
        (result.existing_transactions, result.new_transactions),
        (1, 2),
        "a new plan is committed"
    );
}

fn check_any_text_is_a_key<S: Store>(store: &S) {
    let long = "ü".repeat(40_000);
    let texts = [
        long.as_str(),
        "\u{10ffff}",
        "\"\\\n\t\u{1}",
        "=1+1",
        "']; DROP TABLE transactions; --",
    ];
    let batch: Vec<Transaction> = texts
        .iter()
        .map(|text| transaction(text, Some(text), "5"))
        .collect();
    assert!(
        import_all(store, &batch)
            .verdicts()
            .all(|(_, verdict)| verdict.is_new()),
        "any text can be a key"
    );
    assert!(
        batch.iter().all(|transaction| contains(store, transaction)),
        "any text is kept unchanged"
    );
}

fn check_many_transactions<S: Store>(store: &S) {
    let account = |number: usize| {
        if number.is_multiple_of(3) {
            ACCOUNT
        } else {
            RESPELLED_ACCOUNT
        }
    };
    let numbered = |number| transaction(account(number), Some(&format!("{}", number / 2)), "5");
    let batch: Vec<Transaction> = (0..5000).map(numbered).collect();
    let mut created = 0;
    for part in batch.chunks(700) {
        created += import_all(store, part).result(0).new_transactions;
    }
    let again = import_all(store, &batch).result(0);
    assert_eq!(
        again.new_transactions, 0,
        "every imported transaction is known"
    );
    let mut keys: Vec<_> = batch
        .iter()
        .map(|transaction| (&transaction.account_identifier, &transaction.transaction_id))
        .collect();
    keys.sort();
    keys.dedup();
    assert_eq!(
        usize::try_from(created),
        Ok(keys.len()),
        "each key was created once"
    );
}

fn check_parallel_imports<S: Store + Sync>(store: &S) {
    let batch: Vec<Transaction> = (0..300)
        .map(|number| transaction(ACCOUNT, Some(&format!("{number}")), "5"))
        .collect();
    let created: u64 = thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                let batch = &batch;
                scope.spawn(move || {
                    let parts = batch.windows(60).skip(thread * 7).step_by(20);
                    parts
                        .map(|part| import_all(store, part).result(0).new_transactions)
                        .sum::<u64>()
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| panic!("a thread panics")))
            .sum()
    });
    let result = import_all(store, &batch).result(0);
    assert_eq!(
        created + result.new_transactions,
        300,
        "parallel imports create each key once"
    );
}
