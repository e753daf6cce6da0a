//! The first transactions of a store that keeps them as JSON.

use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction};

/// Collects the first transactions of a store, and reads them.
#[derive(Debug)]
pub(super) struct FirstTransactions {
    left: usize,
    payload: String,
}

impl FirstTransactions {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            left: limit,
            payload: String::from("{\"transactions\":["),
        }
    }

    /// Adds a transaction in canonical JSON, unless there are enough.
    pub(super) fn add(&mut self, json: &str) {
        if let Some(left) = self.left.checked_sub(1) {
            self.left = left;
            if self.payload.ends_with('}') {
                self.payload.push(',');
            }
            self.payload.push_str(json);
        }
    }

    pub(super) fn read(mut self) -> Vec<Transaction> {
        self.payload.push_str("]}");
        transactions::read(self.payload.as_bytes(), &Policy::new()).values
    }
}
