//! The ids under which a store may have the booking of a transaction with a reference of the bank, beside its own id.

use std::collections::HashSet;

use super::key::Key;
use super::plan::KnownTransactions;

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
    let mut ids = HashSet::new();
    let (mut occurrences, mut wanted) = (Vec::new(), Vec::new());
    for key in keys {
        if key.reference().is_none() {
            continue;
        }
        let is_shared = !ids.insert((key.account().as_str(), key.transaction_id()));
        match known.get(key) {
            Some(same) if key.is_other_payment(same) => occurrences.extend(key.first_occurrence()),
            None if is_shared => occurrences.extend(key.first_occurrence()),
            Some(_) => {}
            None => wanted.extend(key.on_other_days()),
        }
    }
    loop {
        // The numbers of equal bookings have no gaps, so the first one that is not known ends the search.
        occurrences = occurrences
            .iter()
            .filter_map(|key| unknown(key, &known))
            .collect();
        wanted.extend(occurrences.iter().cloned());
        if wanted.is_empty() {
            return Ok(known);
        }
        let found = look_up(&wanted)?;
        occurrences.retain(|key| found.get(key).is_some());
        known.absorb(found);
        wanted.clear();
    }
}

/// Returns a key with the first occurrence number from that of the key on that is not known.
fn unknown<'b>(key: &Key<'b>, known: &KnownTransactions) -> Option<Key<'b>> {
    let mut key = key.clone();
    while known.get(&key).is_some() {
        key = key.next_occurrence()?;
    }
    Some(key)
}
