//! Records that hold other records: their definition, and how their values are built and written.

mod build;
mod define;

#[cfg(feature = "serde")]
pub(crate) use build::serialize_nested;
pub(crate) use build::{MemberReader, NestedRecord, ObjectWriter, push_nested_list};
pub(crate) use define::{
    nested_kind, nested_limit, nested_record, nested_slot, nested_type, push_nested_value, read_nested_value,
};
