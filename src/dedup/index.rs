/// Finds places by the hash of what stands there; the places themselves tell whether it is what is sought.
///
/// A bucket is one line of the processor's cache, so that most searches cost one access to memory, whether they find something or not. Nothing
/// is ever taken out, which makes a free slot the end of every search.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    buckets: Vec<Bucket>,
    held: usize,
}

#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket {
    /// A byte of the hash.
    tags: [u8; SLOTS],
    /// So many slots are in use, the first ones.
    used: u8,
    places: [u32; SLOTS],
}

const SLOTS: usize = 12;

/// So many slots of five buckets may be in use, four of five: more makes searches longer, fewer waste memory.
const FULL: usize = 4 * SLOTS;

impl Index {
    /// An index with room for so many places, and for as many more as come with it.
    pub(super) fn with_room(places: usize) -> Self {
        let buckets = if places == 0 { 0 } else { (places / FULL * 5 + 5).next_power_of_two() };
        Self { buckets: vec![Bucket::default(); buckets], held: 0 }
    }

    /// Whether so many more find room.
    pub(super) const fn has_room(&self, more: usize) -> bool {
        // Divided first: in 32 bits a product would not hold.
        self.held + more <= self.buckets.len() / 5 * FULL + self.buckets.len() % 5 * FULL / 5
    }

    /// The place with a hash that is the one sought.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Option<u32> {
        let tag = tag(hash);
        let (before, from) = self.buckets.split_at_checked(self.home(hash))?;
        for bucket in from.iter().chain(before) {
            let found = bucket.places_with(tag).find(|place| is(*place));
            if found.is_some() || bucket.used() < SLOTS {
                return found;
            }
        }
        None
    }

    /// Adds a place. Where there is no room, all places go to twice as many buckets, each by what `hash_of` says of it.
    #[inline]
    pub(super) fn add(&mut self, hash: u64, place: u32, hash_of: impl Fn(u32) -> Option<u64>) {
        if !self.has_room(1) {
            self.grow(hash_of);
        }
        self.put(hash, place);
    }

    /// Something of the bucket where a search for a hash begins.
    #[inline]
    pub(super) fn touch(&self, hash: u64) -> u8 {
        self.buckets.get(self.home(hash)).map_or(0, |bucket| bucket.used)
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(u32) -> Option<u64>) {
        let mut grown = Self::with_room(self.held + 1);
        for bucket in &self.buckets {
            for place in bucket.places.iter().take(bucket.used()) {
                grown.put(hash_of(*place).unwrap_or_default(), *place);
            }
        }
        *self = grown;
    }

    #[inline]
    fn put(&mut self, hash: u64, place: u32) {
        let home = self.home(hash);
        let Some((before, from)) = self.buckets.split_at_mut_checked(home) else { return };
        for bucket in from.iter_mut().chain(before) {
            let slot = bucket.used();
            if let (Some(tagged), Some(free)) = (bucket.tags.get_mut(slot), bucket.places.get_mut(slot)) {
                (*tagged, *free) = (tag(hash), place);
                bucket.used += 1;
                self.held += 1;
                return;
            }
        }
    }

    /// The bucket where a search begins: the upper half of the hash, spread over all.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        let buckets = u64::try_from(self.buckets.len()).unwrap_or_default();
        usize::try_from(((hash >> 32) * buckets) >> 32).unwrap_or_default()
    }
}

impl Bucket {
    #[inline]
    fn used(&self) -> usize {
        usize::from(self.used)
    }

    /// Returns the places with a tag. All tags are compared without a branch: only the highest bit of each equal byte is set.
    #[inline]
    fn places_with(&self, tag: u8) -> impl Iterator<Item = u32> {
        const LOW: u128 = u128::from_le_bytes([0x7f; 16]);
        let mut tags = [0; 16];
        for (place, known) in tags.iter_mut().zip(&self.tags) {
            *place = *known;
        }
        let differing = u128::from_le_bytes(tags) ^ u128::from_le_bytes([tag; 16]);
        let mut equal = !(((differing & LOW) + LOW) | differing | LOW);
        std::iter::from_fn(move || {
            let slot = usize::try_from(equal.trailing_zeros() / 8).ok()?;
            equal &= equal.wrapping_sub(1);
            self.places.get(slot).copied()
        })
    }
}

/// The lower byte of a hash, but for zero, which free slots have.
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
        /// The hashes are few, so that many places have one: then only the place itself tells.
        #[test]
        fn every_place_is_found_by_its_hash(hashes in prop::collection::vec(prop_oneof![any::<u64>(), 0_u64..3, Just(u64::MAX)], 0..400)) {
            let mut index = Index::default();
            let hash_of = |place: u32| hashes.get(usize::try_from(place).ok()?).copied();
            for (place, hash) in (0..).zip(&hashes) {
                prop_assert_eq!(index.find(*hash, |known| known == place), None);
                index.add(*hash, place, hash_of);
                prop_assert_eq!(index.find(*hash, |known| known == place), Some(place));
            }
            for (place, hash) in (0..).zip(&hashes) {
                prop_assert_eq!(index.find(*hash, |known| known == place), Some(place));
            }
        }
    }

    #[test]
    fn room_is_what_it_is_said_to_be() {
        for places in [0, 1, 9, 10, 100, 1000] {
            let mut index = Index::with_room(places);
            assert!(index.has_room(places));
            let buckets = index.buckets.len();
            (0..u32::try_from(places).unwrap()).for_each(|place| index.add(u64::from(place) << 40, place, |_| None));
            assert_eq!(index.buckets.len(), buckets, "{places}");
        }
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
