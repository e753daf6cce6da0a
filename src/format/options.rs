use std::error::Error;
use std::fmt;

use rust_decimal::Decimal;

use super::message_format::MessageFormat;
use super::profile::Profile;
use super::table::Catalog;
use crate::report::Policy;
use crate::source::named_enum;
use crate::statement::{AccountMap, StatementOptions};
use crate::value::{AccountIdentifier, Currency};

/// What the caller knows about a statement in addition to the file, and how findings are graded.
///
/// ```
/// use universal_accounting::{format::ConvertOptions, value::AccountIdentifier};
///
/// let mut options = ConvertOptions::new();
/// options.account = Some(AccountIdentifier::parse("CH9300762011623852957")?);
/// # Ok::<(), universal_accounting::value::TextError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ConvertOptions {
    /// The format of the file.
    pub format: Format,
    /// Profiles that are searched beside the built-in ones. They come first: of equal matches, and of the same id.
    pub profiles: Vec<Profile>,
    /// The account, used if the file names none. An IBAN is written in its canonical form, a card number is masked.
    pub account: Option<AccountIdentifier>,
    /// The currency, used if the file names none.
    pub currency: Option<Currency>,
    /// The balance before the oldest row, used if the file states none. It is that of the only account of the file, and confirms its oldest
    /// transactions.
    pub opening_balance: Option<Decimal>,
    /// The order of day and month in dates of QIF, used even if the file shows another one.
    pub dates: Option<DateOrder>,
    /// Assigns accounts to the bank's numbers of accounts and cards.
    pub accounts: Option<AccountMap>,
    /// Whether each payment of a batch entry becomes a transaction, where the payments add up to the entry exactly. The entry is then skipped as a total.
    /// Such transactions have other ids than the entry, so import an account always in the same way.
    pub split_batches: bool,
    /// The severities of findings, and the limits.
    pub policy: Policy,
    /// The name of the file, by which the account map may know its account.
    file_name: Option<String>,
}

impl ConvertOptions {
    /// Returns options that detect the format and know nothing but the file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses the format with an id: that of a profile of these options, or a built-in one.
    ///
    /// ```
    /// use universal_accounting::format::ConvertOptions;
    ///
    /// let mut options = ConvertOptions::new();
    /// options.choose_format("ubs-account")?;
    /// let error = options.choose_format("camt.053").unwrap_err();
    /// assert_eq!(error.to_string(), "files of the format `camt.053` are recognized by themselves, so that it can't be chosen");
    /// # Ok::<(), universal_accounting::format::UnknownFormatError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// No profile has the id.
    pub fn choose_format(&mut self, id: &str) -> Result<(), UnknownFormatError> {
        let is_known =
            self.profiles.iter().any(|profile| profile.id() == id) || Profile::by_id(id).is_some();
        if !is_known {
            return Err(UnknownFormatError {
                id: id.to_owned(),
                message: MessageFormat::by_id(id),
            });
        }
        self.format = Format::Id(id.to_owned());
        Ok(())
    }

    /// Returns the name of the file, or an empty one.
    pub(super) fn file_name(&self) -> &str {
        self.file_name.as_deref().unwrap_or_default()
    }

    /// Returns the profiles to search.
    pub(super) fn catalog(&self) -> Catalog {
        match &self.format {
            Format::Custom(profile) => Catalog::only(profile.definition()),
            Format::Detected | Format::Id(_) => {
                Catalog::with_built_in(self.profiles.iter().map(Profile::definition))
            }
        }
    }

    /// Returns the part of the options that is about a statement in a format.
    pub(super) fn statement_options<'o>(&'o self, bank: &'o str) -> StatementOptions<'o> {
        let name_and_map = self.file_name.as_deref().zip(self.accounts.as_ref());
        let known = name_and_map.and_then(|(name, map)| map.find_by_file_name(name, Some(bank)));
        StatementOptions {
            account: known.map(|known| &known.account).or(self.account.as_ref()),
            currency: known.and_then(|known| known.currency).or(self.currency),
            opening_balance: self.opening_balance,
            account_map: self.accounts.as_ref(),
            split_batches: self.split_batches,
            bank: Some(bank),
            policy: &self.policy,
        }
    }

    /// Returns the options for a file of this name, with the account and currency that the account map has for the name.
    ///
    /// ```
    /// use universal_accounting::{format::ConvertOptions, report::Policy, statement::AccountMap};
    ///
    /// let map = br#"{"accounts": [{"files": ["yuh_*.csv"], "account": "CH9300762011623852957"}]}"#;
    /// let mut options = ConvertOptions::new();
    /// options.accounts = AccountMap::read(map, &Policy::new()).value;
    /// assert!(options.for_file("downloads/yuh_2026.csv").account.is_some());
    /// ```
    #[must_use]
    pub fn for_file(&self, name: &str) -> Self {
        let mut options = self.clone();
        options.file_name = Some(name.to_owned());
        if let Some(known) = self
            .accounts
            .as_ref()
            .and_then(|map| map.find_by_file_name(name, self.format.id()))
        {
            options.account = Some(known.account.clone());
            options.currency = known.currency.or(self.currency);
        }
        options
    }
}

/// No profile has the id of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownFormatError {
    /// The id.
    pub id: String,
    /// The format that has the id and is the same for all banks, so that it has no profile.
    pub message: Option<MessageFormat>,
}

impl fmt::Display for UnknownFormatError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = &self.id;
        match self.message {
            Some(_) => write!(
                formatter,
                "files of the format `{id}` are recognized by themselves, so that it can't be chosen"
            ),
            None => write!(formatter, "there is no format `{id}`"),
        }
    }
}

impl Error for UnknownFormatError {}

/// The format of a file.
///
/// ```
/// use universal_accounting::format::{self, Format, ConvertOptions};
///
/// let file = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n";
/// let mut options = ConvertOptions::new();
/// options.format = Format::Id("ubs-account".to_owned());
/// let error = format::convert(file.as_bytes(), &options).unwrap_err();
/// assert_eq!(error.report().findings[0].rule.id, "bank-unknown");
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub enum Format {
    /// The format of the profile that matches the file.
    #[default]
    Detected,
    /// The format of the profile with this id.
    Id(String),
    /// The format of this profile, and no other.
    Custom(Profile),
}

impl Format {
    /// Returns the id of the chosen profile, or `None` if the format is detected.
    pub(super) fn id(&self) -> Option<&str> {
        match self {
            Self::Detected => None,
            Self::Id(id) => Some(id),
            Self::Custom(profile) => Some(profile.id()),
        }
    }
}

named_enum! {
    /// The order of day, month and year in the dates of a file, where the format fixes none.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum DateOrder {
        /// Day, month, year.
        DayMonthYear = "dmy",
        /// Month, day, year.
        MonthDayYear = "mdy",
        /// Year, month, day.
        YearMonthDay = "ymd",
    }
    /// The name, as options have it.
    as_str
}

impl DateOrder {
    /// Returns the order with a name, such as `dmy`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let mut orders = Self::ALL.iter().copied();
        orders.find(|order| order.as_str() == name)
    }
}
