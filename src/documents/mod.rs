//! Documents (contract 2.2, 4.2): the request that creates one from an uploaded file, and its result.

mod request;
mod result;
pub(crate) mod rules;

pub use request::{CreationRequest, PAYMENT_TYPES, check, normalize, read, write};
pub use result::{CreationResult, check_result, read_result};
