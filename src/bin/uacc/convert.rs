//! `uacc convert`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use universal_accounting::certificate::Recipe;
use universal_accounting::continuity::Conversions;
use universal_accounting::format::ConvertOptions;
use universal_accounting::render;
use universal_accounting::report::Policy;
use universal_accounting::statement::Summary;
use universal_accounting::transactions::MAX_TRANSACTIONS;

use crate::certificate::{CertificateDraft, Done};
use crate::files::Input;
use crate::findings::SharedNeeds;
use crate::output::{self, Outcome};
use crate::sanitize::sanitize;
use crate::settings::PolicyArguments;
use crate::statement_export::{ExportArguments, StatementExport};
use crate::statements::{self, StatementArguments};
use crate::verbosity::name_some;
use crate::{certificate, files, findings, histories, limits, payload_files};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The files to convert, also in ZIP archives. `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    statements: StatementArguments,
    /// Write the transactions that could be converted, even if other rows were rejected, or other files of an archive or a folder.
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
    /// Write a certificate of what was read and written: JSON if the name ends with `.json`, or else a page to print. `uacc verify` checks it later.
    #[arg(long, value_name = "FILE", requires = "output")]
    certificate: Option<PathBuf>,
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
    /// One JSON object per file with its transactions, their origins, skipped and rejected rows, and findings, and one with the accounts of all files.
    Json,
    /// A SARIF 2.1.0 log of the findings.
    Sarif,
}

pub(crate) fn run(arguments: &Convert) -> Outcome {
    let policy = arguments.policy.apply_to(limits::policy())?;
    if !(1..=MAX_TRANSACTIONS).contains(&arguments.batch) {
        return Err(format!(
            "--batch: a payload has 1 to {MAX_TRANSACTIONS} transactions"
        ));
    }
    let as_report = arguments.format != ReportFormat::Human;
    check_can_certify(arguments)?;
    let is_certified = arguments.certificate.is_some();
    let export = arguments.export.read(&policy, is_certified)?;
    if as_report && export.is_some() {
        return Err(
            "--format json and sarif write a report in the place of the transactions; leave out --to".to_owned()
        );
    }
    if let Some(export) = &export {
        export.check_output(arguments.output.as_deref())?;
    }
    for outputs in [
        arguments.output.as_slice(),
        arguments.certificate.as_slice(),
    ] {
        files::check_outputs_are_not_inputs(outputs, sources(arguments))?;
    }
    let read = files::read_all(&arguments.files)?;
    let draft = arguments
        .certificate
        .as_deref()
        .map(|path| CertificateDraft::start(path, &read))
        .transpose()?;
    let inputs = files::unpack(read, &policy);
    let options = arguments
        .statements
        .options(&arguments.policy, inputs.len())?;
    let recipe = recipe(arguments, &options, export.as_ref())?;
    let with_cells = arguments.format == ReportFormat::Json;
    let conversions = statements::convert(&inputs, &options, with_cells);
    let history = &conversions.history;
    let summaries = conversions.files.iter().map(|file| &file.summary);
    let files: Vec<(&Input, &Summary)> = inputs.iter().zip(summaries).collect();
    print_files(&files, as_report, &options.policy);
    statements::check_no_accounts_merge(&files, history, &options)?;
    histories::print(history, &files, options.accounts.as_ref(), &policy);
    let is_complete = files.iter().all(|(_, summary)| statements::passes(summary));
    let reasons = reasons_to_write_nothing(&files, arguments.partial);
    let output = arguments.output.as_deref();
    if arguments.format == ReportFormat::Sarif {
        let reports: Vec<_> = files
            .iter()
            .map(|(input, summary)| (input.name.as_str(), &summary.report))
            .collect();
        files::write_output(output, render::sarif(&reports) + "\n")?;
        return Ok(is_complete);
    }
    if let (false, Some(reasons)) = (as_report, reasons) {
        output::print_note(format!("nothing was written: {reasons}"));
        return Ok(is_complete);
    }
    let outputs = if as_report {
        write_report(output, &conversions, &policy)?;
        Vec::new()
    } else if let Some(export) = export {
        if !export.write(&conversions, output)? {
            return Ok(false);
        }
        output.map(Path::to_owned).into_iter().collect()
    } else {
        payload_files::write(&conversions, arguments.batch, output, sources(arguments))?
    };
    if let (Some(draft), Some(recipe)) = (draft, recipe) {
        draft.write(&Done {
            files: &files,
            history,
            outputs: &outputs,
            recipe: &recipe,
        })?;
    }
    Ok(is_complete)
}

/// Prints the findings of the files, unless a report has them, and the numbers of their rows.
fn print_files(files: &[(&Input, &Summary)], as_report: bool, policy: &Policy) {
    let reports = files
        .iter()
        .map(|(input, summary)| (*input, &summary.report));
    let needs = SharedNeeds::find(&reports.collect::<Vec<_>>());
    for (input, summary) in files {
        if !as_report {
            needs.print_others(statements::as_read(input, summary), &summary.report, policy);
        }
        statements::print_row_counts(input, summary);
    }
    needs.print();
}

/// Checks that a certificate could name everything that is written.
fn check_can_certify(arguments: &Convert) -> Result<(), String> {
    let Some(path) = &arguments.certificate else {
        return Ok(());
    };
    let output = arguments.output.as_deref();
    if output.is_some_and(files::is_standard_stream) || files::is_standard_stream(path) {
        return Err("--certificate: what goes to standard output can't be checked later; name files with -o and --certificate".to_owned());
    }
    if arguments.format != ReportFormat::Human {
        return Err("--certificate is for transactions, and --format json and sarif write a report in their place; leave one of them out".to_owned());
    }
    if arguments.policy.redact {
        return Err("--certificate: a certificate has accounts and balances, which --redact leaves out; leave one of them out".to_owned());
    }
    if output == Some(path.as_path()) {
        return Err("--certificate and -o name the same file; choose another name".to_owned());
    }
    Ok(())
}

/// Returns how the conversion can be done again, if that is certified.
fn recipe(
    arguments: &Convert,
    options: &ConvertOptions,
    export: Option<&StatementExport>,
) -> Result<Option<Recipe>, String> {
    if arguments.certificate.is_none() {
        return Ok(None);
    }
    let mut documents = arguments.statements.documents()?;
    documents.extend(arguments.export.documents());
    let (partial, batch) = (arguments.partial, arguments.batch);
    let mut recipe = certificate::recipe(options, partial, batch, export, documents)?;
    let created = arguments.export.created();
    recipe.created = created.map(|time| format!("{time:?}"));
    Ok(Some(recipe))
}

/// Writes a JSON object for each file, and one for the accounts of all files.
fn write_report(
    output: Option<&Path>,
    conversions: &Conversions,
    policy: &Policy,
) -> Result<(), String> {
    let names = conversions.files.iter().map(|file| file.name.as_str());
    let names: Vec<&str> = names.collect();
    files::write_output_with(output, |out| {
        for file in &conversions.files {
            writeln!(out, "{}", render::conversion_json(&file.name, file))?;
        }
        let accounts = render::accounts_json(&names, &conversions.history, policy);
        writeln!(out, "{accounts}")
    })
}

/// Returns the files that are read, which the output must not overwrite.
fn sources(arguments: &Convert) -> impl Iterator<Item = &Path> {
    let settings = arguments
        .statements
        .sources()
        .chain(arguments.export.sources());
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
            reasons.push(format!(
                "{} of {name} rejected",
                findings::pluralize(summary.rejected.len(), "row")
            ));
        } else if !statements::passes(summary) && !partial {
            reasons.push(format!("{name} has errors"));
        }
    }
    let is_empty = files.iter().all(|(_, summary)| summary.converted == 0);
    if reasons.is_empty() {
        // The service rejects an empty payload.
        return is_empty.then(|| "there are no transactions".to_owned());
    }
    let would_partial_help = !is_empty
        && !partial
        && files
            .iter()
            .all(|(input, summary)| summary.format.is_some() || input.is_member);
    let advice = if would_partial_help {
        "; --partial writes the transactions that could be converted"
    } else {
        ""
    };
    Some(format!("{}{advice}", name_some(&reasons)))
}
