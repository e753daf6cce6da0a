use wide::u8x16;

use super::scan::{Block, padded, to_index};

/// The delimiters, line ends and quotes in 64 bytes of a text.
///
/// Each kind is a mask with a bit for each byte; the lowest bit is the first byte.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DelimiterIndex {
    /// The offset of the indexed bytes in the text.
    pub(super) start: usize,
    /// How many bytes are indexed: 0 at first, then always `CHUNK_LEN`.
    len: usize,
    /// Delimiters and line ends.
    pub(super) cell_ends: u64,
    pub(super) line_ends: u64,
    pub(super) quotes: u64,
}

/// The bytes that [`DelimiterIndex::find`] looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Boundary {
    /// The end of a cell: a delimiter, LF or CR.
    Cell,
    /// The end of a line: LF or CR.
    Line,
    /// A quote, LF or CR.
    QuoteOrLine,
}

impl DelimiterIndex {
    /// How many bytes are indexed at a time.
    pub(crate) const CHUNK_LEN: usize = 64;

    /// Returns the offset of the first boundary at or after `from`, or `None` if the text has no more.
    ///
    /// Stores the masks of the last chunk, so that the next call need not compute them again.
    #[inline]
    pub(crate) fn find(
        &mut self,
        text: &[u8],
        delimiter: u8,
        from: usize,
        boundary: Boundary,
    ) -> Option<usize> {
        let passed = from.wrapping_sub(self.start);
        if passed < self.len {
            let ahead = self.mask(boundary) >> passed;
            if ahead != 0 {
                return Some(from + to_index(ahead.trailing_zeros()));
            }
        }
        self.find_in_next_chunks(text, delimiter, from, boundary)
    }

    #[inline]
    const fn mask(&self, boundary: Boundary) -> u64 {
        match boundary {
            Boundary::Cell => self.cell_ends,
            Boundary::Line => self.line_ends,
            Boundary::QuoteOrLine => self.quotes | self.line_ends,
        }
    }

    /// Indexes the chunk at `offset`, unless the current chunk covers it, and returns the offset of the indexed chunk.
    #[inline]
    pub(super) fn ensure_indexed(&mut self, text: &[u8], delimiter: u8, offset: usize) -> usize {
        if offset.wrapping_sub(self.start) >= self.len {
            self.index_chunk(text, delimiter, offset);
        }
        self.start
    }

    #[inline(never)]
    fn find_in_next_chunks(
        &mut self,
        text: &[u8],
        delimiter: u8,
        from: usize,
        boundary: Boundary,
    ) -> Option<usize> {
        // The current chunk, if it covers `from`, has no boundary from there on.
        let mut at = if from.wrapping_sub(self.start) < self.len {
            self.start + self.len
        } else {
            from
        };
        while at < text.len() {
            self.index_chunk(text, delimiter, at);
            let found = self.mask(boundary);
            if found != 0 {
                return Some(at + to_index(found.trailing_zeros()));
            }
            at += Self::CHUNK_LEN;
        }
        None
    }

    /// Indexes the 64 bytes from `at` on.
    #[inline]
    pub(super) fn index_chunk(&mut self, text: &[u8], delimiter: u8, at: usize) {
        let tail = text.get(at..).unwrap_or_default();
        match tail.first_chunk() {
            Some(bytes) => self.set_masks(bytes, delimiter),
            None => self.set_masks_of_tail(tail, delimiter),
        }
        (self.start, self.len) = (at, Self::CHUNK_LEN);
    }

    /// Pads the last bytes of the text with a letter, which is not a boundary.
    #[cold]
    #[inline(never)]
    fn set_masks_of_tail(&mut self, tail: &[u8], delimiter: u8) {
        self.set_masks(
            &padded(tail, if delimiter == b'a' { b'b' } else { b'a' }),
            delimiter,
        );
    }

    #[inline]
    fn set_masks(&mut self, bytes: &[u8; Self::CHUNK_LEN], delimiter: u8) {
        let (mut delimiters, mut line_ends, mut quotes) = (0, 0, 0);
        for part in bytes.as_chunks().0.iter().rev() {
            let block = Block::new(part);
            let bits = |mask: u8x16| u64::from(mask.to_bitmask());
            delimiters = delimiters << 16 | bits(block.equal(delimiter));
            line_ends = line_ends << 16 | bits(block.equal(b'\n') | block.equal(b'\r'));
            quotes = quotes << 16 | bits(block.equal(b'"'));
        }
        (self.cell_ends, self.line_ends, self.quotes) = (delimiters | line_ends, line_ends, quotes);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_the_boundaries_that_a_byte_search_finds(
            text in prop::collection::vec(prop_oneof![8 => Just(b'a'), 1 => Just(b';'), 1 => Just(b'"'), 1 => Just(b'\n'), 1 => Just(b'\r')], 0..300),
            searches in prop::collection::vec((0_usize..310, 0..3), 0..20),
        ) {
            let mut index = DelimiterIndex::default();
            for (from, choice) in searches {
                let (boundary, wanted): (Boundary, &[u8]) = match choice {
                    0 => (Boundary::Cell, b";\r\n"),
                    1 => (Boundary::Line, b"\r\n"),
                    _ => (Boundary::QuoteOrLine, b"\"\r\n"),
                };
                let tail = text.get(from..).unwrap_or_default();
                let expected = tail.iter().position(|byte| wanted.contains(byte)).map(|at| from + at);
                prop_assert_eq!(index.find(&text, b';', from, boundary), expected);
            }
        }
    }
}
