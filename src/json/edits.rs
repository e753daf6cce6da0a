use crate::report::Fix;
use crate::source::{Span, in_order};

/// Replacements made in a text, and the way from places in the new text back to the old one.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// What was replaced, in order: where it stood before, and where its replacement stands now.
    replaced: Vec<(Span, Span)>,
}

impl Edits {
    /// Makes as many of the replacements as don't overlap, the first of two that do, and tells for each whether it was made.
    pub(super) fn apply(source: &[u8], fixes: &[&Fix]) -> (Self, Vec<u8>, Vec<bool>) {
        let mut edits = Self::default();
        let mut made = vec![false; fixes.len()];
        let mut text = Vec::with_capacity(source.len());
        let mut copied = 0;
        for (index, fix) in in_order(fixes.iter().enumerate().collect(), |(_, fix)| (fix.span.start, fix.span.end)) {
            if fix.span.start < copied {
                continue;
            }
            for (span, replacement) in fix.edits() {
                text.extend_from_slice(source.get(copied..span.start).unwrap_or_default());
                let start = text.len();
                text.extend_from_slice(replacement.as_bytes());
                edits.replaced.push((span, Span::new(start, text.len())));
                copied = span.end;
            }
            if let Some(made) = made.get_mut(index) {
                *made = true;
            }
        }
        text.extend_from_slice(source.get(copied..).unwrap_or_default());
        (edits, text, made)
    }

    /// The place in the old text that a place in the new one came from; what lies in a replacement came from all that was replaced.
    pub(super) fn origin(&self, span: Span) -> Span {
        let start = self.old_start(span.start);
        Span::new(start, if span.is_empty() { start } else { self.old_end(span.end) })
    }

    /// Where a character begins that now begins at `offset`.
    fn old_start(&self, offset: usize) -> usize {
        match self.last_before(|new| new.start <= offset) {
            Some((old, new)) if offset < new.end => old.start,
            Some((old, new)) => offset - new.end + old.end,
            None => offset,
        }
    }

    /// Where a character ends that now ends at `offset`.
    fn old_end(&self, offset: usize) -> usize {
        match self.last_before(|new| new.start < offset) {
            Some((old, new)) if offset <= new.end => old.end,
            Some((old, new)) => offset - new.end + old.end,
            None => offset,
        }
    }

    fn last_before(&self, is_before: impl Fn(&Span) -> bool) -> Option<&(Span, Span)> {
        let after = self.replaced.partition_point(|(_, new)| is_before(new));
        self.replaced.get(after.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(start: usize, end: usize, replacement: &str) -> Fix {
        Fix::safe(Span::new(start, end), replacement.to_owned())
    }

    #[test]
    fn every_place_is_found_again() {
        let fixes = [fix(6, 7, ""), fix(1, 3, "BCD"), fix(2, 4, "x")];
        let (edits, text, made) = Edits::apply(b"abcdefgh", &fixes.each_ref());
        assert_eq!((text.as_slice(), made.as_slice()), (&b"aBCDdefh"[..], &[true, true, false][..]));
        for (new, old) in [((0, 1), (0, 1)), ((1, 4), (1, 3)), ((2, 3), (1, 3)), ((4, 7), (3, 6)), ((7, 8), (7, 8))] {
            let place = edits.origin(Span::new(new.0, new.1));
            assert_eq!((place.start, place.end), old, "{new:?}");
        }
    }
}
