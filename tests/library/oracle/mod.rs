//! Compares the checker with an oracle: a JSON Schema that was written by hand from the contract, never from the program, and that an independent
//! crate evaluates. Also compares the fast path with the general reader.
//!
//! `PROPTEST_CASES` sets the number of cases.

mod comparison;
mod fast_path;
mod fast_path_laws;
mod journal_payload;
mod json;
mod members;
mod mutation;
mod payload;
mod schema;
mod schema_laws;
mod values;
