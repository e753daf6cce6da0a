use rust_decimal::Decimal;

use crate::configuration::json_enum;
use crate::source::{Span, named_enum};
use crate::value::{Currency, Date};

named_enum! {
    /// Whether the balances of a statement reconcile with its entries.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum BalanceStatus {
        /// Balances confirm every transaction, no other row takes part in them, and nothing that the file prints contradicts them.
        Proved = "proved",
        /// Nothing contradicts the balances, but they don't confirm every transaction.
        Partly = "partly",
        /// A balance, a count or a total of the file contradicts the transactions.
        Broken = "broken",
        /// There are no two balances to compare.
        #[default]
        None = "none",
    }
    /// The name in machine-readable output.
    as_str
}

impl BalanceStatus {
    /// Returns the status if something else than the balances keeps them from proving the transactions.
    pub(crate) const fn unproved(self) -> Self {
        match self {
            Self::Proved => Self::Partly,
            other => other,
        }
    }

    /// Returns the status of two statements together.
    pub(crate) const fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Broken, _) | (_, Self::Broken) => Self::Broken,
            (Self::Proved, Self::Proved) => Self::Proved,
            (Self::None, Self::None) => Self::None,
            _ => Self::Partly,
        }
    }
}

/// A balance that a statement states apart from its entries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatedBalance {
    pub(crate) balance: Decimal,
    /// The currency that the statement states with the balance.
    pub(crate) currency: Option<Currency>,
    /// The day of the balance, if the statement states it.
    pub(crate) day: Option<Date>,
    pub(crate) span: Span,
}

impl StatedBalance {
    /// Whether two balances of a kind can't both be right: they have the same currency and day, and differ.
    pub(crate) fn contradicts(&self, other: &Self) -> bool {
        let is_same = self.currency == other.currency && self.day == other.day;
        is_same && self.balance != other.balance
    }
}

json_enum! {
    /// The order of the rows of a file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum RowOrder {
        /// The newest entry comes first.
        #[default]
        NewestFirst = "newest-first",
        /// The oldest entry comes first.
        OldestFirst = "oldest-first",
    }
}

json_enum! {
    /// Which rows a running balance includes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum BalanceGranularity {
        /// The balance of a row is the balance after this row.
        #[default]
        PerRow = "per-row",
        /// Adjacent rows with the same balance are a batch, and their balance is the balance after the whole batch.
        PerBatch = "per-batch",
    }
}

json_enum! {
    /// A kind of balance that a statement states.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum BalanceKind {
        /// The balance before the first entry.
        Opening = "opening",
        /// The balance after the last entry.
        Closing = "closing",
    }
}

named_enum! {
    /// Why no balance confirms a transaction.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum UnconfirmedReason {
        /// A balance contradicts it.
        Broken = "broken",
        /// A row beside it can't be read.
        Unreadable = "unreadable-row",
        /// The same balance includes a row that is not exported.
        Unexported = "unexported-row",
        /// The balance before the oldest row is unknown.
        NoOpeningBalance = "no-opening-balance",
        /// The balance after the newest row is unknown.
        NoClosingBalance = "no-closing-balance",
        /// The rows of the account have no balances.
        NoBalance = "no-balance",
    }
    /// The name in machine-readable output.
    as_str
}

/// Reads a balance that the caller gives: digits with at most one point, and a minus before a negative one.
///
/// # Errors
///
/// What to write instead.
pub(crate) fn parse_balance(text: &str) -> Result<Decimal, &'static str> {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
    let balance = Decimal::from_str_exact(text).ok().filter(|_| is_plain);
    balance.ok_or("write the balance as digits with at most one point, such as 1234.50 or -20")
}

/// Adjacent transactions that no balance confirms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnconfirmedRows {
    /// The line of the first of them.
    pub first_line: usize,
    /// The line of the last of them.
    pub last_line: usize,
    /// The number of transactions. Lines between them may belong to other accounts.
    pub transactions: usize,
    /// Why no balance confirms them.
    pub reason: UnconfirmedReason,
}
