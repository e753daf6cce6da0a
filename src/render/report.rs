use serde::Serialize;

use super::findings::{FindingView, line};
use crate::report::Report;

#[derive(Serialize)]
struct ReportView<'r> {
    file: &'r str,
    valid: bool,
    errors: usize,
    warnings: usize,
    findings: Vec<FindingView<'r>>,
}

/// A report as one JSON object on one line.
///
/// `path` is a JSON pointer (RFC 6901), columns count Unicode scalar values from 1, `start` and `end` are byte offsets.
/// `errors` and `warnings` count all findings, also those that the limits left out of `findings`.
///
/// ```
/// use universal_accounting::{render, report::Policy, transactions};
///
/// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
/// let json = render::report_json("payload.json", &report);
/// assert!(json.starts_with(r#"{"file":"payload.json","valid":false,"errors":1,"warnings":0,"findings":[{"rule":"transactions-empty","#));
/// ```
#[must_use]
pub fn report_json(file: &str, report: &Report) -> String {
    line(&ReportView {
        file,
        valid: report.is_valid(),
        errors: report.errors,
        warnings: report.warnings,
        findings: report.findings.iter().map(FindingView::from).collect(),
    })
}
