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
        let mut applied_changes = AppliedChanges {
            first: Vec::new(),
            max: max_changes,
            count: 0,
        };
        let (written, last) = loop {
            let file = SourceFile::new(&text);
            let mut ranges = CanonicalRanges::default();
            let mut report = (rounds.len() < MAX_ROUNDS)
                .then(|| (self.check)(&file, &only_fixable, Some(&mut ranges)));
            let Some(report) = report.take_if(|report| report.findings.iter().any(is_offered))
            else {
                break (
                    write_canonical(&file, policy, self.table, in_sequence, &ranges, write),
                    report,
                );
            };
            let findings: Vec<Finding> = report.findings.into_iter().filter(is_offered).collect();
            let offered: Vec<&Fix> = findings
                .iter()
                .filter_map(|finding| finding.fix.as_ref())
                .collect();
            let (edits, applied) = Edits::apply(text.to_mut(), &offered);
            for (finding, _) in findings
                .into_iter()
                .zip(applied)
                .filter(|(_, applied)| *applied)
            {
                applied_changes.push(original_span(&rounds, finding.span), Some(finding));
            }
            rounds.push(edits);
        };
        // No rule is about blanks, escapes or the order of members, so a report without findings stays valid for the canonical text. A report with findings
        // has their positions, and may include nulls that the policy allows.
        let report = written.as_ref().and_then(|written| {
            last.filter(|report| {
                report.counts.is_empty() || written.is_unchanged && !policy.null_is_absent
            })
        });
        match &written {
            Some(written) => {
                written
                    .reordered
                    .iter()
                    .for_each(|span| applied_changes.push(original_span(&rounds, *span), None));
            }
            None => (applied_changes.first, applied_changes.count) = (Vec::new(), 0),
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

/// Returns the span in the original file of a span in the text after all rounds.
fn original_span(rounds: &[Edits], span: Span) -> Span {
    rounds
        .iter()
        .rev()
        .fold(span, |span, edits| edits.old_span(span))
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
    /// The text, or what is left of it if pieces were given away.
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
    let text = decoded.is_valid_utf8().then(|| decoded.text())?;
    let brand = policy
        .brand_name()
        .and_then(Brand::parse)
        .or_else(|| Brand::of_first_object(text, table.fields));
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
            if !(in_sequence && is_on_own_line(text, end, next)) {
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
    let in_text = |span: &Span| {
        Span::new(
            span.start.saturating_sub(decoded.byte_order_mark_len()),
            span.end.saturating_sub(decoded.byte_order_mark_len()),
        )
    };
    let spans: Vec<Span> = applied.iter().map(|(span, _)| in_text(span)).collect();
    let starts = if in_sequence {
        document_starts(decoded.text(), policy)
    } else {
        vec![0]
    };
    let pointers = find_pointers(decoded.text(), &starts, policy.limits.depth, &spans);
    let mut locator = decoded.locator();
    let mut all = Vec::with_capacity(applied.len());
    for (((span, finding), in_text), pointer) in applied.into_iter().zip(spans).zip(pointers) {
        let (start, end) = (
            locator.locate(in_text.start),
            locator.clone().locate(in_text.end),
        );
        let (rule, safe, message, replacement) = match finding {
            Some(finding) => {
                let safe = finding.fix.as_ref().is_some_and(|fix| fix.safe);
                (
                    Some(finding.rule),
                    safe,
                    finding.message(),
                    finding.fix.as_ref().map(Fix::masked_replacement),
                )
            }
            None => (
                None,
                true,
                "the members are put into the order of the contract".to_owned(),
                None,
            ),
        };
        let replacement = replacement.filter(|_| !policy.is_redacted());
        let (line, column) = (start.line, start.column);
        let utf16 = Span::new(
            if span.start < decoded.byte_order_mark_len() {
                0
            } else {
                start.utf16
            },
            end.utf16,
        );
        all.push(Change {
            rule,
            safe,
            pointer,
            line,
            column,
            span,
            utf16,
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
        let Ok(next) = reader
            .read_value()
            .and_then(|value| reader.skip(&value))
            .map(|_| reader.next_document())
        else {
            break;
        };
        match next {
            Some(next) => starts.push(next),
            None => break,
        }
    }
    starts
}
