//! `uacc import`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use universal_accounting::dedup::{Key, Plan, SuspectReason, Verdict};
use universal_accounting::endpoint::Organization;
use universal_accounting::format::{self, Options};
use universal_accounting::internals::dedup::{is_new, report_conflicts};
use universal_accounting::internals::source::{Decoded, FileKind};
use universal_accounting::report::Report;
use universal_accounting::statement::Summary;
use universal_accounting::transactions::{self, Transaction};
use universal_accounting::value::{AccountIdentifier, Text};

use crate::archives;
use crate::files::{self, Input};
use crate::findings::{self, SharedNeeds, pluralize};
use crate::import_journal;
use crate::limits;
use crate::listing::{MAX_VALUE_CHARS, max_listed, omitted};
use crate::output::{self, Outcome};
use crate::progress::Progress;
use crate::sanitize::{sanitize, truncate};
use crate::settings::PolicyArguments;
use crate::statements::{self, StatementArguments};
use crate::store::StoreLocation;
use crate::totals::{self, align_columns};

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// JSON payloads of transactions and bank statements, or journal exports in JSON. `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The store: a file, which is created if it does not exist, or a PostgreSQL database as `postgresql://user@host/database`.
    #[arg(long, value_name = "PATH")]
    store: PathBuf,
    /// The organization that the transactions belong to, for a store in a database [default: default].
    #[arg(long, value_name = "NAME", value_parser = Organization::parse)]
    organization: Option<Organization>,
    /// Import what can be read of a bank export, even if other rows are rejected.
    #[arg(long)]
    partial: bool,
    /// Show what would be imported, without importing it.
    #[arg(long)]
    dry_run: bool,
    /// Print the response that the service would send, instead of a table.
    #[arg(long, value_enum)]
    format: Option<ImportFormat>,
    #[command(flatten)]
    statements: StatementArguments,
    #[command(flatten)]
    policy: PolicyArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ImportFormat {
    /// One JSON object with the numbers of existing, new and rejected transactions. For journals, the numbers of lines and records.
    Json,
}

/// What was read from a file.
struct ReadFile<'i> {
    input: &'i Input,
    /// The number of transactions, of a payload with the rejected ones.
    transactions: usize,
    /// The number of rejected rows or transactions.
    rejected: usize,
    /// Whether nothing may be imported because of the file.
    is_unusable: bool,
    has_errors: bool,
    content: Content,
}

/// What is known of a file apart from its transactions.
enum Content {
    Payload(Report),
    Export(Box<Summary>),
}

/// Where a transaction comes from.
struct Origin {
    file: usize,
    line: usize,
    /// The index in the list of a payload. `None` for a bank export.
    index: Option<usize>,
}

