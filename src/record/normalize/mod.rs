//! Applies fixes to a file until none is left, and writes the result in canonical form.

mod canonical;
mod ranges;

use std::borrow::Cow;

use canonical::CanonicalWriter;
pub(crate) use canonical::canonical_value;
pub(crate) use ranges::CanonicalRanges;

use super::Brand;
use super::FieldTable;
use super::read::is_on_own_line;
use crate::json::{Reader, find_pointers};
use crate::report::{Change, Finding, Fix, Fixes, Normalized, Policy, Report};
use crate::source::{SourceFile, Span, sorted_by_key};

/// The maximum number of rounds. Each round may reveal what the previous one has hidden, such as a list under a misspelt name or a comma next to
/// another fix. A few rounds were enough for every known file. After the last round, the remaining findings are in the report.
const MAX_ROUNDS: usize = 64;

/// Applies fixes until none is left, then writes the result in canonical form. `check` checks a text, and adds the ranges that are already canonical,
/// if it is given a place for them.
pub(crate) fn normalize(
    source: &[u8],
    policy: &Policy,
    fixes: Fixes,
    table: &'static FieldTable,
    allows_sequences: bool,
    check: fn(&SourceFile<'_>, &Policy, Option<&mut CanonicalRanges>) -> Report,
) -> Normalized {
    let in_sequence = allows_sequences && policy.sequence;
    let only_fixable = policy.clone().only_fixable(fixes);
    let is_offered = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.is_among(fixes));
    let mut text = Cow::Borrowed(source);
    let mut rounds: Vec<Edits> = Vec::new();
    let mut applied_changes: Vec<AppliedChange> = Vec::new();
    let (written, last) = loop {
        let file = SourceFile::new(&text);
        let mut ranges = CanonicalRanges::default();
        let mut report = (rounds.len() < MAX_ROUNDS).then(|| check(&file, &only_fixable, Some(&mut ranges)));
        let Some(report) = report.take_if(|report| report.findings.iter().any(is_offered)) else {
            break (write_canonical(&file, policy, table, in_sequence, &ranges), report);
        };
        let findings: Vec<Finding> = report.findings.into_iter().filter(is_offered).collect();
        let offered: Vec<&Fix> = findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
        let (edits, new_text, applied) = Edits::apply(&text, &offered);
        let applied = findings.into_iter().zip(applied).filter(|(_, applied)| *applied);
        applied_changes
            .extend(applied.map(|(finding, _)| (original_span(&rounds, finding.span), Some(Box::new(finding)))));
        rounds.push(edits);
        text = Cow::Owned(new_text);
    };
    let original = SourceFile::new(source);
    let Some(written) = written else {
        return Normalized { json: None, changes: Vec::new(), report: check(&original, policy, None) };
    };
    // No rule is about blanks, escapes or the order of members, so a report without findings stays valid for the canonical text. A report with findings
    // has their positions, and may include nulls that the policy allows.
    let stays_valid = |report: &Report| report.counts.is_empty() || written.is_unchanged && !policy.null_is_absent;
    let report = match last.filter(stays_valid) {
        Some(report) => report,
        None => check(&SourceFile::new(written.json.as_bytes()), policy, None),
    };
    applied_changes.extend(written.reordered.into_iter().map(|span| (original_span(&rounds, span), None)));
    Normalized { json: Some(written.json), changes: changes(&original, policy, in_sequence, applied_changes), report }
}

/// Returns the span in the original file of a span in the text after all rounds.
fn original_span(rounds: &[Edits], span: Span) -> Span {
    rounds.iter().rev().fold(span, |span, edits| edits.old_span(span))
}

/// A change: its span in the original file, and the finding that was fixed. None if members were reordered.
type AppliedChange = (Span, Option<Box<Finding>>);

/// The documents of a file in canonical form, each on a line.
struct CanonicalText {
    json: String,
    /// The objects whose members were reordered.
    reordered: Vec<Span>,
    /// Whether the file was already canonical.
    is_unchanged: bool,
}

fn write_canonical(
    file: &SourceFile<'_>,
    policy: &Policy,
    table: &'static FieldTable,
    in_sequence: bool,
    ranges: &CanonicalRanges,
) -> Option<CanonicalText> {
    if file.bytes().len() > policy.limits.bytes {
        return None;
    }
    // Canonical JSON has no byte order mark, even if the policy allows one.
    let decoded = file.decoded();
    let text = decoded.is_valid_utf8().then(|| decoded.text())?;
    let brand = policy.brand_name().and_then(Brand::parse).or_else(|| Brand::of_first_object(text, table.fields));
    let mut canonical = CanonicalWriter::new(text, ranges, brand.as_ref());
    let mut start = Some(0);
    while let Some(from) = start {
        let mut reader = Reader::new(text).with_depth_limit(policy.limits.depth).starting_at(from);
        canonical.write_document(&mut reader, table).ok()?;
        // What is left has no fix that was asked for.
        if !reader.recovered_syntax_errors().is_empty() {
            return None;
        }
        let end = reader.position();
        start = reader.next_document();
        if let Some(next) = start {
            if !(in_sequence && is_on_own_line(text, end, next)) {
                return None;
            }
            canonical.begin_line(text.get(end..next));
        }
    }
    let is_unchanged = canonical.is_unchanged() && !decoded.has_byte_order_mark();
    let CanonicalWriter { mut json, reordered, .. } = canonical;
    if !is_unchanged {
        json.shrink_to_fit();
    }
    Some(CanonicalText { json, reordered, is_unchanged })
}

