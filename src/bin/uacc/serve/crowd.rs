//! The connections that are open, and which of them gives way to a new one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// How long to wait for a connection that has to give way.
const RETRY: Duration = Duration::from_millis(50);

/// As many connections as may be open at a time. When all are, the one that has waited longest for a request of its client gives way, so that clients
/// that send nothing, or a byte now and then, keep nobody out.
pub(super) struct Crowd {
    permits: Arc<Semaphore>,
    visitors: Mutex<Vec<Arc<Visitor>>>,
}

/// A connection.
pub(super) struct Visitor {
    /// Since when the client has owed a complete request. `None` while one is answered.
    waiting_since: Mutex<Option<Instant>>,
    gives_way: Notify,
}

/// The place of a connection in the crowd, which is free again when this is dropped.
pub(super) struct Place {
    crowd: Arc<Crowd>,
    pub(super) visitor: Arc<Visitor>,
    _permit: OwnedSemaphorePermit,
}

impl Crowd {
    pub(super) fn new(connections: usize) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(connections)),
            visitors: Mutex::default(),
        }
    }

    /// Waits for a place for a new connection, and makes one free if it can.
    pub(super) async fn enter(self: &Arc<Self>) -> Option<Place> {
        let mut permit = Arc::clone(&self.permits).try_acquire_owned().ok();
        while permit.is_none() {
            self.make_one_give_way();
            // It may have got its request meanwhile; then another one has to.
            let freed = timeout(RETRY, Arc::clone(&self.permits).acquire_owned()).await;
            permit = freed.ok().and_then(Result::ok);
        }
        let permit = permit?;
        let visitor = Arc::new(Visitor {
            waiting_since: Mutex::new(Some(Instant::now())),
            gives_way: Notify::new(),
        });
        self.visitors().push(Arc::clone(&visitor));
        Some(Place {
            crowd: Arc::clone(self),
            visitor,
            _permit: permit,
        })
    }

    fn make_one_give_way(&self) {
        let visitors = self.visitors();
        let waiting = visitors
            .iter()
            .filter_map(|visitor| Some(((*visitor.waiting_since())?, visitor)));
        if let Some((_, visitor)) = waiting.min_by_key(|(since, _)| *since) {
            visitor.gives_way.notify_one();
        }
    }

    /// Waits until all connections have ended.
    pub(super) async fn all_left(&self, connections: u32) {
        drop(self.permits.acquire_many(connections).await);
    }

    fn visitors(&self) -> MutexGuard<'_, Vec<Arc<Visitor>>> {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visitor {
    /// Waits until this connection has to give way. It does so only while its client owes a request.
    pub(super) async fn must_give_way(&self) {
        loop {
            self.gives_way.notified().await;
            if self.is_waiting() {
                return;
            }
        }
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.waiting_since().is_some()
    }

    /// Notes that a request is complete, or that its answer is: then the client owes the next.
    pub(super) fn set_waiting(&self, is_waiting: bool) {
        *self.waiting_since() = is_waiting.then(Instant::now);
    }

    fn waiting_since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.waiting_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.crowd
            .visitors()
            .retain(|visitor| !Arc::ptr_eq(visitor, &self.visitor));
    }
}
