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