pub(crate) fn run(arguments: &Import) -> Outcome {
    let store = StoreLocation::parse(&arguments.store, arguments.organization.as_ref())?;
    let inputs = archives::unpack(files::read_all(&arguments.files)?, &arguments.policy.apply_to(limits::policy())?);
    if import_journal::are_journals(&inputs)? {
        let settings = import_journal::Settings {
            policy: &arguments.policy.apply_to(limits::policy())?,
            is_strict: arguments.policy.is_strict(),
            is_dry_run: arguments.dry_run,
            as_json: arguments.format == Some(ImportFormat::Json),
        };
        return import_journal::run(&inputs, &store, &settings);
    }
    let options = arguments.statements.options(&arguments.policy, inputs.len())?;
    let progress = Progress::working("reading", files::total_size(&inputs));
    let (mut batch, mut origins) = (Vec::new(), Vec::new());
    let read = |(file, input)| read_file(file, input, arguments.partial, &options, &mut batch, &mut origins);
    let mut files: Vec<ReadFile<'_>> = inputs.iter().enumerate().map(read).collect();
    drop(progress);
    let mut exports: Vec<(&Input, &mut Summary)> = files.iter_mut().filter_map(ReadFile::as_export).collect();
    let gaps = totals::compare_neighbours(&mut exports);
    let needs = SharedNeeds::find(&files.iter().map(|file| (file.input, file.report())).collect::<Vec<_>>());
    for file in &files {
        needs.print_others(&file.shown(), file.report(), &options.policy);
        file.print_counts();
    }
    needs.print();
    let exports = files.iter().filter_map(|file| match &file.content {
        Content::Export(summary) => Some((file.input, &**summary)),
        Content::Payload(_) => None,
    });
    statements::check_no_accounts_merge(&exports.collect::<Vec<_>>(), &options)?;
    gaps.iter().for_each(output::print_note);
    let unusable: Vec<String> =
        files.iter().filter(|file| file.is_unusable).map(|file| sanitize(&file.input.name)).collect();
    if !unusable.is_empty() {
        let would_partial_help = !arguments.partial && files.iter().all(ReadFile::has_transactions);
        let advice = if would_partial_help { "; --partial imports the rows that could be read" } else { "" };
        output::print_note(format!("nothing was imported, because of {}{advice}", unusable.join(", ")));
        return Ok(false);
    }
    let progress = Progress::working("importing", files::total_size(&inputs));
    let plan = store.import(&batch, arguments.dry_run)?;
    drop(progress);

    // The store has changed. Print this first, because writing the output can fail.
    let done = if arguments.dry_run { "would be imported" } else { "imported" };
    output::print_summary(format!("{} {done} into {store}", pluralize(plan.new_keys().count(), "new transaction")));

    let conflicts = report_conflicts(&plan, &options.policy);
    let report =
        ImportReport { plan: &plan, origins: &origins, files: &files, lists_conflicts: !conflicts.findings.is_empty() };
    let conflicts_and_suspects = report.conflicts_and_suspects();
    if arguments.format == Some(ImportFormat::Json) {
        if !conflicts_and_suspects.is_empty() {
            output::print_note(&conflicts_and_suspects);
        }
        let rejected = files.iter().map(|file| file.rejected).sum();
        output::write_stdout(&(transactions::write_result(&plan.result(rejected)) + "\n"))?;
    } else {
        output::write_stdout(format!("{conflicts_and_suspects}{}\n", report.table()))?;
    }
    let is_suspicious = !conflicts_and_suspects.is_empty();
    Ok(conflicts.is_valid()
        && !(is_suspicious && arguments.policy.is_strict())
        && files.iter().all(|file| !file.has_errors))
}

impl ReadFile<'_> {
    /// Whether something could be imported from the file.
    const fn has_transactions(&self) -> bool {
        match &self.content {
            Content::Payload(_) => !self.is_unusable,
            Content::Export(summary) => summary.converted > 0,
        }
    }

    fn as_export(&mut self) -> Option<(&Input, &mut Summary)> {
        match &mut self.content {
            Content::Payload(_) => None,
            Content::Export(summary) => Some((self.input, summary)),
        }
    }

    /// Returns the file whose lines the findings name.
    fn shown(&self) -> Cow<'_, Input> {
        match &self.content {
            Content::Payload(_) => Cow::Borrowed(self.input),
            Content::Export(summary) => statements::as_read(self.input, summary),
        }
    }

    fn report(&self) -> &Report {
        match &self.content {
            Content::Payload(report) => report,
            Content::Export(summary) => &summary.report,
        }
    }

    /// Prints how many transactions or rows the file has.
    fn print_counts(&self) {
        match &self.content {
            Content::Payload(report) => output::print_summary(format!(
                "{}: {}; {}",
                sanitize(&self.input.name),
                pluralize(self.transactions, "transaction"),
                findings::count_errors_and_warnings(report)
            )),
            Content::Export(summary) => statements::print_row_counts(self.input, summary),
        }
    }
}

