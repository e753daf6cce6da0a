//! Replacements in a text.

use crate::report::Fix;
use crate::source::{Span, sorted_by_key};

/// The replacements that made a new text of an old one, which convert spans in the new text to spans in the old one.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The spans of the replaced pieces in the old text and of their replacements in the new text, in order.
    replaced: Vec<(Span, Span)>,
}

impl Edits {
    /// Applies the fixes that don't overlap; of two fixes that overlap, the first. Returns the new text, and whether each fix was applied.
    pub(super) fn apply(text: &[u8], fixes: &[&Fix]) -> (Self, Vec<u8>, Vec<bool>) {
        let mut edits = Self::default();
        let mut new = Vec::with_capacity(text.len());
        let mut applied = vec![false; fixes.len()];
        let mut old_end = 0;
        let numbered = fixes.iter().enumerate().collect();
        let sorted = sorted_by_key(numbered, |(_, fix)| (fix.span.start, fix.span.end));
        for (index, fix) in sorted {
            if fix.span.start < old_end {
                continue;
            }
            for (span, replacement) in fix.edits() {
                new.extend_from_slice(text.get(old_end..span.start).unwrap_or_default());
                let start = new.len();
                new.extend_from_slice(replacement.as_bytes());
                edits.replaced.push((span, Span::new(start, new.len())));
                old_end = span.end;
            }
            if let Some(applied) = applied.get_mut(index) {
                *applied = true;
            }
        }
        new.extend_from_slice(text.get(old_end..).unwrap_or_default());
        (edits, new, applied)
    }

    /// Returns the span in the old text of a span in the new text. A position in a replacement belongs to the whole piece that was replaced.
    pub(super) fn old_span(&self, span: Span) -> Span {
        let start = self.old_start(span.start);
        if span.is_empty() {
            return Span::at(start);
        }
        Span::new(start, self.old_end(span.end))
    }

    /// Returns the old start of a character that starts at `offset` in the new text.
    fn old_start(&self, offset: usize) -> usize {
        match self.last_replaced(|new| new.start <= offset) {
            Some((old, new)) if offset < new.end => old.start,
            Some((old, new)) => offset - new.end + old.end,
            None => offset,
        }
    }

    /// Returns the old end of a character that ends at `offset` in the new text.
    fn old_end(&self, offset: usize) -> usize {
        match self.last_replaced(|new| new.start < offset) {
            Some((old, new)) if offset <= new.end => old.end,
            Some((old, new)) => offset - new.end + old.end,
            None => offset,
        }
    }

    fn last_replaced(&self, is_before: impl Fn(&Span) -> bool) -> Option<&(Span, Span)> {
        let after = self.replaced.partition_point(|(_, new)| is_before(new));
        self.replaced.get(after.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fix(start: usize, end: usize, replacement: &str) -> Fix {
        Fix::safe(Span::new(start, end), replacement.to_owned())
    }

    #[test]
    fn converts_every_span_to_the_old_text() {
        let fixes = [fix(6, 7, ""), fix(1, 3, "BCD"), fix(2, 4, "x")];
        let (edits, text, applied) = Edits::apply(b"abcdefgh", &fixes.each_ref());
        assert_eq!(
            (text.as_slice(), applied.as_slice()),
            (&b"aBCDdefh"[..], &[true, true, false][..])
        );
        for (new, old) in [
            ((0, 1), (0, 1)),
            ((1, 4), (1, 3)),
            ((2, 3), (1, 3)),
            ((4, 7), (3, 6)),
            ((7, 8), (7, 8)),
        ] {
            let span = edits.old_span(Span::new(new.0, new.1));
            assert_eq!((span.start, span.end), old, "{new:?}");
        }
    }

    proptest! {
        #[test]
        fn replaces_all_pieces(text in "[a-z]{0,40}", pieces in prop::collection::vec((0_usize..6, 0_usize..6, "[A-Z]{0,12}"), 0..8)) {
            let (mut fixes, mut expected, mut end) = (Vec::new(), String::new(), 0);
            for (gap, len, replacement) in &pieces {
                let (start, next) = (end + gap, end + gap + len);
                if next > text.len() {
                    break;
                }
                expected += text.get(end..start).unwrap_or_default();
                expected += replacement;
                fixes.push(fix(start, next, replacement));
                end = next;
            }
            expected += text.get(end..).unwrap_or_default();
            let fixes: Vec<&Fix> = fixes.iter().collect();
            let (_, edited, applied) = Edits::apply(text.as_bytes(), &fixes);
            prop_assert_eq!(str::from_utf8(&edited), Ok(expected.as_str()));
            prop_assert!(applied.iter().all(|applied| *applied));
        }
    }
}
