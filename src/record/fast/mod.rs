//! The fast path: objects are read in one go as long as there is nothing to report.

mod member;
mod reader;

pub(crate) use member::Members;
pub(crate) use reader::{FastReader, element_behind};
