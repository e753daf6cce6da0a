use std::error::Error;
use std::fmt;

use sha2::{Digest, Sha256};

use crate::dedup::{SnapshotError, Store};
use crate::endpoint::Organization;
use crate::transactions::Transaction;

/// The storage of a service: for each organization a store of transactions, and items by their [keys](ItemKey).
///
/// An implementation guarantees three things. A value that was written is read again, complete. When a call returns, its change is as
/// durable as the storage allows. The data of one organization are never visible to another organization.
pub trait State {
    /// The store of the transactions of one organization.
    type Store: Store;
    /// The error when the storage can't be read or changed.
    type Error: Error + Send + Sync + 'static;

    /// Returns the store of the transactions of an organization.
    ///
    /// # Errors
    ///
    /// The store can't be opened.
    fn transaction_store(
        &mut self,
        organization: &Organization,
    ) -> Result<&Self::Store, Self::Error>;

    /// Returns the value of an item, or `None` if there is no such item.
    ///
    /// # Errors
    ///
    /// The item can't be read.
    fn read_item(
        &mut self,
        organization: &Organization,
        key: ItemKey,
    ) -> Result<Option<Vec<u8>>, Self::Error>;

    /// Writes an item, and replaces an earlier value. A reader always finds one of the two values, complete.
    ///
    /// # Errors
    ///
    /// The item can't be written.
    fn write_item(
        &mut self,
        organization: &Organization,
        key: ItemKey,
        value: &[u8],
    ) -> Result<(), Self::Error>;

    /// Writes an item unless it exists, and returns whether it was written.
    ///
    /// # Errors
    ///
    /// The item can't be written.
    fn create_item(
        &mut self,
        organization: &Organization,
        key: ItemKey,
        value: &[u8],
    ) -> Result<bool, Self::Error>;

    /// Returns the identifiers of all documents of an organization, in their order.
    ///
    /// # Errors
    ///
    /// The items can't be listed.
    fn document_ids(&mut self, organization: &Organization)
    -> Result<Vec<Identifier>, Self::Error>;

    /// Returns the first `limit` transactions of an organization, in the order in which they were committed. Their texts are absent if the store
    /// doesn't keep them.
    ///
    /// # Errors
    ///
    /// The transactions can't be read.
    fn first_transactions(
        &mut self,
        organization: &Organization,
        limit: usize,
    ) -> Result<Vec<Transaction>, Self::Error>;

    /// Deletes all data of an organization.
    ///
    /// # Errors
    ///
    /// The data can't be deleted.
    fn reset(&mut self, organization: &Organization) -> Result<(), Self::Error>;

    /// Returns all data of an organization as bytes, or `None` if this state has no snapshots.
    fn snapshot(&mut self, _organization: &Organization) -> Option<Vec<u8>> {
        None
    }

    /// Replaces all data of an organization by a snapshot, or returns `None` if this state has no snapshots.
    ///
    /// # Errors
    ///
    /// The bytes are no snapshot, are damaged, or are of a newer version.
    fn restore(
        &mut self,
        _organization: &Organization,
        _snapshot: &[u8],
    ) -> Option<Result<(), SnapshotError>> {
        None
    }
}

/// The key of an item that a service stores for an organization beside its transactions.
///
/// Its `Display` form is a path of lower-case letters, digits, hyphens and at most one slash, which is safe in any file system.
///
/// ```
/// use universal_accounting::service::ItemKey;
///
/// let key = ItemKey::parse("uploads/9bb1c5a3-7a0e-8d8c-b3f5-6f2b6f1c7d11").ok_or("no key")?;
/// assert!(matches!(key, ItemKey::Upload(_)));
/// assert_eq!(ItemKey::BaseData.to_string(), "base-data");
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ItemKey {
    /// The base data, in canonical JSON.
    BaseData,
    /// The bytes of an uploaded file, by its `signedFileName`.
    Upload(Identifier),
    /// The request that created a document, in canonical JSON, by the document's `serviceFileId`.
    Document(Identifier),
    /// The mark that a document was exported, by the document's `serviceFileId`.
    Export(Identifier),
}

