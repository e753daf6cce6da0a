//! The five endpoints of the service, their scopes, and the callers.
//!
//! ```
//! use universal_accounting::endpoint::{Endpoint, Scope};
//!
//! let import = Endpoint::ImportTransactions;
//! assert_eq!((import.method(), import.path()), ("POST", "/api/public/v1/transactions"));
//! assert_eq!(import.scope(), Scope::TransactionsCreate);
//! assert_eq!(import.success_status(), 201);
//! assert_eq!("api:base-data:read".parse(), Ok(Scope::BaseDataRead));
//! ```

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// An endpoint of the service: a method on a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Endpoint {
    /// Replace the organization's base data.
    UpdateBaseData,
    /// Export the organization's base data.
    ExportBaseData,
    /// Create a document from an uploaded file.
    CreateDocument,
    /// Import transactions.
    ImportTransactions,
    /// Download a file of an exported document.
    DownloadFile,
}

impl Endpoint {
    /// Iterates over all endpoints, in the order of the service's contract.
    pub fn all() -> impl Iterator<Item = Self> {
        [
            Self::UpdateBaseData,
            Self::CreateDocument,
            Self::ImportTransactions,
            Self::ExportBaseData,
            Self::DownloadFile,
        ]
        .into_iter()
    }

    /// Returns the HTTP method.
    #[must_use]
    pub const fn method(self) -> &'static str {
        match self {
            Self::UpdateBaseData => "PATCH",
            Self::CreateDocument | Self::ImportTransactions => "POST",
            Self::ExportBaseData | Self::DownloadFile => "GET",
        }
    }

    /// Returns the path below the base URL; `:id` is a placeholder for the identifier of a file.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::UpdateBaseData | Self::ExportBaseData => "/api/public/v1/base-data",
            Self::CreateDocument => "/api/public/v1/documents/document",
            Self::ImportTransactions => "/api/public/v1/transactions",
            Self::DownloadFile => "/api/public/v1/documents/files/:id/download",
        }
    }

    /// Returns the `operationId` in OpenAPI, such as `importTransactions`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UpdateBaseData => "updateBaseData",
            Self::ExportBaseData => "exportBaseData",
            Self::CreateDocument => "createDocument",
            Self::ImportTransactions => "importTransactions",
            Self::DownloadFile => "downloadFile",
        }
    }

    /// Returns whether a request has a body. Every body is JSON.
    #[must_use]
    pub const fn has_json_body(self) -> bool {
        !matches!(self, Self::ExportBaseData | Self::DownloadFile)
    }

    /// Returns the scope that the caller needs.
    #[must_use]
    pub const fn scope(self) -> Scope {
        match self {
            Self::UpdateBaseData => Scope::BaseDataUpdate,
            Self::ExportBaseData => Scope::BaseDataRead,
            Self::CreateDocument => Scope::DocumentsCreate,
            Self::ImportTransactions => Scope::TransactionsCreate,
            Self::DownloadFile => Scope::DocumentsReadExported,
        }
    }

    /// Returns the status of a success.
    #[must_use]
    pub const fn success_status(self) -> u16 {
        let [success, ..] = self.statuses() else {
            return 200;
        };
        *success
    }

    /// Returns the statuses of the responses, with the status of a success first. 503 is possible
    /// everywhere, and 413 and 415 for a body; they are not in the list.
    #[must_use]
    pub const fn statuses(self) -> &'static [u16] {
        match self {
            Self::UpdateBaseData | Self::CreateDocument => &[200, 400, 401, 403],
            Self::ImportTransactions => &[201, 400, 401, 403],
            Self::ExportBaseData | Self::DownloadFile => &[200, 401, 403, 404],
        }
    }
}

/// The sender of a request.
///
/// ```
/// use universal_accounting::endpoint::{Caller, Organization, Scope};
///
/// let organization = Organization::parse("muster-ag")?;
/// let bookkeeper = Caller::Known { organization, scopes: vec![Scope::TransactionsCreate] };
/// assert_ne!(bookkeeper, Caller::Anonymous);
/// # Ok::<(), universal_accounting::endpoint::OrganizationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// A caller who sent no credentials, or credentials of another scheme than `Bearer`.
    Anonymous,
    /// A caller whose credentials are not known.
    Unknown,
    /// A caller whose credentials are known.
    Known {
        /// The organization of the caller. The data of other organizations are not visible to the caller.
        organization: Organization,
        /// What the caller may do there.
        scopes: Vec<Scope>,
    },
}

