use super::account::{self, Accounts};
use super::contact::ContactRules;
use super::currency::{self, Currencies};
use super::model::PAYLOAD;
use super::organization::{LEAD_CURRENCY, OrganizationRules};
use super::tax::{self, TaxRules};
use super::tax_period::{TaxPeriods, Written};
use super::{Account, Contact, CostCenter, Currency, Organization, Project, Tax, dimension, rules};
use crate::json::SyntaxError;
use crate::record::{
    Document, Duplicate, Field, FieldTexts, LazyMembers, ListItem, ListRules, ListSpec, ListSummary, OpenedList,
    RecordIds, RecordRules, check_file, check_values, read_list, rules as shape,
};
use crate::report::{Collector, Diagnostic, Policy, Report, Rule};
use crate::source::{SourceFile, Span};
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
    each(&SourceFile::new(source), policy, None)
}

/// Judges a payload, and gives the records without an error to `keep`.
pub(super) fn each(file: &SourceFile<'_>, policy: &Policy, mut keep: Option<&mut dyn Keep>) -> Report {
    check_file(file, policy, None, &mut |document| Payload::default().read(document, &mut keep))
}

/// Keeps the records of a payload. A table of functions is asked, so that a program that only checks has no code to build them.
pub(super) trait Keep {
    /// Takes the organization.
    fn organization(&mut self, _text: &FieldTexts<'_, '_>) {}

    /// Takes the item at an index of the list with this name.
    fn take(&mut self, list: &str, index: usize, found: &ListItem<'_, '_>);

    /// Drops the records of the list with this name that repeat an earlier one: the list is at its end.
    fn end(&mut self, _list: &str, _repeated: &[Duplicate]) {}
}

static ACCOUNTS: ListSpec = list_of(Account::FIELDS, &[(account::NUMBER, &rules::DUPLICATE_ACCOUNT_NUMBER)]);
static CURRENCIES: ListSpec = list_of(Currency::FIELDS, &[(currency::CODE, &rules::DUPLICATE_CURRENCY)]);
static TAXES: ListSpec = list_of(Tax::FIELDS, &[(tax::CODE, &rules::DUPLICATE_TAX_CODE)]);
static TAX_PERIODS: ListSpec = list_of(Written::FIELDS, &[]);
static CONTACTS: ListSpec = list_of(Contact::FIELDS, &[]);
static COST_CENTERS: ListSpec = list_of(CostCenter::FIELDS, &[(dimension::CODE, &rules::DUPLICATE_CODE)]);
static PROJECTS: ListSpec = list_of(Project::FIELDS, &[(dimension::CODE, &rules::DUPLICATE_CODE)]);

