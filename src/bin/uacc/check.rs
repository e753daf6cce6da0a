use std::path::PathBuf;

use clap::{Args, ValueEnum};
use universal_accounting::documents::CreationRequest;
use universal_accounting::render;
use universal_accounting::report::{Policy, Report};
use universal_accounting::{base_data, documents, transactions};

use crate::excerpt;
use crate::files::{self, Input};
use crate::output::{self, Outcome};
use crate::settings::PolicyArguments;
use crate::window::clean;

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// What the files are.
    payload: Payload,
    /// The files; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to tell what was found.
    #[arg(long, value_enum, default_value_t = ReportFormat::Human)]
    format: ReportFormat,
    #[command(flatten)]
    policy: PolicyArguments,
    /// With document-result: the request that it answers.
    #[arg(long, value_name = "FILE")]
    request: Option<PathBuf>,
    /// With import-result: how many transactions were sent.
    #[arg(long, value_name = "N")]
    sent: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Payload {
    /// An organization's base data.
    BaseData,
    /// Financial transactions for import.
    Transactions,
    /// A request to create a document.
    #[value(alias = "document-request")]
    Document,
    /// The answer to such a request.
    DocumentResult,
    /// The answer to an update of base data.
    BaseDataResult,
    /// The answer to an import of transactions.
    ImportResult,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// For people: the line with the fault underlined.
    Human,
    /// One JSON object per file on a line of its own.
    Json,
    /// A SARIF 2.1.0 log.
    Sarif,
}

pub(crate) fn run(call: &Check) -> Outcome {
    let policy = call.policy.policy()?;
    let request = request(call)?;
    let inputs = files::read_all(&call.files)?;
    let check = |input: &Input| {
        let bytes = &input.bytes;
        match call.payload {
            Payload::BaseData => base_data::check(bytes, &policy),
            Payload::Transactions => transactions::check(bytes, &policy.clone().sequence()),
            Payload::Document => documents::check(bytes, &policy),
            Payload::DocumentResult => documents::check_result(bytes, request.as_ref(), &policy),
            Payload::BaseDataResult => base_data::check_result(bytes, &policy),
            Payload::ImportResult => transactions::check_result(bytes, call.sent, &policy),
        }
    };
    let reports: Vec<Report> = inputs.iter().map(check).collect();
    let named: Vec<(&str, &Report)> = inputs.iter().map(|input| input.name.as_str()).zip(&reports).collect();
    let mut text = String::new();
    match call.format {
        ReportFormat::Human => {
            for (input, report) in inputs.iter().zip(&reports) {
                for finding in excerpt::findings(input, report, &policy) {
                    text += &(finding + "\n");
                }
                text += &[&clean(&input.name), ": ", &excerpt::sums(report), "\n"].concat();
            }
            output::show(&text)?;
        }
        ReportFormat::Json => {
            for (name, report) in &named {
                text += &(render::report_json(name, report) + "\n");
            }
            output::put(&text)?;
        }
        ReportFormat::Sarif => output::put(&(render::sarif(&named) + "\n"))?,
    }
    Ok(reports.iter().all(Report::is_valid))
}

/// The request that a result is held against. An answer can't be judged by a request that is wrong itself.
fn request(call: &Check) -> Result<Option<CreationRequest>, String> {
    let misplaced =
        |option: &str, payload: &str| Err(format!("{option} is for {payload} alone: it says what the answer answers"));
    if call.sent.is_some() && call.payload != Payload::ImportResult {
        return misplaced("--sent", "import-result");
    }
    let Some(path) = &call.request else { return Ok(None) };
    if call.payload != Payload::DocumentResult {
        return misplaced("--request", "document-result");
    }
    files::refuse_to_read_twice(call.files.iter().chain([path]))?;
    let input = files::read(path)?;
    let request = documents::read(&input.bytes, &Policy::new()).value;
    request.map(Some).ok_or_else(|| format!("{} is no valid request; `uacc check document` tells why", input.name))
}
