use universal_accounting::learn::learn;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;

/// Learns the table of a file, and returns the draft as JSON; nothing if the file has no table with dates and amounts.
///
/// # Errors
///
/// If an option does not exist or its value is invalid.
#[wasm_bindgen(js_name = learnStatement)]
pub fn learn_statement(source: &[u8], options: &str) -> Result<Option<String>, JsError> {
    let mut options = Options::parse(options)?;
    // Other functions name the file in their report.
    options.file()?;
    let answers = options.answers()?;
    options.reject_unknown()?;
    let draft = learn(&[("", source)], &answers);
    Ok(draft.ok().map(|draft| draft.to_json()))
}
