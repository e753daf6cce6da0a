use super::{Head, Identifier, Received, Response};
use crate::endpoint::{Caller, Endpoint, Organization, Scope};
use crate::render::Problem;

/// A request beside the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Control {
    /// Take a file from which a document can be created.
    Upload,
    /// Mark a document as exported.
    Export,
    /// Force the next responses.
    Force,
    /// Force none of them any more.
    Release,
    /// List what was received.
    List,
    /// Have identifiers made from another number.
    Seed,
    /// Forget everything.
    Reset,
    /// Give everything that is held.
    Snapshot,
    /// Hold what a snapshot says.
    Restore,
}

impl Control {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Upload,
        Self::Export,
        Self::Force,
        Self::Release,
        Self::List,
        Self::Seed,
        Self::Reset,
        Self::Snapshot,
        Self::Restore,
    ];

    /// The HTTP method.
    #[must_use]
    pub const fn method(self) -> &'static str {
        self.route().0
    }

    /// The path; `:id` stands for a `serviceFileId`.
    #[must_use]
    pub const fn path(self) -> &'static str {
        self.route().1
    }

    const fn route(self) -> (&'static str, &'static str) {
        match self {
            Self::Upload => ("POST", "/sandbox/files"),
            Self::Export => ("POST", "/sandbox/files/:id/export"),
            Self::Force => ("POST", "/sandbox/responses"),
            Self::Release => ("DELETE", "/sandbox/responses"),
            Self::List => ("GET", "/sandbox/requests"),
            Self::Seed => ("PUT", "/sandbox/seed"),
            Self::Reset => ("POST", "/sandbox/reset"),
            Self::Snapshot => ("GET", "/sandbox/snapshot"),
            Self::Restore => ("PUT", "/sandbox/snapshot"),
        }
    }
}

/// What a request is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// An endpoint of the contract.
    Endpoint(Endpoint),
    /// Something beside the contract.
    Control(Control),
}

/// That a request will be answered, once its body is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    pub(super) organization: Organization,
    pub(super) operation: Operation,
    /// The identifier in the path, where it is one.
    pub(super) id: Option<Identifier>,
    pub(super) limit: usize,
    pub(super) received: Received,
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
}

impl Operation {
    /// The operation that a request names, with the identifier in its path.
    pub(super) fn of(head: &Head<'_>) -> Result<(Self, Option<Identifier>), Response> {
        // Whoever answers a GET answers a HEAD, and who sends it leaves the body away (RFC 9110, section 9.3.2).
        let method = if head.method == "HEAD" { "GET" } else { head.method };
        let mut allowed = Vec::new();
        let all = Endpoint::ALL.into_iter().map(Self::Endpoint).chain(Control::ALL.into_iter().map(Self::Control));
        for operation in all {
            let (operation_method, path) = match operation {
                Self::Endpoint(endpoint) => (endpoint.method(), endpoint.path()),
                Self::Control(control) => control.route(),
            };
            let Some(id) = bound(path, head.path()) else { continue };
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
        Err(Response::problem(&Problem::MethodNotAllowed(&allowed)).with("allow", allowed))
    }

    /// The organization of a caller whose request is answered: credentials, scope and media type are looked at, in this order.
    pub(super) fn permit<'c>(self, caller: &'c Caller, head: &Head<'_>) -> Result<&'c Organization, Response> {
        let (scope, takes_json) = match self {
            Self::Endpoint(endpoint) => (Some(endpoint.scope()), endpoint.takes_json()),
            Self::Control(Control::Upload) => (Some(Scope::DocumentsCreate), false),
            Self::Control(control) => (None, matches!(control, Control::Force | Control::Seed)),
        };
        // The header says whether credentials were sent (RFC 6750, section 3).
        let refusal = |problem, challenge| Response::problem(&problem).with("www-authenticate", challenge);
        let (organization, scopes) = match caller {
            Caller::Anonymous => return Err(refusal(Problem::Unauthorized, "Bearer".to_owned())),
            Caller::Unknown => {
                return Err(refusal(Problem::Unauthorized, r#"Bearer error="invalid_token""#.to_owned()));
            }
            Caller::Known { organization, scopes } => (organization, scopes),
        };
        if let Some(scope) = scope.filter(|scope| !scopes.contains(scope)) {
            let challenge = format!(r#"Bearer error="insufficient_scope", scope="{scope}""#);
            return Err(refusal(Problem::Forbidden(scope), challenge));
        }
        if takes_json && !head.is_json() {
            let json = "application/json";
            // RFC 5789, section 2.2, and RFC 9110, section 15.5.16.
            let name = if head.method == "PATCH" { "accept-patch" } else { "accept" };
            return Err(Response::problem(&Problem::UnsupportedMediaType(json)).with(name, json));
        }
        Ok(organization)
    }
}

/// What stands in a path where the pattern has `:id`, which is nothing where it has none; none where the path is another one.
fn bound<'p>(pattern: &str, path: &'p str) -> Option<&'p str> {
    let (mut parts, mut id) = (path.split('/'), "");
    for wanted in pattern.split('/') {
        let part = parts.next()?;
        match wanted {
            ":id" if !part.is_empty() => id = part,
            _ if wanted == part => {}
            _ => return None,
        }
    }
    parts.next().is_none().then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Request;

    fn of(method: &str, target: &str) -> Result<(Operation, Option<Identifier>), Response> {
        Operation::of(&Request::new(method, target).head)
    }

    #[test]
    fn a_path_and_a_method_lead_to_an_operation() {
        let export = (Operation::Endpoint(Endpoint::ExportBaseData), None);
        for (method, target) in [("GET", "/api/public/v1/base-data"), ("HEAD", "/api/public/v1/base-data?x=/y")] {
            assert_eq!(of(method, target), Ok(export));
        }
        for method in ["PUT", "get"] {
            let refusal = of(method, "/api/public/v1/base-data").unwrap_err();
            assert_eq!((refusal.status, refusal.header("allow")), (405, Some("PATCH, GET, HEAD")));
        }
        for target in
            ["", "/", "/api/public/v1/base-data/", "/api/public/v1", "*", "/api/public/v1/documents/files//download"]
        {
            assert_eq!(of("GET", target), Err(Response::not_found()), "{target}");
        }
    }

    #[test]
    fn what_is_no_identifier_is_nothing() {
        let id = "00000000-0000-8000-8000-000000000000";
        let download = |id: &str| of("GET", &format!("/api/public/v1/documents/files/{id}/download"));
        assert_eq!(download(id), Ok((Operation::Endpoint(Endpoint::DownloadFile), Identifier::parse(id))));
        for other in ["4711", "..", "%2e%2e"] {
            assert_eq!(download(other), Ok((Operation::Endpoint(Endpoint::DownloadFile), None)));
        }
    }
}
