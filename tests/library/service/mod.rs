//! The service as a reference: every endpoint with every kind of caller, what is kept, what is refused, and that organizations are apart.

mod base_data;
mod bodies;
mod callers;
mod client;
mod documents;
pub(crate) mod failing_state;
mod imports;
mod privacy;
mod properties;
mod sandbox;
