use super::content::Content;
use super::entry::{Entry, TextMark};
use super::key::Key;
use super::known::Known;
use super::tables::{Compared, Records, Tables};
use super::verdict::{Conflict, Likeness, Suspect, Verdict};
use crate::transactions::{ImportResult, Transaction};

/// What an import would do: a verdict on each transaction that was sent, in their order.
#[derive(Debug, Clone)]
pub struct Plan<'b> {
    keys: Vec<Key<'b>>,
    verdicts: Vec<Verdict>,
}

/// Decides what becomes of each transaction, given what is known of them. Nothing is changed anywhere.
///
/// Transactions are taken in order: one that stands twice in a batch is judged as if the two had come one after the other, so that it is no
/// matter how an import is split. The same key and the same knowledge give the same plan, always.
///
/// ```
/// use universal_accounting::dedup::{self, Entry, Known, Verdict};
/// use universal_accounting::transactions::Transaction;
/// use universal_accounting::value::{AccountIdentifier, Amount, Currency, Text};
///
/// let mut booking = Transaction::new(
///     AccountIdentifier::parse("CH9300762011623852957")?,
///     Amount::parse("12.50")?,
///     Currency::parse("CHF")?,
/// );
/// booking.transaction_id = Some(Text::parse("9999311BN1710030")?);
/// let mut known = Known::new();
/// known.add(Entry::from(&booking));
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
pub fn plan<'b>(keys: Vec<Key<'b>>, known: &Known) -> Plan<'b> {
    let mut earlier = Tables::with_room(keys.len());
    let mut verdicts = Vec::with_capacity(keys.len());
    for (index, key) in keys.iter().enumerate() {
        let verdict = Before { known, earlier: &earlier, keys: &keys }.judge(key);
        if verdict.is_new()
            && let Ok(place) = u32::try_from(index)
        {
            earlier.add(place, key.hashes(), keys.as_slice());
        }
        verdicts.push(verdict);
    }
    Plan { keys, verdicts }
}

/// All that a transaction is held against: what comes before it.
struct Before<'m, 'b> {
    known: &'m Known,
    /// Those that come before it in the batch and are new.
    earlier: &'m Tables,
    keys: &'m [Key<'b>],
}

impl Before<'_, '_> {
    fn judge(&self, key: &Key<'_>) -> Verdict {
        if let Some(known) = self.known.get(key) {
            return compare(key, known.content(), known.text(), None);
        }
        if let Some((index, earlier)) = self.earlier(self.earlier.same_key(&key.compared(), key.hashes(), self.keys)) {
            return compare(key, earlier.content(), earlier.text(), Some(index));
        }
        self.suspect(key).map_or(Verdict::New, |suspect| Verdict::Suspect(Box::new(suspect)))
    }

    /// What a new transaction is most likely to be: the first of those known, then of those sent before it.
    fn suspect(&self, key: &Key<'_>) -> Option<Suspect> {
        let sought = key.compared();
        let known = self.known.tables().like(&sought, key.hashes(), self.known.entries());
        let earlier = self.earlier.like(&sought, key.hashes(), self.keys);
        // The first two are told by their id, the last by its content.
        known.into_iter().zip(earlier).zip([true, true, false]).find_map(|((known, earlier), by_id)| {
            let (like, earlier) = match self.known.at(known) {
                Some(entry) => (entry.clone(), None),
                None => self.earlier(earlier).map(|(index, key)| (Entry::from(key.transaction()), Some(index)))?,
            };
            let named = sought.transaction_id.is_some() && like.transaction_id().is_some();
            let likeness = match (by_id, named) {
                (true, _) => Likeness::OtherSpelling,
                (false, true) => Likeness::OtherId,
                (false, false) => Likeness::NoId,
            };
            Some(Suspect { likeness, like, earlier })
        })
    }

    fn earlier(&self, place: Option<u32>) -> Option<(usize, &Key<'_>)> {
        let index = usize::try_from(place?).ok()?;
        self.keys.get(index).map(|key| (index, key))
    }
}

fn compare(key: &Key<'_>, content: &Content, text: TextMark, earlier: Option<usize>) -> Verdict {
    let other_text = text != key.text();
    if content == key.content() {
        return Verdict::Existing { other_text };
    }
    Verdict::Conflict(Box::new(Conflict { differences: content.differences(key.content()), other_text, earlier }))
}

impl Records for [Key<'_>] {
    #[inline]
    fn compared(&self, place: u32) -> Option<Compared<'_>> {
        self.get(usize::try_from(place).ok()?).map(Key::compared)
    }
}

impl<'b> Plan<'b> {
    /// Every transaction with its verdict, in the order in which they were sent.
    #[must_use]
    pub fn verdicts(&self) -> impl ExactSizeIterator<Item = (&Key<'b>, &Verdict)> {
        self.keys.iter().zip(&self.verdicts)
    }

    /// The keys it was made of, to plan anew with what is known by now.
    #[must_use]
    pub fn into_keys(self) -> Vec<Key<'b>> {
        self.keys
    }

    /// Those that are to be created, in the order in which they were sent.
    pub fn new_keys(&self) -> impl Iterator<Item = &Key<'b>> {
        self.verdicts().filter(|(_, verdict)| verdict.is_new()).map(|(key, _)| key)
    }

    /// The same as transactions.
    pub fn new_transactions(&self) -> impl Iterator<Item = &'b Transaction> {
        self.new_keys().map(Key::transaction)
    }

    /// The three counts, as the service answers them (contract 4.3). `rejected` are those that could not even be read:
    /// existing, new and error ones are together as many as were sent.
    #[must_use]
    pub fn result(&self, rejected: usize) -> ImportResult {
        let new = self.new_keys().count();
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        ImportResult::new(count(self.verdicts.len() - new), count(new), count(rejected))
    }
}
