//! Financial transactions (contract 2.3 and 4.3): fields, rules, typed values.

mod check;
mod fields;
mod model;
mod read;
pub(crate) mod rules;
mod write;

pub use check::{BATCH, check};
pub(crate) use check::{TransactionRecord, check_record};
pub use fields::FIELDS;
pub(crate) use fields::{
    ACCOUNT_IDENTIFIER, AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, PURCHASED_AT,
    TEXT, TRANSACTION_ID, VALUTA_AT,
};
pub use model::{CreditDebit, Transaction};
pub use read::{Reading, Rejected, read};
pub(crate) use write::Canonical;
pub use write::write;
