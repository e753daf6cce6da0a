//! What the cells of a table hold: numbers, days, and texts with values in them.

pub(in crate::format) mod content;
pub(in crate::format) mod date;
pub(in crate::format) mod number;
mod template;

pub(in crate::format) use template::{TemplateGroup, TemplateMatch};
