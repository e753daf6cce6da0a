//! universal-accounting for JavaScript: bytes in, JSON text out. What it means is said by the library; the names that JavaScript sees
//! are those of `js/api.js`, which parses what comes out of here.
//!
//! Content never makes a call fail: what is wrong with it is in the report. A call fails where it is a wrong call, an option that does not
//! exist for instance, and the error says which.

mod content;
mod options;
mod service;
mod sink;
mod store;
mod value;

use universal_accounting::internals::source::Decoded;
use universal_accounting::statement::Payloads;
use universal_accounting::transactions::MAX_TRANSACTIONS;
use universal_accounting::{format, render};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use content::Content;
use options::Options;
pub use service::{Answer, ReferenceService};
use sink::{Batches, Gathered, Sink};
pub use store::MemoryStore;

/// Judges a document and gives the report on it.
///
/// # Errors
///
/// There is no such kind of document, or no such option.
#[wasm_bindgen]
pub fn check(content: &str, source: &[u8], options: &str) -> Result<String, JsError> {
    let mut options = Options::read(options)?;
    let file = options.file()?;
    let report = Content::named(content)?.check(source, options)?;
    Ok(render::report_json(&file, &report))
}

/// What normalizing came to: the canonical documents as they are, since a number that JavaScript reads may lose digits, and the rest as JSON.
#[wasm_bindgen(getter_with_clone)]
pub struct Normalized {
    /// The documents, each on a line; nothing where the input is no JSON.
    pub json: Option<String>,
    /// The changes and what is left to mend.
    pub report: String,
}

/// Applies fixes and gives the canonical document, the changes and what is left to mend.
///
/// # Errors
///
/// There is no such kind of document, or no such option.
#[wasm_bindgen]
pub fn normalize(content: &str, source: &[u8], options: &str) -> Result<Normalized, JsError> {
    let mut options = Options::read(options)?;
    let file = options.file()?;
    let normalized = Content::named(content)?.normalize(source, options)?;
    Ok(Normalized { report: render::normalized_changes_json(&file, &normalized), json: normalized.json })
}

/// Converts a bank export and hands its transactions over as they come, so many at a time; `form` says as what. What is said of the
/// whole comes back.
///
/// # Errors
///
/// There is no such option, or it has no such value; or taking a batch failed, with that error.
#[wasm_bindgen]
pub fn convert(source: &[u8], options: &str, form: &str, sink: &Sink) -> Result<String, JsValue> {
    let mut options = Options::read(options)?;
    let file = options.file()?;
    // Where the caller of JavaScript gets all at once, how much comes here at a time is no business of theirs.
    let size = if form == "whole" { MAX_TRANSACTIONS } else { options.batch()? };
    let statement = options.statement(&file)?;
    options.finish()?;
    let gathered = match form {
        "payloads" => Gathered::Payloads(Payloads::new(size)),
        _ => Gathered::Bookings(size, Vec::new(), Vec::new()),
    };
    let mut batches = Batches::new(sink, gathered);
    let summary = format::convert_to(source, &statement, |converted| batches.take(converted));
    batches.finish()?;
    Ok(render::conversion_summary_json(&file, &summary))
}

/// Tells how near a file comes to each format of bank exports.
///
/// # Errors
///
/// There is no such option, or it has no such value.
#[wasm_bindgen(js_name = detectBank)]
pub fn detect_bank(source: &[u8], options: &str) -> Result<String, JsError> {
    let mut options = Options::read(options)?;
    let file = options.file()?;
    let statement = options.statement(&file)?;
    options.finish()?;
    Ok(render::candidates_json(&format::detect(source, &statement)))
}

/// The formats of bank exports that are known.
#[wasm_bindgen]
#[must_use]
pub fn banks() -> String {
    render::banks_json(format::profiles())
}

/// Reads a single value of a kind.
///
/// # Errors
///
/// There is no such kind.
#[wasm_bindgen(js_name = parseValue)]
pub fn parse_value(kind: &str, text: &str) -> Result<String, JsError> {
    value::parse(kind, text)
}

/// The memory of the module.
#[wasm_bindgen(js_name = moduleMemory)]
#[must_use]
pub fn module_memory() -> JsValue {
    wasm_bindgen::memory()
}

/// The text of a file in which all ranges of UTF-16 are counted: byte order marks are its first characters.
#[wasm_bindgen(js_name = textOf)]
#[must_use]
pub fn text_of(source: &[u8]) -> String {
    Decoded::from_bytes(source).text_with_byte_order_mark()
}
