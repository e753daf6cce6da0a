use std::ops::ControlFlow;

use super::rules;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::statement::{
    Converted, StatementMetadata, StatementOptions, StatementReader, StatementSource, Summary,
    convert_statements,
};

/// Converts the statements of a file that is no table, each with its reader.
///
/// # Errors
///
/// No statement has an entry.
pub(super) fn convert_with_readers<'s, R: StatementReader<'s>>(
    metadata: &[StatementMetadata],
    readers: &mut [R],
    options: &StatementOptions<'_>,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Result<(), Diagnostic> {
    let mut statements: Vec<StatementSource<'s, '_>> = metadata
        .iter()
        .zip(readers)
        .map(|(metadata, reader)| StatementSource { metadata, reader })
        .collect();
    convert_statements(&mut statements, options, findings, summary, sink);
    if summary.rows > 0 {
        return Ok(());
    }
    let first = metadata.first();
    let span = first.map_or(Span::at(0), |metadata| metadata.span);
    Err(Diagnostic::new(&rules::STATEMENT_EMPTY, span))
}
