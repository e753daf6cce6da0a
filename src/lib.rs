//! Check accounting payloads and turn bank CSV exports into them.

#![forbid(unsafe_code)]

pub mod bank;
pub mod json;
pub mod source;
pub mod value;
