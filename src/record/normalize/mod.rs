//! Applies fixes to a file until none is left, and writes the result in canonical form.

mod canonical;
mod edits;
mod ranges;

use std::borrow::Cow;

use canonical::CanonicalWriter;
pub(crate) use canonical::canonical_value;
use edits::Edits;
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

/// How the files of one kind are normalized.
pub struct Normalizer {
    pub(crate) table: &'static FieldTable,
    /// Whether a file may have several documents, each on a line of its own.
    pub allows_sequences: bool,
    /// Checks a text, and adds the ranges that are already canonical, if it is given a place for them.
    pub(crate) check: fn(&SourceFile<'_>, &Policy, Option<&mut CanonicalRanges>) -> Report,
}

impl Normalizer {
    /// Checks a file.
    #[must_use]
    pub fn check(&self, source: &[u8], policy: &Policy) -> Report {
        (self.check)(&SourceFile::new(source), policy, None)
    }

    /// Applies fixes until none is left, then returns the file in canonical form.
    #[must_use]
    pub fn normalize(&self, source: &[u8], policy: &Policy, fixes: Fixes) -> Normalized {
        let in_sequence = self.allows_sequences && policy.sequence;
        let only_fixable = policy.clone().only_fixable(fixes);
        let is_offered =
            |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.is_among(fixes));
        let mut text = Cow::Borrowed(source);
        let mut rounds: Vec<Edits> = Vec::new();
        let mut applied_changes: Vec<AppliedChange> = Vec::new();
        let (written, last) = loop {
            let file = SourceFile::new(&text);
            let mut ranges = CanonicalRanges::default();
            let may_fix = rounds.len() < MAX_ROUNDS;
            let report = may_fix.then(|| (self.check)(&file, &only_fixable, Some(&mut ranges)));
            let mut findings = match report {
                Some(report) if report.findings.iter().any(is_offered) => report.findings,
                report => {
                    let written = write_canonical(&file, policy, self.table, in_sequence, &ranges);
                    break (written, report);
                }
            };
            findings.retain(is_offered);
            let offered: Vec<&Fix> = findings
                .iter()
                .filter_map(|finding| finding.fix.as_ref())
                .collect();
            let (edits, edited, applied) = Edits::apply(&text, &offered);
            for (finding, is_applied) in findings.into_iter().zip(applied) {
                if is_applied {
                    let span = original_span(&rounds, finding.span);
                    applied_changes.push((span, Some(Box::new(finding))));
                }
            }
            rounds.push(edits);
            text = Cow::Owned(edited);
        };
        let mut report = None;
        match &written {
            Some(written) => {
                report = last.filter(|last| is_report_of(last, written, policy));
                for span in &written.reordered {
                    applied_changes.push((original_span(&rounds, *span), None));
                }
            }
            None => applied_changes.clear(),
        }
        let applied_changes = sorted_by_key(applied_changes, |(span, _)| (span.start, span.end));
        let changes = changes(
            &SourceFile::new(source),
            policy,
            in_sequence,
            applied_changes,
        );
        let report = report.unwrap_or_else(|| {
            let json = written.as_ref().map(|written| written.json.as_bytes());
            self.check(json.unwrap_or(source), policy)
        });
        Normalized {
            json: written.map(|written| written.json),
            changes,
            report,
        }
    }
}

/// Returns whether the report of a text is valid for its canonical form too. No rule is about blanks, escapes or the order of members, so a report
/// without findings stays valid. A report with findings has their positions, and may include nulls that the policy allows.
fn is_report_of(report: &Report, written: &CanonicalText, policy: &Policy) -> bool {
    let is_same_text = written.is_unchanged && !policy.null_is_absent;
    report.counts.is_empty() || is_same_text
}

