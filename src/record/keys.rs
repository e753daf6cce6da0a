use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use foldhash::fast::RandomState;

use crate::source::{Span, in_order, same};

/// The keys of the records of a list, to find those that stand twice.
///
/// Each key leaves a fingerprint. When all are known, those that can't be alone are sorted out and sorted, and what has the same one is compared
/// exactly. That takes little more than 24 bytes a key, and no table that would be touched at random and grow.
#[derive(Debug, Default)]
pub(crate) struct Keys<'s> {
    hasher: RandomState,
    /// A part of the key's hash in the upper half, the record's index in the lower.
    fingerprints: Vec<u64>,
    /// The key of each record as it stands in the file, escapes and all; empty where it has none.
    raw: Vec<&'s str>,
    scopes: Scopes<'s>,
}

/// A key that a record before has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Repeated {
    /// The first record with the key.
    pub(crate) first: usize,
    /// This one.
    pub(crate) index: usize,
    /// Where the key stands, quotes included.
    pub(crate) span: Span,
}

impl<'s> Keys<'s> {
    /// Adds the key of the record at `index`: as it reads, and as it stands between its quotes.
    #[inline]
    pub(crate) fn add(&mut self, index: usize, key: &str, raw: &'s str) {
        self.add_hashed(index, 0, key, raw);
    }

    /// Adds a key that counts within its scope only, such as the account that an id belongs to.
    #[inline]
    pub(crate) fn add_within(&mut self, index: usize, scope: Cow<'s, str>, key: &str, raw: &'s str) {
        let number = self.scopes.number(scope);
        self.scopes.of.resize(index, 0);
        self.scopes.of.push(number);
        self.add_hashed(index, number, key, raw);
    }

