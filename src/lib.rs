//! Check accounting payloads and turn bank CSV exports into them.

#![forbid(unsafe_code)]

pub mod bank;
pub mod contract;
pub mod json;
pub mod record;
pub mod render;
pub mod report;
pub mod source;
pub mod transactions;
pub mod value;
