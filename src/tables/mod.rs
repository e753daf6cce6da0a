//! Base data from tables, and tables from base data: a CSV file or a sheet of a workbook for each list.
//!
//! [`build`] reads tables in any encoding and with any delimiter, makes one payload of them, and reports every finding of the check of base data at the cell
//! that it comes from. [`write()`] writes the tables of a payload, from which [`build`] makes the same payload again.

mod build;
mod built;
mod catalog;
mod cell;
mod chart;
mod columns;
mod damage;
mod doubtful;
mod header;
mod heading;
mod left_out;
mod list;
mod locate;
mod organization;
mod payload;
mod record;
pub(crate) mod rules;
mod second;
mod source;
mod write;
mod zeros;

pub use build::build;
pub use built::{BuildOptions, Built, BuiltTable, RowSelection};
pub use chart::Chart;
pub use columns::{ColumnMap, ColumnMapError};
pub use source::Source;
pub use write::{NotWritten, Table, write};
