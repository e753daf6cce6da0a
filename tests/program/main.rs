//! The program `uacc` as its users run it: streams, exit statuses, files, signals, and the service over sockets.
//!
//! What a unit test or a property of the library proves is not proved again here by starting the program. Tests that need a database or some minutes are
//! marked `ignore`, so that none passes on nothing; `tests/full` runs them.

#![cfg(all(unix, feature = "cli"))]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::string_slice,
    reason = "a test may panic, and says what it counted"
)]

mod calls;
mod import;
#[cfg(feature = "postgres")]
mod import_database;
mod messages;
mod output;
#[cfg(feature = "serve")]
mod pages;
mod process;
#[cfg(feature = "serve")]
mod serve;
mod statements;

#[cfg(feature = "postgres")]
#[path = "../support/database.rs"]
mod database;
#[path = "../support/folder.rs"]
mod folder;
#[path = "../support/golden.rs"]
mod golden;
#[path = "../support/transactions.rs"]
mod transactions;
