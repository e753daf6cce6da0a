use super::DelimiterIndex;

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
