use std::borrow::Cow;

use universal_accounting::render;
use universal_accounting::statement::{Converted, Origin, Payloads};
use universal_accounting::transactions::Transaction;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// Where batches go, an object of JavaScript.
    pub type Sink;

    /// Takes a batch as the bytes of JSON, which stand in the memory of the module for the time of the call.
    #[wasm_bindgen(method, structural, catch)]
    fn take(this: &Sink, batch: &[u8]) -> Result<(), JsValue>;
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
    fn push(&mut self, converted: Converted<'_>) -> Option<Cow<'_, str>> {
        match self {
            Self::Payloads(payloads) => payloads.push(&converted).map(Cow::Borrowed),
            Self::Bookings(size, transactions, origins) => {
                origins.push(converted.origin());
                transactions.push(converted.into_transaction());
                if transactions.len() < *size { None } else { self.finish() }
            }
        }
    }

    /// The batch of those that are left, if there are any.
    fn finish(&mut self) -> Option<Cow<'_, str>> {
        match self {
            Self::Payloads(payloads) => payloads.finish().map(Cow::Borrowed),
            Self::Bookings(_, transactions, origins) => (!transactions.is_empty()).then(|| {
                let batch = render::conversion_batch_json(transactions, origins);
                transactions.clear();
                origins.clear();
                Cow::Owned(batch)
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
        hand_over(self.sink, batch, &mut self.failed);
    }

    pub(crate) fn finish(mut self) -> Result<(), JsValue> {
        let batch = self.gathered.finish();
        hand_over(self.sink, batch, &mut self.failed);
        self.failed.map_or(Ok(()), Err)
    }
}

/// Gives a batch to the sink, unless it failed before.
fn hand_over(sink: &Sink, batch: Option<Cow<'_, str>>, failed: &mut Option<JsValue>) {
    if let Some(batch) = batch.filter(|_| failed.is_none()) {
        *failed = sink.take(batch.as_bytes()).err();
    }
}
