use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use foldhash::fast::RandomState;

use super::KnownRecord;
use crate::base_data::BaseData;
use crate::value::{Currency, Date};

/// The records of a list by a key, such as their number. Several records may have the same key.
pub(super) struct Keys<K> {
    /// The first record with each key.
    first: HashMap<K, usize, RandomState>,
    /// For each record, the next one with the same key.
    next: Vec<Option<usize>>,
}

impl<K: Copy + Eq + Hash> Keys<K> {
    /// Indexes records by their keys; a record may have none.
    pub(super) fn new(
        keys: impl DoubleEndedIterator<Item = Option<K>> + ExactSizeIterator,
    ) -> Self {
        let mut first = HashMap::with_capacity_and_hasher(keys.len(), RandomState::default());
        let mut next = vec![None; keys.len()];
        for ((index, key), next) in keys.enumerate().zip(&mut next).rev() {
            *next = key.and_then(|key| first.insert(key, index));
        }
        Self { first, next }
    }

    /// Returns the index of each record with this key, in the order of the list.
    pub(super) fn find(&self, key: K) -> impl Iterator<Item = usize> {
        let next = |index: &usize| self.next.get(*index).copied().flatten();
        std::iter::successors(self.first.get(&key).copied(), next)
    }
}

/// A list of base data whose records journals name by an external id, or by a code.
pub(super) struct NamedList<'b> {
    list: &'static str,
    /// The name of the field with the code in journals.
    pub(super) code_field: &'static str,
    ids: Vec<Option<&'b str>>,
    by_id: Keys<&'b str>,
    by_code: Keys<&'b str>,
}

/// The record of base data that a journal names.
pub(super) enum Lookup {
    /// One record, with its index.
    Found(usize),
    /// The journal names no record, or several have this code.
    Unclear,
    /// No record has the value of this field. If it is an external id, the record that has the code.
    Unknown {
        field: &'static str,
        same_code: Option<usize>,
    },
}

impl<'b> NamedList<'b> {
    /// Indexes a list by the external id and the code of each record.
    pub(super) fn new(
        list: &'static str,
        code_field: &'static str,
        keys: impl Iterator<Item = (Option<&'b str>, Option<&'b str>)>,
    ) -> Self {
        let (ids, codes): (Vec<_>, Vec<_>) = keys.unzip();
        let (by_id, by_code) = (Keys::new(ids.iter().copied()), Keys::new(codes.into_iter()));
        Self {
            list,
            code_field,
            ids,
            by_id,
            by_code,
        }
    }

    /// Finds the record with an external id or, without one, with a code.
    pub(super) fn find(&self, external_id: Option<&str>, code: Option<&str>) -> Lookup {
        let mut with_code = code.into_iter().flat_map(|code| self.by_code.find(code));
        if let Some(id) = external_id {
            return match self.by_id.find(id).next() {
                Some(index) => Lookup::Found(index),
                None => Lookup::Unknown {
                    field: "externalId",
                    same_code: with_code.next(),
                },
            };
        }
        match (with_code.next(), with_code.next()) {
            (Some(index), None) => Lookup::Found(index),
            (None, _) if code.is_some() => Lookup::Unknown {
                field: self.code_field,
                same_code: None,
            },
            _ => Lookup::Unclear,
        }
    }

    pub(super) fn known_record(&self, index: usize) -> KnownRecord {
        let external_id = self.ids.get(index).copied().flatten().map(str::to_owned);
        KnownRecord {
            list: self.list,
            index,
            external_id,
        }
    }
}

/// The currencies and the days that the books of base data have.
pub(super) struct Settings {
    currencies: HashSet<Currency, RandomState>,
    /// For each tax period in the order of their first days: this day, and the last day of this and all periods before.
    periods: Vec<(Date, Date)>,
}

impl Settings {
    pub(super) fn new(base_data: &BaseData) -> Self {
        let listed = base_data
            .records()
            .currencies
            .iter()
            .map(|currency| currency.code);
        // Where the list lacks a currency of base data itself, base data is at fault, and not what is compared with it.
        let in_use = base_data
            .records()
            .accounts
            .iter()
            .filter_map(|account| account.currency);
        let currencies = listed
            .chain([base_data.organization().lead_currency])
            .chain(in_use)
            .collect();
        let tax_periods = base_data.records().tax_periods.iter();
        let mut periods: Vec<(Date, Date)> = tax_periods
            .map(|tax_period| (tax_period.period.starts_at(), tax_period.period.ends_at()))
            .collect();
        periods.sort_unstable();
        let mut last = None;
        for (_, end) in &mut periods {
            *end = last.map_or(*end, |last| (*end).max(last));
            last = Some(*end);
        }
        Self {
            currencies,
            periods,
        }
    }

    /// Returns whether base data has a currency.
    pub(super) fn has_currency(&self, currency: Currency) -> bool {
        self.currencies.contains(&currency)
    }

    /// Returns whether a day is in a tax period.
    pub(super) fn has_day(&self, day: Date) -> bool {
        let started = self.periods.partition_point(|(start, _)| *start <= day);
        started
            .checked_sub(1)
            .and_then(|last| self.periods.get(last))
            .is_some_and(|(_, end)| day <= *end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_with_equal_keys_are_found_in_the_order_of_the_list() {
        let keys = Keys::new([Some("a"), None, Some("b"), Some("a"), Some("a")].into_iter());
        assert_eq!(keys.find("a").collect::<Vec<_>>(), [0, 3, 4]);
        assert_eq!(keys.find("b").collect::<Vec<_>>(), [2]);
        assert_eq!(keys.find("c").count(), 0);
    }
}
