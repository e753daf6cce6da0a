use std::sync::Arc;

use super::options::Options;
use super::rules;
use super::table::profile::{Evidence, Profile};
use super::table::{Catalog, ColumnMapping, HEAD, Header, Search, Table, misfit, search, style_of_file};
use crate::record::kind_of_file;
use crate::report::{Collector, Fault, shown};
use crate::source::{Decoded, FileKind, Span};
use crate::statement::{Conversion, Converted, FormatName, Summary, book};

/// Turns a bank's CSV export into transactions.
///
/// Columns are found by their names, numbers and dates are read in the declared form only. Nothing is guessed and no row
/// is lost: each is a transaction, a detail of one, skipped with a reason, or rejected with a finding.
///
/// ```
/// use universal_accounting::format::{self, Options};
/// use universal_accounting::statement::Balance;
/// use universal_accounting::value::Currency;
///
/// let file = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n\
///             CH9300762011623852957;2026-03-30 00:00:00.0;Miete;-1200;800;2026-03-30 00:00:00.0\n\
///             CH9300762011623852957;2026-03-31 00:00:00.0;Lohn;5000.5;5800.5;2026-03-31 00:00:00.0\n";
/// let mut options = Options::new();
/// options.currency = Some(Currency::parse("CHF")?); // this format doesn't name it
/// let conversion = format::convert(file.as_bytes(), &options);
/// assert_eq!(conversion.summary.format.map(|format| format.id).as_deref(), Some("raiffeisen-account"));
/// assert_eq!(conversion.transactions[1].amount.to_string(), "5000.50");
/// assert_eq!(conversion.summary.balance, Balance::Proved);
/// # Ok::<(), universal_accounting::value::CurrencyFault>(())
/// ```
#[must_use]
pub fn convert(source: &[u8], options: &Options) -> Conversion {
    let mut transactions = Vec::new();
    let mut origins = Vec::new();
    let summary = convert_to(source, options, |converted| {
        origins.push(converted.origin());
        transactions.push(converted.into_transaction());
    });
    Conversion { transactions, origins, summary }
}

