//! The entries of a camt statement, in their order.
//!
//! To change it: `outline` has walked the file before and found accounts, balances and pages; this walks it again, from tag to tag. An entry is complete at
//! its end tag only, so its values wait in `RawEntry`; its details and misplaced values wait until the entry was returned. A file that ends within an
//! entry gives a fault in its place, never a part of it.

use std::collections::VecDeque;

use super::entry::{details, fill};
use super::field::CamtField;
use super::outline::StatementOutline;
use super::raw_entry::RawEntry;
use super::walker::{MisplacedValue, Step, Walker};
use crate::format::message::{EntryLimit, LineCounter, PartyIbans};
use crate::format::rules::ELEMENT_MISPLACED;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::statement::{Detail, Entry, Item, RowPosition, StatementReader};

/// Reads the entries of a statement in their order.
pub(super) struct CamtReader<'s, 'o> {
    text: &'s str,
    statement: &'o StatementOutline,
    max_depth: usize,
    /// The pages that were not begun yet.
    pages: std::slice::Iter<'o, Span>,
    walker: Option<Walker<'s>>,
    raw: RawEntry<'s>,
    party_ibans: PartyIbans,
    /// The details of the entry above that were not returned yet.
    details: VecDeque<Detail>,
    position: RowPosition,
    /// The values in wrong places that were not reported yet.
    misplaced: Vec<MisplacedValue>,
    /// Where the statement begins.
    start: LineCounter<'s>,
    lines: LineCounter<'s>,
    split_batches: bool,
    entries: EntryLimit,
}

impl<'s, 'o> CamtReader<'s, 'o> {
    pub(super) fn new(
        start: LineCounter<'s>,
        statement: &'o StatementOutline,
        settings: (usize, bool),
        entries: EntryLimit,
    ) -> Self {
        let (max_depth, split_batches) = settings;
        Self {
            text: start.text,
            statement,
            max_depth,
            split_batches,
            pages: statement.tags.iter(),
            walker: None,
            raw: RawEntry::default(),
            party_ibans: PartyIbans::new(&statement.account),
            details: VecDeque::new(),
            position: RowPosition::default(),
            misplaced: Vec::new(),
            start,
            lines: start,
            entries,
        }
    }

    /// Reads up to the end of the next entry. Returns `None` at the end of the statement, and a fault if the entry is cut off.
    fn next_entry(&mut self) -> Option<Result<(), ()>> {
        loop {
            let walker = match &mut self.walker {
                Some(walker) => walker,
                None => {
                    let tag = self.pages.next()?;
                    self.walker
                        .insert(Walker::at_statement(self.text, tag.start, self.max_depth))
                }
            };
            let step = walker.next();
            self.misplaced.append(&mut walker.take_misplaced_values());
            match step {
                Ok(Some(Step::Begin(CamtField::Entry, tag))) => {
                    let read = self.raw.read(walker, tag);
                    self.misplaced.append(&mut walker.take_misplaced_values());
                    if read.is_err() {
                        self.walker = None;
                        self.pages = [].iter();
                    }
                    return Some(read.map_err(drop));
                }
                Ok(Some(_)) => {}
                // The fault was found in the first reading.
                Ok(None) | Err(_) => self.walker = None,
            }
        }
    }
}

impl<'s> StatementReader<'s> for CamtReader<'s, '_> {
    fn next(&mut self, entry: &mut Entry<'s>, findings: &mut Collector<'_>) -> Option<Item> {
        if let Some(detail) = self.details.pop_front() {
            entry.position = detail.position;
            return Some(Item::Detail(Box::new(detail)));
        }
        let read = self.next_entry();
        for MisplacedValue { name, tag } in self.misplaced.drain(..) {
            // Entries that are not counted are read again.
            if self.entries.is_counted() {
                findings.push(Diagnostic::new(&ELEMENT_MISPLACED, tag).param("element", name));
            }
        }
        let read = read?;
        let line = self.lines.line_of(self.raw.span.start);
        self.position = RowPosition {
            span: self.raw.span,
            line,
            row: self.position.row + 1,
        };
        entry.position = self.position;
        if let Some(rejected) = self.entries.reject_surplus(self.raw.span, findings) {
            return Some(rejected);
        }
        if read.is_err() {
            return Some(Item::Rejected(None));
        }
        let filled = fill(&self.raw, self.text, entry);
        for (iban, span) in self.raw.party_ibans() {
            let fault = self.party_ibans.find_new_fault(iban, span);
            entry.row_faults.extend(fault);
        }
        let (row, lines) = (self.position.row, &mut self.lines);
        let position_of = |span: Span| RowPosition {
            span,
            line: lines.line_of(span.start),
            row,
        };
        self.details = details(&self.raw, entry, self.split_batches, position_of).into();
        Some(match filled {
            Ok(()) => Item::Entry,
            Err(fault) => Item::Rejected(Some(fault)),
        })
    }

    fn restart(&self) -> Box<dyn StatementReader<'s> + '_> {
        Box::new(Self::new(
            self.start,
            self.statement,
            (self.max_depth, self.split_batches),
            EntryLimit::default(),
        ))
    }
}
