use std::error::Error;
use std::fmt;

use rust_decimal::Decimal;

use crate::base_data::AccountType;
use crate::source::named_enum;
use crate::value::{Currency, Date};

named_enum! {
    /// The program that reads a ledger.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Syntax {
        /// [hledger](https://hledger.org).
        Hledger = "hledger",
        /// [beancount](https://beancount.github.io).
        Beancount = "beancount",
    }
    /// Returns the name of the program.
    as_str
}

named_enum! {
    /// The kind of an account, which is the root of its name.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum AccountKind {
        /// What the organization owns.
        Asset = "asset",
        /// What the organization owes.
        Liability = "liability",
        /// What the owners hold.
        Equity = "equity",
        /// What the organization earns.
        Income = "income",
        /// What the organization spends.
        Expense = "expense",
    }
    /// Returns the kind as a word.
    as_str
}

impl AccountKind {
    /// The first segment of the names of accounts. hledger and beancount know these words.
    pub(in crate::export) const fn root(self) -> &'static str {
        match self {
            Self::Asset => "Assets",
            Self::Liability => "Liabilities",
            Self::Equity => "Equity",
            Self::Income => "Income",
            Self::Expense => "Expenses",
        }
    }
}

impl From<AccountType> for AccountKind {
    fn from(account_type: AccountType) -> Self {
        match account_type {
            AccountType::Asset => Self::Asset,
            AccountType::Liability => Self::Liability,
            AccountType::Expense => Self::Expense,
            AccountType::Revenue => Self::Income,
        }
    }
}

/// An account of a ledger. Two accounts that differ in anything are two accounts, and get different names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Account {
    /// The kind, which is the root of the name.
    pub kind: AccountKind,
    /// The segments below the root, from the top. Any text is allowed: the writer makes it valid.
    pub segments: Vec<String>,
}

impl Account {
    /// Creates an account from its kind and the segments of its name below the root.
    pub fn new<S: Into<String>>(kind: AccountKind, segments: impl IntoIterator<Item = S>) -> Self {
        Self {
            kind,
            segments: segments.into_iter().map(Into::into).collect(),
        }
    }
}

/// Whether a transaction is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It is expected (`!`).
    Pending,
    /// It is booked (`*`).
    Cleared,
}

/// A named value of a transaction or posting: a tag in hledger, metadata in beancount.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Tag {
    /// The name. The writer makes it valid, and adds a number where a name repeats.
    pub name: String,
    /// The value. A tag with an empty value is not written.
    pub value: String,
}

impl Tag {
    /// Creates a tag.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
        }
    }
}

/// An amount that is posted to an account: positive for a debit, negative for a credit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Posting {
    /// The account.
    pub account: Account,
    /// The amount, written with its decimals.
    pub amount: Decimal,
    /// The currency of the amount.
    pub currency: Currency,
    /// Named values.
    pub tags: Vec<Tag>,
}

impl Posting {
    /// Creates a posting without tags.
    #[must_use]
    pub const fn new(account: Account, amount: Decimal, currency: Currency) -> Self {
        Self {
            account,
            amount,
            currency,
            tags: Vec::new(),
        }
    }
}

/// A balance that an account is asserted to have at the end of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Balance {
    /// The account.
    pub account: Account,
    /// The day, at whose end the account has the balance.
    pub day: Date,
    /// The balance: positive if debits exceed credits.
    pub amount: Decimal,
    /// The currency of the balance. Other currencies of the account are not asserted.
    pub currency: Currency,
}

impl Balance {
    /// Creates a balance.
    #[must_use]
    pub const fn new(account: Account, day: Date, amount: Decimal, currency: Currency) -> Self {
        Self {
            account,
            day,
            amount,
            currency,
        }
    }
}

/// A transaction: postings of one day, whose sum in each currency is zero.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transaction {
    /// The day.
    pub day: Date,
    /// The status, if it is known.
    pub status: Option<Status>,
    /// The number of the document.
    pub code: Option<String>,
    /// The other party.
    pub payee: Option<String>,
    /// What the transaction is about.
    pub description: Option<String>,
    /// Named values.
    pub tags: Vec<Tag>,
    /// The postings.
    pub postings: Vec<Posting>,
}

impl Transaction {
    /// Creates a transaction without postings.
    #[must_use]
    pub const fn new(day: Date) -> Self {
        Self {
            day,
            status: None,
            code: None,
            payee: None,
            description: None,
            tags: Vec::new(),
            postings: Vec::new(),
        }
    }
}

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
