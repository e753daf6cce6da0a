use std::borrow::Cow;
use std::cell::OnceCell;

use super::Encoding;
use super::encoding::{iso_8859_15, windows_1252};

/// A file's bytes as text, in the encoding that they most likely are in.
///
/// The text leaves the byte order mark out. UTF-8 is borrowed, all else copied once. Bytes that are no UTF-8 in a file that
/// mostly is were put there by another program, and are read as Windows-1252. What stands for no character becomes U+FFFD: a
/// cut sequence of UTF-8, half a surrogate pair or a last odd byte in UTF-16.
///
/// ```
/// use universal_accounting::internals::source::{Decoded, Encoding};
///
/// let decoded = Decoded::from_bytes(b"\xEF\xBB\xBFDatum;Betrag");
/// assert_eq!(decoded.text(), "Datum;Betrag");
/// assert_eq!(decoded.encoding(), Encoding::Utf8);
/// assert!(decoded.has_mark());
/// ```
#[derive(Debug, Clone)]
pub struct Decoded<'b> {
    bytes: &'b [u8],
    text: Cow<'b, str>,
    encoding: Encoding,
    mark: usize,
}

impl<'b> Decoded<'b> {
    /// Guesses the encoding: by the byte order mark, by the NULs of UTF-16, by being valid UTF-8; else Windows-1252.
    ///
    /// A file with more whole than broken sequences of UTF-8 is UTF-8 all the same.
    #[must_use]
    pub fn from_bytes(bytes: &'b [u8]) -> Self {
        let (encoding, mark, valid) = Encoding::guess(bytes);
        let content = bytes.get(mark..).unwrap_or_default();
        let text = match encoding {
            Encoding::Utf8 => valid.map_or_else(|| Cow::Owned(from_mixed(content)), Cow::Borrowed),
            Encoding::Utf16LittleEndian => Cow::Owned(from_utf16(content, u16::from_le_bytes)),
            Encoding::Utf16BigEndian => Cow::Owned(from_utf16(content, u16::from_be_bytes)),
            Encoding::Windows1252 => Cow::Owned(content.iter().copied().map(windows_1252).collect()),
            Encoding::Iso8859Part15 => Cow::Owned(content.iter().copied().map(iso_8859_15).collect()),
        };
        Self { bytes, text, encoding, mark }
    }

    /// The text, without the byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether every byte is part of a character of UTF-8.
    #[must_use]
    pub fn is_valid_utf8(&self) -> bool {
        self.encoding == Encoding::Utf8 && self.is_verbatim()
    }

    /// The encoding that the bytes were read in.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Whether a byte order mark stands before the text.
    #[must_use]
    pub const fn has_mark(&self) -> bool {
        self.mark > 0
    }

    /// The whole text as editors have it, in which the ranges of UTF-16 are counted: byte order marks are its first characters.
    #[must_use]
    #[cfg(feature = "internals")]
    pub fn text_with_marks(&self) -> String {
        ["\u{feff}".repeat(self.marks()).as_str(), self.text()].concat()
    }

    /// How many byte order marks stand before the text.
    pub(super) const fn marks(&self) -> usize {
        match self.encoding {
            Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian => self.mark / 2,
            _ => self.mark / '\u{feff}'.len_utf8(),
        }
    }

    /// How many bytes stand before the text.
    #[must_use]
    pub const fn mark(&self) -> usize {
        self.mark
    }

    /// Where in the text the first character stands whose byte is no UTF-8, in a file that mostly is.
    #[must_use]
    pub fn first_stranger(&self) -> Option<usize> {
        let content = self.bytes.get(self.mark..).unwrap_or_default();
        (self.encoding == Encoding::Utf8 && !self.is_verbatim()).then(|| super::first_invalid_utf8(content)).flatten()
    }

    /// The file as it came, mark included.
    pub(super) const fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Whether an offset in the text is the same offset after the mark.
    pub(super) const fn is_verbatim(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }
}

/// A file as it came. It is decoded when its text is first asked for, and only then: whoever asks again needn't have it proven once more that it is text.
#[derive(Debug)]
pub(crate) struct File<'b> {
    bytes: &'b [u8],
    decoded: OnceCell<Decoded<'b>>,
}

impl<'b> File<'b> {
    pub(crate) const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, decoded: OnceCell::new() }
    }

    pub(crate) const fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    pub(crate) fn decoded(&self) -> &Decoded<'b> {
        self.decoded.get_or_init(|| Decoded::from_bytes(self.bytes))
    }
}

fn from_mixed(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        match chunk.invalid() {
            // The first byte or bytes of an umlaut or a euro sign in UTF-8, cut off; alone they hardly are a letter.
            [0xC2 | 0xC3] | [_, _, ..] => text.push(char::REPLACEMENT_CHARACTER),
            alone => text.extend(alone.iter().copied().map(windows_1252)),
        }
    }
    text
}

fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (units, odd) = bytes.as_chunks::<2>();
    let characters = char::decode_utf16(units.iter().copied().map(unit));
    let mut text = String::with_capacity(units.len() + odd.len() * char::REPLACEMENT_CHARACTER.len_utf8());
    text.extend(characters.map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)));
    text.extend(odd.iter().map(|_| char::REPLACEMENT_CHARACTER));
    text
}
