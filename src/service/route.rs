use super::problem::Problem;
use super::{Identifier, ReceivedRequest, RequestHead, Response};
use crate::endpoint::{Caller, Endpoint, Organization, Scope};

/// An operation below `/sandbox`, which is not part of the service's contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SandboxOperation {
    /// Store a file that a document can be created from.
    UploadFile,
    /// Mark a document as exported.
    ExportDocument,
    /// Force the next responses.
    ForceResponse,
    /// Remove all forced responses.
    ClearForcedResponses,
    /// List the requests to the endpoints.
    ListRequests,
    /// Show what the last import did.
    ShowImport,
    /// Set the number that identifiers are derived from.
    SetSeed,
    /// Delete everything but the seed.
    Reset,
    /// Return the sample journal.
    ExportJournal,
    /// Deliver the journal to a webhook.
    DeliverJournal,
    /// Return all stored data.
    TakeSnapshot,
    /// Replace all stored data by a snapshot.
    RestoreSnapshot,
}

impl SandboxOperation {
    /// Iterates over all sandbox operations.
    pub fn all() -> impl Iterator<Item = Self> {
        [
            Self::UploadFile,
            Self::ExportDocument,
            Self::ForceResponse,
            Self::ClearForcedResponses,
            Self::ListRequests,
            Self::ShowImport,
            Self::SetSeed,
            Self::Reset,
            Self::ExportJournal,
            Self::DeliverJournal,
            Self::TakeSnapshot,
            Self::RestoreSnapshot,
        ]
        .into_iter()
    }

    /// Returns the HTTP method.
    #[must_use]
    pub const fn method(self) -> &'static str {
        self.route().0
    }

    /// Returns the path; `:id` is a placeholder for a `serviceFileId`.
    #[must_use]
    pub const fn path(self) -> &'static str {
        self.route().1
    }

    /// Returns the scopes that the caller needs.
    ///
    /// The scope [`Sandbox`](Scope::Sandbox) alone controls tests and shows nothing of the organization's data: it forces responses, sets the seed, marks
    /// documents as exported, and deletes everything. What an operation shows, sends or stores needs the scopes of the endpoints for these data too, so
    /// no token reaches more of them by way of a sandbox request. A journal, a snapshot and the list of requests have data of every kind.
    #[must_use]
    pub fn scopes(self) -> Vec<Scope> {
        match self {
            Self::UploadFile => vec![Scope::Sandbox, Scope::DocumentsCreate],
            Self::ShowImport => vec![Scope::Sandbox, Scope::TransactionsCreate],
            Self::ExportDocument
            | Self::ForceResponse
            | Self::ClearForcedResponses
            | Self::SetSeed
            | Self::Reset => vec![Scope::Sandbox],
            Self::ListRequests
            | Self::ExportJournal
            | Self::DeliverJournal
            | Self::TakeSnapshot
            | Self::RestoreSnapshot => {
                let mut all = vec![Scope::Sandbox];
                all.extend(Endpoint::all().map(Endpoint::scope));
                all
            }
        }
    }

    const fn has_json_body(self) -> bool {
        matches!(
            self,
            Self::DeliverJournal | Self::ForceResponse | Self::SetSeed
        )
    }

    const fn route(self) -> (&'static str, &'static str) {
        match self {
            Self::UploadFile => ("POST", "/sandbox/files"),
            Self::ExportDocument => ("POST", "/sandbox/files/:id/export"),
            Self::ForceResponse => ("POST", "/sandbox/responses"),
            Self::ClearForcedResponses => ("DELETE", "/sandbox/responses"),
            Self::ListRequests => ("GET", "/sandbox/requests"),
            Self::ShowImport => ("GET", "/sandbox/import"),
            Self::SetSeed => ("PUT", "/sandbox/seed"),
            Self::Reset => ("POST", "/sandbox/reset"),
            Self::ExportJournal => ("GET", "/sandbox/journal"),
            Self::DeliverJournal => ("POST", "/sandbox/journal/deliveries"),
            Self::TakeSnapshot => ("GET", "/sandbox/snapshot"),
            Self::RestoreSnapshot => ("PUT", "/sandbox/snapshot"),
        }
    }
}

/// The operation that a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// An endpoint of the service's contract.
    Endpoint(Endpoint),
    /// An operation below `/sandbox`.
    Sandbox(SandboxOperation),
}

/// An admitted request, which is answered once its body has been read.
///
/// ```
/// use universal_accounting::endpoint::{Caller, Organization};
/// use universal_accounting::service::{ServiceOptions, ServiceRequest, Service};
///
/// let mut options = ServiceOptions::new();
/// options.body_limit = 1000;
/// let mut service = Service::with_options(options);
/// let caller = Caller::with_all_scopes(Organization::sandbox());
/// let head = ServiceRequest::json("PATCH", "/api/public/v1/base-data", b"").head;
/// let Ok(admission) = service.gate().admit(&caller, &head) else { return Err("refused") };
/// assert_eq!(admission.limit(), 1000);
/// assert_eq!(service.answer(admission, b"{}").status, 400);
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    pub(super) organization: Organization,
    pub(super) operation: Operation,
    /// The identifier in the path, if it is a valid one.
    pub(super) id: Option<Identifier>,
    pub(super) limit: usize,
    pub(super) received: ReceivedRequest,
}

impl Admission {
    /// Returns the most bytes that the body may have. A server can stop reading after that many bytes.
    #[must_use]
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Returns the organization of the caller.
    #[must_use]
    pub const fn organization(&self) -> &Organization {
        &self.organization
    }
}

