use std::borrow::Cow;
use std::hash::BuildHasher;

use foldhash::fast::RandomState;

use crate::source::bytes_equal;

/// A hash table with linear probing that maps values to their indexes in a list of the caller's.
///
/// Every row is looked up, and the values of a large file exceed the caches. So the slots, which are accessed at random, are small, and the
/// values are in a list of their own.
#[derive(Debug, Default)]
struct IndexTable {
    /// Zero if the slot is free. Otherwise the upper half is the upper half of the hash, and the lower half is the index plus 1.
    slots: Vec<u64>,
    len: usize,
}

const HALF_BITS: u32 = 32;

impl IndexTable {
    /// Returns the index of a value, and whether the value is new. `is_at` compares the value with the value at an index.
    fn get_or_insert(&mut self, hash: u64, is_at: impl Fn(usize) -> bool) -> (usize, bool) {
        if self.slots.len() <= self.len * 2 {
            self.grow();
        }
        let hash = upper_half(hash);
        let mut position = self.first_position(hash);
        while let Some(slot) = self.slots.get(position).filter(|slot| **slot != 0) {
            let index = usize::try_from(slot & u64::from(u32::MAX)).unwrap_or_default().wrapping_sub(1);
            if upper_half(*slot) == hash && is_at(index) {
                return (index, false);
            }
            position = (position + 1) & (self.slots.len() - 1);
        }
        let index = self.len;
        self.len += 1;
        if let (Some(slot), Ok(index_plus_1)) = (self.slots.get_mut(position), u32::try_from(self.len)) {
            *slot = hash | u64::from(index_plus_1);
        }
        (index, true)
    }

    /// Returns the position at which probing for a hash begins.
    fn first_position(&self, hash: u64) -> usize {
        let bits = self.slots.len().trailing_zeros();
        usize::try_from(hash.unbounded_shr(u64::BITS - bits)).unwrap_or_default()
    }

    /// Doubles the number of slots.
    #[cold]
    fn grow(&mut self) {
        let slots = vec![0; (self.slots.len() * 2).max(64)];
        for slot in std::mem::replace(&mut self.slots, slots).into_iter().filter(|slot| *slot != 0) {
            let mut position = self.first_position(upper_half(slot));
            while self.slots.get(position).is_some_and(|slot| *slot != 0) {
                position = (position + 1) & (self.slots.len() - 1);
            }
            if let Some(free) = self.slots.get_mut(position) {
                *free = slot;
            }
        }
    }
}

/// Clears the lower half of a hash or a slot.
const fn upper_half(bits: u64) -> u64 {
    bits >> HALF_BITS << HALF_BITS
}

/// The bank's ids of each account, and the first line of each id.
#[derive(Debug, Default)]
pub(super) struct FirstLines<'s> {
    hasher: RandomState,
    table: IndexTable,
    /// The id, the account and the line.
    ids: Vec<(Cow<'s, str>, usize, usize)>,
}

impl<'s> FirstLines<'s> {
    /// Returns the first line with an id of an account. Adds the id with this line if it is new.
    pub(super) fn first_line(&mut self, account: usize, id: Cow<'s, str>, line: usize) -> usize {
        let hash = self.hasher.hash_one((account, &*id));
        let is_at = |index: usize| {
            let known = self.ids.get(index);
            known.is_some_and(|(known, known_account, _)| {
                *known_account == account && bytes_equal(known.as_bytes(), id.as_bytes())
            })
        };
        let (index, is_new) = self.table.get_or_insert(hash, is_at);
        if is_new {
            self.ids.push((id, account, line));
        }
        self.ids.get(index).map_or(line, |(.., first)| *first)
    }
}

/// The number of entries with each hash.
#[derive(Debug, Default)]
pub(super) struct OccurrenceCounts {
    hasher: RandomState,
    table: IndexTable,
    counts: Vec<([u8; 16], u32)>,
}

impl OccurrenceCounts {
    /// Counts an occurrence of a hash, and returns the number of its occurrences so far.
    pub(super) fn add(&mut self, hash: [u8; 16]) -> u32 {
        self.update(hash, |count| {
            *count += 1;
            *count
        })
    }

    /// Updates the count of a hash, which starts at 0, and returns the result of `update`.
    pub(super) fn update(&mut self, hash: [u8; 16], update: impl FnOnce(&mut u32) -> u32) -> u32 {
        let is_at = |index: usize| self.counts.get(index).is_some_and(|(known, _)| *known == hash);
        let (index, is_new) = self.table.get_or_insert(self.hasher.hash_one(u128::from_le_bytes(hash)), is_at);
        if is_new {
            self.counts.push((hash, 0));
        }
        self.counts.get_mut(index).map_or(1, |(_, count)| update(count))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_a_hash_map(keys in prop::collection::vec((0_usize..2, 0_u8..200), 0..600)) {
            let (mut lines, mut counts, mut expected_lines, mut expected_counts) =
                (FirstLines::default(), OccurrenceCounts::default(), HashMap::new(), HashMap::new());
            for (line, (account, key)) in keys.iter().enumerate() {
                let expected = *expected_lines.entry((account, key)).or_insert(line);
                prop_assert_eq!(lines.first_line(*account, Cow::Owned(key.to_string()), line), expected);
                let count = expected_counts.entry(key).or_insert(0);
                *count += 1;
                let found = counts.update([*key; 16], |count| {
                    *count += 1;
                    *count
                });
                prop_assert_eq!(found, *count);
            }
        }
    }
}
