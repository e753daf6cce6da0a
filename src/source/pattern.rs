use wide::u8x16;

/// A short text that is compared at once, sixteen bytes in each part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pattern<const PARTS: usize> {
    bytes: [u8x16; PARTS],
    /// The bits that count.
    masks: [u8x16; PARTS],
    length: usize,
}

impl<const PARTS: usize> Pattern<PARTS> {
    /// A text that is too long never stands anywhere, which only costs time: no text of UTF-8 holds the bytes it is compared with.
    pub(crate) fn of(text: &str) -> Self {
        let (mut bytes, mut masks) = ([[0xff; 16]; PARTS], [[0xff; 16]; PARTS]);
        if text.len() <= PARTS * 16 {
            let mut from = text.bytes();
            for (byte, mask) in bytes.as_flattened_mut().iter_mut().zip(masks.as_flattened_mut()) {
                (*byte, *mask) = from.next().map_or((0, 0), |byte| (byte, 0xff));
            }
        }
        Self { bytes: bytes.map(u8x16::new), masks: masks.map(u8x16::new), length: text.len() }
    }

    /// How many bytes it has.
    #[inline]
    pub(crate) const fn length(&self) -> usize {
        self.length
    }

    /// Whether it stands at `at`.
    #[inline]
    pub(crate) fn stands_at(&self, bytes: &[u8], at: usize) -> bool {
        match bytes.get(at..at + PARTS * 16) {
            Some(here) => self.is(here),
            None => self.is_at_end(bytes.get(at..).unwrap_or_default()),
        }
    }

    /// Behind the last byte stand bytes that no text has.
    #[cold]
    fn is_at_end(&self, rest: &[u8]) -> bool {
        let mut here = [[0xff; 16]; PARTS];
        here.as_flattened_mut().iter_mut().zip(rest).for_each(|(place, byte)| *place = *byte);
        self.length <= rest.len() && self.is(here.as_flattened())
    }

    #[inline]
    fn is(&self, here: &[u8]) -> bool {
        let mut difference = u8x16::ZERO;
        for ((part, bytes), mask) in here.as_chunks().0.iter().zip(self.bytes).zip(self.masks) {
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
        fn a_pattern_stands_where_its_text_does(text in "[ab]{0,40}", around in "[ab]{0,80}", at in 0_usize..90) {
            let there = around.get(at..).map_or(text.is_empty(), |rest| rest.starts_with(&text));
            prop_assert_eq!(Pattern::<2>::of(&text).stands_at(around.as_bytes(), at), text.len() <= 32 && there);
            prop_assert_eq!(Pattern::<1>::of(&text).stands_at(around.as_bytes(), at), text.len() <= 16 && there);
        }
    }
}
