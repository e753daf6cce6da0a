//! The reference service.

use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{RequestHead, Service, ServiceOptions, ServiceRequest};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;

/// The reference service, with its data in memory.
#[wasm_bindgen]
pub struct ReferenceService {
    service: Service,
    credentials: Credentials,
}

/// An HTTP response.
#[wasm_bindgen(getter_with_clone)]
pub struct ServiceResponse {
    /// The status.
    #[wasm_bindgen(readonly)]
    pub status: u16,
    /// The headers: each name is followed by its value.
    #[wasm_bindgen(readonly)]
    pub headers: Vec<String>,
    /// The body, which may be empty.
    #[wasm_bindgen(readonly)]
    pub body: Vec<u8>,
}

#[wasm_bindgen]
impl ReferenceService {
    /// Creates a service without data.
    ///
    /// # Errors
    ///
    /// An option does not exist, or its value is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Self, JsError> {
        let mut options = Options::parse(options)?;
        let mut settings = ServiceOptions::new();
        if let Some(seed) = options.seed()? {
            settings.seed = seed;
        }
        if let Some(body_limit) = options.body_limit()? {
            settings.body_limit = body_limit;
        }
        settings.accept_long_imports = options.long_imports()?;
        let credentials = options.credentials()?.unwrap_or_else(sandbox_credentials);
        options.reject_unknown()?;
        let service = Service::with_options(settings);
        Ok(Self {
            service,
            credentials,
        })
    }

    /// Handles a request.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "wasm-bindgen passes an optional string only by value"
    )]
    pub fn handle(
        &mut self,
        method: &str,
        target: &str,
        authorization: Option<String>,
        content_type: Option<String>,
        content_encoding: Option<String>,
        body: &[u8],
    ) -> ServiceResponse {
        let caller = self.credentials.authenticate(authorization.as_deref());
        let mut head = RequestHead::new(method, target, content_type.as_deref());
        head.content_encoding = content_encoding.as_deref();
        let response = self.service.handle(&caller, &ServiceRequest { head, body });
        let headers = response
            .headers
            .into_iter()
            .flat_map(|(name, value)| [name.to_owned(), value]);
        // The module has no sockets, so the caller gets the delivery as a value.
        let body = response
            .delivery
            .map_or(response.body, |delivery| delivery.to_json().into_bytes());
        ServiceResponse {
            status: response.status,
            headers: headers.collect(),
            body,
        }
    }
}

/// Returns the default credentials: the token `sandbox`, which has all rights in the organization `sandbox`.
fn sandbox_credentials() -> Credentials {
    let mut credentials = Credentials::new();
    let sandbox = Organization::sandbox();
    let _ = credentials.add(&sandbox.to_string(), Caller::with_all_scopes(sandbox));
    credentials
}
