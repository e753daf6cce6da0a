use super::catalog::catalog;
use super::conversion::{Converted, Summary};
use super::converter::Converter;
use super::header::{Header, Search, search};
use super::options::Options;
use super::profile::Profile;
use super::proof::Balance;
use super::rules;
use crate::json::rules::{EMPTY_FILE, TOO_LARGE};
use crate::report::{Collector, Fault, Report};
use crate::source::{Decoded, FileKind, Span};
use crate::value::CardNumber;

/// Turns a bank's CSV export into transactions, and gives each to `sink` as it comes.
///
/// What holds for the statement as a whole is known, and given back, at its end.
pub fn convert_to(source: &[u8], options: &Options, mut sink: impl FnMut(Converted<'_>)) -> Summary {
    let decoded = Decoded::from_bytes(source);
    let mut findings = Collector::new(&options.policy);
    let mut summary = Summary {
        profile: None,
        variant: None,
        encoding: decoded.encoding(),
        delimiter: None,
        header_line: None,
        rows: 0,
        converted: 0,
        details: 0,
        skipped: Vec::new(),
        rejected: Vec::new(),
        took_account: false,
        balance: Balance::None,
        report: Report::default(),
    };
    if let Some(header) = admit(source, &decoded, options, &mut findings) {
        summary.profile = Some(header.profile);
        summary.variant = Some(&header.variant.id);
        summary.delimiter = Some(char::from(header.delimiter));
        summary.header_line = Some(header.line);
        Converter::new(decoded.text(), &header, options, &mut findings, &mut summary, &mut sink).run();
    }
    summary.report = findings.close(&decoded, |spans| vec![String::new(); spans.len()]);
    summary
}

/// The header of a file that is a statement of a known format, or the finding that says why it is none.
fn admit(
    source: &[u8],
    decoded: &Decoded<'_>,
    options: &Options,
    findings: &mut Collector<'_>,
) -> Option<Header<'static>> {
    let limit = options.policy.bounds().bytes;
    if source.len() > limit {
        let fault = Fault::new(&TOO_LARGE, Span::at(0));
        findings.push(fault.param("found", source.len()).param("limit", limit));
        return None;
    }
    match FileKind::sniff(source) {
        FileKind::Text => {}
        FileKind::Empty => {
            findings.push(Fault::new(&EMPTY_FILE, Span::at(0)));
            return None;
        }
        other => {
            let fault = Fault::new(&rules::STATEMENT_KIND, Span::at(0)).param("found", other.name());
            findings.push(fault.param("advice", other.advice()));
            return None;
        }
    }
    let bank = options.bank.as_deref();
    let names =
        |profiles: &[&Profile]| profiles.iter().map(|profile| profile.id.as_str()).collect::<Vec<_>>().join(", ");
    match search(decoded.text(), catalog(), bank) {
        Search::Found(header) => return Some(*header),
        Search::Ambiguous { span, profiles } => {
            findings.push(Fault::new(&rules::BANK_AMBIGUOUS, span).param("found", names(&profiles)));
        }
        Search::Twice { span, name } => {
            findings.push(Fault::new(&rules::COLUMN_TWICE, span).param("name", shown(&name)));
        }
        Search::Near { span, profile, missing, new } => {
            let fault = Fault::new(&rules::HEADER_CHANGED, span).param("bank", profile.id.clone());
            findings.push(fault.param("missing", list(&missing)).param("new", list(&new)));
        }
        Search::Unknown => {
            let what = bank.map_or("a known format".to_owned(), |bank| format!("the format {bank}"));
            let known = names(&catalog().profiles.iter().collect::<Vec<_>>());
            let fault = Fault::new(&rules::BANK_UNKNOWN, Span::at(0));
            findings.push(fault.param("what", what).param("known", known));
        }
    }
    None
}

/// Names of columns for a message: not too many, not too long, never a card number.
fn list(names: &[String]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let mut shown: Vec<String> = names.iter().take(12).map(|name| shown(name)).collect();
    if names.len() > 12 {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

fn shown(name: &str) -> String {
    let clean = name.chars().take(40).map(|character| if character.is_control() { ' ' } else { character });
    format!("`{}`", CardNumber::mask(&clean.collect::<String>()))
}
