use super::rules::FORCED_RESPONSE_INVALID;
use crate::configuration::{self, Faults, written};
use crate::endpoint::Endpoint;
use crate::report::{Policy, Reading};

/// A failure that the next requests are to meet, so that a client can be tested against it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ForcedResponse {
    /// The endpoint; none where any will do.
    pub endpoint: Option<Endpoint>,
    /// The status, 400 to 599.
    pub status: u16,
    /// So many requests meet it.
    pub times: u32,
    /// Whether the request is handled first, as if only its answer had been lost.
    pub after: bool,
    /// The header `Retry-After`, in seconds.
    pub retry_after: Option<u32>,
}

written! {
    /// A forced response as it is written.
    #[cfg_attr(test, schemars(title = "Forced response"))]
    struct WrittenResponse {
        /// The name of the endpoint, such as `importTransactions`; where there is none, any will do.
        endpoint: Option<String> = "endpoint", default;
        /// The status, 400 to 599.
        status: u32 = "status";
        /// So many requests meet it, 1 to 1000.
        times: u32 = "times", default 1;
        /// Whether the request is handled first, as if only its answer had been lost.
        after: bool = "after", default;
        /// The header `Retry-After`, in seconds.
        retry_after: Option<u32> = "retryAfter", default;
    }
}

impl WrittenResponse {
    fn parse(self) -> Result<ForcedResponse, Faults> {
        let Self { endpoint: name, status, times, after, retry_after } = self;
        let mut faults = Vec::new();
        let mut say = |member: &str, fault: String| faults.push((member.to_owned(), fault));
        let endpoint = Endpoint::ALL.into_iter().find(|endpoint| name.as_deref() == Some(endpoint.name()));
        if name.is_some() && endpoint.is_none() {
            let known = Endpoint::ALL.map(Endpoint::name).join(", ");
            say("/endpoint", format!("the service has no such endpoint, but {known}"));
        }
        let status = u16::try_from(status).ok().filter(|status| (400..600).contains(status));
        if status.is_none() {
            say("/status", "only a failure can be forced, 400 to 599".to_owned());
        }
        if !(1..=1000).contains(&times) {
            say("/times", "a response is forced 1 to 1000 times".to_owned());
        }
        let status = status.filter(|_| faults.is_empty()).ok_or(faults)?;
        Ok(ForcedResponse { endpoint, status, times, after, retry_after })
    }
}

impl ForcedResponse {
    /// One failure, of the next request to any endpoint.
    #[must_use]
    pub const fn new(status: u16) -> Self {
        Self { endpoint: None, status, times: 1, after: false, retry_after: None }
    }

    /// Reads one, and finds what is wrong with it.
    ///
    /// ```
    /// use universal_accounting::{report::Policy, sandbox::ForcedResponse};
    ///
    /// let lost = br#"{"endpoint": "importTransactions", "status": 504, "after": true}"#;
    /// let lost = ForcedResponse::read(lost, &Policy::new()).value;
    /// assert!(lost.is_some_and(|one| one.status == 504 && one.times == 1 && one.after));
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(source, policy, &FORCED_RESPONSE_INVALID, WrittenResponse::parse)
    }
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    #[test]
    fn every_fault_is_found() {
        let file = br#"{"endpoint": "import", "status": 99, "times": 0}"#;
        let report = ForcedResponse::read(file, &Policy::new()).report;
        let places: Vec<&str> = report.findings.iter().map(|one| one.pointer.as_str()).collect();
        assert_eq!(places, ["/endpoint", "/status", "/times"]);
    }

    #[test]
    fn the_schema_is_that_of_a_request() {
        let schema = render_schema::<WrittenResponse>("forced-response", SchemaSettings::draft2020_12());
        assert_matches_file("schema/forced-response.schema.json", &schema);
    }
}
