//! Bank exports: formats as data, detection by header, conversion with an account of every row.

mod accounts;
mod booking;
mod catalog;
mod cell;
mod conversion;
mod convert;
mod converter;
mod currencies;
mod day;
mod header;
mod identity;
mod movement;
mod number;
mod options;
mod outline;
mod plan;
mod preamble;
pub mod profile;
mod proof;
pub(crate) mod rules;
pub mod table;
mod template;

pub use catalog::{profile_by_id, profiles};
pub use conversion::{Conversion, Converted, IdKind, Origin, Reason, Skipped, Summary};
pub use convert::{convert, convert_to};
pub use options::Options;
pub use profile::Profile;
pub use proof::Balance;
