//! Bank statements, written for other programs.

use serde_json::{Value, json};
use universal_accounting::export::statement::{self, Export, Refusal};
use universal_accounting::format;
use universal_accounting::internals::render;
use universal_accounting::statement::Conversion;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;

/// The statements of several files, which are written together.
#[wasm_bindgen]
#[derive(Default)]
pub struct Statements {
    conversions: Vec<Conversion>,
}

/// Statements in the format of another program.
#[wasm_bindgen(getter_with_clone)]
pub struct WrittenStatements {
    /// The content of the file; empty if a transaction was refused.
    #[wasm_bindgen(readonly)]
    pub content: Vec<u8>,
    /// The format, the number of transactions, the notes and the refused transactions, as JSON.
    #[wasm_bindgen(readonly)]
    pub report: String,
}

#[wasm_bindgen]
impl Statements {
    /// Creates a list without statements.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Converts a file, and returns the report on it without its transactions.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid.
    pub fn add(&mut self, source: &[u8], options: &str) -> Result<String, JsError> {
        let mut options = Options::parse(options)?;
        let file = options.file()?;
        let statement = options.statement(&file)?;
        options.reject_unknown()?;
        let conversion = format::convert(source, &statement);
        let summary = render::conversion_summary_json(&file, &conversion.summary);
        self.conversions.push(conversion);
        Ok(summary)
    }

    /// Writes the statements of all files.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid.
    pub fn write(&self, options: &str) -> Result<WrittenStatements, JsError> {
        let mut options = Options::parse(options)?;
        let (base_data, names) = (options.base_data()?, options.ledger_accounts()?);
        let (target, mut settings) = options.statement_export()?;
        options.reject_unknown()?;
        (settings.base_data, settings.ledger_accounts) = (base_data.as_ref(), names.as_ref());
        Ok(
            match statement::write(&self.conversions, target, &settings) {
                Ok(export) => WrittenStatements {
                    report: report(&export),
                    content: export.bytes,
                },
                Err(refused) => WrittenStatements {
                    content: Vec::new(),
                    report: refusals(target.as_str(), &refused),
                },
            },
        )
    }
}

fn report(export: &Export) -> String {
    let notes: Vec<Value> = export
        .notes
        .iter()
        .map(|note| json!({ "count": note.count, "message": note.to_string() }))
        .collect();
    json!({ "format": export.format, "transactions": export.transactions, "notes": notes, "refused": [] }).to_string()
}

fn refusals(format: &str, refused: &[Refusal]) -> String {
    let refusal = |refusal: &Refusal| json!({ "file": refusal.file, "line": refusal.line, "reason": refusal.reason.as_str(), "message": refusal.to_string() });
    let refused: Vec<Value> = refused.iter().map(refusal).collect();
    json!({ "format": format, "transactions": 0, "notes": [], "refused": refused }).to_string()
}
