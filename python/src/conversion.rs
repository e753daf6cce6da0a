//! Converted statements.

use std::ops::Deref;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyCapsule, PyTuple};
use universal_accounting::continuity::Conversions;
use universal_accounting::dedup::StoredStatement;
use universal_accounting::internals::format::{convert_alone, join};
use universal_accounting::render;
use universal_accounting::report::{Language, Policy};
use universal_accounting::statement::Summary;
use universal_accounting::transactions::{self, MAX_TRANSACTIONS};

use crate::balance::Balance;
use crate::converted_file::ConvertedFile;
use crate::export::{ExportSettings, GivenSettings, export};
use crate::finding::Finding;
use crate::options::Options;
use crate::table::table_stream;
use crate::transaction::Transaction;
use crate::word::{SKIP_REASON, VERDICT};

/// The transactions of a bank's file, and what happened to each of its rows.
#[pyclass(frozen, module = "universal_accounting")]
pub(crate) struct Conversion {
    pub(crate) file: ConvertedFile,
    pub(crate) policy: Policy,
    pub(crate) language: Language,
    /// The content of the file, whose hash a store remembers.
    pub(crate) source: Py<PyBytes>,
    /// The transactions as objects, once a caller has asked for them.
    pub(crate) transactions: PyOnceLock<Py<PyTuple>>,
}

impl Conversion {
    fn summary(&self) -> &Summary {
        &self.file.summary
    }

    /// Returns what a store remembers of the statements of the file.
    pub(crate) fn stored_statements(&self, py: Python<'_>) -> Vec<StoredStatement> {
        let source = self.source.as_bytes(py);
        py.detach(|| StoredStatement::all_of(&self.file.summary, source))
    }
}

/// Converts the content of a file with this name.
#[pyfunction]
pub(crate) fn convert(
    py: Python<'_>,
    name: &str,
    source: Bound<'_, PyBytes>,
    options: &Options,
) -> Conversion {
    let of_file = options.for_file(name);
    let bytes = source.as_bytes();
    let conversions = py.detach(|| {
        let alone = convert_alone(bytes, &of_file, true, &mut |_| ());
        join([(alone, &of_file.policy)])
    });
    Conversion {
        file: ConvertedFile::first(Arc::new(conversions)),
        policy: of_file.policy,
        language: options.language(),
        source: source.unbind(),
        transactions: PyOnceLock::new(),
    }
}

#[pymethods]
impl Conversion {
    /// The name of the file.
    #[getter]
    fn name(&self) -> &str {
        &self.file.name
    }

    /// The transactions, in the order of the file.
    #[getter]
    fn transactions(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        let all = || Ok(PyTuple::new(py, Transaction::all(&self.file))?.unbind());
        let transactions = self.transactions.get_or_try_init(py, all);
        transactions.map(|all| all.clone_ref(py))
    }

    fn __len__(&self) -> usize {
        self.file.transactions.len()
    }

    /// The balances and totals of each account in each currency.
    #[getter]
    fn balances(&self) -> Vec<Balance> {
        Balance::all(&self.summary().totals)
    }

    /// What the balances prove about the transactions.
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        VERDICT.member(py, self.summary().balance_status.as_str())
    }

    /// Whether everything of the file is in the result: its format is known, no row was rejected, and nothing is an error.
    #[getter]
    fn is_complete(&self) -> bool {
        self.summary().is_complete()
    }

    /// Whether the balances of the file confirm every transaction.
    #[getter]
    fn is_proved(&self) -> bool {
        self.summary().is_proved()
    }

    /// The number of transactions that balances confirm.
    #[getter]
    fn confirmed(&self) -> usize {
        self.summary().confirmed()
    }

    /// What is wrong with the file, or worth knowing.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        Finding::all(&self.summary().report, self.language)
    }

    /// The lines of the rows that can't be read, counted from 1. The findings say why.
    #[getter]
    fn rejected(&self) -> Vec<usize> {
        self.summary().rejected.clone()
    }

    /// The lines of the rows that are no transactions, each with the reason.
    #[getter]
    fn skipped<'py>(&self, py: Python<'py>) -> PyResult<Vec<(usize, Bound<'py, PyAny>)>> {
        let rows = self.summary().skipped.iter();
        rows.map(|row| Ok((row.line, SKIP_REASON.member(py, row.reason.as_str())?)))
            .collect()
    }

    /// The number of rows. Each is counted once: `rows` = transactions + `details` + skipped + rejected.
    #[getter]
    fn rows(&self) -> usize {
        self.summary().rows
    }

    /// The number of rows that are details of the transaction above them.
    #[getter]
    fn details(&self) -> usize {
        self.summary().details
    }

    /// The id of the format, such as `ubs-account`. None if the file has no known format.
    #[getter]
    fn bank(&self) -> Option<&str> {
        let format = self.summary().format.as_ref();
        format.map(|format| format.id.as_str())
    }

    /// The institution that exports files in this format.
    #[getter]
    fn institution(&self) -> Option<&str> {
        let format = self.summary().format.as_ref();
        format.map(|format| format.institution.as_str())
    }

    /// Whether a row got the account of the options, because the file names none.
    #[getter]
    fn took_account(&self) -> bool {
        self.summary().used_given_account
    }

    /// Payloads for the service, each with at most 1000 transactions, as JSON.
    #[getter]
    fn payloads(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| {
            let batches = self.file.transactions.chunks(MAX_TRANSACTIONS);
            batches.map(transactions::write).collect()
        })
    }

    /// Returns everything as one line of JSON, in English, as the program writes it.
    fn to_json(&self, py: Python<'_>) -> String {
        py.detach(|| render::conversion_json(&self.file.name, &self.file))
    }

    /// Writes the transactions in the format of another program. Returns the bytes of the file, with its `format`, the number of `transactions` and `notes` on what was
    /// lost, altered or assumed.
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
        let conversions = Conversions::from(self.file.deref().clone());
        export(py, &conversions, target, &settings)
    }

    /// Returns the transactions as a stream of Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer that wants other types converts them itself, as the interface allows.
        let _ = requested_schema;
        table_stream(py, &[&*self.file])
    }

    /// Returns a table of the transactions, the verdict and the findings, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("universal_accounting._html")?;
        module.call_method1("conversion", (slf,))
    }

    fn __repr__(&self) -> String {
        let summary = self.summary();
        format!(
            "<Conversion {:?}: {} transactions, {} rejected, balance {}>",
            self.file.name,
            self.file.transactions.len(),
            summary.rejected.len(),
            summary.balance_status.as_str()
        )
    }
}
