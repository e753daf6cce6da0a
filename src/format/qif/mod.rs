//! Registers of accounts in QIF, the interchange format of Quicken.

mod amounts;
mod convert;
mod dates;
mod entry;
mod outline;
mod private_values;
mod reader;
mod records;

pub(super) use convert::convert;
pub(super) use private_values::find_private_values;
