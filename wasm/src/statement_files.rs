//! The statements of several files, which are compared and written together.

use std::collections::BTreeMap;

use serde_json::json;
use universal_accounting::continuity::Conversions;
use universal_accounting::dedup::{self, StoredStatement};
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::{convert_alone, join};
use universal_accounting::internals::render::conversion_summary_json;
use universal_accounting::render;
use universal_accounting::statement::Conversion;
use universal_accounting::value::AccountIdentifier;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::batches::{Batches, Sink};
use crate::options::Options;

/// What was read of several files.
#[wasm_bindgen]
#[derive(Default)]
pub struct StatementFiles {
    with_origins: bool,
    /// The files that were not compared yet.
    added: Vec<Conversion>,
    /// The options of all files.
    options: Vec<ConvertOptions>,
    pub(crate) joined: Option<Conversions>,
}

#[wasm_bindgen]
impl StatementFiles {
    /// Creates a list without files. Their transactions have origins if they are asked for.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(with_origins: bool) -> Self {
        Self {
            with_origins,
            ..Self::default()
        }
    }

    /// Converts a file.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid.
    pub fn add(&mut self, source: &[u8], options: &str) -> Result<(), JsError> {
        let mut options = Options::parse(options)?;
        let name = options.file()?;
        let statement = options.statement(&name)?;
        options.reject_unknown()?;
        let converted = convert_alone(source, &statement, self.with_origins, &mut |_| ());
        self.added.push(converted);
        self.options.push(statement);
        Ok(())
    }

    /// Compares the statements of all files, and returns the accounts as JSON.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid.
    pub fn join(&mut self, options: &str) -> Result<String, JsError> {
        let mut options = Options::parse(options)?;
        let policy = options.statement("")?.policy;
        options.reject_unknown()?;
        let conversions = self.join_added();
        let names = conversions.files.iter().map(|file| file.name.as_str());
        let names: Vec<&str> = names.collect();
        Ok(render::accounts_json(&names, &conversions.history, &policy))
    }

    /// Returns whether the statements show that all files that take the account of the options are of one account.
    #[wasm_bindgen(js_name = tookOneAccount)]
    #[must_use]
    pub fn took_one_account(&self) -> bool {
        let files = self.files().iter().enumerate();
        let without_account = files.filter(|(_, file)| file.summary.used_given_account);
        let without_account: Vec<usize> = without_account.map(|(index, _)| index).collect();
        let joined = self.joined.as_ref();
        joined.is_some_and(|joined| joined.history.connects(&without_account))
    }

    /// Returns the accounts of the options that several files took, as a JSON array, where nothing shows that these files are of one account.
    #[must_use]
    #[wasm_bindgen(js_name = mergedAccounts)]
    pub fn merged_accounts(&self) -> String {
        let mut of_account: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, (file, options)) in self.files().iter().zip(&self.options).enumerate() {
            let given = options.account.as_ref().map(AccountIdentifier::as_str);
            let Some(account) = given.filter(|_| file.summary.used_given_account) else {
                continue;
            };
            of_account.entry(account).or_default().push(index);
        }
        if let Some(joined) = &self.joined {
            of_account.retain(|_, files| !joined.history.connects(files));
        }
        let accounts: Vec<&str> = of_account.into_keys().collect();
        json!(accounts).to_string()
    }

    /// Returns which days of each account the statements cover, as JSON.
    #[must_use]
    pub fn calendars(&self) -> String {
        // No file is remembered, so nothing asks which one it is.
        let files = self.files().iter();
        let statements = files.flat_map(|file| StoredStatement::all_of(&file.summary, &[]));
        let statements: Vec<StoredStatement> = statements.collect();
        render::calendars_json(&dedup::calendars(&statements))
    }

    /// Returns the report on a file without its transactions.
    #[must_use]
    pub fn report(&self, file: usize) -> String {
        let file = self.files().get(file);
        file.map_or(String::new(), |file| {
            conversion_summary_json(&file.name, &file.summary)
        })
    }

    /// Sends the transactions of a file to `sink` that no earlier statement has.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid, or with the error of `sink`.
    pub fn send(&self, file: usize, options: &str, form: &str, sink: &Sink) -> Result<(), JsValue> {
        let mut options = Options::parse(options)?;
        let batches = Batches::of_form(form, &mut options)?;
        options.reject_unknown()?;
        match self.files().get(file) {
            Some(file) => batches.send(file, sink),
            None => Err(JsError::new("this file was not compared yet").into()),
        }
    }
}

impl StatementFiles {
    /// Compares the statements of all files.
    pub(crate) fn join_added(&mut self) -> &Conversions {
        let added = std::mem::take(&mut self.added).into_iter();
        let policies = self.options.iter().map(|options| &options.policy);
        self.joined.insert(join(added.zip(policies)))
    }

    /// Returns the files that were compared.
    fn files(&self) -> &[Conversion] {
        let joined = self.joined.as_ref();
        joined.map_or(&[], |joined| joined.files.as_slice())
    }
}
