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
