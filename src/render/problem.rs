use serde::Serialize;

use super::findings::{FindingView, line};
use crate::endpoint::Endpoint;
use crate::report::Report;

/// Why a request is refused (contract 7; decisions, status codes).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Problem<'r> {
    /// The body is not what the endpoint takes; what was found in it.
    Invalid(&'r Report),
    /// The caller is not known.
    Unauthorized,
    /// The caller lacks the scope of the endpoint.
    Forbidden,
    /// There is no such thing, or none for this caller.
    NotFound,
}

impl Problem<'_> {
    /// The media type of problem details.
    pub const MEDIA_TYPE: &'static str = "application/problem+json";

    /// The HTTP status.
    #[must_use]
    pub const fn status(&self) -> u16 {
        match self {
            Self::Invalid(_) => 400,
            Self::Unauthorized => 401,
            Self::Forbidden => 403,
            Self::NotFound => 404,
        }
    }
}

#[derive(Serialize)]
struct ProblemView<'r> {
    r#type: String,
    title: String,
    status: u16,
    detail: String,
    #[serde(flatten)]
    report: Option<Found<'r>>,
}

#[derive(Serialize)]
struct Found<'r> {
    errors: usize,
    warnings: usize,
    findings: Vec<FindingView<'r>>,
}

/// A refusal as problem details (RFC 9457), the findings in the members `errors`, `warnings` and `findings`.
///
/// ```
/// use universal_accounting::{endpoint::Endpoint, render::{self, Problem}, report::Policy, transactions};
///
/// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
/// let problem = render::problem_json(Endpoint::ImportTransactions, &Problem::Invalid(&report));
/// assert!(problem.starts_with(
///     r#"{"type":"urn:universal-accounting:problem:invalid-transactions","title":"Invalid transactions","status":400,"#
/// ));
/// assert!(problem.contains(r#""findings":[{"rule":"transactions-empty","#));
/// ```
#[must_use]
pub fn problem_json(endpoint: Endpoint, problem: &Problem<'_>) -> String {
    let body = match endpoint {
        Endpoint::UpdateBaseData | Endpoint::ExportBaseData => "base data",
        Endpoint::CreateDocument => "document",
        Endpoint::ImportTransactions => "transactions",
        Endpoint::DownloadFile => "file",
    };
    // The type identifies the problem for ever, however its title may read.
    let (slug, title, detail) = match problem {
        Problem::Invalid(report) => (
            format!("invalid-{}", body.replace(' ', "-")),
            format!("Invalid {body}"),
            format!("The body has {} and {}.", counted(report.errors, "error"), counted(report.warnings, "warning")),
        ),
        Problem::Unauthorized => (
            "unauthorized".to_owned(),
            "Unauthorized".to_owned(),
            "The request carries no valid credentials; send a bearer token.".to_owned(),
        ),
        Problem::Forbidden => (
            "forbidden".to_owned(),
            "Forbidden".to_owned(),
            format!("The credentials lack the scope {}.", endpoint.scope()),
        ),
        Problem::NotFound => (
            "not-found".to_owned(),
            "Not found".to_owned(),
            "There is nothing here, or nothing for this caller.".to_owned(),
        ),
    };
    let report = match problem {
        Problem::Invalid(report) => Some(Found {
            errors: report.errors,
            warnings: report.warnings,
            findings: report.findings.iter().map(FindingView::from).collect(),
        }),
        _ => None,
    };
    let r#type = format!("urn:universal-accounting:problem:{slug}");
    line(&ProblemView { r#type, title, status: problem.status(), detail, report })
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_tells_its_status() {
        let forbidden = problem_json(Endpoint::UpdateBaseData, &Problem::Forbidden);
        assert_eq!(
            forbidden,
            r#"{"type":"urn:universal-accounting:problem:forbidden","title":"Forbidden","status":403,"detail":"The credentials lack the scope api:base-data:update."}"#
        );
        for problem in [Problem::Unauthorized, Problem::Forbidden] {
            assert!(Endpoint::ALL.iter().all(|endpoint| endpoint.statuses().contains(&problem.status())));
        }
    }
}
