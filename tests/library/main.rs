//! Tests of the library through its public API: a module for each room, the laws that hold for every input, and oracles that share no code
//! with the library.
//!
//! `cargo test --test library format::` runs the tests of one room. `PROPTEST_CASES` sets the number of generated cases. Tests that need
//! the shared vectors or a database are marked `ignore`, so that none passes without them; `tests/run` and `tests/full` run them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::string_slice,
    reason = "a test may panic, and prints its counts"
)]

mod archive;
mod base_data;
mod card_numbers;
mod certificate;
mod continuity;
mod contract;
mod cross_check;
mod damage;
mod decoding;
mod dedup;
mod delivery;
mod diff;
mod export;
mod format;
mod journal;
mod json;
mod learn;
mod limits;
mod oracle;
mod payloads;
mod privacy;
mod properties;
mod scrub;
mod seeds;
mod serde;
mod service;
mod simulation;
mod tables;
mod vectors;

#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/database.rs"]
mod database;
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/golden.rs"]
mod golden;
#[path = "../../fuzz/laws/mod.rs"]
mod laws;
#[path = "../../benches/old_workbooks.rs"]
mod old_workbooks;
#[path = "../support/project.rs"]
mod project;
#[path = "../../benches/random.rs"]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod random;
#[path = "../support/transactions.rs"]
mod transactions;
#[path = "../../benches/ubs.rs"]
mod ubs;
#[path = "../support/archive.rs"]
mod zip_files;
