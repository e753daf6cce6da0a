//! Converts the items of a statement in any format, which a reader yields, into transactions.

mod booking;
mod convert;
mod ids;
mod items;
mod state;
mod statements;

pub(crate) use convert::{StatementSource, convert_statements};
