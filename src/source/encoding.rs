use memchr::memchr;

use super::certain::Certain;
use super::code_page::{self, CodePage, decode};
use super::named_enum::named_enum;
use super::words::{Choice, Words};

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
        /// One byte per character; Windows in Central Europe.
        Windows1250 = "windows-1250",
        /// One byte per character; Windows where Cyrillic is written.
        Windows1251 = "windows-1251",
        /// One byte per character; Unix in Central Europe.
        Iso8859Part2 = "ISO-8859-2",
        /// One byte per character; DOS in Western Europe. Code page 437 has the same letters at the same bytes. The euro sign is at D5, as in code page 858.
        Ibm850 = "IBM850",
        /// One byte per character; DOS in Central Europe.
        Ibm852 = "IBM852",
        /// One byte per character; Mac OS before Unicode, in Western Europe.
        Macintosh = "macintosh",
        /// One byte per character; Unix and mail in Russia.
        Koi8R = "KOI8-R",
    }
    /// Returns the name in the IANA registry of character sets.
    name
}

/// The encodings that words can show, in the order of preference. ISO-8859-15 isn't among them: its euro sign shows it.
const SHOWN_BY_WORDS: [(Encoding, &CodePage); 8] = [
    (Encoding::Windows1252, &code_page::WINDOWS_1252),
    (Encoding::Ibm850, &code_page::IBM850),
    (Encoding::Windows1250, &code_page::WINDOWS_1250),
    (Encoding::Iso8859Part2, &code_page::ISO_8859_2),
    (Encoding::Ibm852, &code_page::IBM852),
    (Encoding::Macintosh, &code_page::MACINTOSH),
    (Encoding::Windows1251, &code_page::WINDOWS_1251),
    (Encoding::Koi8R, &code_page::KOI8_R),
];

/// What the bytes of a file say of its encoding.
pub(super) struct Detected<'b> {
    pub(super) encoding: Encoding,
    /// The length of the byte order marks at the start.
    pub(super) byte_order_mark_len: usize,
    /// The text after them, if it is valid UTF-8.
    pub(super) valid: Option<&'b str>,
    /// The offset after them of the first word that leaves a doubt.
    pub(super) doubt: Option<usize>,
}

