use rust_decimal::Decimal;

use super::keys::{Keys, Lookup, NamedList, Settings};
use super::{KnownRecord, Mismatch, rules};
use crate::base_data::{BaseData, Records};
use crate::journal::{Contact, Dimension, JournalRecord, Line, LineTax};
use crate::report::Rule;
use crate::value::{LimitedText, Text};

/// Compares journal records with base data: accounts, taxes, contacts, cost centers, projects, currencies and days. Mismatches are in the order
/// of the records.
///
/// A record of base data is found by its external id or, where the journal has none, by its number, code or name. Contacts without external id are
/// new contacts, so they are not compared; neither are names of contacts, since the journal may have newer ones.
///
/// ```
/// use universal_accounting::journal::{Entry, JournalRecord, Line, LineAccount, Side};
/// use universal_accounting::report::Policy;
/// use universal_accounting::value::{Currency, Date, SignedAmount, Text};
/// use universal_accounting::{base_data, cross_check};
///
/// let base_data = br#"{
///     "organization": {"companyName": "Muster AG", "leadCurrency": "CHF"},
///     "accounts": [{"externalId": "a-2000", "number": "2000", "description": "Kreditoren"}],
///     "currencies": [{"externalId": "c-1", "code": "CHF"}],
///     "taxes": [{"externalId": "t-1", "code": "UN81", "description": "Umsatzsteuer", "value": 8.1}],
///     "taxPeriods": [{"externalId": "p-2026", "isSubjectToTax": true, "balanceTaxation": false,
///         "accountingMethod": "ACCRUAL", "startsAt": "2026-01-01", "endsAt": "2026-12-31"}]
/// }"#;
/// let base_data = base_data::read(base_data, &Policy::new()).value.ok_or("the base data has errors")?;
///
/// let line = |id, side, account| -> Result<Line, Box<dyn std::error::Error>> {
///     let account = LineAccount::new(Text::parse(account)?);
///     Ok(Line::new(Text::parse(id)?, side, SignedAmount::parse("65.00")?, Currency::parse("CHF")?, account))
/// };
/// let lines = vec![line("l-1", Side::Debit, "6500")?, line("l-2", Side::Credit, "2000")?];
/// let entry = Entry::new(Text::parse("e-1")?, Date::parse("2026-03-31")?, lines);
/// let records = [JournalRecord::new(Text::parse("r-1")?, vec![entry])];
/// let mismatches = cross_check::journal(&records, &base_data);
/// assert_eq!(mismatches.len(), 1);
/// assert_eq!(mismatches[0].pointer, "/entries/0/lines/0/account/number");
/// assert_eq!(mismatches[0].message(), "no account of the base data has this `number`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn journal(records: &[JournalRecord], base_data: &BaseData) -> Vec<Mismatch> {
    let mut comparison = Comparison::new(base_data);
    for (index, record) in records.iter().enumerate() {
        comparison.compare_record(index, record);
    }
    comparison.mismatches
}

struct Comparison<'b> {
    records: &'b Records,
    settings: Settings,
    accounts: NamedList<'b>,
    taxes: NamedList<'b>,
    contacts: NamedList<'b>,
    cost_centers: DimensionList<'b>,
    projects: DimensionList<'b>,
    mismatches: Vec<Mismatch>,
}

/// The place of a line: the indexes of its record, of its entry in the record, and of the line in the entry.
#[derive(Clone, Copy)]
struct Place {
    record: usize,
    entry: usize,
    line: usize,
}

impl Place {
    /// Creates a mismatch of a field of an object in the line; `path` leads from the line to the object.
    fn mismatch(self, rule: &'static Rule, path: &str, field: &'static str) -> Mismatch {
        let Self {
            record,
            entry,
            line,
        } = self;
        Mismatch::new(
            rule,
            record,
            &format!("/entries/{entry}/lines/{line}{path}"),
            field,
        )
    }
}