/// Reads a payload or a bank export. With `partial`, a bank export with rejected rows is usable.
fn read_file<'i>(
    file: usize,
    input: &'i Input,
    partial: bool,
    options: &Options,
    batch: &mut Vec<Transaction>,
    origins: &mut Vec<Origin>,
) -> ReadFile<'i> {
    let is_json = Path::new(&input.name).extension().is_some_and(|extension| extension == "json");
    if input.refusal.is_none() && is_json || FileKind::sniff(&input.bytes) == FileKind::Json {
        let reading = transactions::read(&input.bytes, &options.policy.clone().sequence());
        let decoded = Decoded::from_bytes(&input.bytes);
        let mut locator = decoded.locator();
        origins.extend(reading.positions.iter().map(|position| {
            let start = position.span.start.saturating_sub(decoded.byte_order_mark_len());
            Origin { file, line: locator.locate(start).line, index: Some(position.index) }
        }));
        let (is_unusable, has_errors) = (!reading.is_importable(), !reading.report.is_valid());
        let rejected = reading.rejected.len();
        let transactions = reading.values.len() + rejected;
        batch.extend(reading.values);
        return ReadFile {
            input,
            transactions,
            rejected,
            is_unusable,
            has_errors,
            content: Content::Payload(reading.report),
        };
    }
    let mut transactions = 0;
    let mut summary = format::convert_to(&input.bytes, &options.for_file(&input.name), |converted| {
        transactions += 1;
        origins.push(Origin { file, line: converted.line(), index: None });
        batch.push(converted.into_transaction());
    });
    statements::report_refusals(std::iter::once((input, &mut summary)));
    let has_errors = !statements::is_complete(&summary);
    let is_unusable = has_errors && !partial || summary.format.is_none() && !input.is_member;
    ReadFile {
        input,
        transactions,
        rejected: summary.rejected.len(),
        is_unusable,
        has_errors,
        content: Content::Export(Box::new(summary)),
    }
}

/// The result of an import, for people.
struct ImportReport<'i> {
    plan: &'i Plan<'i>,
    /// The origin of each transaction of the plan.
    origins: &'i [Origin],
    files: &'i [ReadFile<'i>],
    /// Whether conflicts are listed, or allowed.
    lists_conflicts: bool,
}

