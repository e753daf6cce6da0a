//! `uacc diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use universal_accounting::diff::{self, BaseDataDiff, BaseDataDiffReading, RemovalLimit};
use universal_accounting::render;
use universal_accounting::report::{Policy, Report, Severity};

use crate::files::Input;
use crate::output::{self, Outcome};
use crate::sanitize::sanitize;
use crate::{diff_table, files, findings, limits};

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The kind of the files.
    #[arg(value_name = "KIND")]
    payload: Comparable,
    /// What the service holds, as `GET /api/public/v1/base-data` returns it. `-` reads standard input.
    #[arg(value_name = "HELD")]
    held: PathBuf,
    /// The payload of the update. `-` reads standard input.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// The output format.
    #[arg(long, value_enum, default_value_t = DiffFormat::Human)]
    format: DiffFormat,
    /// Fail only if more is removed than this: a number of records in all lists together, such as 10, or a share of every list, such as 10%.
    #[arg(long, value_name = "N|N%", value_parser = RemovalLimit::parse)]
    max_removed: Option<RemovalLimit>,
    /// Accept null as an absent optional field in NEW too, to compare two exports of the service.
    #[arg(long)]
    received: bool,
    /// Leave all values out: no external ids, no old and new values, no excerpts.
    #[arg(long)]
    redact: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Comparable {
    /// The base data of an organization.
    BaseData,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// A table of the records that are removed, changed and added.
    Human,
    /// One JSON object with the reports on both files and all changes.
    Json,
}

pub(crate) fn run(arguments: &Diff) -> Outcome {
    let Comparable::BaseData = arguments.payload;
    let policy = if arguments.received {
        limits::policy().received()
    } else {
        limits::policy()
    };
    let policy = if arguments.redact {
        policy.redacted()
    } else {
        policy
    };
    files::check_stdin_is_read_once([&arguments.held, &arguments.new].into_iter())?;
    let (held, new) = (files::read(&arguments.held)?, files::read(&arguments.new)?);
    let reading = diff::read_base_data(&held.bytes, &new.bytes, &policy);
    if arguments.format == DiffFormat::Json {
        let names = [held.name.as_str(), new.name.as_str()];
        output::write_stdout(
            &(render::base_data_diff_json(names, &reading, arguments.redact) + "\n"),
        )?;
    }
    let BaseDataDiffReading {
        diff: Some(diff), ..
    } = reading
    else {
        return Err(explain_errors(
            [(&held, reading.held), (&new, reading.new)],
            &policy,
        ));
    };
    if arguments.format == DiffFormat::Human {
        output::write_styled(&diff_table::render(
            &diff,
            [&held.name, &new.name],
            arguments.redact,
        ))?;
    }
    Ok(is_accepted(&diff, arguments.max_removed))
}

/// Returns whether the exit status is 0, and prints why an update removes too much.
fn is_accepted(diff: &BaseDataDiff, limit: Option<RemovalLimit>) -> bool {
    let Some(limit) = limit else {
        return diff.is_empty();
    };
    let excess = diff.excess_removal(limit);
    if let Some(excess) = &excess {
        output::print_note(format!(
            "error: {excess}; don't send the update before you have checked it"
        ));
    }
    excess.is_none()
}

/// Prints the errors of the files, and returns why they can't be compared.
fn explain_errors(files: [(&Input, Report); 2], policy: &Policy) -> String {
    let mut faulty = Vec::new();
    for (input, mut report) in files {
        if report.errors > 0 {
            report
                .findings
                .retain(|finding| finding.severity == Severity::Error);
            report
                .counts
                .retain(|count| count.severity == Severity::Error);
            findings::print(input, &report, policy);
            faulty.push(format!(
                "{} has {}",
                sanitize(&input.name),
                findings::pluralize(report.errors, "error")
            ));
        }
    }
    format!(
        "{}: records with errors can't be compared, so correct them first",
        faulty.join(" and ")
    )
}
