//! The service as a reference: every endpoint with every kind of caller, what is kept, what is refused, and that organizations are apart.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, reason = "a test may panic")]

mod base_data;
mod bodies;
#[path = "../broken/mod.rs"]
mod broken;
mod callers;
mod controls;
mod documents;
mod imports;
mod laws;
mod privacy;
mod session;
