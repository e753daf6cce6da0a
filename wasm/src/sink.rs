use universal_accounting::bank::{Converted, Origin};
use universal_accounting::render;
use universal_accounting::transactions::Transaction;
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
    gathered: Gathered,
    count: usize,
    failed: Option<JsValue>,
}

/// What a batch is handed over as.
pub(crate) enum Gathered {
    /// A payload, written as far as there are transactions.
    Payload(String),
    /// Transactions, and where they come from.
    Bookings(Vec<Transaction>, Vec<Origin>),
}

impl Gathered {
    fn take(&mut self, converted: Converted<'_>) {
        match self {
            Self::Payload(json) => {
                json.push_str(if json.is_empty() { "{\"transactions\":[" } else { "," });
                converted.push_json(json);
            }
            Self::Bookings(transactions, origins) => {
                origins.push(converted.origin());
                transactions.push(converted.into_transaction());
            }
        }
    }

    /// The batch as JSON, after which there is none.
    fn written(&mut self) -> String {
        match self {
            Self::Payload(json) => {
                json.push_str("]}");
                let batch = json.as_str().to_owned();
                json.clear();
                batch
            }
            Self::Bookings(transactions, origins) => {
                let batch = render::conversion_batch_json(transactions, origins);
                transactions.clear();
                origins.clear();
                batch
            }
        }
    }
}

impl<'s> Batches<'s> {
    pub(crate) const fn new(sink: &'s Sink, size: usize, gathered: Gathered) -> Self {
        Self { sink, size, gathered, count: 0, failed: None }
    }

    pub(crate) fn take(&mut self, converted: Converted<'_>) {
        self.gathered.take(converted);
        self.count += 1;
        if self.count == self.size {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.count = 0;
        let batch = self.gathered.written();
        if self.failed.is_none() {
            self.failed = self.sink.take(batch).err();
        }
    }

    pub(crate) fn finish(mut self) -> Result<(), JsValue> {
        if self.count > 0 {
            self.flush();
        }
        self.failed.map_or(Ok(()), Err)
    }
}
