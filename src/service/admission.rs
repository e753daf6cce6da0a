use super::route::{Operation, RouteError};
use super::{Control, Head, Received, Response};
use crate::endpoint::{Caller, Organization, Scope};
use crate::render::Problem;

/// That a request will be answered, once its body is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    pub(super) organization: Organization,
    pub(super) operation: Operation,
    pub(super) limit: usize,
    method: String,
    target: String,
    content_type: Option<String>,
}

impl Admission {
    /// How many bytes of a body are taken. Whoever reads one can stop behind them.
    #[must_use]
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Who sent the request.
    #[must_use]
    pub const fn organization(&self) -> &Organization {
        &self.organization
    }

    pub(super) fn received(self, status: u16, body: &[u8]) -> (Organization, Received) {
        let Self { organization, method, target, content_type, .. } = self;
        let head = Head { method: &method, target: &target, content_type: content_type.as_deref() };
        (organization, Received::new(&head, status, body))
    }
}

/// So many bodies of the greatest length are in a snapshot that is taken.
const BODIES: usize = 32;

/// Decides whether a request is answered: path, method, credentials, scope and media type, in this order. What it is for is told beside.
pub(super) fn admit(
    caller: &Caller,
    head: &Head<'_>,
    limit: usize,
) -> (Result<Admission, Response>, Option<Operation>) {
    let operation = match Operation::of(head) {
        Ok(operation) => operation,
        Err(RouteError::Path) => return (Err(Response::not_found()), None),
        Err(RouteError::Method(allowed)) => {
            return (Err(Response::problem(&Problem::MethodNotAllowed(&allowed)).with("allow", allowed)), None);
        }
    };
    let admitted = permitted(caller, operation).and_then(|organization| {
        if operation.takes_json() && !head.is_json() {
            let json = "application/json";
            let refusal = Response::problem(&Problem::UnsupportedMediaType(json));
            // RFC 5789, section 2.2, and RFC 9110, section 15.5.16.
            let name = if head.method == "PATCH" { "accept-patch" } else { "accept" };
            return Err(refusal.with(name, json));
        }
        let is_snapshot = matches!(operation, Operation::Control(Control::Restore, _));
        Ok(Admission {
            organization: organization.clone(),
            operation,
            limit: if is_snapshot { limit.saturating_mul(BODIES) } else { limit },
            method: head.method.to_owned(),
            target: head.target.to_owned(),
            content_type: head.content_type.map(str::to_owned),
        })
    });
    (admitted, Some(operation))
}

/// The organization of a caller who may ask for an operation.
fn permitted(caller: &Caller, operation: Operation) -> Result<&Organization, Response> {
    let scope = match operation {
        Operation::Endpoint(endpoint, _) => Some(endpoint.scope()),
        Operation::Control(Control::Upload, _) => Some(Scope::DocumentsCreate),
        Operation::Control(..) => None,
    };
    match (caller, scope) {
        (Caller::Anonymous, _) => Err(Response::unauthorized(false)),
        (Caller::Unknown, _) => Err(Response::unauthorized(true)),
        (Caller::Known { scopes, .. }, Some(scope)) if !scopes.contains(&scope) => Err(Response::forbidden(scope)),
        (Caller::Known { organization, .. }, _) => Ok(organization),
    }
}
