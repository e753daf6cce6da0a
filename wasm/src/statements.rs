//! Bank statements, written for other programs.

use serde_json::{Value, json};
use universal_accounting::continuity::History;
use universal_accounting::export::statement::{self, StatementExport, StatementRefusal};
use universal_accounting::format;
use universal_accounting::internals::render;
use universal_accounting::report::Policy;
use universal_accounting::statement::Conversion;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;

/// The statements of several files, which are written together.
#[wasm_bindgen]
#[derive(Default)]
pub struct Statements {
    names: Vec<String>,
    policies: Vec<Policy>,
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
    /// The report on each file without its transactions, as JSON.
    #[wasm_bindgen(readonly)]
    pub files: Vec<String>,
}

#[wasm_bindgen]
impl Statements {
    /// Creates a list without statements.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Converts a file.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid.
    pub fn add(&mut self, source: &[u8], options: &str) -> Result<(), JsError> {
        let mut options = Options::parse(options)?;
        let file = options.file()?;
        let statement = options.statement(&file)?;
        options.reject_unknown()?;
        self.conversions.push(format::convert(source, &statement));
        self.names.push(file);
        self.policies.push(statement.policy);
        Ok(())
    }

    /// Writes the statements of all files, each transaction once.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid.
    pub fn write(&mut self, options: &str) -> Result<WrittenStatements, JsError> {
        let mut options = Options::parse(options)?;
        let (base_data, names) = (options.base_data()?, options.ledger_accounts()?);
        let datev = options.datev()?;
        let (target, mut settings) = options.statement_export()?;
        options.reject_unknown()?;
        (settings.base_data, settings.ledger_accounts) = (base_data.as_ref(), names.as_ref());
        settings.datev = datev.as_ref();
        self.join();
        let written = statement::write(&self.conversions, target, &settings);
        let (report, content) = match written {
            Ok(export) => (report(&export), export.bytes),
            Err(refused) => (refusals(target.as_str(), &refused), Vec::new()),
        };
        let files = self.names.iter().zip(&self.conversions);
        let files = files
            .map(|(name, file)| render::conversion_summary_json(name, &file.summary))
            .collect();
        Ok(WrittenStatements {
            content,
            report,
            files,
        })
    }
}

impl Statements {
    /// Leaves each transaction in the earliest statement that has it.
    fn join(&mut self) {
        let files = self.names.iter().zip(&self.conversions);
        let named: Vec<_> = files
            .map(|(name, file)| (name.as_str(), &file.summary))
            .collect();
        let history = History::of(&named);
        let files = self.conversions.iter_mut().zip(&self.policies);
        for (index, (file, policy)) in files.enumerate() {
            history.apply_to(index, file, policy);
        }
    }
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
