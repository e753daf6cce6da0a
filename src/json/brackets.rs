use super::Open;

/// The brackets that are open, the innermost one last.
///
/// No payload that is as it should be has more than a few, for which no memory need be asked for.
#[derive(Debug, Clone)]
pub(super) struct Brackets {
    depth: usize,
    outer: [Open; FEW],
    inner: Vec<Open>,
}

/// The list of a payload and its records take three.
const FEW: usize = 4;

impl Brackets {
    pub(super) const fn new() -> Self {
        Self { depth: 0, outer: [Open::Array(0); FEW], inner: Vec::new() }
    }

    /// How many they are.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.depth
    }

    #[inline]
    pub(super) fn push(&mut self, open: Open) {
        match self.outer.get_mut(self.depth) {
            Some(place) => *place = open,
            None => self.inner.push(open),
        }
        self.depth += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        if self.depth > FEW {
            self.inner.pop();
        }
        self.depth = self.depth.saturating_sub(1);
    }

    #[inline]
    pub(super) fn last(&self) -> Option<Open> {
        let last = self.depth.checked_sub(1)?;
        self.outer.get(last).or_else(|| self.inner.last()).copied()
    }

    /// How many begin before an offset.
    pub(super) fn before(&self, offset: usize) -> usize {
        let outer = self.outer.get(..self.depth).unwrap_or(&self.outer);
        let all = self.inner.iter().rev().chain(outer.iter().rev());
        self.depth - all.take_while(|open| open.offset() >= offset).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_as_many() {
        let mut brackets = Brackets::new();
        for depth in 0..10 {
            assert_eq!(brackets.len(), depth);
            brackets.push(Open::Object(depth * 2));
            assert_eq!(brackets.last(), Some(Open::Object(depth * 2)));
        }
        for depth in (0..10).rev() {
            assert_eq!((brackets.before(depth * 2), brackets.before(depth * 2 + 1)), (depth, depth + 1));
            brackets.pop();
            assert_eq!(brackets.last(), depth.checked_sub(1).map(|last| Open::Object(last * 2)));
        }
        brackets.pop();
        assert_eq!((brackets.len(), brackets.last(), brackets.before(1)), (0, None, 0));
    }
}
