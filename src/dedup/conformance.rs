//! The promises of a [`Store`], as tests that any store can run.
//!
//! ```
//! use universal_accounting::dedup::{MemoryStore, conformance};
//!
//! conformance::check(MemoryStore::new);
//! ```

#![allow(clippy::panic, reason = "a test that fails panics")]

use std::thread;

use super::{CommitError, Entry, Key, Known, Likeness, Plan, Store, Verdict, import, keys, plan};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::{AccountIdentifier, Amount, Currency, Date, Text};

const ACCOUNT: &str = "CH9300762011623852957";
/// The same account to people, another one to the service.
const SPELLED: &str = "CH93 0076 2011 6238 5295 7";
const OTHER: &str = "Kasse";

/// Holds a store against every promise; `fresh` gives an empty one each time.
///
/// # Panics
///
/// Where a promise is broken; the message says which.
pub fn check<S: Store + Sync>(mut fresh: impl FnMut() -> S) {
    knows_nothing_at_first(&fresh());
    keeps_what_is_committed(&fresh());
    keys_are_exact(&fresh());
    what_exists_stays(&fresh());
    the_first_that_is_alike_is_named(&fresh());
    one_without_id_is_kept_each_time(&fresh());
    doubles_in_a_batch_count_as_existing(&fresh());
    an_outdated_plan_changes_nothing(&fresh());
    long_and_strange_texts_are_keys_too(&fresh());
    many_are_kept(&fresh());
    each_key_is_created_once_by_many(&fresh());
}

/// Holds a store that lasts against its promise to do so; `reopen` closes it and opens it again.
///
/// # Panics
///
/// Where the promise is broken.
pub fn check_lasting<S: Store>(store: S, reopen: impl FnOnce(S) -> S) {
    let batch = [full(Some("1")), full(None), transaction(OTHER, Some("2"), "7")];
    imported(&store, &batch);
    let store = reopen(store);
    let is_there = holds(&store, &batch[0]) && holds(&store, &batch[2]);
    assert!(is_there, "what was committed is there when it is opened again");
    let plan = imported(&store, &batch);
    assert!(matches!(verdicts(&plan)[..], [Verdict::Existing { .. }, Verdict::Suspect(_), Verdict::Existing { .. }]));
}

fn made<T, E>(value: Result<T, E>) -> T {
    value.unwrap_or_else(|_| panic!("a value of the tests is none"))
}

fn transaction(account: &str, id: Option<&str>, amount: &str) -> Transaction {
    let account = made(AccountIdentifier::parse(account));
    let mut one = Transaction::new(account, made(Amount::parse(amount)), made(Currency::parse("CHF")));
    one.transaction_id = id.map(|id| made(Text::parse(id)));
    one.credit_debit = Some(CreditDebit::Debit);
    one.booked_at = Some(made(Date::parse("2026-03-31")));
    one
}

fn full(id: Option<&str>) -> Transaction {
    let day = |day| Some(made(Date::parse(day)));
    let mut one = transaction(ACCOUNT, id, "12.50");
    one.text = Some(made(Text::parse("Einkauf Bäckerei Muster")));
    one.original_amount = Some(made(Amount::parse("13.1")));
    one.original_currency = Some(made(Currency::parse("EUR")));
    (one.purchased_at, one.valuta_at) = (day("2026-03-29"), day("2026-03-30"));
    one
}

fn planned<'b, S: Store>(store: &S, batch: &'b [Transaction]) -> Plan<'b> {
    store.plan(keys(batch)).unwrap_or_else(|error| panic!("it can't be asked: {error}"))
}

fn known<S: Store>(store: &S, keys: &[Key<'_>]) -> Known {
    store.look_up(keys).unwrap_or_else(|error| panic!("it can't be asked: {error}"))
}

fn imported<'b, S: Store>(store: &S, batch: &'b [Transaction]) -> Plan<'b> {
    import(store, batch).unwrap_or_else(|error| panic!("an import fails: {error}"))
}

fn verdicts(plan: &Plan<'_>) -> Vec<Verdict> {
    plan.verdicts().map(|(_, verdict)| verdict.clone()).collect()
}

/// Of the last transaction, in what way it is like which one.
fn suspected(plan: &Plan<'_>) -> Option<(Likeness, Entry)> {
    match plan.verdicts().last()?.1 {
        Verdict::Suspect(suspect) => Some((suspect.likeness, suspect.like.clone())),
        _ => None,
    }
}

fn holds<S: Store>(store: &S, one: &Transaction) -> bool {
    let batch = [one.clone()];
    keys(&batch).first().is_some_and(|key| known(store, &keys(&batch)).get(key) == Some(&Entry::from(one)))
}

