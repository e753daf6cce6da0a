//! Parses the contents of cells: numbers, dates, and texts that contain values.

pub(in crate::format) mod chars;
pub(in crate::format) mod content;
pub(in crate::format) mod date;
pub(in crate::format) mod number;
mod template;

pub(crate) use content::text as cell_text;
pub(crate) use date::parse as parse_date;
pub(in crate::format) use date::rewrite as rewrite_date;
pub(crate) use number::parse as parse_number;
pub(in crate::format) use template::TemplateGroup;
