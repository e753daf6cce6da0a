use super::Content;
use super::known::{CanonicalAccount, TextFingerprint};
use super::lookup::{Hashes, MatchFields};
use crate::transactions::Transaction;
use crate::value::{AccountIdentifier, Text};

/// A transaction that was sent, with everything that a store needs to look it up.
///
/// For [`plan`](super::plan()), a database must return for each key the transactions with its
/// [canonical account](Self::canonical_account) and its [id](Self::transaction_id), and the transactions with its canonical account and its
/// [content](Self::content).
#[derive(Debug, Clone)]
pub struct Key<'b> {
    transaction: &'b Transaction,
    canonical_account: CanonicalAccount,
    content: Content,
    hashes: Hashes,
}

/// Returns the keys of transactions, in the order of the transactions.
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
        let canonical_account = match keys.last() {
            Some(last) if last.account() == account => last.canonical_account.clone(),
            _ => CanonicalAccount::new(account),
        };
        let content = Content::from(transaction);
        let mut key = Key {
            transaction,
            canonical_account,
            content,
            hashes: Hashes::default(),
        };
        key.hashes = key.match_fields().hashes();
        keys.push(key);
    }
    keys
}

impl<'b> Key<'b> {
    /// Returns the transaction itself.
    #[must_use]
    pub const fn transaction(&self) -> &'b Transaction {
        self.transaction
    }

    /// Returns the account as it was sent.
    #[must_use]
    pub const fn account(&self) -> &'b AccountIdentifier {
        &self.transaction.account_identifier
    }

    /// Returns the account in the form that all its spellings share: an IBAN without blanks and in upper case, any other account as it was
    /// sent.
    #[must_use]
    pub fn canonical_account(&self) -> &str {
        self.match_fields().canonical_account.text
    }

    /// Returns the id of the transaction on its account.
    #[must_use]
    pub const fn transaction_id(&self) -> Option<&'b Text> {
        self.transaction.transaction_id.as_ref()
    }

    /// Returns the content that makes the transaction the same booking as another.
    #[must_use]
    pub const fn content(&self) -> &Content {
        &self.content
    }

    pub(super) fn text(&self) -> TextFingerprint {
        TextFingerprint::new(self.transaction.text.as_ref().map(Text::as_str))
    }

    #[inline]
    pub(super) fn match_fields(&self) -> MatchFields<'_> {
        let id = self.transaction_id().map(|id| id.as_str().as_bytes());
        self.canonical_account
            .match_fields(self.account(), id, self.content.as_bytes())
    }

    #[inline]
    pub(super) const fn hashes(&self) -> &Hashes {
        &self.hashes
    }
}
