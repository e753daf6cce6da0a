//! The five endpoints of the service (contract 4), the scopes that they need and those who call them (contract 5), as types.
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

/// One method on one path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Endpoint {
    /// Replace an organization's base data (contract 4.1).
    UpdateBaseData,
    /// Export it (contract 4.4).
    ExportBaseData,
    /// Create a document from an uploaded file (contract 4.2).
    CreateDocument,
    /// Import transactions (contract 4.3).
    ImportTransactions,
    /// Download a file of an exported document (contract 4.5).
    DownloadFile,
}

impl Endpoint {
    /// All of them, in the order of the contract.
    pub const ALL: [Self; 5] = [
        Self::UpdateBaseData,
        Self::CreateDocument,
        Self::ImportTransactions,
        Self::ExportBaseData,
        Self::DownloadFile,
    ];

    /// The HTTP method.
    #[must_use]
    pub const fn method(self) -> &'static str {
        match self {
            Self::UpdateBaseData => "PATCH",
            Self::CreateDocument | Self::ImportTransactions => "POST",
            Self::ExportBaseData | Self::DownloadFile => "GET",
        }
    }

    /// The path below the base URL; `:id` stands for the identifier of a file.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::UpdateBaseData | Self::ExportBaseData => "/api/public/v1/base-data",
            Self::CreateDocument => "/api/public/v1/documents/document",
            Self::ImportTransactions => "/api/public/v1/transactions",
            Self::DownloadFile => "/api/public/v1/documents/files/:id/download",
        }
    }

    /// The name of the operation, as descriptions of the interface have it.
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

    /// Whether a request has a body, which is JSON.
    #[must_use]
    pub const fn takes_json(self) -> bool {
        !matches!(self, Self::ExportBaseData | Self::DownloadFile)
    }

    /// The scope without which a request is forbidden.
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

    /// The status of a request that succeeds (decisions, status codes).
    #[must_use]
    pub const fn success_status(self) -> u16 {
        let [success, ..] = self.statuses();
        success
    }

    /// Every status that it answers with, the one of success first (decisions, status codes).
    #[must_use]
    pub const fn statuses(self) -> [u16; 4] {
        match self {
            Self::UpdateBaseData | Self::CreateDocument => [200, 400, 401, 403],
            Self::ImportTransactions => [201, 400, 401, 403],
            Self::ExportBaseData | Self::DownloadFile => [200, 401, 403, 404],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endpoint_is_one_of_its_kind() {
        for (index, one) in Endpoint::ALL.iter().enumerate() {
            assert_eq!(one.success_status(), if *one == Endpoint::ImportTransactions { 201 } else { 200 });
            for other in &Endpoint::ALL[index + 1..] {
                assert_ne!((one.method(), one.path()), (other.method(), other.path()));
                assert_ne!(one.scope(), other.scope());
                assert_ne!(one.name(), other.name());
            }
        }
        for scope in Scope::ALL {
            assert!(Endpoint::ALL.iter().any(|endpoint| endpoint.scope() == scope));
            assert_eq!(scope.as_str().parse(), Ok(scope));
        }
    }
}
