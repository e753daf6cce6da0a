//! `uacc import`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use universal_accounting::dedup::{self, FollowingDays, OnConflict, StoredStatement};
use universal_accounting::endpoint::Organization;
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::internals::source::{Decoded, FileKind};
use universal_accounting::internals::transactions::read_each;
use universal_accounting::render::import_counts_json;
use universal_accounting::report::{Policy, Report};
use universal_accounting::statement::Summary;
use universal_accounting::value::AccountIdentifier;

use crate::archives;
use crate::files::{self, Input};
use crate::findings::{self, ReadText, SharedNeeds, pluralize};
use crate::histories;
use crate::import_origins::Origins;
use crate::import_parts::SpooledParts;
use crate::import_review::Review;
use crate::limits;
use crate::listing::name_some;
use crate::output::{self, Outcome};
use crate::progress::Progress;
use crate::sanitize::sanitize;
use crate::settings::PolicyArguments;
use crate::spool::{SpoolWriter, Spools};
use crate::statements::{self, StatementArguments};
use crate::store::StoreLocation;
use crate::terminal::{stdout_width, wrap};

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// JSON payloads of transactions and bank statements. `-` reads standard input.
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
    /// What to do with a transaction whose id another one has [default: report it, and end with status 1].
    #[arg(long, value_enum, value_name = "HOW")]
    conflicts: Option<Conflicts>,
    /// Print the numbers as JSON, instead of a table.
    #[arg(long, value_enum)]
    format: Option<ImportFormat>,
    #[command(flatten)]
    statements: StatementArguments,
    #[command(flatten)]
    policy: PolicyArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ImportFormat {
    /// One JSON object with the numbers of existing, new and rejected transactions, as the service would answer, and of conflicts and suspects.
    Json,
}

/// What to do with conflicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Conflicts {
    /// The store keeps what it has, and the exit status is 0.
    Keep,
    /// Import bookings that share the reference, amount and day of another one, but differ in the reference of the payment: their ids get the next number.
    Add,
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
    is_payload: bool,
    /// What is known of the file apart from its transactions. Of a payload only the report.
    summary: Box<Summary>,
}

