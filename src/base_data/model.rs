use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use foldhash::fast::RandomState;

use super::tax::TaxPeriodRecord;
use super::{Account, Contact, CostCenter, Currency, Organization, Project, Tax, TaxPeriod};
use crate::record::{Field, FieldKind, FieldTable, Presence, TypedRecord, push_list};
use crate::value::{LimitedText, Text};

/// Calls a macro with every list of the payload, in the order of the contract: its name in the contract, its name in Rust, the type of its
/// records, the type with their field table, whether it must have a record, and its description.
macro_rules! with_lists {
    ($macro:ident) => {
        $macro! {
            "accounts" accounts: Account, Account, true, "the chart of accounts";
            "currencies" currencies: Currency, Currency, true, "the currencies that the books use";
            "taxes" taxes: Tax, Tax, true, "the taxes with their rates";
            "taxPeriods" tax_periods: TaxPeriod, TaxPeriodRecord, true, "the periods to which one set of tax settings applies";
            "contacts" contacts: Contact, Contact, false, "suppliers and other contacts";
            "costCenters" cost_centers: CostCenter, CostCenter, false, "the cost centers";
            "projects" projects: Project, Project, false, "the projects";
        }
    };
}

pub(crate) use with_lists;

macro_rules! model {
    ($($name:literal $list:ident: $record:ty, $table:ident, $non_empty:literal, $description:literal;)*) => {
        /// The field table of a payload, in the order of the contract.
        pub(crate) static PAYLOAD: FieldTable = FieldTable {
            name: "base data",
            description: "the master data of an organization's books: its chart of accounts, currencies, taxes and contacts",
            fields: &[
                Field::nested(
                    "organization",
                    FieldKind::Record(Organization::TABLE),
                    Presence::Required,
                    "the organization whose books these are",
                ),
                $(Field::nested(
                    $name,
                    FieldKind::List { items: $table::TABLE, non_empty: $non_empty },
                    if $non_empty { Presence::Required } else { Presence::Optional },
                    $description,
                ),)*
            ],
        };

        /// The records of base data. Each is valid by itself, but some may be missing.
        ///
        /// [`BaseData::new`] checks that they are complete.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        #[allow(clippy::exhaustive_structs, reason = "users fill it field by field")]
        pub struct Records {
            /// The organization that keeps the books.
            pub organization: Option<Organization>,
            $(
                #[doc = concat!("`", $name, "`: ", $description, ".")]
                pub $list: Vec<$record>,
            )*
        }

        impl BaseData {
            /// Creates base data from records: an organization, and at least one account, currency, tax and tax period.
            ///
            /// # Errors
            ///
            /// The organization or a required list is missing, or two records of a list have the same external id.
            pub fn new(records: Records) -> Result<Self, BaseDataError> {
                let base_data = Self::from_unique_records(records)?;
                $(check_unique_ids($name, &base_data.records.$list.iter().map(|record| record.external_id.text()))?;)*
                Ok(base_data)
            }

            /// Creates base data from records whose external ids are known to be unique in each list.
            pub(super) fn from_unique_records(records: Records) -> Result<Self, BaseDataError> {
                let organization = records.organization.clone().ok_or(BaseDataError::Missing("organization"))?;
                $(
                    if $non_empty && records.$list.is_empty() {
                        return Err(BaseDataError::Missing($name));
                    }
                )*
                Ok(Self { organization, records })
            }
        }

        impl serde::Serialize for BaseData {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut object = serializer.serialize_map(None)?;
                serde::ser::SerializeMap::serialize_entry(&mut object, "organization", self.organization())?;
                $(
                    if $non_empty || !self.records.$list.is_empty() {
                        serde::ser::SerializeMap::serialize_entry(&mut object, $name, &self.records.$list)?;
                    }
                )*
                serde::ser::SerializeMap::end(object)
            }
        }

        /// Writes base data as canonical JSON on one line, with fields in the order of the contract and without absent fields.
        ///
        /// Reading it returns the same value. See [`BaseData`] for an example.
        #[must_use]
        pub fn write(base_data: &BaseData) -> String {
            let mut json = String::from("{\"organization\":");
            base_data.organization.push_json(&mut json);
            $(push_list_field(&mut json, $name, &base_data.records.$list);)*
            json.push('}');
            json
        }
    };
}

