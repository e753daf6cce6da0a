use std::fmt;

use super::ledger::AccountKind;
use crate::base_data::BaseData;

/// What an export is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JournalTarget {
    /// The service's CSV of single entries: each row has an amount, a debit account and a credit account.
    SingleEntries {
        /// Whether an entry without a published pairing is written as rows with one side each. Otherwise it is refused.
        collective: bool,
    },
    /// A CSV table with a row for each line, for any program that imports tables.
    Table,
    /// A plain-text ledger for [hledger](https://hledger.org).
    Hledger,
    /// A plain-text ledger for [beancount](https://beancount.github.io).
    Beancount,
    /// A table for the double-entry import of [Banana Accounting](https://www.banana.ch/doc/en/node/9947).
    Banana,
}

impl JournalTarget {
    /// All formats, in the order in which they are offered.
    pub const ALL: &[Self] = &[
        Self::SingleEntries { collective: false },
        Self::Table,
        Self::Hledger,
        Self::Beancount,
        Self::Banana,
    ];

    /// Returns the name of the format.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SingleEntries { .. } => "single-entries",
            Self::Table => "table",
            Self::Hledger => "hledger",
            Self::Beancount => "beancount",
            Self::Banana => "banana",
        }
    }

    /// Returns a sentence about the format.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::SingleEntries { .. } => {
                "The CSV of the accounting service, in which each row has a debit account and a credit account."
            }
            Self::Table => "A CSV table with a row for each line of the journal.",
            Self::Hledger => "A journal for hledger.",
            Self::Beancount => "A ledger for beancount.",
            Self::Banana => "A table for the import of Banana Accounting.",
        }
    }
}

impl fmt::Display for JournalTarget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// Settings of an export.
///
/// ```
/// use universal_accounting::export::{JournalExportOptions, ledger::AccountKind};
///
/// let mut options = JournalExportOptions::new();
/// options.default_kind = Some(AccountKind::Expense);
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct JournalExportOptions<'b> {
    /// The base data of the organization. It has the names and types of accounts, and the codes of cost centers and projects.
    pub base_data: Option<&'b BaseData>,
    /// The kind of accounts in a ledger whose type is not known from base data. Without it, they are below `Equity:Unclassified`.
    pub default_kind: Option<AccountKind>,
    /// What stands in the place of `service` in the names of fields and columns.
    pub brand: Option<String>,
}

impl JournalExportOptions<'_> {
    /// Creates settings without base data.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}
