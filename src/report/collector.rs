use super::finding::param_fault;
use super::{
    CellPosition, Finding, Fix, IntoParam, Item, Param, Policy, Report, Rule, RuleCount, Severity,
};
use crate::source::{Decoded, Position, Span, sorted_by_key};

/// A finding under construction: its spans lie in the decoded text; lines and pointers follow in [`Collector::into_report`].
///
/// Boxed, because checks return it as an error, and errors are rare.
#[derive(Debug)]
pub(crate) struct Diagnostic(Box<Inner>);

#[derive(Debug)]
struct Inner {
    finding: Finding,
    /// Whether the finding is about the byte order mark, which lies before the decoded text, so that no span can cover it.
    is_byte_order_mark: bool,
}

impl Diagnostic {
    pub(crate) fn new(rule: &'static Rule, span: Span) -> Self {
        Self(Box::new(Inner {
            finding: Finding::new(rule, span),
            is_byte_order_mark: false,
        }))
    }

    /// Creates a diagnostic about the byte order mark of the input.
    pub(crate) fn for_byte_order_mark(rule: &'static Rule) -> Self {
        Self(Box::new(Inner {
            finding: Finding::new(rule, Span::at(0)),
            is_byte_order_mark: true,
        }))
    }

    /// Returns whether it is a finding of a rule.
    pub(crate) fn is(&self, rule: &Rule) -> bool {
        self.0.finding.rule == rule
    }

    pub(crate) const fn span(&self) -> Span {
        self.0.finding.span
    }

    pub(crate) fn param(mut self, name: &'static str, value: impl IntoParam) -> Self {
        self.0.finding.params.push((name, value.into_param()));
        self
    }

    pub(crate) fn params(
        mut self,
        params: impl IntoIterator<Item = (&'static str, Param)>,
    ) -> Self {
        self.0.finding.params.extend(params);
        self
    }

    pub(crate) fn cell(mut self, cell: CellPosition) -> Self {
        self.0.finding.cell = Some(cell);
        self
    }

    /// Sets the cell that contains the diagnostic's span, unless the diagnostic already has a cell.
    pub(crate) fn locate_cell(
        mut self,
        find_cell: impl FnOnce(Span) -> Option<CellPosition>,
    ) -> Self {
        let finding = &mut self.0.finding;
        finding.cell = finding.cell.take().or_else(|| find_cell(finding.span));
        self
    }

    pub(crate) fn fix(mut self, fix: Option<Fix>) -> Self {
        self.0.finding.fix = fix;
        self
    }

    const fn severity(&self) -> Severity {
        self.0.finding.severity
    }

    /// Whether the policy requests only findings with certain fixes, and this finding has such a fix.
    fn has_requested_fix(&self, policy: &Policy) -> bool {
        let has_fix_among = |fixes| {
            self.0.is_byte_order_mark
                || self
                    .0
                    .finding
                    .fix
                    .as_ref()
                    .is_some_and(|fix| fix.is_among(fixes))
        };
        policy.only_fixable.is_some_and(has_fix_among)
    }
}

/// Collects the diagnostics of one input: counts all of them and keeps as many as the policy's limits allow.
#[derive(Debug)]
pub(crate) struct Collector<'p> {
    policy: &'p Policy,
    counts: Vec<RuleCount>,
    diagnostics: Vec<Diagnostic>,
    /// The number of errors of the contract, including errors that are counted but not stored.
    contract_errors: usize,
    /// The part of `contract_errors` that lies in a record.
    contract_errors_in_records: usize,
    /// Whether an error in a record concerns the whole payload.
    refuses_payload: bool,
    /// Whether any diagnostic has a fix that [`Policy::only_fixable`] requests.
    has_requested_fixes: bool,
}

/// Returns the JSON pointer of each span; the spans are sorted in ascending order.
pub(crate) type PointersOfSpans<'p> = dyn Fn(&[Span]) -> Vec<String> + 'p;

/// The state of a collector when it began to check a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    diagnostics: usize,
    contract_errors: usize,
}

