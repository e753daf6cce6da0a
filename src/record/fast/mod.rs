//! The fast path: reads objects in one pass as long as there is nothing to report, or only findings to count.

mod faulty;
mod member;
mod reader;

pub(crate) use faulty::FaultyObject;
pub(crate) use member::LazyMembers;
pub(crate) use reader::{FastReader, next_element};
