//! Statements in the text messages of SWIFT: MT940 at the end of a day, and MT942 during the day.

mod information;
mod outline;
mod reader;
mod statement_line;
mod tags;

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::format::message::{EntryLimit, StatementLimit, columns, convert_with_readers};
use crate::format::message_format::MessageFormat;
use crate::format::options::ConvertOptions;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::statement::{Column, Converted, Identification, StatementMetadata, Summary};
use outline::{Outline, StatementOutline};
use reader::{CELLS, Mt940Reader};

/// Converts the entries of the messages of a file. Returns `None` if it has more statements than `limit` allows.
///
/// # Errors
///
/// No message has an entry.
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
    let format = if outline.is_interim {
        MessageFormat::Mt942
    } else {
        MessageFormat::Mt940
    };
    summary.format = Some(format.name());
    let columns = columns(CELLS);
    let metadata: Vec<StatementMetadata> = outline
        .statements
        .iter()
        .map(|statement| metadata(statement, &columns))
        .collect();
    let limits = &options.policy.limits;
    let options = options.statement_options(format.id());
    let entries = EntryLimit::new(limits);
    let open = |statement| Mt940Reader::new(text, statement, entries.clone());
    let readers = outline.statements.iter().map(open);
    convert_with_readers(&metadata, readers, &options, findings, summary, sink).map(Some)
}

fn metadata(statement: &StatementOutline<'_>, columns: &Arc<[Column]>) -> StatementMetadata {
    let span = statement
        .pages
        .first()
        .map_or(Span::at(0), |page| page.span);
    StatementMetadata {
        account_numbers: statement.account_numbers.clone(),
        currency: statement.currency,
        incomplete_at: statement.incomplete_at,
        identification: Identification {
            number: statement.number.map(str::to_owned),
            is_continued: [
                statement.opening_tag == Some("60M"),
                statement.closing_tag == Some("62M"),
            ],
            pages: statement.page_numbers,
            ..Identification::default()
        },
        opening_balance: statement.opening,
        closing_balance: statement.closing,
        sums: statement.sums,
        ..StatementMetadata::new(span, columns, ":62F:", |cell| {
            Cow::Borrowed(cell.raw().trim())
        })
    }
}
