//! What an import does with each transaction.

use pyo3::prelude::*;
use universal_accounting::dedup::{self, Verdict};

use crate::finding::Finding;
use crate::word::IMPORT_VERDICT;

/// What an import does with the transactions of statements, or would do.
#[pyclass(frozen, get_all, module = "universal_accounting")]
pub(crate) struct Plan {
    /// The number of transactions that are created.
    new: u64,
    /// The number of transactions that exist already.
    existing: u64,
    /// How many of the existing ones were sent with other content. They are not changed.
    conflicts: usize,
    /// How many of the new ones may be bookings that exist already.
    suspects: usize,
    /// The verdict on each transaction, in the order of the statements.
    items: Vec<PlanItem>,
    /// What the statements that the store remembers say about these, each with the name of the file.
    findings: Vec<(String, Finding)>,
}

impl Plan {
    pub(crate) fn new(plan: &dedup::Plan<'_>) -> Self {
        let result = plan.result(0);
        let verdicts = plan.verdicts().map(|(_, verdict)| verdict);
        Self {
            new: result.new_transactions,
            existing: result.existing_transactions,
            conflicts: plan.conflicts(),
            suspects: plan.suspects(),
            items: verdicts.map(PlanItem::new).collect(),
            findings: Vec::new(),
        }
    }

    pub(crate) fn with_findings(self, findings: Vec<(String, Finding)>) -> Self {
        Self { findings, ..self }
    }
}

#[pymethods]
impl Plan {
    fn __repr__(&self) -> String {
        let Self {
            new,
            existing,
            conflicts,
            suspects,
            ..
        } = self;
        format!("<Plan {new} new, {existing} existing, {conflicts} conflicts, {suspects} suspects>")
    }
}

/// What an import does with one transaction.
#[pyclass(frozen, module = "universal_accounting")]
#[derive(Clone)]
pub(crate) struct PlanItem {
    verdict: &'static str,
    message: Option<String>,
    fields: Vec<&'static str>,
    similar_id: Option<String>,
}

#[pymethods]
impl PlanItem {
    /// What an import does with it.
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        IMPORT_VERDICT.member(py, self.verdict)
    }

    /// What to check, in English; for a conflict or a suspect.
    #[getter]
    fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The fields of the service's contract that differ from those of the known transaction.
    #[getter]
    fn fields(&self) -> Vec<&'static str> {
        self.fields.clone()
    }

    /// The id of the known transaction that a suspect is similar to.
    #[getter]
    fn similar_id(&self) -> Option<&str> {
        self.similar_id.as_deref()
    }

    fn __repr__(&self) -> String {
        format!("<PlanItem {}>", self.verdict)
    }
}

impl PlanItem {
    fn new(verdict: &Verdict) -> Self {
        let mut item = Self {
            verdict: "new",
            message: None,
            fields: Vec::new(),
            similar_id: None,
        };
        match verdict {
            Verdict::Existing { text_differs } => {
                item.verdict = "existing";
                if *text_differs {
                    item.fields.push("text");
                }
            }
            Verdict::Suspect(suspect) => {
                item.verdict = "suspect";
                item.message = Some(suspect.to_string());
                let id = suspect.similar_to.transaction_id();
                item.similar_id = id.map(ToString::to_string);
            }
            Verdict::Conflict(conflict) | Verdict::Added(conflict) => {
                let is_added = matches!(verdict, Verdict::Added(_));
                item.verdict = if is_added { "added" } else { "conflict" };
                item.message = (!is_added).then(|| conflict.to_string());
                let fields = conflict.differences.iter().map(|differs| differs.field);
                item.fields = fields.collect();
                if conflict.text_differs {
                    item.fields.push("text");
                }
            }
            _ => {}
        }
        item
    }
}
