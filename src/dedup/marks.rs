use crate::source::fingerprint;
use crate::transactions::{ReferenceId, References};

/// What a store keeps of the text of a transaction: its fingerprint, and those of the references in it, if the id is made with a reference of the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) text: TextFingerprint,
    pub(super) references: References,
}

impl Marks {
    pub(super) fn new(text: Option<&str>, reference_id: Option<&ReferenceId<'_>>) -> Self {
        // The text of any other transaction is not ours.
        let with_references = text.filter(|_| reference_id.is_some());
        Self {
            text: TextFingerprint::new(text),
            references: with_references.map_or(References::default(), References::in_text),
        }
    }

    /// Appends the two bytes of the text, and the references.
    pub(super) fn push_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.text.to_bytes());
        self.references.push_to(bytes);
    }

    #[cfg(any(feature = "file-store", feature = "postgres"))]
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.push_to(&mut bytes);
        bytes
    }

    /// Splits bytes that begin with marks into the marks and the rest.
    pub(super) fn split_first(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (text, rest) = bytes.split_first_chunk()?;
        let (references, rest) = References::split_first(rest)?;
        let text = TextFingerprint::from_bytes(*text);
        Some((Self { text, references }, rest))
    }

    /// Reads the bytes of marks. Returns `None` for bytes that [`to_bytes`](Self::to_bytes) never returns.
    #[cfg(any(feature = "file-store", feature = "postgres"))]
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (marks, rest) = Self::split_first(bytes)?;
        rest.is_empty().then_some(marks)
    }
}

/// Two bytes that show whether a text differs from another; 1 of 65,535 other texts has the same two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextFingerprint(u16);

impl TextFingerprint {
    /// Computes the fingerprint that [`MemoryStore::snapshot`](super::MemoryStore::snapshot) documents. Stores keep it, so it must never change.
    pub(super) fn new(text: Option<&str>) -> Self {
        text.map_or(Self(0), |text| Self(fingerprint(text)))
    }

    pub(super) const fn to_bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    pub(super) const fn from_bytes(bytes: [u8; 2]) -> Self {
        Self(u16::from_le_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn similar_texts_have_different_fingerprints() {
        let mut texts: Vec<String> = vec![
            String::new(),
            "abc".to_owned(),
            "abc\0".to_owned(),
            "abc\0\0\0\0\0".to_owned(),
        ];
        // Texts that differ in one character of each word, and runs of one character.
        for (first, second) in
            (' '..='~').flat_map(|first| (' '..='~').map(move |second| (first, second)))
        {
            texts.push(format!("1234567{first}1234567{second}"));
        }
        texts.extend((1..500).map(|length| "a".repeat(length)));
        let fingerprints: HashSet<u16> = texts
            .iter()
            .map(|text| TextFingerprint::new(Some(text)).0)
            .collect();
        // So many texts would have about so many of 65,535 fingerprints if these were random.
        let (texts, fingerprints) = (texts.len(), fingerprints.len());
        assert!(
            texts > 9500 && fingerprints > 8650,
            "{texts} texts, {fingerprints} fingerprints"
        );
        assert_eq!(TextFingerprint::new(None), TextFingerprint(0));
        assert_ne!(TextFingerprint::new(Some("")), TextFingerprint(0));
    }

    #[test]
    fn fingerprints_are_frozen() {
        let texts = ["", "a", "Miete", "Einkauf Bäckerei Muster, Zürich"];
        let fingerprints = texts.map(|text| TextFingerprint::new(Some(text)).0);
        assert_eq!(fingerprints, [1, 55651, 55030, 56455]);
    }
}
