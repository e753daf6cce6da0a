//! What somebody who tests against the [reference service](crate::service) says to it beside the contract: whose tokens are good, and what
//! the next answer is to be.

mod credentials;
mod forced_response;
pub(crate) mod rules;

pub use credentials::Credentials;
pub use forced_response::ForcedResponse;