impl<'p> Collector<'p> {
    pub(crate) const fn new(policy: &'p Policy) -> Self {
        Self {
            policy,
            counts: Vec::new(),
            diagnostics: Vec::new(),
            contract_errors: 0,
            contract_errors_in_records: 0,
            refuses_payload: false,
            has_requested_fixes: false,
        }
    }

    pub(crate) const fn policy(&self) -> &'p Policy {
        self.policy
    }

    pub(crate) fn push(&mut self, mut diagnostic: Diagnostic) {
        debug_assert_eq!(param_fault(&diagnostic.0.finding), None);
        let Some((severity, count)) = self.count(diagnostic.0.finding.rule, 1) else {
            return;
        };
        diagnostic.0.finding.severity = severity;
        if diagnostic.has_requested_fix(self.policy) {
            self.has_requested_fixes = true;
        } else if count <= self.policy.limits.findings_per_rule {
            // A fix in a report never contains a card number, whichever rule proposes it.
            diagnostic
                .0
                .finding
                .fix
                .take_if(|fix| fix.contains_card_number());
        } else {
            return;
        }
        self.diagnostics.push(diagnostic);
    }

    /// Pushes a diagnostic that `complete` adds to. `complete` doesn't run for a diagnostic that is only counted.
    pub(crate) fn push_with(
        &mut self,
        rule: &'static Rule,
        span: Span,
        complete: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        if !self.count_if_full(rule) {
            self.push(complete(Diagnostic::new(rule, span)));
        }
    }

    /// Counts a finding of a rule whose limit is reached and returns true; returns false where the caller has to push the finding.
    // Not inlined, to keep the code small: every check calls this function.
    #[inline(never)]
    pub(crate) fn count_if_full(&mut self, rule: &'static Rule) -> bool {
        self.is_full(rule) && self.count(rule, 1).is_some()
    }

    /// Whether findings of a rule are only counted from now on.
    fn is_full(&self, rule: &'static Rule) -> bool {
        let max = self.policy.limits.findings_per_rule;
        // The limits don't apply to findings that are requested for their fixes.
        self.policy.only_fixable.is_none()
            && self
                .counts
                .iter()
                .any(|count| std::ptr::eq(count.rule, rule) && count.count >= max)
    }

    /// Counts findings of a rule without keeping them. Returns the rule's severity and its count so far, or `None` if the policy
    /// allows the rule.
    pub(crate) fn count(&mut self, rule: &'static Rule, more: usize) -> Option<(Severity, usize)> {
        let severity = self.policy.severity(rule).filter(|_| more > 0)?;
        self.contract_errors += if rule.severity == Severity::Error {
            more
        } else {
            0
        };
        if let Some(count) = self
            .counts
            .iter_mut()
            .find(|count| std::ptr::eq(count.rule, rule))
        {
            count.count += more;
            return Some((severity, count.count));
        }
        self.counts.push(RuleCount {
            rule,
            severity,
            count: more,
        });
        Some((severity, more))
    }

    /// Whether every error that was stored so far has a safe fix.
    pub(crate) fn errors_have_safe_fixes(&self) -> bool {
        let has_safe_fix = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.safe);
        self.diagnostics.iter().all(|diagnostic| {
            diagnostic.severity() != Severity::Error || has_safe_fix(&diagnostic.0.finding)
        })
    }

    /// Returns the state before a record is checked, for [`Collector::set_item`] after it.
    pub(crate) const fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            diagnostics: self.diagnostics.len(),
            contract_errors: self.contract_errors,
        }
    }

    /// Notes an error in a record after which nothing of the payload may be imported.
    pub(crate) const fn refuse_payload(&mut self) {
        self.refuses_payload = true;
    }

    /// Sets the record of all diagnostics since the checkpoint.
    pub(crate) fn set_item(&mut self, since: Checkpoint, index: usize, id: Option<&str>) {
        self.contract_errors_in_records += self.contract_errors - since.contract_errors;
        for Diagnostic(inner) in self.diagnostics.iter_mut().skip(since.diagnostics) {
            inner.finding.item = Some(Item::new(index, id));
        }
    }

    /// Sets the cell of all diagnostics since the checkpoint that have none and whose span lies in a cell.
    pub(crate) fn locate_cells(
        &mut self,
        since: Checkpoint,
        find_cell: impl Fn(Span) -> Option<CellPosition>,
    ) {
        let diagnostics = self.diagnostics.iter_mut().skip(since.diagnostics);
        for Diagnostic(inner) in
            diagnostics.filter(|diagnostic| diagnostic.0.finding.cell.is_none())
        {
            inner.finding.cell = find_cell(inner.finding.span);
        }
    }

    /// Sorts the stored diagnostics by their position in the file and makes a report of them. Only JSON has pointers.
    pub(crate) fn into_report(
        mut self,
        source: &Decoded<'_>,
        pointers: Option<&PointersOfSpans<'_>>,
    ) -> Report {
        if self.counts.is_empty() {
            return Report::default();
        }
        if self.has_requested_fixes {
            self.diagnostics
                .retain(|diagnostic| diagnostic.has_requested_fix(self.policy));
        }
        let mut diagnostics = sorted_by_key(self.diagnostics, |Diagnostic(inner)| {
            (inner.finding.span.start, inner.finding.span.end)
        });
        if !self.has_requested_fixes {
            keep_most_severe(&mut diagnostics, self.policy.limits.findings);
        }

        let spans: Vec<Span> = diagnostics
            .iter()
            .map(|diagnostic| diagnostic.0.finding.span)
            .collect();
        let pointers = pointers
            .filter(|_| !spans.is_empty())
            .map_or(Vec::new(), |pointers| pointers(&spans));
        let mut pointers = pointers.into_iter();
        let positions = PositionMap::new(source, &diagnostics);
        let to_finding = |Diagnostic(inner)| {
            let Inner {
                mut finding,
                is_byte_order_mark,
            } = *inner;
            if self.policy.is_redacted() && !self.has_requested_fixes {
                finding.redact();
            }
            finding.pointer = pointers.next().unwrap_or_default();
            let (start, end) = (
                positions.get(finding.span.start),
                positions.get(finding.span.end),
            );
            (finding.line, finding.column) = (start.line, start.column);
            (finding.end_line, finding.end_column) = (end.line, end.column);
            if is_byte_order_mark {
                (finding.span, finding.utf16) =
                    (Span::new(0, start.offset), Span::new(0, start.utf16));
                finding.fix = Some(Fix {
                    utf16: finding.utf16,
                    ..Fix::safe(finding.span, String::new())
                });
            } else {
                (finding.span, finding.utf16) = positions.map_span(finding.span);
                finding.fix = finding.fix.map(|fix| positions.map_fix(fix));
            }
            finding
        };
        let findings = diagnostics.into_iter().map(to_finding).collect();
        let sum = |severity| -> usize {
            self.counts
                .iter()
                .filter(|count| count.severity == severity)
                .map(|count| count.count)
                .sum()
        };
        Report {
            findings,
            errors: sum(Severity::Error),
            warnings: sum(Severity::Warning),
            notes: sum(Severity::Note),
            errors_outside_records: self.contract_errors - self.contract_errors_in_records
                + usize::from(self.refuses_payload),
            counts: self.counts,
        }
    }
}

