//! Measures how the time grows with the size of the input, for inputs that could make it grow faster than linearly. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "prints measurements")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a benchmark may panic"
)]

mod job;
mod message_inputs;
mod message_jobs;
mod parts;
mod payload_inputs;
mod payload_jobs;
mod steps;
mod table_inputs;
mod table_jobs;

#[cfg(feature = "old-workbooks")]
#[path = "../old_workbooks.rs"]
#[allow(dead_code, reason = "each benchmark uses a part")]
mod old_workbooks;
#[path = "../payloads.rs"]
#[allow(dead_code, reason = "each benchmark uses a part")]
mod payloads;
#[path = "../random.rs"]
mod random;
#[path = "../ubs.rs"]
#[allow(dead_code, reason = "each benchmark uses a part")]
mod ubs;

use std::process::ExitCode;
use std::{env, iter};

use job::Growth;
use message_jobs::MESSAGES;
use payload_jobs::{CHECKS, COMMON, DIFFS, IMPORTS, NORMALIZATIONS};
use table_jobs::CONVERSIONS;

/// How often a job is measured whose time seems to grow faster than its input: other work of the machine may have slowed its largest size.
const MAX_TRIES: usize = 4;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    // Selects the jobs whose name contains one of the words, or all jobs.
    let words: Vec<&String> = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let (rounds, divisor, is_quick) = match (has("--bench"), has("--quick")) {
        // `cargo test --bench growth` runs this too, unoptimized, where small inputs take long enough.
        (false, _) => (3, 32, true),
        (true, true) => (5, 8, true),
        (true, false) => (30, 1, false),
    };
    let (mut superlinear, mut too_short) = (Vec::new(), Vec::new());
    println!(
        "{:<50}{:>10}{:>12}{:>8}{:>8}",
        "", "size", "time", "ratio", "mean"
    );
    let groups = [
        (COMMON, 10),
        (CHECKS, 5),
        (NORMALIZATIONS, 5),
        (CONVERSIONS, 5),
        (MESSAGES, 5),
        (DIFFS, 5),
        (IMPORTS, 5),
    ];
    let jobs = groups
        .into_iter()
        .flat_map(|(jobs, doublings)| jobs.iter().map(move |job| (job, doublings)));
    for (job, doublings) in jobs {
        let doublings = if is_quick { 4 } else { doublings };
        if words.is_empty() || words.iter().any(|word| job.name.contains(word.as_str())) {
            let mut times = Vec::new();
            let mut measure = || job.measure(doublings, rounds, divisor, &mut times);
            let mut tries = iter::repeat_with(&mut measure).take(MAX_TRIES);
            match tries.find(|growth| *growth != Growth::Superlinear) {
                Some(Growth::Linear | Growth::Superlinear) => {}
                Some(Growth::TooShort) => too_short.push(job.name),
                None => superlinear.push(job.name),
            }
        }
    }
    if !too_short.is_empty() {
        println!("\ntimes too short to compare: {}", too_short.join("; "));
    }
    if superlinear.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!(
        "\ntime grows faster than the input: {}",
        superlinear.join("; ")
    );
    ExitCode::FAILURE
}
