//! Records that hold other records: their definition, how their values are built and written, and the reader that checks a whole tree of them.

mod build;
mod define;
mod reader;

pub(crate) use build::{
    MemberReader, NestedRecord, ObjectWriter, push_nested_list, serialize_nested,
};
pub(crate) use define::{
    nested_kind, nested_limit, nested_record, nested_slot, nested_type, push_nested_value,
    read_nested_value,
};
pub(crate) use reader::{NestedFastReader, NestedRules, NestedTables};
