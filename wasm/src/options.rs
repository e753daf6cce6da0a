//! The options of a call.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use universal_accounting::base_data::{self, BaseData, BaseDataReading};
use universal_accounting::contract;
use universal_accounting::documents::{self, CreationRequest};
use universal_accounting::export::Target;
use universal_accounting::export::ledger::AccountKind;
use universal_accounting::export::statement::{self, LedgerAccounts};
use universal_accounting::format::{self, Format, Profile};
use universal_accounting::internals::{balance, export};
use universal_accounting::report::{Fixes, Level, Limits, Policy, Reading, Report};
use universal_accounting::sandbox::Credentials;
use universal_accounting::statement::AccountMap;
use universal_accounting::transactions::MAX_TRANSACTIONS;
use universal_accounting::value::{AccountIdentifier, Currency};
use wasm_bindgen::JsError;

/// The options of a call. After all options that the call knows were read, [`Options::reject_unknown`] reports the others.
pub(crate) struct Options {
    values: BTreeMap<String, Box<RawValue>>,
    known: Vec<&'static str>,
}

/// A document that is an option, after reading.
struct Document<T> {
    value: Option<T>,
    report: Report,
}

impl<T> From<Reading<T>> for Document<T> {
    fn from(reading: Reading<T>) -> Self {
        Self { value: reading.value, report: reading.report }
    }
}

impl From<BaseDataReading> for Document<BaseData> {
    fn from(reading: BaseDataReading) -> Self {
        Self { value: reading.value, report: reading.report }
    }
}

/// The limits that replace the default ones.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LimitOverrides {
    bytes: Option<usize>,
    depth: Option<usize>,
    records: Option<usize>,
    cell: Option<usize>,
    line: Option<usize>,
    findings: Option<usize>,
    findings_per_rule: Option<usize>,
}

impl Options {
    /// Parses a JSON object, or an empty string for no options.
    pub(crate) fn parse(json: &str) -> Result<Self, JsError> {
        let values = match json {
            "" => BTreeMap::new(),
            json => serde_json::from_str(json).map_err(|_| JsError::new("the options must be an object"))?,
        };
        Ok(Self { values, known: Vec::new() })
    }

    /// Fails if there is an option that the call has not read.
    pub(crate) fn reject_unknown(&self) -> Result<(), JsError> {
        match self.values.keys().find(|name| !self.known.contains(&name.as_str())) {
            Some(name) => Err(JsError::new(&format!("this call has no option `{name}`"))),
            None => Ok(()),
        }
    }

    fn raw(&mut self, name: &'static str) -> Option<&RawValue> {
        self.known.push(name);
        self.values.get(name).map(AsRef::as_ref)
    }

    /// Reads an option. `expected` describes its type for the error message.
    fn take<T: DeserializeOwned>(&mut self, name: &'static str, expected: &str) -> Result<Option<T>, JsError> {
        let Some(raw) = self.raw(name) else { return Ok(None) };
        serde_json::from_str(raw.get()).map_err(|_| JsError::new(&format!("the option `{name}` must be {expected}")))
    }