impl Caller {
    /// Creates a known caller who may do everything in an organization.
    #[must_use]
    pub fn with_all_scopes(organization: Organization) -> Self {
        Self::Known {
            organization,
            scopes: Scope::all().collect(),
        }
    }
}

/// The name of an organization: 1 to 63 lower-case letters, digits and hyphens of ASCII, without a hyphen at the start or the end.
///
/// The service's contract has no names of organizations. These names are safe in a path, a file name and a host name, and two of them never differ
/// only by case.
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

/// An invalid name of an organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OrganizationError;

impl Organization {
    /// Parses a name.
    ///
    /// # Errors
    ///
    /// The name is empty, longer than 63 characters, has other characters, or starts or ends with a hyphen.
    pub fn parse(text: &str) -> Result<Self, OrganizationError> {
        let is_allowed =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let has_allowed_characters = (1..=63).contains(&text.len()) && text.bytes().all(is_allowed);
        let has_hyphen_at_an_end = text.starts_with('-') || text.ends_with('-');
        let is_valid = has_allowed_characters && !has_hyphen_at_an_end;
        if is_valid {
            Ok(Self(text.to_owned()))
        } else {
            Err(OrganizationError)
        }
    }

    /// Returns the organization `sandbox`, for trying out a service.
    #[must_use]
    pub fn sandbox() -> Self {
        Self("sandbox".to_owned())
    }

    /// Returns the name.
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

impl FromStr for Organization {
    type Err = OrganizationError;

    fn from_str(text: &str) -> Result<Self, OrganizationError> {
        Self::parse(text)
    }
}

/// A permission of a caller.
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
    /// Control tests of the reference service, below `/sandbox`. The service's contract has no such scope.
    Sandbox,
}

impl Scope {
    /// Iterates over all scopes.
    pub fn all() -> impl Iterator<Item = Self> {
        [
            Self::BaseDataRead,
            Self::BaseDataUpdate,
            Self::DocumentsReadExported,
            Self::DocumentsCreate,
            Self::TransactionsCreate,
            Self::Sandbox,
        ]
        .into_iter()
    }

    /// Returns the name of the scope in OAuth, such as `api:base-data:read`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BaseDataRead => "api:base-data:read",
            Self::BaseDataUpdate => "api:base-data:update",
            Self::DocumentsReadExported => "api:documents:read-exported",
            Self::DocumentsCreate => "api:documents:create",
            Self::TransactionsCreate => "api:transactions:create",
            Self::Sandbox => "sandbox",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A text that is not the name of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownScopeError;

impl fmt::Display for UnknownScopeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "this is no scope of the service; scopes begin with `api:`, as in api:base-data:read",
        )
    }
}

impl Error for UnknownScopeError {}

impl FromStr for Scope {
    type Err = UnknownScopeError;

    fn from_str(text: &str) -> Result<Self, UnknownScopeError> {
        Self::all()
            .find(|scope| scope.as_str() == text)
            .ok_or(UnknownScopeError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_differ_in_path_scope_and_name() {
        for (index, endpoint) in Endpoint::all().enumerate() {
            assert_eq!(
                endpoint.success_status(),
                if endpoint == Endpoint::ImportTransactions {
                    201
                } else {
                    200
                }
            );
            for other in Endpoint::all().skip(index + 1) {
                assert_ne!(
                    (endpoint.method(), endpoint.path()),
                    (other.method(), other.path())
                );
                assert_ne!(endpoint.scope(), other.scope());
                assert_ne!(endpoint.name(), other.name());
            }
        }
        for scope in Scope::all() {
            assert_eq!(
                Endpoint::all().any(|endpoint| endpoint.scope() == scope),
                scope != Scope::Sandbox
            );
            assert_eq!(scope.as_str().parse(), Ok(scope));
        }
    }

    #[test]
    fn organization_names_are_safe_in_paths() {
        for name in [
            "a",
            "muster-ag",
            "1",
            Organization::sandbox().as_str(),
            &"a".repeat(63),
        ] {
            assert_eq!(
                Organization::parse(name).map(|organization| organization.to_string()),
                Ok(name.to_owned())
            );
        }
        for name in [
            "",
            "-a",
            "a-",
            "A",
            "a b",
            "a/b",
            "..",
            "a.b",
            "ä",
            "a\0",
            &"a".repeat(64),
        ] {
            assert_eq!(
                Organization::parse(name),
                Err(OrganizationError),
                "{name:?}"
            );
        }
    }
}
