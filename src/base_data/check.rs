use super::account::{self, Accounts};
use super::contact::ContactRules;
use super::currency::{self, Currencies};
use super::model::PAYLOAD;
use super::tax::{self, TaxRules};
use super::tax_period::{TaxPeriods, Written};
use super::{Account, Contact, CostCenter, Currency, Organization, Project, Tax, dimension, organization, rules};
use crate::json::{Kind, SyntaxFault};
use crate::record::{
    Document, Field, Found, List, ListKind, ListRules, Members, Part, Repeated, Texts, check_file, check_values,
    rules as shape,
};
use crate::report::{Collector, Fault, Policy, Report, Rule};
use crate::source::{File, Span};
use crate::value;

/// Judges a base data payload and builds nothing.
///
/// All faults are found in one go, each at its place; a record with an error never hides its neighbours.
///
/// ```
/// use universal_accounting::{base_data, report::Policy};
///
/// let payload = br#"{"organization": {"companyName": "Muster AG", "leadCurrency": "chf"}, "accounts": []}"#;
/// let report = base_data::check(payload, &Policy::new());
/// let found: Vec<&str> = report.findings.iter().map(|finding| finding.rule.id).collect();
/// assert_eq!(found, ["missing-field", "missing-field", "missing-field", "currency-spelling", "list-empty"]);
/// assert_eq!(report.findings[3].pointer, "/organization/leadCurrency");
/// ```
#[must_use]
pub fn check(source: &[u8], policy: &Policy) -> Report {
    each(&File::new(source), policy, None)
}

/// Judges a payload, and gives the records without an error to `keep`.
pub(super) fn each(file: &File<'_>, policy: &Policy, mut keep: Option<&mut dyn Keep>) -> Report {
    check_file(file, policy, None, &mut |document| Payload::default().read(document, &mut keep))
}

/// Keeps the records of a payload. A table of functions is asked, so that a program that only checks has no code to build them.
pub(super) trait Keep {
    /// Takes the organization.
    fn organization(&mut self, _text: &Texts<'_, '_>) {}

    /// Takes the item at an index of the list with this name.
    fn take(&mut self, list: &str, index: usize, found: &Found<'_, '_>);

    /// Drops the records of the list with this name that repeat an earlier one: the list is at its end.
    fn end(&mut self, _list: &str, _repeated: &[Repeated]) {}
}

/// Every record of a list begins with its external id.
const EXTERNAL_ID: usize = 0;

static ACCOUNTS: ListKind = list_of(Account::FIELDS, &[(account::NUMBER, &rules::DUPLICATE_ACCOUNT_NUMBER)]);
static CURRENCIES: ListKind = list_of(Currency::FIELDS, &[(currency::CODE, &rules::DUPLICATE_CURRENCY)]);
static TAXES: ListKind = list_of(Tax::FIELDS, &[(tax::CODE, &rules::DUPLICATE_TAX_CODE)]);
static TAX_PERIODS: ListKind = list_of(Written::FIELDS, &[]);
static CONTACTS: ListKind = list_of(Contact::FIELDS, &[]);
static COST_CENTERS: ListKind = list_of(CostCenter::FIELDS, &[(dimension::CODE, &rules::DUPLICATE_CODE)]);
static PROJECTS: ListKind = list_of(Project::FIELDS, &[(dimension::CODE, &rules::DUPLICATE_CODE)]);

const fn list_of(fields: &'static [Field], unique: &'static [(usize, &'static Rule)]) -> ListKind {
    ListKind {
        members: Members::of(fields),
        id: EXTERNAL_ID,
        scope: None,
        repeated: &rules::DUPLICATE_EXTERNAL_ID,
        unique,
        empty: &shape::LIST_EMPTY,
    }
}

/// One payload.
struct Payload<'s> {
    /// The lead currency that was read, with its place.
    lead_currency: Option<(value::Currency, Span)>,
    accounts: List<'s, Accounts<'s>>,
    currencies: List<'s, Currencies>,
    taxes: List<'s, TaxRules>,
    tax_periods: List<'s, TaxPeriods>,
    contacts: List<'s, ContactRules>,
    cost_centers: List<'s, ()>,
    projects: List<'s, ()>,
    /// Where the accounts begin, and whether there are currencies that they can be held against.
    accounts_at: Option<usize>,
    lists_currencies: bool,
}

impl Default for Payload<'_> {
    fn default() -> Self {
        Self {
            lead_currency: None,
            accounts: List::new(&ACCOUNTS),
            currencies: List::new(&CURRENCIES),
            taxes: List::new(&TAXES),
            tax_periods: List::new(&TAX_PERIODS),
            contacts: List::new(&CONTACTS),
            cost_centers: List::new(&COST_CENTERS),
            projects: List::new(&PROJECTS),
            accounts_at: None,
            lists_currencies: false,
        }
    }
}

