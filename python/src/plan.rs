//! What an import does with each transaction.

use pyo3::prelude::*;
use universal_accounting::dedup::{
    self, FollowingDays, OnConflict, Parts, StoredStatement, UnreadablePart, Verdict,
};
use universal_accounting::transactions;

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

/// The transactions of an import and their statements, which a store takes in one part.
pub(crate) struct Batch {
    transactions: Vec<transactions::Transaction>,
    statements: Vec<StoredStatement>,
    on_conflict: OnConflict,
    following_days: FollowingDays,
    is_given: bool,
    /// The counts of new and existing transactions, and of conflicts and suspects.
    counts: (u64, u64, usize, usize),
    items: Vec<PlanItem>,
}

impl Batch {
    pub(crate) fn new(
        transactions: Vec<transactions::Transaction>,
        statements: Vec<StoredStatement>,
        on_conflict: OnConflict,
    ) -> Self {
        Self {
            transactions,
            statements,
            on_conflict,
            following_days: FollowingDays::default(),
            is_given: false,
            counts: (0, 0, 0, 0),
            items: Vec::new(),
        }
    }

    pub(crate) fn transactions(&self) -> &[transactions::Transaction] {
        &self.transactions
    }

    /// Sets the days on which no stored booking can be one of the batch.
    pub(crate) fn set_following_days(&mut self, days: FollowingDays) {
        self.following_days = days;
    }

    /// Takes a plan of all transactions.
    pub(crate) fn take(&mut self, plan: &dedup::Plan<'_>) {
        let result = plan.result(0);
        self.counts = (
            result.new_transactions,
            result.existing_transactions,
            plan.conflicts(),
            plan.suspects(),
        );
        let verdicts = plan.verdicts().map(|(_, verdict)| verdict);
        self.items = verdicts.map(PlanItem::new).collect();
    }

    pub(crate) fn into_plan(self, findings: Vec<(String, Finding)>) -> Plan {
        let (new, existing, conflicts, suspects) = self.counts;
        Plan {
            new,
            existing,
            conflicts,
            suspects,
            items: self.items,
            findings,
        }
    }
}

impl Parts for Batch {
    fn rewind(&mut self) {
        self.is_given = false;
    }

    fn next_part(&mut self) -> Result<Option<Vec<transactions::Transaction>>, UnreadablePart> {
        if std::mem::replace(&mut self.is_given, true) {
            return Ok(None);
        }
        Ok(Some(self.transactions.clone()))
    }

    fn following_days(&self) -> Option<&FollowingDays> {
        Some(&self.following_days)
    }

    fn on_conflict(&self) -> OnConflict {
        self.on_conflict
    }

    fn statements(&self) -> &[StoredStatement] {
        &self.statements
    }

    fn take_plan(&mut self, plan: &dedup::Plan<'_>) {
        self.take(plan);
    }
}
