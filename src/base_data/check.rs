use super::account::{self, Accounts};
use super::contact::ContactRules;
use super::currency::{self, Currencies};
use super::model::PAYLOAD;
use super::tax::{self, TaxRules};
use super::tax_period::{TaxPeriods, Written};
use super::{Account, Contact, CostCenter, Currency, Organization, Project, Tax, dimension, organization, rules};
use crate::json::{Kind, Reader, SyntaxFault};
use crate::record::{
    Field, Found, List, ListKind, ListRules, Members, Part, Repeated, Source, Texts, check_file, check_values,
    not_an_object, read_parts, read_record, rules as shape,
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

/// Judges the payloads of a file, and gives away the records without an error where somebody keeps them.
pub(super) fn each(file: &File<'_>, policy: &Policy, mut keep: Option<&mut dyn Keep>) -> Report {
    check_file(file, policy, None, &mut |source, reader, sink| {
        let keep: Option<&mut dyn Keep> = match &mut keep {
            Some(keep) => Some(&mut **keep),
            None => None,
        };
        Payload::new(source).read(reader, sink, keep)
    })
}

/// Keeps the records of a payload. It is asked through a table of functions, so that a program that only checks has no code to build
/// them.
pub(super) trait Keep {
    /// Takes the organization.
    fn organization(&mut self, text: &Texts<'_, '_>);

    /// Who keeps the records of the list under this name.
    fn list<'k>(&'k mut self, name: &str) -> Option<Box<dyn KeepList + 'k>>;
}

/// Keeps the records of one list.
pub(super) trait KeepList {
    /// Takes the item at a place of the list.
    fn take(&mut self, index: usize, found: &Found<'_, '_>);

    /// The list is at its end; those of its records that repeat one before are dropped.
    fn end(&mut self, repeated: &[Repeated]);
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

/// Reads the list that was just opened; records without an error are given away, where somebody keeps them.
fn gather<'s, C: ListRules<'s> + Send + 's>(
    list: &mut List<'s, C>,
    reader: &mut Reader<'s>,
    source: Source<'s>,
    part: &Part,
    sink: &mut Collector<'_>,
    keep: Option<Box<dyn KeepList + '_>>,
) -> Result<(), SyntaxFault> {
    let Some(mut keep) = keep else { return list.read(reader, source, part, sink, None).map(drop) };
    let mut show = |index, found: &Found<'_, 's>, _| keep.take(index, found);
    let read = list.read(reader, source, part, sink, Some(&mut show))?;
    keep.end(&read.repeated);
    Ok(())
}

/// One payload.
struct Payload<'s> {
    source: Source<'s>,
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

impl<'s> Payload<'s> {
    fn new(source: Source<'s>) -> Self {
        Self {
            source,
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

    fn read(
        mut self,
        reader: &mut Reader<'s>,
        sink: &mut Collector<'_>,
        mut keep: Option<&mut dyn Keep>,
    ) -> Result<(), SyntaxFault> {
        let Some(opening) = reader.opens(b'{') else {
            let body = reader.value()?;
            reader.skip(&body)?;
            sink.push(not_an_object("payload", &body));
            return Ok(());
        };
        read_parts(
            reader,
            self.source.text,
            opening,
            PAYLOAD.fields,
            None,
            sink,
            &mut |reader, index, opening, counts, sink| {
                // Of two members with one name nobody knows which will be taken, so nothing is built of the second.
                let keep: Option<&mut dyn Keep> = match &mut keep {
                    Some(keep) if counts => Some(&mut **keep),
                    _ => None,
                };
                self.part(reader, index, opening, counts, sink, keep)
            },
        )?;
        self.check_currencies(reader, sink)
    }

    fn part(
        &mut self,
        reader: &mut Reader<'s>,
        index: usize,
        opening: Span,
        counts: bool,
        sink: &mut Collector<'_>,
        keep: Option<&mut dyn Keep>,
    ) -> Result<(), SyntaxFault> {
        let Some(field) = PAYLOAD.fields.get(index) else { return Ok(()) };
        let part = &Part { field, opening };
        let source = self.source;
        // A list beside the one that counts is judged alone, and nothing is held against it.
        let mut apart;
        let this = if counts {
            self
        } else {
            apart = Self::new(source);
            &mut apart
        };
        if field.name == "organization" {
            return this.organization(reader, opening, sink, keep);
        }
        let keep = keep.and_then(|keep| keep.list(field.name));
        match field.name {
            "accounts" => {
                this.accounts_at = Some(opening.start);
                gather(&mut this.accounts, reader, source, part, sink, keep)
            }
            "currencies" => {
                this.lists_currencies = true;
                gather(&mut this.currencies, reader, source, part, sink, keep)
            }
            "taxes" => gather(&mut this.taxes, reader, source, part, sink, keep),
            "taxPeriods" => gather(&mut this.tax_periods, reader, source, part, sink, keep),
            "contacts" => gather(&mut this.contacts, reader, source, part, sink, keep),
            "costCenters" => gather(&mut this.cost_centers, reader, source, part, sink, keep),
            "projects" => gather(&mut this.projects, reader, source, part, sink, keep),
            _ => reader.skip_from(opening.start).map(drop),
        }
    }

    fn organization(
        &mut self,
        reader: &mut Reader<'s>,
        opening: Span,
        sink: &mut Collector<'_>,
        keep: Option<&mut dyn Keep>,
    ) -> Result<(), SyntaxFault> {
        let mut record = read_record(reader, self.source.text, opening, Organization::FIELDS, sink)?;
        organization::check(&mut record, sink);
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
    fn check_currencies(&self, reader: &Reader<'s>, sink: &mut Collector<'_>) -> Result<(), SyntaxFault> {
        let is_missing = |currency: value::Currency| self.currencies.rules().lacks(currency);
        if !self.lists_currencies {
            return Ok(());
        }
        if let Some((currency, place)) = self.lead_currency
            && is_missing(currency)
        {
            sink.push(Fault::new(&rules::CURRENCY_UNLISTED, place).param("field", "leadCurrency"));
        }
        let any_missing = self.accounts.rules().currencies().iter().any(|currency| is_missing(*currency));
        let Some(start) = self.accounts_at.filter(|_| any_missing) else { return Ok(()) };
        // Rather read the accounts again, which hardly ever happens, than keep the place of every currency.
        let silent = Policy::new();
        let mut unheard = Collector::new(&silent);
        let mut reader = reader.again_at(start);
        reader.value()?;
        let mut index = 0;
        // What lies beyond the limit is no record.
        while reader.element()? && index < sink.policy().bounds().records {
            let value = reader.value()?;
            if value.kind == Kind::Object {
                let mut record = read_record(&mut reader, self.source.text, value.span, Account::FIELDS, &mut unheard)?;
                check_values(&mut record, &mut unheard);
                let currency = record.text(account::CURRENCY).and_then(|code| value::Currency::parse(code).ok());
                if currency.is_some_and(is_missing) {
                    let mark = sink.mark();
                    let fault = Fault::new(&rules::CURRENCY_UNLISTED, record.place(account::CURRENCY));
                    sink.push(fault.param("field", "currency"));
                    sink.identify(mark, index, record.text(EXTERNAL_ID));
                }
            } else {
                reader.skip(&value)?;
            }
            index += 1;
        }
        Ok(())
    }
}
