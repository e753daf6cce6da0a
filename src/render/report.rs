use serde::ser::{Serialize, Serializer};

use super::findings::{FindingsView, to_json_line};
use super::view::view;
use crate::report::Report;

view! {
    /// The report on a file.
    #[cfg_attr(test, schemars(title = "Report"))]
    pub(super) struct ReportView<'r> as "report" fn new(file: &'r str, report: &'r Report) {
        /// The name of the file, as the caller gave it.
        file: &'r str = file,
        report..: UnnamedReportView<'r> = UnnamedReportView::new(report),
    }
}

view! {
    /// A report without the name of its file.
    struct UnnamedReportView<'r> fn new(report: &'r Report) {
        /// Whether there are no errors.
        valid: bool = report.is_valid(),
        findings..: FindingsView<'r> = FindingsView::new(report),
    }
}

/// The object of [`report_json`] without the name of a file.
///
/// ```
/// use universal_accounting::{report::Policy, transactions};
///
/// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
/// assert!(serde_json::to_string(&report)?.starts_with(r#"{"valid":false,"errors":1,"warnings":0,"notes":0,"findings":[{"rule":"transactions-empty","#));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        UnnamedReportView::new(self).serialize(serializer)
    }
}

/// Renders a report as one JSON object on one line.
///
/// `path` is a JSON pointer (RFC 6901), columns count Unicode scalar values from 1, and `start` and `end` are byte offsets.
/// `errors`, `warnings` and `notes` count all findings, including findings that the limits left out of `findings`.
///
/// ```
/// use universal_accounting::{render, report::Policy, transactions};
///
/// let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
/// let json = render::report_json("payload.json", &report);
/// assert!(json.starts_with(r#"{"file":"payload.json","valid":false,"errors":1,"warnings":0,"notes":0,"findings":[{"rule":"transactions-empty","#));
/// ```
#[must_use]
pub fn report_json(file: &str, report: &Report) -> String {
    to_json_line(&ReportView::new(file, report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_file_matches_the_view() {
        assert_schema_matches_file::<ReportView<'_>>("report");
    }
}
