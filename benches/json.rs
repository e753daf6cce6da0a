//! Measures how fast payloads are checked, read and normalized, and compares it with libraries that do less. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "prints measurements")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a benchmark may panic"
)]

mod comparison;
#[allow(
    clippy::struct_field_names,
    reason = "the names are those of the contract"
)]
mod journals;
mod payloads;
#[allow(
    clippy::struct_field_names,
    reason = "the names are those of the contract"
)]
mod peers;
mod random;

use std::fmt::Write as _;
use std::hint::black_box;

use comparison::{Job, Scale, Subject, run};
use payloads::{Payload, Records};
use random::Random;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use universal_accounting::report::{Fixes, Policy, Report};
use universal_accounting::{base_data, transactions};

const CHECK_TRANSACTIONS: Subject = Subject {
    name: "check",
    work: |json| {
        black_box(transactions::check(black_box(json), &Policy::new()));
    },
};
const CHECK_BASE_DATA: Subject = Subject {
    name: "check",
    work: |json| {
        black_box(base_data::check(black_box(json), &Policy::new()));
    },
};
const READ_TRANSACTIONS: Subject = Subject {
    name: "read",
    work: |json| {
        black_box(transactions::read(black_box(json), &Policy::new()));
    },
};
const READ_BASE_DATA: Subject = Subject {
    name: "read",
    work: |json| {
        black_box(base_data::read(black_box(json), &Policy::new()));
    },
};
const NORMALIZE_TRANSACTIONS: Subject = Subject {
    name: "normalize",
    work: |json| {
        black_box(transactions::normalize(
            black_box(json),
            &Policy::new(),
            Fixes::Safe,
        ));
    },
};
const NORMALIZE_BASE_DATA: Subject = Subject {
    name: "normalize",
    work: |json| {
        black_box(base_data::normalize(
            black_box(json),
            &Policy::new(),
            Fixes::Safe,
        ));
    },
};

/// Returns a job for transactions. First checks that they have the expected number of findings.
fn transactions_job(
    name: &'static str,
    input: Vec<u8>,
    expected: usize,
    subjects: &[Subject],
) -> Job {
    let report = transactions::check(&input, &Policy::new());
    assert_eq!(
        count_findings(&report, "transactions-too-many"),
        expected,
        "{name}"
    );
    Job {
        name,
        input,
        subjects: subjects.to_vec(),
    }
}

/// Returns a job for base data. First checks that it has the expected number of findings.
fn base_data_job(name: &'static str, input: Vec<u8>, expected: usize, subjects: &[Subject]) -> Job {
    let report = base_data::check(&input, &Policy::new());
    assert_eq!(count_findings(&report, ""), expected, "{name}");
    Job {
        name,
        input,
        subjects: subjects.to_vec(),
    }
}

/// Returns the number of findings, except those of one rule.
fn count_findings(report: &Report, except: &str) -> usize {
    report
        .counts
        .iter()
        .filter(|count| count.rule.id != except)
        .map(|count| count.count)
        .sum()
}

/// Indents a payload with `serde_json`.
fn pretty<'a, T: Deserialize<'a> + Serialize>(payload: &'a Payload) -> Vec<u8> {
    let read: T = serde_json::from_str(&payload.json).expect("a payload");
    serde_json::to_vec_pretty(&read).expect("JSON")
}

/// Shuffles the members of each transaction.
fn shuffled(payload: &Payload) -> Vec<u8> {
    let mut random = Random(0x5eed_0004);
    let read: Value = serde_json::from_str(&payload.json).expect("JSON");
    let records = read["transactions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|record| {
            let mut members: Vec<(&String, &Value)> =
                record.as_object().expect("a record").iter().collect();
            for last in (1..members.len()).rev() {
                members.swap(last, random.below(last + 1));
            }
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("\"{name}\":{value}"))
                .collect();
            format!("{{{}}}", members.join(","))
        });
    format!(
        "{{\"transactions\":[{}]}}",
        records.collect::<Vec<_>>().join(",")
    )
    .into_bytes()
}

/// Escapes all characters outside ASCII, as some libraries do, and a slash in every text.
fn escaped(payload: &Payload) -> Vec<u8> {
    let mut escaped = String::with_capacity(payload.json.len() * 2);
    for letter in payload
        .json
        .replace("\"text\":\"", "\"text\":\"\\/")
        .chars()
    {
        if letter.is_ascii() {
            escaped.push(letter);
        } else {
            let _ = write!(escaped, "\\u{:04x}", u32::from(letter));
        }
    }
    escaped.into_bytes()
}

