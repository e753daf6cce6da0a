//! Detects the format of a table, by the names in its header or by the shape of its rows, and maps the cells of a row to their
//! meanings.

mod amount;
mod catalog;
mod header;
mod header_search;
mod known;
mod labelled_value;
pub(in crate::format) mod mapping;
mod names;
mod preamble;
mod search;

pub(in crate::format) use catalog::{Catalog, ListedProfile, built_in, currencies_in};
pub(in crate::format) use header::Header;
pub(in crate::format) use header_search::{find_headers, is_header};
pub(crate) use known::{KnownDirections, NamedRole, roles_named};
pub(in crate::format) use mapping::ColumnMapping;
pub(in crate::format) use names::normalized_name;
pub(in crate::format) use preamble::{Preamble, label_text};
pub(in crate::format) use search::{
    Detected, ShapeMatch, detect_format, explain_mismatch, match_shapes,
};
