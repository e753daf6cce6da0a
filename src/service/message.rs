use super::delivery::{DeliveryOutcome, WebhookDelivery};
use super::problem::Problem;
use crate::render::{PROBLEM_MEDIA_TYPE, RefusedInput};
use crate::report::Report;
use crate::sandbox::ForcedResponse;
use crate::source::Certain;

/// After how many seconds a client should try again if the service is busy.
const RETRY_SECONDS: &str = "5";

/// An HTTP request without its credentials. The service gets the [caller](crate::endpoint::Caller) separately.
///
/// ```
/// use universal_accounting::service::ServiceRequest;
///
/// let request = ServiceRequest::json("PATCH", "/api/public/v1/base-data", b"{}");
/// assert_eq!(request.head.content_type, Some("application/json"));
/// assert!(ServiceRequest::new("GET", "/api/public/v1/base-data").body.is_empty());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceRequest<'r> {
    /// The request without its body.
    pub head: RequestHead<'r>,
    /// The body; empty if there is none.
    pub body: &'r [u8],
}

/// The parts of a request that are known before its body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestHead<'r> {
    /// The method, such as `PATCH`.
    pub method: &'r str,
    /// The path with its query, such as `/api/public/v1/base-data`.
    pub target: &'r str,
    /// The header `Content-Type`.
    pub content_type: Option<&'r str>,
    /// The header `Content-Encoding`. The service takes only bodies that are not encoded.
    pub content_encoding: Option<&'r str>,
    /// A header that the request has more than once, though it may have only one.
    pub(super) repeated_header: Option<&'static str>,
}

/// The headers that a request may have only once: of two, a proxy may take one and the service the other.
const SINGLE_HEADERS: [&str; 2] = ["Authorization", "Content-Type"];

/// What takes the place of a header that is not UTF-8. No value of a header that the service accepts contains it.
const NOT_TEXT: &str = "\u{fffd}";

impl<'r> RequestHead<'r> {
    /// Creates the head of a request. A request without a body may have no content type.
    #[must_use]
    pub const fn new(method: &'r str, target: &'r str, content_type: Option<&'r str>) -> Self {
        Self {
            method,
            target,
            content_type,
            content_encoding: None,
            repeated_header: None,
        }
    }

    /// Takes what the service needs from all headers of a request, whose names may be in any case. The [caller](crate::endpoint::Caller) is determined
    /// separately, but a second `Authorization` is refused, as a second `Content-Type` is.
    ///
    /// ```
    /// use universal_accounting::endpoint::{Caller, Organization};
    /// use universal_accounting::service::{RequestHead, Service};
    ///
    /// let headers = [("content-type", &b"application/json"[..]), ("content-encoding", b"gzip")];
    /// let head = RequestHead::new("PATCH", "/api/public/v1/base-data", None).with_headers(headers);
    /// let caller = Caller::with_all_scopes(Organization::sandbox());
    /// let refused = Service::new().gate().admit(&caller, &head);
    /// assert_eq!(refused.map_err(|refusal| refusal.status), Err(415));
    /// ```
    #[must_use]
    pub fn with_headers(mut self, headers: impl IntoIterator<Item = (&'r str, &'r [u8])>) -> Self {
        let mut counts = [0; SINGLE_HEADERS.len()];
        for (name, value) in headers {
            let value = str::from_utf8(value).unwrap_or(NOT_TEXT);
            for (single, count) in SINGLE_HEADERS.into_iter().zip(&mut counts) {
                if single.eq_ignore_ascii_case(name) {
                    *count += 1;
                    if *count > 1 {
                        self.repeated_header = Some(single);
                    }
                }
            }
            if name.eq_ignore_ascii_case("Content-Type") {
                self.content_type = Some(value);
            } else if name.eq_ignore_ascii_case("Content-Encoding") && !self.is_encoded() {
                self.content_encoding = Some(value);
            }
        }
        self
    }
}

impl<'r> ServiceRequest<'r> {
    /// Creates a request without a body.
    #[must_use]
    pub const fn new(method: &'r str, target: &'r str) -> Self {
        Self {
            head: RequestHead::new(method, target, None),
            body: b"",
        }
    }

    /// Creates a request with a JSON body.
    #[must_use]
    pub const fn json(method: &'r str, target: &'r str, body: &'r [u8]) -> Self {
        Self {
            head: RequestHead::new(method, target, Some("application/json")),
            body,
        }
    }
}

