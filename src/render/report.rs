use serde::Serialize;

use super::findings::{FoundView, line};
use crate::report::Report;

/// What was found in one file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "Report", rename = "report"))]
pub(super) struct ReportView<'r> {
    /// The file's name as it was given.
    file: &'r str,
    /// Whether nothing weighs as an error.
    valid: bool,
    #[serde(flatten)]
    found: FoundView<'r>,
}

impl<'r> ReportView<'r> {
    pub(super) fn new(file: &'r str, report: &'r Report) -> Self {
        Self { file, valid: report.is_valid(), found: FoundView::from(report) }
    }
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
    line(&ReportView::new(file, report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_written_as;

    #[test]
    fn the_schema_is_that_of_the_report() {
        assert_written_as::<ReportView<'_>>("report");
    }
}
