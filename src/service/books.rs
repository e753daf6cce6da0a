use super::Identifier;
use crate::base_data::{
    Account, AccountType, AccountingMethod, BaseData, Contact, LegalType, Tax, TaxPeriod,
};
use crate::journal::{self, Address, Dimension};
use crate::transactions::CreditDebit;
use crate::value::{Currency, Date, Iban, LimitedText, SignedAmount, Text, TextError};

/// The books of an organization: what its base data has for bookings. Choices follow from identifiers, so equal bookings get equal choices.
pub(super) struct Books<'b> {
    base_data: &'b BaseData,
    cost_centers: Vec<(&'b Text, &'b Text)>,
    projects: Vec<(&'b Text, &'b Text)>,
}

/// A supplier or customer that the base data doesn't have: name, street, number of the house, postal code, town.
const NEW_CONTACTS: [[&str; 5]; 3] = [
    ["Beispiel & Söhne AG", "Hauptstrasse", "12a", "3000", "Bern"],
    [
        "Café \"Zum Anker\" GmbH",
        "Rue de l'Exemple",
        "7",
        "1200",
        "Genève",
    ],
    [
        "Muster, Papier und Büro AG",
        "Bahnhofplatz",
        "1",
        "8000",
        "Zürich",
    ],
];

/// The longest external id of a dimension that a journal has without a finding.
const MAX_ID_CHARS: usize = 36;

impl<'b> Books<'b> {
    pub(super) fn new(base_data: &'b BaseData) -> Self {
        let records = base_data.records();
        let cost_centers = records.cost_centers.iter();
        let projects = records.projects.iter();
        Self {
            base_data,
            cost_centers: cost_centers
                .filter_map(|center| named(center.external_id.as_ref(), center.name.as_ref()))
                .collect(),
            projects: projects
                .filter_map(|project| named(project.external_id.as_ref(), project.name.as_ref()))
                .collect(),
        }
    }

    pub(super) fn lead_currency(&self) -> Currency {
        self.base_data.organization().lead_currency
    }

    /// Returns the account of a statement: the one with its IBAN, or else an asset.
    pub(super) fn bank_account(
        &self,
        iban: Option<Iban>,
        currency: Currency,
        id: Identifier,
    ) -> Option<&'b Account> {
        let mut accounts = self.base_data.records().accounts.iter();
        let known = accounts.find(|account| iban.is_some() && account.iban == iban);
        known.or_else(|| self.account(AccountType::Asset, currency, id, &[]))
    }

    /// Returns an account of a type that is none of `others`. Prefers accounts without another currency. Where no account has the type, returns one
    /// without a type or, if there is none, any.
    pub(super) fn account(
        &self,
        account_type: AccountType,
        currency: Currency,
        id: Identifier,
        others: &[&Account],
    ) -> Option<&'b Account> {
        let accounts = self.base_data.records().accounts.iter();
        let rank = |account: &Account| match account.account_type {
            Some(known) if known == account_type => 0,
            None if account.iban.is_none() => 1,
            _ => 2,
        };
        let has_currency =
            |account: &Account| account.currency.is_none_or(|known| known == currency);
        let is_free = |account: &&Account| {
            others
                .iter()
                .all(|other| other.external_id != account.external_id)
        };
        let free: Vec<_> = accounts
            .filter(is_free)
            .map(|account| ((rank(account), !has_currency(account)), account))
            .collect();
        let best = free.iter().map(|(rank, _)| *rank).min()?;
        let candidates: Vec<_> = free.into_iter().filter(|(rank, _)| *rank == best).collect();
        let chosen = candidates.get(id.derive(account_type.as_str()).below(candidates.len()));
        chosen.map(|(_, account)| *account)
    }

    /// Returns the tax period of a day.
    pub(super) fn tax_period(&self, day: Date) -> Option<&'b TaxPeriod> {
        let mut tax_periods = self.base_data.records().tax_periods.iter();
        tax_periods.find(|tax_period| {
            tax_period.period.starts_at() <= day && day <= tax_period.period.ends_at()
        })
    }

    /// Returns a day of the last tax period.
    pub(super) fn day(&self, id: Identifier) -> Option<Date> {
        let tax_periods = self.base_data.records().tax_periods.iter();
        let period = tax_periods.map(|tax_period| tax_period.period).max()?;
        later(period.starts_at(), id.derive("day").below(period.days()))
    }

    /// Returns whether liabilities are booked at the day of their invoice, and not of their payment. A day outside of every tax period is booked so too.
    pub(super) fn has_creditors(&self, day: Date) -> bool {
        self.tax_period(day)
            .is_none_or(|tax_period| tax_period.accounting_method == AccountingMethod::Accrual)
    }

    /// Returns a tax, for three of four lines of a period that is subject to tax.
    pub(super) fn tax(&self, day: Date, line: Identifier) -> Option<journal::LineTax> {
        let choice = line.derive("tax");
        let taxes = &self.base_data.records().taxes;
        let is_taxed = choice.below(4) > 0
            && self
                .tax_period(day)
                .is_some_and(|period| period.is_subject_to_tax);
        let tax = taxes
            .get(choice.derive("which").below(taxes.len()))
            .filter(|_| is_taxed)?;
        let Tax {
            external_id,
            code,
            value,
            ..
        } = tax;
        let mut line_tax = journal::LineTax::new();
        line_tax.external_id = Some(external_id.clone().into());
        line_tax.code = Some(code.clone().into());
        line_tax.value = Some(SignedAmount::from(rust_decimal::Decimal::from(*value)));
        Some(line_tax)
    }

    /// Returns a cost center for half of the lines, and a project for a third.
    pub(super) fn dimensions(&self, line: Identifier) -> Result<Vec<Dimension>, TextError> {
        let mut dimensions = Vec::new();
        for (kind, one_in, list) in [
            ("cost-center", 2, &self.cost_centers),
            ("project", 3, &self.projects),
        ] {
            let choice = line.derive(kind);
            let chosen = list.get(choice.derive("which").below(list.len()));
            if let Some((external_id, name)) = chosen.filter(|_| choice.below(one_in) == 0) {
                let mut dimension = Dimension::new();
                dimension.external_id = Some((*external_id).clone());
                dimension.name = Some((*name).clone());
                dimension.dimension_type = Some(Text::parse(kind)?);
                dimensions.push(dimension);
            }
        }
        Ok(dimensions)
    }

    /// Returns the contact of a record: one of the base data for half of them, and a new one or none for a quarter each.
    pub(super) fn contact(
        &self,
        record: Identifier,
    ) -> Result<Option<journal::Contact>, TextError> {
        let choice = record.derive("contact");
        let which = choice.derive("which");
        let contact = match choice.below(4) {
            0 | 1 => {
                let contacts = &self.base_data.records().contacts;
                contacts
                    .get(which.below(contacts.len()))
                    .map(known_contact)
                    .transpose()?
            }
            2 => NEW_CONTACTS
                .get(which.below(NEW_CONTACTS.len()))
                .map(new_contact)
                .transpose()?,
            _ => None,
        };
        // The service has one id for each contact, whatever record it is in.
        contact
            .map(|mut contact| {
                let name = contact.external_id.as_ref().map(LimitedText::as_str);
                let name = name
                    .or(contact.name.as_ref().map(Text::as_str))
                    .unwrap_or_default();
                contact.contact_id = Some(Text::parse(
                    &Identifier::from_hash(&format!("contact {name}")).to_string(),
                )?);
                Ok(contact)
            })
            .transpose()
    }

    /// Returns the account on the other side of a bank account.
    pub(super) const fn result_type(direction: CreditDebit) -> AccountType {
        match direction {
            CreditDebit::Credit => AccountType::Revenue,
            CreditDebit::Debit => AccountType::Expense,
        }
    }
}

