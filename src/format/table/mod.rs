//! Statements as tables: a profile describes each format as data, and one reader reads all formats.

mod convert;
mod detect;
mod private_values;
pub(crate) mod profile;
mod read;
mod value;

pub(super) use convert::{TableSource, convert};
pub(super) use detect::{
    Catalog, ColumnMapping, Detected, Header, ListedProfile, ShapeMatch, built_in, detect_format,
    explain_mismatch, find_headers, has_booking_rows, match_shapes,
};
pub(crate) use detect::{KnownDirections, NamedRole, roles_named};
pub(super) use private_values::find_private_values;
pub(super) use read::Outline;
pub(crate) use value::{cell_text, parse_number};
