//! Checks of the examples of rules.

use universal_accounting::dedup::{self, KnownTransaction, StoredStatement};
use universal_accounting::format::{self, ConvertOptions};
use universal_accounting::internals::dedup::report_conflicts;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::rules::Example;
use universal_accounting::report::{Level, Policy, Report};
use universal_accounting::sandbox::{Credentials, DeliveryRequest, ForcedResponse};
use universal_accounting::tables::{self, Chart};
use universal_accounting::value::{AccountIdentifier, Currency};
use universal_accounting::{
    archive, base_data, contract, cross_check, documents, export, journal, transactions,
};

use crate::limits::limited;

/// Returns the report on an example.
pub(crate) fn check_example(example: Example, policy: &Policy) -> Report {
    let input = example.input();
    match example {
        Example::Transaction(_) | Example::Transactions(_) | Example::Repeated { .. } => {
            transactions::check(&input, policy)
        }
        Example::BaseData(..) => base_data::check(&input, policy),
        Example::BaseDataTable(_) => {
            let mut options = tables::BuildOptions::new();
            (options.policy, options.chart) = (policy.clone(), Some(Chart::SwissSme));
            let source = tables::Source {
                name: "table",
                bytes: &input,
            };
            tables::build(&[source], None, &options)
                .tables
                .remove(0)
                .report
        }
        Example::Journal(_) | Example::JournalMember(..) | Example::JournalLines(_) => {
            journal::check(&input, policy)
        }
        Example::SingleEntries(_) => format::read_single_entries(&input, policy).report,
        Example::Compared {
            input: compared, ..
        } => {
            let base_data = example.compared_base_data().unwrap();
            let base_data = base_data::read(base_data.as_bytes(), &Policy::new())
                .value
                .unwrap();
            match compared {
                Example::Transaction(_) => {
                    cross_check::check_transactions(&input, &base_data, policy)
                }
                _ => cross_check::check_journal(&input, &base_data, policy),
            }
        }
        Example::DocumentRequest(_) => documents::check(&input, policy),
        Example::DocumentResult { request, .. } => {
            let request = request.map(|request| {
                documents::read(request.as_bytes(), &Policy::new())
                    .value
                    .unwrap()
            });
            documents::check_result(&input, request.as_ref(), policy)
        }
        Example::UpdateResult(_) => base_data::check_result(&input, policy),
        Example::ImportResult { sent, .. } => transactions::check_result(&input, sent, policy),
        Example::Statement {
            account,
            currency,
            opening,
            ..
        } => {
            let mut options = ConvertOptions::new();
            options.policy = policy.clone();
            options.account = account.map(|account| AccountIdentifier::parse(account).unwrap());
            options.currency = currency.map(|code| Currency::parse(code).unwrap());
            options.opening_balance = opening.map(|balance| balance.parse().unwrap());
            convert_readable(&input, &options).summary.report
        }
        Example::Import { known, .. } => {
            let read = |payload: &[u8]| transactions::read(payload, &Policy::new()).values;
            let known = read(format!("{{\"transactions\":[{known}]}}").as_bytes());
            let known = known.iter().map(KnownTransaction::from).collect();
            let sent = read(&input);
            report_conflicts(&dedup::plan(dedup::keys(&sent), &known), policy)
        }
        Example::ImportedStatement { known, .. } => {
            let mut options = ConvertOptions::new();
            let summary = convert_readable(known, &options).summary;
            let known = StoredStatement::all_of(&summary, known);
            options.policy = policy.clone();
            let mut summary = convert_readable(&input, &options).summary;
            let _ = dedup::compare_with_stored(&known, &mut [&mut summary], policy);
            summary.report
        }
        Example::Batches(_) => {
            let mut options = ConvertOptions::new();
            (options.policy, options.split_batches) = (policy.clone(), true);
            convert_readable(&input, &options).summary.report
        }
        Example::Archive(_) => archive::unpack(&input, policy)
            .map_or_else(|report| report, |mut members| members.remove(0).report),
        Example::Profile(_) => format::Profile::read(&input, policy).report,
        Example::AccountMap(_) => {
            universal_accounting::statement::AccountMap::read(&input, policy).report
        }
        Example::LedgerAccounts(_) => {
            export::statement::LedgerAccounts::read(&input, policy).report
        }
        Example::DatevSettings(_) => export::statement::DatevSettings::read(&input, policy).report,
        Example::UploadedDocument { uploaded, .. } => {
            documents::read_with_uploads(&input, |name| uploaded.contains(&name), policy).report
        }
        Example::Credentials(_) => Credentials::read(&input, policy).report,
        Example::ForcedResponse(_) => ForcedResponse::read(&input, policy).report,
        Example::DeliveryRequest(_) => DeliveryRequest::read(&input, policy).report,
        other => panic!("unknown kind of example: {other:?}"),
    }
}

/// Returns the policy for the bad example of a rule. Rules about limits need a policy with a small limit.
pub(crate) fn policy_for(id: &str) -> Policy {
    if id == "row-refused" {
        // The only format with such rows has a warning for every file.
        let caution = contract::page("profile-caution").unwrap().rule;
        return Policy::new().level(caution, Level::Allow).unwrap();
    }
    limited(|limits| match id {
        "too-large" => limits.bytes = 16,
        "workbook-too-large" => limits.bytes = 5000,
        "too-many-records" => limits.records = 1,
        "cell-too-long" => limits.cell = 21,
        "line-too-long" => limits.line = 60,
        _ => (),
    })
}
