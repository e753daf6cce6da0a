//! The laws, which are properties that hold for every input: one file for each fuzz target. The fuzzer searches for an input that breaks a law; the tests
//! replay the seeds.

#![allow(
    unreachable_pub,
    reason = "a library for the fuzzer, a module of the tests"
)]
#![allow(
    missing_docs,
    clippy::missing_panics_doc,
    reason = "a broken law panics"
)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "any panic shows that a law is broken"
)]

mod card_numbers;
pub mod check;
mod choices;
pub mod convert;
pub mod delivery;
pub mod fast_path;
pub mod field_splitter;
pub mod import;
pub mod json_reader;
pub mod normalize;
pub mod ofx;
pub mod outcome;
mod payload;
pub mod positions;
pub mod profile;
pub mod qif;
mod scrubbed;
mod statement;
pub mod store_restore;
pub mod table;
pub mod values;
pub mod workbook;
pub mod write_read;
