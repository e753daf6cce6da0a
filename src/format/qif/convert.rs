use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::entry::CELLS;
use super::outline::{Outline, Register};
use super::reader::QifReader;
use crate::format::line_counter::LineCounter;
use crate::format::message::{EntryLimit, columns, convert_with_readers};
use crate::format::message_format::MessageFormat;
use crate::format::options::ConvertOptions;
use crate::format::statement_limit::StatementLimit;
use crate::report::{Collector, Diagnostic};
use crate::statement::{
    AccountNumber, AccountNumberKind, Column, Converted, StatementMetadata, Summary,
};
use crate::value::Iban;

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
