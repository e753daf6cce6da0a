//! A reference implementation of the service, to test clients against: it maps HTTP requests to responses.
//!
//! It applies the same rules as the checks and imports with the same plans, and it keeps its data in memory. It has no socket, no clock
//! and no source of randomness: the same requests give the same responses, identifiers included. `uacc serve` puts it behind HTTP. It is not a
//! production service: it does not check who sends a token.
//!
//! ```
//! use universal_accounting::endpoint::{Caller, Organization};
//! use universal_accounting::service::{ServiceRequest, Service};
//!
//! let mut service = Service::new();
//! let caller = Caller::with_all_scopes(Organization::parse("muster-ag")?);
//! let import = br#"{"transactions": [{"accountIdentifier": "CH9300762011623852957", "transactionId": "1", "amount": "12.50",
//!     "creditDebit": "debit", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
//! let request = ServiceRequest::json("POST", "/api/public/v1/transactions", import);
//! let first = service.handle(&caller, &request);
//! assert_eq!(first.status, 201);
//! assert_eq!(first.text(), r#"{"existingTransactions":0,"newTransactions":1,"errorTransactions":0}"#);
//! let again = service.handle(&caller, &request);
//! assert_eq!(again.text(), r#"{"existingTransactions":1,"newTransactions":0,"errorTransactions":0}"#);
//! # Ok::<(), universal_accounting::endpoint::OrganizationError>(())
//! ```
//!
//! # Sandbox requests
//!
//! Paths below `/sandbox` are not part of the service's contract. They add operations that the contract leaves out, such as uploads, and they
//! control tests. They need the scope [`Sandbox`](crate::endpoint::Scope::Sandbox) and, for what they show or store of the organization, those of
//! its endpoints too ([`SandboxOperation::scopes`]). They affect only the organization of their caller. A request with a JSON body needs the
//! `Content-Type` of JSON. The status is 204 unless the table says that something is returned. Each request has a method of [`Service`] that does the same.
//!
//! | request | what it does |
//! |---|---|
//! | `POST /sandbox/files` | stores a file of any bytes and returns its `signedFileName`: [`upload_file`](Service::upload_file) |
//! | `POST /sandbox/files/:id/export` | marks the document with that `serviceFileId` as exported, so that its file can be downloaded: [`mark_exported`](Service::mark_exported) |
//! | `POST /sandbox/responses` | forces the next responses with a [`ForcedResponse`](crate::sandbox::ForcedResponse) in JSON: [`force_response`](Service::force_response) |
//! | `DELETE /sandbox/responses` | removes all forced responses: [`clear_forced_responses`](Service::clear_forced_responses) |
//! | `GET /sandbox/requests` | returns the requests to the endpoints, each with the members of [`ReceivedRequest`]: [`received_requests`](Service::received_requests) |
//! | `GET /sandbox/import` | returns what the last import did: conflicts, suspects and findings: [`last_import`](Service::last_import) |
//! | `PUT /sandbox/seed` | sets the number that identifiers are derived from; the body is the number, in JSON: [`set_seed`](Service::set_seed) |
//! | `POST /sandbox/reset` | deletes everything but the seed: [`reset`](Service::reset) |
//! | `GET /sandbox/journal` | returns a sample journal in the books of the base data: [`journal`](Service::journal) |
//! | `POST /sandbox/journal/deliveries` | asks for the delivery of this journal to the webhook that the base data configure, with a [`DeliveryRequest`](crate::sandbox::DeliveryRequest) in JSON, and returns status 202 with a [`WebhookDelivery`], which the host of the service sends: [`delivery`](Service::delivery) |
//! | `GET /sandbox/snapshot` | returns all stored data as bytes, without the secret of the webhook: [`snapshot`](Service::snapshot) |
//! | `PUT /sandbox/snapshot` | replaces all stored data by a snapshot: [`restore`](Service::restore) |

mod authorization;
mod delivery;
mod endpoints;
mod gate;
mod identifier;
mod journal;
mod message;
mod openapi;
mod problem;
mod route;
mod sandbox;
mod state;
mod test_session;

use crate::dedup::SnapshotError;
use crate::endpoint::{Caller, Organization};
use crate::report::Policy;
use identifier::ItemKey;
use route::Operation;
use state::{Data, State};
use test_session::{Sessions, TestSession};

pub use authorization::AuthorizationServer;
pub use delivery::{DeliveryOutcome, WebhookDelivery};
pub use gate::Gate;
pub use identifier::Identifier;
pub use journal::JournalError;
pub use message::{RequestHead, Response, ServiceRequest};
pub use openapi::openapi;
pub use problem::Problem;
pub use route::{Admission, SandboxOperation};
pub use test_session::ReceivedRequest;

