use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::error::error_enum;

/// The content of a file, which JSON carries as base64 (RFC 4648).
///
/// Both alphabets of the RFC are read, with and without padding and line breaks. Content is written with the alphabet of section 4, padding, and
/// no line breaks.
///
/// ```
/// use universal_accounting::value::{Base64, Base64Error};
///
/// assert_eq!(Base64::parse("SGVs\r\nbG8")?.bytes(), b"Hello");
/// assert_eq!(Base64::parse("SGVsbG8")?.to_string(), "SGVsbG8=");
/// assert_eq!(Base64::parse("Hello!"), Err(Base64Error::Character));
/// # Ok::<(), Base64Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Base64(Vec<u8>);

error_enum! {
    /// The reason why a text is not base64.
    pub enum Base64Error {
        /// A character that is in neither alphabet, or characters of both alphabets.
        Character => "the text has a character that base64 does not have, or mixes its two alphabets",
        /// Padding in the wrong place, or too much or too little of it.
        Padding => "the padding of the base64 text is wrong",
        /// The text ends within a byte, so it was probably cut off.
        Length => "the base64 text ends within a byte; it was probably cut off",
    }
}

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);

static STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, LENIENT);
static URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, LENIENT);

impl Base64 {
    /// Stores the content of a file.
    #[must_use]
    pub const fn new(content: Vec<u8>) -> Self {
        Self(content)
    }

    /// Decodes base64.
    ///
    /// # Errors
    ///
    /// The text is not base64, or is cut off.
    pub fn parse(text: &str) -> Result<Self, Base64Error> {
        Self::check(text)?;
        let text = without_line_breaks(text);
        let engine = if has_url_safe_characters(text.as_bytes()) { &URL_SAFE } else { &STANDARD };
        engine.decode(text.as_bytes()).map(Self).map_err(|_| Base64Error::Padding)
    }

    /// Checks a text as [`Base64::parse`] does, without decoding it.
    ///
    /// # Errors
    ///
    /// The same errors as [`Base64::parse`].
    pub(crate) fn check(text: &str) -> Result<(), Base64Error> {
        let text = without_line_breaks(text);
        let unpadded = text.trim_end_matches('=');
        let padding = text.len() - unpadded.len();
        if !is_of_one_alphabet(unpadded.as_bytes()) {
            return Err(if unpadded.contains('=') { Base64Error::Padding } else { Base64Error::Character });
        }
        let rest = unpadded.len() % 4;
        if rest == 1 {
            return Err(Base64Error::Length);
        }
        if padding == 0 || rest >= 2 && rest + padding == 4 { Ok(()) } else { Err(Base64Error::Padding) }
    }

    /// Returns the content.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the content without copying it.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }
}

/// Returns whether all characters are of the alphabet of RFC 4648 section 4, or all of section 5.
///
/// The loop has no branches, so that the compiler compares many bytes at once.
fn is_of_one_alphabet(text: &[u8]) -> bool {
    let (mut all_common, mut has_standard, mut has_url_safe) = (true, false, false);
    for chunk in text.chunks(64) {
        let (mut is_valid, mut standard, mut url_safe) = (true, false, false);
        for byte in chunk {
            let is_standard = (*byte == b'+') | (*byte == b'/');
            let is_url_safe = (*byte == b'-') | (*byte == b'_');
            let is_letter = (*byte | 0x20).wrapping_sub(b'a') < 26;
            let is_digit = byte.wrapping_sub(b'0') < 10;
            is_valid &= is_letter | is_digit | is_standard | is_url_safe;
            standard |= is_standard;
            url_safe |= is_url_safe;
        }
        all_common &= is_valid;
        has_standard |= standard;
        has_url_safe |= url_safe;
        if !all_common {
            return false;
        }
    }
    !(has_standard && has_url_safe)
}

fn has_url_safe_characters(text: &[u8]) -> bool {
    memchr::memchr2(b'-', b'_', text).is_some()
}

/// Removes line breaks, and the blanks that may stand beside them.
fn without_line_breaks(text: &str) -> Cow<'_, str> {
    const BLANKS: [char; 4] = ['\n', '\r', '\t', ' '];
    // Nearly every text is on one line, which this finds quickly.
    if memchr::memchr3(b'\n', b'\r', b' ', text.as_bytes()).is_none() && !text.contains('\t') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(BLANKS, ""))
}

impl fmt::Display for Base64 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        base64::display::Base64Display::new(&self.0, &base64::engine::general_purpose::STANDARD).fmt(formatter)
    }
}

/// Formats only the size: the content is long, and private.
impl fmt::Debug for Base64 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Base64({} bytes)", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_both_alphabets_with_and_without_padding() {
        for text in ["+/8=", "+/8", "-_8=", "-_8", "+/\n8=\n", "+/\r\n8", " +/8=\t"] {
            assert_eq!(Base64::parse(text).map(Base64::into_bytes), Ok(vec![0xfb, 0xff]), "{text:?}");
        }
        assert_eq!(Base64::parse("").map(Base64::into_bytes), Ok(vec![]));
        for (text, error) in [
            ("+_8=", Base64Error::Character),
            ("A*==", Base64Error::Character),
            ("é===", Base64Error::Character),
            ("A", Base64Error::Length),
            ("AAAAA", Base64Error::Length),
            ("AA=", Base64Error::Padding),
            ("AAA==", Base64Error::Padding),
            ("AAAA=", Base64Error::Padding),
            ("AA==AA==", Base64Error::Padding),
            ("====", Base64Error::Padding),
        ] {
            assert_eq!(Base64::parse(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn debug_output_has_no_content() {
        assert_eq!(format!("{:?}", Base64::new(b"secret".to_vec())), "Base64(6 bytes)");
    }

    proptest! {
        #[test]
        fn decodes_what_it_writes(content in prop::collection::vec(any::<u8>(), 0..100)) {
            prop_assert_eq!(Base64::parse(&Base64::new(content.clone()).to_string()).map(Base64::into_bytes), Ok(content));
        }

        #[test]
        fn decodes_every_text_that_it_accepts(text in "[A-Za-b0-1+/\\-_=\n ]{0,12}") {
            prop_assert_eq!(Base64::check(&text), Base64::parse(&text).map(drop));
        }
    }
}
