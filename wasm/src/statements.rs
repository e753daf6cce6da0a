//! Bank statements, written for other programs.

use serde_json::{Value, json};
use universal_accounting::export::statement::{self, StatementExport, StatementRefusal};
use universal_accounting::internals::render::conversion_summary_json;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;
use crate::statement_files::StatementFiles;

/// Statements in the format of another program.
#[wasm_bindgen(getter_with_clone)]
pub struct WrittenStatements {
    /// The content of the file; empty if a transaction was refused.
    #[wasm_bindgen(readonly)]
    pub content: Vec<u8>,
    /// The format, the number of transactions, the notes and the refused transactions, as JSON.
    #[wasm_bindgen(readonly)]
    pub report: String,
    /// The report on each file without its transactions, as JSON.
    #[wasm_bindgen(readonly)]
    pub files: Vec<String>,
}

/// Compares and writes the statements of all files, each transaction once.
///
/// # Errors
///
/// If an option does not exist or its value is invalid.
#[wasm_bindgen(js_name = writeStatements)]
pub fn write_statements(
    files: &mut StatementFiles,
    options: &str,
) -> Result<WrittenStatements, JsError> {
    let mut options = Options::parse(options)?;
    let (base_data, names) = (options.base_data()?, options.ledger_accounts()?);
    let datev = options.datev()?;
    let (target, mut settings) = options.statement_export()?;
    options.reject_unknown()?;
    (settings.base_data, settings.ledger_accounts) = (base_data.as_ref(), names.as_ref());
    settings.datev = datev.as_ref();
    let conversions = files.join_added();
    let (report, content) = match statement::write(conversions, target, &settings) {
        Ok(export) => (report(&export), export.bytes),
        Err(refused) => (refusals(target.as_str(), &refused), Vec::new()),
    };
    let files = conversions.files.iter();
    let files = files.map(|file| conversion_summary_json(&file.name, &file.summary));
    Ok(WrittenStatements {
        content,
        report,
        files: files.collect(),
    })
}

fn report(export: &StatementExport) -> String {
    let notes: Vec<Value> = export
        .notes
        .iter()
        .map(|note| json!({ "count": note.count, "message": note.to_string(), "template": note.template(), "field": note.field() }))
        .collect();
    json!({ "format": export.format, "transactions": export.transactions, "notes": notes, "refused": [] }).to_string()
}

fn refusals(format: &str, refused: &[StatementRefusal]) -> String {
    let refusal = |refusal: &StatementRefusal| json!({ "file": refusal.file, "line": refusal.line, "reason": refusal.reason.as_str(), "message": refusal.to_string(), "sentence": refusal.reason.message() });
    let refused: Vec<Value> = refused.iter().map(refusal).collect();
    json!({ "format": format, "transactions": 0, "notes": [], "refused": refused }).to_string()
}
