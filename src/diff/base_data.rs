use super::fields::{HeldTexts, compare_unknown};
use super::list::{List, ListPair};
use super::model::{BaseDataDiff, ListDiff};
use super::unknown_fields::UnknownFields;
use crate::base_data::{BaseData, ExternalId, Organization, with_lists};
use crate::record::{TextVisitor, TypedRecord};

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
