//! `uacc normalize`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use universal_accounting::internals::normalize::{BASE_DATA, DOCUMENT, JOURNAL, TRANSACTIONS};
use universal_accounting::render;
use universal_accounting::report::{Change, Fixes, Normalized, Policy};

use crate::files::Input;
use crate::output::{self, Outcome};
use crate::progress::Progress;
use crate::sanitize::{one_line, sanitize, sanitize_and_mask};
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
    let fixes = if arguments.unsafe_fixes {
        Fixes::All
    } else {
        Fixes::Safe
    };
    files::check_outputs_are_not_inputs(arguments.output.as_slice(), [arguments.file.as_path()])?;
    let payload = match arguments.payload {
        Normalizable::BaseData => BASE_DATA,
        Normalizable::Transactions => TRANSACTIONS,
        Normalizable::Journal => JOURNAL,
        Normalizable::Document => DOCUMENT,
    };
    let check_policy = if payload.allows_sequences {
        policy.clone().sequence()
    } else {
        policy.clone()
    };
    let mut input = files::read(&arguments.file)?;
    let progress = Progress::working("normalizing", input.bytes.len());
    let normalized = payload.normalize(&input.bytes, &check_policy, fixes);
    drop(progress);
    let output = arguments.output.as_deref();
    if arguments.format.is_some() {
        let report = render::normalized_json(&input.name, &normalized);
        files::write_output(output, report + "\n")?;
    } else {
        let name = input.name.clone();
        if let Some(json) = &normalized.json {
            files::write_output_with(output, |out| {
                out.write_all(json.as_bytes())?;
                out.write_all(b"\n")
            })?;
            // The findings are shown in the text that they are in.
            input = Input::new(format!("{name}, normalized"), json.clone().into_bytes());
        }
        print_changes_and_findings(&name, &input, &normalized, &policy);
    }
    Ok(normalized.json.is_some() && normalized.report.is_valid())
}

/// Prints the changes with their positions in the file `name`, and the remaining findings with their positions in the output.
fn print_changes_and_findings(name: &str, input: &Input, normalized: &Normalized, policy: &Policy) {
    let count = normalized.changes.len();
    for change in normalized.changes.iter().take(MAX_LISTED) {
        output::print_summary(describe_change(name, change));
    }
    if count > MAX_LISTED {
        output::print_summary(format_args!(
            "… and {} more changes; --format json lists all",
            count - MAX_LISTED
        ));
    }
    findings::print(input, &normalized.report, policy);
    let changes = findings::pluralize(count, "change");
    let remaining = findings::count_errors_and_warnings(&normalized.report);
    output::print_summary(format!(
        "{}: {changes}; remaining: {remaining}",
        sanitize(&input.name)
    ));
}

fn describe_change(name: &str, change: &Change) -> String {
    let rule = change.rule.map_or("canonical", |rule| rule.id);
    let replacement = match change.replacement.as_deref() {
        Some("") => ": removed".to_owned(),
        Some(text) => format!(": now {}", sanitize_and_mask(&one_line(text))),
        None => String::new(),
    };
    let caution = if change.safe {
        ""
    } else {
        " (this may change the meaning)"
    };
    let pointer = sanitize_and_mask(&change.pointer);
    let location = if pointer.is_empty() {
        pointer
    } else {
        format!(" {pointer}")
    };
    let (name, message) = (sanitize(name), sanitize(&change.message));
    format!(
        "{name}:{}:{}:{location} {rule}: {message}{replacement}{caution}",
        change.line, change.column
    )
}
