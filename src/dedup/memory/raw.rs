use crate::dedup::content::Content;
use crate::dedup::entry::TextMark;
use crate::dedup::varint;

/// A transaction as it lies in memory and in a snapshot: the number of its account and the length of its id and one, zero where it has none, both
/// in LEB128; the id; the content; two bytes of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Raw<'a> {
    pub(super) account: usize,
    pub(super) id: Option<&'a [u8]>,
    pub(super) content: &'a [u8],
    pub(super) text: TextMark,
}

impl<'a> Raw<'a> {
    /// The transaction at the start of some bytes, and the bytes behind it.
    #[inline]
    pub(super) fn split(mut bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let account = varint::read_count(&mut bytes)?;
        let id = match varint::read_count(&mut bytes)?.checked_sub(1) {
            Some(length) => {
                let (id, rest) = bytes.split_at_checked(length)?;
                bytes = rest;
                Some(id)
            }
            None => None,
        };
        let (content, rest) = Content::split(bytes)?;
        let (text, rest) = rest.split_first_chunk()?;
        Some((Self { account, id, content, text: TextMark::from_bytes(*text) }, rest))
    }

    /// At most so many bytes are written of a transaction with an id of this length.
    pub(super) const fn most(id: usize) -> usize {
        // Two numbers of at most ten bytes, the longest content, the text.
        id + 2 * 10 + Content::MOST + 2
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        varint::write_count(self.account, bytes);
        varint::write_count(self.id.map_or(0, |id| id.len() + 1), bytes);
        bytes.extend_from_slice(self.id.unwrap_or_default());
        bytes.extend_from_slice(self.content);
        bytes.extend_from_slice(&self.text.to_bytes());
    }
}
