use super::tables::Name;
use crate::value::AccountIdentifier;

/// How an account is spelled canonically, with the hashes of both spellings: an IBAN has one form of all its spellings, without blanks and in
/// upper case; whatever is no IBAN has one spelling only.
///
/// Databases keep the canonical spelling, so what it is for an account must stay the same from version to version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spelling {
    /// Of the account as it was sent.
    hash: u64,
    /// The canonical spelling, where it is another one.
    canonical: Option<(Box<str>, u64)>,
}

impl Spelling {
    pub(super) fn of(account: &AccountIdentifier) -> Self {
        let canonical = account.iban().filter(|iban| iban.as_str() != account.as_str());
        Self {
            hash: Name::new(account.as_str()).hash,
            canonical: canonical.map(|iban| (Box::from(iban.as_str()), Name::new(iban.as_str()).hash)),
        }
    }

    /// The account as it was sent.
    #[inline]
    pub(super) fn sent<'a>(&self, account: &'a AccountIdentifier) -> Name<'a> {
        Name { text: account.as_str(), hash: self.hash }
    }

    /// The account in its canonical spelling.
    #[inline]
    pub(super) fn canonical<'a>(&'a self, account: &'a AccountIdentifier) -> Name<'a> {
        match &self.canonical {
            Some((text, hash)) => Name { text, hash: *hash },
            None => self.sent(account),
        }
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
            let account = AccountIdentifier::parse(sent).unwrap();
            assert_eq!(Spelling::of(&account).canonical(&account).text, expected);
        }
    }
}
