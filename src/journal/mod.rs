//! Journal exports: the business transactions that the service has booked, with their journal entries.

mod model;
mod write;

pub use model::{
    Address, BillingPeriod, Contact, Dimension, Entry, File, Invoice, JournalRecord, Line, LineAccount, LineTax, Side,
};
pub use write::{write, write_with_brand};
