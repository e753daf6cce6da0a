use std::error::Error;
use std::fmt;

use sha2::{Digest, Sha256};

use crate::dedup::{SnapshotError, Store};
use crate::endpoint::Organization;

/// Where a service keeps what it is given: of each organization its transactions, and [items](Item) by their names.
///
/// What it promises: what was kept is found again, whole, and when a call returns it is as safe as the state can make it; nothing of one
/// organization is ever found under another.
pub trait State {
    /// What keeps the transactions of one organization.
    type Store: Store;
    /// Why it could not be asked, or could not keep something.
    type Error: Error + 'static;

    /// The transactions of an organization.
    fn transactions(&mut self, organization: &Organization) -> Result<&Self::Store, Self::Error>;

    /// An item; none where it isn't kept.
    fn get(&mut self, organization: &Organization, item: Item) -> Result<Option<Vec<u8>>, Self::Error>;

    /// Keeps an item, in place of the one that was there: always one of the two is found, whole.
    fn put(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<(), Self::Error>;

    /// Keeps an item where none was; tells whether it did.
    fn create(&mut self, organization: &Organization, item: Item, value: &[u8]) -> Result<bool, Self::Error>;

    /// Forgets everything of an organization.
    fn reset(&mut self, organization: &Organization) -> Result<(), Self::Error>;

    /// Everything of an organization as bytes, where the state can give it.
    fn snapshot(&mut self, _organization: &Organization) -> Option<Vec<u8>> {
        None
    }

    /// Holds of an organization what a snapshot says and nothing else, where the state can do so.
    fn restore(&mut self, _organization: &Organization, _snapshot: &[u8]) -> Option<Result<(), SnapshotError>> {
        None
    }
}

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

/// A name that the service gave to something, in the form of a UUID (RFC 9562, version 8).
///
/// It is made from the seed, the organization and a number that rises, so that a test meets the same ones each time it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identifier(u128);

impl Identifier {
    pub(super) fn new(seed: u32, organization: &Organization, kind: &str, number: u64) -> Self {
        let made_of = format!("{seed} {organization} {kind} {number}");
        let digest: [u8; 32] = Sha256::digest(made_of.as_bytes()).into();
        let number = digest.first_chunk().copied().map_or(0, u128::from_be_bytes);
        // Version and variant have their bits.
        Self(number & !(0xf_u128 << 76 | 0b11 << 62) | 0x8 << 76 | 0b10 << 62)
    }

    /// Reads an identifier in the one form in which it is written: lower case, with hyphens.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 36 {
            return None;
        }
        let digits: String = text.chars().filter(|character| *character != '-').collect();
        let number = u128::from_str_radix(&digits, 16).ok()?;
        let read = Self(number);
        (read.to_string() == text).then_some(read)
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [second, third, fourth] = [80, 64, 48].map(|shift| self.0 >> shift & 0xffff);
        let (first, last) = (self.0 >> 96, self.0 & 0xffff_ffff_ffff);
        write!(formatter, "{first:08x}-{second:04x}-{third:04x}-{fourth:04x}-{last:012x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_is_a_uuid_of_version_8() {
        let organization = Organization::parse("muster-ag").unwrap();
        let one = Identifier::new(7, &organization, "file", 1);
        let text = one.to_string();
        assert_eq!((text.len(), text.as_bytes()[14]), (36, b'8'));
        assert!(b"89ab".contains(&text.as_bytes()[19]));
        assert_eq!(Identifier::parse(&text), Some(one));
        for other in [text.to_uppercase(), text.replace('-', ""), format!("{text} "), "../..".to_owned(), String::new()]
        {
            assert_eq!(Identifier::parse(&other), None, "{other}");
        }
        assert_eq!(Identifier::parse("é0000000-0000-0000-0000-0000000000"), None);
        for other in [
            Identifier::new(8, &organization, "file", 1),
            Identifier::new(7, &organization, "document", 1),
            Identifier::new(7, &organization, "file", 2),
        ] {
            assert_ne!(other, one);
        }
    }
}
