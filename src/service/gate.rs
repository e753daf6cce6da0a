use super::problem::Problem;
use super::route::Operation;
use super::test_session::{ReceivedRequest, Sessions};
use super::{Admission, RequestHead, Response, SandboxOperation};
use crate::endpoint::Caller;

/// The most bytes of a snapshot, as a multiple of the limit for bodies. A snapshot has the bodies of many requests.
const SNAPSHOT_LIMIT_FACTOR: usize = 32;

/// Decides by the head of a request whether the request is admitted. It needs no data, so it never waits for another request.
///
/// ```
/// use universal_accounting::endpoint::Caller;
/// use universal_accounting::service::{ServiceRequest, Service};
///
/// let mut service = Service::new();
/// let gate = service.gate();
/// // The service may be busy with another request.
/// let refused = gate.admit(&Caller::Anonymous, &ServiceRequest::new("GET", "/api/public/v1/base-data").head);
/// assert_eq!(refused.map_err(|refusal| refusal.status), Err(401));
/// ```
#[derive(Debug)]
pub struct Gate {
    pub(super) body_limit: usize,
    pub(super) sessions: Sessions,
}

impl Gate {
    /// Decides whether a request is admitted, so that a server need not read the body of a refused request.
    ///
    /// # Errors
    ///
    /// The response to a request that is not admitted: a header is repeated, the path or the method is unknown, the caller is unknown or lacks a scope,
    /// or the body is encoded or has the wrong media type.
    pub fn admit(&self, caller: &Caller, head: &RequestHead<'_>) -> Result<Admission, Response> {
        if let Some(name) = head.repeated_header {
            return Err(Response::problem(&Problem::RepeatedHeader(name)));
        }
        let (operation, id) = Operation::for_request(head)?;
        let received = ReceivedRequest::new(head);
        match (operation.authorize(caller, head), operation, caller) {
            (Ok(organization), ..) => {
                let is_snapshot =
                    operation == Operation::Sandbox(SandboxOperation::RestoreSnapshot);
                let factor = if is_snapshot {
                    SNAPSHOT_LIMIT_FACTOR
                } else {
                    1
                };
                let limit = self.body_limit.saturating_mul(factor);
                Ok(Admission {
                    organization: organization.clone(),
                    operation,
                    id,
                    limit,
                    received,
                })
            }
            (Err(refusal), Operation::Endpoint(_), Caller::Known { organization, .. }) => {
                let received = received.with_response(refusal.status, b"");
                self.sessions
                    .with(organization, |session| session.record(received));
                Err(refusal)
            }
            (Err(refusal), ..) => Err(refusal),
        }
    }
}
