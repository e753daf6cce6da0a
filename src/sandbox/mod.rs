//! The inputs of the [reference service](crate::service) that its contract doesn't define: the tokens that it accepts, the clients that may ask for tokens, the responses that a test
//! forces, and the deliveries of journals that a test asks for.

mod client;
mod credentials;
mod delivery_request;
mod forced_response;
pub(crate) mod rules;

pub use client::Client;
pub use credentials::Credentials;
pub use delivery_request::{DeliveryRequest, SignatureKind};
pub use forced_response::ForcedResponse;
