use wide::u8x16;

/// A short text that is compared with SIMD, in `PARTS` parts of sixteen bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pattern<const PARTS: usize> {
    bytes: [u8x16; PARTS],
    /// Ones where the text has a byte, zeros after its end.
    masks: [u8x16; PARTS],
    len: usize,
}

impl<const PARTS: usize> Pattern<PARTS> {
    /// A pattern of a text that is longer than the parts never matches: it is compared with bytes of `FF`, which UTF-8 doesn't have. Callers then only
    /// lose time.
    pub(crate) fn new(text: &str) -> Self {
        let (mut bytes, mut masks) = ([[0xff; 16]; PARTS], [[0xff; 16]; PARTS]);
        if text.len() <= PARTS * 16 {
            let mut from = text.bytes();
            for (byte, mask) in bytes
                .as_flattened_mut()
                .iter_mut()
                .zip(masks.as_flattened_mut())
            {
                (*byte, *mask) = from.next().map_or((0, 0), |byte| (byte, 0xff));
            }
        }
        Self {
            bytes: bytes.map(u8x16::new),
            masks: masks.map(u8x16::new),
            len: text.len(),
        }
    }

    /// Returns the length of the text in bytes.
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the text is found at the offset `at`.
    #[inline]
    pub(crate) fn matches_at(&self, bytes: &[u8], at: usize) -> bool {
        match bytes.get(at..at + PARTS * 16) {
            Some(candidate) => self.matches(candidate),
            None => self.matches_tail(bytes.get(at..).unwrap_or_default()),
        }
    }

    /// Pads the last bytes with `FF`, which UTF-8 doesn't have.
    #[cold]
    fn matches_tail(&self, tail: &[u8]) -> bool {
        let mut candidate = [[0xff; 16]; PARTS];
        if let Some(target) = candidate.as_flattened_mut().get_mut(..tail.len()) {
            target.copy_from_slice(tail);
        }
        self.len <= tail.len() && self.matches(candidate.as_flattened())
    }

    #[inline]
    fn matches(&self, candidate: &[u8]) -> bool {
        let mut difference = u8x16::ZERO;
        for ((part, bytes), mask) in candidate
            .as_chunks()
            .0
            .iter()
            .zip(self.bytes)
            .zip(self.masks)
        {
            difference |= (u8x16::new(*part) ^ bytes) & mask;
        }
        difference == u8x16::ZERO
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn matches_where_its_text_is_found(text in "[ab]{0,40}", around in "[ab]{0,80}", at in 0_usize..90) {
            let is_found = around.get(at..).map_or(text.is_empty(), |tail| tail.starts_with(&text));
            prop_assert_eq!(Pattern::<2>::new(&text).matches_at(around.as_bytes(), at), text.len() <= 32 && is_found);
            prop_assert_eq!(Pattern::<1>::new(&text).matches_at(around.as_bytes(), at), text.len() <= 16 && is_found);
        }
    }
}
