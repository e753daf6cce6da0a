//! The inputs of the [reference service](crate::service) that its contract doesn't define: the tokens that it accepts, and the responses that a test
//! forces.

mod credentials;
mod forced_response;
pub(crate) mod rules;

pub use credentials::Credentials;
pub use forced_response::ForcedResponse;
