//! The contract as a whole: the room that sees every slice. All rules, the JSON Schemas, the pages of the rules.

mod node;
mod pages;
mod pattern;
mod rules;
mod schema;
mod words;

pub use pages::{rules_json, rules_markdown};
pub use rules::{rule, rules};
pub use schema::{schema, schemas};
