//! What holds for every input, tried on generated ones through the public API alone.
//!
//! `PROPTEST_CASES` raises the number of cases.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, reason = "a test may panic")]

mod base_data;
mod file;
mod normal_laws;
mod payload;
mod payload_laws;
mod place;
mod plain_laws;
mod statement;
mod statement_laws;
mod tape;
