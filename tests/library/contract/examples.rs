//! The examples of the rules, judged.

use universal_accounting::format::{self, Options};
use universal_accounting::report::{Example, Limits, Policy, Report};
use universal_accounting::sandbox::{Credentials, ForcedResponse};
use universal_accounting::value::{AccountIdentifier, Currency};
use universal_accounting::{base_data, documents, transactions};

/// What an example yields, in the order of the places.
pub(crate) fn judge(example: Example, policy: &Policy) -> Report {
    let input = example.input();
    match example {
        Example::Transaction(_) | Example::Transactions(_) | Example::Repeated { .. } => {
            transactions::check(&input, policy)
        }
        Example::BaseData(..) => base_data::check(&input, policy),
        Example::DocumentRequest(_) => documents::check(&input, policy),
        Example::DocumentResult { request, .. } => {
            let request = request.map(|request| documents::read(request.as_bytes(), &Policy::new()).value.unwrap());
            documents::check_result(&input, request.as_ref(), policy)
        }
        Example::UpdateResult(_) => base_data::check_result(&input, policy),
        Example::ImportResult { sent, .. } => transactions::check_result(&input, sent, policy),
        Example::Statement { account, currency, .. } => {
            let mut options = Options::new();
            options.policy = policy.clone();
            options.account = account.map(|account| AccountIdentifier::parse(account).unwrap());
            options.currency = currency.map(|code| Currency::parse(code).unwrap());
            format::convert(&input, &options).summary.report
        }
        Example::Profile(_) => format::Profile::read(&input, policy).report,
        Example::AccountMap(_) => universal_accounting::statement::AccountMap::read(&input, policy).report,
        Example::UploadedDocument { uploaded, .. } => {
            documents::read_uploaded(&input, |name| uploaded.contains(&name), policy).report
        }
        Example::Credentials(_) => Credentials::read(&input, policy).report,
        Example::ForcedResponse(_) => ForcedResponse::read(&input, policy).report,
        other => panic!("an example of a new kind: {other:?}"),
    }
}

/// The rules that speak of a limit of the caller's need a caller with one.
pub(crate) fn policy_for(id: &str) -> Policy {
    let usual = Limits::default();
    let limits = match id {
        "too-large" => Limits { bytes: 16, ..usual },
        "too-many-records" => Limits { records: 1, ..usual },
        "cell-too-long" => Limits { cell: 21, ..usual },
        "line-too-long" => Limits { line: 60, ..usual },
        _ => usual,
    };
    Policy::new().limits(limits)
}
