//! Statements in XML: the messages camt.052, camt.053 and camt.054 of ISO 20022, in all versions.
//!
//! The elements are found by their names, so one reader reads all versions. See <https://www.iso20022.org/iso-20022-message-definitions> for the messages.

mod amounts;
mod charges;
mod convert;
mod documents;
mod entry;
mod field;
mod message;
mod outline;
mod paths;
mod private_values;
mod raw_entry;
mod reader;
mod texts;
mod totals;
mod values;
mod walker;

pub(super) use convert::convert;
pub(super) use private_values::find_private_values;
