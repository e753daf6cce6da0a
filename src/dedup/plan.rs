use std::collections::HashSet;

use super::content::Content;
use super::following_days::{AccountDay, account_day};
use super::key::Key;
use super::known::KnownTransaction;
use super::lookup::{LookupTables, MatchFields, NumberedTransactions};
use super::marks::Marks;
use super::stored_statement::StoredStatement;
use super::verdict::{Conflict, OnConflict, Suspect, SuspectReason, Verdict};
use crate::transactions::{ImportResult, ReferenceId, Transaction};

/// The known transactions that a store returns for some keys: transactions that have one of the keys or are similar to one of them.
///
/// Further transactions do no harm: a store may return all its transactions.
#[derive(Debug, Clone, Default)]
pub struct KnownTransactions {
    transactions: Vec<KnownTransaction>,
    tables: LookupTables,
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
        let number = self.transactions.len();
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
        }
    }

    /// Adds all transactions of another collection.
    pub(super) fn absorb(&mut self, other: Self) {
        self.extend(other.transactions);
    }

    /// Returns all known transactions, in the order in which they were added.
    #[must_use]
    pub(crate) fn as_slice(&self) -> &[KnownTransaction] {
        &self.transactions
    }

    /// Returns the transaction with the account and the id of a key.
    #[must_use]
    pub(crate) fn get(&self, key: &Key<'_>) -> Option<&KnownTransaction> {
        self.by_number(self.tables.find_same_key(
            &key.match_fields(),
            key.hashes(),
            &self.transactions.as_slice(),
        ))
    }

    /// Returns the numbers of the transactions that a look-up of a key returns.
    pub(super) fn numbers_of(&self, key: &Key<'_>) -> Vec<usize> {
        let (fields, hashes) = (key.match_fields(), key.hashes());
        let transactions = &self.transactions.as_slice();
        match self.tables.find_same_key(&fields, hashes, transactions) {
            Some(number) => vec![number],
            None if key.is_only_id() => Vec::new(),
            None => {
                let similar = self.tables.find_similar(&fields, hashes, transactions);
                similar.into_iter().flatten().collect()
            }
        }
    }

    /// Returns the transactions that are similar to a key, as defined by [`LookupTables::find_similar`].
    fn find_similar(&self, key: &Key<'_>) -> [Option<&KnownTransaction>; 3] {
        let transactions = &self.transactions.as_slice();
        let numbers = self
            .tables
            .find_similar(&key.match_fields(), key.hashes(), transactions);
        numbers.map(|number| self.by_number(number))
    }

    fn by_number(&self, number: Option<usize>) -> Option<&KnownTransaction> {
        self.transactions.get(number?)
    }
}

impl NumberedTransactions for &[KnownTransaction] {
    fn match_fields(&self, number: usize) -> Option<MatchFields<'_>> {
        self.get(number).map(KnownTransaction::match_fields)
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
    /// For the transactions that are added: their indexes, and their keys with the ids that they were sent with.
    sent: Vec<(usize, Key<'b>)>,
    /// The statements that the transactions come from.
    statements: Vec<&'b StoredStatement>,
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
    plan_with(keys, known, OnConflict::default())
}

/// Decides as [`plan`] does, and what to do with transactions whose id another booking has.
#[must_use = "a plan does nothing until it is committed"]
pub fn plan_with<'b>(
    mut keys: Vec<Key<'b>>,
    known: &KnownTransactions,
    on_conflict: OnConflict,
) -> Plan<'b> {
    let mut new_in_batch = LookupTables::default();
    let known_ids = known
        .transactions
        .iter()
        .map(KnownTransaction::transaction_id);
    let mut references: HashSet<String> = known_ids
        .filter_map(|id| ReferenceId::reference_in(id?.as_str()))
        .map(str::to_owned)
        .collect();
    let (mut verdicts, mut sent) = (Vec::with_capacity(keys.len()), Vec::new());
    for index in 0..keys.len() {
        let before = Before {
            known,
            new_in_batch: &new_in_batch,
            keys: &keys,
            references: &references,
        };
        let Some(key) = keys.get(index) else {
            break;
        };
        let (verdict, other_key) = before.decide(key, on_conflict);
        if let (Some(other_key), Some(key)) = (other_key, keys.get_mut(index)) {
            sent.push((index, std::mem::replace(key, other_key)));
        }
        if verdict.is_new()
            && let Some(key) = keys.get(index)
        {
            let hashes = *key.hashes();
            references.extend(key.reference().map(str::to_owned));
            new_in_batch.insert(index, &hashes, &keys.as_slice());
        }
        verdicts.push(verdict);
    }
    Plan {
        keys,
        verdicts,
        sent,
        statements: Vec::new(),
    }
}

