//! The statements of several files, which are compared.
//!
//! Each file is read twice: first to compare its statements with those of the others, then for its transactions. So the module holds one file at a time, and no
//! transactions.

use std::collections::BTreeMap;

use serde_json::json;
use universal_accounting::continuity::{History, Repeats};
use universal_accounting::dedup::{self, StoredStatement};
use universal_accounting::statement::{Converted, Summary};
use universal_accounting::value::AccountIdentifier;
use universal_accounting::{format, internals, render};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::batches::{BatchSender, Sink};
use crate::options::Options;

/// What was read of several files.
#[wasm_bindgen]
#[derive(Default)]
pub struct StatementFiles {
    files: Vec<StatementFile>,
    history: Option<History>,
}

struct StatementFile {
    name: String,
    options: format::ConvertOptions,
    summary: Summary,
}

#[wasm_bindgen]
impl StatementFiles {
    /// Creates a list without files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
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
        let names: Vec<&str> = self.files.iter().map(|file| file.name.as_str()).collect();
        let summaries = self.files.iter().map(|file| &file.summary);
        let files: Vec<(&str, &Summary)> = names.iter().copied().zip(summaries).collect();
        let history = History::of(&files);
        let accounts = render::accounts_json(&names, &history, &policy);
        for (index, file) in self.files.iter_mut().enumerate() {
            history.settle(index, &mut file.summary, &file.options.policy);
        }
        self.history = Some(history);
        Ok(accounts)
    }

    /// Returns whether the statements show that all files that take the account of the options are of one account.
    #[wasm_bindgen(js_name = tookOneAccount)]
    #[must_use]
    pub fn took_one_account(&self) -> bool {
        let files = self.files.iter().enumerate();
        let without_account = files.filter(|(_, file)| file.summary.used_given_account);
        let without_account: Vec<usize> = without_account.map(|(index, _)| index).collect();
        let history = self.history.as_ref();
        history.is_some_and(|history| history.connects(&without_account))
    }

    /// Returns the accounts of the options that several files took, as a JSON array, where nothing shows that these files are of one account.
    #[must_use]
    #[wasm_bindgen(js_name = mergedAccounts)]
    pub fn merged_accounts(&self) -> String {
        let mut of_account: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, file) in self.files.iter().enumerate() {
            let given = file.options.account.as_ref().map(AccountIdentifier::as_str);
            let Some(account) = given.filter(|_| file.summary.used_given_account) else {
                continue;
            };
            of_account.entry(account).or_default().push(index);
        }
        if let Some(history) = &self.history {
            of_account.retain(|_, files| !history.connects(files));
        }
        let accounts: Vec<&str> = of_account.into_keys().collect();
        json!(accounts).to_string()
    }

    /// Returns which days of each account the statements cover, as JSON.
    #[must_use]
    pub fn calendars(&self) -> String {
        let statements = self.files.iter().flat_map(|file| {
            // No file is remembered, so nothing asks which one it is.
            StoredStatement::all_of(&file.summary, &[])
        });
        let statements: Vec<StoredStatement> = statements.collect();
        render::calendars_json(&dedup::calendars(&statements))
    }

    /// Returns the report on a file without its transactions.
    #[must_use]
    pub fn report(&self, file: usize) -> String {
        self.files.get(file).map_or(String::new(), |file| {
            internals::render::conversion_summary_json(&file.name, &file.summary)
        })
    }
}

/// Reads a file to compare its statements with those of others.
///
/// # Errors
///
/// If an option does not exist or its value is invalid.
#[wasm_bindgen(js_name = readStatements)]
pub fn read_statements(
    files: &mut StatementFiles,
    source: &[u8],
    options: &str,
) -> Result<(), JsError> {
    read_with(files, options, |options| {
        format::convert_alone(source, options, |_| ())
    })
}

/// Reads a file like [`read_statements`], but no workbook.
///
/// # Errors
///
/// If an option does not exist or its value is invalid.
#[wasm_bindgen(js_name = readTextStatements)]
pub fn read_text_statements(
    files: &mut StatementFiles,
    source: &[u8],
    options: &str,
) -> Result<(), JsError> {
    read_with(files, options, |options| {
        internals::format::summarize_text(source, options)
    })
}

fn read_with(
    files: &mut StatementFiles,
    options: &str,
    read: impl FnOnce(&format::ConvertOptions) -> Summary,
) -> Result<(), JsError> {
    let mut options = Options::parse(options)?;
    let name = options.file()?;
    let statement = options.statement(&name)?;
    options.reject_unknown()?;
    files.files.push(StatementFile {
        summary: read(&statement),
        name,
        options: statement,
    });
    Ok(())
}

/// Sends the transactions of a file to `sink` that no earlier statement has. `source` is the file as it was read before.
///
/// # Errors
///
/// If an option does not exist or its value is invalid, or with the error of `sink`.
#[wasm_bindgen(js_name = convertStatements)]
pub fn convert_statements(
    files: &StatementFiles,
    file: usize,
    source: &[u8],
    options: &str,
    form: &str,
    sink: &Sink,
) -> Result<(), JsValue> {
    convert_with(
        files,
        file,
        options,
        form,
        sink,
        |options, repeats, send| {
            internals::format::try_convert_again(source, options, repeats, send)
        },
    )
}

/// Sends the transactions of a file like [`convert_statements`], but none of a workbook.
///
/// # Errors
///
/// If an option does not exist or its value is invalid, or with the error of `sink`.
#[wasm_bindgen(js_name = convertTextStatements)]
pub fn convert_text_statements(
    files: &StatementFiles,
    file: usize,
    source: &[u8],
    options: &str,
    form: &str,
    sink: &Sink,
) -> Result<(), JsValue> {
    convert_with(
        files,
        file,
        options,
        form,
        sink,
        |options, repeats, send| {
            internals::format::try_convert_text_again(source, options, repeats, send)
        },
    )
}

type Send<'s> = dyn FnMut(Converted<'_>) -> Result<(), JsValue> + 's;

fn convert_with(
    files: &StatementFiles,
    file: usize,
    options: &str,
    form: &str,
    sink: &Sink,
    convert: impl FnOnce(&format::ConvertOptions, &Repeats, &mut Send<'_>) -> Result<(), JsValue>,
) -> Result<(), JsValue> {
    let mut options = Options::parse(options)?;
    let mut sender = BatchSender::of_form(form, &mut options, sink)?;
    options.reject_unknown()?;
    let (Some(history), Some(found)) = (&files.history, files.files.get(file)) else {
        return Err(JsError::new("this file was not compared yet").into());
    };
    convert(&found.options, history.repeats_of(file), &mut |converted| {
        sender.push(converted)
    })?;
    sender.finish()
}
