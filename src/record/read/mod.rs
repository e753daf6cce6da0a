//! Records and payloads read from JSON in the general way, which tells of each fault why it is one.

mod document;
mod object;
#[cfg(feature = "serde")]
mod serde;
mod unknown_members;

#[cfg(feature = "serde")]
pub(crate) use self::serde::{deserialize_record, refusal};
pub(crate) use document::{Document, check_file, is_on_own_line, kind_of_file};
pub(crate) use object::{read_object, removal};
pub(crate) use unknown_members::UnknownMembers;
