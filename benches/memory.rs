//! Measures the peak memory of a process that handles a payload, and compares it with libraries that do less. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "prints measurements")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a benchmark may panic"
)]

mod comparison;
#[allow(dead_code, reason = "each benchmark uses a part")]
mod payloads;
#[allow(
    dead_code,
    clippy::struct_field_names,
    reason = "each benchmark uses a part; the names are those of the contract"
)]
mod peers;
mod process;
mod random;

use std::hint::black_box;
use std::{env, fs};

use comparison::Subject;
use payloads::Records;
use process::{peak_memory, run_child};
use tempfile::NamedTempFile;
use universal_accounting::report::{Fixes, Policy};
use universal_accounting::{base_data, transactions};

/// The implementations that handle transactions.
const TRANSACTIONS: [Subject; 7] = [
    Subject {
        name: "reading the file",
        work: |_| {},
    },
    Subject {
        name: "transactions::check",
        work: |json| drop(black_box(transactions::check(json, &Policy::new()))),
    },
    Subject {
        name: "transactions::read",
        work: |json| drop(black_box(transactions::read(json, &Policy::new()))),
    },
    Subject {
        name: "transactions::normalize",
        work: |json| {
            drop(black_box(transactions::normalize(
                json,
                &Policy::new(),
                Fixes::Safe,
            )));
        },
    },
    peers::TRANSACTIONS_BORROWED,
    peers::VALUE,
    peers::TRANSACTIONS_SCHEMA,
];

/// The implementations that handle base data.
const BASE_DATA: [Subject; 4] = [
    Subject {
        name: "base_data::check",
        work: |json| drop(black_box(base_data::check(json, &Policy::new()))),
    },
    Subject {
        name: "base_data::read",
        work: |json| drop(black_box(base_data::read(json, &Policy::new()))),
    },
    peers::BASE_DATA_BORROWED,
    peers::BASE_DATA_SCHEMA,
];

fn measure(subject: &Subject, path: &str) {
    let json = fs::read(path).expect("the payload");
    (subject.work)(&json);
    let (bytes, peak) = (u64::try_from(json.len()).expect("a length"), peak_memory());
    let over = peak.saturating_sub(bytes) / 1_000_000;
    println!(
        "{:<28}{:>8} MB, {over} MB over the input",
        subject.name,
        peak / 1_000_000
    );
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let all = [
        ("transactions", &TRANSACTIONS[..]),
        ("base data", &BASE_DATA[..]),
    ];
    if let [.., path, payload, name] = arguments.as_slice()
        && let Some((_, subjects)) = all.iter().find(|(known, _)| known == payload)
    {
        let subject = subjects
            .iter()
            .find(|subject| subject.name == name)
            .expect("a subject");
        return measure(subject, path);
    }
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    let bytes = match (has("--bench"), has("--quick")) {
        // `cargo test --all-targets` runs this too, unoptimized and only to see that it works.
        (false, _) => 100_000,
        (true, true) => 30_000_000,
        (true, false) => 300_000_000,
    };
    for (kind, subjects) in all {
        let make = if kind == "transactions" {
            payloads::transactions
        } else {
            payloads::base_data
        };
        let payload = make(bytes, Records::Clean);
        println!(
            "{kind}, {} bytes, {} records",
            payload.json.len(),
            payload.records
        );
        let file = NamedTempFile::new().expect("a file");
        fs::write(&file, payload.json).expect("the payload");
        for subject in subjects {
            run_child(&[file.path().to_str().expect("a path"), kind, subject.name]);
        }
    }
}
