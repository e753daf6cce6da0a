//! Applies fixes to a file until none is left, and writes the result in canonical form.

mod canonical;
mod edits;
mod pieces;
mod ranges;

use std::borrow::Cow;

use canonical::CanonicalWriter;
pub(crate) use canonical::canonical_value;
use edits::Edits;
pub use pieces::NormalizedPieces;
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
    /// Applies fixes until none is left, then returns the file in canonical form.
    pub(crate) fn normalize(&self, source: &[u8], policy: &Policy, fixes: Fixes) -> Normalized {
        let Rewritten {
            written,
            changes,
            report,
            ..
        } = self.rewrite(Cow::Borrowed(source), policy, fixes, usize::MAX, None);
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

    /// Checks a file.
    #[must_use]
    pub fn check(&self, source: &[u8], policy: &Policy) -> Report {
        (self.check)(&SourceFile::new(source), policy, None)
    }

    fn rewrite<'s>(
        &self,
        source: Cow<'s, [u8]>,
        policy: &Policy,
        fixes: Fixes,
        max_changes: usize,
        write: Option<&mut dyn FnMut(&str)>,
    ) -> Rewritten<'s> {
        let in_sequence = self.allows_sequences && policy.sequence;
        let only_fixable = policy.clone().only_fixable(fixes);
        let is_offered =
            |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.is_among(fixes));
        let mut text = source;
        let mut rounds: Vec<Edits> = Vec::new();
        let mut applied_changes = AppliedChanges::new(max_changes);
        let (written, last) = loop {
            let file = SourceFile::new(&text);
            let mut ranges = CanonicalRanges::default();
            let may_fix = rounds.len() < MAX_ROUNDS;
            let report = may_fix.then(|| (self.check)(&file, &only_fixable, Some(&mut ranges)));
            let mut findings = match report {
                Some(report) if report.findings.iter().any(is_offered) => report.findings,
                report => {
                    let written =
                        write_canonical(&file, policy, self.table, in_sequence, &ranges, write);
                    break (written, report);
                }
            };
            findings.retain(is_offered);
            let offered: Vec<&Fix> = findings
                .iter()
                .filter_map(|finding| finding.fix.as_ref())
                .collect();
            let (edits, applied) = Edits::apply(text.to_mut(), &offered);
            for (finding, is_applied) in findings.into_iter().zip(applied) {
                if is_applied {
                    applied_changes.push(original_span(&rounds, finding.span), Some(finding));
                }
            }
            rounds.push(edits);
        };
        let mut report = None;
        match &written {
            Some(written) => {
                report = last.filter(|last| is_report_of(last, written, policy));
                for span in &written.reordered {
                    applied_changes.push(original_span(&rounds, *span), None);
                }
            }
            None => applied_changes = AppliedChanges::new(max_changes),
        }
        while let Some(edits) = rounds.pop() {
            edits.undo(text.to_mut());
        }
        let change_count = applied_changes.count;
        let changes = changes(
            &SourceFile::new(&text),
            policy,
            in_sequence,
            applied_changes.into_first(),
        );
        Rewritten {
            source: text,
            written,
            changes,
            change_count,
            report,
        }
    }
}

/// What normalizing a file gives.
struct Rewritten<'s> {
    source: Cow<'s, [u8]>,
    /// `None` if the file isn't JSON and can't be corrected.
    written: Option<CanonicalText>,
    changes: Vec<Change>,
    change_count: usize,
    /// The remaining findings, if they are known without another check.
    report: Option<Report>,
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

/// The first changes in the order of their positions in the original file.
struct AppliedChanges {
    /// The first changes, and maybe others.
    first: Vec<AppliedChange>,
    max: usize,
    count: usize,
}

impl AppliedChanges {
    const fn new(max: usize) -> Self {
        Self {
            first: Vec::new(),
            max,
            count: 0,
        }
    }

    fn push(&mut self, span: Span, finding: Option<Finding>) {
        self.count += 1;
        self.first.push((span, finding.map(Box::new)));
        // To sort seldom, more of them are kept than are wanted.
        if self.first.len() / 4 > self.max {
            self.sort_and_truncate();
        }
    }

    fn sort_and_truncate(&mut self) {
        self.first = sorted_by_key(std::mem::take(&mut self.first), |(span, _)| {
            (span.start, span.end)
        });
        self.first.truncate(self.max);
    }

    fn into_first(mut self) -> Vec<AppliedChange> {
        self.sort_and_truncate();
        self.first
    }
}

/// The documents of a file in canonical form, each on a line.
struct CanonicalText {
    /// The text, or its rest if the pieces before were flushed.
    json: String,
    /// The spans of the whole text in the order in which they are canonical.
    order: Vec<Span>,
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
    write: Option<&mut dyn FnMut(&str)>,
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
    let mut canonical = CanonicalWriter::new(text, ranges, brand.as_ref(), write);
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
    let order = canonical.order();
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
        order,
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
