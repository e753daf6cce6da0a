//! The options of a call.

use universal_accounting::base_data::{self, BaseData, BaseDataReading};
use universal_accounting::certificate::{self, DocumentKind, PAYLOAD, PAYLOAD_LINES, Recipe};
use universal_accounting::contract;
use universal_accounting::dedup::OnConflict;
use universal_accounting::documents::{self, CreationRequest};
use universal_accounting::export::JournalTarget;
use universal_accounting::export::ledger::AccountKind;
use universal_accounting::export::statement::{self, DatevSettings, LedgerAccounts};
use universal_accounting::format::{self, DateOrder, Format, Profile};
use universal_accounting::internals::{balance, export};
use universal_accounting::learn::Answers;
use universal_accounting::report::{Fixes, Language, Level, Limits, Policy, Reading, Report};
use universal_accounting::sandbox::Credentials;
use universal_accounting::statement::AccountMap;
use universal_accounting::transactions::MAX_TRANSACTIONS;
use universal_accounting::value::{AccountIdentifier, Currency};
use wasm_bindgen::JsError;

use crate::json_text::{boolean, elements, members, number, string, strings};

/// The options of a call. After all options that the call knows were read, [`Options::reject_unknown`] reports the others.
///
/// They are read with the reader that the module has anyway. Types that derive their own way of reading would be a twentieth of a small module.
pub(crate) struct Options {
    /// The name of each option, with its value as JSON.
    values: Vec<(String, String)>,
    known: Vec<&'static str>,
}

/// A document that is an option, after reading.
struct Document<T> {
    value: Option<T>,
    report: Report,
}

impl<T> From<Reading<T>> for Document<T> {
    fn from(reading: Reading<T>) -> Self {
        Self {
            value: reading.value,
            report: reading.report,
        }
    }
}

impl From<BaseDataReading> for Document<BaseData> {
    fn from(reading: BaseDataReading) -> Self {
        Self {
            value: reading.value,
            report: reading.report,
        }
    }
}

impl Options {
    /// Parses a JSON object, or an empty string for no options.
    pub(crate) fn parse(json: &str) -> Result<Self, JsError> {
        let values = if json.is_empty() {
            Some(Vec::new())
        } else {
            members(json)
        };
        let values = values.ok_or_else(|| JsError::new("the options must be an object"))?;
        Ok(Self {
            values,
            known: Vec::new(),
        })
    }

    /// Fails if there is an option that the call has not read.
    pub(crate) fn reject_unknown(&self) -> Result<(), JsError> {
        match self
            .values
            .iter()
            .find(|(name, _)| !self.known.contains(&name.as_str()))
        {
            Some((name, _)) => Err(JsError::new(&format!("this call has no option `{name}`"))),
            None => Ok(()),
        }
    }

