use super::Content;
use super::entry::{Entry, TextMark};
use crate::value::{AccountIdentifier, Text};

/// The bytes that a store keeps of a transaction to tell others from it.
pub(super) struct Kept<'r> {
    pub(super) account: &'r [u8],
    pub(super) transaction_id: Option<&'r [u8]>,
    pub(super) content: &'r [u8],
    pub(super) text: TextMark,
}

/// Why such bytes are no transaction.
pub(super) enum Unkept {
    /// They are no text: nobody kept them so.
    Damaged,
    /// They may be one to a newer version.
    Unreadable,
}

impl Kept<'_> {
    pub(super) fn read(&self) -> Result<Entry, Unkept> {
        let text = |bytes| str::from_utf8(bytes).map_err(|_| Unkept::Damaged);
        let account = AccountIdentifier::parse(text(self.account)?).map_err(|_| Unkept::Unreadable)?;
        let id = self.transaction_id.map(text).transpose()?;
        let id = id.map(Text::parse).transpose().map_err(|_| Unkept::Unreadable)?;
        let content = Content::from_bytes(self.content).ok_or(Unkept::Unreadable)?;
        Ok(Entry::marked(account, id, content, self.text))
    }
}
