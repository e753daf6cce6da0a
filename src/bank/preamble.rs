use std::borrow::Cow;

use super::catalog::comparable;
use super::cell;
use super::profile::{LabelRole, Profile};
use super::table::Row;
use crate::source::Span;

/// What stands above the header, as the file writes it, each with its place.
#[derive(Debug, Clone, Default)]
pub(super) struct Preamble(Vec<(LabelRole, String, Span)>);

impl Preamble {
    /// Whether a row is a line that stands above a header: a label in its first cell, a value at most in the next.
    pub(super) fn is_line_of(row: &Row<'_>, profile: &Profile) -> bool {
        let first = row.cells().first().map(cell::content).unwrap_or_default();
        let mut labels = profile.preamble.iter().flat_map(|label| &label.labels);
        !row.cells().iter().skip(2).any(|cell| !cell::is_blank(cell))
            && labels.any(|label| after_label(&first, label).is_some())
    }

    /// Takes a line above the header: a label and its value in the next cell, or both in one cell.
    pub(super) fn take(&mut self, row: &Row<'_>, profile: &Profile) {
        for (index, cell) in row.cells().iter().enumerate() {
            let text = cell::content(cell);
            for label in &profile.preamble {
                let Some(rest) = label.labels.iter().find_map(|known| after_label(&text, known)) else { continue };
                let beside = row.cells().get(index + 1);
                let (value, span) = match beside {
                    Some(beside) if rest.is_empty() => (cell::content(beside), beside.span),
                    _ => (Cow::Borrowed(rest), cell.span),
                };
                self.0.push((label.role, cell::folded(&value).into_owned(), span));
            }
        }
    }

    /// The first value of a kind.
    pub(super) fn get(&self, role: LabelRole) -> Option<(&str, Span)> {
        self.labelled(role).find(|(value, _)| !value.is_empty())
    }

    /// What stands at the labels of a kind, which may be nothing.
    pub(super) fn labelled(&self, role: LabelRole) -> impl Iterator<Item = (&str, Span)> {
        self.0.iter().filter(move |(known, ..)| *known == role).map(|(_, value, span)| (value.as_str(), *span))
    }
}

/// What follows a label in a cell; nothing where the cell says something else.
fn after_label<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    let bare = label.trim_end_matches(':').trim_end();
    let end = text.char_indices().nth(bare.chars().count()).map_or(text.len(), |(end, _)| end);
    let (head, rest) = text.split_at_checked(end)?;
    if comparable(head) != comparable(bare) {
        return None;
    }
    let rest = rest.trim_start();
    match rest.strip_prefix(':') {
        Some(value) => Some(value.trim()),
        None => rest.is_empty().then_some(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::catalog;
    use crate::bank::table::Rows;

    #[test]
    fn labels_stand_beside_or_before_their_value() {
        for (text, expected) in [
            ("IBAN:;CH93 0076 2011 6238 5295 7;;;", Some("CH93 0076 2011 6238 5295 7")),
            ("iban ;CH93", Some("CH93")),
            ("IBAN: CH93;;;", Some("CH93")),
            ("IBANs:;CH93", None),
            ("IBAN:;", None),
            ("IBAN:", None),
            ("Meine IBAN:;CH93", None),
        ] {
            let mut row = Row::default();
            Rows::new(text, b';').next_row(&mut row);
            let mut preamble = Preamble::default();
            preamble.take(&row, catalog::profile_by_id("ubs-account").unwrap());
            assert_eq!(preamble.get(LabelRole::Iban).map(|(value, _)| value), expected, "{text}");
        }
    }
}
