use std::fmt;

use super::Identifier;

/// What a service keeps of an organization beside its transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Item {
    /// The base data, in canonical JSON.
    BaseData,
    /// The bytes of an uploaded file, by its `signedFileName`.
    Upload(Identifier),
    /// The request that created a document, in canonical JSON, by the `serviceFileId` that it was answered.
    Document(Identifier),
    /// That a document was exported, by the same.
    Export(Identifier),
}

impl Item {
    /// Reads what [`Display`](fmt::Display) writes.
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        match path.split_once('/') {
            None => (path == "base-data").then_some(Self::BaseData),
            Some(("uploads", id)) => Identifier::parse(id).map(Self::Upload),
            Some(("documents", id)) => Identifier::parse(id).map(Self::Document),
            Some(("exports", id)) => Identifier::parse(id).map(Self::Export),
            Some(_) => None,
        }
    }
}

/// As a path of lower-case letters, digits, hyphens and at most one stroke, which is safe in any file system.
impl fmt::Display for Item {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BaseData => formatter.write_str("base-data"),
            Self::Upload(id) => write!(formatter, "uploads/{id}"),
            Self::Document(id) => write!(formatter, "documents/{id}"),
            Self::Export(id) => write!(formatter, "exports/{id}"),
        }
    }
}
