//! Fixes applied to a file until none is left, and what is there then in canonical form.

mod canonical;
mod runs;

use std::borrow::Cow;

use canonical::Canonical;
pub(crate) use runs::Runs;

use super::Table;
use super::read::is_on_own_line;
use crate::json::{Reader, pointers};
use crate::report::{Change, Finding, Fix, Fixes, Normalized, Policy, Report};
use crate::source::{SourceFile, Span, sorted_by_key};

/// Each round may bring to light what the one before has covered: a list under a misspelt name, a comma beside another fix. A few are
/// enough for anything seen; a limit is for what nobody has thought of, and what is left then is in the report.
const ROUNDS: usize = 64;

/// Applies fixes until none is left, then writes what is there in its canonical form. `check` judges a text, and notes what of it is canonical as it
/// stands, where somebody cares.
pub(crate) fn normalize(
    source: &[u8],
    policy: &Policy,
    fixes: Fixes,
    table: &'static Table,
    takes_sequences: bool,
    check: fn(&SourceFile<'_>, &Policy, Option<&mut Runs>) -> Report,
) -> Normalized {
    let in_sequence = takes_sequences && policy.sequence;
    let only_fixable = policy.clone().only_fixable(fixes);
    let is_offered = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.is_among(fixes));
    let mut text = Cow::Borrowed(source);
    let mut rounds: Vec<Edits> = Vec::new();
    // What was changed, at its place in the file.
    let mut seen: Vec<Seen> = Vec::new();
    let (written, last) = loop {
        let file = SourceFile::new(&text);
        let mut runs = Runs::default();
        let mut report = (rounds.len() < ROUNDS).then(|| check(&file, &only_fixable, Some(&mut runs)));
        let Some(report) = report.take_if(|report| report.findings.iter().any(is_offered)) else {
            break (documents(&file, policy, table, in_sequence, &runs), report);
        };
        let findings: Vec<Finding> = report.findings.into_iter().filter(is_offered).collect();
        let offered: Vec<&Fix> = findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
        let (edits, mended, applied) = Edits::apply(&text, &offered);
        let applied = findings.into_iter().zip(applied).filter(|(_, applied)| *applied);
        seen.extend(applied.map(|(finding, _)| (origin(&rounds, finding.span), Some(Box::new(finding)))));
        rounds.push(edits);
        text = Cow::Owned(mended);
    };
    let original = SourceFile::new(source);
    let Some(written) = written else {
        return Normalized { json: None, changes: Vec::new(), report: check(&original, policy, None) };
    };
    // Blanks, escapes and the order of members are no matter of any rule: where nothing at all was found, nothing will be. Else what was
    // found has its place, and nulls were told of which the caller may not want to hear.
    let holds = |report: &Report| report.counts.is_empty() || written.is_file && !policy.null_is_absent;
    let report = match last.filter(holds) {
        Some(report) => report,
        None => check(&SourceFile::new(written.json.as_bytes()), policy, None),
    };
    seen.extend(written.reordered.into_iter().map(|span| (origin(&rounds, span), None)));
    Normalized { json: Some(written.json), changes: changes(&original, policy, in_sequence, seen), report }
}

/// The place in the file of what stands in its last mended state.
fn origin(rounds: &[Edits], span: Span) -> Span {
    rounds.iter().rev().fold(span, |span, edits| edits.origin(span))
}

/// A change at its place in the file: what was mended, or nothing where members were put into another order.
type Seen = (Span, Option<Box<Finding>>);

/// Every document of a file in canonical form, one a line.
struct Written {
    json: String,
    /// The objects whose members had another order.
    reordered: Vec<Span>,
    /// Whether the file was canonical as it came.
    is_file: bool,
}

