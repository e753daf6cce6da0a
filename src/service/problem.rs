use crate::endpoint::Scope;
use crate::render::RefusedInput;
use crate::render::problem::ProblemDetails;
use crate::report::Report;

/// Why the service refuses a request.
///
/// ```
/// use universal_accounting::endpoint::Scope;
/// use universal_accounting::service::Problem;
///
/// let problem = Problem::Forbidden(Scope::BaseDataUpdate);
/// assert_eq!(problem.status(), 403);
/// assert!(problem.to_json().starts_with(r#"{"type":"urn:universal-accounting:problem:forbidden","title":"Forbidden","#));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Problem<'r> {
    /// The body breaks rules, which the report names.
    InvalidBody(RefusedInput, &'r Report),
    /// The body of a sandbox request breaks rules, which the report names.
    InvalidSandboxRequest(&'r Report),
    /// A sandbox request can't be done, for the reason in this sentence.
    RefusedSandboxRequest(&'r str),
    /// There is no journal to export, for the reason in this sentence.
    NoJournal(&'r str),
    /// The caller is not known.
    Unauthorized,
    /// The caller lacks this scope.
    Forbidden(Scope),
    /// The path leads to nothing, or to nothing that this caller may see.
    NotFound,
    /// The path exists, but not for this method; these are its methods.
    MethodNotAllowed(&'r str),
    /// The body has more bytes than this limit.
    TooLarge(usize),
    /// The body has another media type than this one.
    UnsupportedMediaType(&'r str),
    /// The body is encoded, for example compressed.
    EncodedBody,
    /// The request has this header more than once.
    RepeatedHeader(&'r str),
    /// The service is busy with other requests. A change is made completely or not at all.
    Unavailable,
    /// A test forced this status.
    Forced(u16),
    /// The HTTP server can't read the request (400, 408, 414, 431) or failed (500).
    Transport(u16),
}

impl<'r> Problem<'r> {
    /// Returns the HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.details().status
    }

    /// Returns the problem details as one JSON object on one line (RFC 9457).
    #[must_use]
    pub fn to_json(&self) -> String {
        self.details().to_json()
    }

    fn details(&self) -> ProblemDetails<'r> {
        let new = |status, slug, title, detail: &str| ProblemDetails {
            slug,
            title,
            status,
            detail: detail.to_owned(),
            report: None,
        };
        match *self {
            Self::InvalidBody(refused, report) => ProblemDetails::refused(refused, report),
            Self::InvalidSandboxRequest(report) => ProblemDetails::invalid(
                "invalid-control",
                "Invalid sandbox request",
                "body",
                report,
            ),
            Self::RefusedSandboxRequest(reason) => {
                new(400, "invalid-control", "Invalid sandbox request", reason)
            }
            Self::NoJournal(reason) => new(409, "no-journal", "No journal", reason),
            Self::Unauthorized => new(
                401,
                "unauthorized",
                "Unauthorized",
                "The request carries no valid credentials; send a bearer token.",
            ),
            Self::Forbidden(scope) => new(
                403,
                "forbidden",
                "Forbidden",
                &format!("The credentials lack the scope {scope}."),
            ),
            Self::NotFound => new(
                404,
                "not-found",
                "Not found",
                "There is nothing here, or nothing for this caller.",
            ),
            Self::MethodNotAllowed(allowed) => new(
                405,
                "method-not-allowed",
                "Method not allowed",
                &format!("This path accepts only {allowed}."),
            ),
            Self::TooLarge(limit) => new(
                413,
                "too-large",
                "Content too large",
                &format!("The body may have at most {limit} bytes; split it."),
            ),
            Self::UnsupportedMediaType(expected) => new(
                415,
                "unsupported-media-type",
                "Unsupported media type",
                &format!("Send a body of this type, with the header Content-Type: {expected}."),
            ),
            Self::EncodedBody => new(
                415,
                "unsupported-media-type",
                "Unsupported media type",
                "Send the body as it is, not compressed, without the header Content-Encoding.",
            ),
            Self::RepeatedHeader(name) => new(
                400,
                "malformed",
                "Malformed request",
                &format!("The request has the header {name} more than once; send one."),
            ),
            Self::Unavailable => new(
                503,
                "unavailable",
                "Service unavailable",
                "The service is busy or full. A change is made completely or not at all; try again.",
            ),
            Self::Forced(status) => new(status, "forced", "Forced", "A test forced this response."),
            Self::Transport(status) => {
                let (slug, title, detail) = transport(status);
                new(status, slug, title, detail)
            }
        }
    }
}

/// Returns the slug, the title and the detail of a request that the HTTP server could not read, or on which the service failed.
const fn transport(status: u16) -> (&'static str, &'static str, &'static str) {
    match status {
        408 => (
            "timeout",
            "Request timeout",
            "The request took too long to arrive; send it again without pauses.",
        ),
        414 => (
            "target-too-long",
            "URI too long",
            "The path with its query is longer than any path of the service.",
        ),
        431 => (
            "head-too-large",
            "Request header fields too large",
            "Send fewer and shorter headers.",
        ),
        400..500 => (
            "malformed",
            "Malformed request",
            "This is not a complete HTTP/1.1 request; check the program that sends it.",
        ),
        _ => (
            "broken",
            "Internal server error",
            "The service failed because of a fault in the service. A change may have been made or not.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::Endpoint;

    #[test]
    fn renders_problems_with_their_status() {
        assert_eq!(
            Problem::Forbidden(Scope::BaseDataUpdate).to_json(),
            r#"{"type":"urn:universal-accounting:problem:forbidden","title":"Forbidden","status":403,"detail":"The credentials lack the scope api:base-data:update."}"#
        );
        for endpoint in Endpoint::all() {
            for problem in [Problem::Unauthorized, Problem::Forbidden(endpoint.scope())] {
                assert!(endpoint.statuses().contains(&problem.status()));
            }
        }
    }
}
