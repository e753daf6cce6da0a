use crate::format::table::NamedRole;
use crate::format::table::profile::Role;

/// What a column of a statement means, in the words of `--set`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnRole {
    /// The booking date.
    BookedAt,
    /// The value date.
    ValutaAt,
    /// The date of the purchase.
    PurchasedAt,
    /// Amounts of both directions, with a sign or beside a word for the direction.
    Amount,
    /// Money out.
    Debit,
    /// Money in.
    Credit,
    /// A word for the direction.
    Direction,
    /// A fee that is not part of the amount.
    Fee,
    /// The balance of the account.
    Balance,
    /// The currency.
    Currency,
    /// The account, as an IBAN.
    Iban,
    /// The bank's own number of the account.
    Account,
    /// The bank's own id of the transaction.
    TransactionId,
    /// Part of the text.
    Text,
    /// Nothing that a transaction has.
    Other,
}

impl ColumnRole {
    /// All roles, with their names.
    const NAMES: [(Self, &'static str); 15] = [
        (Self::BookedAt, "booked-at"),
        (Self::ValutaAt, "valuta-at"),
        (Self::PurchasedAt, "purchased-at"),
        (Self::Amount, "amount"),
        (Self::Debit, "debit"),
        (Self::Credit, "credit"),
        (Self::Direction, "direction"),
        (Self::Fee, "fee"),
        (Self::Balance, "balance"),
        (Self::Currency, "currency"),
        (Self::Iban, "iban"),
        (Self::Account, "account"),
        (Self::TransactionId, "transaction-id"),
        (Self::Text, "text"),
        (Self::Other, "other"),
    ];

    /// Returns the name, as `--set` takes it and profiles write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let mut names = Self::NAMES.iter();
        names
            .find(|(role, _)| *role == self)
            .map_or("", |(_, name)| name)
    }

    /// Returns the role of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let mut names = Self::NAMES.iter();
        names
            .find(|(_, known)| *known == name)
            .map(|(role, _)| *role)
    }

    /// Returns the names of all roles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::NAMES.iter().map(|(_, name)| *name)
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

/// What a role rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Basis {
    /// The balances of all rows, and dates that change in one direction.
    Proved,
    /// A name that built-in profiles use, or the values of the column.
    Suggested,
    /// The answers of the caller.
    Given,
    /// Nothing yet.
    Open,
}

impl Basis {
    /// Returns the name in machine-readable output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Suggested => "suggested",
            Self::Given => "given",
            Self::Open => "open",
        }
    }
}
