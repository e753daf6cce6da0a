//! The values of the contract, each parsed into a type that can only hold a valid one.

mod currency;
mod date;
mod date_guess;
mod withdrawn;

pub use currency::{Currency, CurrencyFault, CurrencyStatus, Withdrawal};
pub use date::{Date, DateFault};
