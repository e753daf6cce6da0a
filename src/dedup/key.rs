use std::ops::Deref;

use super::Content;
use super::known::{CanonicalAccount, KnownTransaction};
use super::lookup::{Hashes, MatchFields};
use super::marks::{Marks, TextFingerprint};
use crate::statement::short_id;
use crate::transactions::{BookingKey, ReferenceId, ReferenceKind, Transaction};
use crate::value::{AccountIdentifier, Date, Text};

/// How many days the same booking may be reported before or after.
const MAX_DAYS_APART: usize = 5;

/// A transaction that was sent, with everything that a store needs to look it up.
///
/// For [`plan`](super::plan()), a database must return for each key the transactions with its
/// [canonical account](Self::canonical_account) and its [id](Self::transaction_id), and the transactions with its canonical account and the
/// [core](Content::core) of its [content](Self::content).
#[derive(Debug, Clone)]
pub struct Key<'b> {
    transaction: KeyTransaction<'b>,
    canonical_account: CanonicalAccount,
    content: Content,
    hashes: Hashes,
    /// Whether the id has the form of one that is made with a reference of the bank.
    has_reference: bool,
    /// Whether only the transaction with this account and id is sought, and none that is similar.
    is_only_id: bool,
    /// Whether the balances of statements prove that no stored booking is this one.
    is_proved_new: bool,
}

/// The transaction of a key: the caller's, or one with another id.
#[derive(Debug, Clone)]
enum KeyTransaction<'b> {
    Borrowed(&'b Transaction),
    Owned(Box<Transaction>),
}

impl Deref for KeyTransaction<'_> {
    type Target = Transaction;

    fn deref(&self) -> &Transaction {
        match self {
            Self::Borrowed(transaction) => transaction,
            Self::Owned(transaction) => transaction,
        }
    }
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
pub fn keys<'b>(batch: impl IntoIterator<Item = &'b Transaction>) -> Vec<Key<'b>> {
    let batch = batch.into_iter();
    let mut keys: Vec<Key<'_>> = Vec::with_capacity(batch.size_hint().0);
    for transaction in batch {
        let account = &transaction.account_identifier;
        let canonical_account = match keys.last() {
            Some(last) if last.account() == account => last.canonical_account.clone(),
            _ => CanonicalAccount::new(account),
        };
        keys.push(Key::new(
            KeyTransaction::Borrowed(transaction),
            canonical_account,
        ));
    }
    keys
}

impl From<&Key<'_>> for KnownTransaction {
    fn from(key: &Key<'_>) -> Self {
        Self::with_marks(
            key.account().clone(),
            key.transaction_id().cloned(),
            *key.content(),
            key.marks(),
        )
    }
}

impl<'b> Key<'b> {
    #[inline]
    fn new(transaction: KeyTransaction<'b>, canonical_account: CanonicalAccount) -> Self {
        let content = Content::from(&*transaction);
        let id = transaction.transaction_id.as_ref().map(Text::as_str);
        let has_reference = id.is_some_and(|id| ReferenceId::reference_in(id).is_some());
        let mut key = Self {
            transaction,
            canonical_account,
            content,
            hashes: Hashes::default(),
            has_reference,
            is_only_id: false,
            is_proved_new: false,
        };
        key.hashes = key.match_fields().hashes();
        key
    }

    /// Returns whether a store looks up only the transaction with the account and the id of this key, and none that is similar.
    #[must_use]
    pub const fn is_only_id(&self) -> bool {
        self.is_only_id
    }

    /// Says that the balances of statements prove that no stored booking is this one, even if it has the same id.
    pub(super) const fn set_proved_new(&mut self) {
        self.is_proved_new = true;
    }

    pub(super) const fn is_proved_new(&self) -> bool {
        self.is_proved_new
    }

    /// Returns the transaction itself. It has another id than it was sent with if a plan [adds](super::Verdict::Added) it.
    #[must_use]
    pub fn transaction(&self) -> &Transaction {
        &self.transaction
    }

