use super::error::error_enum;

/// A text that is neither empty nor blank, stored as it was sent.
///
/// A text is blank if it has only invisible characters: Unicode whitespace, zero width spaces and joiners, byte order marks.
///
/// ```
/// use universal_accounting::value::{Text, TextError};
///
/// assert_eq!(Text::parse(" Rent ")?.as_str(), " Rent ");
/// assert_eq!(Text::parse(" \u{200b}"), Err(TextError::Blank));
/// # Ok::<(), TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(String);

error_enum! {
    /// The reason why a text is empty or blank.
    pub enum TextError {
        /// The text has no character.
        Empty => "the text is empty; fill it in",
        /// The text has only invisible characters.
        Blank => "the text is blank; fill it in",
    }
}

impl Text {
    /// Accepts a text with at least one visible character.
    ///
    /// # Errors
    ///
    /// The text is empty or blank.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        Self::check(text).map(|()| Self(text.to_owned()))
    }

    /// Copies a text that [`check`](Self::check) has accepted.
    pub(crate) fn from_checked(text: &str) -> Self {
        debug_assert!(Self::check(text).is_ok());
        Self(text.to_owned())
    }

    /// Checks a text as [`Text::parse`] does, without copying it.
    ///
    /// # Errors
    ///
    /// The same errors as [`Text::parse`].
    #[inline]
    pub(crate) fn check(text: &str) -> Result<(), TextError> {
        match text.as_bytes() {
            [] => Err(TextError::Empty),
            // Nearly every text begins with a visible character.
            [first, ..] if first.is_ascii_graphic() => Ok(()),
            _ => Self::check_every_character(text),
        }
    }

    fn check_every_character(text: &str) -> Result<(), TextError> {
        if text.chars().all(is_invisible) {
            Err(TextError::Blank)
        } else {
            Ok(())
        }
    }

    /// Returns the text as it was sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Trims a text like [`str::trim`], but is faster for the usual text that begins and ends with a visible ASCII character.
pub(crate) fn trim(text: &str) -> &str {
    let ends = [text.bytes().next(), text.bytes().next_back()];
    let needs_no_trim = ends
        .into_iter()
        .all(|end| end.is_some_and(|byte| byte.is_ascii_graphic()));
    if needs_no_trim { text } else { text.trim() }
}

/// Returns the bytes of a code, for tables that are built at compile time.
pub(super) const fn code_bytes<const LENGTH: usize>(code: &str) -> [u8; LENGTH] {
    match code.as_bytes().first_chunk() {
        Some(bytes) => *bytes,
        None => [b' '; LENGTH],
    }
}

/// Splits off the digits at the start of a text; returns `None` if there are none.
#[inline]
pub(super) fn split_leading_digits(text: &str) -> Option<(&str, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    (end > 0).then(|| text.split_at_checked(end)).flatten()
}

fn is_invisible(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn trims_like_the_standard_library(text in "[ \u{a0}\t]{0,1}[aé\u{1f} ]{0,3}[ \u{2003}]{0,1}") {
            prop_assert_eq!(trim(&text), text.trim());
        }
    }

    #[test]
    fn requires_a_visible_character() {
        assert_eq!(Text::parse(""), Err(TextError::Empty));
        for text in [
            " ",
            "\t\n",
            "\u{a0}\u{3000}",
            "\u{feff}",
            "\u{200b}\u{200c}\u{200d}\u{2060}",
        ] {
            assert_eq!(Text::parse(text), Err(TextError::Blank), "{text:?}");
        }
        for text in ["a", " a ", "0", "\0", "\u{200b}x", "é"] {
            assert_eq!(Text::parse(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn debug_output_masks_card_numbers() {
        let text = Text::parse("Card 4111 1111 1111 1111").unwrap();
        assert_eq!(format!("{text:?}"), "Text(\"Card **** **** **** 1111\")");
        assert_eq!(text.to_string(), "Card 4111 1111 1111 1111");
    }
}