pub(crate) fn run(arguments: &Import) -> Outcome {
    let store = StoreLocation::parse(&arguments.store, arguments.organization.as_ref())?;
    let inputs = archives::unpack(
        files::read_all(&arguments.files)?,
        &arguments.policy.apply_to(limits::policy())?,
    );
    refuse_journals(&inputs)?;
    let options = arguments
        .statements
        .options(&arguments.policy, inputs.len())?;
    let progress = Progress::working("reading", files::total_size(&inputs));
    let spools = Spools::new(Some(&arguments.store));
    let mut origins = Origins::default();
    let read = |(file, input)| {
        spools.write(false, |writer| {
            read_file(
                file,
                input,
                arguments.partial,
                &options,
                writer,
                &mut origins,
            )
        })
    };
    let (mut files, spooled): (Vec<ReadFile<'_>>, Vec<_>) =
        inputs.iter().enumerate().map(read).unzip();
    drop(progress);
    let mut summaries: Vec<(&Input, &mut Summary)> =
        files.iter_mut().map(ReadFile::as_summary).collect();
    let history = histories::compare(&mut summaries, &options.policy);
    let following_days = compare_with_stored(&store, &mut summaries, &options.policy)?;
    origins.leave_out(&history);
    let needs = SharedNeeds::find(
        &files
            .iter()
            .map(|file| (file.input, file.report()))
            .collect::<Vec<_>>(),
    );
    for file in &files {
        needs.print_others(file.as_read(), file.report(), &options.policy);
        file.print_counts();
    }
    needs.print();
    let summaries = files.iter().map(|file| (file.input, &*file.summary));
    statements::check_no_accounts_merge(&summaries.collect::<Vec<_>>(), &history, &options)?;
    if print_unusable(&files, arguments.partial) {
        return Ok(false);
    }
    let size = files::total_size(&inputs);
    let rejected: Vec<usize> = files.iter().map(|file| file.rejected).collect();
    let has_errors = files
        .iter()
        .any(|file| file.has_errors || !file.report().is_valid());
    let stored = files
        .iter()
        .flat_map(|file| StoredStatement::all_of(&file.summary, &file.input.bytes));
    let stored = stored.collect();
    let names: Vec<String> = inputs.iter().map(|input| sanitize(&input.name)).collect();
    // From here on, the transactions are needed and the files are not.
    drop(files);
    drop(inputs);
    let progress = Progress::working("importing", size);
    let review = Review::new(&names, &rejected, &origins, &options.policy);
    let on_conflict = match arguments.conflicts {
        Some(Conflicts::Add) => OnConflict::Add,
        Some(Conflicts::Keep) | None => OnConflict::Report,
    };
    let transactions = spools.into_transactions(spooled, &history)?;
    let mut parts = SpooledParts::new(transactions, review, stored, on_conflict, following_days);
    let is_done = store.import(&mut parts, arguments.dry_run)?;
    drop(progress);
    let review = parts.into_review(is_done)?;

    // The store has changed. Print this first, because writing the output can fail.
    let done = if arguments.dry_run {
        "would be imported"
    } else {
        "imported"
    };
    let new = pluralize(review.count_new(), "new transaction");
    output::print_summary(format!("{new} {done} into {store}"));
    let is_suspicious = write_review(&review, arguments.format)?;
    let is_valid = review.is_valid() || arguments.conflicts == Some(Conflicts::Keep);
    Ok(is_valid && !(is_suspicious && arguments.policy.is_strict()) && !has_errors)
}

/// Refuses journal exports, which no store keeps.
fn refuse_journals(inputs: &[Input]) -> Result<(), String> {
    let is_journal = |input: &&Input| {
        format::is_journal_file(&input.bytes) || format::is_single_entries_file(&input.bytes)
    };
    match inputs.iter().find(is_journal) {
        Some(journal) => Err(format!(
            "{} is a journal export, and a store keeps transactions only; book it with your own database, in which the id of a record such as `serviceId` is \
             unique, or write it for another program with `uacc export journal`",
            sanitize(&journal.name)
        )),
        None => Ok(()),
    }
}

/// Prints which files prevent the import. Returns whether any does.
fn print_unusable(files: &[ReadFile<'_>], is_partial: bool) -> bool {
    let unusable = files.iter().filter(|file| file.is_unusable);
    let unusable: Vec<String> = unusable.map(|file| sanitize(&file.input.name)).collect();
    if unusable.is_empty() {
        return false;
    }
    let has_something = |file: &ReadFile<'_>| file.has_transactions() || file.input.is_member;
    let would_partial_help = !is_partial
        && files.iter().all(has_something)
        && files.iter().any(ReadFile::has_transactions);
    let advice = if would_partial_help {
        "; --partial imports the rows that could be read"
    } else {
        ""
    };
    let names = name_some(&unusable);
    output::print_note(format!("nothing was imported, because of {names}{advice}"));
    true
}

/// Writes what was imported, with conflicts and suspects. Returns whether there are any of these.
fn write_review(review: &Review<'_>, format: Option<ImportFormat>) -> Outcome {
    let conflicts_and_suspects = review.conflicts_and_suspects();
    if format == Some(ImportFormat::Json) {
        if !conflicts_and_suspects.is_empty() {
            output::print_note(&conflicts_and_suspects);
        }
        let (conflicts, suspects) = review.conflicts_and_suspects_count();
        let counts = import_counts_json(&review.result(), conflicts, suspects);
        output::write_stdout(&(counts + "\n"))?;
    } else {
        let text = format!("{conflicts_and_suspects}{}\n", review.table());
        output::write_stdout(wrap(&text, stdout_width()))?;
    }
    Ok(!conflicts_and_suspects.is_empty())
}

/// Puts what the statements that the store remembers say about those of the files into the reports of the files. Returns the days on which both follow each other.
fn compare_with_stored(
    store: &StoreLocation,
    files: &mut [(&Input, &mut Summary)],
    policy: &Policy,
) -> Result<FollowingDays, String> {
    let statements = files.iter().flat_map(|(_, summary)| &summary.statements);
    let accounts: BTreeSet<&AccountIdentifier> = statements
        .filter_map(|statement| statement.account.as_ref())
        .collect();
    if accounts.is_empty() {
        return Ok(FollowingDays::default());
    }
    let known = store.statements(&accounts)?;
    let summaries = files.iter_mut().map(|(_, summary)| &mut **summary);
    let mut summaries: Vec<&mut Summary> = summaries.collect();
    Ok(dedup::compare_with_stored(&known, &mut summaries, policy))
}

impl ReadFile<'_> {
    /// Whether something could be imported from the file.
    fn has_transactions(&self) -> bool {
        if self.is_payload {
            !self.is_unusable
        } else {
            self.transactions > 0
        }
    }

    fn as_summary(&mut self) -> (&Input, &mut Summary) {
        (self.input, &mut self.summary)
    }

    /// Returns the text whose lines the findings name.
    fn as_read(&self) -> ReadText<'_> {
        statements::as_read(self.input, &self.summary)
    }

    fn report(&self) -> &Report {
        &self.summary.report
    }

    /// Prints how many transactions or rows the file has.
    fn print_counts(&self) {
        if !self.is_payload {
            return statements::print_row_counts(self.input, &self.summary);
        }
        output::print_summary(format!(
            "{}: {}; {}",
            sanitize(&self.input.name),
            pluralize(self.transactions, "transaction"),
            findings::count_errors_and_warnings(self.report())
        ));
    }
}

