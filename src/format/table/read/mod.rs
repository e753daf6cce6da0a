//! Reads the rows of a table whose format is known, and yields their items.

mod amount;
mod classifier;
mod dates;
mod metadata;
mod original;
mod reader;
mod row_shape;
mod style;

pub(in crate::format) use reader::TableReader;
pub(in crate::format) use style::detect_style;
