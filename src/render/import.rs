use serde::Serialize;

use super::findings::{FindingsView, line};
use super::report::ReportView;
use super::view::view;
use crate::dedup::{Difference, KnownTransaction, Plan, Verdict};
use crate::report::Report;
use crate::source::sorted_by_key;
use crate::transactions::TransactionsReading;
use crate::value::CardNumber;

view! {
    /// What becomes of each transaction of a payload in an import.
    #[cfg_attr(test, schemars(title = "Import"))]
    struct ImportView<'i> fn new(file: &'i str, reading: &'i TransactionsReading, plan: Option<&'i Plan<'_>>, counts: [u64; 3]) {
        /// Whether the payload can be taken at all; else nothing of it is imported.
        taken: bool = plan.is_some(),
        /// How many exist already and are not created again.
        existing_transactions: u64 = counts[0],
        /// How many are created.
        new_transactions: u64 = counts[1],
        /// How many can't be imported because of an error.
        error_transactions: u64 = counts[2],
        /// A verdict on each transaction, in their order.
        verdicts: Vec<VerdictView<'i>> = plan.map_or(Vec::new(), |plan| verdicts(reading, plan)),
        /// What was found in the payload.
        report: ReportView<'i> = ReportView::new(file, &reading.report),
    }
}

/// What becomes of one transaction.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "verdict"))]
#[serde(rename_all = "camelCase")]
struct VerdictView<'i> {
    /// Its place in the payload, counted from 0.
    index: usize,
    /// `new` is created; `suspect` too, but is like one that exists; `existing` is not created again; nor is `conflict`, which exists with
    /// other content; `rejected` has an error.
    #[cfg_attr(test, schemars(extend("enum" = ["new", "suspect", "existing", "conflict", "rejected"])))]
    verdict: &'static str,
    /// In a sentence, without any value: what differs, or why it is suspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Whether the text differs from that of the one that exists.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, schemars(with = "Option<bool>"))]
    other_text: bool,
    /// In a conflict: what differs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(with = "Option<Vec<DifferenceView<'i>>>"))]
    differences: Vec<DifferenceView<'i>>,
    /// Of a suspect: in what way it is like the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(extend("enum" = ["other-spelling", "other-id", "no-id"])))]
    likeness: Option<&'static str>,
    /// Of a suspect: the one that it is like.
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<LikeView>,
    /// The place of the other one, where that was sent before it in the same payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<usize>,
}

view! {
    /// A field that two transactions with one key say differently.
    struct DifferenceView<'i> as "difference" fn new(difference: &'i Difference) {
        /// The field, as the contract names it.
        field: &'static str = difference.field,
        /// What the one that exists says, and stays; null where it lacks the field.
        known: Option<&'i str> = difference.known.as_deref(),
        /// What was sent.
        sent: Option<&'i str> = difference.sent.as_deref(),
    }
}

view! {
    /// A transaction that exists.
    struct LikeView as "like" fn new(like: &KnownTransaction) {
        /// Its account, card numbers masked.
        account_identifier: String = masked(like.account().as_str()),
        /// Its id, card numbers masked; null where it has none.
        transaction_id: Option<String> = like.transaction_id().map(|id| masked(id.as_str())),
    }
}

impl<'i> VerdictView<'i> {
    fn new(index: usize, verdict: &'static str) -> Self {
        Self { index, verdict, ..Self::default() }
    }

    fn from_verdict(index: usize, verdict: &'i Verdict, place: impl Fn(usize) -> Option<usize>) -> Self {
        match verdict {
            Verdict::New => Self::new(index, "new"),
            Verdict::Existing { text_differs } => Self { other_text: *text_differs, ..Self::new(index, "existing") },
            Verdict::Conflict(conflict) => Self {
                message: Some(conflict.to_string()),
                other_text: conflict.text_differs,
                differences: conflict.differences.iter().map(DifferenceView::new).collect(),
                earlier: conflict.batch_index.and_then(place),
                ..Self::new(index, "conflict")
            },
            Verdict::Suspect(suspect) => Self {
                message: Some(suspect.to_string()),
                likeness: Some(suspect.reason.as_str()),
                like: Some(LikeView::new(&suspect.similar_to)),
                earlier: suspect.batch_index.and_then(place),
                ..Self::new(index, "suspect")
            },
        }
    }
}