/// Returns the id and the name of a cost center or project that has both.
fn named<'b>(
    external_id: Option<&'b Text>,
    name: Option<&'b Text>,
) -> Option<(&'b Text, &'b Text)> {
    external_id
        .filter(|id| id.as_str().chars().count() <= MAX_ID_CHARS)
        .zip(name)
}

/// Returns the day so many days later.
pub(super) fn later(day: Date, days: usize) -> Option<Date> {
    let days = chrono::Days::new(u64::try_from(days).ok()?);
    Date::try_from(chrono::NaiveDate::from(day).checked_add_days(days)?).ok()
}

fn known_contact(known: &Contact) -> Result<journal::Contact, TextError> {
    let Contact {
        external_id,
        legal_type,
        company_name,
        first_name,
        last_name,
    } = known.clone();
    let person: Vec<&str> = [&first_name, &last_name]
        .into_iter()
        .flatten()
        .map(Text::as_str)
        .collect();
    let name = company_name
        .as_ref()
        .map_or_else(|| person.join(" "), Text::to_string);
    let mut contact = journal::Contact::new();
    contact.name = if name.is_empty() {
        None
    } else {
        Some(Text::parse(&name)?)
    };
    contact.external_id = Some(external_id);
    contact.legal_type = Some(Text::parse(match legal_type {
        LegalType::Company => "company",
        LegalType::Individual => "person",
    })?);
    (contact.company_name, contact.first_name, contact.last_name) =
        (company_name, first_name, last_name);
    Ok(contact)
}

fn new_contact(details: &[&str; 5]) -> Result<journal::Contact, TextError> {
    let [name, street, house_number, postal_code, city] = *details;
    let mut address = Address::new();
    address.street = Some(Text::parse(street)?);
    address.house_number = Some(Text::parse(house_number)?);
    address.postal_code = Some(Text::parse(postal_code)?);
    address.city = Some(Text::parse(city)?);
    address.country = Some(Text::parse("CH")?);
    let mut contact = journal::Contact::new();
    contact.name = Some(Text::parse(name)?);
    contact.legal_type = Some(Text::parse("company")?);
    contact.company_name = Some(Text::parse(name)?);
    contact.address = Some(address);
    Ok(contact)
}