impl Operation {
    /// Returns the operation for a method and a path, and the identifier in the path.
    pub(super) fn for_request(
        head: &RequestHead<'_>,
    ) -> Result<(Self, Option<Identifier>), Response> {
        // A HEAD is answered as a GET; the HTTP server leaves out the body (RFC 9110, section 9.3.2).
        let method = if head.method == "HEAD" {
            "GET"
        } else {
            head.method
        };
        let mut allowed = Vec::new();
        let endpoints = Endpoint::all().map(Self::Endpoint);
        for operation in endpoints.chain(SandboxOperation::all().map(Self::Sandbox)) {
            let (operation_method, path) = match operation {
                Self::Endpoint(endpoint) => (endpoint.method(), endpoint.path()),
                Self::Sandbox(sandbox) => sandbox.route(),
            };
            let Some(id) = match_path(path, head.path()) else {
                continue;
            };
            if operation_method == method {
                return Ok((operation, Identifier::parse(id)));
            }
            allowed.push(operation_method);
        }
        if allowed.is_empty() {
            return Err(Response::not_found());
        }
        if allowed.contains(&"GET") {
            allowed.push("HEAD");
        }
        let allowed = allowed.join(", ");
        Err(Response::problem(&Problem::MethodNotAllowed(&allowed)).with_header("allow", allowed))
    }

    /// Checks the credentials, the scopes, the encoding and the media type of a request, in this order, and returns the organization of the caller.
    pub(super) fn authorize<'c>(
        self,
        caller: &'c Caller,
        head: &RequestHead<'_>,
    ) -> Result<&'c Organization, Response> {
        let (needed, has_json_body) = match self {
            Self::Endpoint(endpoint) => (vec![endpoint.scope()], endpoint.has_json_body()),
            Self::Sandbox(sandbox) => (sandbox.scopes(), sandbox.has_json_body()),
        };
        // The challenge differs by whether credentials were sent (RFC 6750, section 3).
        let refusal = |problem, challenge| {
            Response::problem(&problem).with_header("www-authenticate", challenge)
        };
        let (organization, scopes) = match caller {
            Caller::Anonymous => return Err(refusal(Problem::Unauthorized, "Bearer".to_owned())),
            Caller::Unknown => {
                return Err(refusal(
                    Problem::Unauthorized,
                    r#"Bearer error="invalid_token""#.to_owned(),
                ));
            }
            Caller::Known {
                organization,
                scopes,
            } => (organization, scopes),
        };
        if let Some(scope) = needed.into_iter().find(|scope| !scopes.contains(scope)) {
            let challenge = format!(r#"Bearer error="insufficient_scope", scope="{scope}""#);
            return Err(refusal(Problem::Forbidden(scope), challenge));
        }
        if head.is_encoded() {
            // RFC 9110, section 12.5.3.
            let refused = Response::problem(&Problem::EncodedBody);
            let refused = refused.with_header("accept-encoding", "identity");
            return Err(if has_json_body {
                accepting_json(refused, head)
            } else {
                refused
            });
        }
        if has_json_body && !head.is_json() {
            let refused = Response::problem(&Problem::UnsupportedMediaType(JSON));
            return Err(accepting_json(refused, head));
        }
        Ok(organization)
    }
}

const JSON: &str = "application/json";

/// Adds the media type that a path takes to a refusal (RFC 5789, section 2.2, and RFC 9110, section 15.5.16).
fn accepting_json(refused: Response, head: &RequestHead<'_>) -> Response {
    let name = if head.method == "PATCH" {
        "accept-patch"
    } else {
        "accept"
    };
    refused.with_header(name, JSON)
}

/// Returns the part of a path at `:id` of a pattern, which is empty for a pattern without `:id`; or `None` if the path doesn't match.
fn match_path<'p>(pattern: &str, path: &'p str) -> Option<&'p str> {
    let (mut parts, mut id) = (path.split('/'), "");
    for expected in pattern.split('/') {
        let part = parts.next()?;
        match expected {
            ":id" if !part.is_empty() => id = part,
            _ if expected == part => {}
            _ => return None,
        }
    }
    parts.next().is_none().then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::ServiceRequest;

    fn route(method: &str, target: &str) -> Result<(Operation, Option<Identifier>), Response> {
        Operation::for_request(&ServiceRequest::new(method, target).head)
    }

    #[test]
    fn finds_operations_by_path_and_method() {
        let export = (Operation::Endpoint(Endpoint::ExportBaseData), None);
        for (method, target) in [
            ("GET", "/api/public/v1/base-data"),
            ("HEAD", "/api/public/v1/base-data?x=/y"),
        ] {
            assert_eq!(route(method, target), Ok(export));
        }
        for method in ["PUT", "get"] {
            let refusal = route(method, "/api/public/v1/base-data").unwrap_err();
            assert_eq!(
                (refusal.status, refusal.header("allow")),
                (405, Some("PATCH, GET, HEAD"))
            );
        }
        for target in [
            "",
            "/",
            "/api/public/v1/base-data/",
            "/api/public/v1",
            "*",
            "/api/public/v1/documents/files//download",
        ] {
            assert_eq!(route("GET", target), Err(Response::not_found()), "{target}");
        }
    }

    #[test]
    fn ignores_ids_that_the_service_does_not_create() {
        let id = "00000000-0000-8000-8000-000000000000";
        let download = |id: &str| {
            route(
                "GET",
                &format!("/api/public/v1/documents/files/{id}/download"),
            )
        };
        assert_eq!(
            download(id),
            Ok((
                Operation::Endpoint(Endpoint::DownloadFile),
                Identifier::parse(id)
            ))
        );
        for invalid in ["4711", "..", "%2e%2e"] {
            assert_eq!(
                download(invalid),
                Ok((Operation::Endpoint(Endpoint::DownloadFile), None))
            );
        }
    }
}
