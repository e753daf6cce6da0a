//! `uacc import`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use universal_accounting::continuity::Conversions;
use universal_accounting::dedup::{self, FollowingDays, OnConflict, StoredStatement};
use universal_accounting::endpoint::Organization;
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::internals::format::join;
use universal_accounting::internals::source::{Decoded, FileKind};
use universal_accounting::internals::transactions::read_each;
use universal_accounting::render::import_counts_json;
use universal_accounting::report::Policy;
use universal_accounting::statement::{Conversion, Summary};
use universal_accounting::value::AccountIdentifier;

use crate::files::{self, Input};
use crate::findings::{self, SharedNeeds, pluralize};
use crate::import_origins::Origins;
use crate::import_review::Review;
use crate::limits;
use crate::output::{self, Outcome};
use crate::progress::Progress;
use crate::sanitize::sanitize;
use crate::settings::PolicyArguments;
use crate::statements::{self, StatementArguments};
use crate::store::StoreLocation;
use crate::terminal::{stdout_width, wrap};
use crate::verbosity::name_some;

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

/// What is known of a file beside its conversion.
struct ReadFile<'i> {
    input: &'i Input,
    /// What is known of a payload. `None` for a bank export.
    payload: Option<Payload>,
    /// Whether nothing may be imported because of the file.
    is_unusable: bool,
    /// Whether anything could be read of the file, also what an earlier file has.
    has_transactions: bool,
    has_errors: bool,
}

/// What is known of a payload beside its transactions.
struct Payload {
    /// The line of each transaction, and its index in its list.
    places: Vec<(usize, usize)>,
    /// The number of rejected transactions.
    rejected: usize,
}

