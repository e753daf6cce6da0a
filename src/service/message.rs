use std::error::Error;

use crate::endpoint::Endpoint;
use crate::render::{Problem, problem_json};
use crate::report::Report;
use crate::sandbox::ForcedResponse;

/// A request as HTTP has it, but for the credentials, which the [caller](crate::endpoint::Caller) stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request<'r> {
    /// All but the body.
    pub head: Head<'r>,
    /// The body; empty where there is none.
    pub body: &'r [u8],
}

/// What is known of a request before its body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head<'r> {
    /// The method, such as `PATCH`.
    pub method: &'r str,
    /// The path with its query, such as `/api/public/v1/base-data`.
    pub target: &'r str,
    /// The header `Content-Type`.
    pub content_type: Option<&'r str>,
}

impl<'r> Request<'r> {
    /// One without a body.
    #[must_use]
    pub const fn new(method: &'r str, target: &'r str) -> Self {
        Self { head: Head { method, target, content_type: None }, body: b"" }
    }

    /// One whose body is JSON.
    #[must_use]
    pub const fn json(method: &'r str, target: &'r str, body: &'r [u8]) -> Self {
        Self { head: Head { method, target, content_type: Some("application/json") }, body }
    }
}

impl<'r> Head<'r> {
    /// The target without its query.
    pub(super) fn path(&self) -> &'r str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Whether the body is said to be JSON, with or without parameters (RFC 9110, section 8.3).
    pub(super) fn is_json(&self) -> bool {
        let essence = self.content_type.and_then(|content_type| content_type.split(';').next());
        essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
    }
}

/// A response as HTTP has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers, among them `Content-Type` where there is a body.
    pub headers: Vec<(&'static str, String)>,
    /// The body; empty where there is none.
    pub body: Vec<u8>,
    /// Why the state could not be asked or changed, for whoever runs the service. It is not sent.
    pub failure: Option<String>,
}

impl Response {
    /// The body as text; of a file that is no UTF-8, what can be shown of it.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The first header of that name, whatever its case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// A refusal as problem details (RFC 9457).
    #[must_use]
    pub fn problem(problem: &Problem<'_>) -> Self {
        Self::with_body(problem.status(), Problem::MEDIA_TYPE, problem_json(problem).into_bytes())
    }

    pub(super) fn json(status: u16, body: String) -> Self {
        Self::with_body(status, "application/json", body.into_bytes())
    }

    pub(super) fn with_body(status: u16, media_type: &str, body: Vec<u8>) -> Self {
        let headers = vec![("content-type", media_type.to_owned()), ("cache-control", "no-store".to_owned())];
        Self { status, headers, body, failure: None }
    }

    pub(super) fn with(mut self, header: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((header, value.into()));
        self
    }

    pub(super) fn not_found() -> Self {
        Self::problem(&Problem::NotFound)
    }

    pub(super) fn invalid(endpoint: Endpoint, report: &Report) -> Self {
        Self::problem(&Problem::Invalid(endpoint, report))
    }

    pub(super) fn forced(forced: &ForcedResponse) -> Self {
        let response = Self::problem(&Problem::Forced(forced.status));
        match forced.retry_after {
            Some(seconds) => response.with("retry-after", seconds.to_string()),
            None => response,
        }
    }
}

/// What the state could not do: whoever runs the service is told why, its client only that.
impl<E: Error> From<E> for Response {
    fn from(error: E) -> Self {
        Self { failure: Some(error.to_string()), ..Self::problem(&Problem::Unavailable) }
    }
}
