//! Statements as tables: a profile describes each format as data, and one reader reads all formats.

mod detect;
mod private_values;
pub(crate) mod profile;
mod read;
mod value;

use std::ops::ControlFlow;

use crate::format::options::{ConvertOptions, Format};
use crate::format::rules;
use crate::report::{Collector, Diagnostic};
use crate::sheet::{encoding_unclear, unexpected_encoding};
use crate::source::{Encoding, Span};
use crate::statement::{Converted, FormatName, StatementSource, Summary, convert_statements};
use profile::{Evidence, ProfileDefinition};
use read::{TableReader, do_balances_prove, is_direction_by_column};

pub(super) use detect::{
    Catalog, ColumnMapping, Detected, Header, ListedProfile, ShapeMatch, built_in, detect_format,
    explain_mismatch, find_headers, match_shapes,
};
pub(crate) use detect::{KnownDirections, NamedRole, roles_named};
pub(super) use private_values::find_private_values;
pub(super) use read::Outline;
pub(super) use value::count_filled;
pub(crate) use value::{cell_text, parse_number};

/// A CSV text, or a sheet that was written as one.
pub(in crate::format) struct TableSource<'t> {
    pub(in crate::format) text: &'t str,
    pub(in crate::format) is_sheet: bool,
    /// A word that may be in another encoding.
    pub(in crate::format) unclear: Option<Span>,
}

/// Converts the rows of a table.
///
/// # Errors
///
/// The table has no known format, or one that is not converted, or has no row.
pub(in crate::format) fn convert(
    source: &TableSource<'_>,
    options: &ConvertOptions,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) -> Result<(), Diagnostic> {
    let text = source.text;
    let (catalog, bank) = (&options.catalog(), options.format.id());
    let header = match detect_format(&find_headers(text, catalog, bank), text, catalog, bank)? {
        Detected::Header(header) => *header,
        Detected::Empty(profile) => {
            summary.format = Some(format_name(profile));
            return Err(Diagnostic::new(&rules::STATEMENT_EMPTY, Span::at(0)));
        }
    };
    let (profile, limits) = (header.profile, &options.policy.limits);
    if let Some(reason) = &profile.unsupported {
        let fault =
            Diagnostic::new(&rules::STATEMENT_REFUSED, header.span).param("found", profile.title());
        return Err(fault.param("reason", reason.clone()));
    }
    summary.format = Some(format_name(profile));
    summary.variant = header.variant.map(|variant| variant.id.clone());
    summary.delimiter = Some(char::from(header.delimiter)).filter(|_| !source.is_sheet);
    summary.header_line = Some(header.line).filter(|line| *line > 0);
    report_format_warnings(&header, findings);
    report_other_encoding(&header, source, summary.encoding, findings);
    if header.span.len() > limits.line {
        let fault =
            Diagnostic::new(&rules::LINE_TOO_LONG, header.span).param("found", header.span.len());
        return Err(fault.param("limit", limits.line));
    }
    let Some(mut mapping) = ColumnMapping::new(&header) else {
        return Ok(());
    };
    let outline = Outline::read(text, &header, &mapping)
        .map_err(|span| Diagnostic::new(&rules::STYLE_AMBIGUOUS, span))?;
    mapping.style = outline.style;
    if header.lines == 0 && matches!(options.format, Format::Detected) {
        if is_direction_by_column(&mapping) && !do_balances_prove(text, &header, &mapping) {
            return Err(header.diagnostic(&rules::SHAPE_UNPROVED));
        }
        findings.push(header.diagnostic(&rules::FORMAT_BY_SHAPE));
    }
    let statement_options = options.statement_options(&profile.id);
    let (metadata, mut table) = TableReader::open(
        text,
        &header,
        mapping,
        outline,
        catalog,
        &statement_options,
        findings,
    );
    let statement = StatementSource {
        metadata: &metadata,
        reader: &mut table,
    };
    convert_statements(
        &mut [statement],
        &statement_options,
        findings,
        summary,
        sink,
    );
    if summary.rows == 0 {
        return Err(Diagnostic::new(&rules::STATEMENT_EMPTY, header.span));
    }
    Ok(())
}

/// Reports an encoding that the bank doesn't use, and a word that may be in another one.
fn report_other_encoding(
    header: &Header<'_>,
    source: &TableSource<'_>,
    found: Encoding,
    findings: &mut Collector<'_>,
) {
    let known = &header.profile.encodings;
    if !source.is_sheet
        && let Some(expected) = unexpected_encoding(source.text, found, known)
    {
        let fault = Diagnostic::new(&rules::ENCODING_DIFFERS, header.span);
        let fault = fault.param("found", found.name());
        findings.push(fault.param("expected", expected));
    }
    // Where the bank's encoding is known, the words of one file don't matter.
    if let Some(word) = source.unclear
        && !known.contains(&found)
    {
        findings.push(encoding_unclear(word, found));
    }
}

/// Reports the warnings that apply to every file of a format.
fn report_format_warnings(header: &Header<'_>, findings: &mut Collector<'_>) {
    let basis = match header
        .variant
        .and_then(|variant| variant.evidence)
        .unwrap_or(header.profile.evidence)
    {
        Evidence::RealFile => None,
        Evidence::ParserSource => Some("another program that reads such files"),
        Evidence::Document => Some("a description"),
    };
    let unverified = basis.map(|basis| {
        header
            .diagnostic(&rules::PROFILE_UNVERIFIED)
            .param("basis", basis)
    });
    let caution = header.profile.caution.clone();
    let caution = caution.map(|caution| {
        Diagnostic::new(&rules::PROFILE_CAUTION, header.span).param("caution", caution)
    });
    for fault in [unverified, header.report_unfamiliar(), caution]
        .into_iter()
        .flatten()
    {
        findings.push(fault);
    }
}

fn format_name(profile: &ProfileDefinition) -> FormatName {
    let [id, institution, product] =
        [&profile.id, &profile.institution, &profile.product].map(String::clone);
    FormatName {
        id,
        institution,
        product,
    }
}
