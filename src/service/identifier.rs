use std::fmt;

use sha2::{Digest, Sha256};

use crate::endpoint::Organization;

/// A name that the service gave to something, in the form of a UUID (RFC 9562, version 8).
///
/// It is made from the seed, the organization and a number that rises, so that a test meets the same ones each time it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identifier([u8; 16]);

impl Identifier {
    pub(super) fn new(seed: u32, organization: &Organization, kind: &str, number: u64) -> Self {
        let made_of = format!("{seed} {organization} {kind} {number}");
        let digest: [u8; 32] = Sha256::digest(made_of.as_bytes()).into();
        let mut bytes: [u8; 16] = digest.first_chunk().copied().unwrap_or_default();
        // Version and variant have their bits.
        let [_, _, _, _, _, _, version, _, variant, ..] = &mut bytes;
        *version = *version & 0x0f | 0x80;
        *variant = *variant & 0x3f | 0x80;
        Self(bytes)
    }

    /// Reads an identifier in the one form in which it is written: lower case, with hyphens.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 36 {
            return None;
        }
        let digits: String = text.chars().filter(|character| *character != '-').collect();
        let number = u128::from_str_radix(&digits, 16).ok()?;
        let read = Self(number.to_be_bytes());
        (read.to_string() == text).then_some(read)
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            if matches!(index, 4 | 6 | 8 | 10) {
                formatter.write_str("-")?;
            }
            write!(formatter, "{byte:02x}")?;
        }
        Ok(())
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
