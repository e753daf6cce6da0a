use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::entry::columns;
use super::outline::{Outline, StatementOutline};
use super::reader::OfxReader;
use super::values::decode;
use crate::format::convert::Number;
use crate::format::line_counter::LineCounter;
use crate::format::options::Options;
use crate::format::rules;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::statement::{
    BalanceGranularity, Column, Converted, FormatName, Identification, MessageTotals, RowOrder,
    StatementMetadata, StatementSource, Summary, convert_statements,
};

const ID: &str = "ofx";

/// Converts the entries of the statements of a file. Returns `None` if it has more statements than `number` allows.
///
/// # Errors
///
/// The file has no statement of an account, or no statement has an entry.
pub(in crate::format) fn convert(
    text: &str,
    options: &Options,
    number: Number,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Result<Option<()>, Diagnostic> {
    let outline = Outline::read(text, findings);
    if !number.allows(outline.statements.len()) {
        return Ok(None);
    }
    if outline.statements.is_empty() {
        return Err(outline.refusal());
    }
    summary.format = Some(FormatName {
        id: ID.to_owned(),
        institution: "OFX".to_owned(),
        product: "statement".to_owned(),
    });
    let columns: Arc<[Column]> = columns().into();
    let limits = &options.policy.limits;
    let options = options.statement_options(ID);
    let is_given = options.account.is_some();
    let metadata: Vec<StatementMetadata> = outline
        .statements
        .iter()
        .map(|statement| metadata(statement, &columns, is_given, findings))
        .collect();
    let entries = Cell::new(0);
    let mut lines = LineCounter::new(text);
    let readers = outline.statements.iter().map(|statement| {
        let start = lines.at(statement.span.start);
        OfxReader::new(text, start, statement, limits, Some(&entries))
    });
    let mut readers: Vec<OfxReader<'_, '_>> = readers.collect();
    let mut statements: Vec<StatementSource<'_, '_>> = metadata
        .iter()
        .zip(&mut readers)
        .map(|(metadata, reader)| StatementSource { metadata, reader })
        .collect();
    convert_statements(&mut statements, &options, findings, summary, sink);
    if summary.rows == 0 {
        let first = outline.statements.first();
        let span = first.map_or(Span::at(0), |statement| statement.span);
        return Err(Diagnostic::new(&rules::STATEMENT_EMPTY, span));
    }
    Ok(Some(()))
}

fn metadata(
    statement: &StatementOutline,
    columns: &Arc<[Column]>,
    is_given: bool,
    findings: &mut Collector<'_>,
) -> StatementMetadata {
    StatementMetadata {
        span: statement.span,
        account_numbers: statement
            .account_number(is_given, findings)
            .into_iter()
            .collect(),
        entries_name_accounts: false,
        currency: statement.currency,
        incomplete_at: statement.incomplete_at,
        currencies_conflict: false,
        amount_currency: None,
        period: statement.period(),
        created: None,
        identification: Identification::default(),
        opening_balance: None,
        closing_balance: statement.closing_balance(findings),
        always_decimals: false,
        entry_count: None,
        sums: None,
        message_totals: MessageTotals::default(),
        row_order: RowOrder::OldestFirst,
        balance_granularity: BalanceGranularity::PerRow,
        identity_version: 1,
        columns: Arc::clone(columns),
        balance_column: "LEDGERBAL".to_owned(),
        cell_content: |cell| match decode(cell.raw().trim()) {
            Cow::Borrowed(text) => Cow::Borrowed(text),
            Cow::Owned(text) => Cow::Owned(text),
        },
    }
}
