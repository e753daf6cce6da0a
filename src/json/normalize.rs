use std::borrow::Cow;

use super::canonical::Canonical;
use super::document::is_on_own_line;
use super::edits::Edits;
use super::{Reader, Runs, pointers};
use crate::record::Table;
use crate::report::{Change, Finding, Fix, Fixes, Normalized, Policy, Report};
use crate::source::{Decoded, Span, in_order};

/// Each round may bring to light what the one before has covered: a list under a misspelt name, a comma beside another fix. A few are
/// enough for anything seen; a limit is for what nobody has thought of, and what is left then is in the report.
const ROUNDS: usize = 64;

/// Judges a text, and notes what of it is canonical as it stands, where somebody cares.
pub(crate) type Check = fn(&[u8], &Policy, Option<&mut Runs>) -> Report;

/// Applies fixes until none is left, then writes what is there in its canonical form.
pub(crate) fn normalize(
    source: &[u8],
    policy: &Policy,
    fixes: Fixes,
    table: &'static Table,
    takes_sequences: bool,
    check: Check,
) -> Normalized {
    let in_sequence = takes_sequences && policy.reads_sequences();
    let fixes_alone = policy.clone().fixes_alone(fixes);
    let mut text = Cow::Borrowed(source);
    let mut rounds: Vec<Edits> = Vec::new();
    let mut made: Vec<(Span, Finding)> = Vec::new();
    let mut runs = Runs::default();
    // What there is to say of the text as it is, once nothing is left to apply.
    let mut last = None;
    while rounds.len() < ROUNDS {
        runs = Runs::default();
        let report = check(&text, &fixes_alone, Some(&mut runs));
        let is_offered = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.is_among(fixes));
        if !report.findings.iter().any(is_offered) {
            last = Some(report);
            break;
        }
        let findings: Vec<Finding> = report.findings.into_iter().filter(is_offered).collect();
        let offered: Vec<&Fix> = findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
        let (edits, mended, applied) = Edits::apply(&text, &offered);
        for (finding, _) in findings.into_iter().zip(applied).filter(|(_, applied)| *applied) {
            made.push((origin(&rounds, finding.span), finding));
        }
        rounds.push(edits);
        text = Cow::Owned(mended);
    }
    if last.is_none() {
        // What was noted is of the text before.
        runs = Runs::default();
    }
    let Some(written) = documents(&text, policy, table, in_sequence, &runs) else {
        return Normalized { json: None, changes: Vec::new(), report: check(source, policy, None) };
    };
    // Blanks, escapes and the order of members are no matter of any rule: where nothing at all was found, nothing will be. Else what was
    // found has its place, and nulls were told of which the caller may not want to hear.
    let holds = |report: &Report| report.counts.is_empty() || written.is_file && !policy.takes_null_for_absent();
    let report = match last.filter(holds) {
        Some(report) => report,
        None => check(written.json.as_bytes(), policy, None),
    };
    let mut seen: Vec<Seen> = made.into_iter().map(|(span, finding)| (span, What::Mended(Box::new(finding)))).collect();
    seen.extend(written.reordered.into_iter().map(|span| (origin(&rounds, span), What::Reordered)));
    Normalized { json: Some(written.json), changes: changes(source, policy, in_sequence, seen), report }
}

/// The place in the file of what stands in its last mended state.
fn origin(rounds: &[Edits], span: Span) -> Span {
    rounds.iter().rev().fold(span, |span, edits| edits.origin(span))
}

/// A change at its place in the file.
type Seen = (Span, What);

enum What {
    Mended(Box<Finding>),
    Reordered,
}

/// Every document of a file in canonical form, one a line.
struct Written {
    json: String,
    /// The objects whose members had another order.
    reordered: Vec<Span>,
    /// Whether the file was canonical as it came.
    is_file: bool,
}

fn documents(bytes: &[u8], policy: &Policy, table: &'static Table, in_sequence: bool, runs: &Runs) -> Option<Written> {
    if bytes.len() > policy.bounds().bytes {
        return None;
    }
    // A byte order mark that is allowed has no place in canonical JSON all the same.
    let decoded = Decoded::from_bytes(bytes);
    let text = decoded.is_valid_utf8().then(|| decoded.text())?;
    let mut canonical = Canonical::new(text, runs);
    let mut start = Some(0);
    while let Some(from) = start {
        let mut reader = Reader::new(text).with_depth_limit(policy.bounds().depth).starting_at(from);
        canonical.document(&mut reader, table).ok()?;
        let end = reader.position();
        start = reader.rest();
        if let Some(next) = start {
            if !(in_sequence && is_on_own_line(text, end, next)) {
                return None;
            }
            canonical.next_line(text.get(end..next));
        }
    }
    let is_file = canonical.is_text() && !decoded.has_mark();
    let Canonical { mut json, reordered, .. } = canonical;
    if !is_file {
        json.shrink_to_fit();
    }
    Some(Written { json, reordered, is_file })
}

fn changes(source: &[u8], policy: &Policy, in_sequence: bool, seen: Vec<Seen>) -> Vec<Change> {
    if seen.is_empty() {
        return Vec::new();
    }
    let seen = in_order(seen, |(span, _)| (span.start, span.end));
    let decoded = Decoded::from_bytes(source);
    let in_text =
        |span: &Span| Span::new(span.start.saturating_sub(decoded.mark()), span.end.saturating_sub(decoded.mark()));
    let spans: Vec<Span> = seen.iter().map(|(span, _)| in_text(span)).collect();
    let starts = if in_sequence { starts(decoded.text(), policy) } else { vec![0] };
    let pointers = pointers(decoded.text(), &starts, policy.bounds().depth, &spans);
    let mut locator = decoded.locator();
    let mut all = Vec::with_capacity(seen.len());
    for (((span, what), in_text), pointer) in seen.into_iter().zip(spans).zip(pointers) {
        let (place, end) = (locator.locate(in_text.start), locator.clone().locate(in_text.end));
        let (rule, safe, message, replacement) = match what {
            What::Mended(finding) => {
                let safe = finding.fix.as_ref().is_some_and(|fix| fix.safe);
                (Some(finding.rule), safe, finding.message(), finding.fix.as_ref().map(Fix::shown))
            }
            What::Reordered => (None, true, "the members are put into the order of the contract".to_owned(), None),
        };
        let replacement = replacement.filter(|_| !policy.is_redacted());
        let (line, column) = (place.line, place.column);
        let utf16 = Span::new(if span.start < decoded.mark() { 0 } else { place.utf16 }, end.utf16);
        all.push(Change { rule, safe, pointer, line, column, span, utf16, message, replacement });
    }
    all
}

/// Where the documents of a text begin.
fn starts(text: &str, policy: &Policy) -> Vec<usize> {
    let mut starts = vec![0];
    while let Some(start) = starts.last() {
        let mut reader = Reader::new(text).with_depth_limit(policy.bounds().depth).starting_at(*start);
        let Ok(next) = reader.value().and_then(|value| reader.skip(&value)).map(|_| reader.rest()) else { break };
        match next {
            Some(next) => starts.push(next),
            None => break,
        }
    }
    starts
}
