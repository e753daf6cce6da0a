use super::findings::{FindingsView, to_json_line};
use super::report::ReportView;
use super::view::{json_object, view};
use crate::dedup::{Difference, KnownTransaction, Plan, Verdict};
use crate::report::Report;
use crate::source::sorted_by_key;
use crate::transactions::TransactionsReading;
use crate::value::CardNumber;

view! {
    /// The result of importing a payload.
    #[cfg_attr(test, schemars(title = "Import"))]
    struct ImportView<'i> fn new(file: &'i str, reading: &'i TransactionsReading, plan: Option<&'i Plan<'_>>, counts: [u64; 3]) {
        /// Whether the payload is accepted; if not, nothing of it is imported.
        taken: bool = plan.is_some(),
        /// The number of transactions that exist already and are not created again.
        existing_transactions: u64 = counts[0],
        /// The number of transactions that are created.
        new_transactions: u64 = counts[1],
        /// The number of transactions that can't be imported because of an error.
        error_transactions: u64 = counts[2],
        /// The verdict on each transaction, in the order of the payload.
        verdicts: Vec<VerdictView<'i>> = plan.map_or(Vec::new(), |plan| verdicts(reading, plan)),
        /// The report on the payload.
        report: ReportView<'i> = ReportView::new(file, &reading.report),
    }
}

json_object! {
    /// The result for one transaction.
    #[derive(Default)]
    struct VerdictView<'i> as "verdict" {
        /// The position in the payload, counted from 0.
        index: usize,
        /// `new` is created. `suspect` is created too, but resembles an existing transaction. `existing` is not created again. `conflict` is not
        /// created, because a transaction with the same id exists with other content. `rejected` has an error.
        #[cfg_attr(test, schemars(extend("enum" = ["new", "suspect", "existing", "conflict", "rejected"])))]
        verdict: &'static str,
        /// What differs, or why the transaction is suspected. The sentence contains no value.
        message?: Option<String>,
        /// Whether the text differs from that of the existing transaction.
        other_text?: Option<bool>,
        /// For a conflict: the fields that differ.
        differences?: Option<Vec<DifferenceView<'i>>>,
        /// For a suspect: how it resembles the existing transaction.
        #[cfg_attr(test, schemars(extend("enum" = ["other-spelling", "other-id", "no-id"])))]
        likeness?: Option<&'static str>,
        /// For a suspect: the existing transaction that it resembles.
        like?: Option<LikeView>,
        /// The position of the other transaction, if it is an earlier one of the same payload.
        earlier?: Option<usize>,
    }
}

view! {
    /// A field that differs between two transactions with the same key.
    struct DifferenceView<'i> as "difference" fn new(difference: &'i Difference) {
        /// The name of the field.
        field: &'static str = difference.field,
        /// The value of the existing transaction, which does not change; null if it has no value.
        known: Option<&'i str> = difference.known.as_deref(),
        /// The value that was sent; null if it has no value.
        sent: Option<&'i str> = difference.sent.as_deref(),
    }
}

view! {
    /// An existing transaction.
    struct LikeView as "like" fn new(like: &KnownTransaction) {
        /// The account, card numbers masked.
        account_identifier: String = masked(like.account().as_str()),
        /// The id, card numbers masked; null if the transaction has no id.
        transaction_id: Option<String> = like.transaction_id().map(|id| masked(id.as_str())),
    }
}

impl<'i> VerdictView<'i> {
    fn new(index: usize, verdict: &'static str) -> Self {
        Self { index, verdict, ..Self::default() }
    }

    fn from_verdict(index: usize, verdict: &'i Verdict, position: impl Fn(usize) -> Option<usize>) -> Self {
        match verdict {
            Verdict::New => Self::new(index, "new"),
            Verdict::Existing { text_differs } => {
                Self { other_text: text_differs.then_some(true), ..Self::new(index, "existing") }
            }
            Verdict::Conflict(conflict) => Self {
                message: Some(conflict.to_string()),
                other_text: conflict.text_differs.then_some(true),
                differences: some_if_any(conflict.differences.iter().map(DifferenceView::new).collect()),
                earlier: conflict.batch_index.and_then(position),
                ..Self::new(index, "conflict")
            },
            Verdict::Suspect(suspect) => Self {
                message: Some(suspect.to_string()),
                likeness: Some(suspect.reason.as_str()),
                like: Some(LikeView::new(&suspect.similar_to)),
                earlier: suspect.batch_index.and_then(position),
                ..Self::new(index, "suspect")
            },
        }
    }
}

