//! Financial transactions (contract 2.3 and 4.3).
//!
//! [`check()`] finds every fault of a payload, [`read()`] builds typed values, [`normalize()`] applies the fixes, [`write()`] writes canonical
//! JSON. [`read_result`] reads what the service answers to an import.

mod check;
mod model;
mod normalize;
mod read;
mod result;
pub(crate) mod rules;
mod write;

pub use check::{MAX_TRANSACTIONS, PAYLOAD, check};
pub(crate) use check::{TransactionRules, check_record};
pub(crate) use model::field_index;
pub use model::{CreditDebit, Transaction};
pub use normalize::normalize;
pub use read::{RecordPosition, RejectedRecord, TransactionsReading, read};
pub use result::{ImportResult, check_result, read_result, write_result};
pub use write::{cells, write};
