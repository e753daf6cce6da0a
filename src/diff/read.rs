use super::base_data::compare;
use super::model::BaseDataDiff;
use super::unknown_fields::UnknownFields;
use crate::base_data::{self, BaseData, BaseDataReading};
use crate::record::rules::json::{FOREIGN_FIELD, UNKNOWN_FIELD};
use crate::report::{Policy, Report, Rule};
use crate::source::SourceFile;

/// Two base data payloads that were read and compared.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BaseDataDiffReading {
    /// The differences, if none of the payloads has an error. What is missing in a payload with errors is not known.
    pub diff: Option<BaseDataDiff>,
    /// The findings in what the service holds.
    pub held: Report,
    /// The findings in the new payload.
    pub new: Report,
}

/// Reads what the service holds and the payload of an update, and compares them with their unknown fields.
///
/// What the service holds is read as [received](Policy::received): a field may be null in it instead of absent.
///
/// ```
/// use universal_accounting::{diff, report::Policy};
///
/// let held = r#"{
///     "organization": {"companyName": "Muster AG", "companyWebsite": null, "leadCurrency": "CHF"},
///     "accounts": [{"externalId": "a-1", "number": "1020", "description": "Bank", "qrIban": "CH4431999123000889012"}],
///     "currencies": [{"externalId": "c-1", "code": "CHF"}],
///     "taxes": [{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 8.10}],
///     "taxPeriods": [{"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false,
///         "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}]
/// }"#;
/// let new = held.replace(r#", "companyWebsite": null"#, "").replace("8.10", "8.1").replace("qrIban", "QRIBAN");
/// let diff = diff::read_base_data(held.as_bytes(), new.as_bytes(), &Policy::new()).diff.ok_or("a payload has errors")?;
/// assert!(diff.organization.is_empty() && diff.lists[2].is_empty());
/// let names: Vec<&str> = diff.lists[0].changed[0].fields.iter().map(|field| &*field.name).collect();
/// assert_eq!(names, ["QRIBAN", "qrIban"]);
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn read_base_data(held: &[u8], new: &[u8], policy: &Policy) -> BaseDataDiffReading {
    let (held_file, new_file) = (SourceFile::new(held), SourceFile::new(new));
    let (held_value, held_report) = read(&held_file, &policy.clone().received());
    let (new_value, new_report) = read(&new_file, policy);
    let diff = held_value
        .zip(new_value)
        .map(|((held, held_unknown), (new, new_unknown))| {
            compare(&held, &new, &[held_unknown, new_unknown])
        });
    BaseDataDiffReading {
        diff,
        held: held_report,
        new: new_report,
    }
}

/// Reads a payload with its unknown fields.
fn read<'f>(
    file: &'f SourceFile<'_>,
    policy: &Policy,
) -> (Option<(BaseData, UnknownFields<'f>)>, Report) {
    let BaseDataReading { value, report, .. } = base_data::read(file.bytes(), policy);
    let value = value.and_then(|base_data| {
        if !may_have_unknown_fields(&report, policy) {
            return Some((base_data, UnknownFields::default()));
        }
        Some((
            base_data,
            UnknownFields::read(file.decoded().text(), policy.limits.depth).ok()?,
        ))
    });
    (value, report)
}

/// Returns whether a payload without errors may have unknown fields: each is reported, unless the policy allows it. Most payloads have none, and
/// need not be read again.
fn may_have_unknown_fields(report: &Report, policy: &Policy) -> bool {
    let is_reported = |rule: &Rule| report.counts.iter().any(|count| count.rule == rule);
    [&UNKNOWN_FIELD, &FOREIGN_FIELD]
        .into_iter()
        .any(|rule| is_reported(rule) || policy.severity(rule).is_none())
}
