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

mod caller;

pub use caller::{Caller, Organization, OrganizationError, Scope, UnknownScopeError};

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
}
