//! Reads objects in one pass, as long as their syntax is what the reader expects.

mod members;
mod reader;

pub(crate) use members::LazyMembers;
pub(crate) use reader::{ObjectReader, next_element};
