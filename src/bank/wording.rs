use std::borrow::Cow;
use std::ops::Range;

use super::cell;
use super::plan::Plan;
use super::table::Row;
use crate::source::same;
use crate::value::{CardNumber, Texture};

/// A text that is put together from its parts, in a buffer that the next one takes over.
#[derive(Debug, Default)]
pub(super) struct Wording {
    text: String,
    /// Where the parts stand, of which none may come twice.
    parts: Vec<Range<usize>>,
    /// What is known of it as a whole.
    texture: Texture,
}

impl Wording {
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether JSON takes it as it stands. It may say no where it does too.
    pub(super) fn needs_no_escape(&self) -> bool {
        self.texture.needs_no_escape
    }

    /// Begins anew with the text of a row: what its columns say, in the order of the profile, each thing once.
    pub(super) fn begin(&mut self, row: &Row<'_>, plan: &Plan<'_>) {
        self.put_together(plan.texts.iter().map(|index| plan.text(row, Some(*index))));
    }

    /// The same without blanks being folded.
    pub(super) fn begin_unfolded(&mut self, row: &Row<'_>, plan: &Plan<'_>) {
        self.put_together(plan.texts.iter().map(|index| {
            if plan.rest == Some(*index) { plan.text(row, Some(*index)) } else { cell::at(row, Some(*index)) }
        }));
    }

    /// Whether there was nothing to fold in any part of it, which shows when they stand together: no part has blanks around it.
    pub(super) fn is_folded(&mut self) -> bool {
        self.texture = Texture::of(self.text.as_bytes());
        self.texture.is_single_spaced
    }

    fn put_together<'p>(&mut self, parts: impl Iterator<Item = Cow<'p, str>>) {
        self.text.clear();
        self.parts.clear();
        self.texture = Texture::default();
        for part in parts {
            let stands_there = |place: &Range<usize>| {
                self.text.as_bytes().get(place.clone()).is_some_and(|other| same(other, part.as_bytes()))
            };
            if !part.is_empty() && !self.parts.iter().any(stands_there) {
                self.join("; ", &part);
                self.parts.push(self.text.len() - part.len()..self.text.len());
            }
        }
    }

    /// Adds a part to what stands there.
    pub(super) fn join(&mut self, separator: &str, part: &str) {
        if !self.text.is_empty() {
            self.text.push_str(separator);
        }
        self.text.push_str(part);
    }

    /// Masks the card numbers.
    pub(super) fn mask(&mut self) {
        if self.texture.holds_no_card_number {
            return;
        }
        if let Cow::Owned(masked) = CardNumber::mask(&self.text) {
            self.text = masked;
        }
    }
}

/// The text of a row alone.
pub(super) fn text_of(row: &Row<'_>, plan: &Plan<'_>) -> String {
    let mut wording = Wording::default();
    wording.begin(row, plan);
    wording.text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bank::table::Rows;

    proptest! {
        #[test]
        fn what_is_folded_as_a_whole_is_folded_in_each_part(line in "([ \\t]{0,2}[\"'=]?[ab\u{a0}] {0,2}[ab\"]?[\"' ]?;){0,5}") {
            let mut row = Row::default();
            Rows::new(&line, b';').next_row(&mut row);
            let (mut unfolded, mut folded) = (Wording::default(), Wording::default());
            unfolded.put_together(row.cells().iter().map(cell::content));
            folded.put_together(row.cells().iter().map(cell::folded_content));
            if unfolded.is_folded() {
                prop_assert_eq!(unfolded.as_str(), folded.as_str());
            }
        }
    }
}
