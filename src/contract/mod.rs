//! The contract as a whole: the room that sees every slice. All rules, the JSON Schemas, the pages of the rules, the types of TypeScript.

#[cfg(feature = "service")]
mod components;
mod node;
mod pages;
mod pattern;
mod rules;
mod schema;
mod typescript;

#[cfg(feature = "service")]
pub(crate) use components::{components, reference};
#[cfg(feature = "service")]
pub(crate) use node::Node;
pub use pages::{rules_json, rules_markdown};
pub use rules::{page, pages, rule, rules};
pub use schema::{schema, schemas};
pub use typescript::typescript;
