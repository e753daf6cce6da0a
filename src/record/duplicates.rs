use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use foldhash::fast::RandomState;

use crate::source::{RecentCache, Span, bytes_equal, sorted_by_key};

/// Finds the keys that several records of a list have.
///
/// It stores sixteen bytes for each key: a part of its hash, its scope and its offset. Once all keys are known, it sorts the keys that may be
/// duplicates by their hashes, and compares keys of equal hash exactly. So it needs no hash table, which would grow and be accessed at random.
#[derive(Debug, Default)]
pub(crate) struct DuplicateFinder<'s> {
    hasher: RandomState,
    /// The keys of all records but the newest, by record. The newest key joins them with the next one, so a list of one record allocates nothing.
    keys: Vec<StoredKey>,
    newest: Option<StoredKey>,
    first_scope: Option<Cow<'s, str>>,
    /// The numbers of all scopes but the first, so a list with one scope allocates nothing.
    scopes: HashMap<Cow<'s, str>, u32, RandomState>,
    recent_scopes: RecentCache<Cow<'s, str>, Scope, 4>,
}

/// What a key belongs to, such as the account of an id. The default is the scope of all keys without one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Scope {
    number: u32,
    /// The seeded hash of its text.
    hash: u64,
}

/// A key, as the finder stores it.
#[derive(Debug, Clone, Copy)]
struct StoredKey {
    hash: u32,
    scope: u32,
    /// The offset of its first byte in the text, inside the quotes; `usize::MAX` if the record has no key.
    start: usize,
}

const NO_KEY: StoredKey = StoredKey {
    hash: 0,
    scope: 0,
    start: usize::MAX,
};

impl StoredKey {
    /// Returns whether the record has no key.
    const fn is_absent(&self) -> bool {
        self.start == NO_KEY.start
    }
}

/// A key that an earlier record has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Duplicate {
    /// The index of the first record with the key.
    pub(crate) first: usize,
    /// The index of the record that repeats it.
    pub(crate) index: usize,
    /// The span of the repeated key, including its quotes.
    pub(crate) span: Span,
}

impl<'s> DuplicateFinder<'s> {
    /// Returns a scope by its text.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "measured: the scope of each id")]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "cloning borrowed text copies a reference"
    )]
    pub(crate) fn scope(&mut self, scope: Cow<'s, str>) -> Scope {
        let is_scope = |known: &Cow<'_, str>| bytes_equal(known.as_bytes(), scope.as_bytes());
        let found = self.recent_scopes.get_or_insert_with(is_scope, || {
            let hash = self.hasher.hash_one(&*scope);
            if *self.first_scope.get_or_insert_with(|| scope.clone()) == scope {
                return Some((scope.clone(), Scope { number: 1, hash }));
            }
            let next = u32::try_from(self.scopes.len() + 2).unwrap_or(u32::MAX);
            let number = *self.scopes.entry(scope.clone()).or_insert(next);
            Some((scope.clone(), Scope { number, hash }))
        });
        found.copied().unwrap_or_default()
    }

    /// Adds the key of the record at `index`, which is unique within its scope: its decoded text, and the offset of its first byte in the
    /// source, inside the quotes.
    #[inline]
    pub(crate) fn add(&mut self, index: usize, scope: Scope, key: &[u8], start: usize) {
        let hash = self.hash(scope, key);
        let newest = StoredKey {
            hash,
            scope: scope.number,
            start,
        };
        if let Some(previous) = self.newest.replace(newest) {
            self.keys.push(previous);
        }
        if self.keys.len() != index {
            self.keys.resize(index, NO_KEY);
        }
    }

    /// Returns the key of a record as it is in the text, with its escapes.
    pub(crate) fn raw_key(&self, text: &'s str, index: usize) -> Option<&'s str> {
        let key = if index == self.keys.len() {
            self.newest.as_ref()?
        } else {
            self.keys.get(index)?
        };
        let rest = text.get(key.start..)?;
        let mut end = 0;
        loop {
            end += memchr::memchr2(b'"', b'\\', rest.as_bytes().get(end..)?)?;
            if rest.as_bytes().get(end) == Some(&b'"') {
                return rest.get(..end);
            }
            end += 2;
        }
    }

    /// Returns all duplicates, in the order of the records. `decode` turns a raw key into the text to compare.
    pub(crate) fn duplicates(
        &mut self,
        text: &'s str,
        decode: &dyn Fn(&'s str) -> Cow<'s, str>,
    ) -> Vec<Duplicate> {
        if self.keys.is_empty() {
            return Vec::new();
        }
        self.keys.extend(self.newest.take());
        let candidates = candidates(&self.keys);
        let mut duplicates = Vec::new();
        for group in candidates.chunk_by(|left, right| left >> 32 == right >> 32) {
            if group.len() == 1 {
                continue;
            }
            let mut firsts: HashMap<(u32, Cow<'s, str>), usize> = HashMap::new();
            for candidate in group {
                let Ok(index) = usize::try_from(candidate & u64::from(u32::MAX)) else {
                    continue;
                };
                let (Some(key), Some(raw)) = (self.keys.get(index), self.raw_key(text, index))
                else {
                    continue;
                };
                let first = *firsts.entry((key.scope, decode(raw))).or_insert(index);
                if first != index {
                    let span = Span::new(key.start.saturating_sub(1), key.start + raw.len() + 1);
                    duplicates.push(Duplicate { first, index, span });
                }
            }
        }
        sorted_by_key(duplicates, |duplicate| (duplicate.index, 0))
    }

    /// Returns a part of the seeded hash of a key.
    #[inline]
    fn hash(&self, scope: Scope, key: &[u8]) -> u32 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write_u64(scope.hash ^ u64::try_from(key.len()).unwrap_or_default());
        // Hashes sixteen bytes at a time, as the function of the hasher for slices is made for long slices. The last chunk may overlap the chunk
        // before it, which is faster than hashing the remaining bytes one by one.
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
            let mut bytes = 0;
            for byte in key {
                bytes = bytes << 8 | u64::from(*byte);
            }
            hasher.write_u64(bytes);
        }
        u32::try_from(hasher.finish() >> 32).unwrap_or_default()
    }
}

