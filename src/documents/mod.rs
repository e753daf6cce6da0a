//! Documents: the request that creates a document from an uploaded file, and the service's answer.
//!
//! [`check`], [`read`], [`normalize`] and [`write()`] are for requests, [`check_result`] and [`read_result`] for the answer.

mod request;
mod result;
pub(crate) mod rules;

pub(crate) use request::NORMALIZER;
pub use request::{CreationRequest, check, normalize, read, read_with_uploads, write};
pub use result::{
    CreationResult, check_result, read_result, write_result, write_result_with_brand,
};