    fn raw(&mut self, name: &'static str) -> Option<&str> {
        // Almost every call has no options. To note which it knows would take as long as to check a small payload.
        if self.values.is_empty() {
            return None;
        }
        self.known.push(name);
        self.values
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, json)| json.as_str())
    }

    /// Reads an option with a function that returns `None` for a value of another type. `expected` describes the type for the error message.
    fn take<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        read: fn(&str) -> Option<T>,
    ) -> Result<Option<T>, JsError> {
        let Some(json) = self.raw(name) else {
            return Ok(None);
        };
        read(json)
            .map(Some)
            .ok_or_else(|| JsError::new(&format!("the option `{name}` must be {expected}")))
    }

    fn flag(&mut self, name: &'static str) -> Result<bool, JsError> {
        Ok(self
            .take(name, "true or false", boolean)?
            .unwrap_or_default())
    }

    fn text(&mut self, name: &'static str, expected: &str) -> Result<Option<String>, JsError> {
        self.take(name, expected, string)
    }

    /// Reads an option that is a document with its own rules, such as a bank profile.
    fn take_document<T, D: Into<Document<T>>>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&[u8], &Policy) -> D,
    ) -> Result<Option<T>, JsError> {
        let Some(json) = self.raw(name) else {
            return Ok(None);
        };
        let reading: Document<T> = read(json.as_bytes(), &Policy::new()).into();
        let first = reading.report.findings.first();
        let why = first.map_or(String::new(), |finding| match finding.pointer.as_str() {
            "" => format!(": {}", finding.message()),
            pointer => format!(": {} at `{pointer}`", finding.message()),
        });
        match reading.value {
            Some(value) => Ok(Some(value)),
            None => Err(JsError::new(&format!(
                "the option `{name}` can't be used{why}"
            ))),
        }
    }

    /// Reads the base data to compare with, or to take the names of accounts from.
    pub(crate) fn base_data(&mut self) -> Result<Option<BaseData>, JsError> {
        self.take_document("baseData", base_data::read)
    }

    /// Reads the program that a journal is written for.
    pub(crate) fn target(&mut self) -> Result<JournalTarget, JsError> {
        let names: Vec<&str> = JournalTarget::ALL
            .iter()
            .map(|target| target.as_str())
            .collect();
        let expected = format!("one of {}", names.join(", "));
        let to = self.text("to", &expected)?.unwrap_or_default();
        let collective = self.take("collective", "true or false", boolean)?;
        let known = JournalTarget::ALL
            .iter()
            .find(|target| target.as_str() == to);
        let target = match (known, collective) {
            (Some(JournalTarget::SingleEntries { .. }), Some(collective)) => {
                JournalTarget::SingleEntries { collective }
            }
            (Some(target), _) => *target,
            (None, _) => return Err(JsError::new(&format!("the option `to` must be {expected}"))),
        };
        if collective.is_some() && to != "single-entries" {
            return Err(JsError::new(
                "the option `collective` is for single entries only",
            ));
        }
        Ok(target)
    }

    /// Reads the format that statements are written in, and its settings apart from the names of accounts.
    pub(crate) fn statement_export(
        &mut self,
    ) -> Result<
        (
            statement::StatementTarget,
            statement::StatementExportOptions<'static>,
        ),
        JsError,
    > {
        let to = self.text("to", "the name of a format")?.unwrap_or_default();
        let target = to.parse::<statement::StatementTarget>();
        let target = target
            .map_err(|unknown| JsError::new(&format!("the option `to` must be {unknown}")))?;
        let invalid =
            |name: &str, fault: &str| JsError::new(&format!("the option `{name}`: {fault}"));
        let mut options = statement::StatementExportOptions::new();
        if let Some(delimiter) = self.text("delimiter", "a string")? {
            options.delimiter =
                export::parse_delimiter(&delimiter).map_err(|fault| invalid("delimiter", fault))?;
        }
        options.byte_order_mark = self.flag("byteOrderMark")?;
        options.decimal_comma = self.flag("decimalComma")?;
        options.signed_amounts = self.flag("signedAmounts")?;
        options.numbered_fields = self.flag("numberedFields")?;
        options.bank_number = self.take("bankNumber", "a whole number", number)?;
        if options.decimal_comma && options.delimiter == ',' {
            let fault =
                "a comma can't be both between cells and in amounts; set `delimiter` to `;`";
            return Err(invalid("decimalComma", fault));
        }
        if let Some(code) = self.text("language", "a string")? {
            let language = Language::parse(&code);
            options.language =
                language.ok_or_else(|| invalid("language", "write en, de, fr or it"))?;
        }
        if let Some(time) = self.text("created", "a string")? {
            options.created =
                Some(export::parse_time(&time).map_err(|fault| invalid("created", fault))?);
        }
        Ok((target, options))
    }

    /// Reads the client and the account numbers for DATEV.
    pub(crate) fn datev(&mut self) -> Result<Option<DatevSettings>, JsError> {
        self.take_document("datev", DatevSettings::read)
    }

    /// Reads the names of accounts in a ledger.
    pub(crate) fn ledger_accounts(&mut self) -> Result<Option<LedgerAccounts>, JsError> {
        self.take_document("ledgerAccounts", LedgerAccounts::read)
    }

    /// Reads the kind of accounts whose type is not known.
    pub(crate) fn default_kind(&mut self) -> Result<Option<AccountKind>, JsError> {
        const KINDS: [AccountKind; 5] = [
            AccountKind::Asset,
            AccountKind::Liability,
            AccountKind::Equity,
            AccountKind::Income,
            AccountKind::Expense,
        ];
        let Some(word) = self.text("defaultKind", "a kind of account")? else {
            return Ok(None);
        };
        let kind = KINDS.into_iter().find(|kind| kind.as_str() == word);
        let expected =
            "the option `defaultKind` must be one of asset, liability, equity, income and expense";
        kind.map(Some).ok_or_else(|| JsError::new(expected))
    }

    /// Returns the name of the input for the report.
    pub(crate) fn file(&mut self) -> Result<String, JsError> {
        Ok(self
            .text("file", "the name of the file, a string")?
            .unwrap_or_default())
    }

    /// Returns the answers to questions about a format.
    pub(crate) fn answers(&mut self) -> Result<Answers, JsError> {
        let Some(json) = self.raw("answers") else {
            return Ok(Answers::new());
        };
        let answers = Answers::read(json);
        answers.map_err(|error| JsError::new(&format!("the option `answers`: {error}")))
    }

    pub(crate) fn on_conflict(&mut self) -> Result<OnConflict, JsError> {
        let how = self.take("conflicts", "`keep` or `add`", |json| match json {
            "\"keep\"" => Some(OnConflict::Report),
            "\"add\"" => Some(OnConflict::Add),
            _ => None,
        })?;
        Ok(how.unwrap_or_default())
    }

    pub(crate) fn policy(&mut self) -> Result<Policy, JsError> {
        let received = self.flag("received")?;
        let mut policy = if received {
            Policy::new().received()
        } else {
            Policy::new()
        };
        if let Some(brand) = self.text("brand", "a string")? {
            policy = policy.brand(brand);
        }
        if self.flag("strict")? {
            policy = policy.strict();
        }
        if self.flag("redact")? {
            policy = policy.redacted();
        }
        if self.flag("sequence")? {
            policy = policy.sequence();
        }
        if let Some(limits) =
            self.take("limits", "an object of limits, each a whole number", limits)?
        {
            policy = policy.limits(limits);
        }
        // Later levels override earlier ones, so `deny` is last.
        for (name, level) in [
            ("allow", Level::Allow),
            ("warn", Level::Warn),
            ("deny", Level::Deny),
        ] {
            for id in self
                .take(name, "a list of rules", strings)?
                .unwrap_or_default()
            {
                let set = contract::set_level(policy, &id, level);
                policy = set.ok_or_else(|| JsError::new(&format!("there is no rule `{id}`")))??;
            }
        }
        Ok(policy)
    }

    pub(crate) fn fixes(&mut self) -> Result<Fixes, JsError> {
        match self.text("fixes", "\"safe\" or \"all\"")?.as_deref() {
            None | Some("safe") => Ok(Fixes::Safe),
            Some("all") => Ok(Fixes::All),
            Some(_) => Err(JsError::new(
                "the option `fixes` must be \"safe\" or \"all\"",
            )),
        }
    }

    pub(crate) fn sent(&mut self) -> Result<Option<u64>, JsError> {
        self.take("sent", "the number of transactions that were sent", number)
    }

    pub(crate) fn request(&mut self) -> Result<Option<CreationRequest>, JsError> {
        self.take_document("request", documents::read)
    }

    pub(crate) fn seed(&mut self) -> Result<Option<u32>, JsError> {
        self.take("seed", "a whole number from 0 to 4294967295", number)
    }

    pub(crate) fn max_attempts(&mut self) -> Result<Option<u32>, JsError> {
        self.take("maxAttempts", "a whole number", number)
    }

    /// Returns the longest wait in milliseconds.
    pub(crate) fn max_wait(&mut self) -> Result<Option<u64>, JsError> {
        self.take("maxWait", "a whole number of milliseconds", number)
    }

    pub(crate) fn locate_errors(&mut self) -> Result<bool, JsError> {
        self.flag("locateErrors")
    }

    pub(crate) fn body_limit(&mut self) -> Result<Option<usize>, JsError> {
        self.take("bodyLimit", "a number of bytes", number)
    }

    pub(crate) fn long_imports(&mut self) -> Result<bool, JsError> {
        self.flag("longImports")
    }

    pub(crate) fn credentials(&mut self) -> Result<Option<Credentials>, JsError> {
        self.take_document("credentials", Credentials::read)
    }

    /// Returns the maximum number of transactions in a batch.
    pub(crate) fn batch(&mut self) -> Result<usize, JsError> {
        let size = self
            .take("batch", "a whole number", number)?
            .unwrap_or(MAX_TRANSACTIONS);
        if (1..=MAX_TRANSACTIONS).contains(&size) {
            return Ok(size);
        }
        Err(JsError::new(&format!(
            "the option `batch` must be from 1 to {MAX_TRANSACTIONS}, the maximum number of transactions in a request"
        )))
    }

    /// Reads whether the origin of each transaction is wanted.
    pub(crate) fn origins(&mut self) -> Result<bool, JsError> {
        self.flag("origins")
    }

    /// Returns how a conversion is done that is certified, and leaves the account map and other documents in it under the names of their kinds.
    pub(crate) fn recipe(&mut self) -> Result<Recipe, JsError> {
        let mut recipe = Recipe::new();
        let conversion = self.conversion()?;
        recipe.settings.set_conversion(&conversion);
        recipe.policy = conversion.policy;
        recipe.settings.batch = self.batch()?;
        recipe.settings.partial = self.flag("partial")?;
        let to = self.text("to", "the name of a format")?;
        let to = to.unwrap_or_else(|| PAYLOAD.to_owned());
        if [PAYLOAD, PAYLOAD_LINES].contains(&to.as_str()) {
            recipe.settings.to = to;
            if let Some(code) = self.text("language", "a string")? {
                recipe.settings.language = code;
            }
        } else {
            let (target, options) = self.statement_export()?;
            recipe.settings.set_export(target, &options);
        }
        recipe.created = self.text("created", "a string")?;
        for (kind, name) in [
            (DocumentKind::Accounts, "accounts"),
            (DocumentKind::Profile, "profile"),
            (DocumentKind::BaseData, "baseData"),
            (DocumentKind::LedgerAccounts, "ledgerAccounts"),
            (DocumentKind::Datev, "datev"),
        ] {
            if let Some(json) = self.raw(name) {
                let file = format!("{}.json", kind.as_str());
                recipe
                    .documents
                    .push(certificate::Document::new(kind, &file, json.as_bytes()));
            }
        }
        let profiles = self.take("profiles", "a list of profiles", elements)?;
        for (index, json) in profiles.unwrap_or_default().iter().enumerate() {
            let file = format!("profile-{}.json", index + 1);
            let profile = certificate::Document::new(DocumentKind::Profile, &file, json.as_bytes());
            recipe.documents.push(profile);
        }
        Ok(recipe)
    }

    /// Returns the options for converting a bank export with this name.
    pub(crate) fn statement(&mut self, file: &str) -> Result<format::ConvertOptions, JsError> {
        Ok(self.conversion()?.for_file(file))
    }

    /// Returns the options for converting bank exports.
    fn conversion(&mut self) -> Result<format::ConvertOptions, JsError> {
        let mut statement = format::ConvertOptions::new();
        statement.policy = self.policy()?;
        if let Some(id) = self.text("bank", "the id of a format")? {
            let fault = |error| JsError::new(&format!("{error}; banks() lists all formats"));
            statement.choose_format(&id).map_err(fault)?;
        }
        if let Some(profile) = self.take_document("profile", Profile::read)? {
            statement.format = Format::Custom(profile);
        }
        if let Some(account) = self.text("account", "a string")? {
            let account = AccountIdentifier::parse(&account);
            statement.account = Some(
                account.map_err(|error| JsError::new(&format!("the option `account`: {error}")))?,
            );
        }
        if let Some(code) = self.text("currency", "a string")? {
            let currency = Currency::parse(&code);
            statement.currency = Some(
                currency
                    .map_err(|error| JsError::new(&format!("the option `currency`: {error}")))?,
            );
        }
        statement.split_batches = self.flag("splitBatches")?;
        if let Some(order) = self.text("dates", "a string")? {
            let order = DateOrder::parse(&order);
            let message = "the option `dates` must be one of dmy, mdy and ymd";
            statement.dates = Some(order.ok_or_else(|| JsError::new(message))?);
        }
        if let Some(amount) = self.text("opening", "a string")? {
            let balance = balance::parse(&amount);
            statement.opening_balance = Some(
                balance.map_err(|error| JsError::new(&format!("the option `opening`: {error}")))?,
            );
        }
        statement.accounts = self.take_document("accounts", AccountMap::read)?;
        Ok(statement)
    }
}

/// Reads the limits that replace the default ones.
fn limits(json: &str) -> Option<Limits> {
    let mut limits = Limits::default();
    for (name, json) in members(json)? {
        let limit = match name.as_str() {
            "bytes" => &mut limits.bytes,
            "depth" => &mut limits.depth,
            "records" => &mut limits.records,
            "cell" => &mut limits.cell,
            "line" => &mut limits.line,
            "findings" => &mut limits.findings,
            "findingsPerRule" => &mut limits.findings_per_rule,
            _ => return None,
        };
        *limit = number(&json)?;
    }
    Some(limits)
}