/// Keeps at most `limit` diagnostics: errors before warnings before notes, and each in the order of the file.
fn keep_most_severe(diagnostics: &mut Vec<Diagnostic>, limit: usize) {
    let mut excess = diagnostics.len().saturating_sub(limit);
    for least in Severity::ALL.iter().rev() {
        let is_least = |diagnostic: &Diagnostic| diagnostic.severity() == *least;
        let count = diagnostics.iter().filter(|kept| is_least(kept)).count();
        let mut left = count.saturating_sub(excess);
        excess = excess.saturating_sub(count);
        diagnostics.retain(|diagnostic| {
            let is_kept = !is_least(diagnostic) || left > 0;
            left -= usize::from(is_kept && is_least(diagnostic));
            is_kept
        });
    }
}

/// Maps each text offset that a report needs to its position in the file. One pass over the text finds all of them.
struct PositionMap(Vec<(usize, Position)>);

impl PositionMap {
    fn new(source: &Decoded<'_>, diagnostics: &[Diagnostic]) -> Self {
        let spans = diagnostics.iter().flat_map(|Diagnostic(inner)| {
            let fix = inner.finding.fix.as_ref();
            [
                Some(inner.finding.span),
                fix.map(|fix| fix.span),
                fix.and_then(|fix| Some(fix.unchanged?.0)),
            ]
        });
        let offsets = spans
            .flatten()
            .flat_map(|span| [span.start, span.end])
            .collect();
        let mut offsets = sorted_by_key(offsets, |offset: &usize| (*offset, 0));
        offsets.dedup();
        let mut locator = source.locator();
        Self(
            offsets
                .into_iter()
                .map(|offset| (offset, locator.locate(offset)))
                .collect(),
        )
    }