/// The transactions before one of a batch: the known ones, then the new ones of the batch.
struct Before<'p, 'b> {
    known: &'p KnownTransactions,
    new_in_batch: &'p LookupTables,
    keys: &'p [Key<'b>],
    /// The references of the bank in the ids of all of them.
    references: &'p HashSet<String>,
}

/// A transaction with the same key as another one.
struct Same<'p> {
    content: &'p Content,
    marks: Marks,
    batch_index: Option<usize>,
}

impl<'b> Before<'_, 'b> {
    /// Decides on a transaction. Returns another key if the transaction is created with another id.
    fn decide(&self, key: &Key<'b>, on_conflict: OnConflict) -> (Verdict, Option<Key<'b>>) {
        let Some(same) = self.find_same(key) else {
            let suspect = self.suspect(key).map(Box::new);
            return (suspect.map_or(Verdict::New, Verdict::Suspect), None);
        };
        match same.compare(key) {
            Verdict::Conflict(conflict) if conflict.is_other_booking() => {
                self.settle(key, conflict, on_conflict)
            }
            verdict => (verdict, None),
        }
    }

    /// Compares a transaction with all bookings that share its reference, and adds it if it is none of them.
    fn settle(
        &self,
        key: &Key<'b>,
        conflict: Box<Conflict>,
        on_conflict: OnConflict,
    ) -> (Verdict, Option<Key<'b>>) {
        let mut next = key.first_occurrence();
        while let Some(other) = next {
            let Some(same) = self.find_same(&other) else {
                return match on_conflict {
                    OnConflict::Report => (Verdict::Conflict(conflict), None),
                    OnConflict::Add => (Verdict::Added(conflict), Some(other)),
                };
            };
            match same.compare(&other) {
                Verdict::Conflict(found) if found.is_other_booking() => {}
                verdict => return (verdict, None),
            }
            next = other.next_occurrence();
        }
        (Verdict::Conflict(conflict), None)
    }

    fn find_same(&self, key: &Key<'_>) -> Option<Same<'_>> {
        if let Some(same) = self.known.get(key) {
            return Some(Same {
                content: same.content(),
                marks: same.marks(),
                batch_index: None,
            });
        }
        let index =
            self.new_in_batch
                .find_same_key(&key.match_fields(), key.hashes(), &self.keys)?;
        let same = self.keys.get(index)?;
        Some(Same {
            content: same.content(),
            marks: same.marks(),
            batch_index: Some(index),
        })
    }

    /// Returns the first transaction that a new one is similar to.
    fn suspect(&self, key: &Key<'_>) -> Option<Suspect> {
        let [canonical, respelled, alike] = self.known.find_similar(key);
        let [new_canonical, new_respelled, new_alike] =
            self.new_in_batch
                .find_similar(&key.match_fields(), key.hashes(), &self.keys);
        let other_spelling = self
            .first(canonical, new_canonical)
            .or_else(|| self.first(respelled, new_respelled));
        let (reason, (similar_to, batch_index)) = if let Some(similar) = other_spelling {
            (SuspectReason::OtherSpelling, similar)
        } else if let Some(similar) = self.on_other_day(key) {
            (SuspectReason::OtherDay, similar)
        } else {
            let similar = self.first(alike, new_alike)?;
            let has_ids = key
                .transaction_id()
                .and(similar.0.transaction_id())
                .is_some();
            let reason = if has_ids {
                SuspectReason::OtherId
            } else {
                SuspectReason::NoId
            };
            (reason, similar)
        };
        Some(Suspect {
            reason,
            similar_to,
            batch_index,
        })
    }

    /// Returns a known transaction, or else a new one of the batch.
    fn first(
        &self,
        known: Option<&KnownTransaction>,
        new_in_batch: Option<usize>,
    ) -> Option<(KnownTransaction, Option<usize>)> {
        if let Some(known) = known {
            return Some((known.clone(), None));
        }
        let index = new_in_batch?;
        let key = self.keys.get(index)?;
        Some((KnownTransaction::from(key.transaction()), Some(index)))
    }

    /// Returns the same booking on a day before or after.
    fn on_other_day(&self, key: &Key<'_>) -> Option<(KnownTransaction, Option<usize>)> {
        // Most references are new, so that no other day needs to be tried.
        if !self.references.contains(key.reference()?) {
            return None;
        }
        key.on_other_days().iter().find_map(|other| {
            let number =
                self.new_in_batch
                    .find_same_key(&other.match_fields(), other.hashes(), &self.keys);
            self.first(self.known.get(other), number)
        })
    }
}

