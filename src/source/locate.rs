use memchr::{memchr2, memchr2_iter, memrchr2};

use super::certain::Certain;
use super::{Decoded, Encoding, Span};

/// A position in the user's file. Lines and columns count from 1, columns in Unicode scalar values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line. LF, CRLF and a lone CR end a line.
    pub line: usize,
    /// The number of the character in the line.
    pub column: usize,
    /// The offset in bytes from the start of the file, including the byte order mark.
    pub offset: usize,
    /// The offset in UTF-16 code units from the start of the file, including the byte order mark, as editors and JavaScript count.
    pub utf16: usize,
}

impl Position {
    /// The position of the first character.
    pub(crate) const START: Self = Self {
        line: 1,
        column: 1,
        offset: 0,
        utf16: 0,
    };
}

/// Converts offsets in a decoded text to positions in the file.
///
/// For ascending offsets it reads the text once in total, regardless of the number of offsets and the length of lines. For an offset before the last
/// one it starts again at the beginning.
///
/// ```
/// use universal_accounting::internals::source::Decoded;
///
/// let decoded = Decoded::from_bytes(b"\xFF\xFEa\0\n\0b\0");
/// let mut locator = decoded.locator();
/// let position = locator.locate(2);
/// assert_eq!((position.line, position.column, position.offset, position.utf16), (2, 1, 6, 3));
/// ```
#[derive(Debug, Clone)]
pub struct Locator<'d> {
    decoded: &'d Decoded<'d>,
    /// The last offset in the text, and its position.
    at: usize,
    position: Position,
}

impl Decoded<'_> {
    /// Returns a converter from offsets in [`text`](Self::text) to positions in the file.
    #[must_use]
    pub fn locator(&self) -> Locator<'_> {
        Locator::new(self)
    }
}

impl<'d> Locator<'d> {
    fn new(decoded: &'d Decoded<'d>) -> Self {
        let (offset, utf16) = (
            decoded.byte_order_mark_len(),
            decoded.byte_order_mark_count(),
        );
        Self {
            decoded,
            at: 0,
            position: Position {
                line: 1,
                column: 1,
                offset,
                utf16,
            },
        }
    }

    /// Returns the position of the character that contains the byte at `offset` in the text, or of the end of the text if `offset` is beyond.
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
            self.position.line += 1;
            self.position.column = 1;
            in_line = text.get(start..offset).unwrap_or_default();
        }
        self.position.column += in_line.chars().count();
        self.position.offset = self.offset_after(passed);
        self.position.utf16 += utf16_len(passed);
        self.at = offset;
        self.position
    }

    /// Returns the offset in the file after the characters `passed`, which start at the current position.
    fn offset_after(&self, passed: &str) -> usize {
        let (start, bytes) = (self.position.offset, self.decoded.bytes());
        match self.decoded.encoding() {
            Encoding::Utf8 if self.decoded.is_verbatim() => start + passed.len(),
            Encoding::Utf8 => passed.chars().fold(start, |at, character| {
                at + len_in_mixed_utf8(bytes, at, character)
            }),
            // A last odd byte is decoded to a character, although it is half a code unit.
            Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian => {
                bytes.len().min(start + utf16_len(passed) * 2)
            }
            _ => start + passed.chars().count(),
        }
    }
}

/// Returns the number of UTF-16 code units of a text: two for a character of four bytes in UTF-8, one for any other character.
fn utf16_len(text: &str) -> usize {
    let pairs = text.bytes().filter(|byte| *byte >= 0xF0).count();
    text.chars().count() + pairs
}

/// Returns how many bytes of the file a decoded character came from: its own UTF-8, or the invalid bytes that it replaces.
fn len_in_mixed_utf8(bytes: &[u8], at: usize, character: char) -> usize {
    let written = bytes.get(at..).unwrap_or_default();
    if written.starts_with(character.encode_utf8(&mut [0; 4]).as_bytes()) {
        return character.len_utf8();
    }
    // No sequence of UTF-8 is longer than four bytes.
    let ahead = written.get(..4).unwrap_or(written);
    ahead
        .utf8_chunks()
        .next()
        .map_or(1, |chunk| chunk.invalid().len().max(1))
}

/// Returns the start of each line that follows a line end (LF, CRLF or a lone CR) in `from..to`.
///
/// A CRLF belongs to the range of its LF, so adjacent ranges count each line once.
fn line_starts(text: &[u8], from: usize, to: usize) -> impl Iterator<Item = usize> {
    memchr2_iter(b'\r', b'\n', text.get(from..to).unwrap_or_default())
        .map(move |at| from + at + 1)
        .filter(move |&after| !matches!(text.get(after.saturating_sub(1)..=after), Some(b"\r\n")))
}

