use std::borrow::Cow;
use std::ops::Range;

use super::plan::Plan;
use super::table::Row;
use crate::value::CardNumber;

/// A text that is put together from its parts, in a buffer that the next one takes over.
#[derive(Debug, Default)]
pub(super) struct Wording {
    text: String,
    /// Where the parts stand, of which none may come twice.
    parts: Vec<Range<usize>>,
}

impl Wording {
    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Begins anew with the text of a row: what its columns say, in the order of the profile, each thing once.
    pub(super) fn begin(&mut self, row: &Row<'_>, plan: &Plan<'_>) {
        self.text.clear();
        self.parts.clear();
        for index in &plan.texts {
            let part = plan.text(row, Some(*index));
            let stands_there = |place: &Range<usize>| self.text.get(place.clone()) == Some(&*part);
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
