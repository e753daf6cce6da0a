//! The contract as a whole: the only room that sees every slice.

mod rules;

pub use rules::{rule, rules};
