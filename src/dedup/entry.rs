use super::Content;
use super::tables::{Face, Name};
use crate::transactions::Transaction;
use crate::value::{AccountIdentifier, Text};

/// A transaction that exists, as far as it takes to tell others from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    account: AccountIdentifier,
    /// The account in its canonical spelling, where that is another one.
    canonical: Option<String>,
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
        let canonical = account.canonical();
        let canonical = (canonical != account.as_str()).then(|| canonical.into_owned());
        Self { account, canonical, transaction_id, content, text }
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

    pub(super) fn face(&self) -> Face<'_> {
        let account = Name::new(self.account.as_str());
        Face {
            account,
            canonical: self.canonical.as_deref().map_or(account, Name::new),
            transaction_id: self.transaction_id.as_ref().map(|id| id.as_str().as_bytes()),
            content: self.content.as_bytes(),
        }
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
    /// FNV-1a over words of eight bytes, least first, the last filled up with zeros, its four quarters combined by exclusive or: a
    /// snapshot must mean the same everywhere. Zero where there is no text.
    pub(super) fn of(text: Option<&str>) -> Self {
        let Some(text) = text else { return Self(0) };
        let step = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0100_0000_01b3);
        let (words, rest) = text.as_bytes().as_chunks::<8>();
        let hash = words.iter().fold(0xcbf2_9ce4_8422_2325, |hash, word| step(hash, u64::from_le_bytes(*word)));
        let last = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let hash = step(hash, last);
        let quarter = |shift: u32| u16::try_from(hash >> shift & 0xffff).unwrap_or_default();
        Self((quarter(0) ^ quarter(16) ^ quarter(32) ^ quarter(48)).max(1))
    }

    pub(super) const fn to_bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    pub(super) const fn from_bytes(bytes: [u8; 2]) -> Self {
        Self(u16::from_le_bytes(bytes))
    }
}
