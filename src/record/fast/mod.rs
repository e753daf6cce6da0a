//! The fast path: reads objects in one pass as long as there is nothing to report.

mod member;
mod reader;

pub(crate) use member::LazyMembers;
pub(crate) use reader::{FastReader, next_element};
