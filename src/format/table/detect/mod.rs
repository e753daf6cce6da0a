//! Tells which format a table is in, by the names in its header or, where it has none, by the shape of its rows; and which cell
//! of a row means what.

mod catalog;
mod header;
pub(in crate::format) mod mapping;
mod preamble;
mod search;
mod shape;

pub(in crate::format) use catalog::{Catalog, catalog, comparable};
pub use catalog::{profile_by_id, profiles};
pub(in crate::format) use header::{DELIMITERS, Header, all_headers, is_header};
pub(in crate::format) use mapping::ColumnMapping;
pub(in crate::format) use preamble::Preamble;
pub(in crate::format) use search::search;
pub(in crate::format) use shape::{Found, fits as shapes, misfit};
