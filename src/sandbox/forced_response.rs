use super::rules::FORCED_RESPONSE_INVALID;
use crate::configuration::{self, Faults, json_struct};
use crate::endpoint::Endpoint;
use crate::report::{Policy, Reading};

/// A failure that replaces the next responses of the service, to test how a client handles it.
///
/// ```
/// use universal_accounting::endpoint::{Caller, Organization};
/// use universal_accounting::sandbox::ForcedResponse;
/// use universal_accounting::service::{ServiceRequest, Service};
///
/// let (mut service, organization) = (Service::new(), Organization::sandbox());
/// service.force_response(&organization, ForcedResponse::new(503));
/// let request = ServiceRequest::new("GET", "/api/public/v1/base-data");
/// assert_eq!(service.handle(&Caller::with_all_scopes(organization), &request).status, 503);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ForcedResponse {
    /// The endpoint, or `None` for all endpoints.
    pub endpoint: Option<Endpoint>,
    /// The status, 400 to 599.
    pub status: u16,
    /// The number of requests that get this response, 1 to 1000.
    pub times: u32,
    /// Whether the service handles the request before it sends this response, as if only the response had been lost.
    pub after_handling: bool,
    /// The header `Retry-After`, in seconds.
    pub retry_after: Option<u32>,
}

json_struct! {
    /// A forced response, as a JSON file has it.
    #[cfg_attr(test, schemars(title = "Forced response"))]
    struct ForcedResponseFile {
        /// The name of the endpoint, such as `importTransactions`; all endpoints if it is absent.
        endpoint: Option<String> = "endpoint", default;
        /// The status, 400 to 599.
        status: u32 = "status";
        /// The number of requests that get this response, 1 to 1000.
        times: u32 = "times", default 1;
        /// Whether the service handles the request before it sends this response, as if only the response had been lost.
        after: bool = "after", default;
        /// The header `Retry-After`, in seconds.
        retry_after: Option<u32> = "retryAfter", default;
    }
}

impl ForcedResponseFile {
    fn parse(self) -> Result<ForcedResponse, Faults> {
        let Self {
            endpoint: name,
            status,
            times,
            after: after_handling,
            retry_after,
        } = self;
        let mut faults = Vec::new();
        let mut add_fault = |member: &str, fault: String| faults.push((member.to_owned(), fault));
        let endpoint = Endpoint::all().find(|endpoint| name.as_deref() == Some(endpoint.name()));
        if name.is_some() && endpoint.is_none() {
            let known = Endpoint::all()
                .map(Endpoint::name)
                .collect::<Vec<_>>()
                .join(", ");
            add_fault(
                "/endpoint",
                format!("the service has no such endpoint, but {known}"),
            );
        }
        let status = u16::try_from(status)
            .ok()
            .filter(|status| (400..600).contains(status));
        if status.is_none() {
            add_fault(
                "/status",
                "only a failure can be forced, 400 to 599".to_owned(),
            );
        }
        if !(1..=1000).contains(&times) {
            add_fault("/times", "a response is forced 1 to 1000 times".to_owned());
        }
        let status = status.filter(|_| faults.is_empty()).ok_or(faults)?;
        Ok(ForcedResponse {
            endpoint,
            status,
            times,
            after_handling,
            retry_after,
        })
    }
}

impl ForcedResponse {
    /// Creates a failure of the next request to any endpoint.
    #[must_use]
    pub const fn new(status: u16) -> Self {
        Self {
            endpoint: None,
            status,
            times: 1,
            after_handling: false,
            retry_after: None,
        }
    }

    /// Reads a forced response from JSON, with a report on its faults.
    ///
    /// ```
    /// use universal_accounting::{report::Policy, sandbox::ForcedResponse};
    ///
    /// let json = br#"{"endpoint": "importTransactions", "status": 504, "after": true}"#;
    /// let forced = ForcedResponse::read(json, &Policy::new()).value.ok_or("invalid")?;
    /// assert!(forced.status == 504 && forced.times == 1 && forced.after_handling);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(
            source,
            policy,
            &FORCED_RESPONSE_INVALID,
            ForcedResponseFile::parse,
        )
    }
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    #[test]
    fn reports_every_fault() {
        let json = br#"{"endpoint": "import", "status": 99, "times": 0}"#;
        let report = ForcedResponse::read(json, &Policy::new()).report;
        let pointers: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| finding.pointer.as_str())
            .collect();
        assert_eq!(pointers, ["/endpoint", "/status", "/times"]);
    }

    #[test]
    fn schema_file_matches_the_type() {
        let schema =
            render_schema::<ForcedResponseFile>("forced-response", SchemaSettings::draft2020_12());
        assert_matches_file("schema/forced-response.schema.json", &schema);
    }
}
