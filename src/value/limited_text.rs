use super::error::error_enum;
use super::{Text, TextError};

/// A [`Text`] of at most `LIMIT` characters, counted as JSON Schema does: Unicode code points. It is kept as it came.
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
    /// Why a text says nothing, or too much.
    pub enum LimitedTextError {
        /// It has no character.
        Empty => "the text is empty; fill it in",
        /// It has only characters that can't be seen.
        Blank => "the text is blank; fill it in",
        /// It has too many characters.
        TooLong {
            /// How many it may have.
            limit: usize,
            /// How many it has.
            found: usize,
        } => "the text has {found} characters; {limit} are the most it may have",
    }
}

impl<const LIMIT: usize> LimitedText<LIMIT> {
    /// How many characters it may have.
    pub const LIMIT: usize = LIMIT;

    /// Takes a text of at most `LIMIT` characters, of which at least one can be seen.
    pub fn parse(text: &str) -> Result<Self, LimitedTextError> {
        Self::check_length(text)?;
        Ok(Self(Text::parse(text)?))
    }

    /// Decides as [`LimitedText::parse`] does, without copying the text.
    pub fn check(text: &str) -> Result<(), LimitedTextError> {
        Self::check_length(text)?;
        Ok(Text::check(text)?)
    }

    /// The text as it came.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// What is too long and blank is blank: it would be no better when shortened.
    fn check_length(text: &str) -> Result<(), LimitedTextError> {
        // No text has more characters than bytes, and most are short.
        if text.len() <= LIMIT {
            return Ok(());
        }
        let found = text.chars().count();
        if found <= LIMIT {
            return Ok(());
        }
        Text::check(text)?;
        Err(LimitedTextError::TooLong { limit: LIMIT, found })
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
    fn from(fault: TextError) -> Self {
        match fault {
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
    fn characters_are_counted_not_bytes() {
        for text in ["a", "abcd", "éèàü", "🏔🏔🏔🏔", "e\u{301}e\u{301}", " ab "] {
            assert_eq!(LimitedText::<4>::parse(text).unwrap().as_str(), text);
        }
        for (text, found) in
            [("abcde", 5), ("éèàüö", 5), ("e\u{301}e\u{301}e", 5), ("abcd ", 5), (&"a".repeat(300), 300)]
        {
            let fault = LimitedTextError::TooLong { limit: 4, found };
            assert_eq!(LimitedText::<4>::parse(text), Err(fault), "{text}");
        }
        assert_eq!(LimitedText::<36>::LIMIT, 36);
    }

    #[test]
    fn a_text_that_says_nothing_is_not_too_long() {
        assert_eq!(LimitedText::<4>::parse(""), Err(LimitedTextError::Empty));
        for text in [" ", "\u{200b}\u{feff}", "     \t"] {
            assert_eq!(LimitedText::<4>::parse(text), Err(LimitedTextError::Blank), "{text:?}");
        }
        for fault in [TextError::Empty, TextError::Blank] {
            assert_eq!(LimitedTextError::from(fault).to_string(), fault.to_string());
        }
    }

    #[test]
    fn debug_output_masks_card_numbers() {
        let text: LimitedText<36> = "Card 4111 1111 1111 1111".parse().unwrap();
        assert_eq!(format!("{text:?}"), "LimitedText(\"Card **** **** **** 1111\")");
        assert_eq!((text.to_string(), text.as_ref()), ("Card 4111 1111 1111 1111".to_owned(), text.as_str()));
        assert_eq!(String::from(text.clone()), String::from(Text::from(text)));
    }

    #[test]
    fn a_fault_tells_both_numbers() {
        let fault = LimitedText::<2>::parse("abc").unwrap_err();
        assert_eq!(fault.to_string(), "the text has 3 characters; 2 are the most it may have");
    }

    proptest! {
        #[test]
        fn it_is_a_text_of_so_many_characters(text in "[ aé🏔\u{200b}]{0,9}") {
            let expected = Text::check(&text).is_ok() && text.chars().count() <= 6;
            prop_assert_eq!(LimitedText::<6>::parse(&text).is_ok(), expected);
            prop_assert_eq!(LimitedText::<6>::check(&text), LimitedText::<6>::parse(&text).map(|_| ()));
        }
    }
}
