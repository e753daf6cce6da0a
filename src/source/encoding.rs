use memchr::memchr;

use super::named_enum::named_enum;

/// How many bytes at the start are examined to detect UTF-16 without a byte order mark; even, so that no code unit is split.
const HEAD_LEN: usize = 4096;

named_enum! {
    /// The character encoding of a file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    #[non_exhaustive]
    pub enum Encoding {
        /// UTF-8, which nearly every current export uses.
        #[default]
        Utf8 = "UTF-8",
        /// UTF-16 with the low byte of each code unit first, which Windows calls "Unicode".
        Utf16LittleEndian = "UTF-16LE",
        /// UTF-16 with the high byte of each code unit first.
        Utf16BigEndian = "UTF-16BE",
        /// One byte per character; a superset of the printable characters of ISO-8859-1.
        Windows1252 = "windows-1252",
        /// One byte per character; has the euro sign at A4, where ISO-8859-1 has the generic currency sign.
        Iso8859Part15 = "ISO-8859-15",
    }
    /// Returns the name in the IANA registry of character sets.
    name
}

impl Encoding {
    /// Returns the encoding of a file, the length of its byte order marks, and the text after them if it is valid UTF-8.
    pub(super) fn detect(bytes: &[u8]) -> (Self, usize, Option<&str>) {
        let (marked, mark_len) = Self::from_byte_order_mark(bytes);
        let content = bytes.get(mark_len..).unwrap_or_default();
        let utf16 = if marked.is_none() {
            Self::detect_unmarked_utf16(bytes)
        } else {
            marked
        };
        if let Some(encoding @ (Self::Utf16LittleEndian | Self::Utf16BigEndian)) = utf16 {
            return (encoding, mark_len, None);
        }
        match (simdutf8::basic::from_utf8(content), marked) {
            (Ok(text), _) => (Self::Utf8, mark_len, Some(text)),
            (Err(_), Some(encoding)) => (encoding, mark_len, None),
            (Err(_), None) => (Self::detect_in_invalid_utf8(content), mark_len, None),
        }
    }