with_lists! { model }

/// The complete base data of an organization. In each list, external ids are unique.
///
/// ```
/// use universal_accounting::base_data::{self, Account, BaseData, Currency, Organization, Records, Tax, TaxPeriod};
/// use universal_accounting::base_data::AccountingMethod::Accrual;
/// use universal_accounting::report::Policy;
/// use universal_accounting::value::{self, Date, LimitedText, Period, Rate, Text};
///
/// let franc = value::Currency::parse("CHF")?;
/// let year = Period::new(Date::parse("2026-01-01")?, Date::parse("2026-12-31")?)?;
/// let bank = Account::new(LimitedText::parse("a-1")?, LimitedText::parse("1020")?, LimitedText::parse("Bank")?);
/// let vat = Tax::new(
///     LimitedText::parse("t-1")?,
///     LimitedText::parse("UN81")?,
///     LimitedText::parse("Umsatzsteuer")?,
///     Rate::parse("8.1")?,
/// );
/// let base_data = BaseData::new(Records {
///     organization: Some(Organization::new(Text::parse("Muster AG")?, franc)),
///     accounts: vec![bank],
///     currencies: vec![Currency::new(LimitedText::parse("c-1")?, franc)],
///     taxes: vec![vat],
///     tax_periods: vec![TaxPeriod::new(LimitedText::parse("p-1")?, true, false, Accrual, year)],
///     ..Records::default()
/// })?;
/// let json = base_data::write(&base_data);
/// assert_eq!(base_data::read(json.as_bytes(), &Policy::new()).value, Some(base_data));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseData {
    organization: Organization,
    /// All records. The organization is here too, where it is optional.
    records: Records,
}

/// Why records are not complete base data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BaseDataError {
    /// A required list or the organization is missing or empty; its name in the contract.
    Missing(&'static str),
    /// Two records of one list have the same external id.
    DuplicateExternalId {
        /// The list's name in the contract.
        list: &'static str,
        /// The first of the records, counted from 0.
        first: usize,
        /// The second of the records, counted from 0.
        second: usize,
    },
}

impl BaseData {
    /// Returns all records.
    #[must_use]
    pub const fn records(&self) -> &Records {
        &self.records
    }

    /// The organization that keeps the books.
    #[must_use]
    pub const fn organization(&self) -> &Organization {
        &self.organization
    }

    /// Returns the records, to change them and create base data again.
    #[must_use]
    pub fn into_records(self) -> Records {
        self.records
    }
}

/// An external id, which is optional in some lists.
pub(crate) trait ExternalId {
    fn text(&self) -> Option<&str>;
}

impl<const LIMIT: usize> ExternalId for LimitedText<LIMIT> {
    fn text(&self) -> Option<&str> {
        Some(self.as_str())
    }
}

impl ExternalId for Option<Text> {
    fn text(&self) -> Option<&str> {
        self.as_ref().map(Text::as_str)
    }
}

/// Checks that no external id is repeated.
fn check_unique_ids<'r>(
    list: &'static str,
    ids: &(impl Iterator<Item = Option<&'r str>> + Clone),
) -> Result<(), BaseDataError> {
    let mut seen: HashSet<&str, RandomState> =
        HashSet::with_capacity_and_hasher(ids.size_hint().0, RandomState::default());
    for (second, id) in ids.clone().enumerate() {
        let Some(id) = id else { continue };
        if !seen.insert(id) {
            let first = ids
                .clone()
                .position(|other| other == Some(id))
                .unwrap_or(second);
            return Err(BaseDataError::DuplicateExternalId {
                list,
                first,
                second,
            });
        }
    }
    Ok(())
}

impl fmt::Display for BaseDataError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(
                formatter,
                "base data has no `{name}`; it needs at least one"
            ),
            Self::DuplicateExternalId {
                list,
                first,
                second,
            } => {
                write!(
                    formatter,
                    "records {first} and {second} of `{list}` have one external id; give each its own"
                )
            }
        }
    }
}

impl Error for BaseDataError {}

/// Appends a list, unless it is empty.
fn push_list_field(json: &mut String, name: &str, records: &[impl TypedRecord]) {
    if !records.is_empty() {
        json.extend([",\"", name, "\":"]);
        push_list(json, records);
    }
}