/// Returns a payload with one transaction, which has all members.
fn one_transaction(payload: &Payload) -> Vec<u8> {
    let records = payload
        .json
        .trim_start_matches("{\"transactions\":[")
        .trim_end_matches("]}");
    let is_full =
        |record: &&str| record.contains("originalAmount") && record.contains("purchasedAt");
    let record = records
        .split("},")
        .find(is_full)
        .expect("a record")
        .trim_end_matches('}');
    format!("{{\"transactions\":[{record}}}]}}").into_bytes()
}

fn jobs(bytes: usize) -> Vec<Job> {
    let clean = payloads::transactions(bytes, Records::Clean);
    let faulty = payloads::transactions(bytes, Records::Faulty);
    let base = payloads::base_data(bytes, Records::Clean);
    let faulty_base = payloads::base_data(bytes, Records::Faulty);
    let batch = payloads::transactions(200_000, Records::Clean);
    let all = [
        CHECK_TRANSACTIONS,
        peers::TRANSACTIONS_BORROWED,
        peers::TRANSACTIONS_STREAMED,
        peers::TRANSACTIONS_OWNED,
        peers::VALUE,
        peers::TRANSACTIONS_SCHEMA,
    ];
    let borrowers = [
        CHECK_TRANSACTIONS,
        peers::TRANSACTIONS_BORROWED,
        peers::TRANSACTIONS_STREAMED,
    ];
    let streamer = [CHECK_TRANSACTIONS, peers::TRANSACTIONS_STREAMED];
    let all_for_base_data = [
        CHECK_BASE_DATA,
        peers::BASE_DATA_BORROWED,
        peers::BASE_DATA_OWNED,
        peers::VALUE,
        peers::BASE_DATA_SCHEMA,
    ];
    let (records, base_data_records) = (faulty.records, faulty_base.records);
    vec![
        transactions_job("check one transaction", one_transaction(&batch), 0, &all),
        transactions_job(
            "check transactions, 200 kB",
            batch.json.clone().into_bytes(),
            0,
            &all,
        ),
        transactions_job(
            "check transactions",
            clean.json.clone().into_bytes(),
            0,
            &all,
        ),
        transactions_job(
            "check transactions, pretty-printed",
            pretty::<peers::Transactions<&str>>(&clean),
            0,
            &borrowers,
        ),
        transactions_job(
            "check transactions, members in any order",
            shuffled(&clean),
            0,
            &borrowers,
        ),
        transactions_job("check transactions, escaped", escaped(&clean), 0, &streamer),
        transactions_job(
            "check transactions, each with a fault",
            faulty.json.into_bytes(),
            records,
            &all,
        ),
        base_data_job(
            "check base data",
            base.json.clone().into_bytes(),
            0,
            &all_for_base_data,
        ),
        base_data_job(
            "check base data, pretty-printed",
            pretty::<peers::BaseData<&str>>(&base),
            0,
            &all_for_base_data,
        ),
        base_data_job(
            "check base data, each with a fault",
            faulty_base.json.into_bytes(),
            base_data_records,
            &all_for_base_data,
        ),
        transactions_job(
            "read transactions",
            clean.json.clone().into_bytes(),
            0,
            &[
                READ_TRANSACTIONS,
                peers::TRANSACTIONS_OWNED,
                peers::TRANSACTIONS_BORROWED,
            ],
        ),
        base_data_job(
            "read base data",
            base.json.clone().into_bytes(),
            0,
            &[
                READ_BASE_DATA,
                peers::BASE_DATA_OWNED,
                peers::BASE_DATA_BORROWED,
            ],
        ),
        transactions_job(
            "normalize transactions",
            clean.json.into_bytes(),
            0,
            &[NORMALIZE_TRANSACTIONS, peers::TRANSACTIONS_ROUND],
        ),
        base_data_job(
            "normalize base data",
            base.json.into_bytes(),
            0,
            &[NORMALIZE_BASE_DATA, peers::BASE_DATA_ROUND],
        ),
    ]
}

fn main() {
    let scale = Scale::from_args();
    let mut all = jobs(scale.bytes);
    // The goal is stated for exports of 50 MB.
    all.extend(journals::jobs(scale.bytes / 3 * 5));
    run(&all, scale);
}
