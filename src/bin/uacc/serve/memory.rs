//! The bound for the memory that requests and their answers take.

use std::sync::Arc;
use std::time::Instant;

use hyper::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;
use universal_accounting::service::Admission;

const MIB: usize = 1 << 20;

/// Bodies and answers up to this length need no part of a budget, so that small requests never wait for large ones.
pub(super) const FREE_BYTES: usize = 1 << 16;

/// Memory is counted in units of this many bytes.
const UNIT: usize = 1 << 12;

/// The budgets of all requests together. They are separate, so that a slow reader holds up no body, and a body that waits holds up no work.
pub(super) struct Memory {
    /// Bodies that are received or processed.
    pub(super) bodies: Budget,
    /// What processing takes in addition.
    pub(super) work: Budget,
    /// Answers that wait for their readers.
    pub(super) answers: Budget,
}

/// A part of the memory.
pub(super) struct Budget {
    units: Arc<Semaphore>,
    bytes: usize,
}

/// A part of a budget that is taken until this is dropped; nothing for few bytes.
pub(super) type Share = Option<OwnedSemaphorePermit>;

impl Memory {
    /// Processing takes the most, as up to 28 times the body.
    pub(super) fn new(mebibytes: usize) -> Self {
        let eighth = mebibytes.saturating_mul(MIB) / 8;
        Self {
            bodies: Budget::new(eighth),
            work: Budget::new(eighth.saturating_mul(6)),
            answers: Budget::new(eighth),
        }
    }
}

impl Memory {
    /// Returns the longest body that can be received and processed with this memory.
    pub(super) fn longest_body(&self, admission: &Admission) -> usize {
        let per_byte = (admission.memory(2) - admission.memory(1)).max(1);
        self.bodies.bytes.min(self.work.bytes / per_byte)
    }
}

impl Budget {
    fn new(bytes: usize) -> Self {
        let units = (bytes / UNIT).min(Semaphore::MAX_PERMITS);
        Self {
            units: Arc::new(Semaphore::new(units)),
            bytes: units.saturating_mul(UNIT),
        }
    }

    /// Takes a part if the budget can have it at all. Waits for other requests, and returns `None` at the deadline.
    pub(super) async fn take_all(&self, bytes: usize, deadline: Instant) -> Option<Share> {
        if bytes > self.bytes.max(FREE_BYTES) {
            return None;
        }
        self.take(bytes, deadline).await
    }

    /// Takes a part, or all that there is for a larger one. Waits for other requests, and returns `None` at the deadline.
    pub(super) async fn take(&self, bytes: usize, deadline: Instant) -> Option<Share> {
        if bytes <= FREE_BYTES {
            return Some(None);
        }
        let units = u32::try_from(bytes.min(self.bytes).div_ceil(UNIT)).unwrap_or(u32::MAX);
        let taken = timeout_at(
            deadline.into(),
            Arc::clone(&self.units).acquire_many_owned(units),
        )
        .await;
        taken.ok().and_then(Result::ok).map(Some)
    }
}

/// The bytes of an answer, and their part of the budget until the connection has written them.
struct Answer {
    bytes: Vec<u8>,
    _share: Share,
}

impl AsRef<[u8]> for Answer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Returns the bytes of an answer, which give their part of the budget back when the last of them is written.
pub(super) fn shared_bytes(bytes: Vec<u8>, share: Share) -> Bytes {
    if share.is_some() {
        Bytes::from_owner(Answer {
            bytes,
            _share: share,
        })
    } else {
        Bytes::from(bytes)
    }
}
