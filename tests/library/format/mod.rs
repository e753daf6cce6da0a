//! Bank statements: our own files in every format, damaged files, ids, and the reader of tables.

mod batches;
mod camt;
mod contradictions;
mod damaged;
mod elements;
mod every_profile;
pub(crate) mod fixtures;
mod formats;
pub(crate) mod identity;
mod message_ids;
mod mt940;
mod ofx;
mod payments;
mod qif;
mod reports;
mod rows;
mod single_entries;
mod table;
mod truncated;
pub(crate) mod workbook;
