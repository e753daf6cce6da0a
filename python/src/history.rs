//! What the statements of several files say about each other.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyCapsule, PyTuple};
use universal_accounting::certificate::Recipe;
use universal_accounting::continuity;
use universal_accounting::dedup::{self, StoredStatement};
use universal_accounting::format;
use universal_accounting::internals::account_map;
use universal_accounting::render::{self, StoreContents};
use universal_accounting::report::{Language, Policy};
use universal_accounting::statement;

use crate::certificate::certify;
use crate::conversion::Conversion;
use crate::error::{Code, error};
use crate::export::{ExportSettings, GivenSettings, export};
use crate::finding::Finding;
use crate::options::Options;
use crate::parallel::in_parallel;
use crate::table::table_stream;
use crate::transaction::Transaction;

/// Statements of several files, each transaction once.
#[pyclass(frozen, module = "universal_accounting._native")]
pub(crate) struct NativeHistory {
    files: Vec<Py<Conversion>>,
    history: continuity::History,
    policy: Policy,
    language: Language,
    recipe: Recipe,
}

/// A file that is converted with others.
struct File {
    name: String,
    options: format::ConvertOptions,
}

/// Converts files, each a name and a content, and compares their statements.
#[pyfunction]
pub(crate) fn convert_all(
    py: Python<'_>,
    sources: Vec<(String, Bound<'_, PyBytes>)>,
    options: &Options,
) -> PyResult<NativeHistory> {
    let (names, contents): (Vec<String>, Vec<Bound<'_, PyBytes>>) = sources.into_iter().unzip();
    let inputs: Vec<File> = names
        .into_iter()
        .map(|name| File {
            options: options.for_file(&name),
            name,
        })
        .collect();
    let bytes: Vec<&[u8]> = contents.iter().map(PyBytesMethods::as_bytes).collect();
    let (files, history) = py.detach(|| join(&inputs, &bytes, options.policy()));
    check_no_accounts_merge(py, &inputs, &files, &history)?;
    let all = inputs.into_iter().zip(files).zip(contents);
    let files = all
        .map(|((input, file), content)| {
            let conversion = Conversion {
                name: input.name,
                file: Arc::new(file),
                policy: input.options.policy,
                language: options.language(),
                source: content.unbind(),
                transactions: PyOnceLock::new(),
            };
            Py::new(py, conversion)
        })
        .collect::<PyResult<_>>()?;
    Ok(NativeHistory {
        files,
        history,
        policy: options.policy().clone(),
        language: options.language(),
        recipe: options.recipe(),
    })
}

fn join(
    inputs: &[File],
    contents: &[&[u8]],
    policy: &Policy,
) -> (Vec<statement::Conversion>, continuity::History) {
    let pairs: Vec<(&File, &[u8])> = inputs.iter().zip(contents.iter().copied()).collect();
    let mut files = in_parallel(&pairs, |(input, content)| {
        format::convert(content, &input.options)
    });
    let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
    let history = continuity::join(&names, &mut files, policy);
    (files, history)
}

/// Fails if several files that name no account would all get the one that was given, unless their statements show that it is one account.
fn check_no_accounts_merge(
    py: Python<'_>,
    inputs: &[File],
    files: &[statement::Conversion],
    history: &continuity::History,
) -> PyResult<()> {
    let mut given = Vec::new();
    for (index, (input, file)) in inputs.iter().zip(files).enumerate() {
        if file.summary.used_given_account && !is_mapped(input, file) {
            given.push(index);
        }
    }
    if given.len() < 2 || history.connects(&given) {
        return Ok(());
    }
    let names = given.iter().filter_map(|index| inputs.get(*index));
    let names: Vec<&str> = names.map(|input| input.name.as_str()).collect();
    let message = format!(
        "several of these files name no account, and the option `account` would put them all into the same account: {}; map the files to accounts with \
         the option `accounts`, also if they belong to one account",
        names.join(", ")
    );
    Err(error(py, Code::AccountsMerged, message))
}

/// Whether the account map has an account for files with this name.
fn is_mapped(input: &File, file: &statement::Conversion) -> bool {
    let Some(map) = &input.options.accounts else {
        return false;
    };
    let bank = file.summary.format.as_ref();
    let bank = bank.map(|format| format.id.as_str());
    account_map::find_by_file_name(map, &input.name, bank).is_some()
}

impl NativeHistory {
    fn names(&self) -> Vec<&str> {
        let files = self.files.iter();
        files.map(|file| file.get().name.as_str()).collect()
    }

    fn named_files(&self) -> Vec<(&str, &statement::Conversion)> {
        let files = self.files.iter().map(Py::get);
        files
            .map(|file| (file.name.as_str(), &*file.file))
            .collect()
    }

    /// Returns what a store remembers of the statements of the files.
    pub(crate) fn stored_statements(&self, py: Python<'_>) -> Vec<StoredStatement> {
        let files = self.files.iter().map(Py::get);
        files.flat_map(|file| file.stored_statements(py)).collect()
    }

    pub(crate) fn conversions(&self) -> impl Iterator<Item = &Conversion> {
        self.files.iter().map(Py::get)
    }
}

#[pymethods]
impl NativeHistory {
    /// The files, in the order of the call.
    #[getter]
    fn files(&self, py: Python<'_>) -> Vec<Py<Conversion>> {
        self.files.iter().map(|file| file.clone_ref(py)).collect()
    }

    /// The transactions of all files, each once, in the order of the files.
    #[getter]
    fn transactions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let files = self.files.iter().map(Py::get);
        let all: Vec<Transaction> = files
            .flat_map(|file| Transaction::all(&file.file))
            .collect();
        PyTuple::new(py, all)
    }

    /// What is wrong with the statements together, or worth knowing, each with the name of its file.
    #[getter]
    fn findings(&self) -> Vec<(String, Finding)> {
        let mut findings = Vec::new();
        for (name, file) in self.named_files() {
            for finding in Finding::all(&file.summary.report, self.language) {
                findings.push((name.to_owned(), finding));
            }
        }
        findings
    }

    /// Whether everything of all files is in the result.
    #[getter]
    fn is_complete(&self) -> bool {
        self.history.is_complete()
    }

    /// The history of each account as JSON, as the program writes it.
    fn accounts_json(&self) -> String {
        render::accounts_json(&self.names(), &self.history, &self.policy)
    }

    /// A line of JSON for each file and one for the accounts, as the program writes them.
    fn to_json(&self, py: Python<'_>) -> String {
        let files = self.named_files();
        py.detach(|| {
            let mut lines = String::new();
            for (name, file) in &files {
                lines += &render::conversion_json(name, file);
                lines.push('\n');
            }
            lines + &self.accounts_json() + "\n"
        })
    }

    /// The days that the statements cover, as JSON.
    fn calendars_json(&self, py: Python<'_>) -> String {
        let statements = self.stored_statements(py);
        let calendars = dedup::calendars(&statements);
        render::store_info_json(&[StoreContents {
            name: "",
            transactions: 0,
            bytes: None,
            calendars: &calendars,
        }])
    }

    /// Writes the transactions in the format of another program.
    #[pyo3(signature = (target, *, delimiter=None, byte_order_mark=false, decimal_comma=false, signed_amounts=false, language=None, created=None, base_data=None, ledger_accounts=None, bank_number=None, numbered_fields=false, datev=None))]
    #[allow(
        clippy::too_many_arguments,
        clippy::fn_params_excessive_bools,
        reason = "they are named in Python"
    )]
    fn export<'py>(
        &self,
        py: Python<'py>,
        target: &str,
        delimiter: Option<&str>,
        byte_order_mark: bool,
        decimal_comma: bool,
        signed_amounts: bool,
        language: Option<&str>,
        created: Option<&Bound<'py, PyAny>>,
        base_data: Option<&Bound<'py, PyAny>>,
        ledger_accounts: Option<&Bound<'py, PyAny>>,
        bank_number: Option<u32>,
        numbered_fields: bool,
        datev: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = GivenSettings {
            delimiter,
            byte_order_mark,
            decimal_comma,
            signed_amounts,
            language,
            created,
            base_data,
            ledger_accounts,
            bank_number,
            numbered_fields,
            datev,
        };
        let settings = ExportSettings::read(py, &given)?;
        let files: Vec<statement::Conversion> = self
            .named_files()
            .into_iter()
            .map(|(_, file)| file.clone())
            .collect();
        export(py, &files, target, &settings)
    }

    /// Returns the certificate of the conversion as JSON and as a page. `outputs` are the files that were written, each with its name.
    #[pyo3(signature = (outputs, *, to, created=None, language=None, delimiter=None, byte_order_mark=false, decimal_comma=false, signed_amounts=false, base_data=None, ledger_accounts=None, bank_number=None, numbered_fields=false, datev=None))]
    #[allow(
        clippy::too_many_arguments,
        clippy::fn_params_excessive_bools,
        clippy::needless_pass_by_value,
        reason = "they are named in Python"
    )]
    fn certificate(
        &self,
        py: Python<'_>,
        outputs: Vec<(String, Bound<'_, PyBytes>)>,
        to: &str,
        created: Option<&Bound<'_, PyAny>>,
        language: Option<&str>,
        delimiter: Option<&str>,
        byte_order_mark: bool,
        decimal_comma: bool,
        signed_amounts: bool,
        base_data: Option<&Bound<'_, PyAny>>,
        ledger_accounts: Option<&Bound<'_, PyAny>>,
        bank_number: Option<u32>,
        numbered_fields: bool,
        datev: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, String)> {
        let given = GivenSettings {
            delimiter,
            byte_order_mark,
            decimal_comma,
            signed_amounts,
            language,
            created,
            base_data,
            ledger_accounts,
            bank_number,
            numbered_fields,
            datev,
        };
        let recipe = given.complete(py, self.recipe.clone(), to)?;
        Ok(certify(py, &self.files, &self.history, &recipe, &outputs))
    }

    /// Returns the transactions of all files as a stream of Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer that wants other types converts them itself, as the interface allows.
        let _ = requested_schema;
        table_stream(py, &self.named_files())
    }
}
