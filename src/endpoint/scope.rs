use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// What a caller may do (contract 5; those for documents and transactions: decisions, credentials).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Scope {
    /// Export base data.
    BaseDataRead,
    /// Update base data.
    BaseDataUpdate,
    /// Download files of exported documents.
    DocumentsReadExported,
    /// Create documents.
    DocumentsCreate,
    /// Import transactions.
    TransactionsCreate,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::BaseDataRead,
        Self::BaseDataUpdate,
        Self::DocumentsReadExported,
        Self::DocumentsCreate,
        Self::TransactionsCreate,
    ];

    /// The scope as OAuth names it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BaseDataRead => "api:base-data:read",
            Self::BaseDataUpdate => "api:base-data:update",
            Self::DocumentsReadExported => "api:documents:read-exported",
            Self::DocumentsCreate => "api:documents:create",
            Self::TransactionsCreate => "api:transactions:create",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A text that is no scope of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownScope;

impl fmt::Display for UnknownScope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this is no scope of the service; scopes begin with `api:`, as in api:base-data:read")
    }
}

impl Error for UnknownScope {}

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text).ok_or(UnknownScope)
    }
}
