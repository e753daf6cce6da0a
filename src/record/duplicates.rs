use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use foldhash::fast::RandomState;

use crate::source::{RecentCache, Span, bytes_equal, sorted_by_key};

/// The keys of the records of a list, to find those that stand twice.
///
/// Of each key a part of its hash and its place are kept, sixteen bytes in all. When all are known, those that can't be alone are sorted out and
/// sorted, and what has the same hash is compared exactly. No table is touched at random, or grows.
#[derive(Debug, Default)]
pub(crate) struct DuplicateFinder<'s> {
    hasher: RandomState,
    /// The key of each record but the newest, which comes to them when there is another: for a list of one no memory is asked for.
    kept: Vec<Kept>,
    newest: Option<Kept>,
    first_scope: Option<Cow<'s, str>>,
    /// A number for each other scope: for a list with one no memory is asked for.
    scopes: HashMap<Cow<'s, str>, u32, RandomState>,
    recent_scopes: RecentCache<Cow<'s, str>, u32, 4>,
}

/// What is kept of a key.
#[derive(Debug, Clone, Copy)]
struct Kept {
    hash: u32,
    scope: u32,
    /// Where it begins in the text, inside of its quotes; nowhere, if the record has none.
    start: usize,
}

const NONE: Kept = Kept { hash: 0, scope: 0, start: usize::MAX };

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

impl<'s> DuplicateFinder<'s> {
    /// Returns the number of a scope, such as the account that an id belongs to; keys without one have the scope 0.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: the scope of each id")]
    #[allow(clippy::needless_pass_by_value, reason = "of borrowed text a copy is a copy of the place")]
    pub(crate) fn scope(&mut self, scope: Cow<'s, str>) -> u32 {
        let is = |known: &Cow<'_, str>| bytes_equal(known.as_bytes(), scope.as_bytes());
        let number = self.recent_scopes.get_or_insert_with(is, || {
            if *self.first_scope.get_or_insert_with(|| scope.clone()) == scope {
                return Some((scope.clone(), 1));
            }
            let next = u32::try_from(self.scopes.len() + 2).unwrap_or(u32::MAX);
            let number = *self.scopes.entry(scope.clone()).or_insert(next);
            Some((scope.clone(), number))
        });
        number.copied().unwrap_or_default()
    }

    /// Adds the key of the record at `index`, which counts within its scope: as it reads, and where it begins in the text, inside of
    /// its quotes.
    #[inline]
    pub(crate) fn add(&mut self, index: usize, scope: u32, key: &[u8], start: usize) {
        let hash = self.hash(scope, key);
        if let Some(before) = self.newest.replace(Kept { hash, scope, start }) {
            self.kept.push(before);
        }
        if self.kept.len() != index {
            self.kept.resize(index, NONE);
        }
    }

