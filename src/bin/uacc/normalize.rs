//! `uacc normalize`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use universal_accounting::report::{Change, Fixes, Normalized, Policy};
use universal_accounting::{base_data, documents, journal, render, transactions};

use crate::files::Input;
use crate::output::{self, Outcome};
use crate::progress::Progress;
use crate::sanitize::{sanitize, sanitize_and_mask};
use crate::settings::PayloadPolicyArguments;
use crate::{files, findings};

/// How many changes are listed.
const MAX_LISTED: usize = 100;

#[derive(Debug, Args)]
pub(crate) struct Normalize {
    /// The kind of the file.
    #[arg(value_name = "KIND")]
    payload: Normalizable,
    /// The file to normalize. `-` reads standard input.
    file: PathBuf,
    /// Write to this file instead of standard output. The file is written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Also apply fixes that may change the meaning. Review each change.
    #[arg(long)]
    unsafe_fixes: bool,
    /// Write a report that contains the payload, instead of the payload alone.
    #[arg(long, value_enum)]
    format: Option<NormalizedFormat>,
    #[command(flatten)]
    policy: PayloadPolicyArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Normalizable {
    /// The base data of an organization.
    BaseData,
    /// Financial transactions to import.
    Transactions,
    /// A journal export: an array of records, one record, or one record a line.
    Journal,
    /// A request to create a document.
    #[value(alias = "document-request")]
    Document,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum NormalizedFormat {
    /// One JSON object with the changes, the remaining findings and the normalized payload.
    Json,
}

pub(crate) fn run(arguments: &Normalize) -> Outcome {
    let policy = arguments.policy.policy()?;
    let fixes = if arguments.unsafe_fixes { Fixes::All } else { Fixes::Safe };
    files::check_outputs_are_not_inputs(arguments.output.as_slice(), [arguments.file.as_path()])?;
    let input = files::read(&arguments.file)?;
    let progress = Progress::working("normalizing", input.bytes.len());
    let mut normalized = match arguments.payload {
        Normalizable::BaseData => base_data::normalize(&input.bytes, &policy, fixes),
        Normalizable::Transactions => transactions::normalize(&input.bytes, &policy.clone().sequence(), fixes),
        Normalizable::Journal => journal::normalize(&input.bytes, &policy.clone().sequence(), fixes),
        Normalizable::Document => documents::normalize(&input.bytes, &policy, fixes),
    };
    drop(progress);
    let has_no_errors = normalized.json.is_some() && normalized.report.is_valid();
    if arguments.format.is_some() {
        files::write_output(arguments.output.as_deref(), &(render::normalized_json(&input.name, &normalized) + "\n"))?;
    } else {
        let written = normalized.json.take().map(|json| json + "\n");
        if let Some(text) = &written {
            files::write_output(arguments.output.as_deref(), text)?;
        }
        print_changes_and_findings(input, written, &normalized, &policy);
    }
    Ok(has_no_errors)
}

/// Prints the changes with their positions in the input, and the remaining findings with their positions in the output.
fn print_changes_and_findings(mut input: Input, written: Option<String>, normalized: &Normalized, policy: &Policy) {
    for change in normalized.changes.iter().take(MAX_LISTED) {
        output::print_summary(describe_change(&input.name, change));
    }
    let count = normalized.changes.len();
    if count > MAX_LISTED {
        output::print_summary(format_args!("… and {} more changes; --format json lists all", count - MAX_LISTED));
    }
    if let Some(text) = written {
        input = Input::new(format!("{}, normalized", input.name), text.into_bytes());
    }
    findings::print(&input, &normalized.report, policy);
    let changes = findings::pluralize(count, "change");
    let remaining = findings::count_errors_and_warnings(&normalized.report);
    output::print_summary(format_args!("{}: {changes}; remaining: {remaining}", sanitize(&input.name)));
}

fn describe_change(name: &str, change: &Change) -> String {
    let rule = change.rule.map_or("canonical", |rule| rule.id);
    let replacement = match change.replacement.as_deref() {
        Some("") => ": removed".to_owned(),
        Some(text) => format!(": now {}", sanitize_and_mask(text)),
        None => String::new(),
    };
    let caution = if change.safe { "" } else { " (this may change the meaning)" };
    let pointer = sanitize_and_mask(&change.pointer);
    let location = if pointer.is_empty() { pointer } else { format!(" {pointer}") };
    let (name, message) = (sanitize(name), sanitize(&change.message));
    format!("{name}:{}:{}:{location} {rule}: {message}{replacement}{caution}", change.line, change.column)
}
