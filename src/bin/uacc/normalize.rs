//! `uacc normalize`.

use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use universal_accounting::internals::normalize::{BASE_DATA, DOCUMENT, JOURNAL, TRANSACTIONS};
use universal_accounting::internals::render;
use universal_accounting::report::{Change, Fixes, Normalized, Policy};

use crate::files::Input;
use crate::held_text::{HeldText, HeldTextWriter};
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
    let normalizer = match arguments.payload {
        Normalizable::BaseData => BASE_DATA,
        Normalizable::Transactions => TRANSACTIONS,
        Normalizable::Journal => JOURNAL,
        Normalizable::Document => DOCUMENT,
    };
    let check_policy = if normalizer.allows_sequences {
        policy.clone().sequence()
    } else {
        policy.clone()
    };
    let mut input = files::read(&arguments.file)?;
    let progress = Progress::working("normalizing", input.bytes.len());
    let mut writer = HeldTextWriter::new(arguments.output.as_deref());
    let max_changes = if arguments.format.is_some() {
        usize::MAX
    } else {
        MAX_LISTED
    };
    let source = mem::take(&mut input.bytes);
    let mut pieces =
        normalizer.normalize_to(source, &check_policy, fixes, max_changes, &mut |piece| {
            writer.push(piece);
        });
    let (order, report, source) = (
        pieces.order.take(),
        pieces.report.take(),
        mem::take(&mut pieces.source),
    );
    let mut text = order.map(|order| writer.finish(order)).transpose()?;
    // The findings are shown in the text that they are in. It is read again only if there are any, when the file is no longer in memory.
    let name = input.name.clone();
    match &mut text {
        None => input.bytes = source,
        Some(text) => {
            drop(source);
            let is_needed = report
                .as_ref()
                .is_none_or(|report| !report.counts.is_empty());
            let bytes = if is_needed { text.read()? } else { Vec::new() };
            input = Input::new(format!("{name}, normalized"), bytes);
        }
    }
    let report = report.unwrap_or_else(|| normalizer.check(&input.bytes, &check_policy));
    let change_count = pieces.change_count;
    let result = pieces.without_text(report);
    drop(progress);
    let output = arguments.output.as_deref();
    if arguments.format.is_some() {
        let report = render::normalized_changes_json(&name, &result);
        files::write_output_with(output, |out| write_report(&report, text.as_mut(), out))?;
    } else {
        if let Some(text) = &mut text {
            files::write_output_with(output, |out| {
                text.copy(out)?;
                out.write_all(b"\n")
            })?;
        }
        print_changes_and_findings(&name, &input, &result, change_count, &policy);
    }
    Ok(text.is_some() && result.report.is_valid())
}

/// Writes the report, and the payload as its last member: a list of documents. The text has a line for each.
fn write_report(report: &str, text: Option<&mut HeldText>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(report.strip_suffix('}').unwrap_or(report).as_bytes())?;
    match text {
        Some(text) => {
            out.write_all(b",\"normalized\":[")?;
            text.copy(&mut Lines(out))?;
            out.write_all(b"]}\n")
        }
        None => out.write_all(b",\"normalized\":null}\n"),
    }
}

/// Writes lines as elements of a list.
struct Lines<'w>(&'w mut dyn Write);

impl Write for Lines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            if number > 0 {
                self.0.write_all(b",")?;
            }
            self.0.write_all(line)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Prints the changes with their positions in the file `name`, and the remaining findings with their positions in the output.
fn print_changes_and_findings(
    name: &str,
    input: &Input,
    normalized: &Normalized,
    count: usize,
    policy: &Policy,
) {
    for change in &normalized.changes {
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
