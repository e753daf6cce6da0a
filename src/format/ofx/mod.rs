//! Statements in OFX, in the form of SGML (1.x) and of XML (2.x). QFX and QBO are OFX with elements of their own.

mod entry;
mod outline;
mod private_values;
mod reader;
mod tokens;
mod values;
mod walker;
mod words;

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::format::message::{
    EntryLimit, LineCounter, StatementLimit, columns, convert_with_readers,
};
use crate::format::message_format::MessageFormat;
use crate::format::options::ConvertOptions;
use crate::report::{Collector, Diagnostic};
use crate::statement::{Column, Converted, StatementMetadata, Summary};
use entry::CELLS;
use outline::{Outline, StatementOutline};
use reader::OfxReader;
use values::decode;

pub(super) use private_values::find_private_values;

/// Converts the entries of the statements of a file. Returns `None` if it has more statements than `limit` allows.
///
/// # Errors
///
/// The file has no statement of an account, or no statement has an entry.
pub(in crate::format) fn convert(
    text: &str,
    options: &ConvertOptions,
    limit: StatementLimit,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Result<Option<()>, Diagnostic> {
    let outline = Outline::read(text, findings);
    if !limit.allows(outline.statements.len()) {
        return Ok(None);
    }
    if outline.statements.is_empty() {
        return Err(outline.refusal());
    }
    let format = MessageFormat::Ofx;
    summary.format = Some(format.name());
    let columns = columns(CELLS.map(|(name, _)| name));
    let limits = &options.policy.limits;
    let options = options.statement_options(format.id());
    let is_given = options.account.is_some();
    let metadata: Vec<StatementMetadata> = outline
        .statements
        .iter()
        .map(|statement| metadata(statement, &columns, is_given, findings))
        .collect();
    let entries = EntryLimit::new(limits);
    let mut lines = LineCounter::new(text);
    let readers = outline.statements.iter().map(|statement| {
        let start = lines.at(statement.span.start);
        OfxReader::new(text, start, statement, entries.clone())
    });
    convert_with_readers(&metadata, readers, &options, findings, summary, sink).map(Some)
}

fn metadata(
    statement: &StatementOutline,
    columns: &Arc<[Column]>,
    is_given: bool,
    findings: &mut Collector<'_>,
) -> StatementMetadata {
    let span = statement.span;
    StatementMetadata {
        account_numbers: statement
            .account_number(is_given, findings)
            .into_iter()
            .collect(),
        currency: statement.currency,
        incomplete_at: statement.incomplete_at,
        period: statement.period(),
        closing_balance: statement.closing_balance(findings),
        ..StatementMetadata::new(span, columns, "LEDGERBAL", |cell| {
            match decode(cell.raw().trim()) {
                Cow::Borrowed(text) => Cow::Borrowed(text),
                Cow::Owned(text) => Cow::Owned(text),
            }
        })
    }
}
