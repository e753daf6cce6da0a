//! The service itself (contract 4), as a reference to test against: a request goes in, a response comes out.
//!
//! It judges by the same rules as the checks, imports by the same plans, and keeps what it is given in a [`State`]. It has no socket, no clock
//! and no chance of its own: the same requests give the same responses, identifiers included. `uacc serve` puts it behind HTTP. It is no
//! production service: nobody is protected from who knows a token.
//!
//! ```
//! use universal_accounting::endpoint::{Caller, Organization};
//! use universal_accounting::service::{Request, Service};
//!
//! let mut service = Service::new();
//! let caller = Caller::with_every_scope(Organization::parse("muster-ag")?);
//! let import = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1", "amount": "12.50",
//!     "creditDebit": "debit", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
//! let request = Request::json("POST", "/api/public/v1/transactions", import);
//! let first = service.handle(&caller, &request);
//! assert_eq!(first.status, 201);
//! assert_eq!(first.text(), r#"{"existingTransactions":0,"newTransactions":1,"errorTransactions":0}"#);
//! let again = service.handle(&caller, &request);
//! assert_eq!(again.text(), r#"{"existingTransactions":1,"newTransactions":0,"errorTransactions":0}"#);
//! # Ok::<(), universal_accounting::endpoint::OrganizationError>(())
//! ```
//!
//! # Beside the contract
//!
//! For what the contract doesn't show, and for tests, there are paths outside of `/api/public/v1`. They need a token that is good, and act on the
//! organization of its caller alone. A request that has JSON says so in its `Content-Type`; where no answer is named, it is 204. Each has a method of
//! [`Service`] that does the same.
//!
//! | request | what it does |
//! |---|---|
//! | `POST /sandbox/files` | takes a file, any bytes, and answers its `signedFileName` (needs `api:documents:create`): [`upload`](Service::upload) |
//! | `POST /sandbox/files/:id/export` | marks the document of that `serviceFileId` as exported, so that its file can be downloaded: [`export`](Service::export) |
//! | `POST /sandbox/responses` | forces the next responses: a [`ForcedResponse`](crate::sandbox::ForcedResponse) in JSON: [`force`](Service::force) |
//! | `DELETE /sandbox/responses` | forces none of them any more: [`release`](Service::release) |
//! | `GET /sandbox/requests` | lists what was received on the endpoints, each with the members of [`Received`]: [`received`](Service::received) |
//! | `PUT /sandbox/seed` | has identifiers made from another number, which is the body, in JSON: [`set_seed`](Service::set_seed) |
//! | `POST /sandbox/reset` | forgets everything, but for the seed: [`reset`](Service::reset) |
//! | `GET /sandbox/snapshot` | gives everything that the state holds, as bytes, or 501: [`snapshot`](Service::snapshot) |
//! | `PUT /sandbox/snapshot` | holds that again and nothing else, or 501: [`restore`](Service::restore) |

mod call;
mod control;
mod memory;
mod message;
mod openapi;
mod route;
mod state;
mod trial;

use std::collections::HashMap;

pub use memory::MemoryState;
pub use message::{Head, Request, Response};
pub use openapi::openapi;
pub use route::{Admission, Control};
pub use state::{Identifier, Item, State};
pub use trial::Received;

use crate::endpoint::{Caller, Organization};
use crate::render::Problem;
use crate::report::Policy;
use route::Operation;
use trial::Trial;

/// So many bytes a body may have, unless another limit is set: 32 MiB.
const BODY_LIMIT: usize = 32 << 20;

/// So many bodies of the greatest length are in a snapshot that is taken.
const BODIES: usize = 32;

/// The service of the contract, with the state of its organizations.
#[derive(Debug, Clone)]
pub struct Service<S = MemoryState> {
    state: S,
    policy: Policy,
    body_limit: usize,
    /// The number that identifiers of trials not yet begun are made from.
    seed: u32,
    trials: HashMap<Organization, Trial>,
}

impl Service {
    /// One that holds nothing yet, and keeps what it is given in memory.
    #[must_use]
    pub fn new() -> Self {
        Self::with_state(MemoryState::new())
    }
}

impl Default for Service {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: State> Service<S> {
    /// One that keeps what it is given in a state.
    #[must_use]
    pub fn with_state(state: S) -> Self {
        Self { state, policy: Policy::new(), body_limit: BODY_LIMIT, seed: 0, trials: HashMap::new() }
    }

    /// Judges payloads by another policy than the usual one. What is denied is told as an error and taken all the same.
    #[must_use]
    pub fn policy(self, policy: Policy) -> Self {
        Self { policy, ..self }
    }

    /// Takes bodies of so many bytes at most, instead of 32 MiB.
    #[must_use]
    pub fn body_limit(self, body_limit: usize) -> Self {
        Self { body_limit, ..self }
    }

    /// Has identifiers made from another number than 0.
    #[must_use]
    pub fn seed(self, seed: u32) -> Self {
        Self { seed, ..self }
    }

    /// Answers a request.
    pub fn handle(&mut self, caller: &Caller, request: &Request<'_>) -> Response {
        match self.admit(caller, &request.head) {
            Ok(admission) => self.answer(admission, request.body),
            Err(refusal) => refusal,
        }
    }

    /// Decides by its head alone whether a request is answered, so that nobody reads the body of one who may not send it.
    pub fn admit(&mut self, caller: &Caller, head: &Head<'_>) -> Result<Admission, Response> {
        let (operation, id) = Operation::of(head)?;
        let received = Received::new(head);
        match (operation.permit(caller, head), operation, caller) {
            (Ok(organization), ..) => {
                let is_snapshot = operation == Operation::Control(Control::Restore);
                let limit = if is_snapshot { self.body_limit.saturating_mul(BODIES) } else { self.body_limit };
                Ok(Admission { organization: organization.clone(), operation, id, limit, received })
            }
            (Err(refusal), Operation::Endpoint(_), Caller::Known { organization, .. }) => {
                self.trial(organization).receive(received.answered(refusal.status, b""));
                Err(refusal)
            }
            (Err(refusal), ..) => Err(refusal),
        }
    }

    /// Answers a request that was admitted. A body with more bytes than [`Admission::limit`] is refused whatever it holds.
    pub fn answer(&mut self, admission: Admission, body: &[u8]) -> Response {
        let Admission { organization, operation, id, limit, received } = admission;
        let response = match operation {
            _ if body.len() > limit => Response::problem(&Problem::TooLarge(limit)),
            Operation::Endpoint(endpoint) => self.endpoint(&organization, endpoint, id, body),
            Operation::Control(control) => self.control(&organization, control, id, body).unwrap_or_else(|error| error),
        };
        if let Operation::Endpoint(_) = operation {
            self.trial(&organization).receive(received.answered(response.status, body));
        }
        response
    }

    /// The trial of an organization, begun where there is none.
    fn trial(&mut self, organization: &Organization) -> &mut Trial {
        let seed = self.seed;
        self.trials.entry(organization.clone()).or_insert_with(|| Trial { seed, ..Trial::default() })
    }
}
