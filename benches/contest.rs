//! Several ways to do one job, timed in turns in one process.

#![allow(dead_code, reason = "each benchmark uses its share")]

use std::env;
use std::time::{Duration, Instant};

/// How much is worked on, and how often.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) bytes: usize,
    rounds: usize,
}

impl Extent {
    pub(crate) fn asked() -> Self {
        let has = |wanted: &str| env::args().any(|argument| argument == wanted);
        if !has("--bench") {
            // `cargo test --all-targets` starts this too, unoptimized: there it only shows that all is well.
            Self { bytes: 100_000, rounds: 1 }
        } else if has("--quick") {
            Self { bytes: 3_000_000, rounds: 5 }
        } else {
            Self { bytes: 30_000_000, rounds: 11 }
        }
    }
}

/// One way to do a job.
#[derive(Clone, Copy)]
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    pub(crate) work: fn(&[u8]),
}

/// An input, and the ways to work on it; the first is ours.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    pub(crate) input: Vec<u8>,
    pub(crate) contenders: Vec<Contender>,
}

/// Has all contenders do their jobs, and prints how much longer than we the others take. Words choose the jobs with one of them in their name.
pub(crate) fn run(jobs: &[Job], extent: Extent) {
    let words: Vec<String> = env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_asked = |job: &&Job| words.is_empty() || words.iter().any(|word| job.name.contains(word.as_str()));
    println!("{:<40}{:>10}{:>12}   their time / ours", "", "bytes", "ours");
    for job in jobs.iter().filter(is_asked) {
        let times = times(job, extent);
        let Some(((_, ours), others)) = times.split_first() else { continue };
        let ratios = others.iter().map(|(name, time)| format!("{name} {:.2}", time.as_secs_f64() / ours.as_secs_f64()));
        let ratios: Vec<String> = ratios.collect();
        let ours = format!("{ours:.1?}");
        println!("{:<40}{:>10}{ours:>12}   {}", job.name, job.input.len(), ratios.join(", "));
    }
}

/// The median time of each contender.
fn times(job: &Job, extent: Extent) -> Vec<(&'static str, Duration)> {
    // What is over in no time is done often enough for the clock.
    let repeats = (extent.bytes / 10 / job.input.len().max(1)).max(1);
    let mut times = vec![Vec::new(); job.contenders.len()];
    for round in 0..=extent.rounds {
        for turn in 0..job.contenders.len() {
            // Who goes first changes, so that nobody always finds what the same other one left in the caches.
            let index = (round + turn) % job.contenders.len();
            let start = Instant::now();
            for _ in 0..repeats {
                (job.contenders[index].work)(&job.input);
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
    job.contenders.iter().zip(&mut times).map(|(contender, times)| (contender.name, median(times))).collect()
}
