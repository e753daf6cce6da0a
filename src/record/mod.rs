//! The place where JSON and CSV meet: records of named fields with their text and place, and the rules of single values.
//!
//! A [`Field`] table says what a record may hold. Whoever reads a record goes through the table; from there on one set of
//! rules serves every source.

mod check;
mod contents;
mod field;
mod file;
pub(crate) mod rules;
mod suggest;

pub(crate) use check::check_values;
pub(crate) use contents::{Blame, Form, Mend, Record, Slot, State, quoted};
pub use field::{Field, Kind};
pub(crate) use file::kind_of_file;
pub(crate) use suggest::{Likeness, nearest};
