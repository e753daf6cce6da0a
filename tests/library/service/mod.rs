//! The reference service: every endpoint with every kind of caller, the stored data, the refusals, and the separation of organizations.

mod authorization;
mod base_data;
mod bodies;
mod callers;
pub(crate) mod client;
mod documents;
mod imports;
mod journal;
mod privacy;
mod properties;
mod sandbox;