const fn list_of(fields: &'static [Field], unique: &'static [(usize, &'static Rule)]) -> ListSpec {
    ListSpec {
        members: LazyMembers::new(fields),
        // Every record of a list begins with its external id.
        id: 0,
        scope: None,
        duplicate_rule: &rules::DUPLICATE_EXTERNAL_ID,
        unique,
        empty_rule: &shape::LIST_EMPTY,
    }
}

/// One payload.
#[derive(Default)]
struct Payload<'s> {
    /// The lead currency that was read, with its place.
    lead_currency: Option<(value::Currency, Span)>,
    /// The accounts, and where they stand.
    accounts: Option<(ListSummary<'s, Accounts<'s>>, OpenedList)>,
    currencies: Option<Currencies>,
}

impl<'s> Payload<'s> {
    fn read(
        mut self,
        document: &mut Document<'s, '_, '_>,
        keep: &mut Option<&mut dyn Keep>,
    ) -> Result<(), SyntaxError> {
        let Some(opening) = document.reader.try_open(b'{') else {
            let body = document.reader.read_value()?;
            return document.reject_value("payload", &body);
        };
        document.read_nested_fields(opening, PAYLOAD.fields, None, &mut |document, index, opening, counts| {
            let Some(field) = PAYLOAD.fields.get(index) else { return Ok(()) };
            let part = &OpenedList { field, opening };
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
        part: &OpenedList,
        keep: &mut Option<&mut dyn Keep>,
    ) -> Result<(), SyntaxError> {
        match part.field.name {
            "organization" => self.organization(document, part.opening, keep)?,
            "accounts" => self.accounts = Some((gather(&ACCOUNTS, document, part, keep)?, *part)),
            "currencies" => self.currencies = Some(gather(&CURRENCIES, document, part, keep)?.rules),
            "taxes" => drop(gather::<TaxRules>(&TAXES, document, part, keep)?),
            "taxPeriods" => drop(gather::<TaxPeriods>(&TAX_PERIODS, document, part, keep)?),
            "contacts" => drop(gather::<ContactRules>(&CONTACTS, document, part, keep)?),
            "costCenters" => drop(gather::<()>(&COST_CENTERS, document, part, keep)?),
            "projects" => drop(gather::<()>(&PROJECTS, document, part, keep)?),
            _ => drop(document.reader.skip_from(part.opening.start)?),
        }
        Ok(())
    }

    fn organization(
        &mut self,
        document: &mut Document<'s, '_, '_>,
        opening: Span,
        keep: &mut Option<&mut dyn Keep>,
    ) -> Result<(), SyntaxError> {
        let mut record = document.read_record(opening, Organization::FIELDS)?;
        check_values(&mut record, document.sink);
        OrganizationRules::report(&mut record, document.sink);
        let lead = record.text(LEAD_CURRENCY).filter(|_| !record.value(LEAD_CURRENCY).is_ambiguous);
        let lead = lead.and_then(|code| value::Currency::parse(code).ok());
        self.lead_currency = lead.map(|currency| (currency, record.value(LEAD_CURRENCY).span));
        if let (false, Some(keep)) = (record.faulty, keep) {
            keep.organization(&|field| record.text(field));
        }
        Ok(())
    }

    /// Currencies that are in use must be listed; what is wrong with the list itself has been said.
    fn check_currencies(&self, document: &mut Document<'s, '_, '_>) -> Result<(), SyntaxError> {
        let Some(currencies) = &self.currencies else { return Ok(()) };
        if let Some((_, place)) = self.lead_currency.filter(|(currency, _)| currencies.lacks(*currency)) {
            document.sink.push(Diagnostic::new(&rules::CURRENCY_UNLISTED, place).param("field", "leadCurrency"));
        }
        let Some((ListSummary { rules: accounts, ids, .. }, part)) = &self.accounts else { return Ok(()) };
        if !accounts.currencies.iter().any(|currency| currencies.lacks(*currency)) {
            return Ok(());
        }
        // Rather read the accounts again, which hardly ever happens, than keep the place of every currency.
        let (mut unheard, mut unlisted) = (Collector::new(document.sink.policy()), Vec::new());
        let mut again = document.fork_at(part.opening.start, &mut unheard);
        again.reader.read_value()?;
        read_list::<()>(
            &ACCOUNTS,
            &mut again,
            part,
            Some(&mut |index, found, _| {
                let used = found.text(account::CURRENCY);
                unlisted.extend(
                    used.filter(|(code, _)| value::Currency::parse(code).is_ok_and(|one| currencies.lacks(one)))
                        .map(|(_, place)| (index, place)),
                );
            }),
        )?;
        let names = RecordIds { text: document.text, list_name: "accounts", ids };
        for (index, place) in unlisted {
            names.report(
                Diagnostic::new(&rules::CURRENCY_UNLISTED, place).param("field", "currency"),
                index,
                document.sink,
            );
        }
        Ok(())
    }
}

/// Reads the list that was just opened, and gives the records without an error to `keep`.
fn gather<'s, R: ListRules<'s> + Send + 's>(
    kind: &'static ListSpec,
    document: &mut Document<'s, '_, '_>,
    part: &OpenedList,
    keep: &mut Option<&mut dyn Keep>,
) -> Result<ListSummary<'s, R>, SyntaxError> {
    let Some(keep) = keep else { return read_list(kind, document, part, None) };
    let name = part.field.name;
    let read = read_list(kind, document, part, Some(&mut |index, found, _| keep.take(name, index, found)))?;
    keep.end(name, &read.duplicates);
    Ok(read)
}
