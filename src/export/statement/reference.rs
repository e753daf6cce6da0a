//! References of 35 characters.

use sha2::{Digest, Sha256};

use crate::source::Certain;
use crate::statement::short_id::shorten;
use crate::value::base32;

/// The number of characters that ISO 20022 allows in a reference.
const MAX_LENGTH: usize = 35;

/// The reference that stands for the id of a transaction.
pub(super) enum Reference {
    /// It is the id, or a short form from which the camt reader restores it.
    Reversible(String),
    /// It is a hash of the id, which is too long.
    Hashed(String),
}

/// Returns the reference for the id of a transaction: the id itself, its short form, or a hash.
pub(super) fn reference_for(id: &str) -> Reference {
    match shorten(id).unwrap_or_else(|| id.to_owned()) {
        reference if reference.chars().count() <= MAX_LENGTH => Reference::Reversible(reference),
        _ => Reference::Hashed(hashed("id", [id])),
    }
}

/// Returns a reference for what these parts name, the same for the same parts.
pub(super) fn hashed<'p>(kind: &'static str, parts: impl IntoIterator<Item = &'p str>) -> String {
    let mut hash = PartsHash::new(kind);
    parts.into_iter().for_each(|part| hash.add(part));
    hash.reference()
}

/// Makes a reference for parts that are not all in memory.
pub(super) struct PartsHash {
    kind: &'static str,
    hash: Sha256,
}

impl PartsHash {
    pub(super) fn new(kind: &'static str) -> Self {
        Self {
            kind,
            hash: Sha256::new_with_prefix(kind),
        }
    }

    pub(super) fn add(&mut self, part: &str) {
        // The length before each part makes different lists of parts different.
        self.hash
            .update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        self.hash.update(part);
    }

    pub(super) fn reference(&self) -> String {
        let digest = self.hash.clone().finalize();
        format!("{}-{}", self.kind, base32(digest.get(..16).certain()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_short() {
        let of = |id: &str| match reference_for(id) {
            Reference::Reversible(reference) => (reference, true),
            Reference::Hashed(reference) => (reference, false),
        };
        assert_eq!(
            of("9999311BN1710030"),
            ("9999311BN1710030".to_owned(), true)
        );
        assert_eq!(
            of("ua1-000102030405060708090a0b0c0d0e0f-2"),
            ("UA1AAAQEAYEAUDAOCAJBIFQYDIOB4-2".to_owned(), true)
        );
        assert_eq!(of(&"é".repeat(35)), ("é".repeat(35), true));
        let (reference, is_reversible) = of("01893c5a-7b6f-7d3a-9c41-2f5c1d8e0a11");
        assert!(reference.starts_with("id-") && reference.len() == 29 && !is_reversible);
        assert_ne!(hashed("id", ["ab", "c"]), hashed("id", ["a", "bc"]));
    }
}
