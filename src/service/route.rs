use super::{Head, Identifier};
use crate::endpoint::Endpoint;

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
        match self {
            Self::Upload | Self::Export | Self::Force | Self::Reset => "POST",
            Self::Release => "DELETE",
            Self::List | Self::Snapshot => "GET",
            Self::Seed | Self::Restore => "PUT",
        }
    }

    /// The path; `:id` stands for a `serviceFileId`.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Upload => "/sandbox/files",
            Self::Export => "/sandbox/files/:id/export",
            Self::Force | Self::Release => "/sandbox/responses",
            Self::List => "/sandbox/requests",
            Self::Seed => "/sandbox/seed",
            Self::Reset => "/sandbox/reset",
            Self::Snapshot | Self::Restore => "/sandbox/snapshot",
        }
    }

    const fn takes_json(self) -> bool {
        matches!(self, Self::Force | Self::Seed)
    }
}

/// What a request is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// An endpoint of the contract, with the identifier in the path where it is one.
    Endpoint(Endpoint, Option<Identifier>),
    /// Something beside the contract.
    Control(Control, Option<Identifier>),
}

/// Why a request matches no operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RouteError {
    /// There is no such path.
    Path,
    /// The path takes other methods, separated by commas as in the header `Allow`.
    Method(String),
}

impl Operation {
    /// Every operation with its method and its path.
    fn all() -> impl Iterator<Item = (&'static str, &'static str, Self)> {
        let endpoints = Endpoint::ALL.into_iter().map(|one| (one.method(), one.path(), Self::Endpoint(one, None)));
        endpoints.chain(Control::ALL.into_iter().map(|one| (one.method(), one.path(), Self::Control(one, None))))
    }

    pub(super) fn of(head: &Head<'_>) -> Result<Self, RouteError> {
        // Whoever answers a GET answers a HEAD, and who sends it leaves the body away (RFC 9110, section 9.3.2).
        let method = if head.method == "HEAD" { "GET" } else { head.method };
        let mut others = Vec::new();
        for (allowed, path, operation) in Self::all() {
            let Some(id) = bound(path, head.path()) else { continue };
            if allowed == method {
                let id = Identifier::parse(id);
                return Ok(match operation {
                    Self::Endpoint(endpoint, _) => Self::Endpoint(endpoint, id),
                    Self::Control(control, _) => Self::Control(control, id),
                });
            }
            others.push(allowed);
        }
        if others.contains(&"GET") {
            others.push("HEAD");
        }
        Err(if others.is_empty() { RouteError::Path } else { RouteError::Method(others.join(", ")) })
    }

    pub(super) const fn takes_json(self) -> bool {
        match self {
            Self::Endpoint(endpoint, _) => endpoint.takes_json(),
            Self::Control(control, _) => control.takes_json(),
        }
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

    fn of(method: &str, target: &str) -> Result<Operation, RouteError> {
        Operation::of(&Request::new(method, target).head)
    }

    #[test]
    fn a_path_and_a_method_lead_to_an_operation() {
        let export = Operation::Endpoint(Endpoint::ExportBaseData, None);
        for (method, target) in [("GET", "/api/public/v1/base-data"), ("HEAD", "/api/public/v1/base-data?x=/y")] {
            assert_eq!(of(method, target), Ok(export));
        }
        assert_eq!(of("PUT", "/api/public/v1/base-data"), Err(RouteError::Method("PATCH, GET, HEAD".to_owned())));
        assert_eq!(of("get", "/api/public/v1/base-data"), Err(RouteError::Method("PATCH, GET, HEAD".to_owned())));
        for target in
            ["", "/", "/api/public/v1/base-data/", "/api/public/v1", "*", "/api/public/v1/documents/files//download"]
        {
            assert_eq!(of("GET", target), Err(RouteError::Path), "{target}");
        }
    }

    #[test]
    fn what_is_no_identifier_is_nothing() {
        let id = "00000000-0000-8000-8000-000000000000";
        let download = |id: &str| of("GET", &format!("/api/public/v1/documents/files/{id}/download"));
        assert_eq!(download(id), Ok(Operation::Endpoint(Endpoint::DownloadFile, Identifier::parse(id))));
        for other in ["4711", "..", "%2e%2e"] {
            assert_eq!(download(other), Ok(Operation::Endpoint(Endpoint::DownloadFile, None)));
        }
    }
}
