use std::fmt;
use std::time::Duration;

use super::failure::Failure;
use super::outcome::RejectedRecord;

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

/// The headers of every request. The caller adds `Authorization`.
pub(super) const HEADERS: [(&str, &str); 2] = [
    ("content-type", "application/json"),
    ("accept", "application/json, application/problem+json"),
];

/// A request to send, without the address of the service and without credentials.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request<'d> {
    /// How long to wait before the request is sent. Zero for the first attempt.
    pub wait: Duration,
    /// The method.
    pub method: &'static str,
    /// The path below the base URL.
    pub path: &'static str,
    /// The headers. Add `Authorization`, and let the HTTP client add the length.
    pub headers: [(&'static str, &'static str); 2],
    /// The body.
    pub body: &'d [u8],
    /// The number of this attempt, counted from 1.
    pub attempt: u32,
    /// Whether the service can get the request twice without doing its work twice.
    pub is_repeatable: bool,
}

/// Leaves out the body, which has the values of the payload.
impl fmt::Debug for Request<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Request")
            .field("wait", &self.wait)
            .field("method", &self.method)
            .field("path", &self.path)
            .field("bytes", &self.body.len())
            .field("attempt", &self.attempt)
            .field("is_repeatable", &self.is_repeatable)
            .finish_non_exhaustive()
    }
}

/// What to do after a response, or after none.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Next {
    /// Send the next request.
    Send,
    /// Send the same request again after a while.
    Wait {
        /// How long to wait.
        delay: Duration,
        /// Why the request has to be sent again.
        failure: Failure,
    },
    /// Correct these records and deliver them again later. The requests that follow leave them out.
    Correct(Vec<RejectedRecord>),
    /// Stop, and tell the user why. [`Delivery::resume`](super::Delivery::resume) goes on from here once the reason is removed.
    GiveUp(Failure),
    /// Nothing is left to send.
    Done,
    /// No request is waiting for a response: the call came before a request, or a second time for one. It has changed nothing.
    NoRequest,
}

impl Next {
    /// Returns `send`, `wait`, `correct`, `give-up`, `done` or `no-request`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Wait { .. } => "wait",
            Self::Correct(_) => "correct",
            Self::GiveUp(_) => "give-up",
            Self::Done => "done",
            Self::NoRequest => "no-request",
        }
    }
}
