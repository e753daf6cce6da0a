//! `uacc check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use universal_accounting::base_data::BaseData;
use universal_accounting::documents::CreationRequest;
use universal_accounting::report::{Policy, Report};
use universal_accounting::{base_data, cross_check, documents, format, render, transactions};

use crate::files::{self, Input, in_parallel};
use crate::output::{self, Outcome};
use crate::progress::Progress;
use crate::sanitize::sanitize;
use crate::settings::{PayloadPolicyArguments, policy_of_settings};
use crate::terminal::stdout_width;
use crate::{findings, settings};

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The kind of the files.
    #[arg(value_name = "KIND")]
    payload: Payload,
    /// The files to check. `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The output format.
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    format: ReportFormat,
    #[command(flatten)]
    policy: PayloadPolicyArguments,
    /// Compare transactions or journals with the base data in this file: their accounts, taxes, contacts, dimensions, currencies and days.
    #[arg(long, value_name = "FILE")]
    base_data: Option<PathBuf>,
    /// The request that a document-result answers, to compare them.
    #[arg(long, value_name = "FILE")]
    request: Option<PathBuf>,
    /// The number of transactions that were sent, to compare with the counts of an import-result.
    #[arg(long, value_name = "N")]
    sent: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Payload {
    /// The base data of an organization.
    BaseData,
    /// Financial transactions to import.
    Transactions,
    /// A journal export: an array of records, one record, or one record a line; or the CSV of single entries.
    Journal,
    /// A request to create a document.
    #[value(alias = "document-request")]
    Document,
    /// The response to a request to create a document.
    DocumentResult,
    /// The response to an update of base data.
    BaseDataResult,
    /// The response to an import of transactions.
    ImportResult,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// Text that shows the line of each finding.
    Human,
    /// One JSON object per file, each on one line.
    Json,
    /// A SARIF 2.1.0 log.
    Sarif,
}

pub(crate) fn run(arguments: &Check) -> Outcome {
    let policy = arguments.policy.policy()?;
    let request = read_request(arguments)?;
    let base_data = read_base_data(arguments, &policy)?;
    let inputs = files::read_all(&arguments.files)?;
    if base_data.is_some() && arguments.payload == Payload::Journal {
        reject_single_entries(&inputs)?;
    }
    let check = |input: &Input| {
        let bytes = &input.bytes;
        match arguments.payload {
            Payload::BaseData => base_data::check(bytes, &policy),
            Payload::Transactions => {
                let policy = policy.clone().sequence();
                match &base_data {
                    Some(base_data) => cross_check::check_transactions(bytes, base_data, &policy),
                    None => transactions::check(bytes, &policy),
                }
            }
            Payload::Journal => {
                let policy = policy.clone().sequence();
                match &base_data {
                    Some(base_data) => cross_check::check_journal(bytes, base_data, &policy),
                    None => format::check_journal(bytes, &policy),
                }
            }
            Payload::Document => documents::check(bytes, &policy),
            Payload::DocumentResult => documents::check_result(bytes, request.as_ref(), &policy),
            Payload::BaseDataResult => base_data::check_result(bytes, &policy),
            Payload::ImportResult => transactions::check_result(bytes, arguments.sent, &policy),
        }
    };
    let progress = Progress::working("checking", files::total_size(&inputs));
    let reports: Vec<Report> = in_parallel(&inputs, check);
    drop(progress);
    let named: Vec<(&str, &Report)> = inputs
        .iter()
        .map(|input| input.name.as_str())
        .zip(&reports)
        .collect();
    let mut text = String::new();
    match arguments.format {
        ReportFormat::Human => {
            for (input, report) in inputs.iter().zip(&reports) {
                for finding in findings::render(input, report, &policy, stdout_width()) {
                    text += &(finding + "\n");
                }
                text += &[
                    &sanitize(&input.name),
                    ": ",
                    &findings::count_errors_and_warnings(report),
                    "\n",
                ]
                .concat();
            }
            output::write_styled(&text)?;
        }
        ReportFormat::Json => {
            for (name, report) in &named {
                text += &(render::report_json(name, report) + "\n");
            }
            output::write_stdout(&text)?;
        }
        ReportFormat::Sarif => output::write_stdout(&(render::sarif(&named) + "\n"))?,
    }
    Ok(reports.iter().all(Report::is_valid))
}

/// Reads the base data to compare the files with. Base data with errors can't be used, because records may be missing in it.
fn read_base_data(arguments: &Check, policy: &Policy) -> Result<Option<BaseData>, String> {
    let Some(path) = &arguments.base_data else {
        return Ok(None);
    };
    if !matches!(arguments.payload, Payload::Transactions | Payload::Journal) {
        return misplaced("--base-data", "transactions and journal");
    }
    files::check_stdin_is_read_once(arguments.files.iter().chain([path]))?;
    let policy = policy_of_settings(policy);
    settings::read_base_data(path, &policy).map(Some)
}

/// Rejects journals as single entries: their findings point into a table, which base data is not compared with.
fn reject_single_entries(inputs: &[Input]) -> Result<(), String> {
    match inputs
        .iter()
        .find(|input| format::is_single_entries_file(&input.bytes))
    {
        None => Ok(()),
        Some(input) => Err(format!(
            "{} is a CSV of single entries; --base-data compares journals in JSON only",
            sanitize(&input.name)
        )),
    }
}

fn misplaced<T>(option: &str, payload: &str) -> Result<T, String> {
    Err(format!("{option} can only be used with {payload}"))
}

/// Reads the request that a document result answers. An invalid request is an error, because nothing can be compared with it.
fn read_request(arguments: &Check) -> Result<Option<CreationRequest>, String> {
    if arguments.sent.is_some() && arguments.payload != Payload::ImportResult {
        return misplaced("--sent", "import-result");
    }
    let Some(path) = &arguments.request else {
        return Ok(None);
    };
    if arguments.payload != Payload::DocumentResult {
        return misplaced("--request", "document-result");
    }
    files::check_stdin_is_read_once(arguments.files.iter().chain([path]))?;
    let input = files::read(path)?;
    let request = documents::read(&input.bytes, &Policy::new()).value;
    request.map(Some).ok_or_else(|| {
        format!(
            "{} is not a valid request; `uacc check document` lists its errors",
            sanitize(&input.name)
        )
    })
}
