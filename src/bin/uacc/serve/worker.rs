//! The service behind the requests, and how many large bodies and answers there are at the same time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hyper::body::Bytes;
use tokio::sync::{Mutex as AsyncMutex, OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout_at;
use universal_accounting::service::{Gate, Problem, Response, Service};

/// Bodies and answers up to this length are not counted, so that small requests never wait for large ones.
pub(super) const SMALL: usize = 1 << 16;

/// How many large bodies are received or wait at the same time, and how many large answers wait for their readers. One longer than [`LARGE`] counts as several.
const LARGE_AT_A_TIME: usize = 5;

/// The length of the longest body but for snapshots.
const LARGE: usize = 32 << 20;

/// The longest body and the longest answer.
pub(super) const LONGEST: usize = LARGE * LARGE_AT_A_TIME;

/// Answers one request at a time: what answering takes, as up to 28 times the body, is taken once.
pub(super) struct Worker {
    service: Arc<AsyncMutex<Service>>,
    /// Refuses requests although the service is busy.
    pub(super) gate: Gate,
    /// They are separate, so that a slow reader holds up no body.
    pub(super) bodies: Arc<Semaphore>,
    pub(super) answers: Arc<Semaphore>,
    stats: Mutex<RequestStats>,
}

/// A place among the large bodies or answers until this is dropped; nothing for a small one.
pub(super) type Place = Option<OwnedSemaphorePermit>;

/// The number of requests, and the time that the service took for them.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct RequestStats {
    pub(super) requests: usize,
    pub(super) time: Duration,
}

impl Worker {
    pub(super) fn new(service: Service) -> Self {
        Self {
            gate: service.gate(),
            service: Arc::new(AsyncMutex::new(service)),
            bodies: Arc::new(Semaphore::new(LARGE_AT_A_TIME)),
            answers: Arc::new(Semaphore::new(LARGE_AT_A_TIME)),
            stats: Mutex::default(),
        }
    }

    /// Lets the service work, or answers that it is busy at the deadline. Work that takes longer is finished, and the service is free after it.
    pub(super) async fn work(
        &self,
        work: impl FnOnce(&mut Service) -> Response + Send + 'static,
        deadline: Instant,
    ) -> Response {
        let service = Arc::clone(&self.service).lock_owned();
        let Ok(mut service) = timeout_at(deadline.into(), service).await else {
            return Response::busy();
        };
        let task = spawn_blocking(move || {
            let start = Instant::now();
            (work(&mut service), start.elapsed())
        });
        let answered = timeout_at(deadline.into(), task).await;
        let mut stats = self.lock_stats();
        stats.requests += 1;
        match answered {
            Err(_) => Response::busy(),
            // The panic hook has reported the panic. The next request uses the service in the state that it left.
            Ok(Err(_)) => Response::problem(&Problem::Transport(500)),
            Ok(Ok((response, time))) => {
                stats.time += time;
                response
            }
        }
    }

    /// Returns the data of all organizations, once the service is free. Must be called outside of the runtime.
    pub(super) fn snapshot(&self) -> Vec<u8> {
        self.service.blocking_lock().snapshot_of_all()
    }

    pub(super) fn stats(&self) -> RequestStats {
        *self.lock_stats()
    }

    fn lock_stats(&self) -> MutexGuard<'_, RequestStats> {
        self.stats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a place for so many bytes. Waits for other requests, and returns `None` at the deadline, and for more bytes than there may be.
pub(super) async fn take_place(
    places: &Arc<Semaphore>,
    bytes: usize,
    deadline: Instant,
) -> Option<Place> {
    if bytes <= SMALL {
        return Some(None);
    }
    let count = u32::try_from(bytes.div_ceil(LARGE)).ok()?;
    if bytes > LONGEST {
        return None;
    }
    let taken = Arc::clone(places).acquire_many_owned(count);
    let taken = timeout_at(deadline.into(), taken).await;
    taken.ok().and_then(Result::ok).map(Some)
}

/// The bytes of an answer, and their place until the connection has written them.
struct Answer {
    bytes: Vec<u8>,
    _place: Place,
}

impl AsRef<[u8]> for Answer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Returns the bytes of an answer, which give their place back when the last of them is written.
pub(super) fn answer_bytes(bytes: Vec<u8>, place: Place) -> Bytes {
    if place.is_some() {
        Bytes::from_owner(Answer {
            bytes,
            _place: place,
        })
    } else {
        Bytes::from(bytes)
    }
}

#[cfg(test)]
mod tests {
    use universal_accounting::endpoint::{Caller, Organization};
    use universal_accounting::service::ServiceRequest;

    use super::*;

    #[test]
    fn answers_500_after_a_panic_and_answers_the_next_request() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let worker = Worker::new(Service::new());
        let deadline = Instant::now() + Duration::from_secs(60);
        let import = |service: &mut Service| {
            let caller = Caller::with_all_scopes(Organization::sandbox());
            let body = br#"{"transactions": [{}]}"#;
            let path = "/api/public/v1/transactions";
            service.handle(&caller, &ServiceRequest::json("POST", path, body))
        };
        runtime.block_on(async {
            for _ in 0..2 {
                let broken = worker.work(|_| panic!("a defect of the service"), deadline);
                assert_eq!(broken.await.status, 500);
            }
            let answered = worker.work(import, deadline).await;
            assert!(
                answered.text().contains(r#""errorTransactions":1"#),
                "{answered:?}"
            );
        });
        assert_eq!(worker.stats().requests, 3);
    }
}