impl ItemKey {
    /// Parses the path that [`Display`](fmt::Display) writes.
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

impl fmt::Display for ItemKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BaseData => formatter.write_str("base-data"),
            Self::Upload(id) => write!(formatter, "uploads/{id}"),
            Self::Document(id) => write!(formatter, "documents/{id}"),
            Self::Export(id) => write!(formatter, "exports/{id}"),
        }
    }
}

/// The value of an item can't be read, although the service has checked it when it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnreadableItem(pub(super) ItemKey);

impl fmt::Display for UnreadableItem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "the stored item {} can't be read: another program has changed it, or a newer one has written it",
            self.0
        )
    }
}

impl Error for UnreadableItem {}

/// An identifier that the service assigned to an upload, a file or a document, in the form of a UUID (RFC 9562, version 8).
///
/// It is derived from the seed, the organization, the kind and a counter, so that a test gets the same identifiers in every run.
///
/// ```
/// use universal_accounting::service::Identifier;
///
/// let id = Identifier::parse("9bb1c5a3-7a0e-8d8c-b3f5-6f2b6f1c7d11").ok_or("no identifier")?;
/// assert_eq!(id.to_string(), "9bb1c5a3-7a0e-8d8c-b3f5-6f2b6f1c7d11");
/// assert_eq!(Identifier::parse("rechnung.pdf"), None);
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identifier(u128);

impl Identifier {
    pub(super) fn new(seed: u32, organization: &Organization, kind: &str, number: u64) -> Self {
        Self::from_hash(&format!("{seed} {organization} {kind} {number}"))
    }

    /// Returns the identifier of something that belongs to this identifier, such as an entry of a journal record.
    pub(super) fn derive(self, kind: impl fmt::Display) -> Self {
        Self::from_hash(&format!("{self} {kind}"))
    }

    /// Returns a number below `limit`, or 0 if the limit is 0.
    pub(super) fn below(self, limit: usize) -> usize {
        let number = u128::try_from(limit)
            .ok()
            .and_then(|limit| self.0.checked_rem(limit));
        number
            .and_then(|number| usize::try_from(number).ok())
            .unwrap_or_default()
    }

    /// Returns the identifier that belongs to a text.
    pub(super) fn from_hash(input: &str) -> Self {
        let digest: [u8; 32] = Sha256::digest(input.as_bytes()).into();
        let number = digest.first_chunk().copied().map_or(0, u128::from_be_bytes);
        // The bits of the version and of the variant are fixed.
        Self(number & !(0xf_u128 << 76 | 0b11 << 62) | 0x8 << 76 | 0b10 << 62)
    }

    /// Parses an identifier in its only valid form: lower case, with hyphens.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 36 {
            return None;
        }
        let digits: String = text.chars().filter(|character| *character != '-').collect();
        let identifier = Self(u128::from_str_radix(&digits, 16).ok()?);
        (identifier.to_string() == text).then_some(identifier)
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [second, third, fourth] = [80, 64, 48].map(|shift| self.0 >> shift & 0xffff);
        let (first, last) = (self.0 >> 96, self.0 & 0xffff_ffff_ffff);
        write!(
            formatter,
            "{first:08x}-{second:04x}-{third:04x}-{fourth:04x}-{last:012x}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_uuids_of_version_8() {
        let organization = Organization::parse("muster-ag").unwrap();
        let identifier = Identifier::new(7, &organization, "file", 1);
        let text = identifier.to_string();
        assert_eq!((text.len(), text.as_bytes()[14]), (36, b'8'));
        assert!(b"89ab".contains(&text.as_bytes()[19]));
        assert_eq!(Identifier::parse(&text), Some(identifier));
        for invalid in [
            text.to_uppercase(),
            text.replace('-', ""),
            format!("{text} "),
            "../..".to_owned(),
            String::new(),
        ] {
            assert_eq!(Identifier::parse(&invalid), None, "{invalid}");
        }
        assert_eq!(
            Identifier::parse("é0000000-0000-0000-0000-0000000000"),
            None
        );
        for different in [
            Identifier::new(8, &organization, "file", 1),
            Identifier::new(7, &organization, "document", 1),
            Identifier::new(7, &organization, "file", 2),
        ] {
            assert_ne!(different, identifier);
        }
    }
}
