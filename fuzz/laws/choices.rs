//! Structured fuzz input: the first bytes of an input choose options, the rest is the data. Random bytes alone would rarely reach deep code.

/// The bytes of an input, which are consumed one after the other.
pub(super) struct Choices<'d>(&'d [u8]);

impl<'d> Choices<'d> {
    pub(super) const fn new(data: &'d [u8]) -> Self {
        Self(data)
    }

    /// Consumes the next byte. It counts from the digit `0`, so that people can write seeds; at the end of the input it is 0.
    pub(super) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first.wrapping_sub(b'0')
    }

    /// Consumes a byte and returns a number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    /// Consumes a byte and returns one of the values.
    pub(super) fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) const fn rest(&self) -> &'d [u8] {
        self.0
    }
}
