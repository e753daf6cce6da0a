//! Journal exports: their records, their files, and what other programs read.

use serde_json::{Value, json};
use universal_accounting::export::{self, JournalTarget};
use universal_accounting::journal::{self, FileNames};
use universal_accounting::report::RecordPosition;
use universal_accounting::{cross_check, format, render};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::options::Options;
use crate::payload::Normalized;

/// Checks a journal export, also compared with base data, and returns the report.
///
/// # Errors
///
/// If an option does not exist or its value is invalid.
#[wasm_bindgen(js_name = checkJournal)]
pub fn check_journal(source: &[u8], options: &str) -> Result<String, JsError> {
    let mut options = Options::parse(options)?;
    let (file, policy, base_data) = (options.file()?, options.policy()?, options.base_data()?);
    options.reject_unknown()?;
    let report = match base_data {
        Some(_) if format::is_single_entries_file(source) => {
            return Err(JsError::new(
                "base data is compared with journals in JSON only, not with the CSV of single entries",
            ));
        }
        Some(base_data) => cross_check::check_journal(source, &base_data, &policy),
        None => format::check_journal(source, &policy),
    };
    Ok(render::report_json(&file, &report))
}

/// Applies fixes to a journal export.
///
/// # Errors
///
/// If an option does not exist or its value is invalid.
#[wasm_bindgen(js_name = normalizeJournal)]
pub fn normalize_journal(source: &[u8], options: &str) -> Result<Normalized, JsError> {
    let mut options = Options::parse(options)?;
    let (file, policy, fixes) = (options.file()?, options.policy()?, options.fixes()?);
    options.reject_unknown()?;
    Ok(Normalized::new(
        &file,
        journal::normalize(source, &policy, fixes),
    ))
}

/// Records that were read, their positions, and the report, each as JSON.
#[wasm_bindgen(getter_with_clone)]
pub struct Journal {
    /// The records without an error, as an array.
    #[wasm_bindgen(readonly)]
    pub records: String,
    /// The positions of the records, and of the rejected ones, as an object.
    #[wasm_bindgen(readonly)]
    pub positions: String,
    /// The report.
    #[wasm_bindgen(readonly)]
    pub report: String,
}

/// Reads a journal export, as JSON or as the CSV of single entries.
///
/// # Errors
///
/// If an option does not exist or its value is invalid.
#[wasm_bindgen(js_name = readJournal)]
pub fn read_journal(source: &[u8], options: &str) -> Result<Journal, JsError> {
    let mut options = Options::parse(options)?;
    let (file, policy) = (options.file()?, options.policy()?);
    options.reject_unknown()?;
    let reading = format::read_journal(source, &policy);
    let positions = json!({ "positions": positions(&reading.positions), "rejected": positions(&reading.rejected) });
    Ok(Journal {
        records: journal::write(&reading.records),
        positions: positions.to_string(),
        report: render::report_json(&file, &reading.report),
    })
}

fn positions(records: &[RecordPosition]) -> Vec<Value> {
    let position = |RecordPosition { index, span, .. }: &RecordPosition| json!({ "index": index, "bytes": { "start": span.start, "end": span.end } });
    records.iter().map(position).collect()
}

/// Writes a journal export for another program. Returns the text with the refused entries, the notes, the totals and the report, as JSON.
///
/// # Errors
///
/// If an option does not exist or its value is invalid.
#[wasm_bindgen(js_name = exportJournal)]
pub fn export_journal(source: &[u8], options: &str) -> Result<String, JsError> {
    let mut options = Options::parse(options)?;
    let (file, policy) = (options.file()?, options.policy()?);
    let (target, base_data, default_kind) = (
        options.target()?,
        options.base_data()?,
        options.default_kind()?,
    );
    options.reject_unknown()?;
    if default_kind.is_some()
        && !matches!(target, JournalTarget::Hledger | JournalTarget::Beancount)
    {
        return Err(JsError::new(
            "the option `defaultKind` is for hledger and beancount only",
        ));
    }
    let reading = format::read_journal(source, &policy);
    let mut settings = export::JournalExportOptions::new();
    settings.base_data = base_data.as_ref();
    settings.default_kind = default_kind;
    settings.brand.clone_from(&reading.brand);
    let export = export::journal(&reading.records, target, &settings);
    Ok(render::journal_conversion_json(
        &file,
        &export,
        &reading,
        policy.is_redacted(),
    ))
}

#[wasm_bindgen]
extern "C" {
    /// The receiver of files, a JavaScript object.
    pub type FileSink;

    /// Receives a file: the index of its record, the id of the record, its number in the record, its own id, the path to download it, its name and its
    /// content. The bytes are in the memory of the module and only valid during the call.
    #[wasm_bindgen(method, structural, catch)]
    fn take(
        this: &FileSink,
        record: usize,
        record_id: Option<String>,
        number: usize,
        id: Option<String>,
        download_path: Option<String>,
        name: Option<String>,
        content: Option<&[u8]>,
    ) -> Result<(), JsValue>;
}

/// Sends each file of a journal export to `sink`, and returns the report.
///
/// # Errors
///
/// If an option does not exist or its value is invalid, or with the error of `sink`.
#[wasm_bindgen(js_name = journalFiles)]
pub fn journal_files(source: &[u8], options: &str, sink: &FileSink) -> Result<String, JsValue> {
    let mut options = Options::parse(options)?;
    let (file, policy) = (options.file()?, options.policy()?);
    options.reject_unknown()?;
    let mut names = FileNames::new();
    let report = journal::files(source, &policy, |exported| {
        let name = names.choose(&exported);
        let mut bytes = Vec::new();
        let content = exported.content.map(|content| content.write_to(&mut bytes));
        let content = content.and_then(Result::ok).map(|()| &bytes[..]);
        let text = |text: &Option<std::borrow::Cow<'_, str>>| text.as_deref().map(str::to_owned);
        let (record_id, id) = (text(&exported.record_id), text(&exported.id));
        let path = exported.download_path();
        sink.take(
            exported.record_index,
            record_id,
            exported.number,
            id,
            path,
            name,
            content,
        )
    })?;
    Ok(render::report_json(&file, &report))
}
