//! The rules with their examples and messages, the schemas, and the OpenAPI document.

pub(crate) mod examples;
mod hints;
mod languages;
mod messages;
mod openapi;
mod rules;
mod schemas;