fn masked(text: &str) -> String {
    CardNumber::mask(text).into_owned()
}

/// What becomes of each transaction of a payload as one JSON object on one line, with the report of its reading. Without a plan, for a payload
/// that can't be taken at all, nothing of it is imported.
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
    line(&ImportView::new(file, reading, plan, counts))
}

fn counts_of(reading: &TransactionsReading, plan: &Plan<'_>) -> [u64; 3] {
    let result = plan.result(reading.rejected.len());
    [result.existing_transactions, result.new_transactions, result.error_transactions]
}

/// What becomes of each transaction that was sent, in their order.
fn verdicts<'i>(reading: &TransactionsReading, plan: &'i Plan<'_>) -> Vec<VerdictView<'i>> {
    let place = |index: usize| reading.positions.get(index).map(|place| place.index);
    let planned = plan.verdicts().enumerate();
    let planned = planned.filter_map(|(index, (_, verdict))| Some((reading.positions.get(index)?, verdict)));
    let planned = planned.map(|(at, verdict)| (at.span.start, VerdictView::from_verdict(at.index, verdict, place)));
    let rejected = reading.rejected.iter().map(|at| (at.span.start, VerdictView::new(at.index, "rejected")));
    let all: Vec<(usize, VerdictView<'_>)> = planned.chain(rejected).collect();
    sorted_by_key(all, |(start, _)| (*start, 0)).into_iter().map(|(_, verdict)| verdict).collect()
}

view! {
    /// The answer to an import (contract 4.3), with what there is to say beside the counts.
    #[cfg_attr(test, schemars(title = "Import answer"))]
    struct ImportAnswerView<'i> fn new(counts: [u64; 3], more: Option<DetailsView<'i>>) {
        /// How many existed already and were not created again.
        existing_transactions: u64 = counts[0],
        /// How many were created.
        new_transactions: u64 = counts[1],
        /// How many could not be imported because of an error.
        error_transactions: u64 = counts[2],
        /// What the contract has no word for; absent where there is nothing to say. A client may ignore it.
        details?: Option<DetailsView<'i>> = more,
    }
}

view! {
    /// What an import met with.
    struct DetailsView<'i> as "details" fn new(all: Vec<VerdictView<'i>>, report: &'i Report) {
        /// The transactions that are more than new or existing: suspects, conflicts, other texts, and those with an error.
        verdicts: Vec<VerdictView<'i>> = all,
        #[serde(flatten)]
        found: FindingsView<'i> = FindingsView::new(report),
    }
}

/// The answer to an import as the contract has it, one JSON object on one line; where something was found, or is suspect, in conflict or rejected,
/// the member `details` says so.
///
/// ```
/// use universal_accounting::dedup::{self, MemoryStore};
/// use universal_accounting::{render, report::Policy, transactions};
///
/// let reading = transactions::read(br#"{"transactions": [{"amount": "0"}]}"#, &Policy::new());
/// let plan = dedup::import(&MemoryStore::new(), &reading.values)?;
/// let json = render::import_answer_json(&reading, &plan);
/// assert!(json.starts_with(r#"{"existingTransactions":0,"newTransactions":0,"errorTransactions":1,"details":{"verdicts":[{"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn import_answer_json(reading: &TransactionsReading, plan: &Plan<'_>) -> String {
    let mut verdicts = verdicts(reading, plan);
    verdicts.retain(|one| one.other_text || !matches!(one.verdict, "new" | "existing"));
    let says_more = !(verdicts.is_empty() && reading.report.findings.is_empty());
    let details = says_more.then(|| DetailsView::new(verdicts, &reading.report));
    line(&ImportAnswerView::new(counts_of(reading, plan), details))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::assert_schema_matches_file;

    #[test]
    fn the_schema_of_an_answer_is_that_of_what_is_written() {
        assert_schema_matches_file::<ImportAnswerView<'_>>("import-answer");
    }

    #[test]
    fn the_schema_is_that_of_what_is_written() {
        assert_schema_matches_file::<ImportView<'_>>("import");
    }
}
