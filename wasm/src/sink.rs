use universal_accounting::bank::{Converted, Origin};
use universal_accounting::render;
use universal_accounting::transactions::{self, Transaction};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// Where batches go, an object of JavaScript.
    pub type Sink;

    /// Takes a batch as JSON text.
    #[wasm_bindgen(method, structural, catch)]
    fn take(this: &Sink, batch: String) -> Result<(), JsValue>;
}

/// Gathers transactions until there are enough for a batch.
pub(crate) struct Batches<'s> {
    sink: &'s Sink,
    size: usize,
    transactions: Vec<Transaction>,
    /// Where they come from, where that is asked for.
    origins: Option<Vec<Origin>>,
    failed: Option<JsValue>,
}

impl<'s> Batches<'s> {
    pub(crate) fn new(sink: &'s Sink, size: usize, with_origins: bool) -> Self {
        Self { sink, size, transactions: Vec::new(), origins: with_origins.then(Vec::new), failed: None }
    }

    pub(crate) fn take(&mut self, converted: Converted<'_>) {
        if let Some(origins) = &mut self.origins {
            origins.push(converted.origin());
        }
        self.transactions.push(converted.into_transaction());
        if self.transactions.len() == self.size {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.failed.is_none() {
            let batch = match &self.origins {
                Some(origins) => render::conversion_batch_json(&self.transactions, origins),
                None => transactions::write(&self.transactions),
            };
            self.failed = self.sink.take(batch).err();
        }
        self.transactions.clear();
        self.origins.iter_mut().for_each(Vec::clear);
    }

    pub(crate) fn finish(mut self) -> Result<(), JsValue> {
        if !self.transactions.is_empty() {
            self.flush();
        }
        self.failed.map_or(Ok(()), Err)
    }
}