/// Turns a bank's CSV export into transactions, and gives each to `sink` as it comes.
///
/// What holds for the statement as a whole is known, and given back, at its end. Whether a row further down is rejected is
/// known only then too: who wants the statement whole or not at all waits for it.
///
/// ```
/// use universal_accounting::format::{self, Options};
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n";
/// let mut debits = Vec::new();
/// let summary = format::convert_to(file.as_bytes(), &Options::new(), |converted| {
///     debits.push((converted.line(), converted.transaction().amount.to_string()));
/// });
/// assert_eq!(debits, [(4, "98.45".to_owned())]);
/// assert!(summary.rejected.is_empty() && summary.report.is_valid());
/// ```
pub fn convert_to(source: &[u8], options: &Options, mut sink: impl FnMut(Converted<'_>)) -> Summary {
    statement(source, options, &mut sink)
}

/// Converts a statement, in code that is there once for all sinks.
fn statement(source: &[u8], options: &Options, sink: &mut dyn FnMut(Converted<'_>)) -> Summary {
    let mut findings = Collector::new(&options.policy);
    let kind = kind_of_file(source, &mut findings);
    let decoded = Decoded::from_bytes(if kind.is_some() { source } else { b"" });
    let mut summary = Summary { encoding: decoded.encoding(), ..Summary::default() };
    let catalog = &*options.format.catalog();
    if let Some(at) = decoded.first_stranger() {
        let length = decoded.text().get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        findings.push(Fault::new(&rules::ENCODING_MIXED, Span::new(at, at + length)));
    }
    // Whoever wrote a profile's fields himself hears what reading it would have said.
    let faults = options.format.faults();
    for (pointer, fault) in &faults {
        findings.push(Fault::new(&rules::PROFILE_INVALID, Span::at(0)).param("fault", format!("{pointer}: {fault}")));
    }
    let admitted =
        kind.filter(|_| faults.is_empty()).and_then(|kind| admit(kind, &decoded, catalog, options, &mut findings));
    if let Some(Admitted::Empty(profile)) = admitted {
        summary.format = Some(name_of(profile));
    } else if let Some(Admitted::Header(header)) = admitted {
        summary.format = Some(name_of(header.profile));
        summary.variant = Some(header.variant.id.clone());
        summary.delimiter = Some(char::from(header.delimiter));
        summary.header_line = Some(header.line).filter(|line| *line > 0);
        warn(&header, &mut findings);
        below_header(decoded.text(), &header, catalog, options, &mut findings, &mut summary, sink);
    }
    summary.report = findings.close(&decoded, None);
    summary
}

/// Converts the rows below a header.
fn below_header(
    text: &str,
    header: &Header<'_>,
    catalog: &Catalog,
    options: &Options,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>),
) {
    let limits = options.policy.bounds();
    if header.span.len() > limits.line {
        let fault = Fault::new(&rules::LINE_TOO_LONG, header.span).param("found", header.span.len());
        return findings.push(fault.param("limit", limits.line));
    }
    let Some(mut mapping) = ColumnMapping::new(header) else { return };
    match style_of_file(text, header, &mapping) {
        Ok(style) => mapping.style = style,
        Err(span) => return findings.push(Fault::new(&rules::STYLE_AMBIGUOUS, span)),
    }
    let given = options.given();
    let (head, mut table) = Table::open(text, header, mapping, catalog, &given, findings);
    book(&head, &mut table, &given, findings, summary, sink);
    if summary.rows == 0 {
        findings.push(Fault::new(&rules::STATEMENT_EMPTY, header.span));
    }
}

/// A file that is a statement of a known format.
enum Admitted<'c> {
    Header(Box<Header<'c>>),
    /// A statement without a header, as it has no rows.
    Empty(&'c Arc<Profile>),
}

/// Says what holds for every file of a format.
fn warn(header: &Header<'_>, findings: &mut Collector<'_>) {
    let basis = match header.variant.evidence.unwrap_or(header.profile.evidence) {
        Evidence::RealFile => None,
        Evidence::ParserSource => Some("another program that reads such files"),
        Evidence::Document => Some("a description"),
    };
    if let Some(basis) = basis {
        let fault = Fault::new(&rules::PROFILE_UNVERIFIED, header.span);
        findings.push(fault.param("bank", header.profile.id.clone()).param("basis", basis));
    }
    if let Some([new, missing]) = &header.unfamiliar {
        let fault = Fault::new(&rules::HEADER_UNFAMILIAR, header.span).param("bank", header.profile.id.clone());
        findings.push(fault.param("new", list(new)).param("missing", list(missing)));
    }
    if let Some(caution) = &header.profile.caution {
        findings.push(Fault::new(&rules::PROFILE_CAUTION, header.span).param("caution", caution.clone()));
    }
}

/// What a file is that is a statement of a known format, or the finding that says why it is none.
fn admit<'c>(
    kind: FileKind,
    decoded: &Decoded<'_>,
    catalog: &'c Catalog,
    options: &Options,
    findings: &mut Collector<'_>,
) -> Option<Admitted<'c>> {
    if kind != FileKind::Text {
        let otherwise = if kind.advice().is_empty() { String::new() } else { format!("; {}", kind.advice()) };
        let fault = Fault::new(&rules::STATEMENT_KIND, Span::at(0)).param("found", kind.name());
        findings.push(fault.param("otherwise", otherwise));
        return None;
    }
    let bank = options.format.id();
    let names =
        |profiles: &[&Arc<Profile>]| profiles.iter().map(|profile| profile.id.as_str()).collect::<Vec<_>>().join(", ");
    match search(decoded.text(), catalog, bank) {
        Search::Found(header) => return Some(Admitted::Header(header)),
        Search::Empty { profile } => {
            findings.push(Fault::new(&rules::STATEMENT_EMPTY, Span::at(0)));
            return Some(Admitted::Empty(profile));
        }
        Search::Refused { span, profile } => {
            let fault = Fault::new(&rules::STATEMENT_REFUSED, span);
            let found = format!("{}, {}", profile.institution, profile.product);
            findings.push(fault.param("found", found).param("reason", profile.refused.clone().unwrap_or_default()));
        }
        Search::Ambiguous { span, profiles } => {
            findings.push(Fault::new(&rules::BANK_AMBIGUOUS, span).param("found", names(&profiles)));
        }
        Search::Twice { span, names } => {
            findings.push(Fault::new(&rules::COLUMN_TWICE, span).param("names", list(&names)));
        }
        Search::RunsOn { span, name } => {
            findings.push(Fault::new(&rules::HEADER_RUNS_ON, span).param("name", format!("`{}`", shown(&name))));
        }
        Search::Near { span, profile, missing, new } => {
            let fault = Fault::new(&rules::HEADER_CHANGED, span).param("bank", profile.id.clone());
            findings.push(fault.param("missing", list(&missing)).param("new", list(&new)));
        }
        Search::Unknown => {
            let of = |what: &str| format!("none of the first {HEAD} lines is the header of {what}");
            let what = match (options.format.profile(), bank) {
                (Some(profile), _) if profile.headerless => {
                    let why = misfit(decoded.text(), profile).unwrap_or_default();
                    format!("most rows have not the shape of the format {}; {why}", profile.id)
                }
                (Some(profile), _) => of(&format!("the format {}", profile.id)),
                (None, Some(bank)) => of(&format!("the format {}, which is none of those known", shown(bank))),
                (None, None) => of("a known format"),
            };
            findings.push(Fault::new(&rules::BANK_UNKNOWN, Span::at(0)).param("what", what));
        }
    }
    None
}

fn name_of(profile: &Profile) -> FormatName {
    let [id, institution, product] = [&profile.id, &profile.institution, &profile.product].map(String::clone);
    FormatName { id, institution, product }
}

/// Names of columns for a message, not too many.
fn list(names: &[String]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let mut shown: Vec<String> = names.iter().take(12).map(|name| format!("`{}`", shown(name))).collect();
    if names.len() > 12 {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}
