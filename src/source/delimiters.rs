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
    cell_ends: u64,
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
    fn ensure_indexed(&mut self, text: &[u8], delimiter: u8, offset: usize) -> usize {
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
    fn index_chunk(&mut self, text: &[u8], delimiter: u8, at: usize) {
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

/// The ends of the regular cells in one chunk of a [`DelimiterIndex`].
///
/// A regular cell either has no quotes, or it starts and ends with its only two quotes and has no line end between them. The ends of all regular cells of
/// a chunk are computed at once: each end is a bit, and a prefix XOR over the quotes finds the delimiters inside quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CellEnds {
    /// The offset of the chunk in the text.
    pub(crate) start: usize,
    /// The ends up to the first line end or the first irregular cell, a bit for each byte.
    pub(crate) ends: u64,
    /// The bytes after closing quotes. The end of a quoted cell is set in both masks.
    pub(crate) quoted_ends: u64,
    /// Whether the last of `ends` is a line end.
    pub(crate) has_line_end: bool,
    /// Whether the next chunk can't be read in this way, because an irregular cell or the end of the text was found.
    pub(crate) ends_fast_path: bool,
    carry: Carry,
}

/// The state that a chunk passes to the next one, which depends on its last byte.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Carry {
    /// Whether the last byte is inside quotes: all bits or none.
    inside: u64,
    /// The bit of the byte at which a cell starts: the first byte, if the last chunk ends with the end of a cell.
    cell_start: u64,
    /// Whether the last byte is a closing quote: 0 or 1.
    closing: u64,
}

impl CellEnds {
    /// Returns the ends from `offset` on, at which a cell must start.
    #[inline]
    pub(crate) fn starting_at(
        offset: usize,
        index: &mut DelimiterIndex,
        text: &[u8],
        delimiter: u8,
    ) -> Self {
        let start = index.ensure_indexed(text, delimiter, offset);
        let passed = offset - start;
        let carry = Carry {
            cell_start: 1 << passed,
            ..Carry::default()
        };
        Self::in_chunk(index, u64::MAX << passed, carry, text.len())
    }

    /// Returns the ends in the chunk after this one.
    #[inline]
    pub(crate) fn next_chunk(self, index: &mut DelimiterIndex, text: &[u8], delimiter: u8) -> Self {
        index.index_chunk(text, delimiter, self.start + DelimiterIndex::CHUNK_LEN);
        Self::in_chunk(index, u64::MAX, self.carry, text.len())
    }

    #[inline]
    fn in_chunk(index: &DelimiterIndex, wanted: u64, carry: Carry, text_len: usize) -> Self {
        let (ends, lines, quotes) = (
            index.cell_ends & wanted,
            index.line_ends & wanted,
            index.quotes & wanted,
        );
        let inside = prefix_xor(quotes) ^ carry.inside;
        let closing = quotes & !inside;
        let closed = closing << 1 | carry.closing;
        // Irregular: an opening quote that isn't at the start of a cell, a closing quote that isn't at its end, a line end inside quotes.
        let irregular =
            quotes & inside & !(ends << 1 | carry.cell_start) | closed & !ends | inside & lines;
        let regular = ends & !inside & bits_below_lowest(irregular);
        let line = lines & regular;
        let line = line & line.wrapping_neg();
        let last = DelimiterIndex::CHUNK_LEN - 1;
        Self {
            start: index.start,
            ends: regular & (bits_below_lowest(line) | line),
            quoted_ends: closed,
            has_line_end: line != 0,
            ends_fast_path: irregular != 0 || index.start + DelimiterIndex::CHUNK_LEN >= text_len,
            carry: Carry {
                inside: (inside >> last).wrapping_neg(),
                cell_start: (ends & !inside) >> last,
                closing: closing >> last,
            },
        }
    }
}

/// Returns a mask in which a bit is set if the number of set bits up to and including it is odd.
#[inline]
const fn prefix_xor(bits: u64) -> u64 {
    if bits == 0 {
        return 0;
    }
    let bits = bits ^ bits << 1;
    let bits = bits ^ bits << 2;
    let bits = bits ^ bits << 4;
    let bits = bits ^ bits << 8;
    let bits = bits ^ bits << 16;
    bits ^ bits << 32
}

/// Returns the bits below the lowest set bit; all bits if none is set.
#[inline]
const fn bits_below_lowest(bits: u64) -> u64 {
    bits.wrapping_sub(1) & !bits
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
