use universal_accounting::endpoint::{Caller, Organization};
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{Request, RequestHead, Service};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;

/// The service of the contract in memory, to test against.
#[wasm_bindgen]
pub struct ReferenceService {
    service: Service,
    credentials: Credentials,
}

/// A response as HTTP has it.
#[wasm_bindgen(getter_with_clone)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The names of the headers, each with its value behind it.
    pub headers: Vec<String>,
    /// The body; empty where there is none.
    pub body: Vec<u8>,
}

#[wasm_bindgen]
impl ReferenceService {
    /// One that holds nothing yet.
    ///
    /// # Errors
    ///
    /// There is no such option, or it has no such value.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &str) -> Result<Self, JsError> {
        let mut options = Options::read(options)?;
        let (seed, body_limit) = (options.seed()?, options.body_limit()?);
        let credentials = options.credentials()?.unwrap_or_else(everybodys);
        options.finish()?;
        let mut service = Service::new();
        if let Some(seed) = seed {
            service = service.seed(seed);
        }
        if let Some(body_limit) = body_limit {
            service = service.body_limit(body_limit);
        }
        Ok(Self { service, credentials })
    }

    /// Answers a request.
    #[allow(clippy::needless_pass_by_value, reason = "a text that may be absent comes only so")]
    pub fn handle(
        &mut self,
        method: &str,
        target: &str,
        authorization: Option<String>,
        content_type: Option<String>,
        body: &[u8],
    ) -> Answer {
        let caller = self.credentials.authenticate(authorization.as_deref());
        let head = RequestHead { method, target, content_type: content_type.as_deref() };
        let response = self.service.handle(&caller, &Request { head, body });
        let headers = response.headers.into_iter().flat_map(|(name, value)| [name.to_owned(), value]);
        Answer { status: response.status, headers: headers.collect(), body: response.body }
    }
}

/// One token, `sandbox`, which is good for everything in the organization of that name.
fn everybodys() -> Credentials {
    let mut credentials = Credentials::new();
    let sandbox = Organization::sandbox();
    let _ = credentials.add(&sandbox.to_string(), Caller::with_all_scopes(sandbox));
    credentials
}
