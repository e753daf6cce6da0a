//! The rules with their examples and messages, the schemas, and the interface as OpenAPI.

pub(crate) mod examples;
mod messages;
mod openapi;
mod rules;
mod schemas;
