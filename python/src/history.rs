//! What the statements of several files say about each other.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyCapsule, PyTuple};
use universal_accounting::certificate::Recipe;
use universal_accounting::continuity::Conversions;
use universal_accounting::dedup::{self, StoredStatement};
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::account_map;
use universal_accounting::internals::format::{convert_alone, join};
use universal_accounting::render::{self, StoreContents};
use universal_accounting::report::{Language, Policy};
use universal_accounting::statement;

use crate::certificate::certify;
use crate::conversion::Conversion;
use crate::converted_file::ConvertedFile;
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
    conversions: Arc<Conversions>,
    policy: Policy,
    language: Language,
    recipe: Recipe,
}

/// Converts files, each a name and a content, and compares their statements.
#[pyfunction]
pub(crate) fn convert_all(
    py: Python<'_>,
    sources: Vec<(String, Bound<'_, PyBytes>)>,
    options: &Options,
) -> PyResult<NativeHistory> {
    let (names, contents): (Vec<String>, Vec<Bound<'_, PyBytes>>) = sources.into_iter().unzip();
    let inputs: Vec<ConvertOptions> = names.iter().map(|name| options.for_file(name)).collect();
    let bytes: Vec<&[u8]> = contents.iter().map(PyBytesMethods::as_bytes).collect();
    let conversions = Arc::new(py.detach(|| convert_files(&inputs, &bytes, options.policy())));
    check_no_accounts_merge(py, &inputs, &conversions)?;
    let all = inputs.into_iter().zip(ConvertedFile::all(&conversions));
    let files = all
        .zip(contents)
        .map(|((input, file), content)| {
            let conversion = Conversion {
                file,
                policy: input.policy,
                language: options.language(),
                source: content.unbind(),
                transactions: PyOnceLock::new(),
            };
            Py::new(py, conversion)
        })
        .collect::<PyResult<_>>()?;
    Ok(NativeHistory {
        files,
        conversions,
        policy: options.policy().clone(),
        language: options.language(),
        recipe: options.recipe(),
    })
}

fn convert_files(inputs: &[ConvertOptions], contents: &[&[u8]], policy: &Policy) -> Conversions {
    let pairs: Vec<(&ConvertOptions, &[u8])> =
        inputs.iter().zip(contents.iter().copied()).collect();
    let files = in_parallel(&pairs, |(options, content)| {
        convert_alone(content, options, true, &mut |_| ())
    });
    join(files.into_iter().map(|file| (file, policy)))
}

/// Fails if several files that name no account would all get the one that was given, unless their statements show that it is one account.
fn check_no_accounts_merge(
    py: Python<'_>,
    inputs: &[ConvertOptions],
    conversions: &Conversions,
) -> PyResult<()> {
    let (mut given, mut names) = (Vec::new(), Vec::new());
    for (index, (options, file)) in inputs.iter().zip(&conversions.files).enumerate() {
        if file.summary.used_given_account && !is_mapped(options, file) {
            given.push(index);
            names.push(file.name.as_str());
        }
    }
    if given.len() < 2 || conversions.history.connects(&given) {
        return Ok(());
    }
    let message = format!(
        "several of these files name no account, and the option `account` would put them all into the same account: {}; map the files to accounts with \
         the option `accounts`, also if they belong to one account",
        names.join(", ")
    );
    Err(error(py, Code::AccountsMerged, message))
}

/// Whether the account map has an account for files with this name.
fn is_mapped(options: &ConvertOptions, file: &statement::Conversion) -> bool {
    let Some(map) = &options.accounts else {
        return false;
    };
    let bank = file.summary.format.as_ref();
    let bank = bank.map(|format| format.id.as_str());
    account_map::find_by_file_name(map, &file.name, bank).is_some()
}

impl NativeHistory {
    fn names(&self) -> Vec<&str> {
        let files = self.conversions.files.iter();
        files.map(|file| file.name.as_str()).collect()
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
        for file in &self.conversions.files {
            for finding in Finding::all(&file.summary.report, self.language) {
                findings.push((file.name.clone(), finding));
            }
        }
        findings
    }

    /// Whether everything of all files is in the result.
    #[getter]
    fn is_complete(&self) -> bool {
        self.conversions.is_complete()
    }

    /// The history of each account as JSON, as the program writes it.
    fn accounts_json(&self) -> String {
        render::accounts_json(&self.names(), &self.conversions.history, &self.policy)
    }

    /// A line of JSON for each file and one for the accounts, as the program writes them.
    fn to_json(&self, py: Python<'_>) -> String {
        py.detach(|| {
            let mut lines = String::new();
            for file in &self.conversions.files {
                lines += &render::conversion_json(&file.name, file);
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
        export(py, &self.conversions, target, &settings)
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
        Ok(certify(
            py,
            &self.files,
            &self.conversions.history,
            &recipe,
            &outputs,
        ))
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
        let files: Vec<&statement::Conversion> = self.conversions.files.iter().collect();
        table_stream(py, &files)
    }
}
