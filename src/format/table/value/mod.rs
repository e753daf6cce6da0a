//! Parses the contents of cells: numbers, dates, and texts that contain values.

pub(in crate::format) mod chars;
pub(in crate::format) mod content;
pub(in crate::format) mod date;
pub(in crate::format) mod number;
mod template;

pub(in crate::format) use date::rewrite as rewrite_date;
pub(in crate::format) use template::TemplateGroup;
