use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use foldhash::fast::RandomState;

use super::tax_period::Written;
use super::{Account, Contact, CostCenter, Currency, Organization, Project, Tax, TaxPeriod};
use crate::record::{Field, Kind, Presence, Table, TypedRecord, push_list};

/// The members of the payload, in the order of section 2.1 of the contract.
pub static PAYLOAD: Table = Table {
    name: "base data",
    about: "what an organization's books rest on: its chart of accounts, currencies, taxes and contacts",
    fields: &[
        field("organization", Kind::Record(Organization::TABLE), "the organization whose books these are"),
        list("accounts", Account::TABLE, true, "the chart of accounts"),
        list("currencies", Currency::TABLE, true, "the currencies that the books use"),
        list("taxes", Tax::TABLE, true, "the taxes with their rates"),
        list("taxPeriods", Written::TABLE, true, "the spans of days to which one set of tax settings applies"),
        list("contacts", Contact::TABLE, false, "suppliers and other contacts"),
        list("costCenters", CostCenter::TABLE, false, "the cost centers"),
        list("projects", Project::TABLE, false, "the projects"),
    ],
};

const fn list(name: &'static str, items: &'static Table, filled: bool, about: &'static str) -> Field {
    let field = field(name, Kind::List { items, filled }, about);
    Field { presence: if filled { Presence::Required } else { Presence::Optional }, ..field }
}

const fn field(name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field { name, kind, presence: Presence::Required, default: None, limit: None, about, example: "" }
}

/// The records of base data, each valid for itself.
///
/// Together they are [`BaseData`] once nothing of what makes books is missing: see [`BaseData::new`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[allow(clippy::exhaustive_structs, reason = "users build it member by member")]
pub struct Records {
    /// The organization whose books these are.
    pub organization: Option<Organization>,
    /// The chart of accounts.
    pub accounts: Vec<Account>,
    /// The currencies that the books use.
    pub currencies: Vec<Currency>,
    /// The taxes with their rates.
    pub taxes: Vec<Tax>,
    /// The spans of days to which one set of tax settings applies.
    pub tax_periods: Vec<TaxPeriod>,
    /// Suppliers and other contacts.
    pub contacts: Vec<Contact>,
    /// The cost centers.
    pub cost_centers: Vec<CostCenter>,
    /// The projects.
    pub projects: Vec<Project>,
}

/// An organization's whole base data (contract 2.1): nothing is missing, and in each list an external id stands once.
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
    /// Without its organization, which is never missing here.
    records: Records,
}

/// Why records are no base data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BaseDataFault {
    /// A member that none can lack is missing or empty; its name in the contract.
    Missing(&'static str),
    /// Two records of one list have one external id.
    DuplicateExternalId {
        /// The list's name in the contract.
        list: &'static str,
        /// The first of the records, counted from 0.
        first: usize,
        /// The other one.
        second: usize,
    },
}

impl BaseData {
    /// Takes records that make books: an organization, at least one account, currency, tax and tax period, and no external
    /// id twice in one list.
    pub fn new(records: Records) -> Result<Self, BaseDataFault> {
        let base_data = Self::complete(records)?;
        let records = &base_data.records;
        once("accounts", &records.accounts.iter().map(|account| Some(account.external_id.as_str())))?;
        once("currencies", &records.currencies.iter().map(|currency| Some(currency.external_id.as_str())))?;
        once("taxes", &records.taxes.iter().map(|tax| Some(tax.external_id.as_str())))?;
        once("taxPeriods", &records.tax_periods.iter().map(|period| Some(period.external_id.as_str())))?;
        once("contacts", &records.contacts.iter().map(|contact| Some(contact.external_id.as_str())))?;
        once("costCenters", &records.cost_centers.iter().map(|center| Some(center.external_id.as_ref()?.as_str())))?;
        once("projects", &records.projects.iter().map(|project| Some(project.external_id.as_ref()?.as_str())))?;
        Ok(base_data)
    }

