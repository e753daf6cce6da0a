//! The place where JSON and CSV meet: records of named fields with their text and place, and the rules of single values.
//!
//! A [`Field`] table says what a record may hold. Whoever reads a record goes through the table; from there on one set of
//! rules serves every source.

mod check;
mod contents;
mod define;
mod duplicates;
mod fast;
mod field;
mod list;
mod normalize;
mod quote;
mod read;
pub(crate) mod rules;
mod suggest;
mod together;
mod typed;
mod view;

pub(crate) use check::{
    OR_LEAVE_OUT, check_values, currency_withdrawn, fits, is_clean, is_clean_without_card, wrong_digits_of,
};
pub(crate) use contents::{Mend, Record, Remark, Slot, State};
pub use define::UnknownWordError;
pub(crate) use define::{choice, constructor, held, present, record, taken};
pub(crate) use duplicates::{DuplicateFinder, Repeated};
pub(crate) use fast::Members;
pub use field::{Field, Kind, Limit, Presence, Table};
pub(crate) use field::{JsonType, MAX_FIELDS, place};
pub(crate) use list::{Found, ListKind, ListRead, ListRules, Names, Part, read_list};
pub(crate) use normalize::{Runs, normalize};
pub(crate) use quote::{push_plain, push_quoted, quoted};
pub(crate) use read::{Document, check_file, kind_of_file, read_object};
#[cfg(feature = "serde")]
pub(crate) use read::{deserialize_record, refusal};
pub(crate) use suggest::{Likeness, nearest};
#[cfg(test)]
pub(crate) use together::{ADDED_IN_TEST, HANDED_OVER, added_in_test, with_added, without};
pub(crate) use together::{RecordRules, is_off, record_rules};
pub(crate) use typed::{FieldValue, Show, Texts, TypedRecord, push_list, push_object};
pub(crate) use view::{Fields, ListedFields};