    /// Appends a character to bytes in this encoding. Returns false if the encoding doesn't have the character.
    pub(crate) fn encode(self, character: char, bytes: &mut Vec<u8>) -> bool {
        let mut units = [0; 2];
        match self {
            Self::Utf8 => bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes()),
            Self::Utf16LittleEndian => {
                bytes.extend(
                    character
                        .encode_utf16(&mut units)
                        .iter()
                        .flat_map(|unit| unit.to_le_bytes()),
                );
            }
            Self::Utf16BigEndian => {
                bytes.extend(
                    character
                        .encode_utf16(&mut units)
                        .iter()
                        .flat_map(|unit| unit.to_be_bytes()),
                );
            }
            Self::Windows1252 | Self::Iso8859Part15 => {
                let decode = if self == Self::Windows1252 {
                    windows_1252
                } else {
                    iso_8859_15
                };
                let Some(byte) = (0..=u8::MAX).find(|byte| decode(*byte) == character) else {
                    return false;
                };
                bytes.push(byte);
            }
        }
        true
    }

    fn from_byte_order_mark(bytes: &[u8]) -> (Option<Self>, usize) {
        match bytes {
            // A program that adds a mark to a file that already has one leaves two.
            [0xEF, 0xBB, 0xBF, ..] => {
                let (chunks, _) = bytes.as_chunks::<3>();
                (
                    Some(Self::Utf8),
                    3 * chunks
                        .iter()
                        .take_while(|chunk| **chunk == [0xEF, 0xBB, 0xBF])
                        .count(),
                )
            }
            [0xFF, 0xFE, ..] => (Some(Self::Utf16LittleEndian), 2),
            [0xFE, 0xFF, ..] => (Some(Self::Utf16BigEndian), 2),
            _ => (None, 0),
        }
    }

    /// Returns the encoding of a name in the IANA registry, if it has one byte per character and is known.
    fn one_byte_from_name(name: &str) -> Option<Self> {
        const WINDOWS_1252: [&str; 5] = [
            "windows-1252",
            "cp1252",
            "iso-8859-1",
            "iso8859-1",
            "latin1",
        ];
        const ISO_8859_15: [&str; 3] = ["iso-8859-15", "iso8859-15", "latin-9"];
        let is_one_of = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
        if is_one_of(&WINDOWS_1252) {
            Some(Self::Windows1252)
        } else {
            is_one_of(&ISO_8859_15).then_some(Self::Iso8859Part15)
        }
    }

    /// Detects the encoding of bytes that are not valid UTF-8.
    fn detect_in_invalid_utf8(bytes: &[u8]) -> Self {
        if let Some(declared) = encoding_of_xml(bytes).and_then(Self::one_byte_from_name) {
            return declared;
        }
        // Text in Windows-1252 almost never contains a valid UTF-8 sequence of several bytes. A file with such a sequence is UTF-8 that was truncated
        // or mixed with other bytes; decoding it as Windows-1252 would garble every umlaut.
        let (mut valid, mut invalid) = (0_usize, 0_usize);
        for chunk in bytes.utf8_chunks() {
            valid += chunk
                .valid()
                .chars()
                .filter(|character| !character.is_ascii())
                .count();
            invalid += usize::from(!chunk.invalid().is_empty());
        }
        if valid > 0 || invalid == 0 {
            return Self::Utf8;
        }
        // A4 is the generic currency sign in Windows-1252, which no bank writes. 80 to 9F are letters, quotes and the euro sign in Windows-1252, but
        // control characters in ISO-8859-15.
        let is_iso_8859_15 =
            bytes.contains(&0xA4) && !bytes.iter().any(|byte| matches!(byte, 0x80..=0x9F));
        if is_iso_8859_15 {
            Self::Iso8859Part15
        } else {
            Self::Windows1252
        }
    }

    /// Detects UTF-16 without a byte order mark: in Western text, one byte of most code units is NUL, always on the same side.
    fn detect_unmarked_utf16(bytes: &[u8]) -> Option<Self> {
        let head = bytes.get(..HEAD_LEN).unwrap_or(bytes);
        // Text in other encodings has no NULs, so most files need no count.
        memchr(0, head)?;
        let (units, _) = head.as_chunks::<2>();
        let first_nuls = units.iter().filter(|[first, _]| *first == 0).count();
        let second_nuls = units.iter().filter(|[_, second]| *second == 0).count();
        let is_one_sided =
            |many: usize, few: usize| many > 0 && many * 4 >= units.len() && few * 16 <= many;
        if is_one_sided(second_nuls, first_nuls) {
            Some(Self::Utf16LittleEndian)
        } else if is_one_sided(first_nuls, second_nuls) {
            Some(Self::Utf16BigEndian)
        } else {
            None
        }
    }
}

/// Returns the name of the encoding in an XML declaration.
fn encoding_of_xml(bytes: &[u8]) -> Option<&str> {
    // A declaration has three short parts.
    let head = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    let head = head.get(..200).unwrap_or(head);
    let declaration = str::from_utf8(head.get(..memchr(b'>', head)?)?).ok()?;
    let (_, value) = declaration.split_once("encoding")?;
    let quoted = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = quoted
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\''))?;
    quoted.get(1..)?.split_once(quote).map(|(name, _)| name)
}

/// Returns the encoding that an XML document of one byte per character declares, if the document was read in another one.
///
/// ```
/// use universal_accounting::internals::source::{Encoding, undecoded_encoding};
///
/// let polish = "<?xml version='1.0' encoding='ISO-8859-2'?><a>\u{b3}</a>";
/// assert_eq!(undecoded_encoding(polish, Encoding::Windows1252), Some("ISO-8859-2"));
/// let german = "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{fc}</a>";
/// assert_eq!(undecoded_encoding(german, Encoding::Windows1252), None);
/// ```
#[must_use]
pub fn undecoded_encoding(text: &str, found: Encoding) -> Option<&str> {
    let is_one_byte = matches!(found, Encoding::Windows1252 | Encoding::Iso8859Part15);
    let declared = encoding_of_xml(text.as_bytes()).filter(|_| is_one_byte)?;
    (Encoding::one_byte_from_name(declared) != Some(found)).then_some(declared)
}

/// Returns the offset of the first byte that is not valid UTF-8.
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

/// Returns the character of a byte in ISO-8859-15.
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

/// The characters of the bytes 80 to 9F in Windows-1252. The five unassigned bytes are control characters, as in the WHATWG Encoding Standard.
static WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Returns the character of a byte in Windows-1252.
pub(super) fn windows_1252(byte: u8) -> char {
    let index = usize::from(byte.wrapping_sub(0x80));
    WINDOWS_1252
        .get(index)
        .copied()
        .unwrap_or_else(|| char::from(byte))
}
