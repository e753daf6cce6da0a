//! The store in memory.

use universal_accounting::dedup::{self, Store};
use universal_accounting::{render, transactions};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::options::Options;

/// A store of transactions in memory.
#[wasm_bindgen]
#[derive(Default)]
pub struct MemoryStore(dedup::MemoryStore);

#[wasm_bindgen]
impl MemoryStore {
    /// An empty store.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a store from a snapshot.
    ///
    /// # Errors
    ///
    /// If the bytes are not a snapshot or are damaged.
    pub fn restore(snapshot: &[u8]) -> Result<Self, JsError> {
        Ok(Self(dedup::MemoryStore::restore(snapshot)?))
    }

    /// Returns the contents of the store as bytes.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        self.0.snapshot()
    }

    /// Returns the number of transactions.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Plans the import of a payload. With `commit`, also imports it, completely or not at all.
    ///
    /// # Errors
    ///
    /// If an option does not exist or its value is invalid.
    pub fn import(&self, source: &[u8], options: &str, commit: bool) -> Result<String, JsError> {
        let mut options = Options::parse(options)?;
        let (file, policy) = (options.file()?, options.policy()?);
        let on_conflict = options.on_conflict()?;
        options.reject_unknown()?;
        let reading = transactions::read(source, &policy);
        if !reading.is_importable() {
            return Ok(render::import_json(&file, &reading, None));
        }
        let plan = if commit {
            dedup::import_with(&self.0, &reading.values, on_conflict)?
        } else {
            self.0
                .plan_with(dedup::keys(&reading.values), on_conflict)?
        };
        Ok(render::import_json(&file, &reading, Some(&plan)))
    }
}
