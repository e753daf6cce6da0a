use super::Content;
use super::tables::{Compared, Name};
use crate::transactions::Transaction;
use crate::value::{AccountIdentifier, Text};

/// A transaction that exists, as far as it takes to tell others from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    account: AccountIdentifier,
    spelling: Spelling,
    transaction_id: Option<Text>,
    content: Content,
    text: TextMark,
}

/// What is kept of a text to tell that another one differs: two bytes, which 1 of 65,535 others has too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextMark(u16);

impl Entry {
    /// A transaction with a key, a content and a text.
    #[must_use]
    pub fn new(account: AccountIdentifier, transaction_id: Option<Text>, content: Content, text: Option<&str>) -> Self {
        Self::marked(account, transaction_id, content, TextMark::of(text))
    }

    pub(super) fn marked(
        account: AccountIdentifier,
        transaction_id: Option<Text>,
        content: Content,
        text: TextMark,
    ) -> Self {
        Self { spelling: Spelling::of(&account), account, transaction_id, content, text }
    }

    /// Reads what a store keeps. Bytes that are no text are damaged: nobody kept them so. Others may be readable to a newer version.
    #[cfg(any(feature = "file-store", feature = "postgres"))]
    pub(super) fn read<E>(
        account: &[u8],
        id: Option<&[u8]>,
        content: &[u8],
        text: [u8; 2],
        damaged: fn() -> E,
        unreadable: fn() -> E,
    ) -> Result<Self, E> {
        let decoded = |bytes| str::from_utf8(bytes).map_err(|_| damaged());
        let account = AccountIdentifier::parse(decoded(account)?).map_err(|_| unreadable())?;
        let id = id.map(decoded).transpose()?.map(Text::parse).transpose().map_err(|_| unreadable())?;
        let content = Content::from_bytes(content).ok_or_else(unreadable)?;
        Ok(Self::marked(account, id, content, TextMark::from_bytes(text)))
    }

    /// The account, as it was sent.
    #[must_use]
    pub const fn account(&self) -> &AccountIdentifier {
        &self.account
    }

    /// The transaction's own name on that account.
    #[must_use]
    pub const fn transaction_id(&self) -> Option<&Text> {
        self.transaction_id.as_ref()
    }

    /// What it says.
    #[must_use]
    pub const fn content(&self) -> &Content {
        &self.content
    }

    pub(super) const fn text(&self) -> TextMark {
        self.text
    }

    pub(super) fn compared(&self) -> Compared<'_> {
        let id = self.transaction_id.as_ref().map(|id| id.as_str().as_bytes());
        self.spelling.compared(&self.account, id, self.content.as_bytes())
    }
}

impl From<&Transaction> for Entry {
    fn from(transaction: &Transaction) -> Self {
        Self::new(
            transaction.account_identifier.clone(),
            transaction.transaction_id.clone(),
            Content::from(transaction),
            transaction.text.as_ref().map(Text::as_str),
        )
    }
}

impl TextMark {
    /// The mark as [`MemoryStore::snapshot`](super::MemoryStore::snapshot) describes it: it must mean the same everywhere.
    pub(super) fn of(text: Option<&str>) -> Self {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let Some(text) = text else { return Self(0) };
        let step = |hash: u64, word: u64| (hash.rotate_left(29) ^ word).wrapping_mul(FACTOR);
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        let hash = words.iter().fold(0, |hash, word| step(hash, u64::from_le_bytes(*word)));
        let last = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let hash = if rest.is_empty() { hash } else { step(hash, last) };
        let hash = step(hash, u64::try_from(text.len()).unwrap_or(u64::MAX));
        let highest = (hash ^ hash >> 32).wrapping_mul(FACTOR) >> 48;
        Self(u16::try_from(highest).unwrap_or_default().max(1))
    }

    pub(super) const fn to_bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    pub(super) const fn from_bytes(bytes: [u8; 2]) -> Self {
        Self(u16::from_le_bytes(bytes))
    }
}

/// The canonical spelling of an account, with the hashes of both: an IBAN without blanks and in upper case, anything else as it was sent.
///
/// Databases keep the canonical spelling, so it must stay the same from version to version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spelling {
    hash: u64,
    /// The canonical spelling and its hash, where it is another one.
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

    #[inline]
    pub(super) fn sent<'a>(&self, account: &'a AccountIdentifier) -> Name<'a> {
        Name { text: account.as_str(), hash: self.hash }
    }

    #[inline]
    pub(super) fn compared<'a>(
        &'a self,
        account: &'a AccountIdentifier,
        transaction_id: Option<&'a [u8]>,
        content: &'a [u8],
    ) -> Compared<'a> {
        let account = self.sent(account);
        let canonical = self.canonical.as_ref().map_or(account, |(text, hash)| Name { text, hash: *hash });
        Compared { account, canonical, transaction_id, content }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn texts_that_differ_little_differ_in_their_marks() {
        let mut texts: Vec<String> =
            vec![String::new(), "abc".to_owned(), "abc\0".to_owned(), "abc\0\0\0\0\0".to_owned()];
        // A few characters at one place of each word, and runs of one character.
        for (one, other) in (' '..='~').flat_map(|one| (' '..='~').map(move |other| (one, other))) {
            texts.push(format!("1234567{one}1234567{other}"));
        }
        texts.extend((1..500).map(|length| "a".repeat(length)));
        let marks: HashSet<u16> = texts.iter().map(|text| TextMark::of(Some(text)).0).collect();
        // So many of 65,535 marks are met by as many texts at random, some of them twice.
        let (texts, marks) = (texts.len(), marks.len());
        assert!(texts > 9500 && marks > 8650, "{texts} texts, {marks} marks");
        assert_eq!(TextMark::of(None), TextMark(0));
        assert_ne!(TextMark::of(Some("")), TextMark(0));
    }

    #[test]
    fn marks_are_frozen() {
        let marks = ["", "a", "Miete", "Einkauf Bäckerei Muster, Zürich"].map(|text| TextMark::of(Some(text)).0);
        assert_eq!(marks, [1, 55651, 55030, 56455]);
    }

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
            assert_eq!(Spelling::of(&account).compared(&account, None, b"").canonical.text, expected);
        }
    }
}
