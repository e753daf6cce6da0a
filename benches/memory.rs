//! How much memory a whole process takes for a payload, beside programs that do less. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "what was measured is printed")]
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::string_slice, reason = "a benchmark may panic")]

mod contest;
#[allow(dead_code, reason = "each benchmark uses its share")]
mod payloads;
#[allow(
    dead_code,
    clippy::struct_field_names,
    reason = "each benchmark uses its share; the names are those of the contract"
)]
mod peers;
mod process;
mod random;

use std::hint::black_box;
use std::{env, fs};

use contest::Contender;
use payloads::Records;
use process::{again, peak};
use universal_accounting::report::{Fixes, Policy};
use universal_accounting::{base_data, transactions};

/// What is measured, with transactions.
const TRANSACTIONS: [Contender; 7] = [
    Contender { name: "reading the file", work: |_| {} },
    Contender { name: "transactions::check", work: |json| drop(black_box(transactions::check(json, &Policy::new()))) },
    Contender { name: "transactions::read", work: |json| drop(black_box(transactions::read(json, &Policy::new()))) },
    Contender {
        name: "transactions::normalize",
        work: |json| drop(black_box(transactions::normalize(json, &Policy::new(), Fixes::Safe))),
    },
    peers::TRANSACTIONS_BORROWED,
    peers::VALUE,
    peers::TRANSACTIONS_SCHEMA,
];

/// The same with base data.
const BASE_DATA: [Contender; 4] = [
    Contender { name: "base_data::check", work: |json| drop(black_box(base_data::check(json, &Policy::new()))) },
    Contender { name: "base_data::read", work: |json| drop(black_box(base_data::read(json, &Policy::new()))) },
    peers::BASE_DATA_BORROWED,
    peers::BASE_DATA_SCHEMA,
];

fn measure(contender: &Contender, path: &str) {
    let json = fs::read(path).expect("the payload");
    (contender.work)(&json);
    let (bytes, peak) = (u64::try_from(json.len()).expect("a length"), peak());
    let over = peak.saturating_sub(bytes) / 1_000_000;
    println!("{:<28}{:>8} MB, {over} MB over the input", contender.name, peak / 1_000_000);
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let all = [("transactions", &TRANSACTIONS[..]), ("base data", &BASE_DATA[..])];
    if let [.., path, what, name] = arguments.as_slice()
        && let Some((_, contenders)) = all.iter().find(|(known, _)| known == what)
    {
        let contender = contenders.iter().find(|contender| contender.name == name).expect("a contender");
        return measure(contender, path);
    }
    let asked = |word: &str| arguments.iter().any(|argument| argument == word);
    let bytes = match (asked("--bench"), asked("--quick")) {
        // `cargo test --all-targets` starts this too, unoptimized: there it only shows that all is well.
        (false, _) => 100_000,
        (true, true) => 30_000_000,
        (true, false) => 300_000_000,
    };
    for (what, contenders) in all {
        let make = if what == "transactions" { payloads::transactions } else { payloads::base_data };
        let payload = make(bytes, Records::Clean);
        println!("{what}, {} bytes, {} records", payload.json.len(), payload.records);
        let path = env::temp_dir().join(format!("uacc-memory-{}.json", std::process::id()));
        fs::write(&path, payload.json).expect("the payload");
        for contender in contenders {
            again(&[path.to_str().expect("a path"), what, contender.name]);
        }
        fs::remove_file(&path).expect("the payload");
    }
}
