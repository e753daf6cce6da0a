//! The ids under which a store may have the booking of a transaction with a reference of the bank, beside its own id.

use std::collections::{HashMap, HashSet};

use super::key::Key;
use super::plan::KnownTransactions;

/// The number of related ids from which they are looked up, before more are collected.
const MAX_SOUGHT: usize = 10_000;

/// Looks up the known transactions for some keys: with `look_up`, which returns what [`Store::look_up`](super::Store::look_up) promises, for the keys and for ids that are related to
/// theirs.
///
/// A booking may be reported again on another day, and several bookings may share a reference. So an id that is made with a reference of the bank is also sought on the five days before and
/// after, and with other occurrence numbers.
///
/// # Errors
///
/// The error of `look_up`.
pub fn find_known<'b, E>(
    keys: &[Key<'b>],
    mut look_up: impl FnMut(&[Key<'b>]) -> Result<KnownTransactions, E>,
) -> Result<KnownTransactions, E> {
    let mut known = look_up(keys)?;
    let mut members: HashMap<_, usize> = HashMap::new();
    for id in keys.iter().filter_map(any_occurrence) {
        *members.entry(id).or_default() += 1;
    }
    let (mut ids, mut sought) = (HashSet::new(), HashSet::new());
    let (mut occurrences, mut wanted) = (Vec::new(), Vec::new());
    for key in keys {
        let same = known.get(key);
        if key.is_proved_new()
            && same.is_some()
            && let Some(next) = key.first_occurrence()
        {
            occurrences.push(Occurrences { next, free: 1 });
            continue;
        }
        let Some(any) = any_occurrence(key) else {
            continue;
        };
        let free = members.get(&any).copied().unwrap_or(1);
        let may_be_numbered = match same {
            Some(same) => {
                let (_, references) = key.compare_text(&same.marks());
                !references.is_empty()
            }
            None => free > 1,
        };
        if may_be_numbered
            && let Some(next) = key.first_occurrence()
            && sought.insert(any)
        {
            occurrences.push(Occurrences { next, free });
        }
        let is_first = ids.insert((key.account().as_str(), key.transaction_id()));
        if same.is_none() && is_first {
            wanted.extend(key.on_other_days());
        }
        // Ten keys for each transaction of a large batch would take more memory than the batch.
        if wanted.len() >= MAX_SOUGHT {
            known.absorb(look_up(&wanted)?);
            wanted.clear();
        }
    }
    loop {
        wanted.extend(occurrences.iter().flat_map(Occurrences::keys));
        if wanted.is_empty() {
            return Ok(known);
        }
        let found = look_up(&wanted)?;
        let after = occurrences.iter();
        occurrences = after.filter_map(|sought| sought.after(&found)).collect();
        known.absorb(found);
        wanted.clear();
    }
}

/// Returns the account and the id without its occurrence number, if the id has the form of one that is made with a reference of the bank.
fn any_occurrence<'k>(key: &'k Key<'_>) -> Option<(&'k str, &'k str)> {
    Some((key.account().as_str(), key.first_id()?))
}

/// Occurrence numbers of an id to look up.
struct Occurrences<'b> {
    /// The key with the first of them.
    next: Key<'b>,
    /// How many numbers that the store does not have are still to be found: each transaction that is sent may take one, and the store may have others between them.
    free: usize,
}

impl<'b> Occurrences<'b> {
    fn keys(&self) -> impl Iterator<Item = Key<'b>> {
        let next = Some(self.next.clone());
        std::iter::successors(next, Key::next_occurrence).take(self.free)
    }

    /// Returns the numbers to look up next: as many as were found, since each of these is taken. `None` if none was found.
    fn after(&self, found: &KnownTransactions) -> Option<Self> {
        let free = self.keys().filter(|key| found.get(key).is_some()).count();
        let next = self.keys().last()?.next_occurrence()?;
        (free > 0).then_some(Self { next, free })
    }
}
