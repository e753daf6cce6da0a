use std::fmt;
use std::time::Duration;

use super::receiver::Receiver;
use super::rules::DELIVERY_INVALID;
use crate::configuration::{self, Faults, json_enum, json_struct};
use crate::report::{Policy, Reading};

/// A request to deliver the journal of the service to a webhook, to test its receiver.
///
/// ```
/// use universal_accounting::sandbox::{DeliveryRequest, Receiver};
///
/// let request = DeliveryRequest::new(Receiver::parse("http://127.0.0.1:8080/hook")?, "s3cr3t");
/// assert_eq!(request.times, 1);
/// assert!(!format!("{request:?}").contains("s3cr3t"));
/// # Ok::<(), universal_accounting::sandbox::ReceiverError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeliveryRequest {
    /// The receiver.
    pub receiver: Receiver,
    /// The secret that the body is signed with. It is neither empty nor shown.
    pub secret: String,
    /// How often the same body is sent, 1 to 10.
    pub times: u32,
    /// How long the service waits before it sends the body, each time. At most one minute.
    pub delay: Duration,
    /// The signature that is sent.
    pub signature: SignatureKind,
    /// Whether the records contain their files.
    pub files: FileContents,
}

json_enum! {
    /// The signature that is sent with a delivery.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum SignatureKind {
        /// The signature of the body.
        #[default]
        Valid = "valid",
        /// A signature of the right form that doesn't belong to the body. A receiver must refuse it.
        Broken = "broken",
        /// No signature. A receiver must refuse this too.
        Missing = "missing",
    }
}

json_enum! {
    /// What a journal record has of its files.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum FileContents {
        /// The ids, by which the files can be downloaded.
        #[default]
        Ids = "ids",
        /// The ids, and the contents as base64.
        Contents = "contents",
    }
}

impl FileContents {
    /// Parses the word that stands for it in JSON and in a query.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        match word {
            "ids" => Some(Self::Ids),
            "contents" => Some(Self::Contents),
            _ => None,
        }
    }
}

json_struct! {
    /// A request to deliver the journal to a webhook.
    #[cfg_attr(test, schemars(title = "Delivery request"))]
    struct DeliveryRequestFile {
        /// The http address of the receiver, at most 512 characters.
        url: String = "url";
        /// The secret that the body is signed with.
        secret: String = "secret";
        /// How often the same body is sent, 1 to 10.
        times: u32 = "times", default 1;
        /// How long the service waits before it sends the body, each time: 0 to 60000 milliseconds.
        delay: u32 = "delayMilliseconds", default;
        /// The signature that is sent: the valid one if it is absent.
        signature: Option<SignatureKind> = "signature", default;
        /// Whether the records contain their files: only the ids if it is absent.
        files: Option<FileContents> = "files", default;
    }
}

const MAX_TIMES: u32 = 10;
const MAX_DELAY_MILLISECONDS: u32 = 60_000;

impl DeliveryRequestFile {
    fn parse(self) -> Result<DeliveryRequest, Faults> {
        let Self {
            url,
            secret,
            times,
            delay,
            signature,
            files,
        } = self;
        let mut faults = Vec::new();
        let mut add_fault = |member: &str, fault: String| faults.push((member.to_owned(), fault));
        let receiver = Receiver::parse(&url).map_err(|error| add_fault("/url", error.to_string()));
        if secret.is_empty() {
            add_fault(
                "/secret",
                "an empty secret signs nothing; use the secret of the receiver".to_owned(),
            );
        }
        if !(1..=MAX_TIMES).contains(&times) {
            add_fault(
                "/times",
                format!("a journal is delivered 1 to {MAX_TIMES} times"),
            );
        }
        if delay > MAX_DELAY_MILLISECONDS {
            add_fault(
                "/delayMilliseconds",
                format!("the service waits at most {MAX_DELAY_MILLISECONDS} milliseconds"),
            );
        }
        let Ok(receiver) = receiver else {
            return Err(faults);
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let delay = Duration::from_millis(delay.into());
        let (signature, files) = (signature.unwrap_or_default(), files.unwrap_or_default());
        Ok(DeliveryRequest {
            receiver,
            secret,
            times,
            delay,
            signature,
            files,
        })
    }
}

impl DeliveryRequest {
    /// Creates a request for one delivery with a valid signature, at once, with the ids of files.
    #[must_use]
    pub fn new(receiver: Receiver, secret: impl Into<String>) -> Self {
        let (signature, files) = (SignatureKind::default(), FileContents::default());
        Self {
            receiver,
            secret: secret.into(),
            times: 1,
            delay: Duration::ZERO,
            signature,
            files,
        }
    }

    /// Reads a request from JSON, with a report on its faults. No finding contains the secret.
    ///
    /// ```
    /// use universal_accounting::report::Policy;
    /// use universal_accounting::sandbox::{DeliveryRequest, SignatureKind};
    ///
    /// let json = br#"{"url": "http://127.0.0.1:8080/hook", "secret": "s3cr3t", "times": 2, "signature": "broken"}"#;
    /// let request = DeliveryRequest::read(json, &Policy::new()).value.ok_or("invalid")?;
    /// assert_eq!((request.times, request.signature), (2, SignatureKind::Broken));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(
            source,
            policy,
            &DELIVERY_INVALID,
            DeliveryRequestFile::parse,
        )
    }
}

/// Formats everything but the secret.
impl fmt::Debug for DeliveryRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            receiver,
            secret: _,
            times,
            delay,
            signature,
            files,
        } = self;
        let mut debug = formatter.debug_struct("DeliveryRequest");
        debug
            .field("receiver", receiver)
            .field("times", times)
            .field("delay", delay);
        debug
            .field("signature", signature)
            .field("files", files)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    #[test]
    fn reports_every_fault() {
        let json = br#"{"url": "https://127.0.0.1/", "secret": "", "times": 11, "delayMilliseconds": 60001}"#;
        let report = DeliveryRequest::read(json, &Policy::new()).report;
        let pointers: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| finding.pointer.as_str())
            .collect();
        assert_eq!(
            pointers,
            ["/url", "/secret", "/times", "/delayMilliseconds"]
        );
    }

    #[test]
    fn words_are_those_of_the_json() {
        for (word, files) in [
            ("ids", FileContents::Ids),
            ("contents", FileContents::Contents),
        ] {
            let json =
                format!(r#"{{"url": "http://localhost/", "secret": "s", "files": "{word}"}}"#);
            let request = DeliveryRequest::read(json.as_bytes(), &Policy::new())
                .value
                .unwrap();
            assert_eq!(
                (request.files, FileContents::from_word(word)),
                (files, Some(files))
            );
        }
    }

    #[test]
    fn schema_file_matches_the_type() {
        let schema = render_schema::<DeliveryRequestFile>(
            "delivery-request",
            SchemaSettings::draft2020_12(),
        );
        assert_matches_file("schema/delivery-request.schema.json", &schema);
    }
}
