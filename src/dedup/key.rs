use super::Content;
use super::entry::{Spelling, TextMark};
use super::tables::{Compared, Hashes};
use crate::transactions::Transaction;
use crate::value::{AccountIdentifier, Text};

/// A transaction that was sent, with all by which a store is asked about it.
///
/// What a database must be asked for each, so that [`plan`](super::plan()) can tell: which transactions have its
/// [canonical account](Self::canonical_account) and its [id](Self::transaction_id), and which have its canonical account and its
/// [content](Self::content).
#[derive(Debug, Clone)]
pub struct Key<'b> {
    transaction: &'b Transaction,
    spelling: Spelling,
    content: Content,
    hashes: Hashes,
}

/// What to ask a store about each of several transactions, in their order.
///
/// ```
/// use universal_accounting::dedup;
/// use universal_accounting::report::Policy;
/// use universal_accounting::transactions;
///
/// let payload = br#"{"transactions": [{"accountIdentifier": "CH93 0076 2011 6238 5295 7", "transactionId": "1",
///     "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2026-03-31"}]}"#;
/// let batch = transactions::read(payload, &Policy::new()).values;
/// let keys = dedup::keys(&batch);
/// assert_eq!(keys[0].account().as_str(), "CH93 0076 2011 6238 5295 7");
/// assert_eq!(keys[0].canonical_account(), "CH9300762011623852957");
/// assert_eq!(keys[0].transaction_id().map(|id| id.as_str()), Some("1"));
/// ```
#[must_use]
pub fn keys(batch: &[Transaction]) -> Vec<Key<'_>> {
    let mut keys: Vec<Key<'_>> = Vec::with_capacity(batch.len());
    for transaction in batch {
        let account = &transaction.account_identifier;
        let spelling = match keys.last() {
            Some(last) if last.account() == account => last.spelling.clone(),
            _ => Spelling::of(account),
        };
        let content = Content::from(transaction);
        let mut key = Key { transaction, spelling, content, hashes: Hashes::default() };
        key.hashes = key.compared().hashes();
        keys.push(key);
    }
    keys
}

impl<'b> Key<'b> {
    /// The transaction itself.
    #[must_use]
    pub const fn transaction(&self) -> &'b Transaction {
        self.transaction
    }

    /// Its account, as it was sent.
    #[must_use]
    pub const fn account(&self) -> &'b AccountIdentifier {
        &self.transaction.account_identifier
    }

    /// Its account in the one form that all spellings of it share: an IBAN without blanks and in upper case, anything else as it was sent.
    #[must_use]
    pub fn canonical_account(&self) -> &str {
        self.compared().canonical.text
    }

    /// Its own name on that account.
    #[must_use]
    pub const fn transaction_id(&self) -> Option<&'b Text> {
        self.transaction.transaction_id.as_ref()
    }

    /// What it says.
    #[must_use]
    pub const fn content(&self) -> &Content {
        &self.content
    }

    pub(super) fn text(&self) -> TextMark {
        TextMark::of(self.transaction.text.as_ref().map(Text::as_str))
    }

    #[inline]
    pub(super) fn compared(&self) -> Compared<'_> {
        let id = self.transaction_id().map(|id| id.as_str().as_bytes());
        self.spelling.compared(self.account(), id, self.content.as_bytes())
    }

    #[inline]
    pub(super) const fn hashes(&self) -> &Hashes {
        &self.hashes
    }
}
