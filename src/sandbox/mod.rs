//! The inputs of the [reference service](crate::service) that its contract doesn't define: the tokens that it accepts, the responses that a test
//! forces, and the deliveries of journals that a test asks for.

mod credentials;
mod delivery_request;
mod forced_response;
mod receiver;
pub(crate) mod rules;

pub use credentials::Credentials;
pub use delivery_request::{DeliveryRequest, FileContents, SignatureKind};
pub use forced_response::ForcedResponse;
pub use receiver::{AllowedHost, Host, Receiver, ReceiverError};
