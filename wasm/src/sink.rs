use universal_accounting::bank::{Converted, Origin, Payloads};
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

/// Gathers transactions until there are enough for a batch, and hands that over.
pub(crate) struct Batches<'s> {
    sink: &'s Sink,
    gathered: Gathered,
    failed: Option<JsValue>,
}

/// What a batch is handed over as.
pub(crate) enum Gathered {
    Payloads(Payloads),
    /// So many transactions, and where they come from.
    Bookings(usize, Vec<Transaction>, Vec<Origin>),
}

impl Gathered {
    /// Takes a transaction, and gives the batch that is full with it.
    fn push(&mut self, converted: Converted<'_>) -> Option<String> {
        match self {
            Self::Payloads(payloads) => payloads.push(&converted).map(str::to_owned),
            Self::Bookings(size, transactions, origins) => {
                origins.push(converted.origin());
                transactions.push(converted.into_transaction());
                if transactions.len() < *size { None } else { self.finish() }
            }
        }
    }

    /// The batch of those that are left, if there are any.
    fn finish(&mut self) -> Option<String> {
        match self {
            Self::Payloads(payloads) => payloads.finish().map(str::to_owned),
            Self::Bookings(_, transactions, origins) => (!transactions.is_empty()).then(|| {
                let batch = render::conversion_batch_json(transactions, origins);
                transactions.clear();
                origins.clear();
                batch
            }),
        }
    }
}

impl<'s> Batches<'s> {
    pub(crate) const fn new(sink: &'s Sink, gathered: Gathered) -> Self {
        Self { sink, gathered, failed: None }
    }

    pub(crate) fn take(&mut self, converted: Converted<'_>) {
        let batch = self.gathered.push(converted);
        self.hand_over(batch);
    }

    pub(crate) fn finish(mut self) -> Result<(), JsValue> {
        let batch = self.gathered.finish();
        self.hand_over(batch);
        self.failed.map_or(Ok(()), Err)
    }

    fn hand_over(&mut self, batch: Option<String>) {
        if let Some(batch) = batch.filter(|_| self.failed.is_none()) {
            self.failed = self.sink.take(batch).err();
        }
    }
}
