//! Compares several implementations of a job, in turns and in one process.

#![allow(dead_code, reason = "each benchmark uses a part")]

use std::env;
use std::time::{Duration, Instant};

/// The size of the inputs and the number of rounds.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    pub(crate) bytes: usize,
    rounds: usize,
}

impl Scale {
    pub(crate) fn from_args() -> Self {
        let has = |wanted: &str| env::args().any(|argument| argument == wanted);
        if !has("--bench") {
            // `cargo test --all-targets` runs this too, unoptimized and only to see that it works.
            Self {
                bytes: 100_000,
                rounds: 1,
            }
        } else if has("--quick") {
            Self {
                bytes: 3_000_000,
                rounds: 5,
            }
        } else {
            Self {
                bytes: 30_000_000,
                rounds: 11,
            }
        }
    }
}

/// An implementation of a job.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) work: fn(&[u8]),
}

/// An input, and the implementations that process it. The first is ours.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    pub(crate) input: Vec<u8>,
    pub(crate) subjects: Vec<Subject>,
}

/// Runs the jobs whose name contains one of the arguments, or all jobs. Prints the time of each other implementation divided by our time.
pub(crate) fn run(jobs: &[Job], scale: Scale) {
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let is_selected =
        |job: &&Job| words.is_empty() || words.iter().any(|word| job.name.contains(word.as_str()));
    println!(
        "{:<40}{:>10}{:>12}   their time / ours",
        "", "bytes", "ours"
    );
    for job in jobs.iter().filter(is_selected) {
        let times = median_times(job, scale);
        let Some(((_, ours), others)) = times.split_first() else {
            continue;
        };
        let ratios = others
            .iter()
            .map(|(name, time)| format!("{name} {:.2}", time.as_secs_f64() / ours.as_secs_f64()));
        let ratios: Vec<String> = ratios.collect();
        let ours = format!("{ours:.1?}");
        println!(
            "{:<40}{:>10}{ours:>12}   {}",
            job.name,
            job.input.len(),
            ratios.join(", ")
        );
    }
}

/// Returns the median time of each implementation.
fn median_times(job: &Job, scale: Scale) -> Vec<(&'static str, Duration)> {
    // Short jobs are repeated, because the clock is too coarse for one run.
    let repeats = (scale.bytes / 10 / job.input.len().max(1)).max(1);
    let mut times = vec![Vec::new(); job.subjects.len()];
    for round in 0..=scale.rounds {
        for turn in 0..job.subjects.len() {
            // The order changes in each round, so that no implementation always runs with caches warmed by the same other one.
            let index = (round + turn) % job.subjects.len();
            let start = Instant::now();
            for _ in 0..repeats {
                (job.subjects[index].work)(&job.input);
            }
            // The first round warms up.
            if round > 0 {
                times[index].push(start.elapsed());
            }
        }
    }
    let repeats = u32::try_from(repeats).expect("a small number");
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2] / repeats
    };
    job.subjects
        .iter()
        .zip(&mut times)
        .map(|(subject, times)| (subject.name, median(times)))
        .collect()
}
