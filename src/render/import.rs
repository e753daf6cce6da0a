use serde::{Serialize, Serializer};

use super::findings::{FindingsView, ReportView, to_json_line, view};
use crate::dedup::{Conflict, ContentDifference, Key, KnownTransaction, Plan, Suspect, Verdict};
use crate::report::{RecordPosition, Report};
use crate::source::sorted_by_key;
use crate::transactions::{ImportResult, TransactionsReading};
use crate::value::{CardNumber, Text};

view! {
    /// The result of importing a payload.
    #[cfg_attr(test, schemars(title = "Import"))]
    struct ImportView<'i> fn new(file: &'i str, reading: &'i TransactionsReading, plan: Option<&'i Plan<'i>>, counts: [u64; 5]) {
        /// Whether the payload is accepted; if not, nothing of it is imported.
        importable: bool = plan.is_some(),
        /// The number of transactions that exist already and are not created again.
        existing_transactions: u64 = counts[0],
        /// The number of transactions that are created.
        new_transactions: u64 = counts[1],
        /// The number of transactions that can't be imported because of an error.
        error_transactions: u64 = counts[2],
        /// The number of conflicts among the existing ones.
        conflicts: u64 = counts[3],
        /// The number of suspects among the new ones.
        suspects: u64 = counts[4],
        /// The verdict on each transaction, in the order of the payload.
        verdicts: Vec<VerdictView<'i>> = plan.map_or(Vec::new(), |plan| Listed::all(reading, plan).views(reading)),
        /// The report on the payload.
        report: ReportView<'i> = ReportView::new(file, &reading.report),
    }
}

/// The result for one transaction.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "verdict", untagged))]
enum VerdictView<'i> {
    New(NewView),
    Suspect(SuspectView),
    Existing(ExistingView),
    Conflict(ConflictView<'i>),
    Added(AddedView),
    Rejected(RejectedView),
}

view! {
    /// The transaction is created.
    struct NewView as "new-verdict" fn new(at: usize) {
        /// The position in the payload, counted from 0.
        index: usize = at,
        #[cfg_attr(test, schemars(extend("enum" = ["new"])))]
        verdict: &'static str = "new",
    }
}

view! {
    /// The transaction is created, but it resembles an existing one.
    struct SuspectView as "suspect-verdict" fn new(at: usize, suspect: &Suspect, earlier_index: Option<usize>) {
        /// The position in the payload, counted from 0.
        index: usize = at,
        #[cfg_attr(test, schemars(extend("enum" = ["suspect"])))]
        verdict: &'static str = "suspect",
        /// Why the transaction is suspected. The sentence contains no value.
        message: String = suspect.to_string(),
        /// How the transaction resembles the existing one.
        #[cfg_attr(test, schemars(extend("enum" = ["other-spelling", "other-day", "other-id", "no-id"])))]
        likeness: &'static str = suspect.reason.as_str(),
        /// The existing transaction.
        like: LikeView = LikeView::new(&suspect.similar_to),
        /// The position of the existing transaction, if it is an earlier one of the same payload.
        earlier?: Option<usize> = earlier_index,
    }
}

view! {
    /// The transaction exists and is not created again.
    struct ExistingView as "existing-verdict" fn new(at: usize, text_differs: bool) {
        /// The position in the payload, counted from 0.
        index: usize = at,
        #[cfg_attr(test, schemars(extend("enum" = ["existing"])))]
        verdict: &'static str = "existing",
        /// Whether the text differs from that of the existing transaction.
        other_text?: Option<bool> = text_differs.then_some(true),
    }
}

view! {
    /// The transaction is not created, because one with the same id exists with other content.
    struct ConflictView<'i> as "conflict-verdict" fn new(at: usize, conflict: &'i Conflict, earlier_index: Option<usize>) {
        /// The position in the payload, counted from 0.
        index: usize = at,
        #[cfg_attr(test, schemars(extend("enum" = ["conflict"])))]
        verdict: &'static str = "conflict",
        /// What differs. The sentence contains no value.
        message: String = conflict.to_string(),
        /// Whether the text differs too.
        other_text?: Option<bool> = conflict.text_differs.then_some(true),
        /// The references of the payment in the texts that differ. If there are any, the two are two bookings.
        references: Vec<&'static str> = conflict.references.iter().map(|kind| kind.as_str()).collect(),
        /// The fields that differ.
        differences: Vec<DifferenceView<'i>> = conflict.differences.iter().map(DifferenceView::new).collect(),
        /// The position of the existing transaction, if it is an earlier one of the same payload.
        earlier?: Option<usize> = earlier_index,
    }
}

