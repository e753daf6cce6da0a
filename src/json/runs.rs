//! Records that are canonical as they stand, so that they needn't be written anew.

use super::{Found, PlainObjects};
use crate::record::{Field, JsonType};
use crate::source::Span;

/// Where in a text records are canonical as they stand, in runs of those with nothing but a comma between them.
///
/// Most payloads are written by programs, without blanks and in the order of the contract: then a whole list is one run.
#[derive(Debug, Default)]
pub(crate) struct Runs(Vec<Span>);

impl Runs {
    /// Takes notice of an item of a list, each behind those before.
    pub(crate) fn meet(&mut self, found: &Found<'_, '_>) {
        let Found::Plain(object) = found else { return };
        let span = object.span();
        if !is_canonical(object) {
            return;
        }
        match self.0.last_mut() {
            // Between two records one byte can only be a comma.
            Some(last) if last.end + 1 == span.start => last.end = span.end,
            Some(last) if last.end > span.start => {}
            _ => self.0.push(span),
        }
    }

    /// Where the run ends that begins at an offset, if one does.
    pub(super) fn end(&self, start: usize) -> Option<usize> {
        let place = self.0.binary_search_by_key(&start, |run| run.start).ok()?;
        self.0.get(place).map(|run| run.end)
    }
}

/// Whether the members of an object that was just read stand in the order of the table, with no blank around them and no escape in them.
fn is_canonical(object: &PlainObjects<'_>) -> bool {
    let span = object.span();
    let mut at = span.start;
    for (index, field) in object.fields().iter().enumerate().filter(|(index, _)| object.has(*index)) {
        at += 1 + lead_length(field);
        if object.start(index) != at {
            return false;
        }
        at += object.bytes(index).len() + usize::from(is_quoted(field));
    }
    at + 1 == span.end && !object.has_escapes()
}

/// How many bytes of canonical JSON stand before the value of a field: its name in quotes, the colon, and the quote of a string.
fn lead_length(field: &Field) -> usize {
    field.name.len() + 3 + usize::from(is_quoted(field))
}

pub(super) fn is_quoted(field: &Field) -> bool {
    field.json_type() == JsonType::String
}