    /// The key of a record as it stands in the text, escapes and all.
    pub(crate) fn raw(&self, text: &'s str, index: usize) -> Option<&'s str> {
        let newest = self.newest.as_ref().filter(|_| self.kept.len() == index);
        let start = self.kept.get(index).or(newest)?.start;
        let rest = text.get(start..)?;
        let mut end = 0;
        loop {
            end += memchr::memchr2(b'"', b'\\', rest.as_bytes().get(end..)?)?;
            if rest.as_bytes().get(end) == Some(&b'"') {
                return rest.get(..end);
            }
            end += 2;
        }
    }

    /// Every key that stands twice, in the order of the records. `read` makes of a raw key what is compared.
    pub(crate) fn repeated(&mut self, text: &'s str, read: &dyn Fn(&'s str) -> Cow<'s, str>) -> Vec<Repeated> {
        if self.kept.is_empty() {
            return Vec::new();
        }
        self.kept.extend(self.newest.take());
        let suspects = suspects(&self.kept);
        let mut repeated = Vec::new();
        for group in suspects.chunk_by(|one, other| one >> 32 == other >> 32).filter(|group| group.len() > 1) {
            let mut firsts: HashMap<(u32, Cow<'s, str>), usize> = HashMap::new();
            for index in group.iter().filter_map(|one| usize::try_from(one & u64::from(u32::MAX)).ok()) {
                let (Some(kept), Some(raw)) = (self.kept.get(index), self.raw(text, index)) else { continue };
                let first = *firsts.entry((kept.scope, read(raw))).or_insert(index);
                if first != index {
                    let span = Span::new(kept.start.saturating_sub(1), kept.start + raw.len() + 1);
                    repeated.push(Repeated { first, index, span });
                }
            }
        }
        sorted_by_key(repeated, |one| (one.index, 0))
    }

    /// A part of the seeded hash of a key.
    #[inline]
    fn hash(&self, scope: u32, key: &[u8]) -> u32 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write_u64(u64::from(scope) << 32 | u64::try_from(key.len()).unwrap_or_default());
        // Sixteen bytes at a time are hashed where they stand, while a slice would be handed to a function made for long ones; the last bytes once more
        // with those before them rather than one by one.
        if let Some(last) = key.last_chunk() {
            let (chunks, _) = key.as_chunks::<16>();
            for chunk in chunks {
                hasher.write_u128(u128::from_le_bytes(*chunk));
            }
            hasher.write_u128(u128::from_le_bytes(*last));
        } else if let (Some(first), Some(last)) = (key.first_chunk(), key.last_chunk()) {
            hasher.write_u64(u64::from_le_bytes(*first));
            hasher.write_u64(u64::from_le_bytes(*last));
        } else {
            hasher.write_u64(key.iter().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte)));
        }
        u32::try_from(hasher.finish() >> 32).unwrap_or_default()
    }
}

/// Of the keys that may stand twice the hash in the upper half and the index in the lower, sorted. Most keys are alone, and a few bits for each tell: those
/// of which another one has the same place among the bits are left.
fn suspects(kept: &[Kept]) -> Vec<u64> {
    const BITS_A_KEY: usize = 8;
    // Not more than the hash has.
    let places = kept.len().saturating_mul(BITS_A_KEY).clamp(64, 1 << 30).next_power_of_two();
    let shift = 32 - places.trailing_zeros();
    let place = |kept: &Kept| {
        let place = usize::try_from(kept.hash >> shift).unwrap_or_default();
        (place / 64, 1_u64 << (place % 64))
    };
    // What was seen once, and beside it what was seen twice.
    let mut seen = vec![[0_u64; 2]; places / 64];
    for (word, bit) in kept.iter().filter(|kept| kept.start != NONE.start).map(place) {
        if let Some([once, twice]) = seen.get_mut(word) {
            *twice |= *once & bit;
            *once |= bit;
        }
    }
    let mut suspects = Vec::new();
    for (index, kept) in (0_u32..).zip(kept) {
        let (word, bit) = place(kept);
        if kept.start != NONE.start && seen.get(word).is_some_and(|[_, twice]| twice & bit != 0) {
            suspects.push(u64::from(kept.hash) << 32 | u64::from(index));
        }
    }
    suspects.sort_unstable();
    suspects
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_map_says_the_same(keys in prop::collection::vec(("[ab]{0,2}", "[a-c]{1,4}", any::<bool>()), 0..100)) {
            let text = keys.iter().flat_map(|(scope, key, _)| [scope, "\"", key, "\""]).collect::<String>();
            let (mut table, mut map, mut expected, mut at) = (DuplicateFinder::default(), HashMap::new(), Vec::new(), 0);
            for (index, (scope, key, there)) in keys.iter().enumerate() {
                let start = at + scope.len();
                at = start + key.len() + 2;
                if *there {
                    let number = table.scope(Cow::Borrowed(scope));
                    table.add(index, number, key.as_bytes(), start + 1);
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
