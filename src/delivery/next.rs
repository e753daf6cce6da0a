use std::time::Duration;

use super::{Failure, RejectedRecord};

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
