use std::error::Error;
use std::fmt;

use crate::value::Currency;

/// The reason why transactions can't be written as a ledger. `transaction` is the index of the transaction, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LedgerError {
    /// The postings of a transaction don't balance in a currency.
    Unbalanced {
        /// The index of the transaction.
        transaction: usize,
        /// The currency.
        currency: Currency,
    },
    /// A sum of a transaction has more digits than can be held exactly.
    TooLarge {
        /// The index of the transaction.
        transaction: usize,
        /// The currency.
        currency: Currency,
    },
}

impl fmt::Display for LedgerError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unbalanced {
                transaction,
                currency,
            } => {
                write!(
                    formatter,
                    "transaction {transaction}: the postings in {currency} don't balance"
                )
            }
            Self::TooLarge {
                transaction,
                currency,
            } => {
                write!(
                    formatter,
                    "transaction {transaction}: the sum in {currency} has more digits than can be held exactly"
                )
            }
        }
    }
}

impl Error for LedgerError {}
