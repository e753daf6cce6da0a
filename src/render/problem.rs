use super::findings::{FoundView, line};
use super::view::view;
use crate::endpoint::{Endpoint, Scope};
use crate::report::Report;

/// Why a request is refused (contract 7; decisions, status codes).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Problem<'r> {
    /// The body is not what the endpoint takes; what was found in it.
    Invalid(Endpoint, &'r Report),
    /// What is said beside the contract is not what it should be; what was found in it.
    InvalidControl(&'r Report),
    /// The same in a sentence.
    RefusedControl(&'r str),
    /// The caller is not known.
    Unauthorized,
    /// The caller lacks this scope.
    Forbidden(Scope),
    /// There is no such thing, or none for this caller.
    NotFound,
    /// There is such a thing, but not for this method; those that there are.
    MethodNotAllowed(&'r str),
    /// The body has more bytes than so many.
    TooLarge(usize),
    /// The body is of another media type than this one.
    UnsupportedMediaType(&'r str),
    /// What keeps the data can't be reached or can't keep it; what was to be changed is changed whole or not at all.
    Unavailable,
    /// It takes more than what keeps the data here.
    NotImplemented,
    /// Somebody who tests wanted this status.
    Forced(u16),
    /// What carries requests and responses can't go on with this one: 400, 408, 414, 431, and 500 where it broke.
    Transport(u16),
}

impl<'r> Problem<'r> {
    /// The media type of problem details.
    pub const MEDIA_TYPE: &'static str = "application/problem+json";

    /// The HTTP status.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.kind().0
    }

    /// The HTTP status; what identifies the problem for ever, however its title may read; and the title.
    const fn kind(&self) -> (u16, &'static str, &'static str) {
        match self {
            Self::Invalid(Endpoint::UpdateBaseData | Endpoint::ExportBaseData, _) => {
                (400, "invalid-base-data", "Invalid base data")
            }
            Self::Invalid(Endpoint::CreateDocument, _) => (400, "invalid-document", "Invalid document"),
            Self::Invalid(Endpoint::ImportTransactions, _) => (400, "invalid-transactions", "Invalid transactions"),
            Self::Invalid(Endpoint::DownloadFile, _) => (400, "invalid-file", "Invalid file"),
            Self::InvalidControl(_) | Self::RefusedControl(_) => (400, "invalid-control", "Invalid control"),
            Self::Unauthorized => (401, "unauthorized", "Unauthorized"),
            Self::Forbidden(_) => (403, "forbidden", "Forbidden"),
            Self::NotFound => (404, "not-found", "Not found"),
            Self::MethodNotAllowed(_) => (405, "method-not-allowed", "Method not allowed"),
            Self::TooLarge(_) => (413, "too-large", "Content too large"),
            Self::UnsupportedMediaType(_) => (415, "unsupported-media-type", "Unsupported media type"),
            Self::NotImplemented => (501, "not-implemented", "Not implemented"),
            Self::Unavailable => (503, "unavailable", "Service unavailable"),
            Self::Forced(status) => (*status, "forced", "Forced"),
            Self::Transport(status) => {
                let (slug, title, _) = transport(*status);
                (*status, slug, title)
            }
        }
    }

    /// What can be said of this very problem.
    fn detail(&self) -> String {
        let said = match self {
            Self::Invalid(_, report) | Self::InvalidControl(report) => return found(report),
            Self::Forbidden(scope) => return format!("The credentials lack the scope {scope}."),
            Self::MethodNotAllowed(allowed) => return format!("This path takes {allowed}."),
            Self::TooLarge(limit) => return format!("The body may have at most {limit} bytes; split it."),
            Self::UnsupportedMediaType(expected) => {
                return format!("Send the body as it should be, with the header Content-Type: {expected}.");
            }
            Self::RefusedControl(fault) => fault,
            Self::Unauthorized => "The request carries no valid credentials; send a bearer token.",
            Self::NotFound => "There is nothing here, or nothing for this caller.",
            Self::Unavailable => {
                "What keeps the data can't be reached or is full. What was to be changed is changed whole or not at all; try again."
            }
            Self::NotImplemented => "This works where the service keeps its data in memory; start it without a store.",
            Self::Forced(_) => "Somebody who tests wanted this answer.",
            Self::Transport(status) => transport(*status).2,
        };
        said.to_owned()
    }

    const fn report(&self) -> Option<&'r Report> {
        match self {
            Self::Invalid(_, report) | Self::InvalidControl(report) => Some(report),
            _ => None,
        }
    }
}

/// What can be said of a request that never reached the service, or broke it.
const fn transport(status: u16) -> (&'static str, &'static str, &'static str) {
    match status {
        408 => ("timeout", "Request timeout", "The request took too long to come in; send it again without a pause."),
        414 => ("target-too-long", "URI too long", "The path with its query is longer than any that is known here."),
        431 => ("head-too-large", "Request header fields too large", "Send fewer and shorter headers."),
        400..500 => ("malformed", "Malformed request", "This is no whole request of HTTP/1.1; look at what sends it."),
        _ => (
            "broken",
            "Internal server error",
            "The service broke on this request, which is a fault of its own; what was to be changed may be or not.",
        ),
    }
}

view! {
    /// A refusal as problem details (RFC 9457).
    #[cfg_attr(test, schemars(title = "Problem"))]
    struct ProblemView<'r> of(problem: &Problem<'r>) {
        /// What identifies the problem, such as `urn:universal-accounting:problem:invalid-transactions`.
        r#type: String = ["urn:universal-accounting:problem:", problem.kind().1].concat(),
        /// The problem in a few words.
        title: &'static str = problem.kind().2,
        /// The status of the response.
        status: u16 = problem.status(),
        /// What is wrong with this request.
        detail: String = problem.detail(),
        #[serde(flatten)]
        found: Option<FoundView<'r>> = problem.report().map(FoundView::of),
    }
}

/// A refusal as problem details (RFC 9457), the findings in the members `errors`, `warnings` and `findings`.
///
/// ```
/// use universal_accounting::{endpoint::Endpoint, render::{self, Problem}, report::Policy, transactions};
///
/// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
/// let problem = render::problem_json(&Problem::Invalid(Endpoint::ImportTransactions, &report));
/// assert!(problem.starts_with(
///     r#"{"type":"urn:universal-accounting:problem:invalid-transactions","title":"Invalid transactions","status":400,"#
/// ));
/// assert!(problem.contains(r#""findings":[{"rule":"transactions-empty","#));
/// ```
#[must_use]
pub fn problem_json(problem: &Problem<'_>) -> String {
    line(&ProblemView::of(problem))
}

fn found(report: &Report) -> String {
    format!("The body has {} and {}.", counted(report.errors, "error"), counted(report.warnings, "warning"))
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn a_refusal_tells_its_status() {
        assert_eq!(
            problem_json(&Problem::Forbidden(Scope::BaseDataUpdate)),
            r#"{"type":"urn:universal-accounting:problem:forbidden","title":"Forbidden","status":403,"detail":"The credentials lack the scope api:base-data:update."}"#
        );
        for endpoint in Endpoint::ALL {
            for problem in [Problem::Unauthorized, Problem::Forbidden(endpoint.scope())] {
                assert!(endpoint.statuses().contains(&problem.status()));
            }
        }
    }

    #[test]
    fn the_schema_is_that_of_what_is_written() {
        assert_schema_matches_file::<ProblemView<'_>>("problem");
    }
}
