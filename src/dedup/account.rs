use std::borrow::Cow;

use crate::value::AccountIdentifier;

/// The one form of all spellings of an account: an IBAN without blanks and in upper case; whatever is no IBAN has one spelling only.
///
/// Databases keep it, so what it gives for an account must stay the same from version to version.
pub(super) fn canonical(account: &AccountIdentifier) -> Cow<'_, str> {
    match account.iban() {
        Some(iban) if iban.as_str() != account.as_str() => Cow::Owned(iban.to_string()),
        _ => Cow::Borrowed(account.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_iban_has_spellings() {
        for (sent, expected) in [
            ("CH9300762011623852957", "CH9300762011623852957"),
            ("CH93 0076 2011 6238 5295 7", "CH9300762011623852957"),
            (" ch93-0076-2011-6238-5295-7", "CH9300762011623852957"),
            ("li21\u{a0}0881 0000 2324 013a a", "LI21088100002324013AA"),
            // Wrong check digits: nobody knows what it is.
            ("CH94 0076 2011 6238 5295 7", "CH94 0076 2011 6238 5295 7"),
            (" Kasse", " Kasse"),
            ("4111 1111 1111 1111", "4111 1111 1111 1111"),
            ("XXXX XXXX XXXX 1111", "XXXX XXXX XXXX 1111"),
        ] {
            assert_eq!(canonical(&AccountIdentifier::parse(sent).unwrap()), expected);
        }
    }
}
