//! The first transactions of a store that keeps them as JSON.

use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction};

/// Collects the first transactions of a store, and reads them.
#[derive(Debug)]
pub(super) struct FirstTransactions {
    limit: usize,
    count: usize,
    payload: String,
}

impl FirstTransactions {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            count: 0,
            payload: String::from("{\"transactions\":["),
        }
    }

    /// Adds a transaction in canonical JSON, unless there are enough.
    pub(super) fn add(&mut self, json: &str) {
        if self.count < self.limit {
            self.count += 1;
            if self.count > 1 {
                self.payload.push(',');
            }
            self.payload.push_str(json);
        }
    }

    /// Returns `None` if one of them can't be read.
    pub(super) fn read(mut self) -> Option<Vec<Transaction>> {
        self.payload.push_str("]}");
        let transactions = transactions::read(self.payload.as_bytes(), &Policy::new()).values;
        (transactions.len() == self.count).then_some(transactions)
    }
}
