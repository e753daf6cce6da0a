//! The services that answer requests at the same time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout_at;
use universal_accounting::service::{Admission, Gate, Problem, Response, Service, State};

use super::memory::Share;

/// Services that share a state, each with a connection of its own. A state without connections has one service.
pub(super) struct Pool<S> {
    /// Those that are free. There is one for each permit.
    free: Mutex<Vec<Service<S>>>,
    permits: Arc<Semaphore>,
    /// Refuses requests although all services are busy.
    pub(super) gate: Gate,
    stats: Mutex<RequestStats>,
}

/// The number of requests, and the time that the services took for them.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct RequestStats {
    pub(super) requests: usize,
    pub(super) time: Duration,
}

impl<S: State + Send + 'static> Pool<S> {
    pub(super) fn new(first: Service<S>, further_states: Vec<S>) -> Self {
        let gate = first.gate();
        let mut services: Vec<Service<S>> = further_states
            .into_iter()
            .map(|state| first.on_connection(state))
            .collect();
        services.push(first);
        Self {
            permits: Arc::new(Semaphore::new(services.len())),
            free: Mutex::new(services),
            gate,
            stats: Mutex::default(),
        }
    }

    /// Answers an admitted request, or refuses it at the deadline. A state that hangs keeps its service and its shares of the memory, and the others
    /// go on.
    pub(super) async fn answer(
        self: &Arc<Self>,
        admission: Admission,
        body: Vec<u8>,
        shares: (Share, Share),
        deadline: Instant,
    ) -> Response {
        let permit = timeout_at(deadline.into(), Arc::clone(&self.permits).acquire_owned()).await;
        let Some(mut borrowed) = permit
            .ok()
            .and_then(Result::ok)
            .and_then(|permit| self.borrow_service(permit))
        else {
            return Response::busy();
        };
        let task = spawn_blocking(move || {
            let _shares = shares;
            let start = Instant::now();
            (
                borrowed
                    .service()
                    .map(|service| service.answer(admission, &body)),
                start.elapsed(),
            )
        });
        let answered = timeout_at(deadline.into(), task).await;
        let mut stats = self.lock_stats();
        stats.requests += 1;
        match answered {
            Err(_) => Response::busy(),
            // The panic hook has reported the panic. The next request uses the service in the state that it left.
            Ok(Err(_) | Ok((None, _))) => Response::problem(&Problem::Transport(500)),
            Ok(Ok((Some(response), time))) => {
                stats.time += time;
                response
            }
        }
    }

    fn borrow_service(self: &Arc<Self>, permit: OwnedSemaphorePermit) -> Option<Borrowed<S>> {
        let service = self.free().pop()?;
        Some(Borrowed {
            service: Some(service),
            pool: Arc::clone(self),
            _permit: permit,
        })
    }
}

impl<S> Pool<S> {
    pub(super) fn stats(&self) -> RequestStats {
        *self.lock_stats()
    }

    fn lock_stats(&self) -> MutexGuard<'_, RequestStats> {
        self.stats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn free(&self) -> MutexGuard<'_, Vec<Service<S>>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A service that answers a request, and is free again when this is dropped.
struct Borrowed<S> {
    service: Option<Service<S>>,
    pool: Arc<Pool<S>>,
    _permit: OwnedSemaphorePermit,
}

impl<S> Borrowed<S> {
    const fn service(&mut self) -> Option<&mut Service<S>> {
        self.service.as_mut()
    }
}

impl<S> Drop for Borrowed<S> {
    fn drop(&mut self) {
        self.pool.free().extend(self.service.take());
    }
}