impl<'s> Payload<'s> {
    fn read(
        mut self,
        document: &mut Document<'s, '_, '_>,
        keep: &mut Option<&mut dyn Keep>,
    ) -> Result<(), SyntaxFault> {
        let Some(opening) = document.reader.opens(b'{') else {
            let body = document.reader.value()?;
            return document.refuse_value("payload", &body);
        };
        document.read_parts(opening, PAYLOAD.fields, None, &mut |document, index, opening, counts| {
            let Some(field) = PAYLOAD.fields.get(index) else { return Ok(()) };
            let part = &Part { field, opening };
            if counts {
                self.part(document, part, keep)
            } else {
                // Of two members with one name nobody knows which will be taken, so nothing is built of the second. It is judged
                // alone, and nothing is held against it.
                Self::default().part(document, part, &mut None)
            }
        })?;
        self.check_currencies(document)
    }

    fn part(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        part: &Part,
        keep: &mut Option<&mut dyn Keep>,
    ) -> Result<(), SyntaxFault> {
        match part.field.name {
            "organization" => self.organization(document, part.opening, keep),
            "accounts" => {
                self.accounts_at = Some(part.opening.start);
                gather(&mut self.accounts, document, part, keep)
            }
            "currencies" => {
                self.lists_currencies = true;
                gather(&mut self.currencies, document, part, keep)
            }
            "taxes" => gather(&mut self.taxes, document, part, keep),
            "taxPeriods" => gather(&mut self.tax_periods, document, part, keep),
            "contacts" => gather(&mut self.contacts, document, part, keep),
            "costCenters" => gather(&mut self.cost_centers, document, part, keep),
            "projects" => gather(&mut self.projects, document, part, keep),
            _ => document.reader.skip_from(part.opening.start).map(drop),
        }
    }

    fn organization(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        opening: Span,
        keep: &mut Option<&mut dyn Keep>,
    ) -> Result<(), SyntaxFault> {
        let mut record = document.record(opening, Organization::FIELDS)?;
        organization::check(&mut record, document.sink);
        let lead = record.text(organization::LEAD_CURRENCY);
        let lead = lead
            .filter(|_| !record.slot(organization::LEAD_CURRENCY).doubtful)
            .and_then(|code| value::Currency::parse(code).ok());
        self.lead_currency = lead.map(|currency| (currency, record.place(organization::LEAD_CURRENCY)));
        if let (false, Some(keep)) = (record.faulty, keep) {
            keep.organization(&|field| record.text(field));
        }
        Ok(())
    }

    /// Currencies that are in use must be listed; what is wrong with the list itself has been said.
    fn check_currencies(&self, document: &mut Document<'s, '_, '_>) -> Result<(), SyntaxFault> {
        let is_missing = |currency: value::Currency| self.currencies.rules().lacks(currency);
        if !self.lists_currencies {
            return Ok(());
        }
        if let Some((currency, place)) = self.lead_currency
            && is_missing(currency)
        {
            document.sink.push(Fault::new(&rules::CURRENCY_UNLISTED, place).param("field", "leadCurrency"));
        }
        let any_missing = self.accounts.rules().currencies.iter().any(|currency| is_missing(*currency));
        let Some(start) = self.accounts_at.filter(|_| any_missing) else { return Ok(()) };
        // Rather read the accounts again, which hardly ever happens, than keep the place of every currency.
        let silent = Policy::new();
        let mut unheard = Collector::new(&silent);
        let mut again = document.aside(start, &mut unheard);
        again.reader.value()?;
        let mut index = 0;
        // What lies beyond the limit is no record.
        while again.reader.element()? && index < document.sink.policy().bounds().records {
            let value = again.reader.value()?;
            if value.kind == Kind::Object {
                let mut record = again.record(value.span, Account::FIELDS)?;
                check_values(&mut record, again.sink);
                let currency = record.text(account::CURRENCY).and_then(|code| value::Currency::parse(code).ok());
                if currency.is_some_and(is_missing) {
                    let mark = document.sink.mark();
                    let fault = Fault::new(&rules::CURRENCY_UNLISTED, record.place(account::CURRENCY));
                    document.sink.push(fault.param("field", "currency"));
                    document.sink.identify(mark, index, record.text(EXTERNAL_ID));
                }
            } else {
                again.reader.skip(&value)?;
            }
            index += 1;
        }
        Ok(())
    }
}

/// Reads the list that was just opened, and gives the records without an error to `keep`.
fn gather<'s, C: ListRules<'s> + Send + 's>(
    list: &mut List<'s, C>,
    document: &mut Document<'s, '_, '_>,
    part: &Part,
    keep: &mut Option<&mut dyn Keep>,
) -> Result<(), SyntaxFault> {
    let Some(keep) = keep else { return list.read(document, part, None).map(drop) };
    let name = part.field.name;
    let read = list.read(document, part, Some(&mut |index, found, _| keep.take(name, index, found)))?;
    keep.end(name, &read.repeated);
    Ok(())
}
