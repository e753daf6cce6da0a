//! Statements in XML: the messages camt.052, camt.053 and camt.054 of ISO 20022, in all versions.
//!
//! The elements are found by their names, so one reader reads all versions. See <https://www.iso20022.org/iso-20022-message-definitions> for the messages.

mod amounts;
mod charges;
mod documents;
mod entry;
mod field;
mod message;
mod outline;
mod paths;
mod private_values;
mod raw_entry;
mod reader;
mod texts;
mod totals;
mod walker;

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::format::message::{
    EntryLimit, LineCounter, StatementLimit, columns, convert_with_readers,
};
use crate::format::options::ConvertOptions;
use crate::report::{Collector, Diagnostic};
use crate::statement::{Column, Converted, FormatName, StatementMetadata, Summary};
use crate::xml::unescape;
use entry::CELLS;
use outline::{Outline, StatementOutline};
use reader::CamtReader;

pub(super) use private_values::find_private_values;

/// Converts the entries of all messages of a file. The format is that of the first one. Returns `None` if it has more statements than `limit`
/// allows.
///
/// # Errors
///
/// A document is not well-formed, or no statement has an entry.
pub(in crate::format) fn convert(
    text: &str,
    options: &ConvertOptions,
    limit: StatementLimit,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Result<Option<()>, Diagnostic> {
    let limits = &options.policy.limits;
    let mut outline = Outline::read(text, limits.depth, findings);
    let fault = outline.fault.take();
    let Some(format) = outline.formats.first() else {
        return fault.map_or(Ok(Some(())), Err);
    };
    let products = outline.formats.iter().map(|format| format.product());
    summary.format = Some(FormatName {
        product: products.collect::<Vec<_>>().join(" and "),
        ..format.name()
    });
    summary.variant = outline.version.take();
    if !limit.allows(outline.statements.len()) {
        return Ok(None);
    }
    let columns = columns(CELLS.map(|(name, _)| name));
    let metadata: Vec<StatementMetadata> = outline
        .statements
        .iter()
        .map(|statement| metadata(statement, &columns))
        .collect();
    let options = options.statement_options(format.id());
    let entries = EntryLimit::new(limits);
    let mut lines = LineCounter::new(text);
    let readers = outline.statements.iter().map(|statement| {
        let start = lines.at(statement.span().start);
        CamtReader::new(
            start,
            statement,
            (limits.depth, options.split_batches),
            entries.clone(),
        )
    });
    let converted = convert_with_readers(&metadata, readers, &options, findings, summary, sink);
    match fault {
        Some(fault) => Err(fault),
        None => converted.map(Some),
    }
}

fn metadata(statement: &StatementOutline, columns: &Arc<[Column]>) -> StatementMetadata {
    let [opening_balance, closing_balance] = statement.stated_balances();
    let span = statement.span();
    StatementMetadata {
        account_numbers: statement.account_numbers.clone(),
        currency: statement.account_currency(),
        incomplete_at: statement.incomplete_at,
        period: statement.period,
        created: statement.created,
        identification: statement.identification.clone(),
        opening_balance,
        closing_balance,
        entry_count: statement.totals.count,
        sums: statement.totals.sums(),
        message_totals: statement.totals.others(),
        ..StatementMetadata::new(span, columns, "Bal", |cell| {
            unescape(cell.raw()).unwrap_or(Cow::Borrowed(cell.raw()))
        })
    }
}
