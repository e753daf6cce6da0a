//! Statements, written for other programs.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use universal_accounting::base_data::{self, BaseData};
use universal_accounting::certificate::{self, DocumentKind, Recipe};
use universal_accounting::chrono::NaiveDateTime;
use universal_accounting::continuity::Conversions;
use universal_accounting::export::statement::{
    self, DatevSettings, LedgerAccounts, StatementExportOptions, StatementRefusal, StatementTarget,
    UnknownTarget,
};
use universal_accounting::internals;

use crate::error::{Code, error, invalid_option};
use crate::options::certified_documents;
use crate::policy::{read_document, read_language, read_reported};

/// The number of refusals that an error names.
const MAX_REFUSALS: usize = 5;

/// The settings of an export, as the caller gives them.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "they are independent")]
pub(crate) struct GivenSettings<'a, 'py> {
    pub(crate) delimiter: Option<&'a str>,
    pub(crate) byte_order_mark: bool,
    pub(crate) decimal_comma: bool,
    pub(crate) signed_amounts: bool,
    pub(crate) language: Option<&'a str>,
    pub(crate) created: Option<&'a Bound<'py, PyAny>>,
    pub(crate) base_data: Option<&'a Bound<'py, PyAny>>,
    pub(crate) ledger_accounts: Option<&'a Bound<'py, PyAny>>,
    pub(crate) bank_number: Option<u32>,
    pub(crate) numbered_fields: bool,
    pub(crate) datev: Option<&'a Bound<'py, PyAny>>,
}

impl GivenSettings<'_, '_> {
    /// Adds the settings to what a certificate has of a conversion.
    pub(crate) fn complete(
        &self,
        py: Python<'_>,
        mut recipe: Recipe,
        to: &str,
    ) -> PyResult<Recipe> {
        let settings = ExportSettings::read(py, self)?;
        if [certificate::PAYLOAD, certificate::PAYLOAD_LINES].contains(&to) {
            to.clone_into(&mut recipe.settings.to);
            let language = read_language(py, self.language)?;
            language.code().clone_into(&mut recipe.settings.language);
        } else {
            let target = find_target(py, to)?;
            recipe.settings.set_export(target, &settings.options());
        }
        let created = read_created(py, self.created)?;
        recipe.created = created.map(|time| format!("{time:?}"));
        recipe.documents.extend(certified_documents(&[
            (DocumentKind::BaseData, self.base_data),
            (DocumentKind::LedgerAccounts, self.ledger_accounts),
            (DocumentKind::Datev, self.datev),
        ])?);
        Ok(recipe)
    }
}

/// The settings of an export.
pub(crate) struct ExportSettings {
    options: StatementExportOptions<'static>,
    base_data: Option<BaseData>,
    ledger_accounts: Option<LedgerAccounts>,
    datev: Option<DatevSettings>,
}

impl ExportSettings {
    pub(crate) fn read(py: Python<'_>, given: &GivenSettings<'_, '_>) -> PyResult<Self> {
        let mut options = StatementExportOptions::new();
        if let Some(delimiter) = given.delimiter {
            let delimiter = internals::export::parse_delimiter(delimiter);
            options.delimiter =
                delimiter.map_err(|fault| invalid_option(py, "delimiter", fault))?;
        }
        options.byte_order_mark = given.byte_order_mark;
        options.decimal_comma = given.decimal_comma;
        options.signed_amounts = given.signed_amounts;
        options.numbered_fields = given.numbered_fields;
        options.bank_number = given.bank_number;
        if options.decimal_comma && options.delimiter == ',' {
            let fault =
                "a comma can't be both between cells and in amounts; set `delimiter` to `;`";
            return Err(invalid_option(py, "decimal_comma", fault));
        }
        options.language = read_language(py, given.language)?;
        options.created = read_created(py, given.created)?;
        Ok(Self {
            options,
            base_data: read_base_data(py, given.base_data)?,
            ledger_accounts: read_document(
                py,
                "ledger_accounts",
                given.ledger_accounts,
                LedgerAccounts::read,
            )?,
            datev: read_document(py, "datev", given.datev, DatevSettings::read)?,
        })
    }

    pub(crate) fn options(&self) -> StatementExportOptions<'_> {
        let mut options: StatementExportOptions<'_> = self.options.clone();
        options.base_data = self.base_data.as_ref();
        options.ledger_accounts = self.ledger_accounts.as_ref();
        options.datev = self.datev.as_ref();
        options
    }
}

/// Reads when a file is said to be created.
pub(crate) fn read_created(
    py: Python<'_>,
    created: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<NaiveDateTime>> {
    let Some(created) = created else {
        return Ok(None);
    };
    let time = internals::export::parse_time(&read_time(created)?);
    let time = time.map_err(|fault| invalid_option(py, "created", fault))?;
    Ok(Some(time))
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
    conversions: &Conversions,
    target: &str,
    settings: &ExportSettings,
) -> PyResult<Bound<'py, PyAny>> {
    let target = find_target(py, target)?;
    let written = py.detach(|| statement::write(conversions, target, &settings.options()));
    let export = written.map_err(|refused| error(py, Code::Refused, describe(&refused)))?;
    let notes: Vec<String> = export.notes.iter().map(ToString::to_string).collect();
    let class = py
        .import("universal_accounting._export")?
        .getattr("Export")?;
    let content = PyBytes::new(py, &export.bytes);
    class.call1((content, export.format, export.transactions, notes))
}

pub(crate) fn find_target(py: Python<'_>, name: &str) -> PyResult<StatementTarget> {
    name.parse().map_err(|unknown: UnknownTarget| {
        invalid_option(py, "target", format_args!("it must be {unknown}"))
    })
}

/// Says why nothing was written.
fn describe(refused: &[StatementRefusal]) -> String {
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
    StatementTarget::ALL
        .iter()
        .map(|target| target.as_str())
        .collect()
}