impl Encoding {
    /// Returns the characters of the bytes from 80 on, if each character is one byte.
    pub(super) const fn code_page(self) -> Option<&'static CodePage> {
        Some(match self {
            Self::Utf8 | Self::Utf16LittleEndian | Self::Utf16BigEndian => return None,
            Self::Windows1252 => &code_page::WINDOWS_1252,
            Self::Iso8859Part15 => &code_page::ISO_8859_15,
            Self::Windows1250 => &code_page::WINDOWS_1250,
            Self::Windows1251 => &code_page::WINDOWS_1251,
            Self::Iso8859Part2 => &code_page::ISO_8859_2,
            Self::Ibm850 => &code_page::IBM850,
            Self::Ibm852 => &code_page::IBM852,
            Self::Macintosh => &code_page::MACINTOSH,
            Self::Koi8R => &code_page::KOI8_R,
        })
    }

    /// Whether the encoding is one of Unicode, which has every character.
    #[must_use]
    pub const fn is_unicode(self) -> bool {
        self.code_page().is_none()
    }

    /// Finds out the encoding of a file.
    pub(super) fn detect(bytes: &[u8]) -> Detected<'_> {
        let (marked, mark_len) = Self::from_byte_order_mark(bytes);
        let content = bytes.get(mark_len..).certain();
        let utf16 = if marked.is_none() {
            Self::detect_unmarked_utf16(bytes)
        } else {
            marked
        };
        let mut detected = Detected {
            encoding: Self::Utf8,
            byte_order_mark_len: mark_len,
            valid: None,
            doubt: None,
        };
        if let Some(encoding @ (Self::Utf16LittleEndian | Self::Utf16BigEndian)) = utf16 {
            detected.encoding = encoding;
            return detected;
        }
        match (simdutf8::basic::from_utf8(content), marked) {
            (Ok(text), _) => detected.valid = Some(text),
            (Err(_), Some(encoding)) => detected.encoding = encoding,
            (Err(_), None) => {
                (detected.encoding, detected.doubt) = Self::detect_in_invalid_utf8(content);
            }
        }
        detected
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
            _ => {
                let page = self.code_page();
                let byte = page
                    .and_then(|page| (0..=u8::MAX).find(|byte| decode(page, *byte) == character));
                let Some(byte) = byte else {
                    return false;
                };
                bytes.push(byte);
            }
        }
        true
    }

    /// Returns the encoding that a byte order mark shows, and the length of the mark.
    fn from_byte_order_mark(bytes: &[u8]) -> (Option<Self>, usize) {
        const UTF8_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];
        if bytes.starts_with(&[0xFF, 0xFE]) {
            return (Some(Self::Utf16LittleEndian), 2);
        }
        if bytes.starts_with(&[0xFE, 0xFF]) {
            return (Some(Self::Utf16BigEndian), 2);
        }
        // A program that adds a mark to a file that already has one leaves two.
        let (threes, _) = bytes.as_chunks();
        let marks = threes.iter().take_while(|three| **three == UTF8_MARK);
        let length = UTF8_MARK.len() * marks.count();
        ((length > 0).then_some(Self::Utf8), length)
    }

    /// Returns the encoding of a name in the IANA registry, or of another name in use, if it has one byte per character and is known.
    fn one_byte_from_name(name: &str) -> Option<Self> {
        const OTHER_NAMES: [(&str, Encoding); 14] = [
            ("cp1252", Encoding::Windows1252),
            ("iso-8859-1", Encoding::Windows1252),
            ("iso8859-1", Encoding::Windows1252),
            ("latin1", Encoding::Windows1252),
            ("iso8859-15", Encoding::Iso8859Part15),
            ("latin-9", Encoding::Iso8859Part15),
            ("cp1250", Encoding::Windows1250),
            ("cp1251", Encoding::Windows1251),
            ("iso8859-2", Encoding::Iso8859Part2),
            ("latin2", Encoding::Iso8859Part2),
            ("cp850", Encoding::Ibm850),
            ("cp437", Encoding::Ibm850),
            ("ibm437", Encoding::Ibm850),
            ("cp852", Encoding::Ibm852),
        ];
        let others = OTHER_NAMES.into_iter();
        let own = Self::ALL.iter().map(|known| (known.name(), *known));
        let mut names = own.chain(others);
        let is_named = |(known, encoding): &(&str, Self)| {
            !encoding.is_unicode() && name.eq_ignore_ascii_case(known)
        };
        names.find(is_named).map(|(_, encoding)| encoding)
    }

    /// Detects the encoding of bytes that are not valid UTF-8.
    fn detect_in_invalid_utf8(bytes: &[u8]) -> (Self, Option<usize>) {
        if let Some(declared) = encoding_of_xml(bytes).and_then(Self::one_byte_from_name) {
            return (declared, None);
        }
        // Text in an encoding of one byte per character almost never contains a valid UTF-8 sequence of several bytes. A file with more than a few is UTF-8
        // that was truncated or mixed with other bytes; decoding it as Windows-1252 would garble every umlaut.
        let (mut valid, mut invalid) = (0_usize, 0_usize);
        for chunk in bytes.utf8_chunks() {
            valid += chunk
                .valid()
                .chars()
                .filter(|character| !character.is_ascii())
                .count();
            invalid += usize::from(!chunk.invalid().is_empty());
        }
        if invalid == 0 || valid > 0 && valid * 8 >= invalid {
            return (Self::Utf8, None);
        }
        // A4 is the generic currency sign in Windows-1252, which no bank writes. 80 to 9F are letters, quotes and the euro sign in Windows-1252, but
        // control characters in ISO-8859-15. No word has a euro sign in it.
        let has_c1 = bytes.iter().any(|byte| matches!(byte, 0x80..=0x9F));
        let is_within_word = |bytes: &[u8]| matches!(bytes, [before, 0xA4, after] if before.is_ascii_alphabetic() && after.is_ascii_alphabetic());
        let is_iso_8859_15 =
            bytes.contains(&0xA4) && !has_c1 && !bytes.windows(3).any(is_within_word);
        if is_iso_8859_15 {
            (Self::Iso8859Part15, None)
        } else {
            Self::of_words(bytes)
        }
    }

    /// Returns the encoding that the words show: Windows-1252, or another one if words are strange in that. With it comes the offset of the first word that
    /// leaves a doubt.
    fn of_words(bytes: &[u8]) -> (Self, Option<usize>) {
        let Choice { page, doubt } = Words::of(bytes).choose(SHOWN_BY_WORDS.map(|(_, page)| page));
        let shown = SHOWN_BY_WORDS.get(page).map(|(encoding, _)| *encoding);
        (shown.unwrap_or(Self::Windows1252), doubt)
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
/// let greek = "<?xml version='1.0' encoding='ISO-8859-7'?><a>\u{e1}</a>";
/// assert_eq!(undecoded_encoding(greek, Encoding::Windows1252), Some("ISO-8859-7"));
/// let german = "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u{fc}</a>";
/// assert_eq!(undecoded_encoding(german, Encoding::Windows1252), None);
/// ```
#[must_use]
pub fn undecoded_encoding(text: &str, found: Encoding) -> Option<&str> {
    let declared = encoding_of_xml(text.as_bytes()).filter(|_| !found.is_unicode())?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Decoded;

    fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
        let mut bytes = Vec::new();
        for character in text.chars() {
            assert!(encoding.encode(character, &mut bytes), "{character}");
        }
        bytes
    }

    #[test]
    fn words_show_the_encoding_of_a_file() {
        let german = "Kontoumsätze;Müller & Söhne;Straße\nÜBERWEISUNG;Bäckerei Grün;Café\n";
        let polish = "Data księgowania;Opis;Obciążenia łącznie\nWpłata;Zażółć gęślą jaźń;Gdańsk\n";
        let czech =
            "Datum provedení;Číslo účtu;Částka\nPříjem;Platba zaúčtování;Položka ěščřžýáíé\n";
        let russian = "Дата;Сумма;Назначение платежа\nПоступление;Оплата по счёту;Москва\n";
        for (text, encodings) in [
            (
                german,
                &[Encoding::Windows1252, Encoding::Ibm850, Encoding::Macintosh][..],
            ),
            (
                polish,
                &[
                    Encoding::Windows1250,
                    Encoding::Iso8859Part2,
                    Encoding::Ibm852,
                ],
            ),
            (
                czech,
                &[
                    Encoding::Windows1250,
                    Encoding::Iso8859Part2,
                    Encoding::Ibm852,
                ],
            ),
            (russian, &[Encoding::Windows1251, Encoding::Koi8R]),
        ] {
            for encoding in encodings {
                let bytes = encode(text, *encoding);
                let decoded = Decoded::from_bytes(&bytes);
                assert_eq!((decoded.encoding(), decoded.text()), (*encoding, text));
            }
        }
    }

    #[test]
    fn words_of_several_western_languages_show_no_other_encoding() {
        let text = "Overførsel;LØN;Où;più lunedì;Martínez;São João;Genève;Müller;Dušek;«Noël»;±5 ²;STRAßE\n";
        let bytes: Vec<u8> = encode(text, Encoding::Windows1252);
        let decoded = Decoded::from_bytes(&bytes);
        assert_eq!(
            (decoded.encoding(), decoded.text()),
            (Encoding::Windows1252, text)
        );
    }
}
