//! Replacements in a text, which can be undone.

use crate::report::Fix;
use crate::source::{Span, sorted_by_key};

/// Replacements that were made in a text, the conversion of spans in the new text to spans in the old text, and the way back to the old text.
///
/// A text of a gigabyte is changed in its own memory, because a copy would need another gigabyte.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The spans of the replaced pieces in the old text and of their replacements in the new text, in order.
    replaced: Vec<(Span, Span)>,
    /// The replaced pieces, one after the other.
    old: Vec<u8>,
}

impl Edits {
    /// Applies the fixes that don't overlap; of two fixes that overlap, the first. Returns whether each fix was applied.
    pub(super) fn apply(text: &mut Vec<u8>, fixes: &[&Fix]) -> (Self, Vec<bool>) {
        let mut edits = Self::default();
        let mut new = Vec::new();
        let mut applied = vec![false; fixes.len()];
        let (mut old_end, mut new_end) = (0, 0);
        let numbered = fixes.iter().enumerate().collect();
        let sorted = sorted_by_key(numbered, |(_, fix)| (fix.span.start, fix.span.end));
        for (index, fix) in sorted {
            if fix.span.start < old_end {
                continue;
            }
            for (span, replacement) in fix.edits() {
                let start = new_end + span.start.saturating_sub(old_end);
                (old_end, new_end) = (span.end, start + replacement.len());
                let old = text.get(span.start..span.end).unwrap_or_default();
                edits.old.extend_from_slice(old);
                new.extend_from_slice(replacement.as_bytes());
                edits.replaced.push((span, Span::new(start, new_end)));
            }
            if let Some(applied) = applied.get_mut(index) {
                *applied = true;
            }
        }
        replace(text, &edits.replaced, &new);
        (edits, applied)
    }

    /// Restores the old text.
    pub(super) fn undo(self, text: &mut Vec<u8>) {
        let replaced: Vec<(Span, Span)> = self
            .replaced
            .into_iter()
            .map(|(old, new)| (new, old))
            .collect();
        replace(text, &replaced, &self.old);
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

/// Replaces pieces of a text. For each piece, `replaced` has its span and the span of its replacement in the result, in order; `new` has the
/// replacements, one after the other.
fn replace(text: &mut Vec<u8>, replaced: &[(Span, Span)], new: &[u8]) {
    let Some((last_old, last_new)) = replaced.last() else {
        return;
    };
    let old_len = text.len();
    let new_len = old_len.saturating_sub(last_old.end) + last_new.end;
    text.resize(old_len.max(new_len), 0);
    // The gaps between the pieces move. Gaps that move to the left go first to last, and gaps that move to the right last to first, so that nothing
    // is overwritten before it has moved.
    for index in 0..=replaced.len() {
        let gap = Gap::before(replaced, index, old_len);
        if gap.target < gap.start {
            gap.move_in(text);
        }
    }
    for index in (0..=replaced.len()).rev() {
        let gap = Gap::before(replaced, index, old_len);
        if gap.target > gap.start {
            gap.move_in(text);
        }
    }
    let mut rest = new;
    for (_, span) in replaced {
        let Some((replacement, others)) = rest.split_at_checked(span.end - span.start) else {
            break;
        };
        if let Some(place) = text.get_mut(span.start..span.end) {
            place.copy_from_slice(replacement);
        }
        rest = others;
    }
    text.truncate(new_len);
}

/// The text between two replaced pieces, or between a piece and an end of the text.
struct Gap {
    start: usize,
    end: usize,
    /// The new start.
    target: usize,
}

impl Gap {
    /// Returns the gap before the piece at an index, or the gap after the last piece.
    fn before(replaced: &[(Span, Span)], index: usize, text_len: usize) -> Self {
        let previous = index.checked_sub(1).and_then(|index| replaced.get(index));
        let (start, target) = match previous {
            Some((old, new)) => (old.end, new.end),
            None => (0, 0),
        };
        let end = match replaced.get(index) {
            Some((old, _)) => old.start,
            None => text_len,
        };
        Self { start, end, target }
    }

    fn move_in(&self, text: &mut [u8]) {
        let Self { start, end, target } = *self;
        if start < end && end <= text.len() && target + (end - start) <= text.len() {
            text.copy_within(start..end, target);
        }
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
        let mut text = b"abcdefgh".to_vec();
        let (edits, applied) = Edits::apply(&mut text, &fixes.each_ref());
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
        edits.undo(&mut text);
        assert_eq!(text, b"abcdefgh");
    }

    proptest! {
        #[test]
        fn replaces_in_place_as_in_a_copy(text in "[a-z]{0,40}", pieces in prop::collection::vec((0_usize..6, 0_usize..6, "[A-Z]{0,12}"), 0..8)) {
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
            let mut edited = text.clone().into_bytes();
            let (edits, applied) = Edits::apply(&mut edited, &fixes.iter().collect::<Vec<_>>());
            prop_assert_eq!(str::from_utf8(&edited), Ok(expected.as_str()));
            prop_assert!(applied.iter().all(|applied| *applied));
            edits.undo(&mut edited);
            prop_assert_eq!(str::from_utf8(&edited), Ok(text.as_str()));
        }
    }
}