impl ImportReport<'_> {
    /// Lists the transactions that a person should review: conflicts with both values, and suspects with the transactions that they resemble.
    /// Each kind has a heading that says what it means.
    fn conflicts_and_suspects(&self) -> String {
        let mut text = String::new();
        let conflicts = self.verdicts_of_kind(|verdict| match verdict {
            Verdict::Conflict(conflict) if self.lists_conflicts => Some(&**conflict),
            _ => None,
        });
        if !conflicts.is_empty() {
            let count = pluralize(conflicts.len(), "conflict");
            let exists = if conflicts.len() == 1 { "exists" } else { "exist" };
            let _ = writeln!(
                text,
                "{count}, not imported: already {exists} with different content; check which version is correct"
            );
            for (index, key, conflict) in conflicts.iter().take(max_listed()) {
                let kept_from =
                    conflict.batch_index.map_or(String::new(), |earlier| format!(" (from {})", self.location(earlier)));
                let transaction = describe_transaction(key.account(), key.transaction_id());
                let _ = writeln!(text, "  {}: {transaction}", self.location(*index));
                for difference in &conflict.differences {
                    let [known, sent] = [&difference.known, &difference.sent].map(|value| {
                        value.as_deref().map_or("none".to_owned(), |text| truncate(text, MAX_VALUE_CHARS))
                    });
                    let _ =
                        writeln!(text, "    {}: {known} is kept{kept_from}, {sent} is not imported", difference.field);
                }
            }
            text += &(omitted(conflicts.len()) + "\n");
        }
        for reason in [SuspectReason::OtherSpelling, SuspectReason::OtherId, SuspectReason::NoId] {
            self.write_suspects(reason, &mut text);
        }
        text
    }

    /// Returns the transactions whose verdict `pick` accepts, with their indexes.
    fn verdicts_of_kind<T>(&self, pick: impl Fn(&Verdict) -> Option<&T>) -> Vec<(usize, &Key<'_>, &T)> {
        let verdicts = self.plan.verdicts().enumerate();
        verdicts.filter_map(|(index, (key, verdict))| Some((index, key, pick(verdict)?))).collect()
    }

    /// Lists the suspects of one kind. Suspects that resemble a transaction of the same file, such as two coffees on one day, are only counted.
    fn write_suspects(&self, reason: SuspectReason, text: &mut String) {
        let suspects = self.verdicts_of_kind(|verdict| match verdict {
            Verdict::Suspect(suspect) if suspect.reason == reason => Some(&**suspect),
            _ => None,
        });
        let Some((_, _, first)) = suspects.first() else { return };
        let _ = writeln!(text, "{}: {first}", pluralize(suspects.len(), "suspect"));
        let file_of = |index: usize| self.origins.get(index).map(|origin| origin.file);
        let mut listed = 0;
        // For each file: the count, and the indexes of the first suspect and of the transaction that it resembles.
        let mut within_file: BTreeMap<usize, (usize, usize, usize)> = BTreeMap::new();
        for (index, key, suspect) in suspects {
            if let (Some(file), Some(earlier)) = (file_of(index), suspect.batch_index)
                && file_of(earlier) == Some(file)
                && reason != SuspectReason::OtherSpelling
            {
                within_file.entry(file).or_insert((0, index, earlier)).0 += 1;
                continue;
            }
            listed += 1;
            if listed > max_listed() {
                continue;
            }
            let transaction = describe_transaction(key.account(), key.transaction_id());
            let like = describe_transaction(suspect.similar_to.account(), suspect.similar_to.transaction_id());
            let earlier = suspect.batch_index.map_or(String::new(), |earlier| format!(", {}", self.location(earlier)));
            let _ = writeln!(text, "  {}: {transaction} is like {like}{earlier}", self.location(index));
        }
        *text += &omitted(listed);
        for (count, index, earlier) in within_file.into_values() {
            let count = pluralize(count, "transaction");
            let (location, earlier) = (self.location(index), self.location(earlier));
            let _ = writeln!(text, "  {count} like an earlier one in the same file, such as {location} like {earlier}");
        }
        text.push('\n');
    }

    /// Returns a table with the counts of each file and the totals.
    fn table(&self) -> String {
        let header = ["", "transactions", "existing", "new", "rejected", "conflicts", "suspects", "changed text"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        let mut counts: Vec<_> = self.files.iter().map(|file| [file.rejected, 0, 0, file.rejected, 0, 0, 0]).collect();
        for ((_, verdict), origin) in self.plan.verdicts().zip(self.origins) {
            let Some([all, existing, new, _, conflicts, suspects, texts]) = counts.get_mut(origin.file) else {
                continue;
            };
            *all += 1;
            *(if is_new(verdict) { new } else { existing }) += 1;
            match verdict {
                Verdict::Conflict(_) => *conflicts += 1,
                Verdict::Suspect(_) => *suspects += 1,
                Verdict::Existing { text_differs: true } => *texts += 1,
                _ => {}
            }
        }
        let row = |name: &str, counts: &[usize; 7]| {
            std::iter::once(name.to_owned()).chain(counts.iter().map(usize::to_string)).collect::<Vec<_>>()
        };
        rows.extend(self.files.iter().zip(&counts).map(|(file, counts)| row(&sanitize(&file.input.name), counts)));
        if counts.len() > 1 {
            let mut totals = [0; 7];
            for counts in &counts {
                totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
            }
            rows.push(row("total", &totals));
        }
        align_columns(&rows, &[1, 2, 3, 4, 5, 6, 7])
    }

    fn location(&self, index: usize) -> String {
        let Some(origin) = self.origins.get(index) else { return String::new() };
        let name = self.files.get(origin.file).map_or(String::new(), |file| sanitize(&file.input.name));
        let pointer = origin.index.map_or(String::new(), |index| format!(" /transactions/{index}"));
        format!("{name}:{}{pointer}", origin.line)
    }
}

fn describe_transaction(account: &AccountIdentifier, id: Option<&Text>) -> String {
    let account = truncate(account.as_str(), MAX_VALUE_CHARS);
    match id {
        Some(id) => format!("{} on {account}", truncate(id.as_str(), MAX_VALUE_CHARS)),
        None => format!("a transaction without an id on {account}"),
    }
}
