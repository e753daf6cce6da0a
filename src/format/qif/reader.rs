use std::collections::VecDeque;

use super::entry::{Kind, fill};
use super::outline::{Register, Style};
use super::records::Records;
use crate::format::line_counter::LineCounter;
use crate::format::message::EntryLimit;
use crate::format::rules::FILE_UNFINISHED;
use crate::report::{Collector, Diagnostic};
use crate::statement::{BalanceKind, Detail, Entry, Item, RowPosition, StatementReader};

/// Reads the records of a register in their order.
pub(super) struct QifReader<'s, 'o> {
    text: &'s str,
    register: &'o Register,
    style: Style,
    records: Records<'s>,
    /// The splits of the entry above that were not returned yet.
    details: VecDeque<Detail>,
    row: usize,
    start: LineCounter<'s>,
    lines: LineCounter<'s>,
    entries: EntryLimit,
}

impl<'s, 'o> QifReader<'s, 'o> {
    pub(super) fn new(
        start: LineCounter<'s>,
        register: &'o Register,
        style: Style,
        entries: EntryLimit,
    ) -> Self {
        Self {
            text: start.text,
            register,
            style,
            records: Records::new(start.text, register.span.end, register.end),
            details: VecDeque::new(),
            row: 0,
            start,
            lines: start,
            entries,
        }
    }
}

impl<'s> StatementReader<'s> for QifReader<'s, '_> {
    fn next(&mut self, entry: &mut Entry<'s>, findings: &mut Collector<'_>) -> Option<Item> {
        if let Some(mut detail) = self.details.pop_front() {
            detail.position.line = self.lines.line_of(detail.position.span.start);
            entry.position = detail.position;
            return Some(Item::Detail(Box::new(detail)));
        }
        let record = self.records.next()?;
        self.row += 1;
        entry.position = RowPosition {
            span: record.span,
            line: self.lines.line_of(record.span.start),
            row: self.row,
        };
        if let Some(rejected) = self.entries.reject_surplus(record.span, findings) {
            return Some(rejected);
        }
        if !record.is_ended && self.register.end == self.text.len() {
            let fault = Diagnostic::new(&FILE_UNFINISHED, record.span);
            findings.push(fault.param("end", "^"));
        }
        let account = self.register.account.as_ref();
        let account = account.map(|(name, _)| name.as_str());
        Some(match fill(&record, self.style, account, self.text, entry) {
            Ok(Kind::Entry(details)) => {
                self.details = details.into();
                Item::Entry
            }
            Ok(Kind::Opening(balance)) => Item::Balance(BalanceKind::Opening, Some(balance)),
            Err(fault) => Item::Rejected(Some(fault)),
        })
    }

    fn restart(&self) -> Box<dyn StatementReader<'s> + '_> {
        Box::new(Self::new(
            self.start,
            self.register,
            self.style,
            EntryLimit::default(),
        ))
    }
}
