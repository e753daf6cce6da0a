//! Structure, where random bytes would never get anywhere: the first bytes choose, the rest is what is chosen for.

/// The bytes of an input, taken one after the other.
pub(super) struct Choices<'d>(&'d [u8]);

impl<'d> Choices<'d> {
    pub(super) const fn of(data: &'d [u8]) -> Self {
        Self(data)
    }

    /// The next byte, counted from the digit zero so that seeds can be written by hand; that is also what there is at the end.
    pub(super) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first.wrapping_sub(b'0')
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    pub(super) fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) const fn rest(&self) -> &'d [u8] {
        self.0
    }
}
