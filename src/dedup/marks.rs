use super::known::TextFingerprint;
use crate::transactions::{ReferenceId, References};

/// What a store keeps of the text of a transaction: its fingerprint, and those of the references in it, if the id is made with a reference of the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) text: TextFingerprint,
    pub(super) references: References,
}

impl Marks {
    /// The most bytes of the encoding.
    pub(super) const MAX_LENGTH: usize = 2 + References::MAX_LENGTH;

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
        bytes.extend(self.text.to_bytes());
        self.references.push_to(bytes);
    }

    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::MAX_LENGTH);
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
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (marks, rest) = Self::split_first(bytes)?;
        rest.is_empty().then_some(marks)
    }
}
