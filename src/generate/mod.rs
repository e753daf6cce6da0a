//! Input for the tests of others: values, payloads, payloads with a fault of a certain rule, statements of every bank.
//!
//! Feature `proptest`. What is generated is a function of a [`Tape`] of choices. [`strategy`] makes a strategy of proptest of it, which shrinks
//! towards what is plainest; a fuzzer makes a tape of its own bytes. Our own laws use the same.
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
//! With a fuzzer: `generate::transactions(&mut generate::Tape::new(data))`.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "what is written down here is right, and nothing else comes in"
)]

mod base_data;
mod statement;
mod tape;
mod transactions;

pub use base_data::{base_data, base_data_with_fault};
pub use statement::{Statement, statement};
pub use tape::{Choices, Tape, strategy};
pub use transactions::{
    Member, Payload, json_string, members, object, payload, text, transaction, transactions, transactions_with_fault,
};
