use std::collections::HashMap;

use super::content::Content;
use super::key::Key;
use super::known::{KnownTransaction, TextFingerprint};
use super::lookup::{LookupTables, MatchFields, NumberedTransactions};
use super::verdict::{Conflict, Suspect, SuspectReason, Verdict};
use crate::transactions::{ImportResult, Transaction};

/// The known transactions that a store returns for some keys: transactions that have one of the keys or are similar to one of them.
///
/// Further transactions do no harm: a store may return all its transactions.
#[derive(Debug, Clone, Default)]
pub struct KnownTransactions {
    transactions: Vec<KnownTransaction>,
    tables: LookupTables,
    /// For the transactions that an earlier part of the same import has created: their indexes in the import, by number.
    batch_indexes: HashMap<u32, usize>,
}

impl KnownTransactions {
    /// Creates an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a known transaction; a transaction whose key is known already changes nothing.
    ///
    /// Add transactions in the order in which they were imported: of several similar transactions, a [`Suspect`] names the first.
    pub fn add(&mut self, transaction: KnownTransaction) {
        self.add_from(transaction, None);
    }

    /// Adds a transaction, with its index if an earlier part of the same import has created it.
    pub(super) fn add_from(&mut self, transaction: KnownTransaction, batch_index: Option<usize>) {
        let Ok(number) = u32::try_from(self.transactions.len()) else {
            return;
        };
        let fields = transaction.match_fields();
        let hashes = fields.hashes();
        if self
            .tables
            .find_same_key(&fields, &hashes, &self.transactions.as_slice())
            .is_none()
        {
            self.transactions.push(transaction);
            self.tables
                .insert(number, &hashes, &self.transactions.as_slice());
            self.batch_indexes
                .extend(batch_index.map(|index| (number, index)));
        }
    }

    /// Returns all known transactions, in the order in which they were added.
    #[must_use]
    pub(crate) fn as_slice(&self) -> &[KnownTransaction] {
        &self.transactions
    }

    /// Returns the transaction with the account and the id of a key.
    #[must_use]
    pub(crate) fn get(&self, key: &Key<'_>) -> Option<&KnownTransaction> {
        self.find_same_key(key).map(|(known, _)| known)
    }

    fn find_same_key(&self, key: &Key<'_>) -> Option<(&KnownTransaction, Option<usize>)> {
        self.by_number(self.tables.find_same_key(
            &key.match_fields(),
            key.hashes(),
            &self.transactions.as_slice(),
        ))
    }

    /// Returns the transactions that are similar to a key, as defined by [`LookupTables::find_similar`].
    fn find_similar(&self, key: &Key<'_>) -> [Option<(&KnownTransaction, Option<usize>)>; 3] {
        let transactions = &self.transactions.as_slice();
        let numbers = self
            .tables
            .find_similar(&key.match_fields(), key.hashes(), transactions);
        numbers.map(|number| self.by_number(number))
    }

    /// Returns a transaction, with its index if an earlier part of the same import has created it.
    fn by_number(&self, number: Option<u32>) -> Option<(&KnownTransaction, Option<usize>)> {
        let number = number?;
        let transaction = self.transactions.get(usize::try_from(number).ok()?)?;
        Some((transaction, self.batch_indexes.get(&number).copied()))
    }
}

impl NumberedTransactions for &[KnownTransaction] {
    fn match_fields(&self, number: u32) -> Option<MatchFields<'_>> {
        self.get(usize::try_from(number).ok()?)
            .map(KnownTransaction::match_fields)
    }
}

impl Extend<KnownTransaction> for KnownTransactions {
    fn extend<I: IntoIterator<Item = KnownTransaction>>(&mut self, transactions: I) {
        transactions
            .into_iter()
            .for_each(|transaction| self.add(transaction));
    }
}

impl FromIterator<KnownTransaction> for KnownTransactions {
    fn from_iter<I: IntoIterator<Item = KnownTransaction>>(transactions: I) -> Self {
        let mut known = Self::new();
        known.extend(transactions);
        known
    }
}

/// What an import would do: a verdict on each transaction that was sent, in the order in which they were sent.
#[derive(Debug, Clone)]
pub struct Plan<'b> {
    keys: Vec<Key<'b>>,
    verdicts: Vec<Verdict>,
}

/// Decides what to do with each transaction, given the known transactions. Changes nothing in any store.
///
/// Transactions are compared in order, and a new transaction counts as known for the transactions after it. So the result does not depend on how
/// an import is split into batches. The same keys and the same known transactions always give the same plan.
///
/// ```
/// use universal_accounting::dedup::{self, KnownTransaction, KnownTransactions, Verdict};
/// use universal_accounting::transactions::Transaction;
/// use universal_accounting::value::{AccountIdentifier, Amount, Currency, Text};
///
/// let mut booking = Transaction::new(
///     AccountIdentifier::parse("CH9300762011623852957")?,
///     Amount::parse("12.50")?,
///     Currency::parse("CHF")?,
/// );
/// booking.transaction_id = Some(Text::parse("9999311BN1710030")?);
/// let mut known = KnownTransactions::new();
/// known.add(KnownTransaction::from(&booking));
///
/// booking.amount = Amount::parse("13.50")?;
/// let batch = [booking];
/// let plan = dedup::plan(dedup::keys(&batch), &known);
/// let Some((_, Verdict::Conflict(conflict))) = plan.verdicts().next() else { panic!("{plan:?}") };
/// assert_eq!(conflict.to_string(), "exists with another amount; it stays as it is");
/// assert_eq!(conflict.differences[0].known.as_deref(), Some("12.50"));
/// assert_eq!(plan.result(0).existing_transactions, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a plan does nothing until it is committed"]
pub fn plan<'b>(keys: Vec<Key<'b>>, known: &KnownTransactions) -> Plan<'b> {
    plan_part(keys, known, 0)
}

