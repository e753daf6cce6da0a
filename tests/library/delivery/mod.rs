//! Deliveries: single situations, a thousand runs against the reference service with forced responses, and runs against a model that knows the truth.

pub(crate) mod books;
mod model;
mod refusals;
mod runs;
mod situations;
mod truth;

use std::ops::Range;

/// Returns the seeds that a variable of the environment chooses: one, or `FIRST..END`.
pub(crate) fn chosen_seeds(variable: &str) -> Option<Range<u64>> {
    let seeds = std::env::var(variable).ok()?;
    let (first, end) = match seeds.split_once("..") {
        Some((first, end)) => (first.parse().unwrap(), end.parse().unwrap()),
        None => {
            let seed = seeds.parse().unwrap();
            (seed, seed + 1)
        }
    };
    Some(first..end)
}