/// The reference service, with the state of its organizations.
///
/// ```
/// use universal_accounting::endpoint::{Caller, Organization};
/// use universal_accounting::service::{ServiceOptions, ServiceRequest, Service};
///
/// // Equal seeds give equal identifiers, so that a test can expect them.
/// let upload = |seed| {
///     let caller = Caller::with_all_scopes(Organization::sandbox());
///     let mut options = ServiceOptions::new();
///     options.seed = seed;
///     Service::with_options(options).handle(&caller, &ServiceRequest::new("POST", "/sandbox/files")).text()
/// };
/// assert_eq!(upload(7), upload(7));
/// assert_ne!(upload(7), upload(8));
/// ```
#[derive(Debug, Clone)]
pub struct Service {
    state: State,
    options: ServiceOptions,
    sessions: Sessions,
}

impl Service {
    /// Creates a service without data.
    #[must_use]
    pub fn new() -> Self {
        Self::with_options(ServiceOptions::new())
    }

    /// Creates a service without data, with options.
    #[must_use]
    pub fn with_options(options: ServiceOptions) -> Self {
        let sessions = Sessions::default();
        sessions.set_seed(options.seed);
        Self {
            state: State::new(),
            options,
            sessions,
        }
    }

    /// Returns the data of all organizations as bytes, to be kept in a safe place: they have the secrets of webhooks. The format may change with the version.
    #[must_use]
    pub fn snapshot_of_all(&self) -> Vec<u8> {
        state::snapshot_of_all(&self.state)
    }

    /// Replaces the data of all organizations by a [snapshot](Self::snapshot_of_all). Test sessions stay as they are.
    ///
    /// ```
    /// use universal_accounting::endpoint::Organization;
    /// use universal_accounting::service::Service;
    ///
    /// let (mut service, organization) = (Service::new(), Organization::sandbox());
    /// let first = service.upload_file(&organization, b"%PDF-1.4");
    /// let mut other = Service::new();
    /// other.restore_all(&service.snapshot_of_all())?;
    /// // Identifiers that are in use are skipped.
    /// assert_ne!(other.upload_file(&organization, b"%PDF-1.4"), first);
    /// # Ok::<(), universal_accounting::dedup::SnapshotError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The bytes are no such snapshot, are damaged, or are of a newer version.
    pub fn restore_all(&mut self, snapshot: &[u8]) -> Result<(), SnapshotError> {
        self.state = state::restore_all(snapshot)?;
        Ok(())
    }

    fn data(&mut self, organization: &Organization) -> &mut Data {
        self.state.entry(organization.clone()).or_default()
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> &ServiceOptions {
        &self.options
    }

    /// Answers the requests that follow with other options. The seed is that of test sessions that start later.
    pub fn set_options(&mut self, options: ServiceOptions) {
        self.sessions.set_seed(options.seed);
        self.options = options;
    }

    /// Returns what admits the requests of this service while the service is busy.
    #[must_use]
    pub fn gate(&self) -> Gate {
        Gate {
            body_limit: self.options.body_limit,
            sessions: self.sessions.share(),
        }
    }

    /// Answers a request.
    pub fn handle(&mut self, caller: &Caller, request: &ServiceRequest<'_>) -> Response {
        match self.gate().admit(caller, &request.head) {
            Ok(admission) => self.answer(admission, request.body),
            Err(refusal) => refusal,
        }
    }

    /// Answers an admitted request. A body with more bytes than [`Admission::limit`] is refused, regardless of its content.
    pub fn answer(&mut self, admission: Admission, body: &[u8]) -> Response {
        let Admission {
            organization,
            operation,
            id,
            limit,
            received,
        } = admission;
        let response = match operation {
            _ if body.len() > limit => Response::problem(&Problem::TooLarge(limit)),
            Operation::Endpoint(endpoint) => {
                self.answer_endpoint(&organization, endpoint, id, body)
            }
            Operation::Sandbox(operation) => self
                .answer_sandbox(&organization, operation, id, body)
                .unwrap_or_else(|refusal| refusal),
        };
        if let Operation::Endpoint(_) = operation {
            let received = received.with_response(response.status, body);
            self.session(&organization, |session| session.record(received));
        }
        response
    }

    /// Calls `work` with the test session of an organization, which is started if there is none.
    fn session<T>(
        &self,
        organization: &Organization,
        work: impl FnOnce(&mut TestSession) -> T,
    ) -> T {
        self.sessions.with(organization, work)
    }
}

impl Default for Service {
    fn default() -> Self {
        Self::new()
    }
}

/// How a service answers.
///
/// ```
/// use universal_accounting::service::{Service, ServiceOptions};
///
/// let mut options = ServiceOptions::new();
/// options.body_limit = 1 << 20;
/// let service = Service::with_options(options);
/// # _ = service;
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ServiceOptions {
    /// The policy for payloads. A denied warning is reported as an error, but does not make the service refuse the payload.
    pub policy: Policy,
    /// The most bytes of a body. Default: 32 MiB.
    pub body_limit: usize,
    /// Whether more than 1000 transactions are accepted in a request, which the service's contract refuses.
    pub accept_long_imports: bool,
    /// The number that identifiers are derived from. Default: 0.
    pub seed: u32,
}

impl ServiceOptions {
    /// Returns options with the defaults that the fields state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Default for ServiceOptions {
    fn default() -> Self {
        Self {
            policy: Policy::new(),
            body_limit: 32 << 20,
            accept_long_imports: false,
            seed: 0,
        }
    }
}
