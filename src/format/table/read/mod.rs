//! Reads the rows of a table whose format is known, and yields their items.

mod classifier;
mod days;
mod head;
mod movement;
mod original;
mod reader;
mod style;
mod watch;

pub(in crate::format) use reader::Table;
pub(in crate::format) use style::of_file as style_of_file;
