//! Registers of accounts in QIF, the interchange format of Quicken.

mod amounts;
mod convert;
mod dates;
mod entry;
mod fields;
mod outline;
mod reader;
mod records;

pub(super) use convert::convert;
pub(super) use fields::find_fields;
