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
//! # Ok::<(), universal_accounting::endpoint::OrganizationFault>(())
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
//! | `POST /sandbox/responses` | forces the next responses: a [`ForcedResponse`] in JSON: [`force`](Service::force) |
//! | `DELETE /sandbox/responses` | forces none of them any more: [`release`](Service::release) |
//! | `GET /sandbox/requests` | lists what was received on the endpoints, each with the members of [`Received`]: [`received`](Service::received) |
//! | `PUT /sandbox/seed` | has identifiers made from another number, which is the body, in JSON: [`set_seed`](Service::set_seed) |
//! | `POST /sandbox/reset` | forgets everything, but for the seed: [`reset`](Service::reset) |
//! | `GET /sandbox/snapshot` | gives everything that the state holds, as bytes, or 501: [`snapshot`](Service::snapshot) |
//! | `PUT /sandbox/snapshot` | holds that again and nothing else, or 501: [`restore`](Service::restore) |

mod admission;
mod call;
mod control;
mod memory;
mod message;
mod openapi;
mod route;
mod state;
mod trial;

pub use admission::Admission;
pub use memory::MemoryState;
pub use message::{Head, Request, Response};
pub use openapi::openapi;
pub use route::Control;
pub use state::{Identifier, Item, State};
pub use trial::Received;

use crate::dedup::SnapshotFault;
use crate::endpoint::{Caller, Organization};
use crate::render::Problem;
use crate::report::Policy;
use crate::sandbox::ForcedResponse;
use call::Call;
use route::Operation;
use trial::Trials;

/// So many bytes a body may have, unless another limit is set: 32 MiB.
const BODY_LIMIT: usize = 32 << 20;

/// The service of the contract, with the state of its organizations.
#[derive(Debug, Clone)]
pub struct Service<S = MemoryState> {
    state: S,
    policy: Policy,
    body_limit: usize,
    trials: Trials,
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
        Self { state, policy: Policy::new(), body_limit: BODY_LIMIT, trials: Trials::default() }
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
    pub fn seed(mut self, seed: u32) -> Self {
        self.trials.seed = seed;
        self
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
        let (admitted, operation) = admission::admit(caller, head, self.body_limit);
        if let (Err(refusal), Caller::Known { organization, .. }, Some(Operation::Endpoint(..))) =
            (&admitted, caller, operation)
        {
            self.trials.of(organization).received.add(Received::new(head, refusal.status, b""));
        }
        admitted
    }

    /// Answers a request that was admitted. A body with more bytes than [`Admission::limit`] is refused whatever it holds.
    pub fn answer(&mut self, admission: Admission, body: &[u8]) -> Response {
        let Admission { organization, operation, limit, .. } = &admission;
        let refusal = (body.len() > *limit).then(|| Response::problem(&Problem::TooLarge(*limit)));
        let mut call = self.call(organization, body);
        let response = match (*operation, refusal) {
            (Operation::Control(..), Some(refusal)) => return refusal,
            (Operation::Control(control, id), None) => {
                return call.control(control, id).unwrap_or_else(|refusal| refusal);
            }
            (Operation::Endpoint(..), Some(refusal)) => refusal,
            (Operation::Endpoint(endpoint, id), None) => call.endpoint(endpoint, id),
        };
        let (organization, received) = admission.received(response.status, body);
        self.trials.of(&organization).received.add(received);
        response
    }

    /// Takes a file and gives its `signedFileName`.
    pub fn upload(&mut self, organization: &Organization, file: &[u8]) -> Result<Identifier, S::Error> {
        self.call(organization, file).upload()
    }

    /// Marks the document of a `serviceFileId` as exported, and returns whether there is one.
    pub fn export(&mut self, organization: &Organization, id: Identifier) -> Result<bool, S::Error> {
        self.call(organization, b"").export(id)
    }

    /// Forces the next responses to an organization, after those that are forced already.
    pub fn force(&mut self, organization: &Organization, response: ForcedResponse) {
        self.trials.of(organization).forced.push(response);
    }

    /// Forces no response to an organization any more.
    pub fn release(&mut self, organization: &Organization) {
        self.trials.of(organization).forced.clear();
    }

    /// What was received from an organization on the endpoints, the oldest first: the last 1000 requests, and 16 MiB of bodies.
    pub fn received(&mut self, organization: &Organization) -> impl Iterator<Item = &Received> {
        self.trials.of(organization).received.all()
    }

    /// Has the identifiers of an organization made from another number from here on.
    pub fn set_seed(&mut self, organization: &Organization, seed: u32) {
        self.trials.of(organization).set_seed(seed);
    }

    /// Forgets everything of an organization but for its seed, also what was forced and received. Identifiers are made from the beginning again.
    pub fn reset(&mut self, organization: &Organization) -> Result<(), S::Error> {
        self.call(organization, b"").reset()
    }

    /// Everything that is held of an organization as bytes, where the state can give it. Their form may change with the version.
    pub fn snapshot(&mut self, organization: &Organization) -> Option<Vec<u8>> {
        self.state.snapshot(organization)
    }

    /// Holds of an organization what a snapshot says and nothing else, where the state can do so. What was forced and received is forgotten.
    /// Identifiers are made from the beginning again, and those that are taken are left out.
    pub fn restore(&mut self, organization: &Organization, snapshot: &[u8]) -> Option<Result<(), SnapshotFault>> {
        self.call(organization, snapshot).restore()
    }

    fn call<'c>(&'c mut self, organization: &'c Organization, body: &'c [u8]) -> Call<'c, S> {
        Call { state: &mut self.state, trials: &mut self.trials, policy: &self.policy, organization, body }
    }
}
