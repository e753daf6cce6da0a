//! Tests of the program `uacc` as a process: streams, exit statuses, files, signals, and the service over sockets.
//!
//! Does not repeat what unit tests and properties of the library test. Tests that need a database or several minutes are marked `ignore`, so that
//! they do not pass without testing anything; `tests/full` runs them.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::string_slice,
    reason = "a test may panic, and says what it counted"
)]

mod build;
mod calls;
mod certificates;
mod command_line;
mod configuration;
mod diff;
mod export;
mod extract;
mod import;
mod import_database;
mod input_paths;
mod learn;
mod messages;
mod output;
mod pages;
mod process;
mod redaction;
mod scrub;
mod serve;
mod statement_exports;
mod statements;
mod stores;

#[path = "../support/database.rs"]
mod database;
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/golden.rs"]
mod golden;
#[path = "../support/project.rs"]
mod project;
#[path = "../support/transactions.rs"]
mod transactions;
#[path = "../../benches/ubs.rs"]
mod ubs;
#[path = "../support/archive.rs"]
mod zip_files;
