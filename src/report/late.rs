//! Findings that are made after a report was closed, because they are about several files.

use super::{Finding, IntoParam, Policy, Report, Rule, RuleCount, Severity};
use crate::source::{Position, Span};

/// A finding whose place in its file is known already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LateFinding(Finding);

impl LateFinding {
    pub(crate) fn new(rule: &'static Rule, [start, end]: [Position; 2]) -> Self {
        let mut finding = Finding::new(rule, Span::new(start.offset, end.offset));
        finding.utf16 = Span::new(start.utf16, end.utf16);
        (finding.line, finding.column) = (start.line, start.column);
        (finding.end_line, finding.end_column) = (end.line, end.column);
        Self(finding)
    }

    pub(crate) fn param(mut self, name: &'static str, value: impl IntoParam) -> Self {
        self.0.params.push((name, value.into_param()));
        self
    }

    /// Returns the finding under a policy, or `None` if the policy allows it.
    pub(crate) fn under(&self, policy: &Policy) -> Option<Finding> {
        let severity = policy.severity(self.0.rule)?;
        let mut finding = self.0.clone();
        finding.severity = severity;
        if policy.is_redacted() {
            finding.redact();
        }
        Some(finding)
    }
}

impl Report {
    /// Adds a finding in the order of the positions.
    pub(crate) fn add(&mut self, finding: &LateFinding, policy: &Policy) {
        let Some(finding) = finding.under(policy) else {
            return;
        };
        let (rule, severity) = (finding.rule, finding.severity);
        *self.total_of(severity) += 1;
        let known = self
            .counts
            .iter_mut()
            .find(|count| std::ptr::eq(count.rule, rule));
        let count = match known {
            Some(known) => {
                known.count += 1;
                known.count
            }
            None => {
                self.counts.push(RuleCount {
                    rule,
                    severity,
                    count: 1,
                });
                1
            }
        };
        let limits = &policy.limits;
        if count <= limits.findings_per_rule && self.findings.len() < limits.findings {
            let at = self
                .findings
                .partition_point(|known| known.span.start <= finding.span.start);
            self.findings.insert(at, finding);
        }
    }

    /// Removes all findings of some rules.
    pub(crate) fn remove_all_of(&mut self, rules: &[&'static Rule]) {
        let is_of = |rule: &'static Rule| rules.iter().any(|known| std::ptr::eq(*known, rule));
        self.findings.retain(|finding| !is_of(finding.rule));
        let removed: Vec<RuleCount> = self
            .counts
            .extract_if(.., |count| is_of(count.rule))
            .collect();
        for RuleCount {
            severity, count, ..
        } in removed
        {
            *self.total_of(severity) -= count;
        }
    }

    fn total_of(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => &mut self.notes,
        }
    }
}