view! {
    /// Another booking has the id. The transaction is created with the next occurrence number in its id.
    struct AddedView as "added-verdict" fn new(at: usize, id: Option<&str>, conflict: &Conflict, earlier_index: Option<usize>) {
        /// The position in the payload, counted from 0.
        index: usize = at,
        #[cfg_attr(test, schemars(extend("enum" = ["added"])))]
        verdict: &'static str = "added",
        /// The id with which it is created; card numbers masked.
        transaction_id: Option<String> = id.map(masked),
        /// The references of the payment in the texts that differ.
        references: Vec<&'static str> = conflict.references.iter().map(|kind| kind.as_str()).collect(),
        /// The position of the other booking, if it is an earlier one of the same payload.
        earlier?: Option<usize> = earlier_index,
    }
}

view! {
    /// The transaction has an error and is not created.
    struct RejectedView as "rejected-verdict" fn new(at: usize) {
        /// The position in the payload, counted from 0.
        index: usize = at,
        #[cfg_attr(test, schemars(extend("enum" = ["rejected"])))]
        verdict: &'static str = "rejected",
    }
}

impl Serialize for VerdictView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::New(view) => view.serialize(serializer),
            Self::Suspect(view) => view.serialize(serializer),
            Self::Existing(view) => view.serialize(serializer),
            Self::Conflict(view) => view.serialize(serializer),
            Self::Added(view) => view.serialize(serializer),
            Self::Rejected(view) => view.serialize(serializer),
        }
    }
}

view! {
    /// A field that differs between two transactions with the same key.
    struct DifferenceView<'i> as "difference" fn new(difference: &'i ContentDifference) {
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
    /// Creates the view of a transaction without an error. `position` returns the position in the payload of a transaction of the batch.
    fn new(
        index: usize,
        (key, verdict): (&'i Key<'_>, &'i Verdict),
        position: impl Fn(usize) -> Option<usize>,
    ) -> Self {
        match verdict {
            Verdict::New => Self::New(NewView::new(index)),
            Verdict::Existing { text_differs } => {
                Self::Existing(ExistingView::new(index, *text_differs))
            }
            Verdict::Conflict(conflict) => Self::Conflict(ConflictView::new(
                index,
                conflict,
                conflict.batch_index.and_then(position),
            )),
            Verdict::Added(conflict) => Self::Added(AddedView::new(
                index,
                key.transaction_id().map(Text::as_str),
                conflict,
                conflict.batch_index.and_then(position),
            )),
            Verdict::Suspect(suspect) => Self::Suspect(SuspectView::new(
                index,
                suspect,
                suspect.batch_index.and_then(position),
            )),
        }
    }
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
/// assert!(json.contains(r#""errorTransactions":1,"conflicts":0,"suspects":0,"verdicts":[{"index":0,"verdict":"rejected"}]"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn import_json(file: &str, reading: &TransactionsReading, plan: Option<&Plan<'_>>) -> String {
    let counts = plan.map_or([0; 5], |plan| counts_of(reading, plan));
    to_json_line(&ImportView::new(file, reading, plan, counts))
}

fn counts_of(reading: &TransactionsReading, plan: &Plan<'_>) -> [u64; 5] {
    let result = plan.result(reading.rejected.len());
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    [
        result.existing_transactions,
        result.new_transactions,
        result.error_transactions,
        count(plan.conflicts()),
        count(plan.suspects()),
    ]
}

view! {
    /// The counts of an import: those of the service's answer, and how many transactions a person should review.
    struct ImportCountsView fn new(result: &ImportResult, conflicts: u64, suspects: u64) {
        existing_transactions: u64 = result.existing_transactions,
        new_transactions: u64 = result.new_transactions,
        error_transactions: u64 = result.error_transactions,
        conflicts: u64 = conflicts,
        suspects: u64 = suspects,
    }
}

/// Renders the counts of an import as one JSON object on one line: those of the service's answer, the conflicts among the existing transactions, and the
/// suspects among the new ones.
#[must_use]
pub fn import_counts_json(result: &ImportResult, conflicts: u64, suspects: u64) -> String {
    to_json_line(&ImportCountsView::new(result, conflicts, suspects))
}

/// A transaction with its verdict.
type Planned<'i> = (&'i Key<'i>, &'i Verdict);

