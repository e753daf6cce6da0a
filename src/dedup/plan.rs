use super::content::Content;
use super::entry::{Entry, TextMark};
use super::key::Key;
use super::tables::{Compared, Records, Tables};
use super::verdict::{Conflict, Likeness, Suspect, Verdict};
use crate::transactions::{ImportResult, Transaction};

/// What a store knows of some keys: the transactions that have one of them, and those that are like one of them.
///
/// Further ones do no harm: all that a store holds would be an answer to any keys.
#[derive(Debug, Clone, Default)]
pub struct Known {
    entries: Vec<Entry>,
    tables: Tables,
}

impl Known {
    /// Nothing known.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a transaction that exists; one with a key that is there already changes nothing.
    ///
    /// Add them in the order in which they were imported: of several that are alike the one added first is named.
    pub fn add(&mut self, entry: Entry) {
        let Ok(place) = u32::try_from(self.entries.len()) else { return };
        let compared = entry.compared();
        let hashes = compared.hashes();
        if self.tables.same_key(&compared, &hashes, &self.entries.as_slice()).is_none() {
            self.entries.push(entry);
            self.tables.add(place, &hashes, &self.entries.as_slice());
        }
    }

    /// All that is known.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The one with the account and the id of a key.
    #[must_use]
    pub fn get(&self, key: &Key<'_>) -> Option<&Entry> {
        self.at(self.tables.same_key(&key.compared(), key.hashes(), &self.entries.as_slice()))
    }

    /// The ones that a key is like, by [`Tables::like`].
    pub(super) fn like(&self, key: &Key<'_>) -> [Option<&Entry>; 3] {
        self.tables.like(&key.compared(), key.hashes(), &self.entries.as_slice()).map(|place| self.at(place))
    }

    fn at(&self, place: Option<u32>) -> Option<&Entry> {
        self.entries.get(usize::try_from(place?).ok()?)
    }
}

impl Records for &[Entry] {
    fn compared(&self, place: u32) -> Option<Compared<'_>> {
        self.get(usize::try_from(place).ok()?).map(Entry::compared)
    }
}

impl Extend<Entry> for Known {
    fn extend<I: IntoIterator<Item = Entry>>(&mut self, entries: I) {
        entries.into_iter().for_each(|entry| self.add(entry));
    }
}

impl FromIterator<Entry> for Known {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut known = Self::new();
        known.extend(entries);
        known
    }
}

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
        let verdict = judge(key, known, &earlier, &keys);
        if verdict.is_new()
            && let Ok(place) = u32::try_from(index)
        {
            earlier.add(place, key.hashes(), &keys.as_slice());
        }
        verdicts.push(verdict);
    }
    Plan { keys, verdicts }
}

/// Holds a transaction against those known, and then against those before it in the batch that are new.
fn judge(key: &Key<'_>, known: &Known, earlier: &Tables, keys: &[Key<'_>]) -> Verdict {
    let (sought, hashes) = (key.compared(), key.hashes());
    let sent_at = |place: u32| {
        let index = usize::try_from(place).ok()?;
        keys.get(index).map(|key| (index, key))
    };
    if let Some(entry) = known.get(key) {
        return compare(key, entry.content(), entry.text(), None);
    }
    if let Some((index, earlier)) = earlier.same_key(&sought, hashes, &keys).and_then(sent_at) {
        return compare(key, earlier.content(), earlier.text(), Some(index));
    }
    // The first two are told by their id, the last by its content.
    let all = known.like(key).into_iter().zip(earlier.like(&sought, hashes, &keys)).zip([true, true, false]);
    for ((known, earlier), by_id) in all {
        let (like, earlier) = match (known, earlier.and_then(sent_at)) {
            (Some(entry), _) => (entry.clone(), None),
            (None, Some((index, key))) => (Entry::from(key.transaction()), Some(index)),
            (None, None) => continue,
        };
        let likeness = match sought.transaction_id.and(like.transaction_id()) {
            _ if by_id => Likeness::OtherSpelling,
            Some(_) => Likeness::OtherId,
            None => Likeness::NoId,
        };
        return Verdict::Suspect(Box::new(Suspect { likeness, like, earlier }));
    }
    Verdict::New
}

fn compare(key: &Key<'_>, content: &Content, text: TextMark, earlier: Option<usize>) -> Verdict {
    let other_text = text != key.text();
    if content == key.content() {
        return Verdict::Existing { other_text };
    }
    Verdict::Conflict(Box::new(Conflict { differences: content.differences(key.content()), other_text, earlier }))
}

impl Records for &[Key<'_>] {
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