    /// Reads an option that is a document with its own rules, such as a bank profile.
    fn take_document<T, D: Into<Document<T>>>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&[u8], &Policy) -> D,
    ) -> Result<Option<T>, JsError> {
        let Some(raw) = self.raw(name) else { return Ok(None) };
        let reading: Document<T> = read(raw.get().as_bytes(), &Policy::new()).into();
        let first = reading.report.findings.first();
        let why = first.map_or(String::new(), |finding| match finding.pointer.as_str() {
            "" => format!(": {}", finding.message()),
            pointer => format!(": {} at `{pointer}`", finding.message()),
        });
        match reading.value {
            Some(value) => Ok(Some(value)),
            None => Err(JsError::new(&format!("the option `{name}` can't be used{why}"))),
        }
    }

    /// Reads the base data to compare with, or to take the names of accounts from.
    pub(crate) fn base_data(&mut self) -> Result<Option<BaseData>, JsError> {
        self.take_document("baseData", base_data::read)
    }

    /// Reads the program that a journal is written for.
    pub(crate) fn target(&mut self) -> Result<Target, JsError> {
        const EXPECTED: &str = "one of single-entries, table, hledger, beancount and banana";
        let to = self.take::<String>("to", EXPECTED)?.unwrap_or_default();
        let collective = self.take("collective", "true or false")?;
        let target = match to.as_str() {
            "single-entries" => Target::SingleEntries { collective: collective.unwrap_or(false) },
            "table" => Target::Table,
            "hledger" => Target::Hledger,
            "beancount" => Target::Beancount,
            "banana" => Target::Banana,
            _ => return Err(JsError::new(&format!("the option `to` must be {EXPECTED}"))),
        };
        if collective.is_some() && to != "single-entries" {
            return Err(JsError::new("the option `collective` is for single entries only"));
        }
        Ok(target)
    }

    /// Reads the format that statements are written in, and its settings apart from the names of accounts.
    pub(crate) fn statement_export(&mut self) -> Result<(statement::Target, statement::Options<'static>), JsError> {
        use statement::Target;

        const TARGETS: [Target; 6] =
            [Target::Csv, Target::Xlsx, Target::Camt053, Target::Ofx, Target::Hledger, Target::Beancount];
        const EXPECTED: &str = "one of csv, xlsx, camt.053, ofx, hledger and beancount";
        let to = self.take::<String>("to", EXPECTED)?.unwrap_or_default();
        let target = TARGETS.into_iter().find(|target| target.as_str() == to);
        let target = target.ok_or_else(|| JsError::new(&format!("the option `to` must be {EXPECTED}")))?;
        let invalid = |name: &str, fault: &str| JsError::new(&format!("the option `{name}`: {fault}"));
        let mut options = statement::Options::new();
        if let Some(delimiter) = self.take::<String>("delimiter", "a string")? {
            options.delimiter = export::parse_delimiter(&delimiter).map_err(|fault| invalid("delimiter", fault))?;
        }
        if let Some(time) = self.take::<String>("created", "a string")? {
            options.created = Some(export::parse_time(&time).map_err(|fault| invalid("created", fault))?);
        }
        Ok((target, options))
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
        let Some(word) = self.take::<String>("defaultKind", "a kind of account")? else { return Ok(None) };
        let kind = KINDS.into_iter().find(|kind| kind.as_str() == word);
        let expected = "the option `defaultKind` must be one of asset, liability, equity, income and expense";
        kind.map(Some).ok_or_else(|| JsError::new(expected))
    }

    /// Returns the name of the input for the report.
    pub(crate) fn file(&mut self) -> Result<String, JsError> {
        Ok(self.take("file", "the name of the file, a string")?.unwrap_or_default())
    }

    pub(crate) fn policy(&mut self) -> Result<Policy, JsError> {
        let received = self.take("received", "true or false")?.unwrap_or(false);
        let mut policy = if received { Policy::new().received() } else { Policy::new() };
        if let Some(brand) = self.take::<String>("brand", "a string")? {
            policy = policy.brand(brand);
        }
        if self.take("strict", "true or false")?.unwrap_or(false) {
            policy = policy.strict();
        }
        if self.take("redact", "true or false")?.unwrap_or(false) {
            policy = policy.redacted();
        }
        if self.take("sequence", "true or false")?.unwrap_or(false) {
            policy = policy.sequence();
        }
        if let Some(given) = self.take::<LimitOverrides>("limits", "an object of limits, each a whole number")? {
            let mut limits = Limits::default();
            limits.bytes = given.bytes.unwrap_or(limits.bytes);
            limits.depth = given.depth.unwrap_or(limits.depth);
            limits.records = given.records.unwrap_or(limits.records);
            limits.cell = given.cell.unwrap_or(limits.cell);
            limits.line = given.line.unwrap_or(limits.line);
            limits.findings = given.findings.unwrap_or(limits.findings);
            limits.findings_per_rule = given.findings_per_rule.unwrap_or(limits.findings_per_rule);
            policy = policy.limits(limits);
        }
        // Later levels override earlier ones, so `deny` is last.
        for (name, level) in [("allow", Level::Allow), ("warn", Level::Warn), ("deny", Level::Deny)] {
            for id in self.take::<Vec<String>>(name, "a list of rules")?.unwrap_or_default() {
                let rule = contract::rule(&id).ok_or_else(|| JsError::new(&format!("there is no rule `{id}`")))?;
                policy = policy.level(rule, level)?;
            }
        }
        Ok(policy)
    }

    pub(crate) fn fixes(&mut self) -> Result<Fixes, JsError> {
        match self.take::<String>("fixes", "\"safe\" or \"all\"")?.as_deref() {
            None | Some("safe") => Ok(Fixes::Safe),
            Some("all") => Ok(Fixes::All),
            Some(_) => Err(JsError::new("the option `fixes` must be \"safe\" or \"all\"")),
        }
    }

    pub(crate) fn sent(&mut self) -> Result<Option<u64>, JsError> {
        self.take("sent", "the number of transactions that were sent")
    }

    pub(crate) fn request(&mut self) -> Result<Option<CreationRequest>, JsError> {
        self.take_document("request", documents::read)
    }

    pub(crate) fn seed(&mut self) -> Result<Option<u32>, JsError> {
        self.take("seed", "a whole number from 0 to 4294967295")
    }

    pub(crate) fn max_attempts(&mut self) -> Result<Option<u32>, JsError> {
        self.take("maxAttempts", "a whole number")
    }

    /// Returns the longest wait in milliseconds.
    pub(crate) fn max_wait(&mut self) -> Result<Option<u64>, JsError> {
        self.take("maxWait", "a whole number of milliseconds")
    }

    pub(crate) fn locate_errors(&mut self) -> Result<bool, JsError> {
        Ok(self.take("locateErrors", "true or false")?.unwrap_or_default())
    }

    pub(crate) fn body_limit(&mut self) -> Result<Option<usize>, JsError> {
        self.take("bodyLimit", "a number of bytes")
    }

    pub(crate) fn long_imports(&mut self) -> Result<bool, JsError> {
        Ok(self.take("longImports", "true or false")?.unwrap_or_default())
    }

    pub(crate) fn credentials(&mut self) -> Result<Option<Credentials>, JsError> {
        self.take_document("credentials", Credentials::read)
    }

    /// Returns the maximum number of transactions in a batch.
    pub(crate) fn batch(&mut self) -> Result<usize, JsError> {
        let size = self.take("batch", "a whole number")?.unwrap_or(MAX_TRANSACTIONS);
        if (1..=MAX_TRANSACTIONS).contains(&size) {
            return Ok(size);
        }
        Err(JsError::new(&format!(
            "the option `batch` must be from 1 to {MAX_TRANSACTIONS}, the maximum number of transactions in a request"
        )))
    }

    /// Reads whether the origin of each transaction is wanted.
    pub(crate) fn origins(&mut self) -> Result<bool, JsError> {
        Ok(self.take("origins", "true or false")?.unwrap_or(false))
    }

    /// Returns the options for converting a bank export with this name.
    pub(crate) fn statement(&mut self, file: &str) -> Result<format::Options, JsError> {
        let mut statement = format::Options::new();
        statement.policy = self.policy()?;
        if let Some(id) = self.take::<String>("bank", "the id of a format")? {
            if Profile::by_id(&id).is_none() {
                return Err(JsError::new(&format!("there is no format `{id}`; banks() lists them")));
            }
            statement.format = Format::BuiltIn(id);
        }
        if let Some(profile) = self.take_document("profile", Profile::read)? {
            statement.format = Format::Custom(profile);
        }
        if let Some(account) = self.take::<String>("account", "a string")? {
            let account = AccountIdentifier::parse(&account);
            statement.account = Some(account.map_err(|error| JsError::new(&format!("the option `account`: {error}")))?);
        }
        if let Some(code) = self.take::<String>("currency", "a string")? {
            let currency = Currency::parse(&code);
            statement.currency =
                Some(currency.map_err(|error| JsError::new(&format!("the option `currency`: {error}")))?);
        }
        statement.split_batches = self.take("splitBatches", "true or false")?.unwrap_or_default();
        if let Some(amount) = self.take::<String>("opening", "a string")? {
            let balance = balance::parse(&amount);
            statement.opening_balance =
                Some(balance.map_err(|error| JsError::new(&format!("the option `opening`: {error}")))?);
        }
        statement.accounts = self.take_document("accounts", AccountMap::read)?;
        Ok(statement.for_file(file))
    }
}
