use std::error::Error;
use std::fmt;

use serde_json::Value;

use super::problem::Problem;
use super::{Identifier, ItemKey, Response, Service, WebhookDelivery};
use crate::base_data::{self, Account, AccountType, BaseData, Contact};
use crate::cross_check;
use crate::endpoint::Organization;
use crate::journal::{self, Dimension, JournalRecord, Line, LineAccount, LineTax};
use crate::report::Policy;
use crate::sandbox::DeliveryRequest;
use crate::value::{Date, SignedAmount, Text, with_currency_decimals};

/// A journal whose numbers of accounts are the types of accounts, and whose ids are words that identifiers are made from.
const SAMPLE: &[u8] = include_bytes!("sample-journal.json");

/// The types of accounts in the sample. Those of an entry are beside each other.
const ACCOUNT_TYPES: [AccountType; 4] = [
    AccountType::Expense,
    AccountType::Liability,
    AccountType::Asset,
    AccountType::Revenue,
];

/// In how many days an invoice is due.
const DAYS_TO_PAY: u64 = 30;

/// Why there is no journal to export or to deliver, as a sentence.
///
/// ```
/// use universal_accounting::endpoint::Organization;
/// use universal_accounting::service::Service;
///
/// let error = Service::new().journal(&Organization::sandbox()).err().ok_or("a journal without accounts")?;
/// assert_eq!(error.to_string(), "A journal needs base data, for its accounts. Send them first.");
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalError(String);

impl fmt::Display for JournalError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Error for JournalError {}

impl Response {
    pub(super) fn no_journal(error: &JournalError) -> Self {
        Self::problem(&Problem::NoJournal(&error.0))
    }
}

fn missing(reason: impl Into<String>) -> JournalError {
    JournalError(reason.into())
}

impl Service {
    /// Returns the sample journal in the books of an organization: with the accounts, the taxes, a contact, a cost center and a project of its base
    /// data, in their lead currency, on the first day of the last tax period.
    ///
    /// Every entry balances, and nothing differs from the base data. The identifiers follow from the seed.
    ///
    /// # Errors
    ///
    /// There are no base data, or they lack what an entry needs.
    pub fn journal(
        &mut self,
        organization: &Organization,
    ) -> Result<Vec<JournalRecord>, JournalError> {
        let seed = self.session(organization, |session| session.seed);
        let json = self.data(organization).items.get(&ItemKey::BaseData);
        let base_data = json.and_then(|json| base_data::read(json, &Policy::new()).value);
        let base_data = base_data.ok_or_else(|| {
            missing("A journal needs base data, for its accounts. Send them first.")
        })?;
        let books = Books::new(&base_data).ok_or_else(|| {
            missing("The base data has fewer than two accounts, and an entry needs two.")
        })?;
        let new_id = |id: &mut Text| {
            let identifier = Identifier::new(seed, organization, id.as_str(), 0);
            if let Ok(identifier) = Text::parse(&identifier.to_string()) {
                *id = identifier;
            }
        };
        let mut records = journal::read(SAMPLE, &Policy::new()).records;
        for record in &mut records {
            books.enter(record, new_id);
        }
        match cross_check::journal(&records, &base_data).first() {
            Some(mismatch) => Err(missing(format!(
                "The base data lacks what the bookings need: {}. Add it, and send the base data again.",
                mismatch.message()
            ))),
            None => Ok(records),
        }
    }

    /// Returns the delivery of the journal to the webhook that the base data configure with `webhookUrl` and `webhookSecret`.
    ///
    /// # Errors
    ///
    /// The same errors as [`journal`](Self::journal), or no webhook is configured.
    pub fn delivery(
        &mut self,
        organization: &Organization,
        request: &DeliveryRequest,
    ) -> Result<WebhookDelivery, JournalError> {
        let records = self.journal(organization)?;
        let body = self.write_journal(&records);
        let items = &self.data(organization).items;
        let url = items.get(&ItemKey::BaseData).and_then(|json| {
            let value: Value = serde_json::from_slice(json).ok()?;
            Some(
                value
                    .pointer("/configuration/webhookUrl")?
                    .as_str()?
                    .to_owned(),
            )
        });
        let secret = items.get(&ItemKey::WebhookSecret);
        let (url, secret) = url.zip(secret).ok_or_else(|| {
            missing("A delivery needs `configuration` in the base data, with `webhookUrl` and `webhookSecret`. Send them first.")
        })?;
        WebhookDelivery::new(&url, secret, request, body)
            .map_err(|error| missing(format!("{error}.")))
    }

    /// Writes a journal with the brand of the policy.
    pub(super) fn write_journal(&self, records: &[JournalRecord]) -> String {
        match self.options.policy.brand_name() {
            Some(brand) => journal::write_with_brand(records, brand),
            None => journal::write(records),
        }
    }
}

/// What the base data of an organization have for the sample.
struct Books<'b> {
    base_data: &'b BaseData,
    accounts: Vec<(AccountType, &'b Account)>,
    day: Date,
    is_subject_to_tax: bool,
}

