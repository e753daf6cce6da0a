//! `uacc serve` as clients meet it: over real sockets, well-behaved or not, with ends and kills.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::print_stdout,
    reason = "a test may panic"
)]

mod client;
mod imports;
mod limits;
#[path = "../program/mod.rs"]
mod program;
mod server;
mod session;
mod starts;