/// Plans a part of an import. `earlier` is the number of transactions in the parts before it.
pub(super) fn plan_part<'b>(
    keys: Vec<Key<'b>>,
    known: &KnownTransactions,
    earlier: usize,
) -> Plan<'b> {
    let mut new_in_batch = LookupTables::with_capacity(keys.len());
    let mut verdicts = Vec::with_capacity(keys.len());
    for (index, key) in keys.iter().enumerate() {
        let verdict = decide(key, known, &new_in_batch, &keys, earlier);
        if verdict.is_new()
            && let Ok(number) = u32::try_from(index)
        {
            new_in_batch.insert(number, key.hashes(), &keys.as_slice());
        }
        verdicts.push(verdict);
    }
    Plan { keys, verdicts }
}

/// Compares a transaction with the known transactions, then with the new transactions before it in the batch.
fn decide(
    key: &Key<'_>,
    known: &KnownTransactions,
    new_in_batch: &LookupTables,
    keys: &[Key<'_>],
    earlier: usize,
) -> Verdict {
    let (fields, hashes) = (key.match_fields(), key.hashes());
    let by_number = |number: u32| {
        let index = usize::try_from(number).ok()?;
        keys.get(index).map(|key| (earlier + index, key))
    };
    if let Some((same, batch_index)) = known.find_same_key(key) {
        return existing_or_conflict(key, same.content(), same.text(), batch_index);
    }
    if let Some((index, same)) = new_in_batch
        .find_same_key(&fields, hashes, &keys)
        .and_then(by_number)
    {
        return existing_or_conflict(key, same.content(), same.text(), Some(index));
    }
    // The first two searches go by the id, the last by the content.
    let similar = known
        .find_similar(key)
        .into_iter()
        .zip(new_in_batch.find_similar(&fields, hashes, &keys));
    for ((known, in_batch), is_by_id) in similar.zip([true, true, false]) {
        let (similar_to, batch_index) = match (known, in_batch.and_then(by_number)) {
            (Some((known, batch_index)), _) => (known.clone(), batch_index),
            (None, Some((index, key))) => (KnownTransaction::from(key.transaction()), Some(index)),
            (None, None) => continue,
        };
        let reason = match fields.transaction_id.and(similar_to.transaction_id()) {
            _ if is_by_id => SuspectReason::OtherSpelling,
            Some(_) => SuspectReason::OtherId,
            None => SuspectReason::NoId,
        };
        return Verdict::Suspect(Box::new(Suspect {
            reason,
            similar_to,
            batch_index,
        }));
    }
    Verdict::New
}

/// Compares a transaction with the content and the text of the known transaction that has its key.
fn existing_or_conflict(
    key: &Key<'_>,
    content: &Content,
    text: TextFingerprint,
    batch_index: Option<usize>,
) -> Verdict {
    let text_differs = text != key.text();
    if content == key.content() {
        return Verdict::Existing { text_differs };
    }
    let differences = content.differences(key.content());
    Verdict::Conflict(Box::new(Conflict {
        differences,
        text_differs,
        batch_index,
    }))
}

impl NumberedTransactions for &[Key<'_>] {
    #[inline]
    fn match_fields(&self, number: u32) -> Option<MatchFields<'_>> {
        self.get(usize::try_from(number).ok()?)
            .map(Key::match_fields)
    }
}

impl<'b> Plan<'b> {
    /// Iterates over all transactions with their verdicts, in the order in which they were sent.
    #[must_use]
    pub fn verdicts(&self) -> impl ExactSizeIterator<Item = (&Key<'b>, &Verdict)> {
        self.keys.iter().zip(&self.verdicts)
    }

    /// Returns the keys that the plan was made from, to plan again with newer known transactions.
    #[must_use]
    pub fn into_keys(self) -> Vec<Key<'b>> {
        self.keys
    }

    /// Iterates over the keys of the transactions to create, in the order in which they were sent.
    pub fn new_keys(&self) -> impl Iterator<Item = &Key<'b>> {
        self.verdicts()
            .filter(|(_, verdict)| verdict.is_new())
            .map(|(key, _)| key)
    }

    /// Iterates over the transactions to create, in the order in which they were sent.
    pub fn new_transactions(&self) -> impl Iterator<Item = &'b Transaction> {
        self.new_keys().map(Key::transaction)
    }

    /// Counts existing, new and rejected transactions, as the service answers an import.
    ///
    /// `rejected` is the number of transactions that could not be read: existing, new and rejected transactions add up to the number that was sent.
    #[must_use]
    pub fn result(&self, rejected: usize) -> ImportResult {
        let new = self.new_keys().count();
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        ImportResult::new(
            count(self.verdicts.len() - new),
            count(new),
            count(rejected),
        )
    }
}
