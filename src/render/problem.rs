use super::findings::{FindingsView, to_json_line, view};
use crate::report::Report;

/// The media type of [`problem_json`].
pub const PROBLEM_MEDIA_TYPE: &str = "application/problem+json";

/// The kind of a refused input, for [`problem_json`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusedInput {
    /// A payload of base data.
    BaseData,
    /// A payload of transactions.
    Transactions,
    /// A request to create a document.
    Document,
    /// A bank statement that can't be converted.
    Statement,
}

/// The members of a problem document.
pub(crate) struct ProblemDetails<'r> {
    /// The last part of the type, which identifies the problem and never changes, even if the title does.
    pub(crate) slug: &'static str,
    pub(crate) title: &'static str,
    pub(crate) status: u16,
    pub(crate) detail: String,
    pub(crate) report: Option<&'r Report>,
}

impl<'r> ProblemDetails<'r> {
    /// Describes a refused input.
    pub(crate) fn refused(refused: RefusedInput, report: &'r Report) -> Self {
        match refused {
            RefusedInput::BaseData => {
                Self::invalid("invalid-base-data", "Invalid base data", "body", report)
            }
            RefusedInput::Transactions => Self::invalid(
                "invalid-transactions",
                "Invalid transactions",
                "body",
                report,
            ),
            RefusedInput::Document => {
                Self::invalid("invalid-document", "Invalid document", "body", report)
            }
            RefusedInput::Statement => Self::invalid(
                "invalid-statement",
                "Invalid statement",
                "statement",
                report,
            ),
        }
    }

    /// Describes an input that breaks rules; `input` is its name in a sentence.
    pub(crate) fn invalid(
        slug: &'static str,
        title: &'static str,
        input: &str,
        report: &'r Report,
    ) -> Self {
        let (errors, warnings) = (
            pluralized(report.errors, "error"),
            pluralized(report.warnings, "warning"),
        );
        let detail = format!("The {input} has {errors} and {warnings}.");
        Self {
            slug,
            title,
            status: 400,
            detail,
            report: Some(report),
        }
    }

    pub(crate) fn to_json(&self) -> String {
        to_json_line(&ProblemView::new(self))
    }
}

view! {
    /// A refusal as problem details (RFC 9457).
    #[cfg_attr(test, schemars(title = "Problem"))]
    struct ProblemView<'r> fn new(problem: &ProblemDetails<'r>) {
        /// The type of the problem, such as `urn:universal-accounting:problem:invalid-transactions`.
        r#type: String = ["urn:universal-accounting:problem:", problem.slug].concat(),
        /// The problem in a few words.
        title: &'static str = problem.title,
        /// The status of the response.
        status: u16 = problem.status,
        /// What is wrong with this request.
        detail: String = problem.detail.clone(),
        findings..: Option<FindingsView<'r>> = problem.report.map(FindingsView::new),
    }
}

/// Renders the report on a refused input as problem details (RFC 9457), one JSON object on one line.
///
/// The `status` is 400. The findings are in the members `errors`, `warnings`, `notes` and `findings`; `detail` counts no notes, because a note is no
/// problem. Send it with the media type [`PROBLEM_MEDIA_TYPE`].
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions};
/// use universal_accounting::render::{self, RefusedInput};
///
/// let error = format::convert(b"Datum;Text\n31.3.2026;Miete\n", &ConvertOptions::new()).unwrap_err();
/// let problem = render::problem_json(RefusedInput::Statement, error.report());
/// assert!(problem.starts_with(
///     r#"{"type":"urn:universal-accounting:problem:invalid-statement","title":"Invalid statement","status":400,"#
/// ));
/// assert!(problem.contains(r#""findings":[{"rule":"#));
/// ```
#[must_use]
pub fn problem_json(refused: RefusedInput, report: &Report) -> String {
    ProblemDetails::refused(refused, report).to_json()
}

fn pluralized(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Policy;
    use crate::source::assert_schema_matches_file;
    use crate::transactions;

    #[test]
    fn names_the_refused_input_in_type_and_title() {
        let report = transactions::check(b"{\"transactions\": []}", &Policy::new());
        for (refused, slug, title) in [
            (
                RefusedInput::BaseData,
                "invalid-base-data",
                "Invalid base data",
            ),
            (
                RefusedInput::Transactions,
                "invalid-transactions",
                "Invalid transactions",
            ),
            (
                RefusedInput::Document,
                "invalid-document",
                "Invalid document",
            ),
        ] {
            let expected = format!(
                r#"{{"type":"urn:universal-accounting:problem:{slug}","title":"{title}","status":400,"detail":"The body has 1 error and 0 warnings.","errors":1,"#
            );
            let problem = problem_json(refused, &report);
            assert!(problem.starts_with(&expected), "{problem}");
        }
        let problem = problem_json(RefusedInput::Statement, &report);
        assert!(
            problem.contains(r#""detail":"The statement has 1 error and 0 warnings.""#),
            "{problem}"
        );
    }

    #[test]
    fn the_detail_counts_no_notes() {
        let mut report = transactions::check(b"{\"transactions\": []}", &Policy::new());
        report.notes = 2;
        let problem = problem_json(RefusedInput::Transactions, &report);
        let expected =
            r#""detail":"The body has 1 error and 0 warnings.","errors":1,"warnings":0,"notes":2,"#;
        assert!(problem.contains(expected), "{problem}");
    }

    #[test]
    fn schema_file_matches_the_view() {
        assert_schema_matches_file::<ProblemView<'_>>("problem");
    }
}