/// Returns the keys that may be duplicates, sorted: the hash in the upper half of each number, the index in the lower half. As most keys are unique,
/// a filter of a few bits for each key drops them: a key remains only if another key sets the same bit.
fn candidates(keys: &[StoredKey]) -> Vec<u64> {
    const BITS_PER_KEY: usize = 8;
    // A hash has only 32 bits.
    let bit_count = keys
        .len()
        .saturating_mul(BITS_PER_KEY)
        .clamp(64, 1 << 30)
        .next_power_of_two();
    let shift = 32 - bit_count.trailing_zeros();
    let locate = |key: &StoredKey| {
        let index = usize::try_from(key.hash >> shift).unwrap_or_default();
        (index / 64, 1_u64 << (index % 64))
    };
    // The first of each pair has the bits that were set, the second has the bits that were set more than once.
    let mut filter = vec![[0_u64; 2]; bit_count / 64];
    for key in keys {
        if key.is_absent() {
            continue;
        }
        let (word, bit) = locate(key);
        if let Some([once, again]) = filter.get_mut(word) {
            *again |= *once & bit;
            *once |= bit;
        }
    }
    let mut candidates = Vec::new();
    for (index, key) in (0_u32..).zip(keys) {
        if key.is_absent() {
            continue;
        }
        let (word, bit) = locate(key);
        if let Some([_, again]) = filter.get(word)
            && again & bit != 0
        {
            candidates.push(u64::from(key.hash) << 32 | u64::from(index));
        }
    }
    candidates.sort_unstable();
    candidates
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn add_key<'s>(
        finder: &mut DuplicateFinder<'s>,
        index: usize,
        scope: &'s str,
        key: &str,
        start: usize,
    ) {
        let scope = finder.scope(Cow::Borrowed(scope));
        finder.add(index, scope, key.as_bytes(), start);
    }

    proptest! {
        #[test]
        fn finds_the_same_duplicates_as_a_hash_map(keys in prop::collection::vec(("[ab]{0,2}", "[a-c]{1,4}", any::<bool>()), 0..100)) {
            let text = keys.iter().flat_map(|(scope, key, _)| [scope, "\"", key, "\""]).collect::<String>();
            let (mut finder, mut map, mut expected, mut end) = (DuplicateFinder::default(), HashMap::new(), Vec::new(), 0);
            for (index, (scope, key, has_key)) in keys.iter().enumerate() {
                let start = end + scope.len();
                end = start + key.len() + 2;
                if *has_key {
                    add_key(&mut finder, index, scope, key, start + 1);
                    let first = *map.entry((scope, key)).or_insert(index);
                    if first != index {
                        expected.push(Duplicate { first, index, span: Span::new(start, end) });
                    }
                }
            }
            prop_assert_eq!(finder.duplicates(&text, &Cow::Borrowed), expected);
        }
    }
}
