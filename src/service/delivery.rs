use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::sandbox::{DeliveryRequest, SignatureKind};
use crate::webhook::{self, SIGNATURE_HEADER, SignatureError};

/// A delivery of a journal to a webhook, which the host of the service carries out: it waits, and sends a POST, as often as it says.
///
/// The address is that of the base data, so the host decides where it sends anything: `uacc serve` sends to its own machine and to the hosts that its operator allows.
///
/// ```
/// use universal_accounting::sandbox::DeliveryRequest;
/// use universal_accounting::service::WebhookDelivery;
/// use universal_accounting::webhook;
///
/// let delivery = WebhookDelivery::new("http://127.0.0.1:8080/hook", b"s3cr3t", &DeliveryRequest::new(), "[]".to_owned())?;
/// assert_eq!(delivery.times, 1);
/// let (_, signature) = delivery.headers.iter().find(|(name, _)| *name == webhook::SIGNATURE_HEADER).ok_or("not signed")?;
/// assert_eq!(webhook::verify(b"s3cr3t", delivery.body.as_bytes(), signature), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WebhookDelivery {
    /// The address of the receiver.
    pub url: String,
    /// The headers, with the type of the body and its signature.
    pub headers: Vec<(&'static str, String)>,
    /// The journal in JSON.
    pub body: String,
    /// How often the body is sent.
    pub times: u32,
    /// How long the host waits before it sends the body, each time.
    pub delay: Duration,
}

/// What became of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeliveryOutcome {
    /// The receiver answered with this status.
    Answered(u16),
    /// The receiver didn't answer, for this reason.
    Failed(String),
}

impl WebhookDelivery {
    /// Creates the delivery of a body to an address, signed with a secret.
    ///
    /// # Errors
    ///
    /// The secret is empty.
    pub fn new(
        url: &str,
        secret: &[u8],
        request: &DeliveryRequest,
        body: String,
    ) -> Result<Self, SignatureError> {
        let mut headers = vec![
            ("Content-Type", "application/json".to_owned()),
            (
                "User-Agent",
                concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")).to_owned(),
            ),
        ];
        let signature = webhook::sign(secret, body.as_bytes())?;
        match request.signature {
            SignatureKind::Valid => headers.push((SIGNATURE_HEADER, signature)),
            SignatureKind::Broken => headers.push((SIGNATURE_HEADER, broken(&signature))),
            SignatureKind::Missing => {}
        }
        Ok(Self {
            url: url.to_owned(),
            headers,
            body,
            times: request.times,
            delay: request.delay,
        })
    }

    /// Returns the delivery as JSON, for hosts in other languages: `url`, `headers`, `body`, `times` and `delayMilliseconds`.
    #[must_use]
    pub fn to_json(&self) -> String {
        let headers: serde_json::Map<_, _> = self
            .headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.as_str().into()))
            .collect();
        let milliseconds = u64::try_from(self.delay.as_millis()).unwrap_or(u64::MAX);
        let Self {
            url, body, times, ..
        } = self;
        json!({ "url": url, "headers": headers, "body": body, "times": times, "delayMilliseconds": milliseconds })
            .to_string()
    }
}

/// Returns another signature of the same form: its last digit differs.
fn broken(signature: &str) -> String {
    let mut broken = signature.to_owned();
    let last = broken.pop();
    broken.push(if last == Some('0') { '1' } else { '0' });
    broken
}

/// Formats neither the body, which is long and private, nor the signature.
impl fmt::Debug for WebhookDelivery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            url,
            headers: _,
            body,
            times,
            delay,
        } = self;
        let mut debug = formatter.debug_struct("WebhookDelivery");
        debug.field("url", url).field("bytes", &body.len());
        debug
            .field("times", times)
            .field("delay", delay)
            .finish_non_exhaustive()
    }
}

impl Serialize for DeliveryOutcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Answered(status) => serializer.collect_map([("status", status)]),
            Self::Failed(error) => serializer.collect_map([("error", error)]),
        }
    }
}
