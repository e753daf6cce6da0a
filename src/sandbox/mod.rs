//! The inputs of the [reference service](crate::service) that its contract doesn't define: the tokens that it accepts, the clients that may ask for tokens, the responses that a test
//! forces, and the deliveries of journals that a test asks for.

mod credentials;
mod delivery_request;
mod forced_response;

pub use credentials::{Client, Credentials};
pub use delivery_request::{DeliveryRequest, SignatureKind};
pub use forced_response::ForcedResponse;

/// The rules of the inputs of the reference service that its contract doesn't define.
pub(crate) mod rules {
    use crate::report::Example::{Credentials, DeliveryRequest, ForcedResponse};
    use crate::report::rules;

    rules! {
        "0.1.0":

        error CREDENTIALS_INVALID {
            title: "A file of credentials can't be used",
            message: "{fault}",
            help: "compare the file with the schema `credentials`",
            why: "The file says who may do what in which organization. If only a part of it were read, somebody could get in or be kept out by mistake.",
            bad: Credentials(r#"{"tokens": [{"token": "s3cr3t", "organization": "Muster AG", "scopes": ["api:base-data:read"]}]}"#),
            good: Credentials(r#"{"tokens": [{"token": "s3cr3t", "organization": "muster-ag", "scopes": ["api:base-data:read"]}]}"#),
        }
        error FORCED_RESPONSE_INVALID {
            title: "A response that can't be forced",
            message: "{fault}",
            help: "compare the request with the schema `forced-response`",
            why: "A test that forces a response needs exactly that response. With another one, or none, the test could pass for the wrong reason.",
            bad: ForcedResponse(r#"{"endpoint": "importTransactions", "status": 200}"#),
            good: ForcedResponse(r#"{"endpoint": "importTransactions", "status": 503}"#),
        }
        error DELIVERY_INVALID {
            title: "A journal can't be delivered so",
            message: "{fault}",
            help: "compare the request with the schema `delivery-request`",
            why: "A test of a receiver needs exactly the deliveries that it asks for, and a journal goes nowhere else than to the receiver that was meant.",
            bad: DeliveryRequest(r#"{"times": 11}"#),
            good: DeliveryRequest(r#"{"times": 2}"#),
        }
    }
}
