//! The JSON of the organization that the caller gives beside the tables.

use serde_json::value::RawValue;

use crate::base_data;
use crate::json::find_pointers;
use crate::report::{Collector, Diagnostic, Finding, Fix, Policy, Report};
use crate::source::{Decoded, Span};

/// A JSON file with the organization.
pub(super) struct Organization<'b> {
    decoded: Decoded<'b>,
    is_json: bool,
}

/// What comes before the organization in a payload.
const BEFORE: &str = "{\"organization\":";

impl<'b> Organization<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        let decoded = Decoded::from_bytes(bytes);
        let is_json = serde_json::from_str::<&RawValue>(decoded.text()).is_ok();
        Self { decoded, is_json }
    }

    /// Returns the text, if it is JSON, so that it can be a part of a payload.
    pub(super) fn json(&self) -> Option<&str> {
        Some(self.decoded.text()).filter(|_| self.is_json)
    }

    /// Returns the lead currency, as JSON.
    pub(super) fn lead_currency(&self) -> Option<String> {
        let organization: serde_json::Value = serde_json::from_str(self.json()?).ok()?;
        organization
            .get("leadCurrency")
            .filter(|code| code.is_string())
            .map(ToString::to_string)
    }

    /// Returns the findings in a text that is not JSON.
    pub(super) fn check_syntax(&self, policy: &Policy) -> Vec<Finding> {
        if self.is_json {
            return Vec::new();
        }
        let text = self.decoded.text();
        let report = base_data::check([BEFORE, text, "}"].concat().as_bytes(), policy);
        let range = Span::new(BEFORE.len(), BEFORE.len() + text.len());
        let is_within = |finding: &&Finding| {
            finding.span.start >= range.start && finding.span.start <= range.end
        };
        report
            .findings
            .iter()
            .filter(is_within)
            .map(|finding| moved_into(finding, range))
            .collect()
    }

    /// Makes a report of findings whose spans are in the text.
    pub(super) fn report(&self, findings: Vec<Finding>, policy: &Policy) -> Report {
        let mut collector = Collector::new(policy);
        for finding in findings {
            collector.push(
                Diagnostic::new(finding.rule, finding.span)
                    .fix(finding.fix)
                    .params(finding.params),
            );
        }
        let (text, depth) = (self.decoded.text(), policy.limits.depth);
        collector.into_report(
            &self.decoded,
            Some(&|spans: &[Span]| find_pointers(text, &[0], depth, spans)),
        )
    }
}

/// Moves a finding from a payload to the text that is a range of it.
pub(super) fn moved_into(finding: &Finding, range: Span) -> Finding {
    let offset = |offset: usize| offset.saturating_sub(range.start).min(range.len());
    let span = |span: Span| Span::new(offset(span.start), offset(span.end));
    let fix = finding
        .fix
        .clone()
        .map(|fix| Fix::new(fix.safe, span(fix.span), fix.replacement));
    Finding {
        span: span(finding.span),
        fix,
        ..finding.clone()
    }
}