impl<'b> Comparison<'b> {
    fn new(base_data: &'b BaseData) -> Self {
        let as_str = |text: &'b Option<Text>| text.as_ref().map(Text::as_str);
        let records = base_data.records();
        let accounts = records.accounts.iter();
        let taxes = records.taxes.iter();
        let contacts = records.contacts.iter();
        let cost_centers = records.cost_centers.iter();
        let projects = records.projects.iter();
        Self {
            records,
            settings: Settings::new(base_data),
            accounts: NamedList::new(
                "accounts",
                "number",
                accounts.map(|account| {
                    (
                        Some(account.external_id.as_str()),
                        Some(account.number.as_str()),
                    )
                }),
            ),
            taxes: NamedList::new(
                "taxes",
                "code",
                taxes.map(|tax| (Some(tax.external_id.as_str()), Some(tax.code.as_str()))),
            ),
            contacts: NamedList::new(
                "contacts",
                "externalId",
                contacts.map(|contact| (Some(contact.external_id.as_str()), None)),
            ),
            cost_centers: DimensionList::new(
                "costCenters",
                "cost center",
                cost_centers
                    .map(|center| [&center.external_id, &center.name, &center.code].map(as_str)),
            ),
            projects: DimensionList::new(
                "projects",
                "project",
                projects.map(|project| {
                    [&project.external_id, &project.name, &project.code].map(as_str)
                }),
            ),
            mismatches: Vec::new(),
        }
    }

    fn compare_record(&mut self, index: usize, record: &JournalRecord) {
        if let Some(contact) = &record.contact {
            self.compare_contact(contact, index, &|| "/contact".to_owned());
        }
        for (number, contact) in record.contacts.iter().enumerate() {
            self.compare_contact(contact, index, &|| format!("/contacts/{number}"));
        }
        for (number, entry) in record.entries.iter().enumerate() {
            if !self.settings.has_day(entry.date) {
                let path = format!("/entries/{number}");
                self.mismatches.push(Mismatch::new(
                    &rules::OUTSIDE_TAX_PERIODS,
                    index,
                    &path,
                    "date",
                ));
            }
            for (line_number, line) in entry.lines.iter().enumerate() {
                self.compare_line(
                    line,
                    Place {
                        record: index,
                        entry: number,
                        line: line_number,
                    },
                );
            }
        }
    }

    fn compare_contact(&mut self, contact: &Contact, index: usize, path: &dyn Fn() -> String) {
        let external_id = contact.external_id.as_ref().map(LimitedText::as_str);
        if let Lookup::Unknown { field, .. } = self.contacts.find(external_id, None) {
            self.mismatches.push(Mismatch::new(
                &rules::CONTACT_NOT_IN_BASE_DATA,
                index,
                &path(),
                field,
            ));
        }
    }

    fn compare_line(&mut self, line: &Line, place: Place) {
        if !self.settings.has_currency(line.currency) {
            self.mismatches
                .push(place.mismatch(&rules::CURRENCY_NOT_IN_BASE_DATA, "", "currency"));
        }
        self.compare_account(line, place);
        if let Some(tax) = &line.tax {
            self.compare_tax(tax, place);
        }
        for (number, dimension) in line.dimensions.iter().enumerate() {
            let list = match dimension.dimension_type.as_ref().map(Text::as_str) {
                Some("cost-center") => &self.cost_centers,
                Some("project") => &self.projects,
                // The list for another type is not known.
                _ => continue,
            };
            if let Some((field, known)) = list.find_unknown(dimension) {
                let path = format!("/dimensions/{number}");
                let mismatch = place.mismatch(&rules::DIMENSION_NOT_IN_BASE_DATA, &path, field);
                self.mismatches
                    .push(mismatch.param("kind", list.kind).of_unknown("name", known));
            }
        }
    }

    fn compare_account(&mut self, line: &Line, place: Place) {
        let account = &line.account;
        let number = account.number.as_str();
        let lookup = self
            .accounts
            .find(account.external_id.as_ref().map(Text::as_str), Some(number));
        let index = match lookup {
            Lookup::Found(index) => index,
            Lookup::Unclear => return,
            Lookup::Unknown { field, same_code } => {
                let mismatch = place.mismatch(&rules::ACCOUNT_NOT_IN_BASE_DATA, "/account", field);
                return self
                    .mismatches
                    .push(unknown(mismatch, &self.accounts, same_code));
            }
        };
        let Some(known) = self.records.accounts.get(index) else {
            return;
        };
        let mut push = |rule, path, field| {
            let mismatch = place.mismatch(rule, path, field);
            self.mismatches
                .push(mismatch.differs_from(self.accounts.known_record(index)));
        };
        if known.number.as_str() != number {
            push(&rules::ACCOUNT_NUMBER_DIFFERS, "/account", "number");
        }
        match (account.currency, known.currency) {
            (Some(stated), Some(known)) if stated != known => {
                push(&rules::ACCOUNT_CURRENCY_DIFFERS, "/account", "currency");
            }
            // Where the journal states the currency of the account too, it contradicts itself, whatever base data has.
            (None, Some(known)) if known == line.currency && has_two_amounts(line) => {
                push(
                    &rules::ACCOUNT_AMOUNT_DIFFERS,
                    "",
                    "amountInAccountCurrency",
                );
            }
            _ => {}
        }
    }

