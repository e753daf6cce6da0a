//! Transactions in batches.

use std::borrow::Cow;

use universal_accounting::statement::{Converted, Origin, PayloadWriter};
use universal_accounting::transactions::{MAX_TRANSACTIONS, Transaction};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::options::Options;

#[wasm_bindgen]
extern "C" {
    /// The receiver of batches, a JavaScript object.
    pub type Sink;

    /// Receives a batch as JSON. The bytes are in the memory of the module and only valid during the call.
    #[wasm_bindgen(method, structural, catch)]
    fn take(this: &Sink, batch: &[u8]) -> Result<(), JsValue>;
}

/// Collects transactions into batches, and sends each full batch to the sink.
pub(crate) struct BatchSender<'s> {
    sink: &'s Sink,
    batch: Batch,
}

/// A batch that is being filled.
enum Batch {
    Payloads(PayloadWriter),
    /// The size of a full batch, the transactions, and their origins.
    WithOrigins(usize, Vec<Transaction>, Vec<Origin>),
}

impl Batch {
    /// Adds a transaction. If the batch is full, returns it as JSON.
    fn push(&mut self, converted: Converted<'_>) -> Option<Cow<'_, str>> {
        match self {
            Self::Payloads(payloads) => payloads.push(&converted).map(Cow::Borrowed),
            Self::WithOrigins(size, transactions, origins) => {
                origins.push(converted.origin());
                transactions.push(converted.into_transaction());
                if transactions.len() < *size {
                    None
                } else {
                    self.finish()
                }
            }
        }
    }

    /// Returns the transactions that are left as JSON, if there are any.
    fn finish(&mut self) -> Option<Cow<'_, str>> {
        match self {
            Self::Payloads(payloads) => payloads.finish().map(Cow::Borrowed),
            Self::WithOrigins(_, transactions, origins) => (!transactions.is_empty()).then(|| {
                let batch = universal_accounting::internals::render::conversion_batch_json(
                    transactions,
                    origins,
                );
                transactions.clear();
                origins.clear();
                Cow::Owned(batch)
            }),
        }
    }
}

impl<'s> BatchSender<'s> {
    /// Reads the options about batches. `form` is `payloads` for payloads, `batches` for the same with the origins if an option asks for them, or `whole` to get
    /// everything, so that the option `batch` is not allowed.
    pub(crate) fn of_form(
        form: &str,
        options: &mut Options,
        sink: &'s Sink,
    ) -> Result<Self, JsError> {
        let size = if form == "whole" {
            MAX_TRANSACTIONS
        } else {
            options.batch()?
        };
        let with_origins = form != "payloads" && options.origins()?;
        let batch = if with_origins {
            Batch::WithOrigins(size, Vec::new(), Vec::new())
        } else {
            Batch::Payloads(PayloadWriter::new(size))
        };
        Ok(Self { sink, batch })
    }

    pub(crate) fn push(&mut self, converted: Converted<'_>) -> Result<(), JsValue> {
        let batch = self.batch.push(converted);
        send(self.sink, batch)
    }

    pub(crate) fn finish(mut self) -> Result<(), JsValue> {
        let batch = self.batch.finish();
        send(self.sink, batch)
    }
}

fn send(sink: &Sink, batch: Option<Cow<'_, str>>) -> Result<(), JsValue> {
    batch.map_or(Ok(()), |batch| sink.take(batch.as_bytes()))
}
