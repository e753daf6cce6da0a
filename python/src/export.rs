//! Statements, written for other programs.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use universal_accounting::base_data::{self, BaseData};
use universal_accounting::export::statement::{
    self, LedgerAccounts, Options, Refusal, Target, UnknownTarget,
};
use universal_accounting::internals;
use universal_accounting::statement::Conversion;

use crate::error::{Code, error, invalid_option};
use crate::policy::{read_document, read_reported};

/// The number of refusals that an error names.
const MAX_REFUSALS: usize = 5;

/// The settings of an export.
pub(crate) struct ExportSettings {
    options: Options<'static>,
    base_data: Option<BaseData>,
    ledger_accounts: Option<LedgerAccounts>,
}

impl ExportSettings {
    pub(crate) fn read(
        py: Python<'_>,
        delimiter: Option<&str>,
        created: Option<&Bound<'_, PyAny>>,
        base_data: Option<&Bound<'_, PyAny>>,
        ledger_accounts: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut options = Options::new();
        if let Some(delimiter) = delimiter {
            let delimiter = internals::export::parse_delimiter(delimiter);
            options.delimiter =
                delimiter.map_err(|fault| invalid_option(py, "delimiter", fault))?;
        }
        if let Some(created) = created {
            let time = read_time(created)?;
            let time = internals::export::parse_time(&time);
            options.created = Some(time.map_err(|fault| invalid_option(py, "created", fault))?);
        }
        Ok(Self {
            options,
            base_data: read_base_data(py, base_data)?,
            ledger_accounts: read_document(
                py,
                "ledger_accounts",
                ledger_accounts,
                LedgerAccounts::read,
            )?,
        })
    }

    fn options(&self) -> Options<'_> {
        let mut options: Options<'_> = self.options.clone();
        options.base_data = self.base_data.as_ref();
        options.ledger_accounts = self.ledger_accounts.as_ref();
        options
    }
}

/// Reads base data that an option gives.
pub(crate) fn read_base_data(
    py: Python<'_>,
    document: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<BaseData>> {
    read_reported(py, "base_data", document, |source, policy| {
        let reading = base_data::read(source, policy);
        (reading.value, reading.report)
    })
}

/// Returns the text of a time: a string, or what a date or a datetime returns as ISO 8601.
fn read_time(created: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = created.extract() {
        return Ok(text);
    }
    created.call_method0("isoformat")?.extract()
}

/// Writes statements for another program, and returns the bytes with what is to be said about them.
pub(crate) fn export<'py>(
    py: Python<'py>,
    files: &[Conversion],
    target: &str,
    settings: &ExportSettings,
) -> PyResult<Bound<'py, PyAny>> {
    let target = find_target(py, target)?;
    let written = py.detach(|| statement::write(files, target, &settings.options()));
    let export = written.map_err(|refused| error(py, Code::Refused, describe(&refused)))?;
    let notes: Vec<String> = export.notes.iter().map(ToString::to_string).collect();
    let class = py
        .import("universal_accounting._export")?
        .getattr("Export")?;
    let content = PyBytes::new(py, &export.bytes);
    class.call1((content, export.format, export.transactions, notes))
}

fn find_target(py: Python<'_>, name: &str) -> PyResult<Target> {
    name.parse().map_err(|unknown: UnknownTarget| {
        invalid_option(py, "target", format_args!("it must be {unknown}"))
    })
}

/// Says why nothing was written.
fn describe(refused: &[Refusal]) -> String {
    let shown = refused.iter().take(MAX_REFUSALS);
    let mut lines: Vec<String> = shown
        .map(|refusal| format!("line {}: {refusal}", refusal.line))
        .collect();
    let more = refused.len().saturating_sub(MAX_REFUSALS);
    if more > 0 {
        lines.push(format!("{more} more"));
    }
    format!("nothing was written: {}", lines.join("; "))
}

/// Returns the names of the formats that statements can be written in.
#[pyfunction]
pub(crate) fn export_targets() -> Vec<&'static str> {
    Target::ALL.iter().map(|target| target.as_str()).collect()
}
