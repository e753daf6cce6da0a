use super::Ends;

/// Where cells end that follow each other and are written by the book: bare or between quotes, and no quote elsewhere. All of one look are found at
/// once: each end is a bit, and whether it is inside of quotes the number of those before it tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cells {
    /// Where the bytes begin that were looked at.
    pub(crate) start: usize,
    /// The ends among them, a bit for each byte; if there is a line end, it is the last one. And those of cells between quotes.
    pub(crate) ends: u64,
    pub(crate) quoted: u64,
    pub(crate) has_line: bool,
    /// Whether what follows the last end has to be looked at more closely, or is the end of the text.
    pub(crate) breaks: bool,
    /// What the bytes before the next ones were: whether the last of them is inside of quotes, ends a cell, closes one.
    after: After,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct After {
    /// All bits or none.
    inside: u64,
    end: u64,
    closing: u64,
}

impl Cells {
    /// The first ones from a place on where a cell starts.
    #[inline]
    pub(crate) fn from(place: usize, ends: &mut Ends, text: &[u8], delimiter: u8) -> Self {
        let start = ends.show(text, delimiter, place);
        let passed = place - start;
        let after = After { end: 1 << passed, ..After::default() };
        Self::among(ends, u64::MAX << passed, after, text.len())
    }

    /// Those among the bytes that follow.
    #[inline]
    pub(crate) fn further(self, ends: &mut Ends, text: &[u8], delimiter: u8) -> Self {
        ends.look(text, delimiter, self.start + Ends::LENGTH);
        Self::among(ends, u64::MAX, self.after, text.len())
    }

    #[inline]
    fn among(seen: &Ends, wanted: u64, after: After, length: usize) -> Self {
        let (ends, lines, quotes) = (seen.of_cells & wanted, seen.of_lines & wanted, seen.of_quotes & wanted);
        let inside = odd(quotes) ^ after.inside;
        let closing = quotes & !inside;
        let closed = closing << 1 | after.closing;
        // A quote opens a cell at its start alone, and closes it at its end alone. What is inside ends no line.
        let strange = quotes & inside & !(ends << 1 | after.end) | closed & !ends | inside & lines;
        let regular = ends & !inside & below(strange);
        let line = lines & regular;
        let line = line & line.wrapping_neg();
        let last = Ends::LENGTH - 1;
        Self {
            start: seen.start,
            ends: regular & (below(line) | line),
            quoted: closed,
            has_line: line != 0,
            breaks: strange != 0 || seen.start + Ends::LENGTH >= length,
            after: After {
                inside: (inside >> last).wrapping_neg(),
                end: (ends & !inside) >> last,
                closing: closing >> last,
            },
        }
    }
}

/// The bits up to which, themselves included, the number of bits is odd.
#[inline]
const fn odd(bits: u64) -> u64 {
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

/// The bits below the lowest one of some; all of them where there is none.
#[inline]
const fn below(bits: u64) -> u64 {
    bits.wrapping_sub(1) & !bits
}
