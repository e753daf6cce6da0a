use std::collections::HashMap;

use crate::configuration::{self, Faults, json_struct};
use crate::export::rules::DATEV_SETTINGS_INVALID;
use crate::report::{Policy, Reading};
use crate::value::{AccountIdentifier, Currency, Date};

/// How DATEV knows a client and its accounts: what a batch of bookings needs beside the transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatevSettings {
    /// The numbers of the consultant and of the client.
    pub(super) consultant: u32,
    pub(super) client: u32,
    /// The first day of the fiscal year.
    pub(super) year_start: Date,
    /// The number of digits of the client's general accounts.
    pub(super) account_length: usize,
    /// The number for each account of a statement, by its canonical spelling.
    numbers: HashMap<String, String>,
    /// The account on the other side of money that comes in, and of money that goes out.
    pub(super) income: String,
    pub(super) expenses: String,
    /// The currency of the books.
    pub(super) currency: Currency,
}

json_struct! {
    /// The JSON file with the client and the account numbers for DATEV.
    #[cfg_attr(test, schemars(title = "DATEV settings"))]
    struct DatevSettingsJson {
        /// The number of the consultant (Beraternummer), from 1001 to 9999999.
        consultant: u32 = "consultant";
        /// The number of the client (Mandantennummer), from 1 to 99999.
        client: u32 = "client";
        /// The first day of the fiscal year, such as `2026-01-01`.
        year_start: String = "yearStart";
        /// The number of digits of the general accounts (Sachkontenlänge), from 4 to 8.
        account_length: usize = "accountLength";
        /// The accounts of statements.
        accounts: Vec<NumberedAccountJson> = "accounts";
        /// The account on the other side of money that comes in, such as that for payments in transit.
        income: String = "income";
        /// The account on the other side of money that goes out.
        expenses: String = "expenses";
        /// The currency of the books. Without it, `EUR`.
        currency: Option<String> = "currency", default;
    }
}

json_struct! {
    /// An account of statements with its number in the chart of accounts.
    #[cfg_attr(test, schemars(rename = "NumberedAccount"))]
    struct NumberedAccountJson {
        /// The account identifier of the transactions, such as the IBAN.
        account: String = "account";
        /// The number in the chart of accounts, such as `1800`.
        number: String = "number";
    }
}

impl DatevSettings {
    /// Reads the settings from JSON, and reports faults.
    ///
    /// ```
    /// use universal_accounting::export::statement::DatevSettings;
    /// use universal_accounting::report::Policy;
    ///
    /// let settings = br#"{
    ///     "consultant": 29098, "client": 55003, "yearStart": "2026-01-01", "accountLength": 4,
    ///     "accounts": [{"account": "DE02120300000000202051", "number": "1800"}],
    ///     "income": "1370", "expenses": "1370"
    /// }"#;
    /// let reading = DatevSettings::read(settings, &Policy::new());
    /// assert!(reading.value.is_some(), "{:?}", reading.report);
    /// ```
    #[must_use]
    pub fn read(source: &[u8], policy: &Policy) -> Reading<Self> {
        configuration::read(
            source,
            policy,
            &DATEV_SETTINGS_INVALID,
            DatevSettingsJson::into_settings,
        )
    }

    /// Returns the number of an account of statements.
    pub(super) fn number(&self, account: &AccountIdentifier) -> Option<&str> {
        self.numbers.get(&account.canonical()).map(String::as_str)
    }
}

impl DatevSettingsJson {
    fn into_settings(self) -> Result<DatevSettings, Faults> {
        let mut faults = Vec::new();
        let mut report = |pointer: &str, fault: &str| {
            faults.push((pointer.to_owned(), fault.to_owned()));
        };
        if !(1001..=9_999_999).contains(&self.consultant) {
            report("/consultant", "this is a number from 1001 to 9999999");
        }
        if !(1..=99_999).contains(&self.client) {
            report("/client", "this is a number from 1 to 99999");
        }
        if !(4..=8).contains(&self.account_length) {
            report("/accountLength", "this is a number from 4 to 8");
        }
        let year_start = Date::parse(&self.year_start).ok();
        if year_start.is_none() {
            report("/yearStart", "write the day as 2026-01-01");
        }
        let currency = self.currency.as_deref().unwrap_or("EUR");
        let currency = Currency::parse(currency).ok();
        if currency.is_none() {
            report("/currency", "this is no currency code of ISO 4217");
        }
        let length = self.account_length;
        for (pointer, number) in [("/income", &self.income), ("/expenses", &self.expenses)] {
            if !is_account(number, length) {
                report(pointer, NO_ACCOUNT);
            }
        }
        let mut numbers = HashMap::new();
        for (index, json) in self.accounts.iter().enumerate() {
            if !is_account(&json.number, length) {
                report(&format!("/accounts/{index}/number"), NO_ACCOUNT);
            }
            let pointer = format!("/accounts/{index}/account");
            match AccountIdentifier::parse(&json.account) {
                Err(_) => report(
                    &pointer,
                    "an account identifier has 1 to 255 characters, and not only spaces",
                ),
                Ok(account) => {
                    let known = numbers.insert(account.canonical(), json.number.clone());
                    if known.is_some() {
                        report(&pointer, "this account is already listed");
                    }
                }
            }
        }
        let (Some(year_start), Some(currency), true) = (year_start, currency, faults.is_empty())
        else {
            return Err(faults);
        };
        Ok(DatevSettings {
            consultant: self.consultant,
            client: self.client,
            year_start,
            account_length: length,
            numbers,
            income: self.income,
            expenses: self.expenses,
            currency,
        })
    }
}

const NO_ACCOUNT: &str = "the number of an account has digits only: as many as the general accounts, or one more for customers and suppliers";

/// Whether a text is the number of a general account or, with one digit more, of a customer or supplier. Zeros before a number may be left out.
fn is_account(number: &str, length: usize) -> bool {
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (3..=length + 1).contains(&number.len())
}

#[cfg(test)]
mod tests {
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::source::{assert_matches_file, render_schema};

    #[test]
    fn schema_file_is_up_to_date() {
        let schema =
            render_schema::<DatevSettingsJson>("datev-settings", SchemaSettings::draft2020_12());
        assert_matches_file("schema/datev-settings.schema.json", &schema);
    }
}
