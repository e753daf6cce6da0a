use std::borrow::Cow;

use super::rules;
use crate::json::unescape;
use crate::record::{DuplicateFinder, Scope};
use crate::report::{Collector, Diagnostic};

/// The things of a journal that have an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identified {
    Record,
    Entry,
    Line,
}

/// The ids of a file, which are all different.
#[derive(Debug, Default)]
pub(super) struct JournalIds<'s> {
    records: DuplicateFinder<'s>,
    entries: DuplicateFinder<'s>,
    lines: DuplicateFinder<'s>,
    /// For each record the number of entries and of lines before it.
    before: Vec<(usize, usize)>,
    counts: (usize, usize),
    /// The ids of the record that is being read, each with the offset of its first byte.
    current: Vec<(Identified, Cow<'s, str>, usize)>,
}

impl<'s> JournalIds<'s> {
    /// Begins a record. What was added since the last record was taken is forgotten.
    pub(super) fn begin_record(&mut self) {
        self.current.clear();
    }

    /// Adds an id of the current record, and the offset of its first byte, inside the quotes.
    pub(super) fn add(&mut self, what: Identified, id: Cow<'s, str>, start: usize) {
        self.current.push((what, id, start));
    }

    /// Takes the current record over, which has this index in the file.
    pub(super) fn take_record(&mut self, index: usize) {
        self.before.resize(index, self.counts);
        self.before.push(self.counts);
        let (entries, lines) = &mut self.counts;
        for (what, id, start) in self.current.drain(..) {
            let (finder, index) = match what {
                Identified::Record => (&mut self.records, index),
                Identified::Entry => (&mut self.entries, std::mem::replace(entries, *entries + 1)),
                Identified::Line => (&mut self.lines, std::mem::replace(lines, *lines + 1)),
            };
            finder.add(index, Scope::default(), id.as_bytes(), start);
        }
    }

    /// Returns the id of a record as it is in the text.
    fn record_id(&self, text: &'s str, index: usize) -> Option<Cow<'s, str>> {
        self.records.raw_key(text, index).map(unescape)
    }

    /// Reports each id that an earlier record, entry or line has.
    pub(super) fn report_duplicates(&mut self, text: &'s str, sink: &mut Collector<'_>) {
        let found = [
            (
                "serviceId",
                "record",
                self.records.duplicates(text, &unescape),
            ),
            ("entryId", "entry", self.entries.duplicates(text, &unescape)),
            ("lineId", "line", self.lines.duplicates(text, &unescape)),
        ];
        for (field, what, duplicates) in found {
            for duplicate in duplicates {
                let record = match what {
                    "record" => duplicate.index,
                    "entry" => self
                        .before
                        .partition_point(|(entries, _)| *entries <= duplicate.index)
                        .saturating_sub(1),
                    _ => self
                        .before
                        .partition_point(|(_, lines)| *lines <= duplicate.index)
                        .saturating_sub(1),
                };
                let checkpoint = sink.checkpoint();
                let diagnostic = Diagnostic::new(&rules::JOURNAL_ID_REPEATED, duplicate.span);
                sink.push(diagnostic.param("field", field).param("what", what));
                sink.set_item(checkpoint, record, self.record_id(text, record).as_deref());
            }
        }
    }
}
