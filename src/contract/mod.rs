//! The catalog of all rules, with the JSON Schemas, the pages about the rules, and the TypeScript types.

mod components;
mod node;
mod pattern;
mod rules;
mod schema;
mod typescript;

pub(crate) use components::{reference, schema_components};
pub(crate) use node::Node;
pub use rules::{page, pages, rule, rules, rules_json, rules_markdown, set_level};
pub use schema::{schema, schema_names};
pub use typescript::typescript;
