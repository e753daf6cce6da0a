/// Bytes of many lengths, one after the other, where each stays. Memory is taken a chunk at a time, so that growing copies nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Arena {
    chunks: Vec<Vec<u8>>,
}

/// Places count four bytes each, which lets 32 bits reach over 16 GB.
const UNIT: usize = 4;
/// What begins in one chunk, in units; what is longer gets a chunk of its own. Tests go over every limit, so theirs are small.
const UNITS: usize = if cfg!(test) { 1 << 5 } else { 1 << 18 };
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
        let fits = |chunk: &Vec<u8>| chunk.len() + bytes.len() <= CHUNK;
        if !self.chunks.last().is_some_and(fits) {
            if self.chunks.len() >= CHUNKS {
                return None;
            }
            // Few transactions take little; with many each chunk is full one day.
            self.chunks.push(Vec::with_capacity(if self.chunks.is_empty() { 0 } else { CHUNK.max(bytes.len()) }));
        }
        let number = self.chunks.len() - 1;
        let chunk = self.chunks.last_mut()?;
        let place = number * UNITS + chunk.len() / UNIT;
        chunk.extend_from_slice(bytes);
        chunk.resize(chunk.len().next_multiple_of(UNIT), 0);
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
        let place = |number: usize| u32::try_from(number * UNITS).unwrap_or(u32::MAX);
        self.chunks.iter().enumerate().map(move |(number, chunk)| (place(number), chunk.as_slice()))
    }

    /// How many places lie in so many bytes.
    pub(super) fn places(bytes: usize) -> u32 {
        u32::try_from(bytes / UNIT).unwrap_or(u32::MAX)
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

    fn part(number: usize, length: usize) -> Vec<u8> {
        (0..length).map(|at| (at * 7 + number).to_le_bytes()[0]).collect()
    }

    proptest! {
        #[test]
        fn whatever_was_put_in_stays_where_it_is(lengths in prop::collection::vec(1_usize..300, 1..200), cloned in any::<bool>()) {
            let mut arena = Arena::default();
            let mut places = Vec::new();
            for (number, length) in lengths.iter().enumerate() {
                places.push(arena.push(&part(number, *length)).unwrap());
                if cloned {
                    arena = arena.clone();
                }
            }
            prop_assert!(places.is_sorted_by(|one, other| one < other));
            for (number, (place, length)) in places.iter().zip(&lengths).enumerate() {
                prop_assert!(arena.from(*place).unwrap().starts_with(&part(number, *length)));
            }
            prop_assert!(arena.chunks().all(|(begin, _)| places.contains(&begin)));
            let bytes: usize = lengths.iter().sum();
            prop_assert!(arena.chunks.len() <= 2 * (bytes + 4 * lengths.len()) / CHUNK + 1);
        }
    }

    #[test]
    fn there_is_room_until_all_places_are_taken() {
        let mut arena = Arena::default();
        assert!(!arena.has_room(usize::MAX, usize::MAX));
        let mut places = Vec::new();
        while let Some(place) = arena.push(&part(places.len(), CHUNK)) {
            places.push(place);
        }
        assert_eq!(places.len(), CHUNKS);
        assert!(!arena.has_room(1, 1));
        let begins: Vec<u32> = arena.chunks().map(|(begin, _)| begin).collect();
        assert_eq!(begins, places);
        for (number, place) in places.into_iter().enumerate() {
            assert_eq!(arena.from(place), Some(&*part(number, CHUNK)));
        }
    }

    #[test]
    fn what_has_room_finds_it() {
        for length in [1, CHUNK / 2 + 1, CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK] {
            let (mut arena, mut put) = (Arena::default(), 0);
            while arena.has_room(1, length) {
                assert!(arena.push(&part(put, length)).is_some(), "{length}");
                put += 1;
            }
            assert!(put > CHUNKS / 3, "{length}: {put}");
        }
    }
}
