//! Records of named fields, from JSON, from tables and from statements, and the rules of their single values.
//!
//! A [`FieldTable`] lists the fields of a kind of record. Every reader fills a [`Record`] through such a table, so one set of rules serves
//! every source.

mod check;
mod define;
mod duplicates;
mod field;
mod list;
mod nested;
mod normalize;
mod object;
mod quote;
mod read;
mod record_rules;
pub(crate) mod rules;
mod similarity;
mod slots;
mod typed;
mod violation;

pub(crate) use check::{
    OMIT_HINT, check_values, currency_withdrawn, is_clean, is_clean_unescaped,
    is_clean_without_card_search, is_valid_or_safely_fixable, original_incomplete, uid_fault,
};
pub(crate) use define::{choice, constructor, field_type, parse_field, record, written_value};
pub(crate) use duplicates::{Duplicate, DuplicateFinder, Scope};
pub use field::{Field, FieldKind, FieldTable, Limit, Presence};
pub(crate) use field::{JsonType, MAX_FIELDS, index_of};
pub(crate) use list::{
    ListRules, ListSpec, ListSummary, OpenedList, RecordIds, read_list, reject_surplus,
};
pub(crate) use nested::{
    MemberReader, NestedFastReader, NestedRecord, NestedRules, NestedTables, ObjectWriter,
    nested_kind, nested_limit, nested_record, nested_slot, nested_type, push_nested_list,
    push_nested_value, read_nested_value, serialize_nested,
};
pub use normalize::Normalizer;
pub(crate) use normalize::{CanonicalRanges, canonical_value};
pub(crate) use object::{LazyMembers, ObjectReader, next_element};
pub(crate) use quote::{push_quoted, push_unescaped, quoted};
#[cfg(test)]
pub(crate) use read::PAYLOADS;
pub(crate) use read::{
    Brand, CheckedFile, Document, DocumentReader, check_documents, check_documents_with,
    check_file, deserialize_record, find_wrong_payload, json_type, kind_of_file, read_object,
    serde_error,
};
#[cfg(test)]
pub(crate) use record_rules::{
    FALLBACKS, TEST_RULE, check_test_rule, with_test_rule, without_rule,
};
pub(crate) use record_rules::{RecordRules, is_disabled, record_rules};
pub(crate) use similarity::{Difference, nearest};
pub(crate) use slots::Record;
pub(crate) use typed::{FieldValue, TextVisitor, TypedRecord, push_list, push_object};
pub(crate) use violation::{Fields, ValueFix, Violation};
