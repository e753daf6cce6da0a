use std::time::Duration;

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
}

/// What a request is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Delivery,
    /// To find the transactions that the service counted as errors.
    Search,
}

impl Attempt {
    pub(super) fn is_search(&self) -> bool {
        self.purpose == Purpose::Search
    }
}
