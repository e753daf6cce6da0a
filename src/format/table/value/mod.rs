//! Parses the contents of cells: numbers, and texts that contain values.

pub(in crate::format) mod content;
pub(in crate::format) mod number;
mod template;

pub(in crate::format) use content::count_filled;
pub(crate) use content::text as cell_text;
pub(crate) use number::parse as parse_number;
pub(in crate::format) use template::TemplateGroup;
