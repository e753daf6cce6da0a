use wide::u32x4;

/// A hash table that finds numbers by the hashes of the items that they stand for. The caller compares the items themselves.
///
/// A bucket is one cache line of the processor, so most searches cost one access to memory, whether they find something or not. Nothing
/// is ever removed, so a free slot ends every search.
///
/// A large index consists of many tables, each for a range of hashes. They grow one at a time and from the hashes they hold, so that no insertion has to
/// move all numbers, except for the one that makes the index large.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    /// No table, one or [`TABLES`].
    tables: Vec<Table>,
}

#[derive(Debug, Clone, Default)]
struct Table {
    buckets: Vec<Bucket>,
    length: usize,
}

#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket {
    /// The upper half of the hash of each number, or 1 instead of 0. A free slot has 0. The slots in use are the first ones.
    hashes: [u32; SLOTS_PER_BUCKET],
    numbers: [u32; SLOTS_PER_BUCKET],
}

const SLOTS_PER_BUCKET: usize = 8;

/// The number of tables of a large index. There are few in tests, so that tests reach them.
const TABLES: usize = if cfg!(test) { 8 } else { 1024 };

/// The maximum number of buckets of an index with one table.
const MAX_BUCKETS_OF_ONE_TABLE: usize = 4 * TABLES;

impl Index {
    /// Creates an index in which about so many numbers fit without growing.
    pub(super) fn with_capacity(numbers: usize) -> Self {
        match Table::buckets_for(numbers) {
            0 => Self::default(),
            buckets if buckets <= MAX_BUCKETS_OF_ONE_TABLE => Self {
                tables: vec![Table::with_buckets(buckets)],
            },
            _ => Self {
                tables: vec![Table::with_buckets(Table::buckets_for(numbers / TABLES)); TABLES],
            },
        }
    }

    /// Returns a number with a hash for which `is_match` is true.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_match: impl FnMut(u32) -> bool) -> Option<u32> {
        let (hash, table, rest) = self.locate(hash);
        self.tables.get(table)?.find(hash, rest, is_match)
    }

    /// Inserts a number. A full table becomes larger first.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, number: u32) {
        let (stored, table, rest) = self.locate(hash);
        match self.tables.get_mut(table) {
            Some(table) if !table.is_full() => table.insert(stored, rest, number),
            _ => self.grow_and_insert(hash, number),
        }
    }

    /// Reads from the bucket where a search for a hash begins, so that the bucket is in the cache.
    #[inline]
    pub(super) fn load_bucket(&self, hash: u64) -> u32 {
        let (_, table, rest) = self.locate(hash);
        self.tables
            .get(table)
            .and_then(|table| table.buckets.get(table.first_bucket(rest)))
            .map_or(0, |bucket| bucket.hashes[0])
    }

    /// Returns what is stored of a hash, the index of its table, and the bits that decide its bucket there.
    #[inline]
    fn locate(&self, hash: u64) -> (u32, usize, u32) {
        let stored = u32::try_from(hash >> 32).unwrap_or_default().max(1);
        let (table, rest) = scale(stored, self.tables.len());
        (stored, table, rest)
    }

    #[cold]
    #[inline(never)]
    fn grow_and_insert(&mut self, hash: u64, number: u32) {
        let (_, table, _) = self.locate(hash);
        let Some(full) = self.tables.get_mut(table).map(std::mem::take) else {
            *self = Self::with_capacity(1);
            return self.insert(hash, number);
        };
        // A quarter more at a time wastes less memory than a double.
        let buckets = full.buckets.len() + full.buckets.len() / 4 + 1;
        if self.tables.len() == 1 && buckets > MAX_BUCKETS_OF_ONE_TABLE {
            self.tables =
                vec![Table::with_buckets(Table::buckets_for(full.length / TABLES)); TABLES];
        } else if let Some(table) = self.tables.get_mut(table) {
            *table = Table::with_buckets(buckets);
        }
        for (hash, number) in full.buckets.iter().flat_map(Bucket::in_use) {
            self.insert(u64::from(hash) << 32, number);
        }
        self.insert(hash, number);
    }
}

/// Scales a number of 32 bits to an index below `count`, and returns the index and the bits that did not decide it.
#[inline]
fn scale(bits: u32, count: usize) -> (usize, u32) {
    let scaled = u64::from(bits) * u64::try_from(count).unwrap_or_default();
    let rest = u32::try_from(scaled & u64::from(u32::MAX)).unwrap_or_default();
    (usize::try_from(scaled >> 32).unwrap_or_default(), rest)
}

impl Table {
    fn with_buckets(buckets: usize) -> Self {
        Self {
            buckets: vec![Bucket::default(); buckets],
            length: 0,
        }
    }

    /// Returns the number of buckets in which so many numbers fit. At most three quarters of all slots are in use: more makes searches longer, less
    /// wastes memory.
    const fn buckets_for(numbers: usize) -> usize {
        numbers.div_ceil(SLOTS_PER_BUCKET / 4 * 3)
    }

