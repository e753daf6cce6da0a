//! Comparisons with base data: what journals and transactions name, and base data does not have or has otherwise.
//!
//! [`journal()`] and [`transactions()`] compare typed values. [`check_journal`] and [`check_transactions`] check a file and compare its records, in one
//! report whose findings point into the file.
//!
//! Every rule is a warning. No contract states that a journal has only the accounts of one base data file, and a file may be older than the journal.

mod check;
mod journal;
mod keys;
mod mismatch;
pub(crate) mod rules;
mod transactions;

pub use check::{check_journal, check_transactions};
pub use journal::journal;
pub use mismatch::{KnownRecord, Mismatch};
pub use transactions::transactions;
