//! How fast transactions are imported, and how much memory a store takes, beside a set of keys. See `benches/README.md`.
//!
//! Each subject runs in a process of its own, so that the peak of its memory is its own too.

#![allow(clippy::print_stdout, reason = "what was measured is printed")]
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a benchmark may panic")]

mod process;
mod random;

use std::collections::HashSet;
use std::time::{Duration, Instant};
use std::{env, fs};

use process::{again, peak};
use random::Random;
use universal_accounting::dedup::{self, FileStore, MemoryStore, Store};
use universal_accounting::transactions::{CreditDebit, Transaction};
use universal_accounting::value::{AccountIdentifier, Amount, Currency, Date, Text};

/// So many transactions are imported at a time.
const BATCH: usize = 1000;
const ACCOUNTS: usize = 1000;

/// What is measured.
const SUBJECTS: [&str; 3] = ["set", "memory", "file"];

/// Batches of transactions with new keys of 20 characters.
struct Batches {
    accounts: Vec<AccountIdentifier>,
    random: Random,
    /// Whether the transactions of a batch are on accounts of any order, and not on one.
    scattered: bool,
    made: u64,
}

impl Batches {
    fn new(scattered: bool) -> Self {
        let mut random = Random(0x5eed_0003);
        let mut account = || AccountIdentifier::parse(&random.iban()).expect("an account");
        Self { accounts: (0..ACCOUNTS).map(|_| account()).collect(), random, scattered, made: 0 }
    }

    fn account(&mut self) -> AccountIdentifier {
        self.accounts[self.random.below(ACCOUNTS)].clone()
    }

    fn next(&mut self) -> Vec<Transaction> {
        let account = self.account();
        (0..BATCH)
            .map(|_| {
                let account = if self.scattered { self.account() } else { account.clone() };
                let amount = Amount::parse(&self.random.amount()).expect("an amount");
                let mut one = Transaction::new(account, amount, Currency::parse("CHF").expect("a currency"));
                self.made += 1;
                let id = format!("{:012}{}", self.made, self.random.digits(8));
                one.transaction_id = Some(Text::parse(&id).expect("an id"));
                one.text = Some(Text::parse("Einkauf Bäckerei Muster, Zürich").expect("a text"));
                one.credit_debit = Some(CreditDebit::Debit);
                let day = format!("2026-{:02}-{:02}", 1 + self.random.below(12), 1 + self.random.below(28));
                one.booked_at = Some(Date::parse(&day).expect("a day"));
                one.valuta_at = one.booked_at;
                one
            })
            .collect()
    }
}

/// What importing so many batches takes; making them isn't counted.
fn time(batches: &mut Batches, count: usize, mut import: impl FnMut(&[Transaction])) -> Duration {
    let mut time = Duration::ZERO;
    for _ in 0..count {
        let batch = batches.next();
        let start = Instant::now();
        import(&batch);
        time += start.elapsed();
    }
    time
}

/// Imports through a store, and gives the time that the store itself took: for looking up and for keeping.
fn import(store: &impl Store, batch: &[Transaction]) -> Duration {
    let keys = dedup::keys(batch);
    let start = Instant::now();
    let known = store.look_up(&keys).unwrap_or_else(|error| unreachable!("{error}"));
    let looking = start.elapsed();
    let plan = dedup::plan(keys, &known);
    let start = Instant::now();
    store.commit(&plan).unwrap_or_else(|error| unreachable!("{error}"));
    looking + start.elapsed()
}

fn told(what: &str, count: usize, time: Duration, memory: u64) {
    let count = u32::try_from(count).expect("a count");
    let rate = f64::from(count) / time.as_secs_f64() / 1e6;
    let each = memory / u64::from(count);
    let memory = if memory > 0 { format!("{each:>6} bytes a key at the peak") } else { String::new() };
    println!("{what:<42}{rate:>8.2} million a second{memory}");
}

/// Measures one subject in this process.
fn measure(subject: &str, count: usize, mut batches: Batches) {
    drop(batches.next());
    let before = peak();
    let keys = count * BATCH;
    match subject {
        "set" => {
            let mut set: HashSet<(String, String)> = HashSet::new();
            let time = time(&mut batches, count, |batch| {
                for one in batch {
                    let id = one.transaction_id.as_ref().map(|id| id.as_str().to_owned()).unwrap_or_default();
                    set.insert((one.account_identifier.as_str().to_owned(), id));
                }
            });
            assert_eq!(set.len(), keys);
            told("HashSet<(String, String)>", keys, time, peak() - before);
        }
        "memory" => {
            let (store, mut inserting) = (MemoryStore::new(), Duration::ZERO);
            let all = time(&mut batches, count, |batch| inserting += import(&store, batch));
            assert_eq!(store.len(), keys);
            let memory = peak() - before;
            told("MemoryStore, looking up and committing", keys, inserting, memory);
            told("MemoryStore, whole imports", keys, all, memory);
            let mut times: Vec<Duration> = (0..101)
                .map(|_| {
                    time(&mut batches, 1, |batch| {
                        import(&store, batch);
                    })
                })
                .collect();
            times.sort_unstable();
            told("  a batch into the full store, the median", BATCH, times[times.len() / 2], 0);
            let start = Instant::now();
            let snapshot = store.snapshot();
            told("  snapshot", store.len(), start.elapsed(), 0);
            let start = Instant::now();
            assert_eq!(MemoryStore::restore(&snapshot).expect("a snapshot").len(), store.len());
            told("  restore", store.len(), start.elapsed(), 0);
        }
        _ => {
            // Each import waits for the disk several times; a tenth of the keys shows it.
            let (count, path) = (count / 10, env::temp_dir().join(format!("uacc-bench-{}.store", std::process::id())));
            let store = FileStore::open(&path).expect("a store");
            let time = time(&mut batches, count, |batch| {
                import(&store, batch);
            });
            told("FileStore, whole imports, a tenth of them", count * BATCH, time, 0);
            drop(store);
            fs::remove_file(&path).expect("the store");
        }
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let asked = |word: &str| arguments.iter().any(|argument| argument == word);
    let count = if asked("--quick") { 200 } else { 10_000 };
    let scattered = asked("--scattered");
    if let Some(subject) = SUBJECTS.into_iter().find(|subject| asked(subject)) {
        return measure(subject, count, Batches::new(scattered));
    }
    println!("{} keys of 20 characters over {ACCOUNTS} accounts, {BATCH} at a time", count * BATCH);
    for subject in SUBJECTS {
        again(&[subject]);
    }
}
