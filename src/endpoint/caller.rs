use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Who sends a request (contract 5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// One who sent no credentials, or none of the scheme `Bearer`.
    Anonymous,
    /// One whose credentials are not known.
    Unknown,
    /// One who is known.
    Known {
        /// The organization that the caller belongs to. Of others nothing is seen.
        organization: Organization,
        /// What the caller may do there.
        scopes: Vec<Scope>,
    },
}

impl Caller {
    /// One who may do everything in an organization.
    #[must_use]
    pub fn with_every_scope(organization: Organization) -> Self {
        Self::Known { organization, scopes: Scope::ALL.to_vec() }
    }
}

/// The name of an organization, whose data nobody else sees: 1 to 63 lower-case letters, digits and hyphens of ASCII, no hyphen first or last.
///
/// The contract doesn't name organizations; this one can stand in a path, in the name of a file and in a host, and no two of them are
/// one where case doesn't count.
///
/// ```
/// use universal_accounting::endpoint::Organization;
///
/// assert_eq!(Organization::parse("muster-ag")?.as_str(), "muster-ag");
/// assert!(Organization::parse("Muster AG").is_err());
/// # Ok::<(), universal_accounting::endpoint::OrganizationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Organization(String);

/// A text that names no organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrganizationError;

impl Organization {
    /// Reads a name.
    pub fn parse(text: &str) -> Result<Self, OrganizationError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let fits = (1..=63).contains(&text.len()) && text.bytes().all(plain);
        let bare = !text.starts_with('-') && !text.ends_with('-');
        if fits && bare { Ok(Self(text.to_owned())) } else { Err(OrganizationError) }
    }

    /// The one in whose name a service is tried out.
    #[must_use]
    pub fn sandbox() -> Self {
        Self("sandbox".to_owned())
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Organization {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}

impl fmt::Display for OrganizationError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "an organization is named by 1 to 63 lower-case letters, digits and hyphens, with no hyphen first or last, as in muster-ag",
        )
    }
}

impl Error for OrganizationError {}

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
pub struct UnknownScopeError;

impl fmt::Display for UnknownScopeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this is no scope of the service; scopes begin with `api:`, as in api:base-data:read")
    }
}

impl Error for UnknownScopeError {}

impl FromStr for Scope {
    type Err = UnknownScopeError;

    fn from_str(text: &str) -> Result<Self, UnknownScopeError> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text).ok_or(UnknownScopeError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_safe_in_paths() {
        for name in ["a", "muster-ag", "1", Organization::sandbox().as_str(), &"a".repeat(63)] {
            assert_eq!(Organization::parse(name).map(|one| one.to_string()), Ok(name.to_owned()));
        }
        for name in ["", "-a", "a-", "A", "a b", "a/b", "..", "a.b", "ä", "a\0", &"a".repeat(64)] {
            assert_eq!(Organization::parse(name), Err(OrganizationError), "{name:?}");
        }
    }
}
