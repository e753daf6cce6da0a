use std::time::Duration;

use super::headers::LONGEST_WAIT;
use crate::report::Policy;
use crate::transactions::MAX_TRANSACTIONS;

/// How a payload is read and sent.
///
/// ```
/// use universal_accounting::delivery::DeliveryOptions;
///
/// let mut options = DeliveryOptions::new();
/// options.max_attempts = 3;
/// assert_eq!(options.batch_size, 1000);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DeliveryOptions {
    /// The severities of findings, and the limits; [`sequence`](Policy::sequence) accepts several payloads.
    pub policy: Policy,
    /// The most transactions of a request. Default: 1000, which is the most that the service accepts; a delivery takes more as 1000, and 0 as 1.
    pub batch_size: usize,
    /// How often a request is sent at most. Default: 8.
    pub max_attempts: u32,
    /// The longest wait that the service may ask for. Default: an hour. A delivery takes more than a week as a week.
    pub max_wait: Duration,
    /// The number that the random part of waits depends on. Default: 0. With a random number, clients that failed at the same time come back at
    /// different times.
    pub seed: u64,
    /// Whether to find out which transactions the service counts as errors, if an answer has errors: parts of the batch are sent again, where every transaction
    /// has an id. This takes about 20 requests for an error in a batch of 1000.
    pub locate_errors: bool,
}

impl DeliveryOptions {
    /// Returns options with the defaults that the fields state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn batch_size(&self) -> usize {
        self.batch_size.clamp(1, MAX_TRANSACTIONS)
    }

    pub(super) fn max_wait(&self) -> Duration {
        self.max_wait.min(LONGEST_WAIT)
    }
}

impl Default for DeliveryOptions {
    fn default() -> Self {
        Self {
            policy: Policy::new(),
            batch_size: MAX_TRANSACTIONS,
            max_attempts: 8,
            max_wait: Duration::from_secs(3600),
            seed: 0,
            locate_errors: false,
        }
    }
}

/// The wait before the second attempt, without its random part.
const FIRST: Duration = Duration::from_secs(1);

/// The longest wait that the service did not ask for.
const LONGEST: Duration = Duration::from_secs(60);

/// Returns how long to wait after so many attempts of one request: twice as long after each attempt, up to [`LONGEST`].
///
/// Half of the wait depends on the seed, so that clients that failed at the same time do not come back at the same time.
pub(super) fn wait_after(attempts: u32, seed: u64) -> Duration {
    let doublings = attempts.saturating_sub(1).min(16);
    let full = FIRST.saturating_mul(1 << doublings).min(LONGEST);
    let half = full / 2;
    let parts =
        u32::try_from(mix(seed ^ u64::from(attempts)) % (1 + u64::from(PARTS))).unwrap_or_default();
    half + half.saturating_mul(parts) / PARTS
}

/// Into how many parts the random half of a wait is divided.
const PARTS: u32 = 1000;

/// Returns a number in which each bit depends on all bits of the given one (the function `SplitMix64`).
pub(super) const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_up_to_a_limit_and_differ_by_seed() {
        for (attempts, full) in [
            (0, 1),
            (1, 1),
            (2, 2),
            (3, 4),
            (6, 32),
            (7, 60),
            (40, 60),
            (u32::MAX, 60),
        ] {
            let full = Duration::from_secs(full);
            for seed in 0..200 {
                let wait = wait_after(attempts, seed);
                assert!(
                    (full / 2..=full).contains(&wait),
                    "{attempts} {seed}: {wait:?}"
                );
                assert_eq!(wait, wait_after(attempts, seed));
            }
        }
        let waits: std::collections::BTreeSet<_> =
            (0..200).map(|seed| wait_after(3, seed)).collect();
        assert!(waits.len() > 150, "{}", waits.len());
    }
}
