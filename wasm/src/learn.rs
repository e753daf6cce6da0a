use serde_json::json;
use universal_accounting::learn::{LearnError, learn};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;

/// Files of one format, which are learned together.
#[wasm_bindgen]
#[derive(Default)]
pub struct LearnFiles {
    files: Vec<(String, Vec<u8>)>,
}

#[wasm_bindgen]
impl LearnFiles {
    /// Creates a list without files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file with its name, which may be empty.
    pub fn add(&mut self, source: Vec<u8>, name: String) {
        self.files.push((name, source));
    }

    /// Learns the table of the files, and returns the draft as JSON; nothing if the only file has no table with dates and amounts. If one of several files can't be
    /// learned, the JSON has an `error` instead.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid.
    pub fn learn(&self, options: &str) -> Result<Option<String>, JsError> {
        let mut options = Options::parse(options)?;
        // Other functions name the file in their report.
        options.file()?;
        let answers = options.answers()?;
        options.reject_unknown()?;
        let named = self.files.iter();
        let files: Vec<(&str, &[u8])> = named
            .map(|(name, source)| (name.as_str(), source.as_slice()))
            .collect();
        Ok(match learn(&files, &answers) {
            Ok(draft) => Some(draft.to_json()),
            Err(error) if files.len() > 1 => Some(self.describe(&error)),
            Err(_) => None,
        })
    }

    /// Returns which file can't be learned, and why.
    fn describe(&self, error: &LearnError) -> String {
        let name = self.files.get(error.file()).map_or("", |(name, _)| name);
        let place = match name {
            "" => format!("file {}", error.file() + 1),
            name => name.to_owned(),
        };
        json!({ "error": format!("{place}: {error}") }).to_string()
    }
}
