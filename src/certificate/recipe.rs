//! How a conversion is done again.

use std::fmt;

use super::model::{Certificate, CertifiedDocument, Fingerprint, Settings};
use crate::base_data::{self, BaseData};
use crate::export::statement::{
    self, DatevSettings, LedgerAccounts, StatementTarget, parse_delimiter, parse_time,
};
use crate::format::{self, DateOrder, Format, Profile};
use crate::report::{Language, Policy, Reading};
use crate::source::named_enum;
use crate::statement::{AccountMap, parse_balance};
use crate::transactions::MAX_TRANSACTIONS;
use crate::value::{AccountIdentifier, Currency};

/// What is written unless another format is named.
pub const PAYLOAD: &str = "payload";
/// What is written if all payloads are in one file, those of each input on lines of their own.
pub const PAYLOAD_LINES: &str = "payload-lines";

/// Everything beside the inputs that decides what a conversion writes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Recipe {
    /// What is asked for.
    pub settings: Settings,
    /// The files of settings. Profiles are searched in this order, before the built-in ones.
    pub documents: Vec<Document>,
    /// When the files are said to be created, such as `2026-03-31T12:00:00`. The library has no clock.
    pub created: Option<String>,
    /// The limits. Severities change nothing.
    pub policy: Policy,
}

/// A file of settings.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Document {
    /// What it is.
    pub kind: DocumentKind,
    /// The name.
    pub name: String,
    /// The content.
    pub content: Vec<u8>,
}

named_enum! {
    /// What a file of settings is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum DocumentKind {
        /// An account map.
        Accounts = "accounts",
        /// A bank profile.
        Profile = "profile",
        /// Base data, for the names of accounts in a ledger.
        BaseData = "base-data",
        /// The names of accounts in a ledger.
        LedgerAccounts = "ledger-accounts",
        /// The client and the account numbers for DATEV.
        Datev = "datev",
    }
    /// The name in a certificate.
    as_str
}

/// A setting that can't be used, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipeError {
    setting: String,
    fault: String,
}

impl RecipeError {
    fn new(setting: &str, fault: impl fmt::Display) -> Self {
        Self {
            setting: setting.to_owned(),
            fault: fault.to_string(),
        }
    }
}

impl fmt::Display for RecipeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the setting `{}`: {}", self.setting, self.fault)
    }
}

impl std::error::Error for RecipeError {}

impl Document {
    /// Creates a file of settings.
    #[must_use]
    pub fn new(kind: DocumentKind, name: &str, content: &[u8]) -> Self {
        Self {
            kind,
            name: name.to_owned(),
            content: content.to_vec(),
        }
    }

    /// Returns what a certificate has of it.
    pub(super) fn certified(&self) -> CertifiedDocument {
        let Fingerprint {
            name,
            bytes,
            sha256,
        } = Fingerprint::of(&self.name, &self.content);
        CertifiedDocument {
            kind: self.kind.as_str().to_owned(),
            name,
            bytes,
            sha256,
        }
    }
}

impl DocumentKind {
    /// Returns the kind with a name, such as `accounts`.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let mut kinds = Self::ALL.iter().copied();
        kinds.find(|kind| kind.as_str() == name)
    }
}

impl Settings {
    /// Returns those of a conversion to payloads without any setting.
    #[must_use]
    pub fn new() -> Self {
        Self {
            bank: None,
            account: None,
            currency: None,
            opening: None,
            dates: None,
            split_batches: false,
            partial: false,
            to: PAYLOAD.to_owned(),
            batch: MAX_TRANSACTIONS,
            delimiter: ',',
            byte_order_mark: false,
            decimal_comma: false,
            signed_amounts: false,
            numbered_fields: false,
            bank_number: None,
            language: Language::English.code().to_owned(),
        }
    }

    /// Takes over what the caller knows about statements, apart from files of settings.
    pub fn set_conversion(&mut self, options: &format::ConvertOptions) {
        self.bank = match &options.format {
            Format::Id(id) => Some(id.clone()),
            // A certificate names the profile among its documents.
            Format::Custom(profile) => Some(profile.id().to_owned()),
            Format::Detected => None,
        };
        self.account = options.account.as_ref().map(ToString::to_string);
        self.currency = options.currency.map(|currency| currency.to_string());
        self.opening = options.opening_balance.map(|balance| balance.to_string());
        self.dates = options.dates.map(|order| order.as_str().to_owned());
        self.split_batches = options.split_batches;
    }

    /// Takes over in what form the transactions are written, apart from files of settings.
    pub fn set_export(
        &mut self,
        target: StatementTarget,
        options: &statement::StatementExportOptions<'_>,
    ) {
        target.as_str().clone_into(&mut self.to);
        self.delimiter = options.delimiter;
        self.byte_order_mark = options.byte_order_mark;
        self.decimal_comma = options.decimal_comma;
        self.signed_amounts = options.signed_amounts;
        self.numbered_fields = options.numbered_fields;
        self.bank_number = options.bank_number;
        options.language.code().clone_into(&mut self.language);
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new()
    }
}

impl Default for Recipe {
    fn default() -> Self {
        Self::new()
    }
}

