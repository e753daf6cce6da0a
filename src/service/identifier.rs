use std::fmt;

use sha2::{Digest, Sha256};

use crate::endpoint::Organization;

/// The key of an item that a service stores for an organization beside its transactions.
///
/// Its `Display` form, which snapshots have, is a path of lower-case letters, digits, hyphens and at most one slash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ItemKey {
    /// The base data, in canonical JSON, without the secret of the webhook.
    BaseData,
    /// The secret of the webhook that the base data configure.
    WebhookSecret,
    /// The bytes of an uploaded file, by its `signedFileName`.
    Upload(Identifier),
    /// The request that created a document, in canonical JSON, by the document's `serviceFileId`.
    Document(Identifier),
    /// The mark that a document was exported, by the document's `serviceFileId`.
    Export(Identifier),
}

impl ItemKey {
    /// Parses the path that [`Display`](fmt::Display) writes.
    pub(super) fn parse(path: &str) -> Option<Self> {
        match path.split_once('/') {
            None if path == "base-data" => Some(Self::BaseData),
            None => (path == "webhook-secret").then_some(Self::WebhookSecret),
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
            Self::WebhookSecret => formatter.write_str("webhook-secret"),
            Self::Upload(id) => write!(formatter, "uploads/{id}"),
            Self::Document(id) => write!(formatter, "documents/{id}"),
            Self::Export(id) => write!(formatter, "exports/{id}"),
        }
    }
}

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

    /// Returns the identifier of something that belongs to this identifier, such as the document of a file.
    pub(super) fn derive(self, kind: impl fmt::Display) -> Self {
        Self::from_hash(&format!("{self} {kind}"))
    }

    fn from_hash(input: &str) -> Self {
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
