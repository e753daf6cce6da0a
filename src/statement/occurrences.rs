use std::borrow::Cow;
use std::hash::BuildHasher;

use foldhash::fast::RandomState;

use crate::source::bytes_equal;

/// Numbers for things in the order in which they are first seen. Every row asks, and what a large file tells apart fits in no cache: so the places that are
/// touched at random are small, and the things themselves stand in a row.
#[derive(Debug, Default)]
struct Numbers {
    /// A part of the hash in the upper half, in the lower the number, counted from 1; nothing where it is free.
    slots: Vec<u64>,
    used: usize,
}

const HALF: u32 = 32;

impl Numbers {
    /// The number of a thing, and whether it is new; `is_it` compares it with one of a number.
    fn of(&mut self, hash: u64, is_it: impl Fn(usize) -> bool) -> (usize, bool) {
        if self.slots.len() <= self.used * 2 {
            self.grow();
        }
        let hash = hash >> HALF << HALF;
        let mut place = self.place(hash);
        while let Some(slot) = self.slots.get(place).filter(|slot| **slot != 0) {
            let number = usize::try_from(slot & u64::from(u32::MAX)).unwrap_or_default().wrapping_sub(1);
            if slot >> HALF << HALF == hash && is_it(number) {
                return (number, false);
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
        let number = self.used;
        self.used += 1;
        if let (Some(slot), Ok(counted)) = (self.slots.get_mut(place), u32::try_from(self.used)) {
            *slot = hash | u64::from(counted);
        }
        (number, true)
    }

    fn place(&self, hash: u64) -> usize {
        let bits = self.slots.len().trailing_zeros();
        usize::try_from(hash.unbounded_shr(u64::BITS - bits)).unwrap_or_default()
    }

    #[cold]
    fn grow(&mut self) {
        let places = vec![0; (self.slots.len() * 2).max(64)];
        for slot in std::mem::replace(&mut self.slots, places).into_iter().filter(|slot| *slot != 0) {
            let mut place = self.place(slot >> HALF << HALF);
            while self.slots.get(place).is_some_and(|other| *other != 0) {
                place = (place + 1) & (self.slots.len() - 1);
            }
            if let Some(free) = self.slots.get_mut(place) {
                *free = slot;
            }
        }
    }
}

/// The bank's ids of each account, and the lines in which they stood first.
#[derive(Debug, Default)]
pub(super) struct Lines<'s> {
    hasher: RandomState,
    numbers: Numbers,
    ids: Vec<(Cow<'s, str>, usize, usize)>,
}

impl<'s> Lines<'s> {
    /// The line in which an id of an account stood first, which may be this one.
    pub(super) fn first(&mut self, account: usize, id: Cow<'s, str>, line: usize) -> usize {
        let hash = self.hasher.hash_one((account, &*id));
        let is_it = |number: usize| {
            self.ids
                .get(number)
                .is_some_and(|(other, of, _)| *of == account && bytes_equal(other.as_bytes(), id.as_bytes()))
        };
        let (number, is_new) = self.numbers.of(hash, is_it);
        if is_new {
            self.ids.push((id, account, line));
        }
        self.ids.get(number).map_or(line, |(.., first)| *first)
    }
}

/// How many bookings there are of each hash.
#[derive(Debug, Default)]
pub(super) struct Counts {
    hasher: RandomState,
    numbers: Numbers,
    hashes: Vec<([u8; 16], u32)>,
}

impl Counts {
    /// Changes the count of a hash, which is 0 at first, and gives what `change` says.
    pub(super) fn change(&mut self, hash: [u8; 16], change: impl FnOnce(&mut u32) -> u32) -> u32 {
        let is_it = |number: usize| self.hashes.get(number).is_some_and(|(other, _)| *other == hash);
        let (number, is_new) = self.numbers.of(self.hasher.hash_one(u128::from_le_bytes(hash)), is_it);
        if is_new {
            self.hashes.push((hash, 0));
        }
        self.hashes.get_mut(number).map_or(1, |(_, count)| change(count))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_map_says_the_same(keys in prop::collection::vec((0_usize..2, 0_u8..200), 0..600)) {
            let (mut lines, mut counts, mut map, mut counted) =
                (Lines::default(), Counts::default(), HashMap::new(), HashMap::new());
            for (line, (account, key)) in keys.iter().enumerate() {
                let expected = *map.entry((account, key)).or_insert(line);
                prop_assert_eq!(lines.first(*account, Cow::Owned(key.to_string()), line), expected);
                let count = counted.entry(key).or_insert(0);
                *count += 1;
                let found = counts.change([*key; 16], |count| {
                    *count += 1;
                    *count
                });
                prop_assert_eq!(found, *count);
            }
        }
    }
}
