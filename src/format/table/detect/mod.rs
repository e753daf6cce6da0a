//! Tells which format a table is in, by the names in its header or, where it has none, by the shape of its rows; and which cell
//! of a row means what.

mod catalog;
mod header;
pub(in crate::format) mod mapping;
mod preamble;
mod search;

pub(in crate::format) use catalog::{CATALOG, Catalog, normalized_name};
pub use catalog::{profile_by_id, profiles};
pub(in crate::format) use header::{DELIMITERS, Header, find_headers, is_header};
pub(in crate::format) use mapping::ColumnMapping;
pub(in crate::format) use preamble::Preamble;
pub(in crate::format) use search::{Detected, detect_format, explain_mismatch, match_shapes};
