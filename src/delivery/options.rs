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