/// The transactions of a payload whose verdicts are listed, in their order.
struct Listed<'i> {
    /// Each with its verdict, or without one if it is rejected.
    transactions: Vec<(RecordPosition, Option<Planned<'i>>)>,
    /// The number of transactions that the limit left out.
    omitted: u64,
}

impl<'i> Listed<'i> {
    fn all(reading: &TransactionsReading, plan: &'i Plan<'i>) -> Self {
        Self::new(reading, plan, |_| true, usize::MAX)
    }

    /// Takes the first `limit` of the rejected transactions and of those whose verdict `is_listed`. The views are long, so only these are made.
    fn new(
        reading: &TransactionsReading,
        plan: &'i Plan<'i>,
        is_listed: impl Fn(&Verdict) -> bool,
        limit: usize,
    ) -> Self {
        let planned = reading.positions.iter().zip(plan.verdicts());
        let mut planned = planned.filter(|(_, (_, verdict))| is_listed(verdict));
        let taken = planned
            .by_ref()
            .take(limit)
            .map(|(at, planned)| (*at, Some(planned)));
        let rejected = reading.rejected.iter().take(limit).map(|at| (*at, None));
        let taken: Vec<_> = taken.chain(rejected).collect();
        let count = taken.len() + planned.count() + reading.rejected.len().saturating_sub(limit);
        let mut transactions = sorted_by_key(taken, |(at, _)| (at.span.start, 0));
        transactions.truncate(limit);
        let omitted = u64::try_from(count - transactions.len()).unwrap_or(u64::MAX);
        Self {
            transactions,
            omitted,
        }
    }

    fn views(&self, reading: &TransactionsReading) -> Vec<VerdictView<'i>> {
        let position = |index: usize| reading.positions.get(index).map(|position| position.index);
        let view = |(at, planned): &(RecordPosition, Option<Planned<'i>>)| match planned {
            Some(planned) => VerdictView::new(at.index, *planned, position),
            None => VerdictView::Rejected(RejectedView::new(at.index)),
        };
        self.transactions.iter().map(view).collect()
    }
}

/// The most verdicts in the details of an import.
const MAX_VERDICTS: usize = 1000;

view! {
    /// What an import did, beyond the counts of its answer.
    #[cfg_attr(test, schemars(title = "Import details"))]
    struct ImportDetailsView<'i> fn new(counts: [u64; 5], verdicts: Vec<VerdictView<'i>>, omitted: u64, report: &'i Report) {
        /// The number of transactions that existed already and were not created again.
        existing_transactions: u64 = counts[0],
        /// The number of transactions that were created.
        new_transactions: u64 = counts[1],
        /// The number of transactions that could not be imported because of an error.
        error_transactions: u64 = counts[2],
        /// The number of conflicts among the existing ones.
        conflicts: u64 = counts[3],
        /// The number of suspects among the new ones.
        suspects: u64 = counts[4],
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
/// assert!(json.starts_with(r#"{"existingTransactions":0,"newTransactions":0,"errorTransactions":1,"conflicts":0,"suspects":0,"verdicts":[{"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn import_details_json(reading: &TransactionsReading, plan: &Plan<'_>) -> String {
    let is_listed = |verdict: &Verdict| match verdict {
        Verdict::New => false,
        Verdict::Existing { text_differs } => *text_differs,
        Verdict::Suspect(_) | Verdict::Conflict(_) | Verdict::Added(_) => true,
    };
    let listed = Listed::new(reading, plan, is_listed, MAX_VERDICTS);
    let counts = counts_of(reading, plan);
    to_json_line(&ImportDetailsView::new(
        counts,
        listed.views(reading),
        listed.omitted,
        &reading.report,
    ))
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
