//! Detects the format of a table, by the names in its header or by the shape of its rows, and maps the cells of a row to their
//! meanings.

mod catalog;
mod header;
pub(in crate::format) mod mapping;
mod preamble;
mod search;

pub(in crate::format) use catalog::{CATALOG, Catalog, currencies_in, normalized_name};
pub(crate) use header::DELIMITERS;
pub(in crate::format) use header::{Header, find_headers, is_header};
pub(in crate::format) use mapping::ColumnMapping;
pub(in crate::format) use preamble::{Preamble, label_text};
pub(in crate::format) use search::{Detected, ShapeMatch, detect_format, explain_mismatch, match_shapes};
