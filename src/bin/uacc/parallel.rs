//! Work on several files at the same time.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Calls `work` with each item, on all cores, and returns the results in the order of the items.
pub(crate) fn in_parallel<I: Sync, T: Send>(
    items: &[I],
    work: impl Fn(&I) -> T + Send + Sync,
) -> Vec<T> {
    // A single item needs no threads, whose start would be most of the time for a small file.
    match items {
        [only] => vec![work(only)],
        _ => items.par_iter().map(work).collect(),
    }
}