fn documents(
    file: &SourceFile<'_>,
    policy: &Policy,
    table: &'static Table,
    in_sequence: bool,
    runs: &Runs,
) -> Option<Written> {
    if file.bytes().len() > policy.limits.bytes {
        return None;
    }
    // A byte order mark that is allowed has no place in canonical JSON all the same.
    let decoded = file.decoded();
    let text = decoded.is_valid_utf8().then(|| decoded.text())?;
    let mut canonical = Canonical::new(text, runs);
    let mut start = Some(0);
    while let Some(from) = start {
        let mut reader = Reader::new(text).with_depth_limit(policy.limits.depth).starting_at(from);
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
    let is_file = canonical.is_text() && !decoded.has_byte_order_mark();
    let Canonical { mut json, reordered, .. } = canonical;
    if !is_file {
        json.shrink_to_fit();
    }
    Some(Written { json, reordered, is_file })
}

fn changes(file: &SourceFile<'_>, policy: &Policy, in_sequence: bool, seen: Vec<Seen>) -> Vec<Change> {
    if seen.is_empty() {
        return Vec::new();
    }
    let seen = sorted_by_key(seen, |(span, _)| (span.start, span.end));
    let decoded = file.decoded();
    let in_text = |span: &Span| {
        Span::new(
            span.start.saturating_sub(decoded.byte_order_mark_len()),
            span.end.saturating_sub(decoded.byte_order_mark_len()),
        )
    };
    let spans: Vec<Span> = seen.iter().map(|(span, _)| in_text(span)).collect();
    let starts = if in_sequence { starts(decoded.text(), policy) } else { vec![0] };
    let pointers = pointers(decoded.text(), &starts, policy.limits.depth, &spans);
    let mut locator = decoded.locator();
    let mut all = Vec::with_capacity(seen.len());
    for (((span, what), in_text), pointer) in seen.into_iter().zip(spans).zip(pointers) {
        let (place, end) = (locator.locate(in_text.start), locator.clone().locate(in_text.end));
        let (rule, safe, message, replacement) = match what {
            Some(finding) => {
                let safe = finding.fix.as_ref().is_some_and(|fix| fix.safe);
                (Some(finding.rule), safe, finding.message(), finding.fix.as_ref().map(Fix::masked_replacement))
            }
            None => (None, true, "the members are put into the order of the contract".to_owned(), None),
        };
        let replacement = replacement.filter(|_| !policy.is_redacted());
        let (line, column) = (place.line, place.column);
        let utf16 = Span::new(if span.start < decoded.byte_order_mark_len() { 0 } else { place.utf16 }, end.utf16);
        all.push(Change { rule, safe, pointer, line, column, span, utf16, message, replacement });
    }
    all
}

/// Where the documents of a text begin.
fn starts(text: &str, policy: &Policy) -> Vec<usize> {
    let mut starts = vec![0];
    while let Some(start) = starts.last() {
        let mut reader = Reader::new(text).with_depth_limit(policy.limits.depth).starting_at(*start);
        let Ok(next) = reader.value().and_then(|value| reader.skip(&value)).map(|_| reader.rest()) else { break };
        match next {
            Some(next) => starts.push(next),
            None => break,
        }
    }
    starts
}

/// Replacements made in a text, and the way from places in the new text back to the old one.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// What was replaced, in order: where it stood before, and where its replacement stands now.
    replaced: Vec<(Span, Span)>,
}

impl Edits {
    /// Makes as many of the replacements as don't overlap, the first of two that do, and tells for each whether it was made.
    pub(super) fn apply(source: &[u8], fixes: &[&Fix]) -> (Self, Vec<u8>, Vec<bool>) {
        let mut edits = Self::default();
        let mut made = vec![false; fixes.len()];
        let mut text = Vec::with_capacity(source.len());
        let mut copied = 0;
        for (index, fix) in sorted_by_key(fixes.iter().enumerate().collect(), |(_, fix)| (fix.span.start, fix.span.end))
        {
            if fix.span.start < copied {
                continue;
            }
            for (span, replacement) in fix.edits() {
                text.extend_from_slice(source.get(copied..span.start).unwrap_or_default());
                let start = text.len();
                text.extend_from_slice(replacement.as_bytes());
                edits.replaced.push((span, Span::new(start, text.len())));
                copied = span.end;
            }
            if let Some(made) = made.get_mut(index) {
                *made = true;
            }
        }
        text.extend_from_slice(source.get(copied..).unwrap_or_default());
        (edits, text, made)
    }

    /// The place in the old text that a place in the new one came from; what lies in a replacement came from all that was replaced.
    pub(super) fn origin(&self, span: Span) -> Span {
        let start = self.old_start(span.start);
        Span::new(start, if span.is_empty() { start } else { self.old_end(span.end) })
    }

    /// Where a character began that begins at `offset` now.
    fn old_start(&self, offset: usize) -> usize {
        match self.last_replaced(|new| new.start <= offset) {
            Some((old, new)) if offset < new.end => old.start,
            Some((old, new)) => offset - new.end + old.end,
            None => offset,
        }
    }

    /// Where a character ended that ends at `offset` now.
    fn old_end(&self, offset: usize) -> usize {
        match self.last_replaced(|new| new.start < offset) {
            Some((old, new)) if offset <= new.end => old.end,
            Some((old, new)) => offset - new.end + old.end,
            None => offset,
        }
    }

    fn last_replaced(&self, is_before: impl Fn(&Span) -> bool) -> Option<&(Span, Span)> {
        let after = self.replaced.partition_point(|(_, new)| is_before(new));
        self.replaced.get(after.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(start: usize, end: usize, replacement: &str) -> Fix {
        Fix::safe(Span::new(start, end), replacement.to_owned())
    }

    #[test]
    fn every_place_is_found_again() {
        let fixes = [fix(6, 7, ""), fix(1, 3, "BCD"), fix(2, 4, "x")];
        let (edits, text, made) = Edits::apply(b"abcdefgh", &fixes.each_ref());
        assert_eq!((text.as_slice(), made.as_slice()), (&b"aBCDdefh"[..], &[true, true, false][..]));
        for (new, old) in [((0, 1), (0, 1)), ((1, 4), (1, 3)), ((2, 3), (1, 3)), ((4, 7), (3, 6)), ((7, 8), (7, 8))] {
            let place = edits.origin(Span::new(new.0, new.1));
            assert_eq!((place.start, place.end), old, "{new:?}");
        }
    }
}
