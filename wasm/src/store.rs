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

    /// The store that a snapshot was made of.
    ///
    /// # Errors
    ///
    /// The bytes are no snapshot, or a damaged one.
    pub fn restore(snapshot: &[u8]) -> Result<Self, JsError> {
        Ok(Self(dedup::MemoryStore::restore(snapshot)?))
    }

    /// All that is in the store as bytes.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        self.0.snapshot()
    }

    /// How many transactions there are.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Tells what an import of a payload would do; with `commit` it is done, whole or not at all.
    ///
    /// # Errors
    ///
    /// There is no such option, or the store is full.
    pub fn take(&self, source: &[u8], options: &str, commit: bool) -> Result<String, JsError> {
        let mut options = Options::read(options)?;
        let (file, policy) = (options.file()?, options.policy()?);
        options.finish()?;
        let reading = transactions::read(source, &policy);
        if !reading.is_importable() {
            return Ok(render::import_json(&file, &reading, None));
        }
        let plan = if commit {
            dedup::import(&self.0, &reading.values)?
        } else {
            self.0.plan(dedup::keys(&reading.values))?
        };
        Ok(render::import_json(&file, &reading, Some(&plan)))
    }
}
