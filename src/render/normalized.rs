use serde::Serialize;
use serde_json::value::RawValue;

use super::findings::{FindingView, line};
use crate::report::{Change, Normalized};

#[derive(Serialize)]
struct NormalizedView<'n> {
    file: &'n str,
    valid: bool,
    errors: usize,
    warnings: usize,
    changes: Vec<ChangeView<'n>>,
    findings: Vec<FindingView<'n>>,
    normalized: Option<Vec<&'n RawValue>>,
}

#[derive(Serialize)]
struct ChangeView<'n> {
    rule: Option<&'static str>,
    safe: bool,
    path: &'n str,
    line: usize,
    column: usize,
    start: usize,
    end: usize,
    message: &'n str,
    #[serde(skip_serializing_if = "Option::is_none")]
    replacement: Option<&'n str>,
}

impl<'n> From<&'n Change> for ChangeView<'n> {
    fn from(change: &'n Change) -> Self {
        Self {
            rule: change.rule.map(|rule| rule.id),
            safe: change.safe,
            path: &change.pointer,
            line: change.line,
            column: change.column,
            start: change.span.start,
            end: change.span.end,
            message: &change.message,
            replacement: change.replacement.as_deref(),
        }
    }
}

/// What normalizing came to as one JSON object on one line: the changes at their places in the file, what is left to mend at its
/// places in the normalized text, and the normalized documents, or null where there are none.
///
/// `path` is a JSON pointer (RFC 6901), columns count Unicode scalar values from 1, `start` and `end` are byte offsets. A `replacement`
/// is JSON, empty where something was taken away; it is absent where members were put into order.
///
/// ```
/// use universal_accounting::report::{Fixes, Policy};
/// use universal_accounting::{documents, render};
///
/// let request = br#"{"fileName": "a.pdf", "signedFileName": "f-1", "paymentType": "Credit-Card"}"#;
/// let normalized = documents::normalize(request, &Policy::new(), Fixes::Safe);
/// let json = render::normalized_json("request.json", &normalized);
/// assert!(json.starts_with(r#"{"file":"request.json","valid":true,"errors":0,"warnings":0,"changes":[{"rule":null,"#));
/// assert!(json.ends_with(r#""normalized":[{"signedFileName":"f-1","fileName":"a.pdf","paymentType":"credit-card"}]}"#));
/// ```
#[must_use]
pub fn normalized_json(file: &str, normalized: &Normalized) -> String {
    let report = &normalized.report;
    line(&NormalizedView {
        file,
        valid: report.is_valid(),
        errors: report.errors,
        warnings: report.warnings,
        changes: normalized.changes.iter().map(ChangeView::from).collect(),
        findings: report.findings.iter().map(FindingView::from).collect(),
        normalized: normalized.json.as_deref().map(documents),
    })
}

/// Each document stands on a line of its own.
fn documents(json: &str) -> Vec<&RawValue> {
    json.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