impl<'r> RequestHead<'r> {
    /// Returns the target without its query.
    pub(super) fn path(&self) -> &'r str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Returns the query of the target, without its question mark.
    pub(super) fn query(&self) -> &'r str {
        self.target.split_once('?').map_or("", |(_, query)| query)
    }

    /// Returns whether the body is encoded (RFC 9110, section 8.4).
    pub(super) fn is_encoded(&self) -> bool {
        let codings = self.content_encoding.unwrap_or_default().split(',');
        let is_identity =
            |coding: &str| coding.is_empty() || coding.eq_ignore_ascii_case("identity");
        !codings.map(str::trim).all(is_identity)
    }

    /// Returns whether the media type is JSON, with or without parameters (RFC 9110, section 8.3).
    pub(super) fn is_json(&self) -> bool {
        self.has_media_type("application/json")
    }

    /// Returns whether the media type is that of a form.
    pub(super) fn is_form(&self) -> bool {
        self.has_media_type("application/x-www-form-urlencoded")
    }

    fn has_media_type(&self, name: &str) -> bool {
        let essence = self
            .content_type
            .and_then(|content_type| content_type.split(';').next());
        essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case(name))
    }
}

/// An HTTP response.
///
/// ```
/// use universal_accounting::service::{Problem, Response};
///
/// let response = Response::problem(&Problem::NotFound);
/// assert_eq!(response.status, 404);
/// assert_eq!(response.header("Content-Type"), Some("application/problem+json"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers, with `Content-Type` if there is a body.
    pub headers: Vec<(&'static str, String)>,
    /// The body; empty if there is none.
    pub body: Vec<u8>,
    /// The delivery that a sandbox request asks for. The service has no socket, so its host sends it and answers with [`Response::delivered`].
    pub delivery: Option<Box<WebhookDelivery>>,
}

impl Response {
    /// Returns the body as text; bytes that are not UTF-8 become replacement characters.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the first header with this name, in any case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Creates a refusal with problem details (RFC 9457) as its body.
    #[must_use]
    pub fn problem(problem: &Problem<'_>) -> Self {
        Self::with_body(
            problem.status(),
            PROBLEM_MEDIA_TYPE,
            problem.to_json().into_bytes(),
        )
    }

    /// Creates the answer to a request for a delivery: what became of each time that the body was sent.
    ///
    /// ```
    /// use universal_accounting::service::{DeliveryOutcome, Response};
    ///
    /// let outcomes = [DeliveryOutcome::Answered(204), DeliveryOutcome::Failed("the connection was refused".to_owned())];
    /// let response = Response::delivered(&outcomes);
    /// assert_eq!(response.text(), r#"{"deliveries":[{"status":204},{"error":"the connection was refused"}]}"#);
    /// ```
    #[must_use]
    pub fn delivered(outcomes: &[DeliveryOutcome]) -> Self {
        // Serializing texts and numbers under fixed names can't fail.
        let outcomes = serde_json::to_string(outcomes).certain();
        Self::json(200, format!(r#"{{"deliveries":{outcomes}}}"#))
    }

    pub(super) fn json(status: u16, body: String) -> Self {
        Self::with_body(status, "application/json", body.into_bytes())
    }

    pub(super) fn with_body(status: u16, media_type: &str, body: Vec<u8>) -> Self {
        let headers = vec![
            ("content-type", media_type.to_owned()),
            ("cache-control", "no-store".to_owned()),
        ];
        Self {
            status,
            headers,
            body,
            delivery: None,
        }
    }

    pub(super) fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub(super) fn not_found() -> Self {
        Self::problem(&Problem::NotFound)
    }

    pub(super) fn invalid(refused: RefusedInput, report: &Report) -> Self {
        Self::problem(&Problem::InvalidBody(refused, report))
    }

    pub(super) fn forced(forced: &ForcedResponse) -> Self {
        let response = Self::problem(&Problem::Forced(forced.status));
        match forced.retry_after {
            Some(seconds) => response.with_header("retry-after", seconds.to_string()),
            None => response,
        }
    }

    /// Creates the response to a request that waited too long for others.
    #[must_use]
    pub fn busy() -> Self {
        Self::problem(&Problem::Unavailable).with_header("retry-after", RETRY_SECONDS)
    }
}
