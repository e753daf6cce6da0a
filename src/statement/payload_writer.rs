use super::conversion::Converted;

/// Writes payloads with a given number of transactions each while a statement is converted. All payloads share one buffer.
///
/// ```
/// use universal_accounting::format::{self, ConvertOptions};
/// use universal_accounting::statement::PayloadWriter;
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n";
/// let (mut payloads, mut sent) = (PayloadWriter::new(1000), Vec::new());
/// let summary = format::convert_to(file.as_bytes(), &ConvertOptions::new(), |converted| {
///     sent.extend(payloads.push(&converted).map(str::to_owned));
///     Ok::<(), std::convert::Infallible>(())
/// })?;
/// sent.extend(payloads.finish().map(str::to_owned));
/// assert_eq!((summary.converted, sent.len()), (1, 1));
/// assert!(sent[0].starts_with(r#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","#));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Debug, Clone)]
pub struct PayloadWriter {
    batch_size: usize,
    json: String,
    /// The number of transactions in the unfinished payload.
    count: usize,
}

impl PayloadWriter {
    /// Creates a writer of payloads with `batch_size` transactions each. A request may have up to [`MAX_TRANSACTIONS`](crate::transactions::MAX_TRANSACTIONS).
    #[must_use]
    pub const fn new(batch_size: usize) -> Self {
        Self {
            batch_size,
            json: String::new(),
            count: 0,
        }
    }

    /// Appends a transaction, and returns the payload if it is now complete.
    pub fn push(&mut self, converted: &Converted<'_>) -> Option<&str> {
        if self.count == 0 {
            self.json.clear();
        }
        self.json.push_str(if self.count == 0 {
            "{\"transactions\":["
        } else {
            ","
        });
        converted.push_json(&mut self.json);
        self.count += 1;
        if self.count < self.batch_size {
            None
        } else {
            self.finish()
        }
    }

    /// Returns a payload of the transactions since the last complete payload, or `None` if there are none.
    pub fn finish(&mut self) -> Option<&str> {
        if self.count == 0 {
            return None;
        }
        self.count = 0;
        self.json.push_str("]}");
        Some(&self.json)
    }
}
