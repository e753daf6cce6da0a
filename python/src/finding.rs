//! Findings and reports.

use pyo3::prelude::*;
use universal_accounting::render;
use universal_accounting::report::{self, Language};

use crate::word::SEVERITY;

/// A fault in an input, or something worth knowing about it, with its position.
#[pyclass(frozen, eq, module = "universal_accounting")]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Finding {
    finding: report::Finding,
    language: Language,
}

impl Finding {
    /// Returns the findings of a report.
    pub(crate) fn all(report: &report::Report, language: Language) -> Vec<Self> {
        let findings = report.findings.iter();
        findings
            .map(|finding| Self::new(finding.clone(), language))
            .collect()
    }

    pub(crate) const fn new(finding: report::Finding, language: Language) -> Self {
        Self { finding, language }
    }
}

#[pymethods]
impl Finding {
    /// The id of the rule, such as `amount-zero`. Its meaning never changes.
    #[getter]
    const fn rule(&self) -> &'static str {
        self.finding.rule.id
    }

    /// How bad it is.
    #[getter]
    fn severity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        SEVERITY.member(py, self.finding.severity.as_str())
    }

    /// The JSON pointer (RFC 6901) to the value; empty for a bank's file.
    #[getter]
    fn pointer(&self) -> &str {
        &self.finding.pointer
    }

    /// The line of the first character, counted from 1.
    #[getter]
    const fn line(&self) -> usize {
        self.finding.line
    }

    /// The column of the first character, counted from 1.
    #[getter]
    const fn column(&self) -> usize {
        self.finding.column
    }

    /// The offsets of the faulty bytes in the file: of the first one, and after the last one.
    #[getter]
    const fn span(&self) -> (usize, usize) {
        (self.finding.span.start, self.finding.span.end)
    }

    /// The name of the column of a table, if the fault is in one of its cells.
    #[getter]
    fn cell(&self) -> Option<&str> {
        self.finding.cell.as_ref().map(|cell| cell.column.as_str())
    }

    /// What is wrong, in the language of the call.
    #[getter]
    fn message(&self) -> String {
        self.finding.message_in(self.language)
    }

    /// What to do, in the language of the call.
    #[getter]
    fn help(&self) -> String {
        self.finding.help_in(self.language)
    }

    /// The text that corrects the fault, if there is one.
    #[getter]
    fn replacement(&self) -> Option<&str> {
        let fix = self.finding.fix.as_ref();
        fix.map(|fix| fix.replacement.as_str())
    }

    fn __repr__(&self) -> String {
        let finding = &self.finding;
        format!(
            "<Finding {} {} at {}:{}: {}>",
            finding.severity,
            finding.rule.id,
            finding.line,
            finding.column,
            self.message()
        )
    }

    fn __str__(&self) -> String {
        let finding = &self.finding;
        format!(
            "{}:{}: {}[{}]: {}; {}",
            finding.line,
            finding.column,
            finding.severity,
            finding.rule.id,
            self.message(),
            self.help()
        )
    }
}

/// What a check has found.
#[pyclass(frozen, module = "universal_accounting")]
pub(crate) struct Report {
    name: String,
    found: report::Report,
    language: Language,
}

impl Report {
    pub(crate) const fn new(name: String, found: report::Report, language: Language) -> Self {
        Self {
            name,
            found,
            language,
        }
    }

    /// Returns the message of the first finding.
    pub(crate) fn first_message(&self) -> String {
        let first = self.found.findings.first();
        first.map_or(String::new(), |finding| finding.message_in(self.language))
    }
}

#[pymethods]
impl Report {
    /// Whether there is no error.
    #[getter]
    const fn is_valid(&self) -> bool {
        self.found.is_valid()
    }

    /// The number of errors, including those beyond the limits of `findings`.
    #[getter]
    const fn errors(&self) -> usize {
        self.found.errors
    }

    /// The number of warnings, including those beyond the limits of `findings`.
    #[getter]
    const fn warnings(&self) -> usize {
        self.found.warnings
    }

    /// The number of notes, including those beyond the limits of `findings`.
    #[getter]
    const fn notes(&self) -> usize {
        self.found.notes
    }

    /// The findings, in the order of their positions.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        Finding::all(&self.found, self.language)
    }

    /// Returns the report as one line of JSON, in English, as the program writes it.
    fn to_json(&self) -> String {
        render::report_json(&self.name, &self.found)
    }

    fn __repr__(&self) -> String {
        let report = &self.found;
        format!(
            "<Report {} errors, {} warnings, {} notes>",
            report.errors, report.warnings, report.notes
        )
    }
}
