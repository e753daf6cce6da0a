use super::error::error_enum;
use super::{Text, TextError};

/// A [`Text`] of at most `LIMIT` characters, counted in Unicode code points as JSON Schema does.
///
/// ```
/// use universal_accounting::value::{LimitedText, LimitedTextError};
///
/// assert_eq!(LimitedText::<5>::parse("Büros")?.as_str(), "Büros");
/// assert_eq!(LimitedText::<5>::parse("Miete 1"), Err(LimitedTextError::TooLong { limit: 5, found: 7 }));
/// # Ok::<(), LimitedTextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LimitedText<const LIMIT: usize>(Text);

error_enum! {
    /// The reason why a text is empty, blank or too long.
    pub enum LimitedTextError {
        /// The text has no character.
        Empty => "the text is empty; fill it in",
        /// The text has only invisible characters.
        Blank => "the text is blank; fill it in",
        /// The text has too many characters.
        TooLong {
            /// The maximum number of characters.
            limit: usize,
            /// The number of characters of the text.
            found: usize,
        } => "the text has {found} characters; at most {limit} are allowed",
    }
}

impl<const LIMIT: usize> LimitedText<LIMIT> {
    /// Accepts a text of at most `LIMIT` characters, at least one of them visible.
    ///
    /// # Errors
    ///
    /// The text is empty, blank or too long.
    pub fn parse(text: &str) -> Result<Self, LimitedTextError> {
        Self::check_length(text)?;
        Ok(Self(Text::parse(text)?))
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Checks the length. A text that is both too long and blank is reported as blank, because shortening it wouldn't help.
    fn check_length(text: &str) -> Result<(), LimitedTextError> {
        // A text never has more characters than bytes, and most texts are short.
        if text.len() <= LIMIT {
            return Ok(());
        }
        let found = text.chars().count();
        if found <= LIMIT {
            return Ok(());
        }
        Text::check(text)?;
        Err(LimitedTextError::TooLong {
            limit: LIMIT,
            found,
        })
    }
}

impl<const LIMIT: usize> From<LimitedText<LIMIT>> for Text {
    fn from(text: LimitedText<LIMIT>) -> Self {
        text.0
    }
}

impl<const LIMIT: usize> From<LimitedText<LIMIT>> for String {
    fn from(text: LimitedText<LIMIT>) -> Self {
        text.0.into()
    }
}

impl From<TextError> for LimitedTextError {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Empty => Self::Empty,
            TextError::Blank => Self::Blank,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn limits_characters_and_not_bytes() {
        for text in ["a", "abcd", "éèàü", "🏔🏔🏔🏔", "e\u{301}e\u{301}", " ab "] {
            assert_eq!(LimitedText::<4>::parse(text).unwrap().as_str(), text);
        }
        for (text, found) in [
            ("abcde", 5),
            ("éèàüö", 5),
            ("e\u{301}e\u{301}e", 5),
            ("abcd ", 5),
            (&"a".repeat(300), 300),
        ] {
            let error = LimitedTextError::TooLong { limit: 4, found };
            assert_eq!(LimitedText::<4>::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn reports_a_blank_text_as_blank_even_if_it_is_too_long() {
        assert_eq!(LimitedText::<4>::parse(""), Err(LimitedTextError::Empty));
        for text in [" ", "\u{200b}\u{feff}", "     \t"] {
            assert_eq!(
                LimitedText::<4>::parse(text),
                Err(LimitedTextError::Blank),
                "{text:?}"
            );
        }
        for error in [TextError::Empty, TextError::Blank] {
            assert_eq!(LimitedTextError::from(error).to_string(), error.to_string());
        }
    }

    #[test]
    fn debug_output_masks_card_numbers() {
        let text: LimitedText<36> = "Card 4111 1111 1111 1111".parse().unwrap();
        assert_eq!(
            format!("{text:?}"),
            "LimitedText(\"Card **** **** **** 1111\")"
        );
        assert_eq!(
            (text.to_string(), text.as_ref()),
            ("Card 4111 1111 1111 1111".to_owned(), text.as_str())
        );
        assert_eq!(String::from(text.clone()), String::from(Text::from(text)));
    }

    #[test]
    fn the_message_has_limit_and_length() {
        let error = LimitedText::<2>::parse("abc").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the text has 3 characters; at most 2 are allowed"
        );
    }

    proptest! {
        #[test]
        fn parse_agrees_with_check_and_the_definition(text in "[ aé🏔\u{200b}]{0,9}") {
            let expected = Text::check(&text).is_ok() && text.chars().count() <= 6;
            prop_assert_eq!(LimitedText::<6>::parse(&text).is_ok(), expected);
        }
    }
}