    fn compare_tax(&mut self, tax: &LineTax, place: Place) {
        let code = tax.code.as_ref().map(Text::as_str);
        let index = match self
            .taxes
            .find(tax.external_id.as_ref().map(Text::as_str), code)
        {
            Lookup::Found(index) => index,
            Lookup::Unclear => return,
            Lookup::Unknown { field, same_code } => {
                let mismatch = place.mismatch(&rules::TAX_NOT_IN_BASE_DATA, "/tax", field);
                return self
                    .mismatches
                    .push(unknown(mismatch, &self.taxes, same_code));
            }
        };
        let Some(known) = self.records.taxes.get(index) else {
            return;
        };
        let mut push = |rule, field| {
            let mismatch = place.mismatch(rule, "/tax", field);
            self.mismatches
                .push(mismatch.differs_from(self.taxes.known_record(index)));
        };
        if code.is_some_and(|code| code != known.code.as_str()) {
            push(&rules::TAX_CODE_DIFFERS, "code");
        }
        if tax
            .value
            .is_some_and(|value| Decimal::from(value) != Decimal::from(known.value))
        {
            push(&rules::TAX_RATE_DIFFERS, "value");
        }
    }
}

fn has_two_amounts(line: &Line) -> bool {
    line.amount_in_account_currency
        .is_some_and(|amount| amount != line.amount)
}

/// Completes the mismatch of a record that base data does not have. It names the record with the same code, if there is one.
fn unknown(mismatch: Mismatch, list: &NamedList<'_>, same_code: Option<usize>) -> Mismatch {
    mismatch.of_unknown(
        list.code_field,
        same_code.map(|index| list.known_record(index)),
    )
}

/// The cost centers or the projects of base data. A journal calls them by an external id and a name, which may be the name or the code of base data.
pub(super) struct DimensionList<'b> {
    list: &'static str,
    /// What a record of the list is.
    pub(super) kind: &'static str,
    ids: Vec<Option<&'b str>>,
    by_id: Keys<&'b str>,
    by_name: Keys<&'b str>,
    by_code: Keys<&'b str>,
}

impl<'b> DimensionList<'b> {
    /// Indexes a list by the external id, the name and the code of each record.
    pub(super) fn new(
        list: &'static str,
        kind: &'static str,
        records: impl DoubleEndedIterator<Item = [Option<&'b str>; 3]> + ExactSizeIterator + Clone,
    ) -> Self {
        Self {
            list,
            kind,
            ids: records.clone().map(|[id, ..]| id).collect(),
            by_id: Keys::new(records.clone().map(|[id, ..]| id)),
            by_name: Keys::new(records.clone().map(|[_, name, _]| name)),
            by_code: Keys::new(records.map(|[.., code]| code)),
        }
    }

    /// Returns the field of a dimension by which no record is found. If it is the external id, also the record with the name.
    fn find_unknown(&self, dimension: &Dimension) -> Option<(&'static str, Option<KnownRecord>)> {
        let name = dimension.name.as_ref().map(Text::as_str);
        let with_name = || {
            name.into_iter()
                .flat_map(|name| self.by_name.find(name).chain(self.by_code.find(name)))
        };
        let id_of = |index: usize| self.ids.get(index).copied().flatten();
        let Some(external_id) = &dimension.external_id else {
            return (name.is_some() && with_name().next().is_none()).then_some(("name", None));
        };
        if self.by_id.find(external_id.as_str()).next().is_some()
            || with_name().any(|index| id_of(index).is_none())
        {
            // A record without external id in base data may have any in the journal.
            return None;
        }
        let known = with_name().next().map(|index| KnownRecord {
            list: self.list,
            index,
            external_id: id_of(index).map(str::to_owned),
        });
        Some(("externalId", known))
    }
}
