use memchr::memchr;

use super::named::named;

/// How many bytes from the start are looked at to tell UTF-16 without a mark; even, so that no unit is cut.
const HEAD: usize = 4096;

named! {
    /// How the bytes of a file stand for characters.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum Encoding {
        /// What nearly every current export is in.
        #[default]
        Utf8 = "UTF-8",
        /// Two bytes a unit, the low one first: what Windows calls "Unicode".
        Utf16LittleEndian = "UTF-16LE",
        /// Two bytes a unit, the high one first.
        Utf16BigEndian = "UTF-16BE",
        /// One byte a character; holds all of ISO-8859-1 that is printable.
        Windows1252 = "windows-1252",
        /// One byte a character, with the euro sign where ISO-8859-1 has the sign of no currency.
        Iso8859Part15 = "ISO-8859-15",
    }
    /// The name in the IANA register.
    name
}

impl Encoding {
    /// The encoding of a file, the length of its byte order mark, and the text after it where that is UTF-8 without a fault.
    pub(super) fn guess(bytes: &[u8]) -> (Self, usize, Option<&str>) {
        let (marked, mark) = Self::by_mark(bytes);
        let content = bytes.get(mark..).unwrap_or_default();
        let utf16 = if marked.is_none() { Self::unmarked_utf16(bytes) } else { marked };
        if let Some(encoding @ (Self::Utf16LittleEndian | Self::Utf16BigEndian)) = utf16 {
            return (encoding, mark, None);
        }
        match (simdutf8::basic::from_utf8(content), marked) {
            (Ok(text), _) => (Self::Utf8, mark, Some(text)),
            (Err(_), Some(encoding)) => (encoding, mark, None),
            (Err(_), None) => (Self::broken(content), mark, None),
        }
    }

    fn by_mark(bytes: &[u8]) -> (Option<Self>, usize) {
        match bytes {
            // Programs that add a mark to a file that has one make two.
            [0xEF, 0xBB, 0xBF, ..] => {
                let (chunks, _) = bytes.as_chunks::<3>();
                (Some(Self::Utf8), 3 * chunks.iter().take_while(|chunk| **chunk == [0xEF, 0xBB, 0xBF]).count())
            }
            [0xFF, 0xFE, ..] => (Some(Self::Utf16LittleEndian), 2),
            [0xFE, 0xFF, ..] => (Some(Self::Utf16BigEndian), 2),
            _ => (None, 0),
        }
    }

    /// What bytes are that are not UTF-8 without a fault.
    fn broken(bytes: &[u8]) -> Self {
        // A text in Windows-1252 holds a valid sequence of UTF-8 only by the rarest chance, so a file with one is UTF-8 in
        // which something was cut or put: read as Windows-1252 every umlaut in it would be lost.
        let (mut whole, mut broken) = (0_usize, 0_usize);
        for chunk in bytes.utf8_chunks() {
            whole += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
            broken += usize::from(!chunk.invalid().is_empty());
        }
        if whole > 0 || broken == 0 {
            return Self::Utf8;
        }
        // The sign of no currency stands in no bank's file, and what is a letter or a quote in Windows-1252 is none here.
        let euro = bytes.contains(&0xA4) && !bytes.iter().any(|byte| matches!(byte, 0x80..=0x9F));
        if euro { Self::Iso8859Part15 } else { Self::Windows1252 }
    }

    /// Western text has a NUL in most units of UTF-16, always on the same side.
    fn unmarked_utf16(bytes: &[u8]) -> Option<Self> {
        let head = bytes.get(..HEAD).unwrap_or(bytes);
        // Which no other text has.
        memchr(0, head)?;
        let (units, _) = head.as_chunks::<2>();
        let first = units.iter().filter(|[first, _]| *first == 0).count();
        let second = units.iter().filter(|[_, second]| *second == 0).count();
        let mostly = |many: usize, few: usize| many > 0 && many * 4 >= units.len() && few * 16 <= many;
        if mostly(second, first) {
            Some(Self::Utf16LittleEndian)
        } else if mostly(first, second) {
            Some(Self::Utf16BigEndian)
        } else {
            None
        }
    }
}

/// Where bytes stop being UTF-8: the offset of the first byte that belongs to no character.
///
/// ```
/// use universal_accounting::internals::source::first_invalid_utf8;
///
/// assert_eq!(first_invalid_utf8("Zürich".as_bytes()), None);
/// assert_eq!(first_invalid_utf8(b"Z\xFCrich"), Some(1));
/// ```
#[must_use]
pub fn first_invalid_utf8(bytes: &[u8]) -> Option<usize> {
    str::from_utf8(bytes).err().map(|error| error.valid_up_to())
}

/// The character of a byte in ISO-8859-15.
pub(super) fn iso_8859_15(byte: u8) -> char {
    match byte {
        0xA4 => '€',
        0xA6 => 'Š',
        0xA8 => 'š',
        0xB4 => 'Ž',
        0xB8 => 'ž',
        0xBC => 'Œ',
        0xBD => 'œ',
        0xBE => 'Ÿ',
        other => char::from(other),
    }
}

/// The characters of the bytes 80 to 9F in Windows-1252; the five bytes without one are control characters, as in browsers.
static WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The character of a byte in Windows-1252.
pub(super) fn windows_1252(byte: u8) -> char {
    let place = usize::from(byte.wrapping_sub(0x80));
    WINDOWS_1252.get(place).copied().unwrap_or_else(|| char::from(byte))
}
