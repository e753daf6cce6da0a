/// Bytes of many lengths, one after the other, where each stays. Memory is taken a chunk at a time, so that growing copies nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Arena {
    chunks: Vec<Vec<u8>>,
}

/// Places count four bytes each, which lets 32 bits reach over 16 GB.
const UNIT: usize = 4;
/// What begins in one chunk, in units; what is longer gets a chunk of its own.
const UNITS: usize = 1 << 18;
const CHUNK: usize = UNIT * UNITS;
/// So many chunks can be told apart.
const CHUNKS: usize = 1 << 14;

impl Arena {
    /// Whether so many bytes in so many parts surely find a place.
    pub(super) const fn has_room(&self, parts: usize, bytes: usize) -> bool {
        // Each part wastes less than a unit, and each chunk, at worst, half of it.
        let needed = bytes.saturating_add(parts.saturating_mul(UNIT));
        let chunks = needed / (CHUNK / 2) + 2;
        chunks <= CHUNKS - self.chunks.len()
    }

    /// Adds bytes and gives their place; none where there is no room.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Option<u32> {
        let fits = |chunk: &Vec<u8>| chunk.len() + bytes.len() <= chunk.capacity() && chunk.len() < CHUNK;
        if !self.chunks.last().is_some_and(fits) {
            if self.chunks.len() >= CHUNKS {
                return None;
            }
            self.chunks.push(Vec::with_capacity(CHUNK.max(bytes.len())));
        }
        let number = self.chunks.len() - 1;
        let chunk = self.chunks.last_mut()?;
        let place = number * UNITS + chunk.len() / UNIT;
        chunk.extend_from_slice(bytes);
        let whole = chunk.len().next_multiple_of(UNIT);
        if whole <= chunk.capacity() {
            chunk.resize(whole, 0);
        }
        u32::try_from(place).ok()
    }

    /// The bytes at a place, and all that follow in its chunk.
    #[inline]
    pub(super) fn from(&self, place: u32) -> Option<&[u8]> {
        let place = usize::try_from(place).ok()?;
        self.chunks.get(place / UNITS)?.get(place % UNITS * UNIT..)
    }

    /// Every chunk, with the place of its first byte.
    pub(super) fn chunks(&self) -> impl Iterator<Item = (u32, &[u8])> {
        let places = (0..).step_by(UNITS).map_while(|place| u32::try_from(place).ok());
        places.zip(self.chunks.iter().map(Vec::as_slice))
    }

    /// How many places bytes take up.
    pub(super) fn places(length: usize) -> u32 {
        u32::try_from(length.div_ceil(UNIT)).unwrap_or(u32::MAX)
    }

    /// How many bytes a part takes up.
    pub(super) const fn taken(length: usize) -> usize {
        length.next_multiple_of(UNIT)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_was_put_in_stays_where_it_is(lengths in prop::collection::vec(prop_oneof![30 => 1_usize..60, 3 => 1_usize..700_000, 1 => CHUNK - 3..CHUNK + 9], 1..60)) {
            let mut arena = Arena::default();
            let part = |number: usize, length: usize| -> Vec<u8> { (0..length).map(|at| (at * 7 + number).to_le_bytes()[0]).collect() };
            let places: Vec<u32> = lengths.iter().enumerate().map(|(number, length)| arena.push(&part(number, *length)).unwrap()).collect();
            prop_assert!(places.is_sorted_by(|one, other| one < other));
            for (number, (place, length)) in places.iter().zip(&lengths).enumerate() {
                prop_assert!(arena.from(*place).unwrap().starts_with(&part(number, *length)));
            }
            let begins: Vec<u32> = arena.chunks().map(|(place, _)| place).collect();
            prop_assert!(begins.iter().all(|begin| places.contains(begin)));
        }
    }

    #[test]
    fn there_is_room_until_all_places_are_taken() {
        let mut arena = Arena::default();
        assert!(arena.has_room(1, 7 << 30) && !arena.has_room(1, 16 << 30) && !arena.has_room(usize::MAX, usize::MAX));
        arena.chunks = vec![Vec::new(); CHUNKS];
        assert!(!arena.has_room(1, 1));
        assert_eq!(arena.push(b"x"), None);
        assert_eq!(arena.from(u32::MAX), None);
    }
}
