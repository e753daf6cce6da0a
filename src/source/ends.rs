use wide::u8x16;

use super::scan::{Block, padded};

/// Where in the next 64 bytes of a text cells and lines may end, a bit for each byte, the first one the lowest.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ends {
    /// Where the bytes begin, and how many there are.
    pub(super) start: usize,
    length: usize,
    /// Delimiters and line ends.
    pub(super) of_cells: u64,
    pub(super) of_lines: u64,
    pub(super) of_quotes: u64,
}

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// A delimiter, LF or CR.
    Cell,
    /// LF or CR.
    Line,
    /// A quote, LF or CR.
    Quote,
}

impl Ends {
    pub(crate) const LENGTH: usize = 64;

    /// The first end at or after a place; none where the text ends before. What was seen of the text is kept for the next time.
    #[inline]
    pub(crate) fn next(&mut self, text: &[u8], delimiter: u8, from: usize, end: End) -> Option<usize> {
        let passed = from.wrapping_sub(self.start);
        if passed < self.length {
            let ahead = self.of(end) >> passed;
            if ahead != 0 {
                return Some(from + usize::try_from(ahead.trailing_zeros()).unwrap_or_default());
            }
        }
        self.further(text, delimiter, from, end)
    }

    #[inline]
    const fn of(&self, end: End) -> u64 {
        match end {
            End::Cell => self.of_cells,
            End::Line => self.of_lines,
            End::Quote => self.of_quotes | self.of_lines,
        }
    }

    /// Looks at the bytes from a place on, unless it is among those that were seen, and tells where these begin.
    #[inline]
    pub(super) fn show(&mut self, text: &[u8], delimiter: u8, from: usize) -> usize {
        if from.wrapping_sub(self.start) >= self.length {
            self.look(text, delimiter, from);
        }
        self.start
    }

    #[inline(never)]
    fn further(&mut self, text: &[u8], delimiter: u8, from: usize, end: End) -> Option<usize> {
        // The bytes that were seen hold none.
        let mut at = if from.wrapping_sub(self.start) < self.length { self.start + self.length } else { from };
        while at < text.len() {
            self.look(text, delimiter, at);
            let ends = self.of(end);
            if ends != 0 {
                return Some(at + usize::try_from(ends.trailing_zeros()).unwrap_or_default());
            }
            at += Self::LENGTH;
        }
        None
    }

    #[inline]
    pub(super) fn look(&mut self, text: &[u8], delimiter: u8, at: usize) {
        let rest = text.get(at..).unwrap_or_default();
        match rest.first_chunk() {
            Some(bytes) => self.read(bytes, delimiter),
            None => self.read_last(rest, delimiter),
        }
        (self.start, self.length) = (at, Self::LENGTH);
    }

    /// Behind the last bytes stand such as end nothing.
    #[cold]
    #[inline(never)]
    fn read_last(&mut self, rest: &[u8], delimiter: u8) {
        self.read(&padded(rest, if delimiter == b'a' { b'b' } else { b'a' }), delimiter);
    }

    #[inline]
    fn read(&mut self, bytes: &[u8; Self::LENGTH], delimiter: u8) {
        let (mut delimiters, mut line_ends, mut quotes) = (0, 0, 0);
        for part in bytes.as_chunks().0.iter().rev() {
            let block = Block::of(part);
            let bits = |mask: u8x16| u64::from(mask.to_bitmask());
            delimiters = delimiters << 16 | bits(block.equal(delimiter));
            line_ends = line_ends << 16 | bits(block.equal(b'\n') | block.equal(b'\r'));
            quotes = quotes << 16 | bits(block.equal(b'"'));
        }
        (self.of_cells, self.of_lines, self.of_quotes) = (delimiters | line_ends, line_ends, quotes);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ends_are_found_as_one_by_one(
            text in prop::collection::vec(prop_oneof![8 => Just(b'a'), 1 => Just(b';'), 1 => Just(b'"'), 1 => Just(b'\n'), 1 => Just(b'\r')], 0..300),
            places in prop::collection::vec((0_usize..310, 0..3), 0..20),
        ) {
            let mut ends = Ends::default();
            for (from, what) in places {
                let (end, wanted): (End, &[u8]) = match what {
                    0 => (End::Cell, b";\r\n"),
                    1 => (End::Line, b"\r\n"),
                    _ => (End::Quote, b"\"\r\n"),
                };
                let rest = text.get(from..).unwrap_or_default();
                let expected = rest.iter().position(|byte| wanted.contains(byte)).map(|at| from + at);
                prop_assert_eq!(ends.next(&text, b';', from, end), expected);
            }
        }
    }
}