/// Returns a list that has an element.
fn some_if_any<T>(list: Vec<T>) -> Option<Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}

fn masked(text: &str) -> String {
    CardNumber::mask(text).into_owned()
}

/// Renders the result of an import as one JSON object on one line, with the report on the payload.
///
/// `plan` is `None` for a payload that is not accepted; nothing of it is imported.
///
/// ```
/// use universal_accounting::dedup::{self, MemoryStore, Store};
/// use universal_accounting::{render, report::Policy, transactions};
///
/// let reading = transactions::read(br#"{"transactions": [{"amount": "0"}]}"#, &Policy::new());
/// let plan = MemoryStore::new().plan(dedup::keys(&reading.values))?;
/// let json = render::import_json("march.json", &reading, Some(&plan));
/// assert!(json.contains(r#""errorTransactions":1,"verdicts":[{"index":0,"verdict":"rejected"}]"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn import_json(file: &str, reading: &TransactionsReading, plan: Option<&Plan<'_>>) -> String {
    let counts = plan.map_or([0; 3], |plan| counts_of(reading, plan));
    to_json_line(&ImportView::new(file, reading, plan, counts))
}

fn counts_of(reading: &TransactionsReading, plan: &Plan<'_>) -> [u64; 3] {
    let result = plan.result(reading.rejected.len());
    [result.existing_transactions, result.new_transactions, result.error_transactions]
}

/// Returns the result for each transaction of the payload, in its order.
fn verdicts<'i>(reading: &TransactionsReading, plan: &'i Plan<'_>) -> Vec<VerdictView<'i>> {
    let position = |index: usize| reading.positions.get(index).map(|position| position.index);
    let planned = plan.verdicts().enumerate();
    let planned = planned.filter_map(|(index, (_, verdict))| Some((reading.positions.get(index)?, verdict)));
    let planned = planned.map(|(at, verdict)| (at.span.start, VerdictView::from_verdict(at.index, verdict, position)));
    let rejected = reading.rejected.iter().map(|at| (at.span.start, VerdictView::new(at.index, "rejected")));
    let all: Vec<(usize, VerdictView<'_>)> = planned.chain(rejected).collect();
    sorted_by_key(all, |(start, _)| (*start, 0)).into_iter().map(|(_, verdict)| verdict).collect()
}

view! {
    /// What an import did, beyond the counts of its answer.
    #[cfg_attr(test, schemars(title = "Import details"))]
    struct ImportDetailsView<'i> fn new(counts: [u64; 3], verdicts: Vec<VerdictView<'i>>, report: &'i Report) {
        /// The number of transactions that existed already and were not created again.
        existing_transactions: u64 = counts[0],
        /// The number of transactions that were created.
        new_transactions: u64 = counts[1],
        /// The number of transactions that could not be imported because of an error.
        error_transactions: u64 = counts[2],
        /// The suspects, the conflicts, the existing transactions with another text, and the transactions with an error.
        verdicts: Vec<VerdictView<'i>> = verdicts,
        findings..: FindingsView<'i> = FindingsView::new(report),
    }
}

/// Renders what an import did as one JSON object on one line: the counts of its answer, the verdicts that a person should review, and the findings.
///
/// ```
/// use universal_accounting::dedup::{self, MemoryStore};
/// use universal_accounting::{render, report::Policy, transactions};
///
/// let reading = transactions::read(br#"{"transactions": [{"amount": "0"}]}"#, &Policy::new());
/// let plan = dedup::import(&MemoryStore::new(), &reading.values)?;
/// let json = render::import_details_json(&reading, &plan);
/// assert!(json.starts_with(r#"{"existingTransactions":0,"newTransactions":0,"errorTransactions":1,"verdicts":[{"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn import_details_json(reading: &TransactionsReading, plan: &Plan<'_>) -> String {
    let mut verdicts = verdicts(reading, plan);
    verdicts.retain(|verdict| verdict.other_text.is_some() || !matches!(verdict.verdict, "new" | "existing"));
    to_json_line(&ImportDetailsView::new(counts_of(reading, plan), verdicts, &reading.report))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn schema_file_matches_the_import_details() {
        assert_schema_matches_file::<ImportDetailsView<'_>>("import-details");
    }

    #[test]
    fn schema_file_matches_the_import() {
        assert_schema_matches_file::<ImportView<'_>>("import");
    }
}
