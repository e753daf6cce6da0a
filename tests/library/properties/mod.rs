//! What holds for every input, tried on generated ones through the public API alone.
//!
//! `PROPTEST_CASES` raises the number of cases.

mod base_data;
mod file;
mod normal_laws;
mod payload;
mod payload_laws;
mod statement;
mod statement_laws;
pub(crate) mod tape;