/// Returns the span of the line that contains `offset`, without its line end (LF, CRLF or a lone CR).
///
/// The time depends on the length of the line, so avoid repeated calls for one long line.
///
/// ```
/// use universal_accounting::internals::source::{Span, line_at};
///
/// let text = "Datum;Betrag\r\n31.12.2025;5.00\r\n";
/// assert_eq!(line_at(text, 20), Span { start: 14, end: 29 });
/// ```
#[must_use]
pub fn line_at(text: &str, offset: usize) -> Span {
    let bytes = text.as_bytes();
    let mut offset = offset.min(bytes.len());
    // An offset between CR and LF belongs to the line that they end.
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

impl Decoded<'_> {
    /// Returns the bytes of the file with other texts at the given spans, which are in ascending order and don't overlap.
    ///
    /// A character that stays the same keeps its bytes, and so does one that the encoding doesn't have. In a file that mostly is UTF-8, bytes of Windows-1252 are
    /// replaced by such bytes, so that the file keeps its fault.
    pub(crate) fn with_replacements(&self, replacements: &[(Span, String)]) -> Vec<u8> {
        let mut locator = self.locator();
        let mut bytes = Vec::with_capacity(self.bytes().len());
        let mut copied = 0;
        for (span, replacement) in replacements {
            let old = self.text().get(span.start..span.end).certain();
            if old.chars().count() != replacement.chars().count() {
                let [start, end] = [span.start, span.end].map(|at| locator.locate(at).offset);
                bytes.extend(self.bytes().get(copied..start).certain());
                replacement.chars().for_each(|character| {
                    self.encoding().encode(character, &mut bytes);
                });
                copied = end;
                continue;
            }
            for ((at, before), after) in old.char_indices().zip(replacement.chars()) {
                if before == after {
                    continue;
                }
                let [start, end] =
                    [at, at + before.len_utf8()].map(|at| locator.locate(span.start + at).offset);
                let mut encodings = [self.encoding(), Encoding::Windows1252].into_iter();
                let own = encodings.find(|encoding| {
                    let mut own = Vec::new();
                    encoding.encode(before, &mut own) && self.bytes().get(start..end) == Some(&own)
                });
                bytes.extend(self.bytes().get(copied..start).certain());
                copied = start;
                if own.is_some_and(|encoding| encoding.encode(after, &mut bytes)) {
                    copied = end;
                }
            }
        }
        bytes.extend(self.bytes().get(copied..).certain());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::{Span, line_at, line_starts, *};

    #[test]
    fn every_kind_of_line_end_starts_a_line() {
        let text = b"a\nb\r\nc\rd\r\r\n";
        assert_eq!(
            line_starts(text, 0, text.len()).collect::<Vec<_>>(),
            [2, 5, 7, 9, 11]
        );
        assert_eq!(
            line_starts(text, 0, 4).collect::<Vec<_>>(),
            [2],
            "a split CRLF counts at its LF"
        );
        assert_eq!(line_starts(text, 4, 5).collect::<Vec<_>>(), [5]);
    }

    #[test]
    fn finds_a_line_from_every_offset_in_it() {
        let text = "ab\r\n\ncd\re";
        let spans = [
            (0, 2),
            (0, 2),
            (0, 2),
            (0, 2),
            (4, 4),
            (5, 7),
            (5, 7),
            (5, 7),
            (8, 9),
            (8, 9),
            (8, 9),
        ];
        for (offset, (start, end)) in spans.into_iter().enumerate() {
            assert_eq!(line_at(text, offset), Span::new(start, end), "at {offset}");
        }
    }

    #[test]
    fn replaces_in_every_encoding() {
        let text = "a;Zürich\n";
        let encode = |encoding: Encoding, text: &str| {
            let mut bytes = Vec::new();
            assert!(
                text.chars()
                    .all(|character| encoding.encode(character, &mut bytes))
            );
            bytes
        };
        for encoding in [
            Encoding::Utf8,
            Encoding::Utf16LittleEndian,
            Encoding::Utf16BigEndian,
            Encoding::Windows1252,
        ] {
            let bytes = encode(encoding, text);
            let decoded = Decoded::from_bytes(&bytes);
            assert_eq!(decoded.encoding(), encoding);
            for (span, replacement, expected) in [
                (Span::new(2, 9), "Tçkvbt", "a;Tçkvbt\n"),
                (Span::new(0, 1), "abc", "abc;Zürich\n"),
                (Span::new(0, 0), "", text),
            ] {
                let replaced = decoded.with_replacements(&[(span, replacement.to_owned())]);
                assert_eq!(replaced, encode(encoding, expected), "{encoding:?}");
            }
        }
    }

    #[test]
    fn replaces_bytes_of_another_program_by_such_bytes() {
        let bytes = [b"\xC3\xA9 M", b"\xFCller".as_slice()].concat();
        let decoded = Decoded::from_bytes(&bytes);
        let start = "é ".len();
        let replaced = decoded
            .with_replacements(&[(Span::new(start, decoded.text().len()), "Kçvbnt".to_owned())]);
        assert_eq!(replaced, [b"\xC3\xA9 K", b"\xE7vbnt".as_slice()].concat());
    }
}
