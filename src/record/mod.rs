//! The place where JSON and CSV meet: records of named fields with their text and place, and the rules of single values.
//!
//! A [`Field`] table says what a record may hold. Whoever reads a record goes through the table; from there on one set of
//! rules serves every source.

mod check;
mod contents;
mod field;
mod file;
mod keys;
mod plain;
mod quote;
pub(crate) mod rules;
mod suggest;
mod typed;

pub(crate) use check::{OR_LEAVE_OUT, check_values, check_withdrawn, fits, wrong_digits_of};
pub(crate) use contents::{Blame, Form, Mend, Record, Slot, State};
pub use field::{Field, Kind, Limit, Presence, Table};
pub(crate) use field::{JsonType, place};
pub(crate) use file::{decoded_file, kind_of_file};
pub(crate) use keys::{Keys, Repeated};
pub(crate) use plain::{PlainValues, is_plain_text};
pub(crate) use quote::{push_plain, push_quoted, quoted};
pub(crate) use suggest::{Likeness, nearest};
pub use typed::UnknownWord;
pub(crate) use typed::{
    FieldValue, Show, Texts, TypedRecord, choice, constructor, default, held, limit, presence, present, push_list,
    push_object, record, taken,
};