/// Reads a payload or a bank export, and holds its transactions back. With `partial`, a bank export with rejected rows is usable.
fn read_file<'i>(
    file: usize,
    input: &'i Input,
    partial: bool,
    options: &ConvertOptions,
    writer: &mut SpoolWriter<'_>,
    origins: &mut Origins,
) -> ReadFile<'i> {
    let mut transactions = 0;
    let is_json = Path::new(&input.name)
        .extension()
        .is_some_and(|extension| extension == "json");
    if input.refusal.is_none() && is_json || FileKind::sniff(&input.bytes) == FileKind::Json {
        let decoded = Decoded::from_bytes(&input.bytes);
        let mut locator = decoded.locator();
        let reading = read_each(
            &input.bytes,
            &options.policy.clone().sequence(),
            &mut |transaction, position| {
                let start = position
                    .span
                    .start
                    .saturating_sub(decoded.byte_order_mark_len());
                let line = locator.locate(start).line;
                origins.push(file, line, Some(position.index));
                writer.push_transaction(line, &transaction);
                transactions += 1;
            },
        );
        let rejected = reading.rejected.len();
        let (is_importable, has_errors) = (reading.is_importable(), !reading.report.is_valid());
        let mut summary = Summary::default();
        summary.report = reading.report;
        return ReadFile {
            input,
            transactions: transactions + rejected,
            rejected,
            is_unusable: !is_importable,
            has_errors,
            is_payload: true,
            summary: Box::new(summary),
        };
    }
    let mut summary =
        format::convert_alone(&input.bytes, &options.for_file(&input.name), |converted| {
            transactions += 1;
            origins.push(file, converted.line(), None);
            writer.push(&converted);
        });
    statements::report_refusals(std::iter::once((input, &mut summary)));
    let has_errors = !statements::passes(&summary);
    let is_unusable = has_errors && !partial || summary.format.is_none() && !input.is_member;
    ReadFile {
        input,
        transactions,
        rejected: summary.rejected.len(),
        is_unusable,
        has_errors,
        is_payload: false,
        summary: Box::new(summary),
    }
}
