use std::borrow::Cow;

use super::FastReader;
use crate::record::{Fields, ListedFields};
use crate::source::Span;

/// The object that the fast reader read last, without its faulty values: rules see the same as in a record of the general reader.
#[derive(Clone, Copy)]
pub(crate) struct FaultyObject<'f, 's> {
    object: &'f FastReader<'s>,
    /// The fields in which an error was found, or whose texts are empty, as bits.
    faulty: u64,
}

impl<'f, 's> FaultyObject<'f, 's> {
    pub(crate) const fn new(object: &'f FastReader<'s>) -> Self {
        Self { object, faulty: 0 }
    }

    pub(crate) const fn set_faulty(&mut self, field: usize) {
        self.faulty |= 1 << field;
    }

    fn is_faulty(&self, field: usize) -> bool {
        self.faulty >> field & 1 != 0
    }
}

impl Fields for FaultyObject<'_, '_> {
    fn has(&self, field: usize) -> bool {
        self.object.has(field)
    }

    fn text(&self, field: usize) -> Option<Cow<'_, str>> {
        self.source_text(field)
    }

    fn unchecked_text(&self, field: usize) -> Cow<'_, str> {
        self.object.source_text(field).unwrap_or_default()
    }

    fn with_bytes<R>(&self, field: usize, take: impl FnOnce(&[u8]) -> R) -> Option<R> {
        if self.is_faulty(field) {
            None
        } else {
            self.object.with_bytes(field, take)
        }
    }
}

impl<'s> ListedFields<'s> for FaultyObject<'_, 's> {
    fn source_text(&self, field: usize) -> Option<Cow<'s, str>> {
        if self.is_faulty(field) {
            None
        } else {
            self.object.source_text(field)
        }
    }

    fn span_of(&self, field: usize) -> Span {
        self.object.span_of(field)
    }
}
