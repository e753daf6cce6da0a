use super::findings::{FindingsView, to_json_line};
use super::report::ReportView;
use super::view::{json_object, view};
use crate::dedup::{Difference, KnownTransaction, Plan, Verdict};
use crate::report::{RecordPosition, Report};
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
        verdicts: Vec<VerdictView<'i>> = plan.map_or(Vec::new(), |plan| Listed::all(reading, plan).views(reading)),
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

/// The transactions of a payload whose verdicts are listed, in their order.
struct Listed<'i> {
    /// Each with its verdict, or without one if it is rejected.
    transactions: Vec<(RecordPosition, Option<&'i Verdict>)>,
    /// The number of transactions that the limit left out.
    omitted: u64,
}

impl<'i> Listed<'i> {
    fn all(reading: &TransactionsReading, plan: &'i Plan<'_>) -> Self {
        Self::new(reading, plan, |_| true, usize::MAX)
    }

    /// Takes the first `limit` of the rejected transactions and of those whose verdict `is_listed`. The views are long, so only these are made.
    fn new(
        reading: &TransactionsReading,
        plan: &'i Plan<'_>,
        is_listed: impl Fn(&Verdict) -> bool,
        limit: usize,
    ) -> Self {
        let planned = reading.positions.iter().zip(plan.verdicts());
        let mut planned = planned.filter(|(_, (_, verdict))| is_listed(verdict));
        let taken = planned.by_ref().take(limit).map(|(at, (_, verdict))| (*at, Some(verdict)));
        let rejected = reading.rejected.iter().take(limit).map(|at| (*at, None));
        let taken: Vec<_> = taken.chain(rejected).collect();
        let count = taken.len() + planned.count() + reading.rejected.len().saturating_sub(limit);
        let mut transactions = sorted_by_key(taken, |(at, _)| (at.span.start, 0));
        transactions.truncate(limit);
        let omitted = u64::try_from(count - transactions.len()).unwrap_or(u64::MAX);
        Self { transactions, omitted }
    }

    fn views(&self, reading: &TransactionsReading) -> Vec<VerdictView<'i>> {
        let position = |index: usize| reading.positions.get(index).map(|position| position.index);
        let view = |(at, verdict): &(RecordPosition, Option<&'i Verdict>)| match verdict {
            Some(verdict) => VerdictView::from_verdict(at.index, verdict, position),
            None => VerdictView::new(at.index, "rejected"),
        };
        self.transactions.iter().map(view).collect()
    }
}

/// The most verdicts in the details of an import.
const MAX_VERDICTS: usize = 1000;

view! {
    /// What an import did, beyond the counts of its answer.
    #[cfg_attr(test, schemars(title = "Import details"))]
    struct ImportDetailsView<'i> fn new(counts: [u64; 3], verdicts: Vec<VerdictView<'i>>, omitted: u64, report: &'i Report) {
        /// The number of transactions that existed already and were not created again.
        existing_transactions: u64 = counts[0],
        /// The number of transactions that were created.
        new_transactions: u64 = counts[1],
        /// The number of transactions that could not be imported because of an error.
        error_transactions: u64 = counts[2],
        /// The suspects, the conflicts, the existing transactions with another text, and the transactions with an error: the first 1000 of them.
        verdicts: Vec<VerdictView<'i>> = verdicts,
        /// The number of verdicts beyond these 1000.
        omitted_verdicts: u64 = omitted,
        findings..: FindingsView<'i> = FindingsView::new(report),
    }
}

/// Renders what an import did as one JSON object on one line: the counts of its answer, the first 1000 verdicts that a person should review, and the
/// findings.
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
    let is_listed = |verdict: &Verdict| match verdict {
        Verdict::New => false,
        Verdict::Existing { text_differs } => *text_differs,
        Verdict::Suspect(_) | Verdict::Conflict(_) => true,
    };
    let listed = Listed::new(reading, plan, is_listed, MAX_VERDICTS);
    let counts = counts_of(reading, plan);
    to_json_line(&ImportDetailsView::new(counts, listed.views(reading), listed.omitted, &reading.report))
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
