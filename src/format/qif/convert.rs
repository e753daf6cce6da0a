use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::entry::columns;
use super::outline::{Outline, Register};
use super::reader::QifReader;
use crate::format::convert::Number;
use crate::format::line_counter::LineCounter;
use crate::format::options::Options;
use crate::format::rules;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::statement::{
    AccountNumber, AccountNumberKind, BalanceGranularity, Column, Converted, FormatName,
    Identification, MessageTotals, RowOrder, StatementMetadata, StatementSource, Summary,
    convert_statements,
};
use crate::value::Iban;

const ID: &str = "qif";

/// Converts the records of the registers of a file. Returns `None` if it has more registers than `number` allows.
///
/// # Errors
///
/// The file has no register, or its dates or amounts can be read in several ways, or no register has a record.
pub(in crate::format) fn convert(
    text: &str,
    options: &Options,
    number: Number,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Result<Option<()>, Diagnostic> {
    let Outline { registers, style } = Outline::read(text, options.dates, findings)?;
    if !number.allows(registers.len()) {
        return Ok(None);
    }
    summary.format = Some(FormatName {
        id: ID.to_owned(),
        institution: "QIF".to_owned(),
        product: "register".to_owned(),
    });
    let columns: Arc<[Column]> = columns().into();
    let metadata: Vec<StatementMetadata> = registers
        .iter()
        .map(|register| metadata(register, &columns))
        .collect();
    let limits = &options.policy.limits;
    let options = options.statement_options(ID);
    let entries = Cell::new(0);
    let mut lines = LineCounter::new(text);
    let readers = registers.iter().map(|register| {
        let start = lines.at(register.span.start);
        QifReader::new(start, register, style, limits, Some(&entries))
    });
    let mut readers: Vec<QifReader<'_, '_>> = readers.collect();
    let mut statements: Vec<StatementSource<'_, '_>> = metadata
        .iter()
        .zip(&mut readers)
        .map(|(metadata, reader)| StatementSource { metadata, reader })
        .collect();
    convert_statements(&mut statements, &options, findings, summary, sink);
    if summary.rows == 0 {
        let first = registers.first();
        let span = first.map_or(Span::at(0), |register| register.span);
        return Err(Diagnostic::new(&rules::STATEMENT_EMPTY, span));
    }
    Ok(Some(()))
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
    StatementMetadata {
        span: register.span,
        account_numbers: account.into_iter().collect(),
        entries_name_accounts: false,
        currency: None,
        incomplete_at: None,
        currencies_conflict: false,
        amount_currency: None,
        period: [None; 2],
        created: None,
        identification: Identification::default(),
        opening_balance: None,
        closing_balance: None,
        always_decimals: false,
        entry_count: None,
        sums: None,
        message_totals: MessageTotals::default(),
        row_order: RowOrder::OldestFirst,
        balance_granularity: BalanceGranularity::PerRow,
        identity_version: 1,
        columns: Arc::clone(columns),
        balance_column: "T".to_owned(),
        cell_content: |cell| Cow::Borrowed(cell.raw().trim()),
    }
}
