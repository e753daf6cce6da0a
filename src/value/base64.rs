use std::fmt;

use super::base64_decoder::{Base64Characters, Base64Decoder, Base64Error};

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
        let mut characters = Base64Characters::default();
        characters.add(text.as_bytes());
        let form = characters.form()?;
        let mut content = Vec::with_capacity(form.size());
        let mut decoder = Base64Decoder::new(form);
        let written = decoder
            .add(text.as_bytes(), &mut content)
            .and_then(|()| decoder.finish(&mut content));
        written.map_err(|_| Base64Error::Padding)?;
        Ok(Self(content))
    }

    /// Checks a text as [`Base64::parse`] does, without decoding it.
    ///
    /// # Errors
    ///
    /// The same errors as [`Base64::parse`].
    pub(crate) fn check(text: &str) -> Result<(), Base64Error> {
        let mut characters = Base64Characters::default();
        characters.add(text.as_bytes());
        characters.form().map(drop)
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

impl fmt::Display for Base64 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        base64::display::Base64Display::new(&self.0, &base64::engine::general_purpose::STANDARD)
            .fmt(formatter)
    }
}

/// Formats only the size: the content is long, and private.
impl fmt::Debug for Base64 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Base64({} bytes)", self.0.len())
    }
}

/// The digits, each for five bits.
pub(crate) const BASE32_DIGITS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Returns bytes as base32 without padding.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let length = bytes.len().saturating_mul(8).div_ceil(5);
    let mut digits = String::with_capacity(length);
    let (mut bits, mut count) = (0_u32, 0_u32);
    for byte in bytes.iter().copied().chain([0]) {
        (bits, count) = (bits << 8 & 0xffff | u32::from(byte), count + 8);
        while count >= 5 && digits.len() < length {
            count -= 5;
            let digit = usize::try_from(bits >> count & 31)
                .ok()
                .and_then(|value| BASE32_DIGITS.get(value));
            digits.extend(digit.map(|digit| char::from(*digit)));
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_both_alphabets_with_and_without_padding() {
        for text in [
            "+/8=", "+/8", "-_8=", "-_8", "+/\n8=\n", "+/\r\n8", " +/8=\t",
        ] {
            assert_eq!(
                Base64::parse(text).map(Base64::into_bytes),
                Ok(vec![0xfb, 0xff]),
                "{text:?}"
            );
        }
        assert_eq!(Base64::parse("").map(Base64::into_bytes), Ok(vec![]));
        for (text, error) in [
            ("=*", Base64Error::Padding),
            ("*=", Base64Error::Character),
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
        assert_eq!(
            format!("{:?}", Base64::new(b"secret".to_vec())),
            "Base64(6 bytes)"
        );
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

    #[test]
    fn base32_is_that_of_rfc_4648() {
        for (bytes, digits) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(base32(bytes.as_bytes()), digits);
        }
    }
}
