use std::borrow::Cow;
use std::cell::OnceCell;

use super::certain::Certain;
use super::code_page::{WINDOWS_1252, decode};
use super::encoding::{Detected, Encoding};

/// The text of a file, decoded from its most likely encoding.
///
/// The text doesn't include the byte order mark. UTF-8 is borrowed; other encodings are copied once.
///
/// If most of a file is UTF-8, another program has added the invalid bytes, so they are decoded as Windows-1252. Bytes that encode no character become
/// U+FFFD: a truncated sequence of UTF-8, half a surrogate pair, or a last odd byte of UTF-16.
///
/// ```
/// use universal_accounting::internals::source::{Decoded, Encoding};
///
/// let decoded = Decoded::from_bytes(b"\xEF\xBB\xBFDatum;Betrag");
/// assert_eq!(decoded.text(), "Datum;Betrag");
/// assert_eq!(decoded.encoding(), Encoding::Utf8);
/// assert!(decoded.has_byte_order_mark());
/// ```
#[derive(Debug, Clone)]
pub struct Decoded<'b> {
    bytes: &'b [u8],
    text: Cow<'b, str>,
    encoding: Encoding,
    byte_order_mark_len: usize,
    doubt: Option<usize>,
}

impl<'b> Decoded<'b> {
    /// Detects the encoding and decodes the bytes.
    ///
    /// A byte order mark decides. Without one, UTF-16 is recognized by its NULs, and UTF-8 if the bytes are valid or contain a valid sequence of several
    /// bytes. Other bytes are ISO-8859-15 if they have the euro sign of that encoding and no byte that only Windows-1252 uses. Else they are Windows-1252,
    /// unless words can't be spelled so, but can in another encoding.
    #[must_use]
    pub fn from_bytes(bytes: &'b [u8]) -> Self {
        let Detected {
            encoding,
            byte_order_mark_len,
            valid,
            doubt,
        } = Encoding::detect(bytes);
        let content = bytes.get(byte_order_mark_len..).certain();
        let text = match (encoding, encoding.code_page()) {
            (Encoding::Utf16LittleEndian, _) => {
                Cow::Owned(decode_utf16(content, u16::from_le_bytes))
            }
            (Encoding::Utf16BigEndian, _) => Cow::Owned(decode_utf16(content, u16::from_be_bytes)),
            (_, Some(page)) => {
                let characters = content.iter().map(|byte| decode(page, *byte));
                Cow::Owned(characters.collect())
            }
            (_, None) => {
                valid.map_or_else(|| Cow::Owned(decode_mixed_utf8(content)), Cow::Borrowed)
            }
        };
        Self {
            bytes,
            text,
            encoding,
            byte_order_mark_len,
            doubt,
        }
    }

    /// Returns the text, without the byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the file is valid UTF-8.
    #[must_use]
    pub fn is_valid_utf8(&self) -> bool {
        self.encoding == Encoding::Utf8 && self.is_verbatim()
    }

    /// Returns the encoding that was detected.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns whether the file starts with a byte order mark.
    #[must_use]
    pub const fn has_byte_order_mark(&self) -> bool {
        self.byte_order_mark_len > 0
    }

    /// Returns the text with its byte order marks as first characters, as editors hold it. Offsets in UTF-16 code units refer to this text.
    #[must_use]
    pub fn text_with_byte_order_mark(&self) -> String {
        [
            "\u{feff}".repeat(self.byte_order_mark_count()).as_str(),
            self.text(),
        ]
        .concat()
    }

    /// Returns how many byte order marks come before the text.
    pub(super) const fn byte_order_mark_count(&self) -> usize {
        match self.encoding {
            Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian => self.byte_order_mark_len / 2,
            _ => self.byte_order_mark_len / '\u{feff}'.len_utf8(),
        }
    }

    /// Returns the length in bytes of all byte order marks before the text.
    #[must_use]
    pub const fn byte_order_mark_len(&self) -> usize {
        self.byte_order_mark_len
    }

    /// Returns the offset in the text of the first invalid byte, if the file mostly is UTF-8.
    #[must_use]
    pub fn first_invalid_utf8(&self) -> Option<usize> {
        let content = self.bytes.get(self.byte_order_mark_len..).certain();
        (self.encoding == Encoding::Utf8 && !self.is_verbatim())
            .then(|| super::first_invalid_utf8(content))
            .flatten()
    }

    /// Returns the first word whose letters another encoding reads otherwise and as well, or that no language has. There is none if the encoding is sure.
    #[must_use]
    pub fn doubtful_word(&self) -> Option<Span> {
        let at = self.doubt?;
        let bytes = self.bytes.get(self.byte_order_mark_len..)?;
        let page = self.encoding.code_page()?;
        let len_of = |bytes: &[u8]| -> usize {
            let characters = bytes.iter().map(|byte| decode(page, *byte));
            characters.map(char::len_utf8).sum()
        };
        let (before, rest) = bytes.split_at_checked(at)?;
        let is_end = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphabetic();
        let word = rest.split(is_end).next()?;
        let start = len_of(before);
        Some(Span::new(start, start + len_of(word)))
    }

    /// Returns the bytes of the file, with the byte order mark.
    pub(super) const fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Returns whether the text is the bytes of the file, so that offsets in both differ by the byte order mark alone.
    pub(super) const fn is_verbatim(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }
}

/// The bytes of a file, which are decoded at the first use of the text. Later uses share the result, because checking the encoding takes time.
#[derive(Debug)]
pub(crate) struct SourceFile<'b> {
    bytes: &'b [u8],
    decoded: OnceCell<Decoded<'b>>,
}

impl<'b> SourceFile<'b> {
    pub(crate) const fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            decoded: OnceCell::new(),
        }
    }

    pub(crate) const fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    pub(crate) fn decoded(&self) -> &Decoded<'b> {
        self.decoded.get_or_init(|| Decoded::from_bytes(self.bytes))
    }
}

fn decode_mixed_utf8(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        match chunk.invalid() {
            // The start of a truncated umlaut or euro sign in UTF-8. In Windows-1252, these bytes rarely occur alone in a text.
            [0xC2 | 0xC3] | [_, _, ..] => text.push(char::REPLACEMENT_CHARACTER),
            invalid => text.extend(invalid.iter().map(|byte| decode(&WINDOWS_1252, *byte))),
        }
    }
    text
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (units, odd) = bytes.as_chunks::<2>();
    let characters = char::decode_utf16(units.iter().copied().map(unit));
    let mut text =
        String::with_capacity(units.len() + odd.len() * char::REPLACEMENT_CHARACTER.len_utf8());
    text.extend(characters.map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)));
    text.extend(odd.iter().map(|_| char::REPLACEMENT_CHARACTER));
    text
}

/// A range of bytes, from `start` up to but not including `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Returns the range from `start` up to `end`.
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the empty range at `offset`.
    pub(crate) const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// Returns the number of bytes in the range.
    pub(crate) const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Returns whether the range is empty.
    pub(crate) const fn is_empty(self) -> bool {
        self.len() == 0
    }
}
