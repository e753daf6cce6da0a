//! What people have to know of an import: the numbers of each file, and the transactions that they should review.

use std::collections::BTreeMap;
use std::fmt::Write;

use universal_accounting::dedup::{Conflict, Key, Plan, Suspect, SuspectReason, Verdict};
use universal_accounting::internals::dedup::report_conflicts;
use universal_accounting::report::Policy;
use universal_accounting::transactions::ImportResult;
use universal_accounting::value::{AccountIdentifier, Text};

use crate::findings::pluralize;
use crate::import_origins::Origins;
use crate::sanitize::truncate;
use crate::terminal;
use crate::verbosity::{MAX_VALUE_CHARS, max_listed, omitted};

/// What is found about the transactions of an import. Of what is listed, only so much is kept as is shown.
pub(crate) struct Review<'i> {
    origins: &'i Origins,
    policy: &'i Policy,
    /// The numbers of each file, in the order of the columns.
    counts: Vec<[usize; 7]>,
    conflicts: Vec<Reviewed<Conflict>>,
    /// The number of transactions that were added although another one had their id, and the first of them.
    added_count: usize,
    added: Vec<Reviewed<Conflict>>,
    /// Whether conflicts are listed, or allowed.
    lists_conflicts: bool,
    is_valid: bool,
    suspects: [Suspects; SUSPECT_REASONS.len()],
}

/// A transaction that a person should review: its index in the import, its account and id, and why.
struct Reviewed<T> {
    index: usize,
    account: AccountIdentifier,
    id: Option<Text>,
    why: T,
}

/// The suspects of one kind.
#[derive(Default)]
struct Suspects {
    count: usize,
    first: Option<Suspect>,
    listed_count: usize,
    listed: Vec<Reviewed<Suspect>>,
    /// Suspects that resemble a transaction of the same file, such as two coffees on one day, are only counted. For each file: the count, and the indexes of the
    /// first suspect and of the transaction that it resembles.
    within_file: BTreeMap<usize, (usize, usize, usize)>,
}

const SUSPECT_REASONS: [SuspectReason; 4] = [
    SuspectReason::OtherSpelling,
    SuspectReason::OtherDay,
    SuspectReason::OtherId,
    SuspectReason::NoId,
];

impl<'i> Review<'i> {
    /// Reviews a plan. Each file has a number of rejected rows or transactions.
    pub(crate) fn new(
        plan: &Plan<'_>,
        rejected: &[usize],
        origins: &'i Origins,
        policy: &'i Policy,
    ) -> Self {
        let conflicts = report_conflicts(plan, policy);
        let mut review = Self {
            origins,
            policy,
            counts: rejected
                .iter()
                .map(|rejected| [*rejected, 0, 0, *rejected, 0, 0, 0])
                .collect(),
            conflicts: Vec::new(),
            added_count: 0,
            added: Vec::new(),
            lists_conflicts: !conflicts.findings.is_empty(),
            is_valid: conflicts.is_valid(),
            suspects: Default::default(),
        };
        review.add(plan);
        review
    }

