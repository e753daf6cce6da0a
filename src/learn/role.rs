use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::format::table::NamedRole;
use crate::format::table::profile::Role;
use crate::source::named_enum;

named_enum! {
    /// What a column of a statement means, in the words of `--set`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ColumnRole {
        /// The booking date.
        BookedAt = "booked-at",
        /// The value date.
        ValutaAt = "valuta-at",
        /// The date of the purchase.
        PurchasedAt = "purchased-at",
        /// Amounts of both directions, with a sign or beside a word for the direction.
        Amount = "amount",
        /// Money out.
        Debit = "debit",
        /// Money in.
        Credit = "credit",
        /// A word for the direction.
        Direction = "direction",
        /// A fee that is not part of the amount.
        Fee = "fee",
        /// The balance of the account.
        Balance = "balance",
        /// The currency.
        Currency = "currency",
        /// The account, as an IBAN.
        Iban = "iban",
        /// The bank's own number of the account.
        Account = "account",
        /// The bank's own id of the transaction.
        TransactionId = "transaction-id",
        /// Part of the text.
        Text = "text",
        /// Nothing that a transaction has.
        Other = "other",
    }
    /// Returns the name, as `--set` takes it and profiles write it.
    as_str
}

/// A name that no role has. Its text says which roles there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnRoleError(String);

impl fmt::Display for ColumnRoleError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = ColumnRole::ALL.iter().map(|role| role.as_str()).collect();
        let names = names.join(", ");
        write!(
            formatter,
            "there is no role {:?}; the roles are {names}",
            self.0
        )
    }
}

impl Error for ColumnRoleError {}

impl FromStr for ColumnRole {
    type Err = ColumnRoleError;

    fn from_str(name: &str) -> Result<Self, ColumnRoleError> {
        Self::parse(name)
    }
}

impl ColumnRole {
    /// Returns the role of a name.
    ///
    /// ```
    /// use universal_accounting::learn::ColumnRole;
    ///
    /// assert_eq!(ColumnRole::parse("booked-at"), Ok(ColumnRole::BookedAt));
    /// let refused = ColumnRole::parse("date").unwrap_err();
    /// assert!(refused.to_string().starts_with("there is no role \"date\"; the roles are booked-at, "));
    /// ```
    ///
    /// # Errors
    ///
    /// No role has the name.
    pub fn parse(name: &str) -> Result<Self, ColumnRoleError> {
        let mut all = Self::ALL.iter().copied();
        let found = all.find(|role| role.as_str() == name);
        found.ok_or_else(|| ColumnRoleError(name.to_owned()))
    }

    /// Returns what the column has, for people.
    pub(super) const fn description(self) -> &'static str {
        match self {
            Self::BookedAt => "the booking date",
            Self::ValutaAt => "the value date",
            Self::PurchasedAt => "the date of the purchase",
            Self::Amount => "the amount",
            Self::Debit => "money out",
            Self::Credit => "money in",
            Self::Direction => "the direction",
            Self::Fee => "a fee beside the amount",
            Self::Balance => "the balance",
            Self::Currency => "the currency",
            Self::Iban => "the IBAN of the account",
            Self::Account => "the number of the account",
            Self::TransactionId => "the bank's id of the transaction",
            Self::Text => "a part of the text",
            Self::Other => "nothing that a transaction has",
        }
    }

    /// Whether a date has this role.
    pub(super) const fn is_date(self) -> bool {
        matches!(self, Self::BookedAt | Self::ValutaAt | Self::PurchasedAt)
    }

    /// Whether the role is about what a row moves.
    pub(super) const fn is_amount(self) -> bool {
        matches!(
            self,
            Self::Amount | Self::Debit | Self::Credit | Self::Direction | Self::Fee | Self::Balance
        )
    }

    pub(super) const fn of_named(role: NamedRole) -> Self {
        match role {
            NamedRole::Amount => Self::Amount,
            NamedRole::Debit => Self::Debit,
            NamedRole::Credit => Self::Credit,
            NamedRole::Direction => Self::Direction,
            NamedRole::Fee => Self::Fee,
            NamedRole::Of(role) => match role {
                Role::Iban => Self::Iban,
                Role::Account | Role::Card => Self::Account,
                Role::Currency => Self::Currency,
                Role::PurchasedAt => Self::PurchasedAt,
                Role::ValutaAt => Self::ValutaAt,
                Role::BookedAt => Self::BookedAt,
                Role::Balance => Self::Balance,
                Role::TransactionId => Self::TransactionId,
                Role::Text => Self::Text,
                _ => Self::Other,
            },
        }
    }
}

named_enum! {
    /// What a role rests on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Basis {
        /// The balances of all rows, and dates that change in one direction.
        Proved = "proved",
        /// A name that built-in profiles use, or the values of the column.
        Suggested = "suggested",
        /// The answers of the caller.
        Given = "given",
        /// Nothing yet.
        Open = "open",
    }
    /// Returns the name in machine-readable output.
    as_str
}
