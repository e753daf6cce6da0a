use memchr::memchr_iter;

/// Counts lines up to offsets that only grow.
#[derive(Clone, Copy)]
pub(in crate::format) struct LineCounter<'s> {
    pub(in crate::format) text: &'s str,
    offset: usize,
    line: usize,
}

impl<'s> LineCounter<'s> {
    pub(in crate::format) const fn new(text: &'s str) -> Self {
        Self {
            text,
            offset: 0,
            line: 1,
        }
    }

    /// Counts up to an offset, and returns a copy that goes on from there.
    pub(in crate::format) fn at(&mut self, offset: usize) -> Self {
        self.line_of(offset);
        *self
    }

    /// Returns the number of the line with an offset, from 1.
    pub(in crate::format) fn line_of(&mut self, offset: usize) -> usize {
        let between = self
            .text
            .as_bytes()
            .get(self.offset..offset)
            .unwrap_or_default();
        self.line += memchr_iter(b'\n', between).count();
        self.offset = offset.max(self.offset);
        self.line
    }
}
