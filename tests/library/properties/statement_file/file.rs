//! A statement as a file, with what its balances prove.

use universal_accounting::transactions::Transaction;

/// The rows of a booking in a file: its row and the rows of its details.
#[derive(Debug, Clone)]
pub(crate) struct Chunk {
    pub(crate) text: String,
    /// The index of the booking in the statement.
    pub(crate) booking: usize,
    pub(crate) details: usize,
    /// The transaction that it must be converted to, without a derived id.
    pub(crate) expected: Option<Transaction>,
}

/// A statement as a file.
#[derive(Debug, Clone)]
pub(crate) struct File {
    pub(crate) head: String,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) tail: String,
    pub(crate) proof: Proof,
}

/// What the balances of a file prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Proof {
    /// The number of balances that can be compared with the one before.
    pub(crate) compared: usize,
    /// The number of bookings that balances confirm.
    pub(crate) confirmed: usize,
    /// Whether the oldest balance is that of a row that is no transaction.
    pub(crate) begins_with_skipped: bool,
}

impl File {
    pub(crate) fn text(&self) -> String {
        let chunks: String = self
            .chunks
            .iter()
            .map(|chunk| chunk.text.as_str())
            .collect();
        format!("{}{chunks}{}", self.head, self.tail)
    }
}