fn changes(file: &SourceFile<'_>, policy: &Policy, in_sequence: bool, applied: Vec<AppliedChange>) -> Vec<Change> {
    if applied.is_empty() {
        return Vec::new();
    }
    let applied = sorted_by_key(applied, |(span, _)| (span.start, span.end));
    let decoded = file.decoded();
    let in_text = |span: &Span| {
        Span::new(
            span.start.saturating_sub(decoded.byte_order_mark_len()),
            span.end.saturating_sub(decoded.byte_order_mark_len()),
        )
    };
    let spans: Vec<Span> = applied.iter().map(|(span, _)| in_text(span)).collect();
    let starts = if in_sequence { document_starts(decoded.text(), policy) } else { vec![0] };
    let pointers = find_pointers(decoded.text(), &starts, policy.limits.depth, &spans);
    let mut locator = decoded.locator();
    let mut all = Vec::with_capacity(applied.len());
    for (((span, finding), in_text), pointer) in applied.into_iter().zip(spans).zip(pointers) {
        let (start, end) = (locator.locate(in_text.start), locator.clone().locate(in_text.end));
        let (rule, safe, message, replacement) = match finding {
            Some(finding) => {
                let safe = finding.fix.as_ref().is_some_and(|fix| fix.safe);
                (Some(finding.rule), safe, finding.message(), finding.fix.as_ref().map(Fix::masked_replacement))
            }
            None => (None, true, "the members are put into the order of the contract".to_owned(), None),
        };
        let replacement = replacement.filter(|_| !policy.is_redacted());
        let (line, column) = (start.line, start.column);
        let utf16 = Span::new(if span.start < decoded.byte_order_mark_len() { 0 } else { start.utf16 }, end.utf16);
        all.push(Change { rule, safe, pointer, line, column, span, utf16, message, replacement });
    }
    all
}

/// Returns the offsets at which the documents of a text begin.
fn document_starts(text: &str, policy: &Policy) -> Vec<usize> {
    let mut starts = vec![0];
    while let Some(start) = starts.last() {
        let mut reader = Reader::new(text).with_depth_limit(policy.limits.depth).starting_at(*start);
        let Ok(next) = reader.read_value().and_then(|value| reader.skip(&value)).map(|_| reader.next_document()) else {
            break;
        };
        match next {
            Some(next) => starts.push(next),
            None => break,
        }
    }
    starts
}

/// Replacements that were made in a text, and the conversion of spans in the new text to spans in the old text.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The spans of the replaced pieces in the old text and of their replacements in the new text, in order.
    replaced: Vec<(Span, Span)>,
}

impl Edits {
    /// Applies the fixes that don't overlap; of two fixes that overlap, the first. Returns whether each fix was applied.
    pub(super) fn apply(source: &[u8], fixes: &[&Fix]) -> (Self, Vec<u8>, Vec<bool>) {
        let mut edits = Self::default();
        let mut applied = vec![false; fixes.len()];
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
            if let Some(applied) = applied.get_mut(index) {
                *applied = true;
            }
        }
        text.extend_from_slice(source.get(copied..).unwrap_or_default());
        (edits, text, applied)
    }

    /// Returns the span in the old text of a span in the new text. A position in a replacement belongs to the whole piece that was replaced.
    pub(super) fn old_span(&self, span: Span) -> Span {
        let start = self.old_start(span.start);
        Span::new(start, if span.is_empty() { start } else { self.old_end(span.end) })
    }

    /// Returns the old start of a character that starts at `offset` in the new text.
    fn old_start(&self, offset: usize) -> usize {
        match self.last_replaced(|new| new.start <= offset) {
            Some((old, new)) if offset < new.end => old.start,
            Some((old, new)) => offset - new.end + old.end,
            None => offset,
        }
    }

    /// Returns the old end of a character that ends at `offset` in the new text.
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
    fn converts_every_span_to_the_old_text() {
        let fixes = [fix(6, 7, ""), fix(1, 3, "BCD"), fix(2, 4, "x")];
        let (edits, text, applied) = Edits::apply(b"abcdefgh", &fixes.each_ref());
        assert_eq!((text.as_slice(), applied.as_slice()), (&b"aBCDdefh"[..], &[true, true, false][..]));
        for (new, old) in [((0, 1), (0, 1)), ((1, 4), (1, 3)), ((2, 3), (1, 3)), ((4, 7), (3, 6)), ((7, 8), (7, 8))] {
            let span = edits.old_span(Span::new(new.0, new.1));
            assert_eq!((span.start, span.end), old, "{new:?}");
        }
    }
}
