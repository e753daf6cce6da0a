use super::{Control, Head, Identifier};
use crate::endpoint::Endpoint;

/// What a request is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// An endpoint of the contract, with the identifier in the path where it is one.
    Endpoint(Endpoint, Option<Identifier>),
    /// Something beside the contract.
    Control(Control, Option<Identifier>),
}

/// Why a request is for nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Astray {
    /// There is no such path.
    Path,
    /// The path takes other methods, separated by commas as in the header `Allow`.
    Method(String),
}

impl Operation {
    fn all() -> impl Iterator<Item = Self> {
        let endpoints = Endpoint::ALL.into_iter().map(|endpoint| Self::Endpoint(endpoint, None));
        endpoints.chain(Control::ALL.into_iter().map(|control| Self::Control(control, None)))
    }

    pub(super) fn of(head: &Head<'_>) -> Result<Self, Astray> {
        // Whoever answers a GET answers a HEAD, and who sends it leaves the body away (RFC 9110, section 9.3.2).
        let method = if head.method == "HEAD" { "GET" } else { head.method };
        let mut others = Vec::new();
        for operation in Self::all() {
            let Some(id) = bound(operation.path(), head.path()) else { continue };
            if operation.method() == method {
                return Ok(operation.with(Identifier::parse(id)));
            }
            others.push(operation.method());
        }
        if others.contains(&"GET") {
            others.push("HEAD");
        }
        Err(if others.is_empty() { Astray::Path } else { Astray::Method(others.join(", ")) })
    }

    const fn method(self) -> &'static str {
        match self {
            Self::Endpoint(endpoint, _) => endpoint.method(),
            Self::Control(control, _) => control.method(),
        }
    }

    const fn path(self) -> &'static str {
        match self {
            Self::Endpoint(endpoint, _) => endpoint.path(),
            Self::Control(control, _) => control.path(),
        }
    }

    pub(super) const fn takes_json(self) -> bool {
        match self {
            Self::Endpoint(endpoint, _) => endpoint.takes_json(),
            Self::Control(control, _) => control.takes_json(),
        }
    }

    fn with(self, id: Option<Identifier>) -> Self {
        match self {
            Self::Endpoint(endpoint, _) => Self::Endpoint(endpoint, id),
            Self::Control(control, _) => Self::Control(control, id),
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

    fn of(method: &str, target: &str) -> Result<Operation, Astray> {
        Operation::of(&Request::new(method, target).head)
    }

    #[test]
    fn a_path_and_a_method_lead_to_an_operation() {
        let export = Operation::Endpoint(Endpoint::ExportBaseData, None);
        for (method, target) in [("GET", "/api/public/v1/base-data"), ("HEAD", "/api/public/v1/base-data?x=/y")] {
            assert_eq!(of(method, target), Ok(export));
        }
        assert_eq!(of("PUT", "/api/public/v1/base-data"), Err(Astray::Method("PATCH, GET, HEAD".to_owned())));
        assert_eq!(of("get", "/api/public/v1/base-data"), Err(Astray::Method("PATCH, GET, HEAD".to_owned())));
        for target in
            ["", "/", "/api/public/v1/base-data/", "/api/public/v1", "*", "/api/public/v1/documents/files//download"]
        {
            assert_eq!(of("GET", target), Err(Astray::Path), "{target}");
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
