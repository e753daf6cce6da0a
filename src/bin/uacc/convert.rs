//! `uacc convert`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use universal_accounting::format;
use universal_accounting::render;
use universal_accounting::report::Policy;
use universal_accounting::statement::{Conversion, PayloadWriter, Summary};
use universal_accounting::transactions::{MAX_TRANSACTIONS, Transaction};

use crate::files::Input;
use crate::findings::SharedNeeds;
use crate::output::{self, Outcome, display_path};
use crate::sanitize::sanitize;
use crate::settings::PolicyArguments;
use crate::statement_export::ExportArguments;
use crate::statements::{self, StatementArguments};
use crate::{archives, files, findings, totals};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The files to convert, also in ZIP archives. `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    statements: StatementArguments,
    /// Write the transactions that could be converted, even if other rows or files of an archive were rejected.
    #[arg(long)]
    partial: bool,
    /// The maximum number of transactions in a payload, from 1 to 1000.
    #[arg(long, value_name = "N", default_value_t = MAX_TRANSACTIONS)]
    batch: usize,
    /// Write to this file instead of standard output. Files are written completely or not at all.
    ///
    /// Several payloads are written to OUT-0001.json, OUT-0002.json and so on.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    export: ExportArguments,
    /// How the report looks. JSON contains the transactions too. JSON and SARIF are written in the place of the transactions.
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    format: ReportFormat,
    #[command(flatten)]
    policy: PolicyArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// Text on standard error.
    Human,
    /// One JSON object per file with its transactions, their origins, skipped and rejected rows, and findings.
    Json,
    /// A SARIF 2.1.0 log of the findings.
    Sarif,
}

pub(crate) fn run(arguments: &Convert) -> Outcome {
    let policy = arguments.policy.apply_to(Policy::new())?;
    if !(1..=MAX_TRANSACTIONS).contains(&arguments.batch) {
        return Err(format!("--batch: a payload has 1 to {MAX_TRANSACTIONS} transactions"));
    }
    let as_report = arguments.format != ReportFormat::Human;
    let export = arguments.export.read()?;
    if as_report && export.is_some() {
        return Err(
            "--format json and sarif write a report in the place of the transactions; leave out --to".to_owned()
        );
    }
    if let Some(export) = &export {
        export.check_output(arguments.output.as_deref())?;
    }
    files::check_outputs_are_not_inputs(arguments.output.as_slice(), sources(arguments))?;
    let inputs = archives::unpack(files::read_all(&arguments.files)?, &policy);
    let options = arguments.statements.options(&arguments.policy, inputs.len())?;
    let (mut payloads, mut written) = (PayloadWriter::new(arguments.batch), Vec::new());
    let mut conversions: Vec<Conversion> = Vec::new();
    let (mut keys, mut repeated) = (HashSet::new(), 0);
    let needs_all = as_report || export.is_some();
    // Within a file ids are unique, so only several files can have the same transaction.
    let may_repeat = inputs.len() > 1;
    let mut count_repeated = |transaction: &Transaction| {
        let key = (transaction.account_identifier.clone(), transaction.transaction_id.clone());
        repeated += usize::from(!keys.insert(key));
    };
    let mut convert = |input: &Input| {
        let options = options.for_file(&input.name);
        if needs_all {
            let mut conversion = format::convert(&input.bytes, &options);
            if may_repeat {
                conversion.transactions.iter().for_each(&mut count_repeated);
            }
            let summary = std::mem::take(&mut conversion.summary);
            conversions.push(conversion);
            return summary;
        }
        format::convert_to(&input.bytes, &options, |converted| {
            if may_repeat {
                count_repeated(converted.transaction());
            }
            written.extend(payloads.push(&converted).map(with_newline));
        })
    };
    let mut summaries: Vec<Summary> = inputs.iter().map(&mut convert).collect();
    statements::report_refusals(inputs.iter().zip(&mut summaries));
    let gaps = totals::compare_neighbours(&mut inputs.iter().zip(&mut summaries).collect::<Vec<_>>());
    let files: Vec<(&Input, &Summary)> = inputs.iter().zip(&summaries).collect();
    let needs = SharedNeeds::find(&files.iter().map(|(input, summary)| (*input, &summary.report)).collect::<Vec<_>>());
    for (input, summary) in &files {
        // The JSON and SARIF reports contain the findings already.
        if !as_report {
            needs.print_others(&statements::as_read(input, summary), &summary.report, &options.policy);
        }
        statements::print_row_counts(input, summary);
    }
    needs.print();
    statements::check_no_accounts_merge(&files, &options)?;
    gaps.iter().for_each(output::print_note);
    totals::print(&files, options.accounts.as_ref());
    if repeated > 0 {
        output::print_note(format!(
            "{} with the same account and id as an earlier transaction; an import will create {} once",
            findings::pluralize(repeated, "transaction"),
            if repeated == 1 { "it" } else { "each" },
        ));
    }
    let is_complete = files.iter().all(|(_, summary)| statements::is_complete(summary));
    let reasons = reasons_to_write_nothing(&files, arguments.partial);
    for (conversion, summary) in conversions.iter_mut().zip(summaries) {
        conversion.summary = summary;
    }
    let output = arguments.output.as_deref();
    match (reasons, export) {
        _ if arguments.format == ReportFormat::Sarif => {
            let named = inputs.iter().zip(&conversions);
            let reports: Vec<_> =
                named.map(|(input, conversion)| (input.name.as_str(), &conversion.summary.report)).collect();
            files::write_output(output, render::sarif(&reports) + "\n")?;
        }
        _ if as_report => {
            let named = inputs.iter().zip(&conversions);
            let reports = named.map(|(input, conversion)| render::conversion_json(&input.name, conversion) + "\n");
            files::write_output(output, reports.collect::<String>())?;
        }
        (Some(reasons), _) => output::print_note(format!("nothing was written: {reasons}")),
        (None, Some(export)) => return Ok(export.write(&inputs, &conversions, output)? && is_complete),
        (None, None) => {
            written.extend(payloads.finish().map(with_newline));
            write_payloads(&written, arguments)?;
        }
    }
    Ok(is_complete)
}

/// Returns the files that are read, which the output must not overwrite.
fn sources(arguments: &Convert) -> impl Iterator<Item = &Path> {
    let statements = &arguments.statements;
    let settings = statements.profile.iter().chain(&statements.accounts).chain(arguments.export.sources());
    arguments.files.iter().chain(settings).map(PathBuf::as_path)
}

/// Returns why nothing may be written, or `None` if the output is written.
fn reasons_to_write_nothing(files: &[(&Input, &Summary)], partial: bool) -> Option<String> {
    let mut reasons: Vec<String> = Vec::new();
    for (input, summary) in files {
        let name = sanitize(&input.name);
        if summary.format.is_none() && !(input.is_member && partial) {
            reasons.push(format!("{name} was not converted"));
        } else if !summary.rejected.is_empty() && !partial {
            reasons.push(format!("{} of {name} rejected", findings::pluralize(summary.rejected.len(), "row")));
        } else if !statements::is_complete(summary) && !partial {
            reasons.push(format!("{name} has errors"));
        }
    }
    let is_empty = files.iter().all(|(_, summary)| summary.converted == 0);
    if reasons.is_empty() {
        // The service rejects an empty payload.
        return is_empty.then(|| "there are no transactions".to_owned());
    }
    let would_partial_help =
        !is_empty && !partial && files.iter().all(|(input, summary)| summary.format.is_some() || input.is_member);
    let advice = if would_partial_help { "; --partial writes the transactions that could be converted" } else { "" };
    Some(format!("{}{advice}", reasons.join(", ")))
}

fn with_newline(payload: &str) -> String {
    format!("{payload}\n")
}

fn write_payloads(payloads: &[String], arguments: &Convert) -> Result<(), String> {
    let Some(path) = arguments.output.as_ref().filter(|path| !files::is_standard_stream(path)) else {
        return payloads.iter().try_for_each(output::write_stdout);
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    if let [payload] = payloads {
        files::write_file(path, payload.as_bytes())?;
    } else {
        paths.extend((1..=payloads.len()).map(|number| numbered_path(path, number)));
        files::check_outputs_are_not_inputs(&paths, sources(arguments))?;
        files::write_files(paths.iter().zip(payloads))?;
    }
    if let [first, .., last] = paths.as_slice() {
        let written = findings::pluralize(paths.len(), "file");
        output::print_note(format!("{written} written: {} to {}", display_path(first), display_path(last)));
    }
    // An earlier run may have written more files.
    let further = (paths.len() + 1..=9999).map(|number| numbered_path(path, number));
    let outdated: Vec<PathBuf> = further.take_while(|path| path.exists()).collect();
    match outdated.as_slice() {
        [] => {}
        [only] => output::print_note(format!(
            "warning: {} is from an earlier run and was not overwritten; don't import it together with the new files",
            display_path(only)
        )),
        [first, .., last] => output::print_note(format!(
            "warning: {} to {} are from an earlier run and were not overwritten; don't import them together with the new files",
            display_path(first),
            display_path(last)
        )),
    }
    Ok(())
}

/// Returns the name of one of several output files: `OUT-0001.json` for `OUT.json`.
fn numbered_path(path: &Path, number: usize) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let stem = if path.extension().is_some_and(|extension| extension == "json") { path.file_stem() } else { None };
    let mut numbered = OsString::from(stem.unwrap_or(name));
    numbered.push(format!("-{number:04}.json"));
    path.with_file_name(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_paths_keep_extensions_other_than_json() {
        for (path, expected) in
            [("a/out.json", "a/out-0002.json"), ("konto.2024", "konto.2024-0002.json"), ("x", "x-0002.json")]
        {
            assert_eq!(numbered_path(Path::new(path), 2), Path::new(expected));
        }
    }
}
