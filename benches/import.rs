//! Measures how fast transactions are imported and how much memory a store needs, and compares both with a set of keys. See `benches/README.md`.
//!
//! Each subject runs in a separate process, so that its peak memory can be measured.

#![allow(clippy::print_stdout, reason = "prints measurements")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a benchmark may panic"
)]

mod batches;
mod process;
mod random;

use std::collections::HashSet;
use std::env;
use std::time::{Duration, Instant};

use batches::{ACCOUNTS, Batches};
use process::{peak_memory, run_child};
use universal_accounting::dedup::{self, FileStore, MemoryStore, Store};
use universal_accounting::transactions::Transaction;

/// The number of transactions in a batch.
const BATCH: usize = 1000;

/// The implementations that are measured.
const SUBJECTS: [&str; 3] = ["set", "memory", "file"];

/// Returns the time to import each of some batches. Generating them is not counted.
fn import_times(
    batches: &mut Batches,
    count: usize,
    mut import: impl FnMut(&[Transaction]),
) -> Vec<Duration> {
    let time = |_| {
        let batch = batches.next(BATCH);
        let start = Instant::now();
        import(&batch);
        start.elapsed()
    };
    (0..count).map(time).collect()
}

fn import_time(
    batches: &mut Batches,
    count: usize,
    import: impl FnMut(&[Transaction]),
) -> Duration {
    import_times(batches, count, import).iter().sum()
}

/// Prints how many times as long as the median the slowest batches took.
fn print_slowest(mut times: Vec<Duration>) {
    times.sort_unstable();
    let median = times[times.len() / 2].as_secs_f64();
    let slowest: Vec<String> = times
        .iter()
        .rev()
        .take(5)
        .map(|time| format!("{:.1}", time.as_secs_f64() / median))
        .collect();
    println!(
        "  the slowest batches / the median{:>20}",
        slowest.join(", ")
    );
}

/// Imports a batch into a store, and returns the time of the store's own methods: `look_up` and `commit`.
fn import(store: &impl Store, batch: &[Transaction]) -> Duration {
    let keys = dedup::keys(batch);
    let start = Instant::now();
    let known = store
        .look_up(&keys)
        .unwrap_or_else(|error| unreachable!("{error}"));
    let look_up_time = start.elapsed();
    let plan = dedup::plan(keys, &known);
    let start = Instant::now();
    store
        .commit(&plan)
        .unwrap_or_else(|error| unreachable!("{error}"));
    look_up_time + start.elapsed()
}

fn print_result(name: &str, count: usize, time: Duration, memory: u64) {
    let count = u32::try_from(count).expect("a count");
    let rate = f64::from(count) / time.as_secs_f64() / 1e6;
    let each = memory / u64::from(count);
    let memory = if memory > 0 {
        format!("{each:>6} bytes a key at the peak")
    } else {
        String::new()
    };
    println!("{name:<42}{rate:>8.2} million a second{memory}");
}

/// Measures one subject in this process.
fn measure(subject: &str, count: usize, mut batches: Batches) {
    drop(batches.next(BATCH));
    let before = peak_memory();
    let keys = count * BATCH;
    match subject {
        "set" => {
            let mut set: HashSet<(String, String)> = HashSet::new();
            let time = import_time(&mut batches, count, |batch| {
                for transaction in batch {
                    let id = transaction
                        .transaction_id
                        .as_ref()
                        .map(|id| id.as_str().to_owned())
                        .unwrap_or_default();
                    set.insert((transaction.account_identifier.as_str().to_owned(), id));
                }
            });
            assert_eq!(set.len(), keys);
            print_result(
                "HashSet<(String, String)>",
                keys,
                time,
                peak_memory() - before,
            );
        }
        "memory" => {
            let (store, mut inserting) = (MemoryStore::new(), Duration::ZERO);
            let times = import_times(&mut batches, count, |batch| {
                inserting += import(&store, batch);
            });
            let all = times.iter().sum();
            assert_eq!(store.len(), keys);
            let memory = peak_memory() - before;
            print_result(
                "MemoryStore, looking up and committing",
                keys,
                inserting,
                memory,
            );
            print_result("MemoryStore, whole imports", keys, all, memory);
            print_slowest(times);
            let mut times = import_times(&mut batches, 101, |batch| {
                import(&store, batch);
            });
            times.sort_unstable();
            print_result(
                "  a batch into the full store, the median",
                BATCH,
                times[times.len() / 2],
                0,
            );
            let start = Instant::now();
            let snapshot = store.snapshot();
            print_result("  snapshot", store.len(), start.elapsed(), 0);
            let start = Instant::now();
            assert_eq!(
                MemoryStore::restore(&snapshot).expect("a snapshot").len(),
                store.len()
            );
            print_result("  restore", store.len(), start.elapsed(), 0);
        }
        _ => {
            // Each import waits for the disk several times, so a tenth of the keys is enough.
            let (count, folder) = (count / 10, tempfile::tempdir().expect("a folder"));
            let store = FileStore::open(folder.path().join("store")).expect("a store");
            let time = import_time(&mut batches, count, |batch| {
                import(&store, batch);
            });
            print_result(
                "FileStore, whole imports, a tenth of them",
                count * BATCH,
                time,
                0,
            );
        }
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    let count = if has("--quick") { 200 } else { 10_000 };
    let scattered = has("--scattered");
    if let Some(subject) = SUBJECTS.into_iter().find(|subject| has(subject)) {
        return measure(subject, count, Batches::new(scattered));
    }
    println!(
        "{} keys of 20 characters over {ACCOUNTS} accounts, {BATCH} at a time",
        count * BATCH
    );
    for subject in SUBJECTS {
        run_child(&[subject]);
    }
}
