//! The service as a reference: every endpoint with every kind of caller, what is kept, what is refused, and that organizations are apart.

mod base_data;
mod bodies;
pub(crate) mod broken;
mod callers;
mod controls;
mod documents;
mod imports;
mod laws;
mod privacy;
mod session;
