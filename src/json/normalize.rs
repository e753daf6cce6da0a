use super::canonical::{Canonical, canonical};
use super::document::is_on_own_line;
use super::edits::Edits;
use super::{Reader, pointers};
use crate::record::Table;
use crate::report::{Change, Finding, Fix, Fixes, Normalized, Policy, Report};
use crate::source::{Decoded, Span, in_order};

/// Each round may bring to light what the one before has covered: a list under a misspelt name, a comma beside another fix. A few are
/// enough for anything seen; a limit is for what nobody has thought of, and what is left then is in the report.
const ROUNDS: usize = 64;

/// Applies fixes until none is left, then writes what is there in its canonical form.
pub(crate) fn normalize(
    source: &[u8],
    policy: &Policy,
    fixes: Fixes,
    table: &'static Table,
    takes_sequences: bool,
    check: fn(&[u8], &Policy) -> Report,
) -> Normalized {
    let in_sequence = takes_sequences && policy.reads_sequences();
    let fixes_alone = policy.clone().fixes_alone(fixes);
    let mut text = source.to_vec();
    let mut rounds: Vec<Edits> = Vec::new();
    let mut made: Vec<(Span, Finding)> = Vec::new();
    while rounds.len() < ROUNDS {
        let findings = check(&text, &fixes_alone).findings;
        let offered: Vec<&Fix> = findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
        if offered.is_empty() {
            break;
        }
        let (edits, mended, applied) = Edits::apply(&text, &offered);
        let mendable = findings.into_iter().filter(|finding| finding.fix.is_some());
        for (finding, _) in mendable.zip(applied).filter(|(_, applied)| *applied) {
            made.push((origin(&rounds, finding.span), finding));
        }
        rounds.push(edits);
        text = mended;
    }
    let Some(written) = documents(&text, policy, table, in_sequence) else {
        return Normalized { json: None, changes: Vec::new(), report: check(source, policy) };
    };
    let report = check(written.json.as_bytes(), policy);
    let mut seen: Vec<Seen> = made.into_iter().map(|(span, finding)| (span, What::Mended(Box::new(finding)))).collect();
    seen.extend(written.reordered.into_iter().map(|span| (origin(&rounds, span), What::Reordered)));
    Normalized { json: Some(written.json), changes: changes(source, policy, seen), report }
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
fn documents(bytes: &[u8], policy: &Policy, table: &'static Table, in_sequence: bool) -> Option<Canonical> {
    if bytes.len() > policy.bounds().bytes {
        return None;
    }
    // A byte order mark that is allowed has no place in canonical JSON all the same.
    let decoded = Decoded::from_bytes(bytes);
    let text = decoded.is_valid_utf8().then(|| decoded.text())?;
    let mut all: Option<Canonical> = None;
    let mut start = Some(0);
    while let Some(from) = start {
        let mut reader = Reader::new(text).with_depth_limit(policy.bounds().depth).starting_at(from);
        let one = canonical(&mut reader, table).ok()?;
        match &mut all {
            Some(all) => all.append(one),
            None => all = Some(one),
        }
        let end = reader.position();
        start = reader.rest();
        if start.is_some_and(|next| !(in_sequence && is_on_own_line(text, end, next))) {
            return None;
        }
    }
    all
}

fn changes(source: &[u8], policy: &Policy, seen: Vec<Seen>) -> Vec<Change> {
    let seen = in_order(seen, |(span, _)| (span.start, span.end));
    let decoded = Decoded::from_bytes(source);
    let in_text =
        |span: &Span| Span::new(span.start.saturating_sub(decoded.mark()), span.end.saturating_sub(decoded.mark()));
    let spans: Vec<Span> = seen.iter().map(|(span, _)| in_text(span)).collect();
    let starts = starts(decoded.text(), policy);
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
