//! Documents (contract 2.2, 4.2): the request that creates one from an uploaded file, and its result.
//!
//! [`check`], [`read`], [`normalize`] and [`write()`] are for requests, [`check_result`] and [`read_result`] for what the service answers.

mod request;
mod result;
pub(crate) mod rules;

pub use request::{CreationRequest, PAYMENT_TYPES, check, normalize, read, read_with_uploads, write};
pub use result::{CreationResult, check_result, read_result, write_result};