fn knows_nothing_at_first<S: Store>(store: &S) {
    let batch = [transaction(ACCOUNT, Some("1"), "5"), transaction(ACCOUNT, None, "5")];
    assert!(known(store, &keys(&batch)).entries().is_empty(), "an empty store knows nothing");
    drop(planned(store, &batch));
    assert!(known(store, &keys(&batch)).entries().is_empty(), "neither asking nor planning creates anything");
    assert!(known(store, &[]).entries().is_empty(), "who asks for nothing is told nothing");
    assert_eq!(imported(store, &[]).verdicts().len(), 0, "an empty import is one");
}

fn keeps_what_is_committed<S: Store>(store: &S) {
    let batch = [full(Some("1")), transaction(OTHER, Some("1"), "7.50")];
    assert_eq!(verdicts(&imported(store, &batch)), [Verdict::New, Verdict::New], "what is not there is new");
    for one in &batch {
        assert!(holds(store, one), "what was committed is known, whole");
    }
    let again = imported(store, &batch);
    let existing = Verdict::Existing { other_text: false };
    assert_eq!(verdicts(&again), [existing.clone(), existing], "what was imported exists");
    let mut other = full(Some("1"));
    other.text = Some(made(Text::parse("Einkauf Bäckerei Meier")));
    let other = [other];
    assert_eq!(verdicts(&imported(store, &other)), [Verdict::Existing { other_text: true }], "a text is kept too");
    let changes: [fn(&mut Transaction); 8] = [
        |one| one.credit_debit = None,
        |one| one.amount = made(Amount::parse("12.51")),
        |one| one.currency = made(Currency::parse("EUR")),
        |one| one.original_amount = None,
        |one| one.original_currency = Some(made(Currency::parse("USD"))),
        |one| one.purchased_at = None,
        |one| one.valuta_at = one.booked_at,
        |one| one.booked_at = one.valuta_at,
    ];
    let others = changes.map(|change| {
        let mut one = full(Some("1"));
        change(&mut one);
        one
    });
    let all = imported(store, &others);
    let conflict =
        |verdict: &Verdict| matches!(verdict, Verdict::Conflict(conflict) if conflict.differences.len() == 1);
    assert!(all.verdicts().all(|(_, verdict)| conflict(verdict)), "every field of the content is kept");
}

fn keys_are_exact<S: Store>(store: &S) {
    let ids = ["a", "A", "a ", " a", "á", "a\u{301}", "a\u{0}", "aa"];
    let accounts = [ACCOUNT, "ch9300762011623852957", SPELLED, OTHER, "kasse", "Kasse ", "K"];
    // Account and id run together must not make one key of two.
    let joined = [("ab", "c"), ("a", "bc"), ("abc", "\u{0}"), ("abc\u{0}", "x")];
    let pairs = accounts.iter().flat_map(|account| ids.iter().map(move |id| (*account, *id))).chain(joined);
    let batch: Vec<Transaction> = pairs
        .enumerate()
        .map(|(number, (account, id))| transaction(account, Some(id), &format!("{}", number + 1)))
        .collect();
    let plan = imported(store, &batch);
    assert!(plan.verdicts().all(|(_, verdict)| verdict.is_new()), "keys that differ in anything are two");
    for one in &batch {
        assert!(holds(store, one), "each key has its own transaction");
    }
}

fn what_exists_stays<S: Store>(store: &S) {
    let first = transaction(ACCOUNT, Some("1"), "5");
    imported(store, std::slice::from_ref(&first));
    let other = [transaction(ACCOUNT, Some("1"), "6")];
    let plan = imported(store, &other);
    assert!(matches!(verdicts(&plan)[..], [Verdict::Conflict(_)]), "other content under a key is a conflict");
    assert!(holds(store, &first), "a conflict overwrites nothing");
    let mut told = first.clone();
    told.text = Some(made(Text::parse("Miete")));
    let told = [told];
    let noted = Verdict::Existing { other_text: true };
    assert_eq!(verdicts(&imported(store, &told)), [noted], "another text alone is no conflict");
    assert!(holds(store, &first), "another text overwrites nothing");
}

fn the_first_that_is_alike_is_named<S: Store>(store: &S) {
    for id in ["b", "a", "c"] {
        imported(store, &[transaction(ACCOUNT, Some(id), "5")]);
    }
    let batch = ["c", "a", "d"].map(|id| transaction(ACCOUNT, Some(id), "5"));
    let named = suspected(&planned(store, &batch)).map(|(_, like)| like);
    let first = Some(Entry::from(&transaction(ACCOUNT, Some("b"), "5")));
    assert_eq!(named, first, "what is known of one key hides nothing of another");
    imported(store, &[transaction(SPELLED, Some("s"), "6")]);
    let suspicion = |one: Transaction| suspected(&planned(store, &[one]));
    let like = |account, id, amount| Entry::from(&transaction(account, Some(id), amount));
    let first = Some((Likeness::OtherId, like(ACCOUNT, "b", "5")));
    assert_eq!(suspicion(transaction(ACCOUNT, Some("d"), "5.00")), first, "the first with the content is named");
    assert_eq!(suspicion(transaction(SPELLED, Some("d"), "5")), first, "also for another spelling of the account");
    let first = Some((Likeness::NoId, like(ACCOUNT, "b", "5")));
    assert_eq!(suspicion(transaction(ACCOUNT, None, "5")), first, "also for one without an id");
    let first = Some((Likeness::OtherSpelling, like(ACCOUNT, "a", "5")));
    assert_eq!(suspicion(transaction(SPELLED, Some("a"), "9")), first, "an id on another spelling is known");
    let first = Some((Likeness::OtherSpelling, like(SPELLED, "s", "6")));
    assert_eq!(suspicion(transaction(ACCOUNT, Some("s"), "9")), first, "and the other way round");
    assert_eq!(suspicion(transaction(OTHER, Some("d"), "5")), None, "another account has nothing to do with it");
    assert_eq!(suspicion(transaction(ACCOUNT, Some("d"), "5.01")), None, "nor has another amount");
}

