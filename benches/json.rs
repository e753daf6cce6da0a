//! How fast payloads are checked, read and normalized, beside programs that do less. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "what was measured is printed")]
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::string_slice, reason = "a benchmark may panic")]

mod contest;
mod payloads;
#[allow(clippy::struct_field_names, reason = "the names are those of the contract")]
mod peers;
mod random;

use std::fmt::Write as _;
use std::hint::black_box;

use contest::{Contender, Extent, Job, run};
use payloads::{Payload, Records};
use random::Random;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use universal_accounting::report::{Fixes, Policy, Report};
use universal_accounting::{base_data, transactions};

const CHECK_TRANSACTIONS: Contender = Contender {
    name: "check",
    work: |json| {
        black_box(transactions::check(black_box(json), &Policy::new()));
    },
};
const CHECK_BASE_DATA: Contender = Contender {
    name: "check",
    work: |json| {
        black_box(base_data::check(black_box(json), &Policy::new()));
    },
};
const READ_TRANSACTIONS: Contender = Contender {
    name: "read",
    work: |json| {
        black_box(transactions::read(black_box(json), &Policy::new()));
    },
};
const READ_BASE_DATA: Contender = Contender {
    name: "read",
    work: |json| {
        black_box(base_data::read(black_box(json), &Policy::new()));
    },
};
const NORMALIZE_TRANSACTIONS: Contender = Contender {
    name: "normalize",
    work: |json| {
        black_box(transactions::normalize(black_box(json), &Policy::new(), Fixes::Safe));
    },
};
const NORMALIZE_BASE_DATA: Contender = Contender {
    name: "normalize",
    work: |json| {
        black_box(base_data::normalize(black_box(json), &Policy::new(), Fixes::Safe));
    },
};

/// Transactions, once it is sure that of them is found what should be.
fn of_transactions(name: &'static str, input: Vec<u8>, expected: usize, contenders: &[Contender]) -> Job {
    let report = transactions::check(&input, &Policy::new());
    assert_eq!(findings(&report, "transactions-too-many"), expected, "{name}");
    Job { name, input, contenders: contenders.to_vec() }
}

fn of_base_data(name: &'static str, input: Vec<u8>, expected: usize, contenders: &[Contender]) -> Job {
    let report = base_data::check(&input, &Policy::new());
    assert_eq!(findings(&report, ""), expected, "{name}");
    Job { name, input, contenders: contenders.to_vec() }
}

/// How many findings there are, those of one rule left out.
fn findings(report: &Report, but: &str) -> usize {
    report.counts.iter().filter(|count| count.rule.id != but).map(|count| count.count).sum()
}

/// The same payload as `serde_json` indents it.
fn pretty<'a, T: Deserialize<'a> + Serialize>(payload: &'a Payload) -> Vec<u8> {
    let read: T = serde_json::from_str(&payload.json).expect("a payload");
    serde_json::to_vec_pretty(&read).expect("JSON")
}

/// The same transactions, the members of each in an order of their own.
fn shuffled(payload: &Payload) -> Vec<u8> {
    let mut random = Random(0x5eed_0004);
    let read: Value = serde_json::from_str(&payload.json).expect("JSON");
    let records = read["transactions"].as_array().expect("a list").iter().map(|record| {
        let mut members: Vec<(&String, &Value)> = record.as_object().expect("a record").iter().collect();
        for last in (1..members.len()).rev() {
            members.swap(last, random.below(last + 1));
        }
        let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        format!("{{{}}}", members.join(","))
    });
    format!("{{\"transactions\":[{}]}}", records.collect::<Vec<_>>().join(",")).into_bytes()
}

/// The same payload in ASCII, as other programs escape what lies beyond, and with a slash escaped in every text.
fn escaped(payload: &Payload) -> Vec<u8> {
    let mut escaped = String::with_capacity(payload.json.len() * 2);
    for letter in payload.json.replace("\"text\":\"", "\"text\":\"\\/").chars() {
        if letter.is_ascii() {
            escaped.push(letter);
        } else {
            let _ = write!(escaped, "\\u{:04x}", u32::from(letter));
        }
    }
    escaped.into_bytes()
}

/// A request of one transaction, which has all its members.
fn one(payload: &Payload) -> Vec<u8> {
    let records = payload.json.trim_start_matches("{\"transactions\":[").trim_end_matches("]}");
    let is_full = |record: &&str| record.contains("originalAmount") && record.contains("purchasedAt");
    let record = records.split("},").find(is_full).expect("a record").trim_end_matches('}');
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
    let borrowers = [CHECK_TRANSACTIONS, peers::TRANSACTIONS_BORROWED, peers::TRANSACTIONS_STREAMED];
    let streamer = [CHECK_TRANSACTIONS, peers::TRANSACTIONS_STREAMED];
    let all_of_base =
        [CHECK_BASE_DATA, peers::BASE_DATA_BORROWED, peers::BASE_DATA_OWNED, peers::VALUE, peers::BASE_DATA_SCHEMA];
    let (records, records_of_base) = (faulty.records, faulty_base.records);
    vec![
        of_transactions("check one transaction", one(&batch), 0, &all),
        of_transactions("check transactions, 200 kB", batch.json.clone().into_bytes(), 0, &all),
        of_transactions("check transactions", clean.json.clone().into_bytes(), 0, &all),
        of_transactions(
            "check transactions, pretty-printed",
            pretty::<peers::Transactions<&str>>(&clean),
            0,
            &borrowers,
        ),
        of_transactions("check transactions, members in any order", shuffled(&clean), 0, &borrowers),
        of_transactions("check transactions, escaped", escaped(&clean), 0, &streamer),
        of_transactions("check transactions, each with a fault", faulty.json.into_bytes(), records, &all),
        of_base_data("check base data", base.json.clone().into_bytes(), 0, &all_of_base),
        of_base_data("check base data, pretty-printed", pretty::<peers::BaseData<&str>>(&base), 0, &all_of_base),
        of_base_data(
            "check base data, each with a fault",
            faulty_base.json.into_bytes(),
            records_of_base,
            &all_of_base,
        ),
        of_transactions(
            "read transactions",
            clean.json.clone().into_bytes(),
            0,
            &[READ_TRANSACTIONS, peers::TRANSACTIONS_OWNED, peers::TRANSACTIONS_BORROWED],
        ),
        of_base_data(
            "read base data",
            base.json.clone().into_bytes(),
            0,
            &[READ_BASE_DATA, peers::BASE_DATA_OWNED, peers::BASE_DATA_BORROWED],
        ),
        of_transactions(
            "normalize transactions",
            clean.json.into_bytes(),
            0,
            &[NORMALIZE_TRANSACTIONS, peers::TRANSACTIONS_ROUND],
        ),
        of_base_data("normalize base data", base.json.into_bytes(), 0, &[NORMALIZE_BASE_DATA, peers::BASE_DATA_ROUND]),
    ]
}

fn main() {
    let extent = Extent::asked();
    run(&jobs(extent.bytes), extent);
}
