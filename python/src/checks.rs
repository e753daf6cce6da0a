//! Payloads and journals: checked, normalized and compared.

use pyo3::prelude::*;
use universal_accounting::report::{self, Fixes};
use universal_accounting::{
    base_data, cross_check, diff, documents, format, journal, render, transactions,
};

use crate::error::{Code, error, invalid_option};
use crate::export::read_base_data;
use crate::finding::Report;
use crate::policy::Policy;

/// Checks a payload of this kind.
#[pyfunction]
#[pyo3(signature = (kind, name, source, policy, base_data=None))]
pub(crate) fn check(
    py: Python<'_>,
    kind: &str,
    name: String,
    source: &[u8],
    policy: &Policy,
    base_data: Option<&Bound<'_, PyAny>>,
) -> PyResult<Report> {
    let known = read_base_data(py, base_data)?;
    if kind == "journal" && known.is_some() && format::is_single_entries_file(source) {
        let fault =
            "base data is compared with journals in JSON only, not with the CSV of single entries";
        return Err(invalid_option(py, "base_data", fault));
    }
    let rules = &policy.policy;
    let report = py.detach(|| match (kind, &known) {
        ("transactions", Some(known)) => cross_check::check_transactions(source, known, rules),
        ("transactions", None) => transactions::check(source, rules),
        ("journal", Some(known)) => cross_check::check_journal(source, known, rules),
        ("journal", None) => format::check_journal(source, rules),
        ("document", _) => documents::check(source, rules),
        _ => base_data::check(source, rules),
    });
    Ok(Report::new(name, report, policy.language))
}

/// A payload after fixes.
#[pyclass(frozen, get_all, module = "universal_accounting")]
pub(crate) struct Normalized {
    /// The canonical JSON, one document on each line. None if the input is not JSON and can't be corrected.
    json: Option<String>,
    /// The changes, in the order of their positions.
    changes: Vec<Change>,
    /// The remaining findings.
    report: Py<Report>,
}

/// A change of the content of a payload.
#[pyclass(frozen, get_all, module = "universal_accounting")]
#[derive(Debug, Clone)]
pub(crate) struct Change {
    /// The rule that was broken. None if members were put into order.
    rule: Option<&'static str>,
    /// Whether the change certainly keeps the meaning.
    safe: bool,
    /// The JSON pointer (RFC 6901) to the value in the input.
    pointer: String,
    /// The line of the first character, counted from 1.
    line: usize,
    /// The column of the first character, counted from 1.
    column: usize,
    /// What was wrong.
    message: String,
    /// The new text, card numbers masked. Empty if the text was removed, None if members were put into order.
    replacement: Option<String>,
}

#[pymethods]
impl Change {
    fn __repr__(&self) -> String {
        format!("<Change at {}: {}>", self.pointer, self.message)
    }
}

impl From<report::Change> for Change {
    fn from(change: report::Change) -> Self {
        Self {
            rule: change.rule.map(|rule| rule.id),
            safe: change.safe,
            pointer: change.pointer,
            line: change.line,
            column: change.column,
            message: change.message,
            replacement: change.replacement,
        }
    }
}

/// Applies fixes to a payload of this kind.
#[pyfunction]
pub(crate) fn normalize(
    py: Python<'_>,
    kind: &str,
    name: String,
    source: &[u8],
    policy: &Policy,
    fixes: &str,
) -> PyResult<Normalized> {
    let fixes = match fixes {
        "safe" => Fixes::Safe,
        "all" => Fixes::All,
        _ => return Err(invalid_option(py, "fixes", "it must be safe or all")),
    };
    let normalize = match kind {
        "transactions" => transactions::normalize,
        "journal" => journal::normalize,
        "document" => documents::normalize,
        _ => base_data::normalize,
    };
    let normalized = py.detach(|| normalize(source, &policy.policy, fixes));
    let report = Report::new(name, normalized.report, policy.language);
    Ok(Normalized {
        json: normalized.json,
        changes: normalized.changes.into_iter().map(Change::from).collect(),
        report: Py::new(py, report)?,
    })
}

/// Compares what the service holds with a new payload, and returns the reports on both and the changes as JSON.
#[pyfunction]
pub(crate) fn diff_base_data(
    py: Python<'_>,
    held: &[u8],
    new: &[u8],
    policy: &Policy,
) -> (Report, Report, String) {
    let rules = &policy.policy;
    py.detach(|| {
        let reading = diff::read_base_data(held, new, rules);
        let json = render::base_data_diff_json(["held", "new"], &reading, rules.is_redacted());
        let held = Report::new("held".to_owned(), reading.held, policy.language);
        let new = Report::new("new".to_owned(), reading.new, policy.language);
        (held, new, json)
    })
}

/// Returns the JSON of the answers that a caller gives, or an error if they can't be read.
pub(crate) fn read_answers(
    py: Python<'_>,
    json: &str,
) -> PyResult<universal_accounting::learn::Answers> {
    let answers = universal_accounting::learn::Answers::read(json);
    answers.map_err(|fault| {
        error(
            py,
            Code::InvalidOption,
            format_args!("the answers: {fault}"),
        )
    })
}
