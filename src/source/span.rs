/// A range of bytes, from `start` up to but not including `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Returns the range from `start` up to `end`.
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the empty range at `offset`.
    pub(crate) const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// Returns the number of bytes in the range.
    pub(crate) const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Returns whether the range is empty.
    pub(crate) const fn is_empty(self) -> bool {
        self.len() == 0
    }
}
