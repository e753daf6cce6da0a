//! Statements in OFX, in the form of SGML (1.x) and of XML (2.x). QFX and QBO are OFX with elements of their own.

mod convert;
mod entry;
mod outline;
mod private_values;
mod reader;
mod tokens;
mod values;
mod walker;
mod words;

pub(super) use convert::convert;
pub(super) use private_values::find_private_values;