    fn add(&mut self, plan: &Plan<'_>) {
        for (index, (key, verdict)) in plan.verdicts().enumerate() {
            let file = self.origins.file_of(index);
            if let Some([all, existing, new, _, conflicts, suspects, texts]) =
                file.and_then(|file| self.counts.get_mut(file))
            {
                *all += 1;
                *(if verdict.is_new() { new } else { existing }) += 1;
                match verdict {
                    Verdict::Conflict(_) => *conflicts += 1,
                    Verdict::Suspect(_) => *suspects += 1,
                    Verdict::Existing { text_differs: true } => *texts += 1,
                    _ => {}
                }
            }
            match verdict {
                Verdict::Conflict(conflict) if self.conflicts.len() < max_listed() => {
                    self.conflicts.push(Reviewed::new(index, key, conflict));
                }
                Verdict::Added(conflict) => {
                    self.added_count += 1;
                    if self.added.len() < max_listed() {
                        self.added.push(Reviewed::new(index, key, conflict));
                    }
                }
                Verdict::Suspect(suspect) => {
                    let kinds = SUSPECT_REASONS.iter().zip(&mut self.suspects);
                    for (_, kind) in kinds.filter(|(reason, _)| **reason == suspect.reason) {
                        kind.add(index, key, suspect, file, self.origins);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns whether no conflict is an error.
    pub(crate) const fn is_valid(&self) -> bool {
        self.is_valid
    }

    pub(crate) fn count_new(&self) -> usize {
        self.counts.iter().map(|[_, _, new, ..]| new).sum()
    }

    pub(crate) fn result(&self) -> ImportResult {
        ImportResult::new(self.sum(1), self.sum(2), self.sum(3))
    }

    /// Returns the number of conflicts and that of suspects.
    pub(crate) fn conflicts_and_suspects_count(&self) -> (u64, u64) {
        (self.sum(4), self.sum(5))
    }

    /// Adds up a column of the counts.
    fn sum(&self, column: usize) -> u64 {
        let numbers = self.counts.iter().filter_map(|counts| counts.get(column));
        u64::try_from(numbers.sum::<usize>()).unwrap_or(u64::MAX)
    }

    /// Lists the transactions that a person should review: conflicts with both values, and suspects with the transactions that they resemble.
    /// Each kind has a heading that says what it means.
    pub(crate) fn conflicts_and_suspects(&self) -> String {
        let mut text = String::new();
        let conflict_count = self
            .counts
            .iter()
            .map(|[_, _, _, _, conflicts, ..]| conflicts)
            .sum();
        if conflict_count > 0 && self.lists_conflicts {
            self.write_conflicts(conflict_count, &mut text);
        }
        self.write_added(&mut text);
        for suspects in &self.suspects {
            self.write_suspects(suspects, &mut text);
        }
        text
    }

    fn write_conflicts(&self, conflict_count: usize, text: &mut String) {
        let count = pluralize(conflict_count, "conflict");
        let are_proved = self.conflicts.iter().all(|conflict| conflict.why.is_proved);
        let why = match (are_proved, conflict_count) {
            (true, _) => "another booking has the id",
            (false, 1) => "already exists with different content; check which version is correct",
            (false, _) => "already exist with different content; check which version is correct",
        };
        let _ = writeln!(text, "{count}, not imported: {why}");
        for conflict in &self.conflicts {
            let kept_from = conflict.why.batch_index.map_or(String::new(), |earlier| {
                format!(" (from {})", self.location(earlier))
            });
            if self.policy.is_redacted() {
                let differences = conflict.why.differences.iter();
                let references = conflict.why.references.iter();
                let fields: Vec<&str> = differences
                    .map(|difference| difference.field)
                    .chain(references.map(|kind| kind.as_str()))
                    .collect();
                let fields = if fields.is_empty() {
                    "booking, as the balances prove".to_owned()
                } else {
                    fields.join(", ")
                };
                let _ = writeln!(
                    text,
                    "  {}: other {fields}{kept_from}",
                    self.location(conflict.index)
                );
                continue;
            }
            let _ = writeln!(
                text,
                "  {}: {}",
                self.location(conflict.index),
                conflict.describe()
            );
            if conflict.why.is_proved {
                let _ = writeln!(
                    text,
                    "    the balances of the statements prove that these are two bookings; --conflicts add imports this one too"
                );
            }
            for kind in &conflict.why.references {
                let _ = writeln!(
                    text,
                    "    another {}{kept_from}, so these are two bookings; --conflicts add imports this one too",
                    kind.as_str()
                );
            }
            for difference in &conflict.why.differences {
                let [known, sent] = [&difference.known, &difference.sent].map(|value| {
                    value
                        .as_deref()
                        .map_or("none".to_owned(), |text| truncate(text, MAX_VALUE_CHARS))
                });
                let _ = writeln!(
                    text,
                    "    {}: {known} is kept{kept_from}, {sent} is not imported",
                    difference.field
                );
            }
        }
        *text += &(omitted(conflict_count) + "\n");
    }

    fn write_added(&self, text: &mut String) {
        if self.added_count == 0 {
            return;
        }
        let _ = writeln!(
            text,
            "{} added, of which another one has the same reference of the bank, amount and day",
            pluralize(self.added_count, "booking")
        );
        for added in &self.added {
            let location = self.location(added.index);
            let described = if self.policy.is_redacted() {
                String::new()
            } else {
                format!(": {}", added.describe())
            };
            let _ = writeln!(text, "  {location}{described}");
        }
        *text += &(omitted(self.added_count) + "\n");
    }

    fn write_suspects(&self, suspects: &Suspects, text: &mut String) {
        let Some(first) = &suspects.first else { return };
        let _ = writeln!(text, "{}: {first}", pluralize(suspects.count, "suspect"));
        for suspect in &suspects.listed {
            let location = self.location(suspect.index);
            if self.policy.is_redacted() {
                let like = suspect
                    .why
                    .batch_index
                    .map_or("a known transaction".to_owned(), |earlier| {
                        self.location(earlier)
                    });
                let _ = writeln!(text, "  {location}: like {like}");
                continue;
            }
            let similar = &suspect.why.similar_to;
            let like = describe_transaction(similar.account(), similar.transaction_id());
            let earlier = suspect.why.batch_index.map_or(String::new(), |earlier| {
                format!(", {}", self.location(earlier))
            });
            let transaction = suspect.describe();
            let _ = writeln!(text, "  {location}: {transaction} is like {like}{earlier}");
        }
        *text += &omitted(suspects.listed_count);
        for (count, index, earlier) in suspects.within_file.values() {
            let count = pluralize(*count, "transaction");
            let (location, earlier) = (self.location(*index), self.location(*earlier));
            let _ = writeln!(
                text,
                "  {count} like an earlier one in the same file, such as {location} like {earlier}"
            );
        }
        text.push('\n');
    }

    /// Returns a table with the counts of each file and the totals.
    pub(crate) fn table(&self) -> String {
        let header = [
            "",
            "transactions",
            "existing",
            "new",
            "rejected",
            "conflicts",
            "suspects",
            "changed text",
        ];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        let row = |name: &str, counts: &[usize; 7]| {
            std::iter::once(name.to_owned())
                .chain(counts.iter().map(usize::to_string))
                .collect::<Vec<_>>()
        };
        rows.extend(
            self.origins
                .names()
                .iter()
                .zip(&self.counts)
                .map(|(name, counts)| row(name, counts)),
        );
        if self.counts.len() > 1 {
            let mut totals = [0; 7];
            for counts in &self.counts {
                totals
                    .iter_mut()
                    .zip(counts)
                    .for_each(|(total, count)| *total += count);
            }
            rows.push(row("total", &totals));
        }
        terminal::table(&rows, &[1, 2, 3, 4, 5, 6, 7], terminal::stdout_width())
    }

    fn location(&self, index: usize) -> String {
        self.origins.location(index)
    }
}

impl<T: Clone> Reviewed<T> {
    fn new(index: usize, key: &Key<'_>, why: &T) -> Self {
        Self {
            index,
            account: key.account().clone(),
            id: key.transaction_id().cloned(),
            why: why.clone(),
        }
    }

    fn describe(&self) -> String {
        describe_transaction(&self.account, self.id.as_ref())
    }
}

impl Suspects {
    fn add(
        &mut self,
        index: usize,
        key: &Key<'_>,
        suspect: &Suspect,
        file: Option<usize>,
        origins: &Origins,
    ) {
        self.count += 1;
        self.first.get_or_insert_with(|| suspect.clone());
        if let (Some(file), Some(earlier)) = (file, suspect.batch_index)
            && origins.file_of(earlier) == Some(file)
            && suspect.reason != SuspectReason::OtherSpelling
        {
            self.within_file
                .entry(file)
                .or_insert((0, index, earlier))
                .0 += 1;
            return;
        }
        self.listed_count += 1;
        if self.listed.len() < max_listed() {
            self.listed.push(Reviewed::new(index, key, suspect));
        }
    }
}

fn describe_transaction(account: &AccountIdentifier, id: Option<&Text>) -> String {
    let account = truncate(account.as_str(), MAX_VALUE_CHARS);
    match id {
        Some(id) => format!("{} on {account}", truncate(id.as_str(), MAX_VALUE_CHARS)),
        None => format!("a transaction without an id on {account}"),
    }
}