    /// The key of a record as it stands in the file.
    pub(crate) fn raw(&self, index: usize) -> Option<&'s str> {
        self.raw.get(index).copied().filter(|raw| !raw.is_empty())
    }

    #[inline]
    fn add_hashed(&mut self, index: usize, scope: u32, key: &str, raw: &'s str) {
        let Ok(place) = u32::try_from(index) else { return };
        self.raw.resize(index, "");
        self.raw.push(raw);
        self.fingerprints.push(u64::from(self.fingerprint(scope, key)) << 32 | u64::from(place));
    }

    /// Every key that stands twice, in the order of the records. `read` makes of a raw key what is compared.
    pub(crate) fn repeated(&mut self, text: &'s str, read: &dyn Fn(&'s str) -> Cow<'s, str>) -> Vec<Repeated> {
        let suspects = suspects(&self.fingerprints);
        let mut repeated = Vec::new();
        for group in suspects.chunk_by(|one, other| one >> 32 == other >> 32).filter(|group| group.len() > 1) {
            let mut firsts: HashMap<(u32, Cow<'s, str>), usize> = HashMap::new();
            for index in group.iter().filter_map(|one| usize::try_from(one & u64::from(u32::MAX)).ok()) {
                let raw = self.raw(index).unwrap_or_default();
                let scope = self.scopes.of.get(index).copied().unwrap_or_default();
                let first = *firsts.entry((scope, read(raw))).or_insert(index);
                if first != index {
                    repeated.push(Repeated { first, index, span: span_of(raw, text) });
                }
            }
        }
        in_order(repeated, |one| (one.index, 0))
    }

    /// A part of the seeded hash of a key.
    #[inline]
    fn fingerprint(&self, scope: u32, key: &str) -> u32 {
        let mut hasher = self.hasher.build_hasher();
        // Whole words are hashed where they stand, while a slice would be handed to a function made for long ones.
        let (words, rest) = key.as_bytes().as_chunks::<8>();
        for word in words {
            hasher.write_u64(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        for (place, byte) in last.iter_mut().zip(rest) {
            *place = *byte;
        }
        hasher.write_u64(u64::from_le_bytes(last));
        hasher.write_u64(u64::from(scope) << 32 | u64::try_from(key.len()).unwrap_or_default());
        u32::try_from(hasher.finish() >> 32).unwrap_or_default()
    }
}

/// The fingerprints that may stand twice, sorted. Most keys are alone, and a few bits for each tell: those of which another one has the same
/// place among the bits are left.
fn suspects(fingerprints: &[u64]) -> Vec<u64> {
    const BITS_A_KEY: usize = 8;
    // Not more than the part of the hash in a fingerprint has.
    let places = fingerprints.len().saturating_mul(BITS_A_KEY).clamp(64, 1 << 30).next_power_of_two();
    let shift = 64 - places.trailing_zeros();
    let place = |fingerprint: u64| {
        let place = usize::try_from(fingerprint >> shift).unwrap_or_default();
        (place / 64, 1_u64 << (place % 64))
    };
    let (mut once, mut twice) = (vec![0_u64; places / 64], vec![0_u64; places / 64]);
    for (word, bit) in fingerprints.iter().map(|fingerprint| place(*fingerprint)) {
        if let (Some(once), Some(twice)) = (once.get_mut(word), twice.get_mut(word)) {
            *twice |= *once & bit;
            *once |= bit;
        }
    }
    let is_twice = |fingerprint: &u64| {
        let (word, bit) = place(*fingerprint);
        twice.get(word).is_some_and(|twice| twice & bit != 0)
    };
    let mut suspects: Vec<u64> = fingerprints.iter().copied().filter(is_twice).collect();
    suspects.sort_unstable();
    suspects
}

/// Where a part of a text stands in it, with the quotes around it.
fn span_of(part: &str, text: &str) -> Span {
    let start = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    Span::new(start.saturating_sub(1), start + part.len() + 1)
}

/// A number for each scope.
#[derive(Debug, Default)]
struct Scopes<'s> {
    numbers: HashMap<Cow<'s, str>, u32, RandomState>,
    /// Those that were used last: most lists have a few scopes, used over and over.
    recent: [(Cow<'s, str>, u32); RECENT],
    oldest: usize,
    /// Where among them the last one is.
    last: usize,
    /// The scope of each record's key.
    of: Vec<u32>,
}

const RECENT: usize = 4;

impl<'s> Scopes<'s> {
    #[inline]
    fn number(&mut self, scope: Cow<'s, str>) -> u32 {
        match self.recent.get(self.last) {
            Some((recent, number)) if *number > 0 && same(recent.as_bytes(), scope.as_bytes()) => *number,
            _ => self.look_up(scope),
        }
    }

    #[inline(never)]
    fn look_up(&mut self, scope: Cow<'s, str>) -> u32 {
        let known =
            self.recent.iter().position(|(recent, number)| *number > 0 && same(recent.as_bytes(), scope.as_bytes()));
        if let Some((place, (_, number))) = known.and_then(|place| Some((place, self.recent.get(place)?))) {
            self.last = place;
            return *number;
        }
        let next = u32::try_from(self.numbers.len() + 1).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(scope.clone()).or_insert(next);
        if let Some(place) = self.recent.get_mut(self.oldest) {
            *place = (scope, number);
        }
        self.last = self.oldest;
        self.oldest = (self.oldest + 1) % RECENT;
        number
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_map_says_the_same(keys in prop::collection::vec(("[ab]{0,2}", "[a-c]{1,4}", any::<bool>()), 0..100)) {
            let text = keys.iter().flat_map(|(scope, key, _)| [scope, "\"", key, "\""]).collect::<String>();
            let (mut table, mut map, mut expected, mut at) = (Keys::default(), HashMap::new(), Vec::new(), 0);
            for (index, (scope, key, there)) in keys.iter().enumerate() {
                let start = at + scope.len();
                at = start + key.len() + 2;
                if *there {
                    table.add_within(index, Cow::Borrowed(scope), key, text.get(start + 1..at - 1).unwrap());
                    let first = *map.entry((scope, key)).or_insert(index);
                    if first != index {
                        expected.push(Repeated { first, index, span: Span::new(start, at) });
                    }
                }
            }
            prop_assert_eq!(table.repeated(&text, &Cow::Borrowed), expected);
        }
    }
}
