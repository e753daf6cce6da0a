//! Statements of one account: laws on generated accounts, and files that would double or lose money in silence.

mod account;
mod doubled;
mod faults;
mod issued;
mod laws;
mod outcome;
