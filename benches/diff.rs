//! Measures how long it takes to compare two base data payloads, and compares it with reading both. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "prints measurements")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a benchmark may panic"
)]

mod comparison;
#[allow(dead_code, reason = "only base data is compared")]
mod payloads;
mod random;

use std::hint::black_box;

use comparison::{Job, Scale, Subject, run};
use payloads::Records;
use universal_accounting::report::Policy;
use universal_accounting::{base_data, diff};

const DIFF: Subject = Subject {
    name: "diff",
    work: |payloads| {
        let (held, new) = halves(payloads);
        black_box(diff::read_base_data(
            black_box(held),
            black_box(new),
            &Policy::new(),
        ));
    },
};
const READ_BOTH: Subject = Subject {
    name: "reading both",
    work: |payloads| {
        let (held, new) = halves(payloads);
        // Who compares them has both at the same time.
        black_box([held, new].map(|payload| base_data::read(black_box(payload), &Policy::new())));
    },
};

/// Splits an input into its two payloads, which have the same length.
fn halves(payloads: &[u8]) -> (&[u8], &[u8]) {
    payloads.split_at(payloads.len() / 2)
}

/// Returns a job for what the service holds and the payload that `edit` makes of its contacts. First checks the number of changed records.
fn job(
    name: &'static str,
    held: &str,
    edit: impl Fn(&[&str]) -> Vec<String>,
    expected: [usize; 3],
) -> Job {
    let (before, contacts) = held.split_once("\"contacts\":[").expect("contacts");
    let contacts: Vec<&str> = contacts
        .trim_end_matches("]}")
        .split_inclusive("},")
        .collect();
    let edited: Vec<String> = edit(&contacts)
        .iter()
        .map(|contact| contact.trim_end_matches(',').to_owned())
        .collect();
    let mut payloads = [
        held.to_owned(),
        format!("{before}\"contacts\":[{}]}}", edited.join(",")),
    ];
    let diff = diff::read_base_data(
        payloads[0].as_bytes(),
        payloads[1].as_bytes(),
        &Policy::new(),
    )
    .diff;
    let diff = diff.expect("payloads without errors");
    assert_eq!(
        [diff.added(), diff.changed(), diff.removed()],
        expected,
        "{name}"
    );
    let longest = payloads.iter().map(String::len).max().unwrap_or_default();
    for payload in &mut payloads {
        payload.push_str(&" ".repeat(longest - payload.len()));
    }
    Job {
        name,
        input: payloads.concat().into_bytes(),
        subjects: vec![DIFF, READ_BOTH],
    }
}

fn jobs(bytes: usize) -> Vec<Job> {
    let held = payloads::base_data(bytes, Records::Clean).json;
    let count = held.matches("\"legalType\"").count();
    println!("{count} contacts");
    let each = |edit: fn(&str) -> String| {
        move |contacts: &[&str]| contacts.iter().map(|one| edit(one)).collect()
    };
    let new_id = |contact: &str| contact.replacen("\"externalId\":\"", "\"externalId\":\"x", 1);
    let with_name = |contact: &str| contact.replacen("Name\":\"", "Name\":\"x", 1);
    let with_unknown = |contact: &str| contact.replacen('}', ",\"note\":{\"a\":[1,2]}}", 1);
    let tenth = count.div_ceil(10);
    let a_tenth = move |contacts: &[&str]| -> Vec<String> {
        let edit = |(index, contact): (usize, &&str)| match index % 10 {
            0 if index % 20 == 0 => with_name(contact),
            0 => new_id(contact),
            _ => (*contact).to_owned(),
        };
        contacts.iter().enumerate().map(edit).collect()
    };
    let renamed = tenth - tenth.div_ceil(2);
    let (before, contacts) = held.split_once("\"contacts\":[").expect("contacts");
    let contacts = contacts.replace("\"},", "\",\"note\":{\"a\":[1,2]}},");
    let held_with_unknown = format!("{before}\"contacts\":[{contacts}");
    vec![
        job(
            "diff, nothing changed",
            &held,
            each(str::to_owned),
            [0, 0, 0],
        ),
        job(
            "diff, in reverse order",
            &held,
            |contacts| contacts.iter().rev().map(|one| (*one).to_owned()).collect(),
            [0, 0, 0],
        ),
        job(
            "diff, a tenth changed",
            &held,
            a_tenth,
            [renamed, tenth.div_ceil(2), renamed],
        ),
        job(
            "diff, every contact changed",
            &held,
            each(with_name),
            [0, count, 0],
        ),
        job(
            "diff, every external id changed",
            &held,
            each(new_id),
            [count, 0, count],
        ),
        job(
            "diff, an unknown field in each",
            &held_with_unknown,
            each(str::to_owned),
            [0, 0, 0],
        ),
        job(
            "diff, an unknown field added to each",
            &held,
            each(with_unknown),
            [0, count, 0],
        ),
    ]
}

fn main() {
    let scale = Scale::from_args();
    // 100,000 contacts have somewhat more than 10 MB.
    run(&jobs(scale.bytes / 5 * 2), scale);
}
