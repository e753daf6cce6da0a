use super::entry::{RawEntry, fill, is_deletion};
use super::outline::StatementOutline;
use super::walker::{Aggregate, Step, Walker};
use crate::format::message::{EntryLimit, LineCounter};
use crate::format::rules::{ENTRY_CORRECTS, ROW_TRUNCATED};
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::statement::{Entry, Item, RowPosition, SkipReason, StatementReader};

/// Reads the entries of a statement in their order.
pub(super) struct OfxReader<'s, 'o> {
    text: &'s str,
    statement: &'o StatementOutline,
    walker: Walker<'s>,
    /// The step that ended the entry above, and is not part of it.
    ahead: Option<Step<'s>>,
    raw: RawEntry<'s>,
    row: usize,
    start: LineCounter<'s>,
    lines: LineCounter<'s>,
    entries: EntryLimit,
}

impl<'s, 'o> OfxReader<'s, 'o> {
    pub(super) fn new(
        text: &'s str,
        start: LineCounter<'s>,
        statement: &'o StatementOutline,
        entries: EntryLimit,
    ) -> Self {
        let content = text.get(..statement.end).unwrap_or(text);
        Self {
            text,
            statement,
            walker: Walker::new(content, statement.span.end),
            ahead: None,
            raw: RawEntry::default(),
            row: 0,
            start,
            lines: start,
            entries,
        }
    }

    /// Reads up to the end of the next entry. Returns whether the file ends in it.
    fn next_entry(&mut self) -> Option<bool> {
        let (aggregate, span) = loop {
            let step = self.ahead.take().or_else(|| self.walker.next())?;
            if let Step::Begin(aggregate, span) = step
                && aggregate.is_entry()
            {
                break (aggregate, span);
            }
        };
        self.raw.begin(aggregate == Aggregate::PendingEntry, span);
        loop {
            let Some(step) = self.walker.next() else {
                return Some(self.statement.end == self.text.len());
            };
            match step {
                Step::End(aggregate, end) if aggregate.is_entry() => {
                    self.raw.span.end = end.end;
                    return Some(false);
                }
                Step::Begin(aggregate, _) | Step::End(aggregate, _)
                    if !aggregate.is_part_of_entry() =>
                {
                    self.ahead = Some(step);
                    return Some(false);
                }
                step => self.raw.add(step),
            }
        }
    }
}

impl<'s> StatementReader<'s> for OfxReader<'s, '_> {
    fn next(&mut self, entry: &mut Entry<'s>, findings: &mut Collector<'_>) -> Option<Item> {
        let is_cut = self.next_entry()?;
        self.row += 1;
        let span = self.raw.span;
        entry.position = RowPosition {
            span,
            line: self.lines.line_of(span.start),
            row: self.row,
        };
        if let Some(rejected) = self.entries.reject_surplus(span, findings) {
            return Some(rejected);
        }
        if is_cut {
            let fault = Diagnostic::new(&ROW_TRUNCATED, Span::at(span.end));
            return Some(Item::Rejected(Some(fault.param("where", ""))));
        }
        if let Some(place) = is_deletion(&self.raw) {
            findings.push(Diagnostic::new(&ENTRY_CORRECTS, place));
            return Some(Item::Skipped(SkipReason::Status));
        }
        Some(match fill(&self.raw, self.text, entry) {
            Ok(()) => Item::Entry,
            Err(fault) => Item::Rejected(Some(fault)),
        })
    }

    fn restart(&self) -> Box<dyn StatementReader<'s> + '_> {
        Box::new(Self::new(
            self.text,
            self.start,
            self.statement,
            EntryLimit::default(),
        ))
    }
}