/// The settings of an export, and the documents that they refer to.
pub(super) struct ExportSettings {
    pub(super) target: StatementTarget,
    options: statement::StatementExportOptions<'static>,
    base_data: Option<BaseData>,
    ledger_accounts: Option<LedgerAccounts>,
    datev: Option<DatevSettings>,
}

impl ExportSettings {
    pub(super) fn options(&self) -> statement::StatementExportOptions<'_> {
        let mut options: statement::StatementExportOptions<'_> = self.options.clone();
        options.base_data = self.base_data.as_ref();
        options.ledger_accounts = self.ledger_accounts.as_ref();
        options.datev = self.datev.as_ref();
        options
    }
}

impl Recipe {
    /// Creates the recipe of a conversion to payloads without any setting.
    #[must_use]
    pub fn new() -> Self {
        Self {
            settings: Settings::new(),
            documents: Vec::new(),
            created: None,
            policy: Policy::new(),
        }
    }

    /// Returns the recipe of a certificate, with the documents that were found for it.
    pub(super) fn of(certificate: &Certificate, documents: Vec<Document>, policy: Policy) -> Self {
        Self {
            settings: certificate.settings.clone(),
            documents,
            created: certificate.created.clone(),
            policy,
        }
    }

    /// Returns how statements are read.
    pub(super) fn conversion(&self) -> Result<format::ConvertOptions, RecipeError> {
        let settings = &self.settings;
        let mut options = format::ConvertOptions::new();
        options.policy = self.policy.clone();
        options.split_batches = settings.split_batches;
        for document in self.of_kind(DocumentKind::Profile) {
            options.profiles.push(value_of(document, Profile::read)?);
        }
        if let Some(id) = &settings.bank {
            options.format = Format::Id(id.clone());
        }
        options.account = read(settings.account.as_deref(), "account", |text| {
            AccountIdentifier::parse(text).map_err(|fault| fault.to_string())
        })?;
        options.currency = read(settings.currency.as_deref(), "currency", |text| {
            Currency::parse(text).map_err(|fault| fault.to_string())
        })?;
        options.opening_balance = read(settings.opening.as_deref(), "opening", |text| {
            parse_balance(text).map_err(str::to_owned)
        })?;
        options.dates = read(settings.dates.as_deref(), "dates", |text| {
            DateOrder::parse(text).ok_or_else(|| "write dmy, mdy or ymd".to_owned())
        })?;
        options.accounts = self.document(DocumentKind::Accounts, AccountMap::read)?;
        Ok(options)
    }

    /// Returns how transactions are written, or `None` for payloads.
    pub(super) fn export(&self) -> Result<Option<ExportSettings>, RecipeError> {
        let settings = &self.settings;
        if [PAYLOAD, PAYLOAD_LINES].contains(&settings.to.as_str()) {
            return Ok(None);
        }
        let target = settings.to.parse::<StatementTarget>();
        let mut options = statement::StatementExportOptions::new();
        options.delimiter = parse_delimiter(&settings.delimiter.to_string())
            .map_err(|fault| RecipeError::new("delimiter", fault))?;
        options.byte_order_mark = settings.byte_order_mark;
        options.decimal_comma = settings.decimal_comma;
        options.signed_amounts = settings.signed_amounts;
        options.numbered_fields = settings.numbered_fields;
        options.bank_number = settings.bank_number;
        options.language = self.language();
        options.created = read(self.created.as_deref(), "created", |text| {
            parse_time(text).map_err(str::to_owned)
        })?;
        let read_base_data = |source: &[u8], policy: &Policy| {
            let reading = base_data::read(source, policy);
            Reading::new(reading.value, reading.report)
        };
        Ok(Some(ExportSettings {
            target: target
                .map_err(|unknown| RecipeError::new("to", format_args!("it must be {unknown}")))?,
            options,
            base_data: self.document(DocumentKind::BaseData, read_base_data)?,
            ledger_accounts: self.document(DocumentKind::LedgerAccounts, LedgerAccounts::read)?,
            datev: self.document(DocumentKind::Datev, DatevSettings::read)?,
        }))
    }

    /// Returns the language of headings.
    pub(super) fn language(&self) -> Language {
        Language::parse(&self.settings.language).unwrap_or(Language::English)
    }

    fn of_kind(&self, kind: DocumentKind) -> impl Iterator<Item = &Document> {
        let documents = self.documents.iter();
        documents.filter(move |document| document.kind == kind)
    }

    fn document<T>(
        &self,
        kind: DocumentKind,
        read: impl FnOnce(&[u8], &Policy) -> Reading<T>,
    ) -> Result<Option<T>, RecipeError> {
        let document = self.of_kind(kind).next();
        document
            .map(|document| value_of(document, read))
            .transpose()
    }
}

fn value_of<T>(
    document: &Document,
    read: impl FnOnce(&[u8], &Policy) -> Reading<T>,
) -> Result<T, RecipeError> {
    let reading = read(&document.content, &Policy::new());
    let first = reading.report.findings.first();
    let fault = first.map_or_else(String::new, crate::report::Finding::message);
    reading
        .value
        .ok_or_else(|| RecipeError::new(&document.name, fault))
}

fn read<T>(
    text: Option<&str>,
    setting: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, RecipeError> {
    let value = text.map(parse).transpose();
    value.map_err(|fault| RecipeError::new(setting, fault))
}
