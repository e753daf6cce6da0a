use std::borrow::Cow;
use std::collections::HashMap;
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
        // At most three quarters of the slots are in use: with more, probing takes long.
        if self.slots.len() * 3 <= self.len * 4 {
            self.grow();
        }
        let hash = upper_half(hash);
        let mut position = self.first_position(hash);
        while let Some(slot) = self.slots.get(position).filter(|slot| **slot != 0) {
            let index = usize::try_from(slot & u64::from(u32::MAX))
                .unwrap_or_default()
                .wrapping_sub(1);
            if upper_half(*slot) == hash && is_at(index) {
                return (index, false);
            }
            position = (position + 1) & (self.slots.len() - 1);
        }
        let index = self.len;
        self.len += 1;
        if let (Some(slot), Ok(index_plus_1)) =
            (self.slots.get_mut(position), u32::try_from(self.len))
        {
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
        for slot in std::mem::replace(&mut self.slots, slots)
            .into_iter()
            .filter(|slot| *slot != 0)
        {
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
    ids: Vec<FirstLine<'s>>,
    /// The ids that are no part of the file as it is, by their index in `ids`: most files have none.
    decoded_ids: HashMap<usize, Box<str>>,
}

/// An id, and where it is first. A file has millions of them, so this is small.
#[derive(Debug)]
struct FirstLine<'s> {
    /// Empty if the id was decoded.
    id: &'s str,
    account: u32,
    line: u32,
}

impl<'s> FirstLines<'s> {
    /// Returns the first line with an id of an account. Adds the id with this line if it is new.
    pub(super) fn first_line(&mut self, account: usize, id: Cow<'s, str>, line: usize) -> usize {
        let hash = self.hasher.hash_one((account, &*id));
        let compact = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (account, compact_line) = (compact(account), compact(line));
        let is_at = |index: usize| {
            let known = self.ids.get(index).filter(|known| known.account == account);
            known.is_some_and(|known| {
                let decoded = known
                    .id
                    .is_empty()
                    .then(|| self.decoded_ids.get(&index))
                    .flatten();
                bytes_equal(
                    decoded.map_or(known.id, |decoded| decoded).as_bytes(),
                    id.as_bytes(),
                )
            })
        };
        let (index, is_new) = self.table.get_or_insert(hash, is_at);
        if is_new {
            let id = match id {
                Cow::Borrowed(id) => id,
                Cow::Owned(id) => {
                    self.decoded_ids.insert(index, id.into_boxed_str());
                    ""
                }
            };
            self.ids.push(FirstLine {
                id,
                account,
                line: compact_line,
            });
        }
        self.ids
            .get(index)
            .and_then(|known| usize::try_from(known.line).ok())
            .unwrap_or(line)
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
        let is_at = |index: usize| {
            self.counts
                .get(index)
                .is_some_and(|(known, _)| *known == hash)
        };
        let (index, is_new) = self
            .table
            .get_or_insert(self.hasher.hash_one(u128::from_le_bytes(hash)), is_at);
        if is_new {
            self.counts.push((hash, 0));
        }
        self.counts
            .get_mut(index)
            .map_or(1, |(_, count)| update(count))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_a_hash_map(keys in prop::collection::vec((0_usize..2, 0_u8..200, any::<bool>()), 0..600)) {
            let texts: Vec<String> = (0..200).map(|key| key.to_string()).collect();
            let (mut lines, mut counts, mut expected_lines, mut expected_counts) =
                (FirstLines::default(), OccurrenceCounts::default(), HashMap::new(), HashMap::new());
            for (line, (account, key, is_decoded)) in keys.iter().enumerate() {
                let text = texts[usize::from(*key)].as_str();
                let id = if *is_decoded { Cow::Owned(text.to_owned()) } else { Cow::Borrowed(text) };
                let expected = *expected_lines.entry((account, key)).or_insert(line);
                prop_assert_eq!(lines.first_line(*account, id, line), expected);
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
