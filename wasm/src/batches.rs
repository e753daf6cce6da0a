//! Transactions in batches.

use universal_accounting::internals::render::conversion_batch_json;
use universal_accounting::statement::Conversion;
use universal_accounting::transactions::{self, MAX_TRANSACTIONS};
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

/// How the transactions of a file are sent.
pub(crate) struct Batches {
    size: usize,
    pub(crate) with_origins: bool,
}

impl Batches {
    /// Reads the options about batches. `form` is `payloads` for payloads, `batches` for the same with the origins if an option asks for them, or `whole` to get
    /// everything, so that the option `batch` is not allowed.
    pub(crate) fn of_form(form: &str, options: &mut Options) -> Result<Self, JsError> {
        let size = if form == "whole" {
            MAX_TRANSACTIONS
        } else {
            options.batch()?
        };
        let with_origins = form != "payloads" && options.origins()?;
        Ok(Self { size, with_origins })
    }

    /// Sends the transactions of a file to the sink.
    pub(crate) fn send(&self, file: &Conversion, sink: &Sink) -> Result<(), JsValue> {
        let batches = file.transactions.chunks(self.size);
        for (batch, origins) in batches.zip(file.origins.chunks(self.size)) {
            let json = if self.with_origins {
                conversion_batch_json(batch, origins)
            } else {
                transactions::write(batch)
            };
            sink.take(json.as_bytes())?;
        }
        Ok(())
    }
}