fn one_without_id_is_kept_each_time<S: Store>(store: &S) {
    let batch = [transaction(ACCOUNT, None, "5")];
    assert_eq!(verdicts(&imported(store, &batch)), [Verdict::New], "one without an id is new");
    for _ in 0..2 {
        let plan = imported(store, &batch);
        assert!(suspected(&plan).is_some(), "one without an id is new each time, and suspected");
    }
}

fn doubles_in_a_batch_count_as_existing<S: Store>(store: &S) {
    let one = transaction(ACCOUNT, Some("1"), "5");
    let batch = [one.clone(), one.clone(), transaction(ACCOUNT, Some("1"), "6")];
    let plan = imported(store, &batch);
    let result = plan.result(2);
    let counts = (result.existing_transactions, result.new_transactions, result.error_transactions);
    assert_eq!(counts, (2, 1, 2), "of doubles in a batch one is created");
    assert!(holds(store, &one), "and it is the first");
}

fn an_outdated_plan_changes_nothing<S: Store>(store: &S) {
    let batch =
        [transaction(ACCOUNT, Some("0"), "4"), transaction(ACCOUNT, Some("1"), "5"), transaction(OTHER, None, "6")];
    let outdated = plan(keys(&batch), &Known::new());
    let faster = [transaction(ACCOUNT, Some("1"), "7")];
    imported(store, &faster);
    let committed = store.commit(&outdated);
    assert!(matches!(committed, Err(CommitError::Outdated)), "a plan with a key that exists by now is outdated");
    assert!(!holds(store, &batch[0]), "nothing of an outdated plan is created, not even what comes before the key");
    let entries = known(store, &keys(&batch));
    assert_eq!(entries.entries(), [Entry::from(&faster[0])], "nor anything else of it");
    let result = imported(store, &batch).result(0);
    assert_eq!((result.existing_transactions, result.new_transactions), (1, 2), "planned anew it is imported");
}

fn long_and_strange_texts_are_keys_too<S: Store>(store: &S) {
    let long = "ü".repeat(40_000);
    let texts = [long.as_str(), "\u{10ffff}", "\"\\\n\t\u{1}", "=1+1", "']; DROP TABLE transactions; --"];
    let batch: Vec<Transaction> = texts.iter().map(|text| transaction(text, Some(text), "5")).collect();
    assert!(imported(store, &batch).verdicts().all(|(_, verdict)| verdict.is_new()), "any text is a key");
    assert!(batch.iter().all(|one| holds(store, one)), "and is kept as it is");
}

fn many_are_kept<S: Store>(store: &S) {
    let account = |number: usize| if number.is_multiple_of(3) { ACCOUNT } else { SPELLED };
    let one = |number| transaction(account(number), Some(&format!("{}", number / 2)), "5");
    let batch: Vec<Transaction> = (0..5000).map(one).collect();
    let mut created = 0;
    for part in batch.chunks(700) {
        created += imported(store, part).result(0).new_transactions;
    }
    let again = imported(store, &batch).result(0);
    assert_eq!(again.new_transactions, 0, "everything is known");
    let mut pairs: Vec<_> = batch.iter().map(|one| (&one.account_identifier, &one.transaction_id)).collect();
    pairs.sort();
    pairs.dedup();
    assert_eq!(usize::try_from(created), Ok(pairs.len()), "each key was created once");
}

fn each_key_is_created_once_by_many<S: Store + Sync>(store: &S) {
    let batch: Vec<Transaction> =
        (0..300).map(|number| transaction(ACCOUNT, Some(&format!("{number}")), "5")).collect();
    let created: u64 = thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                let batch = &batch;
                scope.spawn(move || {
                    let parts = batch.windows(60).skip(thread * 7).step_by(20);
                    parts.map(|part| imported(store, part).result(0).new_transactions).sum::<u64>()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| panic!("a thread fails"))).sum()
    });
    let result = imported(store, &batch).result(0);
    assert_eq!(created + result.new_transactions, 300, "however many import at once, each key is created once");
}
