//! Comparisons with base data: what journals and transactions name, and base data does not have or has otherwise.
//!
//! [`journal()`] and [`transactions()`] compare typed values. [`check_journal`] and [`check_transactions`] check a file and compare its records, in one
//! report whose findings point into the file.
//!
//! Every rule is a warning. No contract states that a journal has only the accounts of one base data file, and a file may be older than the journal.

mod journal;
mod keys;
mod mismatch;
pub(crate) mod rules;
mod transactions;

use crate::base_data::BaseData;
use crate::journal::JournalFile;
use crate::json::find_spans;
use crate::record::CheckedFile;
use crate::report::{Policy, RecordPosition, Report};
use crate::source::{SourceFile, sorted_by_key};
use crate::value::Text;

pub use journal::journal;
pub use mismatch::{KnownRecord, Mismatch};
pub use transactions::transactions;

/// Checks a journal and compares its records with base data.
///
/// The report has the findings of the check, and a finding for each [mismatch](journal()) of a record without errors, in the order of the file.
#[must_use]
pub fn check_journal(source: &[u8], base_data: &BaseData, policy: &Policy) -> Report {
    let file = JournalFile::new(source);
    let (reading, mut checked) = crate::journal::read_file(&file, policy);
    let mismatches = journal(&reading.records, base_data);
    report(&mut checked, &reading.positions, &mismatches, &|index| {
        Some(reading.records.get(index)?.service_id.as_str())
    });
    checked.into_report()
}

/// Checks a payload of transactions and compares them with base data.
///
/// The report has the findings of the check, and a finding for each [mismatch](transactions()) of a transaction without errors, in the order of the
/// file.
///
/// ```
/// use universal_accounting::report::Policy;
/// use universal_accounting::{base_data, cross_check};
///
/// let base_data = br#"{
///     "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
///     "accounts": [{"externalId": "a-1020", "number": "1020", "description": "Bank", "iban": "CH9300762011623852957"}],
///     "currencies": [{"externalId": "c-1", "code": "CHF"}],
///     "taxes": [{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 8.1}],
///     "taxPeriods": [{"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false,
///         "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}]
/// }"#;
/// let base_data = base_data::read(base_data, &Policy::new()).value.ok_or("the base data has errors")?;
///
/// let payload = br#"{"transactions": [{"accountIdentifier": "CH5604835012345678009", "transactionId": "1",
///     "creditDebit": "debit", "amount": "12.50", "currency": "CHF", "bookedAt": "2025-12-31"}]}"#;
/// let report = cross_check::check_transactions(payload, &base_data, &Policy::new());
/// let found: Vec<&str> = report.findings.iter().map(|finding| finding.rule.id).collect();
/// assert_eq!(found, ["iban-not-in-base-data", "outside-tax-periods"]);
/// assert_eq!(report.findings[1].pointer, "/transactions/0/bookedAt");
/// assert_eq!((report.findings[1].line, report.findings[1].column), (2, 79));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn check_transactions(source: &[u8], base_data: &BaseData, policy: &Policy) -> Report {
    let file = SourceFile::new(source);
    let (reading, mut checked) = crate::transactions::read_file(&file, policy);
    let mismatches = transactions(&reading.values, base_data);
    report(&mut checked, &reading.positions, &mismatches, &|index| {
        reading
            .values
            .get(index)?
            .transaction_id
            .as_ref()
            .map(Text::as_str)
    });
    checked.into_report()
}

/// Adds a finding for each mismatch to a checked file. `positions` and `id_of` have the position and the id of each record that was compared.
fn report<'r>(
    checked: &mut CheckedFile<'_, '_>,
    positions: &[RecordPosition],
    mismatches: &[Mismatch],
    id_of: &dyn Fn(usize) -> Option<&'r str>,
) {
    let (text, byte_order_mark_len) = (checked.text(), checked.byte_order_mark_len());
    let sink = &mut checked.sink;
    let depth = sink.policy().limits.depth;
    for of_record in mismatches.chunk_by(|first, second| first.index == second.index) {
        let position = of_record
            .first()
            .and_then(|mismatch| Some((mismatch.index, positions.get(mismatch.index)?)));
        let Some((index, position)) = position else {
            continue;
        };
        // A record is read again only for findings that the limits keep.
        let kept: Vec<&Mismatch> = of_record
            .iter()
            .filter(|mismatch| !sink.count_if_full(mismatch.rule))
            .collect();
        if kept.is_empty() {
            continue;
        }
        let pointers: Vec<&str> = kept
            .iter()
            .map(|mismatch| mismatch.pointer.as_str())
            .collect();
        let start = position.span.start.saturating_sub(byte_order_mark_len);
        let spans = find_spans(text, start, depth, &pointers);
        let located = kept.into_iter().zip(spans).collect();
        let checkpoint = sink.checkpoint();
        for (mismatch, span) in sorted_by_key(located, |(_, span)| (span.start, span.end)) {
            sink.push(mismatch.to_diagnostic(span));
        }
        sink.set_item(checkpoint, position.index, id_of(index));
    }
}
