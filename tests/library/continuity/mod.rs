//! Statements of one account: laws on generated accounts, and files that would double or lose money in silence.

pub(crate) mod account;
mod doubled;
mod faults;
pub(crate) mod issued;
mod laws;
mod outcome;