    #[inline]
    const fn is_full(&self) -> bool {
        self.length >= self.buckets.len() * (SLOTS_PER_BUCKET / 4 * 3)
    }

    #[inline]
    fn first_bucket(&self, rest: u32) -> usize {
        scale(rest, self.buckets.len()).0
    }

    #[inline]
    fn find(&self, hash: u32, rest: u32, mut is_match: impl FnMut(u32) -> bool) -> Option<u32> {
        let (before, from) = self.buckets.split_at_checked(self.first_bucket(rest))?;
        for bucket in from.iter().chain(before) {
            let mut numbers = bucket
                .slots_with(hash)
                .filter_map(|slot| bucket.numbers.get(slot).copied());
            let found = numbers.find(|number| is_match(*number));
            if found.is_some() || bucket.hashes[SLOTS_PER_BUCKET - 1] == 0 {
                return found;
            }
        }
        None
    }

    /// Inserts a number. The table must not be full.
    #[inline]
    fn insert(&mut self, hash: u32, rest: u32, number: u32) {
        let first = self.first_bucket(rest);
        let Some((before, from)) = self.buckets.split_at_mut_checked(first) else {
            return;
        };
        for bucket in from.iter_mut().chain(before) {
            let slot = bucket.slots_with(0).next().unwrap_or(SLOTS_PER_BUCKET);
            if let (Some(free_hash), Some(free_number)) =
                (bucket.hashes.get_mut(slot), bucket.numbers.get_mut(slot))
            {
                (*free_hash, *free_number) = (hash, number);
                self.length += 1;
                return;
            }
        }
    }
}

impl Bucket {
    /// Returns the hashes and the numbers in use.
    fn in_use(&self) -> impl Iterator<Item = (u32, u32)> {
        self.hashes
            .into_iter()
            .zip(self.numbers)
            .take_while(|(hash, _)| *hash != 0)
    }

    /// Returns the slots with a hash. All hashes are compared without a branch.
    #[inline]
    fn slots_with(&self, hash: u32) -> impl Iterator<Item = usize> + use<> {
        let hash = u32x4::splat(hash);
        let mut equal = self
            .hashes
            .as_chunks()
            .0
            .iter()
            .rev()
            .fold(0, |equal, hashes| {
                equal << 4 | u32x4::new(*hashes).simd_eq(hash).to_bitmask()
            });
        std::iter::from_fn(move || {
            let slot =
                (equal != 0).then(|| usize::try_from(equal.trailing_zeros()).unwrap_or_default());
            equal &= equal.wrapping_sub(1);
            slot
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// There are few different hashes, so many numbers share one and only `is_match` tells them apart.
        #[test]
        fn finds_every_number_by_its_hash(hashes in prop::collection::vec(prop_oneof![any::<u64>(), 0_u64..3, Just(u64::MAX)], 0..400)) {
            let mut index = Index::default();
            for (number, hash) in (0..).zip(&hashes) {
                prop_assert_eq!(index.find(*hash, |known| known == number), None);
                index.insert(*hash, number);
                prop_assert_eq!(index.find(*hash, |known| known == number), Some(number));
            }
            for (number, hash) in (0..).zip(&hashes) {
                prop_assert_eq!(index.find(*hash, |known| known == number), Some(number));
            }
        }
    }

    fn hash_of(number: u32) -> u64 {
        u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn bucket_counts(index: &Index) -> Vec<usize> {
        index
            .tables
            .iter()
            .map(|table| table.buckets.len())
            .collect()
    }

    #[test]
    fn does_not_grow_within_its_capacity() {
        for numbers in [0, 1, 9, 10, 100, 190] {
            let mut index = Index::with_capacity(numbers);
            let before = bucket_counts(&index);
            (0..u32::try_from(numbers).unwrap())
                .for_each(|number| index.insert(hash_of(number), number));
            assert_eq!(bucket_counts(&index), before, "{numbers}");
        }
        assert_eq!(size_of::<Bucket>(), 64);
    }

    #[test]
    fn a_large_index_grows_one_table_at_a_time() {
        let mut index = Index::default();
        for number in 0..50_000 {
            let before = bucket_counts(&index);
            index.insert(hash_of(number), number);
            let after = bucket_counts(&index);
            if before.len() == TABLES {
                assert!(
                    before
                        .iter()
                        .zip(&after)
                        .filter(|(before, after)| before != after)
                        .count()
                        <= 1
                );
            } else {
                assert!(
                    before.len() <= 1
                        && before
                            .iter()
                            .all(|buckets| *buckets <= MAX_BUCKETS_OF_ONE_TABLE)
                );
            }
        }
        assert_eq!(index.tables.len(), TABLES);
        assert!(
            (0..50_000)
                .all(|number| index.find(hash_of(number), |known| known == number) == Some(number))
        );
    }
}
