use std::time::Duration;

use super::rules::DELIVERY_INVALID;
use crate::configuration::{self, Faults, json_enum, json_struct};
use crate::report::{Policy, Reading};

/// A request to deliver a journal to the webhook that the base data configure, to test its receiver.
///
/// ```
/// use universal_accounting::report::Policy;
/// use universal_accounting::sandbox::{DeliveryRequest, SignatureKind};
///
/// let json = br#"{"times": 2, "signature": "broken"}"#;
/// let request = DeliveryRequest::read(json, &Policy::new()).value.ok_or("invalid")?;
/// assert_eq!((request.times, request.signature), (2, SignatureKind::Broken));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeliveryRequest {
    /// How often the same body is sent, 1 to 10.
    pub times: u32,
    /// How long the service waits before it sends the body, each time. At most one minute.
    pub delay: Duration,
    /// The signature that is sent.
    pub signature: SignatureKind,
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

json_struct! {
    /// A request to deliver a journal to the webhook that the base data configure.
    #[cfg_attr(test, schemars(title = "Delivery request"))]
    struct DeliveryRequestFile {
        /// How often the same body is sent, 1 to 10.
        times: u32 = "times", default 1;
        /// How long the service waits before it sends the body, each time: 0 to 60000 milliseconds.
        delay: u32 = "delayMilliseconds", default;
        /// The signature that is sent: the valid one if it is absent.
        signature: Option<SignatureKind> = "signature", default;
    }
}

const MAX_TIMES: u32 = 10;
const MAX_DELAY_MILLISECONDS: u32 = 60_000;

impl DeliveryRequestFile {
    fn parse(self) -> Result<DeliveryRequest, Faults> {
        let mut faults = Vec::new();
        let mut add_fault = |member: &str, fault: String| faults.push((member.to_owned(), fault));
        if !(1..=MAX_TIMES).contains(&self.times) {
            add_fault(
                "/times",
                format!("a journal is delivered 1 to {MAX_TIMES} times"),
            );
        }
        if self.delay > MAX_DELAY_MILLISECONDS {
            add_fault(
                "/delayMilliseconds",
                format!("the service waits at most {MAX_DELAY_MILLISECONDS} milliseconds"),
            );
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(DeliveryRequest {
            times: self.times,
            delay: Duration::from_millis(self.delay.into()),
            signature: self.signature.unwrap_or_default(),
        })
    }
}

impl DeliveryRequest {
    /// Creates a request for one delivery with a valid signature, at once.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a request from JSON, with a report on its faults.
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

impl Default for DeliveryRequest {
    fn default() -> Self {
        Self {
            times: 1,
            delay: Duration::ZERO,
            signature: SignatureKind::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    #[test]
    fn reports_every_fault() {
        let json = br#"{"times": 11, "delayMilliseconds": 60001}"#;
        let report = DeliveryRequest::read(json, &Policy::new()).report;
        let pointers: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| finding.pointer.as_str())
            .collect();
        assert_eq!(pointers, ["/times", "/delayMilliseconds"]);
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
