use universal_accounting::documents::CreationRequest;
use universal_accounting::render;
use universal_accounting::report::{Policy, Report};
use universal_accounting::{base_data, documents, transactions};

use crate::arguments::{Check, Payload, ReportFormat};
use crate::output::{self, Failure, Outcome};
use crate::window::clean;
use crate::{excerpt, files, settings};

/// `uacc check`.
pub(crate) fn run(call: &Check) -> Result<Outcome, Failure> {
    let policy = settings::policy(&call.policy)?;
    let request = request(call)?;
    let inputs = files::read_all(&call.files)?;
    let reports: Vec<(&str, Report)> = inputs
        .iter()
        .map(|input| {
            let bytes = &input.bytes;
            let report = match call.payload {
                Payload::BaseData => base_data::check(bytes, &policy),
                Payload::Transactions => transactions::check(bytes, &policy.clone().sequence()),
                Payload::Document => documents::check(bytes, &policy),
                Payload::DocumentResult => documents::check_result(bytes, request.as_ref(), &policy),
                Payload::BaseDataResult => base_data::check_result(bytes, &policy),
                Payload::ImportResult => transactions::check_result(bytes, call.sent, &policy),
            };
            (input.name.as_str(), report)
        })
        .collect();
    let mut text = String::new();
    match call.format {
        ReportFormat::Human => {
            for (input, (name, report)) in inputs.iter().zip(&reports) {
                for finding in excerpt::findings(name, &input.bytes, report, &policy) {
                    text += &(finding + "\n");
                }
                text += &[&clean(name), ": ", &excerpt::sums(report), "\n"].concat();
            }
            output::show(&text)?;
        }
        ReportFormat::Json => {
            for (name, report) in &reports {
                text += &(render::report_json(name, report) + "\n");
            }
            output::put(&text)?;
        }
        ReportFormat::Sarif => {
            let all: Vec<(&str, &Report)> = reports.iter().map(|(name, report)| (*name, report)).collect();
            output::put(&(render::sarif(&all) + "\n"))?;
        }
    }
    Ok(Outcome::of(reports.iter().all(|(_, report)| report.is_valid())))
}

/// The request that a result is held against. An answer can't be judged by a request that is wrong itself.
fn request(call: &Check) -> Result<Option<CreationRequest>, Failure> {
    let misplaced = |option: &str, payload: &str| {
        Err(Failure::Call(format!("{option} is for {payload} alone: it says what the answer answers")))
    };
    if call.sent.is_some() && call.payload != Payload::ImportResult {
        return misplaced("--sent", "import-result");
    }
    let Some(path) = &call.request else { return Ok(None) };
    if call.payload != Payload::DocumentResult {
        return misplaced("--request", "document-result");
    }
    if files::is_standard(path) && call.files.iter().any(|file| files::is_standard(file)) {
        return Err(Failure::Call("standard input can be read once: give `-` one time only".to_owned()));
    }
    let input = files::read(path)?;
    let request = documents::read(&input.bytes, &Policy::new()).value;
    let wrong = || Failure::Call(format!("{} is no valid request; `uacc check document` tells why", input.name));
    Ok(Some(request.ok_or_else(wrong)?))
}
