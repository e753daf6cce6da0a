//! Detects the format of a table, by the names in its header or by the shape of its rows, and maps the cells of a row to their
//! meanings.

mod amount;
mod booking_rows;
mod catalog;
mod header;
mod header_search;
mod known_directions;
mod labelled_value;
pub(in crate::format) mod mapping;
mod names;
mod preamble;
mod roles_named;
mod search;

pub(in crate::format) use booking_rows::has_booking_rows;
pub(in crate::format) use catalog::{Catalog, ListedProfile, built_in, currencies_in};
pub(in crate::format) use header::Header;
pub(in crate::format) use header_search::{find_headers, is_header};
pub(crate) use known_directions::KnownDirections;
pub(in crate::format) use mapping::ColumnMapping;
pub(in crate::format) use names::normalized_name;
pub(in crate::format) use preamble::{Preamble, label_text};
pub(crate) use roles_named::{NamedRole, roles_named};
pub(in crate::format) use search::{
    Detected, ShapeMatch, detect_format, explain_mismatch, match_shapes,
};
