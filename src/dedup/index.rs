/// A hash table that finds numbers by the hashes of the items that they stand for. The caller compares the items themselves.
///
/// A bucket is one cache line of the processor, so most searches cost one access to memory, whether they find something or not. Nothing
/// is ever removed, so a free slot ends every search.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    buckets: Vec<Bucket>,
    length: usize,
}

#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket {
    /// A byte of the hash of each number.
    tags: [u8; SLOTS_PER_BUCKET],
    /// How many slots are in use; these are the first ones.
    used: u8,
    numbers: [u32; SLOTS_PER_BUCKET],
}

const SLOTS_PER_BUCKET: usize = 12;

/// At most four fifths of all slots are in use: more makes searches longer, less wastes memory.
const MAX_SLOTS_PER_FIVE_BUCKETS: usize = 4 * SLOTS_PER_BUCKET;

impl Index {
    /// Creates an index in which at least so many numbers fit without growing.
    pub(super) fn with_capacity(numbers: usize) -> Self {
        let buckets = if numbers == 0 { 0 } else { (numbers / MAX_SLOTS_PER_FIVE_BUCKETS * 5 + 5).next_power_of_two() };
        Self { buckets: vec![Bucket::default(); buckets], length: 0 }
    }

    /// Returns whether so many more numbers fit without growing.
    pub(super) const fn has_capacity_for(&self, more: usize) -> bool {
        // The division comes first: the product of all buckets could overflow on 32 bits.
        let (fives, rest) = (self.buckets.len() / 5, self.buckets.len() % 5);
        self.length + more <= fives * MAX_SLOTS_PER_FIVE_BUCKETS + rest * MAX_SLOTS_PER_FIVE_BUCKETS / 5
    }

    /// Returns the first number with a hash for which `is_match` is true.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is_match: impl FnMut(u32) -> bool) -> Option<u32> {
        let tag = tag(hash);
        let (before, from) = self.buckets.split_at_checked(self.first_bucket(hash))?;
        for bucket in from.iter().chain(before) {
            let found = bucket.numbers_with(tag).find(|number| is_match(*number));
            if found.is_some() || bucket.used() < SLOTS_PER_BUCKET {
                return found;
            }
        }
        None
    }

    /// Inserts a number. A full index first moves all numbers to twice as many buckets, with the hashes that `hash_of` returns for them.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, number: u32, hash_of: impl Fn(u32) -> Option<u64>) {
        if !self.has_capacity_for(1) {
            self.grow(hash_of);
        }
        self.insert_into_free_slot(hash, number);
    }

    /// Reads a byte of the bucket where a search for a hash begins, so that the bucket is in the cache.
    #[inline]
    pub(super) fn load_bucket(&self, hash: u64) -> u8 {
        self.buckets.get(self.first_bucket(hash)).map_or(0, |bucket| bucket.used)
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(u32) -> Option<u64>) {
        let mut grown = Self::with_capacity(self.length + 1);
        for bucket in &self.buckets {
            for number in bucket.numbers.iter().take(bucket.used()) {
                grown.insert_into_free_slot(hash_of(*number).unwrap_or_default(), *number);
            }
        }
        *self = grown;
    }

    #[inline]
    fn insert_into_free_slot(&mut self, hash: u64, number: u32) {
        let first = self.first_bucket(hash);
        let Some((before, from)) = self.buckets.split_at_mut_checked(first) else { return };
        for bucket in from.iter_mut().chain(before) {
            let slot = bucket.used();
            if let (Some(free_tag), Some(free_number)) = (bucket.tags.get_mut(slot), bucket.numbers.get_mut(slot)) {
                (*free_tag, *free_number) = (tag(hash), number);
                bucket.used += 1;
                self.length += 1;
                return;
            }
        }
    }

    /// Returns the bucket where a search begins: the upper half of the hash, scaled to the number of buckets.
    #[inline]
    fn first_bucket(&self, hash: u64) -> usize {
        let buckets = u64::try_from(self.buckets.len()).unwrap_or_default();
        usize::try_from(((hash >> 32) * buckets) >> 32).unwrap_or_default()
    }
}

impl Bucket {
    #[inline]
    fn used(&self) -> usize {
        usize::from(self.used)
    }

    /// Returns the numbers with a tag. All tags are compared without a branch: only the highest bit of each equal byte is set.
    #[inline]
    fn numbers_with(&self, tag: u8) -> impl Iterator<Item = u32> {
        const LOW_BITS: u128 = u128::from_le_bytes([0x7f; 16]);
        let mut tags = [0; 16];
        for (copy, tag) in tags.iter_mut().zip(&self.tags) {
            *copy = *tag;
        }
        let differing = u128::from_le_bytes(tags) ^ u128::from_le_bytes([tag; 16]);
        let mut equal = !(((differing & LOW_BITS) + LOW_BITS) | differing | LOW_BITS);
        std::iter::from_fn(move || {
            let slot = usize::try_from(equal.trailing_zeros() / 8).ok()?;
            equal &= equal.wrapping_sub(1);
            self.numbers.get(slot).copied()
        })
    }
}

/// Returns the lowest byte of a hash, or 1 instead of 0, since free slots have the tag 0.
#[inline]
fn tag(hash: u64) -> u8 {
    let [tag, ..] = hash.to_le_bytes();
    tag.max(1)
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
            let hash_of = |number: u32| hashes.get(usize::try_from(number).ok()?).copied();
            for (number, hash) in (0..).zip(&hashes) {
                prop_assert_eq!(index.find(*hash, |known| known == number), None);
                index.insert(*hash, number, hash_of);
                prop_assert_eq!(index.find(*hash, |known| known == number), Some(number));
            }
            for (number, hash) in (0..).zip(&hashes) {
                prop_assert_eq!(index.find(*hash, |known| known == number), Some(number));
            }
        }
    }

    #[test]
    fn does_not_grow_within_its_capacity() {
        for numbers in [0, 1, 9, 10, 100, 1000] {
            let mut index = Index::with_capacity(numbers);
            assert!(index.has_capacity_for(numbers));
            let buckets = index.buckets.len();
            (0..u32::try_from(numbers).unwrap())
                .for_each(|number| index.insert(u64::from(number) << 40, number, |_| None));
            assert_eq!(index.buckets.len(), buckets, "{numbers}");
        }
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
