//! Detects the format of a bank's statement and converts the statement to transactions.

mod convert;
mod decoding;
mod detect;
mod options;
mod profile;
pub(crate) mod rules;
#[cfg_attr(not(feature = "internals"), allow(unreachable_pub, unused_imports, reason = "`internals` exports it"))]
pub(crate) mod table;

pub use convert::{convert, convert_to};
pub use detect::{Candidate, detect};
pub use options::{Format, Options};
pub use profile::{Evidence, Profile};
