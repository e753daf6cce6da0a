//! Generated input for property tests: values, payloads, payloads that break a certain rule, and statements of every bank.
//!
//! Needs the feature `proptest`. Every generated value is a function of [`Choices`]. [`strategy`] turns such a function into a proptest strategy,
//! which shrinks towards the simplest value. A fuzzer makes choices from its own bytes. The tests of this crate use the same functions.
//!
//! ```
//! use proptest::test_runner::TestRunner;
//! use universal_accounting::{generate, report::Policy, transactions};
//!
//! let payloads = generate::strategy(generate::transactions);
//! TestRunner::default().run(&payloads, |payload| {
//!     let reading = transactions::read(payload.json.as_bytes(), &Policy::new());
//!     assert_eq!(reading.values, payload.value);
//!     Ok(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With a fuzzer: `generate::transactions(&mut generate::Choices::new(data))`.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "the values in these modules are constants that are known to be valid"
)]

mod base_data;
mod choices;
mod journal;
mod statement;
mod transactions;

pub use base_data::{base_data, base_data_with_fault};
pub use choices::{ChoiceBytes, Choices, strategy};
pub use journal::{journal, journal_with_fault};
pub use statement::{GeneratedStatement, statement};
pub use transactions::{
    ObjectMember, Payload, json_members, json_object, json_payload, json_string, text, transaction,
    transactions, transactions_with_fault,
};
