use memchr::{memchr2, memchr2_iter, memrchr2};

use super::{Decoded, Encoding, Span};

/// A place in the user's file. Lines and columns count from 1, columns in Unicode scalar values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line; LF, CRLF and a lone CR end one.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
    /// The byte in the file as the user has it, byte order mark included.
    pub offset: usize,
    /// The code unit of UTF-16, as editors and JavaScript count: from 0 in the text of the file, a byte order mark included.
    pub utf16: usize,
}

/// Turns offsets in a decoded text into places in the file.
///
/// Asked in ascending order it passes over the text once in all, however many offsets there are and however long the
/// lines. An offset before the last one is found too, from the start again.
///
/// ```
/// use universal_accounting::internals::source::Decoded;
///
/// let decoded = Decoded::from_bytes(b"\xFF\xFEa\0\n\0b\0");
/// let mut locator = decoded.locator();
/// let place = locator.locate(2);
/// assert_eq!((place.line, place.column, place.offset, place.utf16), (2, 1, 6, 3));
/// ```
#[derive(Debug, Clone)]
pub struct Locator<'d> {
    decoded: &'d Decoded<'d>,
    /// How far in the text it is, and which place that is.
    at: usize,
    place: Position,
}

impl Decoded<'_> {
    /// Turns offsets in [`text`](Self::text) into places in the file.
    #[must_use]
    pub fn locator(&self) -> Locator<'_> {
        Locator::new(self)
    }
}

impl<'d> Locator<'d> {
    fn new(decoded: &'d Decoded<'d>) -> Self {
        let (offset, utf16) = (decoded.mark(), decoded.marks());
        Self { decoded, at: 0, place: Position { line: 1, column: 1, offset, utf16 } }
    }

    /// The place of the character at `offset` in the text; of the one around it where `offset` lies inside a character,
    /// and of the end where it lies beyond.
    pub fn locate(&mut self, offset: usize) -> Position {
        let text = self.decoded.text();
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        if offset < self.at {
            *self = Self::new(self.decoded);
        }
        let passed = text.get(self.at..offset).unwrap_or_default();
        let mut in_line = passed;
        for start in line_starts(text.as_bytes(), self.at, offset) {
            self.place.line += 1;
            self.place.column = 1;
            in_line = text.get(start..offset).unwrap_or_default();
        }
        self.place.column += in_line.chars().count();
        self.place.offset = self.offset_after(passed);
        self.place.utf16 += units_in(passed);
        self.at = offset;
        self.place
    }

    /// Where in the file the characters end that begin at the present place.
    fn offset_after(&self, passed: &str) -> usize {
        let (start, bytes) = (self.place.offset, self.decoded.bytes());
        match self.decoded.encoding() {
            Encoding::Utf8 if self.decoded.is_verbatim() => start + passed.len(),
            Encoding::Utf8 => passed.chars().fold(start, |at, character| at + width_in_mixed(bytes, at, character)),
            Encoding::Windows1252 | Encoding::Iso8859Part15 => start + passed.chars().count(),
            // An odd byte at the end is a character too, though half a unit.
            Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian => bytes.len().min(start + units_in(passed) * 2),
        }
    }
}

/// How many code units of UTF-16 a text has: two for a character of four bytes, one for any other.
fn units_in(text: &str) -> usize {
    let pairs = text.bytes().filter(|byte| *byte >= 0xF0).count();
    text.chars().count() + pairs
}

/// How many bytes a character took: those of its UTF-8, or those that were none.
fn width_in_mixed(bytes: &[u8], at: usize, character: char) -> usize {
    let written = bytes.get(at..).unwrap_or_default();
    if written.starts_with(character.encode_utf8(&mut [0; 4]).as_bytes()) {
        return character.len_utf8();
    }
    // No sequence is longer than four bytes, so the rest of the file needs no look.
    let ahead = written.get(..4).unwrap_or(written);
    ahead.utf8_chunks().next().map_or(1, |chunk| chunk.invalid().len().max(1))
}

/// Where the lines begin that follow the line ends (LF, CRLF or a lone CR) in `from..to`.
///
/// A CRLF counts where its LF stands, so ranges that follow one another count each line once.
fn line_starts(text: &[u8], from: usize, to: usize) -> impl Iterator<Item = usize> {
    memchr2_iter(b'\r', b'\n', text.get(from..to).unwrap_or_default())
        .map(move |at| from + at + 1)
        .filter(move |&after| !matches!(text.get(after.saturating_sub(1)..=after), Some(b"\r\n")))
}

/// The line around `offset`, without its line end (LF, CRLF or a lone CR).
///
/// It takes as long as the line is: of a line that holds the whole file, ask once.
///
/// ```
/// use universal_accounting::internals::source::{Span, line_at};
///
/// let text = "Datum;Betrag\r\n31.12.2025;5.00\r\n";
/// assert_eq!(line_at(text, 20), Span::new(14, 29));
/// ```
#[must_use]
#[cfg(any(test, feature = "internals"))]
pub fn line_at(text: &str, offset: usize) -> Span {
    let bytes = text.as_bytes();
    let mut offset = offset.min(bytes.len());
    // Between CR and LF the line is the one that they end.
    if let Some(before) = offset.checked_sub(1)
        && matches!(bytes.get(before..=offset), Some(b"\r\n"))
    {
        offset = before;
    }
    let (before, after) = bytes.split_at_checked(offset).unwrap_or((bytes, &[]));
    let start = memrchr2(b'\r', b'\n', before).map_or(0, |at| at + 1);
    let end = memchr2(b'\r', b'\n', after).map_or(bytes.len(), |at| offset + at);
    Span::new(start, end)
}

#[cfg(test)]
mod tests {
    use super::{Span, line_at, line_starts};

    #[test]
    fn every_kind_of_line_end_begins_a_line() {
        let text = b"a\nb\r\nc\rd\r\r\n";
        assert_eq!(line_starts(text, 0, text.len()).collect::<Vec<_>>(), [2, 5, 7, 9, 11]);
        assert_eq!(line_starts(text, 0, 4).collect::<Vec<_>>(), [2], "a CRLF that is cut counts at its LF");
        assert_eq!(line_starts(text, 4, 5).collect::<Vec<_>>(), [5]);
    }

    #[test]
    fn a_line_is_found_from_everywhere_in_it() {
        let text = "ab\r\n\ncd\re";
        let spans = [(0, 2), (0, 2), (0, 2), (0, 2), (4, 4), (5, 7), (5, 7), (5, 7), (8, 9), (8, 9), (8, 9)];
        for (offset, (start, end)) in spans.into_iter().enumerate() {
            assert_eq!(line_at(text, offset), Span::new(start, end), "at {offset}");
        }
    }
}