/// Returns the span in the original file of a span in the text after all rounds.
fn original_span(rounds: &[Edits], span: Span) -> Span {
    let mut original = span;
    for edits in rounds.iter().rev() {
        original = edits.old_span(original);
    }
    original
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
    if !decoded.is_valid_utf8() {
        return None;
    }
    let text = decoded.text();
    let given = policy.brand_name().and_then(Brand::parse);
    let brand = given.or_else(|| Brand::of_first_object(text, table.fields));
    let mut canonical = CanonicalWriter::new(text, ranges, brand.as_ref());
    let mut start = Some(0);
    while let Some(from) = start {
        let mut reader = Reader::new(text)
            .with_depth_limit(policy.limits.depth)
            .starting_at(from);
        canonical.write_document(&mut reader, table).ok()?;
        // What is left has no fix that was asked for.
        if !reader.recovered_syntax_errors().is_empty() {
            return None;
        }
        let end = reader.position();
        start = reader.next_document();
        if let Some(next) = start {
            let may_follow = in_sequence && is_on_own_line(text, end, next);
            if !may_follow {
                return None;
            }
            canonical.begin_line(text.get(end..next));
        }
    }
    let is_unchanged = canonical.is_unchanged() && !decoded.has_byte_order_mark();
    let CanonicalWriter {
        mut json,
        reordered,
        ..
    } = canonical;
    if !is_unchanged {
        json.shrink_to_fit();
    }
    Some(CanonicalText {
        json,
        reordered,
        is_unchanged,
    })
}

fn changes(
    file: &SourceFile<'_>,
    policy: &Policy,
    in_sequence: bool,
    applied: Vec<AppliedChange>,
) -> Vec<Change> {
    if applied.is_empty() {
        return Vec::new();
    }
    let decoded = file.decoded();
    let mark_len = decoded.byte_order_mark_len();
    let mut spans = Vec::with_capacity(applied.len());
    for (span, _) in &applied {
        let start = span.start.saturating_sub(mark_len);
        let end = span.end.saturating_sub(mark_len);
        spans.push(Span::new(start, end));
    }
    let starts = if in_sequence {
        document_starts(decoded.text(), policy)
    } else {
        vec![0]
    };
    let pointers = find_pointers(decoded.text(), &starts, policy.limits.depth, &spans);
    let mut locator = decoded.locator();
    let mut all = Vec::with_capacity(applied.len());
    for (((span, finding), in_text), pointer) in applied.into_iter().zip(spans).zip(pointers) {
        let start = locator.locate(in_text.start);
        let end = locator.clone().locate(in_text.end);
        let utf16_start = if span.start < mark_len {
            0
        } else {
            start.utf16
        };
        let fix = finding.as_ref().and_then(|finding| finding.fix.as_ref());
        let message = match &finding {
            Some(finding) => finding.message(),
            None => "the members are put into the order of the contract".to_owned(),
        };
        let replacement = if policy.is_redacted() {
            None
        } else {
            fix.map(Fix::masked_replacement)
        };
        all.push(Change {
            rule: finding.as_ref().map(|finding| finding.rule),
            // Every applied finding has a fix, and it is safe to put members into order.
            safe: fix.is_none_or(|fix| fix.safe),
            pointer,
            line: start.line,
            column: start.column,
            span,
            utf16: Span::new(utf16_start, end.utf16),
            message,
            replacement,
        });
    }
    all
}

/// Returns the offsets at which the documents of a text begin.
fn document_starts(text: &str, policy: &Policy) -> Vec<usize> {
    let mut starts = vec![0];
    while let Some(start) = starts.last() {
        let mut reader = Reader::new(text)
            .with_depth_limit(policy.limits.depth)
            .starting_at(*start);
        let Some(next) = skip_document(&mut reader) else {
            break;
        };
        starts.push(next);
    }
    starts
}

/// Skips a document and returns the start of the next one. Returns `None` after a syntax error too.
fn skip_document(reader: &mut Reader<'_>) -> Option<usize> {
    let value = reader.read_value().ok()?;
    reader.skip(&value).ok()?;
    reader.next_document()
}
