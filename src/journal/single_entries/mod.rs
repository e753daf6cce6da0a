//! The CSV of single entries: a row has a debit and a credit account. Its rows are read back into journal records.

mod header;
mod json;
mod read;
mod record;
mod rows;
pub(crate) mod rules;

pub(super) use header::is_single_entries;
pub(super) use read::check_single_entries;
pub use read::{SingleEntriesReading, read_single_entries};
