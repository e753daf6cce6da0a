//! Journal exports: the business transactions that the service has booked, with their journal entries.
//!
//! [`check()`] finds all faults of an export, [`read()`] builds typed values, [`normalize()`] applies fixes, and [`write()`] writes canonical JSON.
//!
//! An export is received, never sent. What its publisher does not state is never an error here, and unknown fields are kept.

mod balance;
mod check;
pub(crate) mod detect;
mod exported_file;
mod file_names;
mod files;
mod ids;
mod model;
mod read;
mod record_rules;
pub(crate) mod rules;
pub(crate) mod single_entries;

pub(crate) use check::{JournalFile, NORMALIZER};
pub use check::{check, normalize};
pub use exported_file::{ExportedFile, FileContent};
pub use file_names::FileNames;
pub use files::files;
pub use model::{
    Address, BillingPeriod, Contact, Dimension, Entry, File, Invoice, JournalRecord, Line,
    LineAccount, LineTax, Side,
};
pub(crate) use read::read_file;
pub use read::{JournalReading, read, write, write_with_brand};
