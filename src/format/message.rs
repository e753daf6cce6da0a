use std::ops::ControlFlow;

use super::rules;
use crate::report::{Collector, Diagnostic};
use crate::sheet::{find_lost, find_misdecoded, report_mixed_encoding};
use crate::source::{Decoded, Span, undecoded_encoding};
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

/// Reports what shows that a text is in another encoding than the one it was decoded from. Returns a word that may be, which only the format of the file tells.
pub(super) fn report_encoding(decoded: &Decoded<'_>, findings: &mut Collector<'_>) -> Option<Span> {
    report_mixed_encoding(decoded, findings);
    let mut unclear = decoded.doubtful_word();
    if let Some(span) = find_misdecoded(decoded.text(), decoded.encoding()) {
        findings.push(Diagnostic::new(&rules::TEXT_MISDECODED, span));
        unclear = None;
    }
    if let Some((span, count)) = find_lost(decoded.text()) {
        let fault = Diagnostic::new(&rules::CHARACTERS_LOST, span);
        findings.push(fault.param("count", count));
    }
    if let Some(declared) = undecoded_encoding(decoded.text(), decoded.encoding()) {
        let fault = Diagnostic::new(&rules::ENCODING_DECLARED, Span::at(0))
            .param("declared", declared.to_owned());
        findings.push(fault.param("found", decoded.encoding().name()));
    }
    unclear
}