    /// Takes records of which it is known that in no list an external id stands twice.
    pub(super) fn complete(mut records: Records) -> Result<Self, BaseDataFault> {
        let organization = records.organization.take().ok_or(BaseDataFault::Missing("organization"))?;
        for (name, is_empty) in [
            ("accounts", records.accounts.is_empty()),
            ("currencies", records.currencies.is_empty()),
            ("taxes", records.taxes.is_empty()),
            ("taxPeriods", records.tax_periods.is_empty()),
        ] {
            if is_empty {
                return Err(BaseDataFault::Missing(name));
            }
        }
        Ok(Self { organization, records })
    }

    /// The organization whose books these are.
    #[must_use]
    pub const fn organization(&self) -> &Organization {
        &self.organization
    }

    /// The chart of accounts.
    #[must_use]
    pub fn accounts(&self) -> &[Account] {
        &self.records.accounts
    }

    /// The currencies that the books use.
    #[must_use]
    pub fn currencies(&self) -> &[Currency] {
        &self.records.currencies
    }

    /// The taxes with their rates.
    #[must_use]
    pub fn taxes(&self) -> &[Tax] {
        &self.records.taxes
    }

    /// The spans of days to which one set of tax settings applies.
    #[must_use]
    pub fn tax_periods(&self) -> &[TaxPeriod] {
        &self.records.tax_periods
    }

    /// Suppliers and other contacts.
    #[must_use]
    pub fn contacts(&self) -> &[Contact] {
        &self.records.contacts
    }

    /// The cost centers.
    #[must_use]
    pub fn cost_centers(&self) -> &[CostCenter] {
        &self.records.cost_centers
    }

    /// The projects.
    #[must_use]
    pub fn projects(&self) -> &[Project] {
        &self.records.projects
    }

    /// The records, to be changed and put together again.
    #[must_use]
    pub fn into_records(self) -> Records {
        Records { organization: Some(self.organization), ..self.records }
    }
}

fn once<'r>(list: &'static str, ids: &(impl Iterator<Item = Option<&'r str>> + Clone)) -> Result<(), BaseDataFault> {
    let mut seen: HashSet<&str, RandomState> =
        HashSet::with_capacity_and_hasher(ids.size_hint().0, RandomState::default());
    for (second, id) in ids.clone().enumerate() {
        let Some(id) = id else { continue };
        if !seen.insert(id) {
            let first = ids.clone().position(|other| other == Some(id)).unwrap_or(second);
            return Err(BaseDataFault::DuplicateExternalId { list, first, second });
        }
    }
    Ok(())
}

impl fmt::Display for BaseDataFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(formatter, "base data has no `{name}`; it needs at least one"),
            Self::DuplicateExternalId { list, first, second } => {
                write!(formatter, "records {first} and {second} of `{list}` have one external id; give each its own")
            }
        }
    }
}

impl Error for BaseDataFault {}

/// Base data as canonical JSON on one line: members and fields in the order of the contract, absent ones left out.
///
/// What is written is read back as the same value. See [`BaseData`] for an example.
#[must_use]
pub fn write(base_data: &BaseData) -> String {
    let mut json = String::from("{\"organization\":");
    base_data.organization.push_json(&mut json);
    push_member(&mut json, "accounts", base_data.accounts());
    push_member(&mut json, "currencies", base_data.currencies());
    push_member(&mut json, "taxes", base_data.taxes());
    push_member(&mut json, "taxPeriods", base_data.tax_periods());
    // The others may be absent.
    push_member(&mut json, "contacts", base_data.contacts());
    push_member(&mut json, "costCenters", base_data.cost_centers());
    push_member(&mut json, "projects", base_data.projects());
    json.push('}');
    json
}

/// Appends a list that isn't empty.
fn push_member(json: &mut String, name: &str, records: &[impl TypedRecord]) {
    if !records.is_empty() {
        json.extend([",\"", name, "\":"]);
        push_list(json, records);
    }
}
