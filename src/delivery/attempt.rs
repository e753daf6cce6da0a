use std::time::Duration;

use super::failure::Failure;
use super::rejected_record::RejectedRecord;

/// The request that is sent next, or that is waiting for its response.
pub(super) struct Attempt {
    /// The numbers of the transactions.
    pub(super) batch: Vec<usize>,
    pub(super) body: Vec<u8>,
    pub(super) purpose: Purpose,
    /// Whether the service can get the request twice without doing its work twice.
    pub(super) is_repeatable: bool,
    /// Whether the request was handed out, and neither a response nor the lack of one is known.
    pub(super) is_in_flight: bool,
    /// How often the request was handed out.
    pub(super) attempts: u32,
    /// Whether the service may have done the work.
    pub(super) may_be_done: bool,
    pub(super) wait: Duration,
    /// The records that a refusal named, of a request that must not be repeated: they are rejected once the user says that the service has none.
    pub(super) named: Vec<(usize, RejectedRecord)>,
}

/// What a request is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Delivery,
    /// To find the transactions that the service counted as errors.
    Search,
}

/// Records that the service refuses for what they are, although it may have them from an earlier attempt, or without saying what is wrong. They are left out
/// until everything else is delivered.
pub(super) struct HeldBack {
    pub(super) records: Vec<usize>,
    /// The last refusal. It may be done if one of the records may be.
    pub(super) failure: Failure,
}

impl Attempt {
    pub(super) fn is_search(&self) -> bool {
        self.purpose == Purpose::Search
    }
}
