use super::entry::Entry;
use super::key::Key;
use super::tables::{Compared, Records, Tables};

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
        if self.tables.same_key(&compared, &hashes, self.entries.as_slice()).is_none() {
            self.entries.push(entry);
            self.tables.add(place, &hashes, self.entries.as_slice());
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
        self.at(self.tables.same_key(&key.compared(), key.hashes(), self.entries.as_slice()))
    }

    /// The ones that a key is like, by [`Tables::like`].
    pub(super) fn like(&self, key: &Key<'_>) -> [Option<&Entry>; 3] {
        self.tables.like(&key.compared(), key.hashes(), self.entries.as_slice()).map(|place| self.at(place))
    }

    fn at(&self, place: Option<u32>) -> Option<&Entry> {
        self.entries.get(usize::try_from(place?).ok()?)
    }
}

impl Records for [Entry] {
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
