use std::fmt;
use std::time::Duration;

/// The headers of every request. The caller adds `Authorization`.
pub(super) const HEADERS: [(&str, &str); 2] = [
    ("content-type", "application/json"),
    ("accept", "application/json, application/problem+json"),
];

/// A request to send, without the address of the service and without credentials.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request<'d> {
    /// How long to wait before the request is sent. Zero for the first attempt.
    pub wait: Duration,
    /// The method.
    pub method: &'static str,
    /// The path below the base URL.
    pub path: &'static str,
    /// The headers. Add `Authorization`, and let the HTTP client add the length.
    pub headers: [(&'static str, &'static str); 2],
    /// The body.
    pub body: &'d [u8],
    /// The number of this attempt, counted from 1.
    pub attempt: u32,
    /// Whether the service can get the request twice without doing its work twice.
    pub is_repeatable: bool,
}

/// Leaves out the body, which has the values of the payload.
impl fmt::Debug for Request<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Request")
            .field("wait", &self.wait)
            .field("method", &self.method)
            .field("path", &self.path)
            .field("bytes", &self.body.len())
            .field("attempt", &self.attempt)
            .field("is_repeatable", &self.is_repeatable)
            .finish_non_exhaustive()
    }
}
