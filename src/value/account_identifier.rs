use super::{CardNumber, Iban, Text, TextError};

/// The identifier of an account, exactly as it was sent: the service treats another spelling as another account.
///
/// ```
/// use universal_accounting::value::AccountIdentifier;
///
/// let account = AccountIdentifier::parse("CH93 0076 2011 6238 5295 7")?;
/// assert_eq!(account.as_str(), "CH93 0076 2011 6238 5295 7");
/// assert_eq!(account.iban().map(|iban| iban.to_string()).as_deref(), Some("CH9300762011623852957"));
/// # Ok::<(), universal_accounting::value::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountIdentifier(Text);

impl AccountIdentifier {
    /// Accepts a text with at least one visible character.
    ///
    /// # Errors
    ///
    /// The text is empty or blank.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        Text::parse(text).map(Self)
    }

    /// Copies a text that [`Text::check`] has accepted.
    pub(crate) fn from_checked(text: &str) -> Self {
        Self(Text::from_checked(text))
    }

    /// Returns the text as it was sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the IBAN, if the text is an IBAN in any spelling.
    #[must_use]
    pub fn iban(&self) -> Option<Iban> {
        Iban::parse(self.as_str()).ok()
    }

    /// Returns the canonical spelling: an IBAN in upper case without separators, any other text trimmed and with card numbers masked.
    pub(crate) fn canonical(&self) -> String {
        match self.iban() {
            Some(iban) => iban.to_string(),
            None => CardNumber::mask(self.as_str().trim()).into_owned(),
        }
    }
}

impl From<AccountIdentifier> for String {
    fn from(account: AccountIdentifier) -> Self {
        account.0.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(text: &str) -> AccountIdentifier {
        AccountIdentifier::parse(text).unwrap()
    }

    #[test]
    fn keeps_the_text_as_it_was_sent() {
        for text in ["CH9300762011623852957", " ch93 0076", "12-345-6", "x"] {
            assert_eq!(account(text).as_str(), text);
        }
        assert_ne!(
            account("CH93 0076 2011 6238 5295 7"),
            account("CH9300762011623852957")
        );
        assert_eq!(AccountIdentifier::parse(""), Err(TextError::Empty));
        assert_eq!(AccountIdentifier::parse(" \t"), Err(TextError::Blank));
    }

    #[test]
    fn recognizes_an_iban_in_any_spelling() {
        assert!(account("GB33 BUKB 2020 1555 5555 55").iban().is_some());
        for text in [
            "4111 1111 1111 1111",
            "CH9300762011623852958",
            "XXXX 1111",
            "01-2345-6",
        ] {
            assert_eq!(account(text).iban(), None, "{text}");
        }
    }

    #[test]
    fn debug_output_masks_card_numbers() {
        assert_eq!(
            format!("{:?}", account("4111111111111111")),
            "AccountIdentifier(\"************1111\")"
        );
    }
}
