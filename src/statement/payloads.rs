use super::conversion::Converted;

/// Writes payloads of so many transactions each while a statement is read, every one into the room of the one before.
///
/// ```
/// use universal_accounting::format::{self, Options};
/// use universal_accounting::statement::Payloads;
///
/// let file = "IBAN:;CH93 0076 2011 6238 5295 7;\n\n\
///     Trade date;Booking date;Value date;Currency;Debit;Credit;Individual amount;Transaction no.;Description1;Description2;Description3\n\
///     2026-03-29;2026-03-31;2026-03-29;CHF;-98.45;;;9930889BN5530012;Bakery;;\n";
/// let (mut payloads, mut sent) = (Payloads::new(1000), Vec::new());
/// let summary = format::convert_to(file.as_bytes(), &Options::new(), |converted| {
///     sent.extend(payloads.push(&converted).map(str::to_owned));
/// });
/// sent.extend(payloads.finish().map(str::to_owned));
/// assert_eq!((summary.converted, sent.len()), (1, 1));
/// assert!(sent[0].starts_with(r#"{"transactions":[{"accountIdentifier":"CH9300762011623852957","#));
/// ```
#[derive(Debug, Clone)]
pub struct Payloads {
    batch: usize,
    json: String,
    /// How many transactions are in the one that is open.
    count: usize,
}

impl Payloads {
    /// Payloads of `batch` transactions, and one of those that are left. A request takes up to [`MAX_TRANSACTIONS`](crate::transactions::MAX_TRANSACTIONS).
    #[must_use]
    pub const fn new(batch: usize) -> Self {
        Self { batch, json: String::new(), count: 0 }
    }

    /// Takes a transaction, and gives the payload that is full with it.
    pub fn push(&mut self, converted: &Converted<'_>) -> Option<&str> {
        if self.count == 0 {
            self.json.clear();
        }
        self.json.push_str(if self.count == 0 { "{\"transactions\":[" } else { "," });
        converted.push_json(&mut self.json);
        self.count += 1;
        if self.count < self.batch { None } else { self.finish() }
    }

    /// The payload of those that are left, if there are any.
    pub fn finish(&mut self) -> Option<&str> {
        if self.count == 0 {
            return None;
        }
        self.count = 0;
        self.json.push_str("]}");
        Some(&self.json)
    }
}
