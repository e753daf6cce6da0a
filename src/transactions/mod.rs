//! Financial transactions: payloads to import, and the service's answer to an import.
//!
//! [`check()`] finds all faults of a payload, [`read()`] builds typed values, [`normalize()`] applies fixes, and [`write()`] writes canonical
//! JSON. [`read_result`] reads the service's answer.

mod check;
mod model;
mod read;
mod record_rules;
mod reference_id;
mod references;
mod result;
pub(crate) mod rules;
mod years;

pub use crate::report::RecordPosition;
pub use check::{MAX_TRANSACTIONS, check, normalize};
pub(crate) use check::{NORMALIZER, PAYLOAD};
pub(crate) use model::field_index;
pub use model::{CreditDebit, Transaction};
pub use read::{TransactionsReading, read, write};
pub(crate) use read::{cells, read_each, read_file};
pub(crate) use record_rules::{TransactionRules, check_record, is_value_date_far};
pub(crate) use reference_id::{
    BookingKey, ReferenceId, first_half, parse_occurrence, push_booking, push_occurrence, push_part,
};
pub use references::ReferenceKind;
pub(crate) use references::{END_TO_END, INVOICE, MANDATE, References};
pub use result::{ImportResult, check_result, read_result, write_result};
