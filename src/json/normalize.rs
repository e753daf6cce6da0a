use super::canonical::{Canonical, canonical};
use super::document::follows;
use super::edits::Edits;
use super::{Reader, pointers};
use crate::record::Table;
use crate::report::{Finding, Fix, Fixes, Policy, Report, Rule};
use crate::source::{Decoded, Span};

/// What normalizing a file came to.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Normalized {
    /// The documents as canonical JSON, one a line: fields in the order of the contract, unknown ones after them, no white space.
    /// None where the file breaks the grammar of JSON beyond mending.
    pub json: Option<String>,
    /// What was changed, in the order of the places.
    pub changes: Vec<Change>,
    /// What is left to mend, at its places in `json`, or in the file where there is none.
    pub report: Report,
}

/// A change of content. White space and the escapes of strings are no content.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Change {
    /// The rule that was broken; none where members were put into the order of the contract, or a null left out.
    pub rule: Option<&'static Rule>,
    /// Whether the meaning is kept for certain.
    pub safe: bool,
    /// JSON pointer (RFC 6901) to the value in the file as it came.
    pub pointer: String,
    /// Line of the first character, counted from 1.
    pub line: usize,
    /// Column of the first character, counted from 1 in Unicode scalar values.
    pub column: usize,
    /// The bytes in the file as it came.
    pub span: Span,
    /// What was wrong, without any value of the file.
    pub message: String,
    /// What stands there now, card numbers masked; nothing where something was taken away, none where members were put into order.
    pub replacement: Option<String>,
}

/// Each round may bring to light what the one before has covered: a list under a misspelt name, a comma beside another fix. A few are
/// enough for anything seen; a limit is for what nobody has thought of, and what is left then is in the report.
const ROUNDS: usize = 64;

/// Applies fixes until none is left, then writes what is there in its canonical form.
pub(crate) fn normalize(
    source: &[u8],
    policy: &Policy,
    fixes: Fixes,
    table: &'static Table,
    check: impl Fn(&[u8], &Policy) -> Report,
) -> Normalized {
    let fixes_alone = policy.clone().fixes_alone(fixes);
    let mut text = source.to_vec();
    let mut rounds: Vec<Edits> = Vec::new();
    let mut made: Vec<(Span, Finding)> = Vec::new();
    while rounds.len() < ROUNDS {
        let findings = check(&text, &fixes_alone).findings;
        let mendable: Vec<(&Finding, &Fix)> =
            findings.iter().filter_map(|finding| Some((finding, finding.fix.as_ref()?))).collect();
        if mendable.is_empty() {
            break;
        }
        let all: Vec<&Fix> = mendable.iter().map(|(_, fix)| *fix).collect();
        let (edits, mended, applied) = Edits::apply(&text, &all);
        for ((finding, _), _) in mendable.iter().zip(applied).filter(|(_, applied)| *applied) {
            made.push((origin(&rounds, finding.span), (*finding).clone()));
        }
        rounds.push(edits);
        text = mended;
    }
    let Some(written) = documents(&text, policy, table) else {
        return Normalized { json: None, changes: Vec::new(), report: check(source, policy) };
    };
    let report = check(written.json.as_bytes(), policy);
    let mut seen: Vec<Seen> = made.into_iter().map(|(span, finding)| (span, What::Mended(Box::new(finding)))).collect();
    seen.extend(written.reordered.into_iter().map(|span| (origin(&rounds, span), What::Reordered)));
    seen.extend(written.nulls.into_iter().map(|span| (origin(&rounds, span), What::NullLeftOut)));
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
    NullLeftOut,
}

/// Every document of a file in canonical form, one a line.
fn documents(bytes: &[u8], policy: &Policy, table: &'static Table) -> Option<Canonical> {
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
        let one = canonical(&mut reader, table, policy.takes_null_for_absent()).ok()?;
        match &mut all {
            Some(all) => all.append(one),
            None => all = Some(one),
        }
        let end = reader.position();
        start = reader.rest();
        if start.is_some_and(|next| !follows(text, end, next, policy)) {
            return None;
        }
    }
    all
}

fn changes(source: &[u8], policy: &Policy, mut seen: Vec<Seen>) -> Vec<Change> {
    seen.sort_by_key(|(span, _)| *span);
    let decoded = Decoded::from_bytes(source);
    let in_text =
        |span: &Span| Span::new(span.start.saturating_sub(decoded.mark()), span.end.saturating_sub(decoded.mark()));
    let spans: Vec<Span> = seen.iter().map(|(span, _)| in_text(span)).collect();
    let starts = starts(decoded.text(), policy);
    let pointers = pointers(decoded.text(), &starts, policy.bounds().depth, &spans);
    let mut locator = decoded.locator();
    let mut all = Vec::with_capacity(seen.len());
    for (((span, what), in_text), pointer) in seen.into_iter().zip(spans).zip(pointers) {
        let place = locator.locate(in_text.start);
        let (rule, safe, message, replacement) = match what {
            What::Mended(finding) => {
                let safe = finding.fix.as_ref().is_some_and(|fix| fix.safe);
                (Some(finding.rule), safe, finding.message(), finding.fix.as_ref().map(Fix::shown))
            }
            What::Reordered => (None, true, "the members are put into the order of the contract".to_owned(), None),
            What::NullLeftOut => (None, true, "null stands for absent".to_owned(), Some(String::new())),
        };
        let (line, column) = (place.line, place.column);
        all.push(Change { rule, safe, pointer, line, column, span, message, replacement });
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
