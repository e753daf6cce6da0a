//! The laws that hold for every input, one file each. The fuzzer looks for an input that breaks one; the tests replay the seeds.

#![allow(unreachable_pub, reason = "a library to the fuzzer, a module to the tests")]
#![allow(missing_docs, clippy::missing_panics_doc, reason = "a law panics where it is broken")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a broken law may show as any panic"
)]

pub mod both_ways;
pub mod check;
mod choices;
pub mod convert;
pub mod field_splitter;
pub mod import;
pub mod json_reader;
pub mod normalize;
pub mod outcome;
mod payload;
pub mod place;
pub mod profile;
mod secret;
mod statement;
pub mod store_restore;
pub mod table;
pub mod values;
pub mod write_read;
