use super::plan::{JournalPlan, JournalVerdict};
use crate::dedup::rules;
use crate::report::{Collector, Diagnostic, Policy, Report};
use crate::source::{Decoded, Span};

/// Reports the conflicts of a plan, one finding for each. A plan knows no file, so a finding has no place.
pub(crate) fn report_journal_conflicts(plan: &JournalPlan<'_>, policy: &Policy) -> Report {
    let mut findings = Collector::new(policy);
    for _ in plan
        .verdicts()
        .iter()
        .filter(|(_, verdict)| matches!(verdict, JournalVerdict::Conflict(_)))
    {
        findings.push(Diagnostic::new(&rules::JOURNAL_CONFLICT, Span::at(0)));
    }
    findings.into_report(&Decoded::from_bytes(b""), None)
}