pub(crate) fn run(arguments: &Import) -> Outcome {
    let store = StoreLocation::parse(&arguments.store, arguments.organization.as_ref())?;
    let inputs = files::unpack(
        files::read_all(&arguments.files)?,
        &arguments.policy.apply_to(limits::policy())?,
    );
    refuse_journals(&inputs)?;
    let options = arguments
        .statements
        .options(&arguments.policy, inputs.len())?;
    let progress = Progress::working("reading", files::total_size(&inputs));
    let read = inputs
        .iter()
        .map(|input| read_file(input, arguments.partial, &options));
    let (files, conversions): (Vec<ReadFile<'_>>, Vec<Conversion>) = read.unzip();
    drop(progress);
    let mut conversions = join(conversions.into_iter().map(|file| (file, &options.policy)));
    let following_days = compare_with_stored(&store, &mut conversions, &options.policy)?;
    let pairs: Vec<(&ReadFile<'_>, &Conversion)> = files.iter().zip(&conversions.files).collect();
    print_files(&pairs, &options.policy);
    let summaries = pairs
        .iter()
        .map(|(file, conversion)| (file.input, &conversion.summary));
    let summaries: Vec<(&Input, &Summary)> = summaries.collect();
    statements::check_no_accounts_merge(&summaries, &conversions.history, &options)?;
    if print_unusable(&pairs, arguments.partial) {
        return Ok(false);
    }
    let progress = Progress::working("importing", files::total_size(&inputs));
    let is_invalid = |(file, conversion): &(&ReadFile<'_>, &Conversion)| {
        file.has_errors || !conversion.summary.report.is_valid()
    };
    let has_errors = pairs.iter().any(is_invalid);
    let rejected = pairs
        .iter()
        .map(|(file, conversion)| file.rejected(conversion));
    let rejected: Vec<usize> = rejected.collect();
    let statements = pairs.iter().flat_map(|(file, conversion)| {
        StoredStatement::all_of(&conversion.summary, &file.input.bytes)
    });
    let statements: Vec<StoredStatement> = statements.collect();
    let names = inputs.iter().map(|input| sanitize(&input.name)).collect();
    let payloads = files.into_iter();
    let payloads = payloads.map(|file| file.payload.map(|payload| payload.places));
    let origins = Origins::new(names, &conversions, payloads.collect());
    // From here on, the transactions are needed and the files are not.
    drop(inputs);
    let on_conflict = match arguments.conflicts {
        Some(Conflicts::Add) => OnConflict::Add,
        Some(Conflicts::Keep) | None => OnConflict::Report,
    };
    let keys = following_days.keys(conversions.transactions());
    let plan = store.import(keys, &statements, on_conflict, arguments.dry_run)?;
    let review = Review::new(&plan, &rejected, &origins, &options.policy);
    drop(progress);

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

/// Prints the findings of the files, and the numbers of their transactions or rows.
fn print_files(files: &[(&ReadFile<'_>, &Conversion)], policy: &Policy) {
    let reports = files
        .iter()
        .map(|(file, conversion)| (file.input, &conversion.summary.report));
    let needs = SharedNeeds::find(&reports.collect::<Vec<_>>());
    for (file, conversion) in files {
        let summary = &conversion.summary;
        let read = statements::as_read(file.input, summary);
        needs.print_others(read, &summary.report, policy);
        match &file.payload {
            None => statements::print_row_counts(file.input, summary),
            Some(payload) => output::print_summary(format!(
                "{}: {}; {}",
                sanitize(&file.input.name),
                pluralize(
                    conversion.transactions.len() + payload.rejected,
                    "transaction"
                ),
                findings::count_errors_and_warnings(&summary.report)
            )),
        }
    }
    needs.print();
}

/// Prints which files prevent the import. Returns whether any does.
fn print_unusable(files: &[(&ReadFile<'_>, &Conversion)], is_partial: bool) -> bool {
    let unusable = files.iter().filter(|(file, _)| file.is_unusable);
    let unusable: Vec<String> = unusable
        .map(|(file, _)| sanitize(&file.input.name))
        .collect();
    if unusable.is_empty() {
        return false;
    }
    let would_partial_help = !is_partial
        && files
            .iter()
            .all(|(file, _)| file.has_transactions || file.input.is_member)
        && files.iter().any(|(file, _)| file.has_transactions);
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
    conversions: &mut Conversions,
    policy: &Policy,
) -> Result<FollowingDays, String> {
    let files = conversions.files.iter();
    let statements = files.flat_map(|file| &file.summary.statements);
    let accounts: BTreeSet<&AccountIdentifier> = statements
        .filter_map(|statement| statement.account.as_ref())
        .collect();
    if accounts.is_empty() {
        return Ok(FollowingDays::default());
    }
    let known = store.statements(&accounts)?;
    let files = conversions.files.iter_mut();
    let mut summaries: Vec<&mut Summary> = files.map(|file| &mut file.summary).collect();
    Ok(dedup::compare_with_stored(&known, &mut summaries, policy))
}

impl ReadFile<'_> {
    /// Returns the number of rejected rows or transactions.
    fn rejected(&self, conversion: &Conversion) -> usize {
        let rows = conversion.summary.rejected.len();
        self.payload
            .as_ref()
            .map_or(rows, |payload| payload.rejected)
    }
}

/// Reads a payload or a bank export. With `partial`, a bank export with rejected rows is usable.
fn read_file<'i>(
    input: &'i Input,
    partial: bool,
    options: &ConvertOptions,
) -> (ReadFile<'i>, Conversion) {
    let extension = Path::new(&input.name).extension();
    let is_json = extension.is_some_and(|extension| extension == "json");
    if input.refusal.is_none() && is_json || FileKind::sniff(&input.bytes) == FileKind::Json {
        return read_payload(input, &options.policy);
    }
    let conversion = statements::convert_file(input, options, false, &mut |_| ());
    let summary = &conversion.summary;
    let has_errors = !statements::passes(summary);
    let file = ReadFile {
        input,
        payload: None,
        is_unusable: has_errors && !partial || summary.format.is_none() && !input.is_member,
        has_transactions: !conversion.transactions.is_empty(),
        has_errors,
    };
    (file, conversion)
}

fn read_payload<'i>(input: &'i Input, policy: &Policy) -> (ReadFile<'i>, Conversion) {
    let decoded = Decoded::from_bytes(&input.bytes);
    let mut locator = decoded.locator();
    let mut conversion = Conversion::default();
    conversion.name.clone_from(&input.name);
    let mut places = Vec::new();
    let policy = policy.clone().sequence();
    let reading = read_each(&input.bytes, &policy, &mut |transaction, position| {
        let start = position.span.start;
        let start = start.saturating_sub(decoded.byte_order_mark_len());
        places.push((locator.locate(start).line, position.index));
        conversion.transactions.push(transaction);
    });
    let file = ReadFile {
        input,
        is_unusable: !reading.is_importable(),
        has_transactions: reading.is_importable(),
        has_errors: !reading.report.is_valid(),
        payload: Some(Payload {
            places,
            rejected: reading.rejected.len(),
        }),
    };
    conversion.summary.report = reading.report;
    (file, conversion)
}
