//! The checker held against an oracle: a JSON Schema that was transcribed from the contract by hand, never from the program, and
//! judged by a crate that knows nothing of ours. And the quick way past plain records held against the general one.
//!
//! `PROPTEST_CASES` raises the number of cases.

mod edges;
mod json;
mod mutation;
mod odd;
mod payload;
mod quick_laws;
mod schema;
mod schema_laws;
mod verdict;
