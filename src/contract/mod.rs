//! The catalog of all rules, with the JSON Schemas, the pages about the rules, and the TypeScript types.

mod components;
pub(crate) mod hints;
mod node;
pub(crate) mod page_modules;
mod pages;
mod pattern;
mod rules;
mod schema;
mod typescript;

pub(crate) use components::{reference, schema_components};
pub(crate) use node::Node;
pub use pages::{rules_json, rules_markdown};
pub use rules::{page, pages, rule, rules, set_level};
pub use schema::{schema, schema_names};
pub use typescript::typescript;
