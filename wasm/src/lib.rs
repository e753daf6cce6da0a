//! The module for JavaScript: takes bytes, returns JSON text. `js/api.js` calls it, parses the JSON, and defines the names that users see.
//!
//! Errors in the input are findings of the report. A call fails only if the call itself is wrong, for instance if an option does not exist.

mod archive;
mod batches;
mod certificate;
mod delivery;
mod journal;
mod json_text;
mod learn;
mod options;
mod payload;
mod service;
mod statement_files;
mod statements;
mod store;
mod value;

use universal_accounting::internals::format::{convert_alone, join};
use universal_accounting::internals::render::conversion_summary_json;
use universal_accounting::internals::source::Decoded;
use universal_accounting::webhook::{self, SignatureError};
use universal_accounting::{diff, format, render};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

pub use archive::{is_archive, unpack_archive};
use batches::{Batches, Sink};
pub use certificate::{CertifiedFiles, WrittenCertificate};
pub use delivery::{Delivery, OutgoingRequest};
pub use journal::{
    Journal, check_journal, export_journal, journal_files, normalize_journal, read_journal,
};
pub use learn::LearnFiles;
use options::Options;
pub use payload::Normalized;
pub use payload::PayloadKind;
pub use service::{ReferenceService, ServiceResponse};
pub use statement_files::StatementFiles;
pub use statements::{WrittenStatements, write_statements};
pub use store::MemoryStore;

/// Checks a payload and returns the report; nothing if there are no findings, which for a small payload takes half the time of a report.
///
/// # Errors
///
/// If an option does not exist.
#[wasm_bindgen]
pub fn check(
    kind: PayloadKind,
    source: &[u8],
    options: Option<String>,
) -> Result<Option<String>, JsError> {
    let mut options = Options::parse(&options.unwrap_or_default())?;
    let file = options.file()?;
    let report = kind.check(source, options)?;
    let has_findings = !report.counts.is_empty();
    Ok(has_findings.then(|| render::report_json(&file, &report)))
}

/// Compares what the service holds with the payload of an update, and returns both reports with the changes.
///
/// # Errors
///
/// If an option does not exist.
#[wasm_bindgen(js_name = diffBaseData)]
pub fn diff_base_data(held: &[u8], new: &[u8], options: &str) -> Result<String, JsError> {
    let mut options = Options::parse(options)?;
    let policy = options.policy()?;
    options.reject_unknown()?;
    let reading = diff::read_base_data(held, new, &policy);
    Ok(render::base_data_diff_json(
        ["held", "new"],
        &reading,
        policy.is_redacted(),
    ))
}

/// Applies fixes to a payload, and returns the canonical document, the changes and the remaining findings.
///
/// # Errors
///
/// If an option does not exist, or if the payload is a response, which is not normalized.
#[wasm_bindgen]
pub fn normalize(kind: PayloadKind, source: &[u8], options: &str) -> Result<Normalized, JsError> {
    let mut options = Options::parse(options)?;
    let file = options.file()?;
    Ok(Normalized::new(&file, kind.normalize(source, options)?))
}

/// Converts a bank export. Sends its transactions to `sink` in batches, and returns the rest of the report.
///
/// `form` is `payloads`, `batches` or `whole`.
///
/// # Errors
///
/// If an option does not exist or its value is invalid, or with the error of `sink`.
#[wasm_bindgen]
pub fn convert(source: &[u8], options: &str, form: &str, sink: &Sink) -> Result<String, JsValue> {
    let mut options = Options::parse(options)?;
    let file = options.file()?;
    let batches = Batches::of_form(form, &mut options)?;
    let statement = options.statement(&file)?;
    options.reject_unknown()?;
    let alone = convert_alone(source, &statement, batches.with_origins, &mut |_| ());
    let joined = join([(alone, &statement.policy)]);
    let mut report = String::new();
    for conversion in &joined.files {
        batches.send(conversion, sink)?;
        report = conversion_summary_json(&file, &conversion.summary);
    }
    Ok(report)
}

/// Returns the bank formats that a file matches or comes close to.
///
/// # Errors
///
/// If an option does not exist or its value is invalid.
#[wasm_bindgen(js_name = detectStatement)]
pub fn detect_bank(source: &[u8], options: &str) -> Result<String, JsError> {
    let mut options = Options::parse(options)?;
    let file = options.file()?;
    let statement = options.statement(&file)?;
    options.reject_unknown()?;
    Ok(render::candidates_json(&format::detect(source, &statement)))
}

/// Returns the known formats of bank statements.
#[wasm_bindgen]
#[must_use]
pub fn banks() -> String {
    render::banks_json()
}

/// Parses a single value, such as an IBAN.
///
/// # Errors
///
/// If the kind of value does not exist.
#[wasm_bindgen(js_name = parseValue)]
pub fn parse_value(kind: &str, text: &str) -> Result<String, JsError> {
    value::parse(kind, text)
}

/// Returns whether `header` has the signature of a webhook's body.
///
/// # Errors
///
/// If the secret is empty.
#[wasm_bindgen(js_name = verifyWebhook)]
pub fn verify_webhook(secret: &[u8], body: &[u8], header: &str) -> Result<bool, JsError> {
    match webhook::verify(secret, body, header) {
        Ok(()) => Ok(true),
        Err(error @ SignatureError::EmptySecret) => Err(error.into()),
        Err(_) => Ok(false),
    }
}

/// Returns the memory of the module.
#[wasm_bindgen(js_name = moduleMemory)]
#[must_use]
pub fn module_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// Decodes a file to the text that all UTF-16 ranges refer to. A byte order mark is its first character.
#[wasm_bindgen(js_name = decodeSource)]
#[must_use]
pub fn decode_source(source: &[u8]) -> String {
    Decoded::from_bytes(source).text_with_byte_order_mark()
}