    /// Returns the account as it was sent.
    #[must_use]
    pub fn account(&self) -> &AccountIdentifier {
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
    pub fn transaction_id(&self) -> Option<&Text> {
        self.transaction.transaction_id.as_ref()
    }

    /// Returns the content that makes the transaction the same booking as another.
    #[must_use]
    pub const fn content(&self) -> &Content {
        &self.content
    }

    pub(super) fn marks(&self) -> Marks {
        let text = self.transaction.text.as_ref().map(Text::as_str);
        Marks::new(text, self.reference_id().as_ref())
    }

    /// Compares the text with that of a known transaction. Returns whether it differs, and the references of the payment that differ.
    pub(super) fn compare_text(&self, known: &Marks) -> (bool, Vec<ReferenceKind>) {
        let text = self.transaction.text.as_ref().map(Text::as_str);
        if TextFingerprint::new(text) == known.text {
            // The same text has the same references.
            return (false, Vec::new());
        }
        (true, known.references.differing(&self.marks().references))
    }

    /// Returns the reference of the bank in an id that has the form of one with a reference.
    pub(super) fn reference(&self) -> Option<&str> {
        ReferenceId::reference_in(self.id_with_reference()?)
    }

    /// Returns the id without its occurrence number, if it has the form of one with a reference.
    pub(super) fn first_id(&self) -> Option<&str> {
        ReferenceId::first_in(self.id_with_reference()?)
    }

    /// Returns the id, if it is made with a reference of the bank.
    pub(super) fn reference_id(&self) -> Option<ReferenceId<'_>> {
        let id = self.id_with_reference()?;
        ReferenceId::parse(id, &BookingKey::of(&self.transaction)?)
    }

    /// Returns the id, if it has the form of one that is made with a reference of the bank.
    fn id_with_reference(&self) -> Option<&str> {
        let id = self.transaction_id().filter(|_| self.has_reference);
        id.map(Text::as_str)
    }

    /// Returns the key of an equal booking with an occurrence number, from 1. `None` if the id was not made by a converter of statements.
    pub(super) fn with_occurrence(&self, occurrence: u32) -> Option<Self> {
        let id = match self.reference_id() {
            Some(id) => id.with_occurrence(occurrence).to_string(),
            None => short_id::with_occurrence(self.transaction_id()?.as_str(), occurrence)?,
        };
        self.with_id(&id)
    }

    pub(super) fn first_occurrence(&self) -> Option<Self> {
        self.with_occurrence(1)
    }

    pub(super) fn next_occurrence(&self) -> Option<Self> {
        let occurrence = match self.reference_id() {
            Some(id) => id.occurrence(),
            None => short_id::occurrence(self.transaction_id()?.as_str())?,
        };
        self.with_occurrence(occurrence.checked_add(1)?)
    }

    fn with_id(&self, id: &str) -> Option<Self> {
        let mut transaction = self.transaction().clone();
        transaction.transaction_id = Some(Text::parse(id).ok()?);
        let canonical_account = self.canonical_account.clone();
        let mut key = Self::new(
            KeyTransaction::Owned(Box::new(transaction)),
            canonical_account,
        );
        key.is_proved_new = self.is_proved_new;
        Some(key)
    }

    /// Returns a key that seeks another id of the account.
    fn only_with_id(&self, id: &str) -> Option<Self> {
        let sent = &*self.transaction;
        let mut transaction =
            Transaction::new(sent.account_identifier.clone(), sent.amount, sent.currency);
        transaction.transaction_id = Some(Text::parse(id).ok()?);
        let canonical_account = self.canonical_account.clone();
        let mut key = Self::new(
            KeyTransaction::Owned(Box::new(transaction)),
            canonical_account,
        );
        key.is_only_id = true;
        Some(key)
    }

    /// Returns the keys of the same booking on the days before and after, if the id is made with a reference of the bank.
    pub(super) fn on_other_days(&self) -> Vec<Self> {
        let Some((id, key)) = self.reference_id().zip(BookingKey::of(&self.transaction)) else {
            return Vec::new();
        };
        let days = |next: fn(&Date) -> Option<Date>| {
            std::iter::successors(key.day, next)
                .skip(1)
                .take(MAX_DAYS_APART)
        };
        let days = days(|day| day.yesterday()).chain(days(|day| day.tomorrow()));
        let other = |day| {
            let key = BookingKey {
                day: Some(day),
                ..key
            };
            self.only_with_id(&id.with_key(&key).to_string())
        };
        days.filter_map(other).collect()
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