impl<'b> Books<'b> {
    /// Returns `None` for fewer than two accounts.
    fn new(base_data: &'b BaseData) -> Option<Self> {
        let records = base_data.records();
        let currency = base_data.organization().lead_currency;
        let mut accounts: Vec<(AccountType, &Account)> = Vec::new();
        for account_type in ACCOUNT_TYPES {
            let before = accounts.last().map(|(_, account)| &account.external_id);
            let others = records.accounts.iter();
            let others = others.filter(|account| Some(&account.external_id) != before);
            // An account of the type, or else one without a type, or any; in the lead currency, where it matters.
            let account = others.min_by_key(|account| {
                let rank = match account.account_type {
                    Some(known) if known == account_type => 0,
                    None if account.iban.is_none() => 1,
                    _ => 2,
                };
                (
                    rank,
                    account.currency.is_some_and(|known| known != currency),
                )
            })?;
            accounts.push((account_type, account));
        }
        let periods = records.tax_periods.iter();
        let last = periods.max_by_key(|tax_period| tax_period.period)?;
        Some(Self {
            base_data,
            accounts,
            day: last.period.starts_at(),
            is_subject_to_tax: last.is_subject_to_tax,
        })
    }

    /// Puts what the books have into a record of the sample.
    fn enter(&self, record: &mut JournalRecord, new_id: impl Fn(&mut Text)) {
        new_id(&mut record.service_id);
        for file in &mut record.files {
            file.service_file_id.iter_mut().for_each(&new_id);
        }
        if let Some(contact) = &mut record.contact {
            contact.contact_id.iter_mut().for_each(&new_id);
            if contact.external_id.take().is_some()
                && let Some(known) = self.base_data.records().contacts.first()
            {
                contact.external_id = Some(known.external_id.clone());
                contact.name = name_of(known).or(contact.name.take());
            }
        }
        let organization = self.base_data.organization();
        if let Some(invoice) = &mut record.invoice {
            let due =
                chrono::NaiveDate::from(self.day).checked_add_days(chrono::Days::new(DAYS_TO_PAY));
            invoice.payable_until = due.and_then(|due| Date::try_from(due).ok());
            invoice.date = Some(self.day);
            invoice.currency = Some(organization.lead_currency);
            invoice.owner = Some(organization.company_name.clone());
        }
        for entry in &mut record.entries {
            new_id(&mut entry.entry_id);
            entry.date = self.day;
            for line in &mut entry.lines {
                new_id(&mut line.line_id);
                self.enter_line(line);
            }
        }
    }

    fn enter_line(&self, line: &mut Line) {
        let currency = self.base_data.organization().lead_currency;
        let with_decimals = |amount: SignedAmount, minor_units| {
            SignedAmount::from(with_currency_decimals(amount.into(), minor_units))
        };
        line.currency = currency;
        line.amount = with_decimals(line.amount, currency.minor_units());
        // An original amount is in another currency.
        line.original_currency
            .take_if(|original| *original == currency);
        line.original_amount = line.original_currency.and_then(|original| {
            let amount = line.original_amount?;
            Some(with_decimals(amount, original.minor_units()))
        });
        let mut accounts = self.accounts.iter();
        if let Some((_, account)) =
            accounts.find(|(account_type, _)| account_type.as_str() == line.account.number.as_str())
        {
            line.account = LineAccount::new(account.number.clone().into());
            line.account.external_id = Some(account.external_id.clone().into());
            line.account.currency = account.currency;
        }
        let records = self.base_data.records();
        line.tax = line.tax.take().and_then(|_| {
            let tax = records.taxes.first().filter(|_| self.is_subject_to_tax)?;
            let mut line_tax = LineTax::new();
            line_tax.external_id = Some(tax.external_id.clone().into());
            line_tax.code = Some(tax.code.clone().into());
            line_tax.value = Some(SignedAmount::from(rust_decimal::Decimal::from(tax.value)));
            Some(line_tax)
        });
        let center = records.cost_centers.first();
        let center = center.and_then(|center| center.external_id.clone().zip(center.name.clone()));
        let project = records.projects.first();
        let project =
            project.and_then(|project| project.external_id.clone().zip(project.name.clone()));
        line.dimensions.retain_mut(|dimension: &mut Dimension| {
            let is_center =
                dimension.dimension_type.as_ref().map(Text::as_str) == Some("cost-center");
            let known = if is_center { &center } else { &project };
            (dimension.external_id, dimension.name) = known.clone().unzip();
            known.is_some()
        });
    }
}

fn name_of(contact: &Contact) -> Option<Text> {
    let person = [&contact.first_name, &contact.last_name];
    let person: Vec<&str> = person.into_iter().flatten().map(Text::as_str).collect();
    contact
        .company_name
        .clone()
        .or_else(|| Text::parse(&person.join(" ")).ok())
}
