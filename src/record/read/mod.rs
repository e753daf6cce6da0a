//! The general reader of records and payloads in JSON, which reports the reason of every fault.

mod brand;
mod document;
mod object;
mod unknown_members;
mod wrong_payload;

pub(crate) use brand::Brand;
pub(crate) use document::{
    CheckedFile, Document, DocumentReader, check_documents, check_documents_with, check_file,
    is_on_own_line, json_type, kind_of_file,
};
pub(crate) use object::{deserialize_record, find_field, read_object, serde_error};
pub(crate) use unknown_members::UnknownMembers;
#[cfg(test)]
pub(crate) use wrong_payload::PAYLOADS;
pub(crate) use wrong_payload::find_wrong_payload;
