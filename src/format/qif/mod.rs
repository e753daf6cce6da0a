//! Registers of accounts in QIF, the interchange format of Quicken.

mod amounts;
mod dates;
mod entry;
mod outline;
mod private_values;
mod records;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::format::message::{
    EntryLimit, LineCounter, StatementLimit, columns, convert_with_readers,
};
use crate::format::message_format::MessageFormat;
use crate::format::options::ConvertOptions;
use crate::format::rules::FILE_UNFINISHED;
use crate::report::{Collector, Diagnostic};
use crate::statement::{
    AccountNumber, AccountNumberKind, BalanceKind, Column, Converted, Detail, Entry, Item,
    RowPosition, StatementMetadata, StatementReader, Summary,
};
use crate::value::Iban;
use entry::{CELLS, Kind, fill};
use outline::{Outline, Register, Style};
use records::Records;

pub(super) use private_values::find_private_values;

/// Converts the records of the registers of a file. Returns `None` if it has more registers than `limit` allows.
///
/// # Errors
///
/// The file has no register, or its dates or amounts can be read in several ways, or no register has a record.
pub(in crate::format) fn convert(
    text: &str,
    options: &ConvertOptions,
    limit: StatementLimit,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Result<Option<()>, Diagnostic> {
    let Outline { registers, style } = Outline::read(text, options.dates, findings)?;
    if !limit.allows(registers.len()) {
        return Ok(None);
    }
    let format = MessageFormat::Qif;
    summary.format = Some(format.name());
    let columns = columns(CELLS);
    let metadata: Vec<StatementMetadata> = registers
        .iter()
        .map(|register| metadata(register, &columns))
        .collect();
    let limits = &options.policy.limits;
    let options = options.statement_options(format.id());
    let entries = EntryLimit::new(limits);
    let mut lines = LineCounter::new(text);
    let readers = registers.iter().map(|register| {
        let start = lines.at(register.span.start);
        QifReader::new(start, register, style, entries.clone())
    });
    convert_with_readers(&metadata, readers, &options, findings, summary, sink).map(Some)
}

fn metadata(register: &Register, columns: &Arc<[Column]>) -> StatementMetadata {
    let account = register.account.as_ref().map(|(name, span)| AccountNumber {
        kind: match Iban::parse(name) {
            Ok(_) => AccountNumberKind::Iban,
            Err(_) => AccountNumberKind::Name,
        },
        text: Cow::Owned(name.clone()),
        span: *span,
    });
    let span = register.span;
    StatementMetadata {
        account_numbers: account.into_iter().collect(),
        ..StatementMetadata::new(span, columns, "T", |cell| Cow::Borrowed(cell.raw().trim()))
    }
}

/// Reads the records of a register in their order.
struct QifReader<'s, 'o> {
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
    fn new(
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
