use super::fields::{HeldTexts, compare_unknown};
use super::list::{List, ListPair};
use super::model::{BaseDataDiff, ListDiff};
use super::unknown_fields::UnknownFields;
use crate::base_data::{self, BaseData, BaseDataReading, ExternalId, Organization, with_lists};
use crate::record::rules::json::{FOREIGN_FIELD, UNKNOWN_FIELD};
use crate::record::{TextVisitor, TypedRecord};
use crate::report::{Policy, Report, Rule};
use crate::source::SourceFile;

/// Compares base data with the base data that would replace it.
///
/// Typed values have no unknown fields. [`read_base_data`](super::read_base_data) compares these too.
///
/// ```
/// use universal_accounting::diff::{self, FieldValue};
/// use universal_accounting::value::LimitedText;
/// use universal_accounting::{base_data, report::Policy};
///
/// let held = br#"{
///     "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
///     "accounts": [{"externalId": "a-1", "number": "1020", "description": "Bank"}, {"externalId": "a-2", "number": "1000", "description": "Kasse"}],
///     "currencies": [{"externalId": "c-1", "code": "CHF"}],
///     "taxes": [{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 8.10}],
///     "taxPeriods": [{"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false,
///         "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}]
/// }"#;
/// let held = base_data::read(held, &Policy::new()).value.ok_or("the base data has errors")?;
/// let mut records = held.clone().into_records();
/// records.accounts[0].description = LimitedText::parse("Bankguthaben")?;
/// records.accounts[1].external_id = LimitedText::parse("a-3")?;
/// let new = base_data::BaseData::new(records)?;
///
/// let diff = diff::base_data(&held, &new);
/// assert_eq!((diff.added(), diff.changed(), diff.removed()), (1, 1, 1));
/// let accounts = &diff.lists[0];
/// assert_eq!(accounts.changed[0].fields[0].name, "description");
/// assert_eq!(accounts.changed[0].fields[0].new, Some(FieldValue::Text("Bankguthaben".to_owned())));
/// let same = accounts.removed[0].same.as_ref().ok_or("no new record has the number")?;
/// assert_eq!((same.external_id.as_deref(), &same.by[..]), (Some("a-3"), &["number".into()][..]));
/// assert!(diff::base_data(&new, &new).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn base_data(held: &BaseData, new: &BaseData) -> BaseDataDiff {
    compare(
        held,
        new,
        &[UnknownFields::default(), UnknownFields::default()],
    )
}

/// Compares base data whose unknown fields are known.
pub(super) fn compare(
    held: &BaseData,
    new: &BaseData,
    unknown: &[UnknownFields<'_>; 2],
) -> BaseDataDiff {
    let [held_unknown, new_unknown] = unknown;
    let mut organization = HeldTexts::default().compare(
        Organization::FIELDS,
        &|visit| {
            held.organization().visit_texts(visit);
        },
        &|visit| {
            new.organization().visit_texts(visit);
        },
    );
    organization.extend(compare_unknown(
        held_unknown.of_organization(),
        new_unknown.of_organization(),
    ));
    let mut lists = Vec::new();
    macro_rules! compare_each {
        ($($name:literal $list:ident: $record:ty, $table:ident, $non_empty:literal, $description:literal;)*) => {
            $(lists.push(compare_list(
                $name,
                [&held.records().$list, &new.records().$list],
                unknown,
                &|record| record.external_id.text(),
            ));)*
        };
    }
    with_lists! { compare_each }
    let fields = compare_unknown(held_unknown.of_payload(), new_unknown.of_payload());
    BaseDataDiff {
        organization,
        lists,
        fields,
    }
}

fn compare_list<T: TypedRecord + PartialEq>(
    name: &'static str,
    [held, new]: [&[T]; 2],
    [held_unknown, new_unknown]: &[UnknownFields<'_>; 2],
    id: &dyn Fn(&T) -> Option<&str>,
) -> ListDiff {
    let visit = |records: &[T], index: usize, visit: &mut TextVisitor<'_>| {
        if let Some(record) = records.get(index) {
            record.visit_texts(visit);
        }
    };
    let pair = ListPair {
        name,
        fields: T::FIELDS,
        held: List {
            len: held.len(),
            id: &|index| held.get(index).and_then(id),
            visit: &|index, visitor| visit(held, index, visitor),
            unknown: held_unknown.of_list(name),
        },
        new: List {
            len: new.len(),
            id: &|index| new.get(index).and_then(id),
            visit: &|index, visitor| visit(new, index, visitor),
            unknown: new_unknown.of_list(name),
        },
        is_equal: &|held_index, new_index| held.get(held_index) == new.get(new_index),
    };
    pair.compare()
}

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