impl Same<'_> {
    /// Compares a transaction with the one that has its key.
    fn compare(&self, key: &Key<'_>) -> Verdict {
        let (text_differs, references) = key.compare_text(&self.marks);
        let is_proved = key.is_proved_new();
        let is_same = self.content == key.content() && references.is_empty();
        if is_same && !is_proved {
            return Verdict::Existing { text_differs };
        }
        Verdict::Conflict(Box::new(Conflict {
            differences: self.content.differences(key.content()),
            references,
            is_proved,
            text_differs,
            batch_index: self.batch_index,
        }))
    }
}

impl NumberedTransactions for &[Key<'_>] {
    #[inline]
    fn match_fields(&self, number: usize) -> Option<MatchFields<'_>> {
        self.get(number).map(Key::match_fields)
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
        let mut keys = self.keys;
        for (index, sent) in self.sent {
            if let Some(key) = keys.get_mut(index) {
                *key = sent;
            }
        }
        keys
    }

    /// Adds the statements that the transactions come from. A store remembers them in the same commit, also if none of the transactions is new.
    ///
    /// A conflict is left out of the store. If balances prove that it is a booking of its own, its statement is not remembered either: the next import finds it again.
    #[must_use = "a plan does nothing until it is committed"]
    pub fn with_statements(mut self, statements: &'b [StoredStatement]) -> Self {
        let mut left_out: HashSet<AccountDay> = HashSet::new();
        for (key, verdict) in self.verdicts() {
            if matches!(verdict, Verdict::Conflict(conflict) if conflict.is_proved) {
                left_out.extend(account_day(key.transaction()));
            }
        }
        let is_whole = |statement: &&StoredStatement| {
            let mut days = statement.account_days();
            !days.any(|day| left_out.contains(&day))
        };
        self.statements = statements.iter().filter(is_whole).collect();
        self
    }

    /// Returns the statements to remember.
    #[must_use]
    pub fn statements(&self) -> &[&'b StoredStatement] {
        &self.statements
    }

    /// Iterates over the keys of the transactions to create, in the order in which they were sent.
    pub fn new_keys(&self) -> impl Iterator<Item = &Key<'b>> {
        self.verdicts()
            .filter(|(_, verdict)| verdict.is_new())
            .map(|(key, _)| key)
    }

    /// Iterates over the transactions to create, in the order in which they were sent.
    pub fn new_transactions(&self) -> impl Iterator<Item = &Transaction> {
        self.new_keys().map(Key::transaction)
    }

    /// Returns the number of transactions that exist with other content, and were not created.
    #[must_use]
    pub fn conflicts(&self) -> usize {
        let verdicts = self.verdicts.iter();
        verdicts
            .filter(|verdict| matches!(verdict, Verdict::Conflict(_)))
            .count()
    }

    /// Returns the number of new transactions that are similar to a known one.
    #[must_use]
    pub fn suspects(&self) -> usize {
        let verdicts = self.verdicts.iter();
        verdicts
            .filter(|verdict| matches!(verdict, Verdict::Suspect(_)))
            .count()
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
