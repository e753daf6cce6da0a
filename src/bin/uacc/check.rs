use universal_accounting::contract;
use universal_accounting::render;
use universal_accounting::report::{Level, Policy, Report, Rule};
use universal_accounting::transactions;

use crate::arguments::{Check, Payload, ReportFormat};
use crate::outcome::{Failure, Outcome};
use crate::window::clean;
use crate::{excerpt, input, output, rules};

/// `uacc check`.
pub(crate) fn run(call: &Check) -> Result<Outcome, Failure> {
    let policy = policy(call)?;
    let inputs = input::read_all(&call.files)?;
    let reports: Vec<(&str, Report)> = inputs
        .iter()
        .map(|input| match call.payload {
            Payload::Transactions => (input.name.as_str(), transactions::check(&input.bytes, &policy)),
        })
        .collect();
    let mut text = String::new();
    match call.format {
        ReportFormat::Human => {
            for (input, (name, report)) in inputs.iter().zip(&reports) {
                for finding in excerpt::findings(name, &input.bytes, report) {
                    text.push_str(&finding);
                    text.push('\n');
                }
                text.push_str(&format_args!("{}: {}\n", clean(name), excerpt::sums(report)).to_string());
            }
        }
        ReportFormat::Json => {
            for (name, report) in &reports {
                text.push_str(&render::report_json(name, report));
                text.push('\n');
            }
        }
        ReportFormat::Sarif => {
            let all: Vec<(&str, &Report)> = reports.iter().map(|(name, report)| (*name, report)).collect();
            text.push_str(&render::sarif(&all));
            text.push('\n');
        }
    }
    output::put(&text)?;
    Ok(Outcome::of(reports.iter().all(|(_, report)| report.is_valid())))
}

fn policy(call: &Check) -> Result<Policy, Failure> {
    let mut policy = Policy::new().sequence();
    if call.strict {
        policy = policy.strict();
    }
    for (ids, level) in [(&call.allow, Level::Allow), (&call.warn, Level::Warn), (&call.deny, Level::Deny)] {
        for id in ids {
            policy = policy.with(rule(id)?, level).map_err(|error| Failure::Call(error.to_string()))?;
        }
    }
    Ok(policy)
}

fn rule(id: &str) -> Result<&'static Rule, Failure> {
    contract::rule(id).ok_or_else(|| Failure::Call(rules::unknown(id)))
}
