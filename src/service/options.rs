use crate::report::Policy;

/// How a service answers.
///
/// ```
/// use universal_accounting::service::{Service, ServiceOptions};
///
/// let mut options = ServiceOptions::new();
/// options.body_limit = 1 << 20;
/// let service = Service::with_options(options);
/// # _ = service;
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ServiceOptions {
    /// The policy for payloads. A denied warning is reported as an error, but does not make the service refuse the payload.
    pub policy: Policy,
    /// The most bytes of a body. Default: 32 MiB.
    pub body_limit: usize,
    /// Whether more than 1000 transactions are accepted in a request, which the service's contract refuses.
    pub accept_long_imports: bool,
    /// The number that identifiers are derived from. Default: 0.
    pub seed: u32,
}

impl ServiceOptions {
    /// Returns options with the defaults that the fields state.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Default for ServiceOptions {
    fn default() -> Self {
        Self {
            policy: Policy::new(),
            body_limit: 32 << 20,
            accept_long_imports: false,
            seed: 0,
        }
    }
}
