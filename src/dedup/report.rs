use super::plan::Plan;
use super::rules;
use super::verdict::Verdict;
use crate::report::{Collector, Diagnostic, Policy, Report};
use crate::source::{Decoded, Span};

/// Reports the conflicts of a plan, one finding for each. A plan knows no file, so a finding has no place.
pub(crate) fn report_conflicts(plan: &Plan<'_>, policy: &Policy) -> Report {
    let mut findings = Collector::new(policy);
    for _ in plan
        .verdicts()
        .filter(|(_, verdict)| matches!(verdict, Verdict::Conflict(_)))
    {
        findings.push(Diagnostic::new(&rules::TRANSACTION_CONFLICT, Span::at(0)));
    }
    findings.into_report(&Decoded::from_bytes(b""), None)
}