    fn get(&self, offset: usize) -> Position {
        let found = self.0.binary_search_by_key(&offset, |(known, _)| *known);
        let known = found.ok().and_then(|index| self.0.get(index));
        known.map_or(Position::START, |(_, position)| *position)
    }

    /// Returns the span in the file, in bytes and in UTF-16 code units.
    fn map_span(&self, span: Span) -> (Span, Span) {
        let (start, end) = (self.get(span.start), self.get(span.end));
        (
            Span::new(start.offset, end.offset),
            Span::new(start.utf16, end.utf16),
        )
    }

    fn map_fix(&self, fix: Fix) -> Fix {
        let (span, utf16) = self.map_span(fix.span);
        Fix {
            span,
            utf16,
            unchanged: fix.unchanged.map(|(span, at)| (self.map_span(span).0, at)),
            ..fix
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Level, Limits};

    static ERROR: Rule = Rule::without_texts("error-in-test", Severity::Error);
    static WARNING: Rule = Rule::without_texts("warning-in-test", Severity::Warning);
    static NOTE: Rule = Rule::without_texts("note-in-test", Severity::Note);

    /// Reports the rules at one character after another.
    fn report(policy: &Policy, rules: &[&'static Rule]) -> Report {
        let mut collector = Collector::new(policy);
        for (offset, rule) in rules.iter().enumerate() {
            collector.push(Diagnostic::new(rule, Span::at(offset)));
        }
        collector.into_report(&Decoded::from_bytes(b"123456789"), None)
    }

    #[test]
    fn a_note_is_counted_apart_and_leaves_a_report_valid() {
        for policy in [Policy::new(), Policy::new().strict()] {
            let noted = report(&policy, &[&NOTE, &NOTE]);
            assert_eq!((noted.errors, noted.warnings, noted.notes), (0, 0, 2));
            assert!(noted.is_valid() && !noted.has_contract_errors());
            assert_eq!(noted.findings[0].severity, Severity::Note);
        }
        let denying = Policy::new().level(&NOTE, Level::Deny).unwrap();
        let denied = report(&denying, &[&NOTE]);
        assert_eq!((denied.errors, denied.notes), (1, 0));
        assert!(!denied.is_valid() && !denied.has_contract_errors());
    }

    #[test]
    fn a_limit_keeps_errors_before_warnings_before_notes() {
        let rules: [&'static Rule; 6] = [&NOTE, &WARNING, &NOTE, &ERROR, &WARNING, &ERROR];
        let kept = |limit| -> Vec<usize> {
            let limits = Limits {
                findings: limit,
                ..Limits::default()
            };
            let report = report(&Policy::new().limits(limits), &rules);
            assert_eq!((report.errors, report.warnings, report.notes), (2, 2, 2));
            let offsets = report.findings.iter().map(|finding| finding.span.start);
            offsets.collect()
        };
        let expected: [&[usize]; 8] = [
            &[],
            &[3],
            &[3, 5],
            &[1, 3, 5],
            &[1, 3, 4, 5],
            &[0, 1, 3, 4, 5],
            &[0, 1, 2, 3, 4, 5],
            &[0, 1, 2, 3, 4, 5],
        ];
        for (limit, expected) in expected.into_iter().enumerate() {
            assert_eq!(kept(limit), expected, "{limit}");
        }
    }
}
