//! What an entry says about its payments.

use rust_decimal::Decimal;

use crate::source::Span;

/// The payments of an entry, beside those that follow it as details.
#[derive(Debug, Default)]
pub(crate) struct StatedPayments {
    /// The amount of the only payment, which is no detail, and its charges.
    pub(crate) only: Option<(DetailAmount, Decimal)>,
    /// The charges of the whole entry, in its currency. Negative if the bank pays them back.
    pub(crate) charges: Decimal,
    /// The number of payments.
    pub(crate) count: Option<usize>,
    /// The sum of the payments, and its place.
    pub(crate) total: Option<(Decimal, Span)>,
}

/// The amount of a detail of a batch entry.
#[derive(Debug)]
pub(crate) struct DetailAmount {
    /// Has the sign that it has in the file.
    pub(crate) value: Decimal,
    /// Empty if it is the currency of the entry.
    pub(crate) currency: String,
    /// Whether the amount is part of the sum that must equal the amount of the entry.
    pub(crate) is_summed: bool,
}

impl DetailAmount {
    /// Returns the currency of the amount if it differs from the currency of the entry.
    pub(crate) fn other_currency(&self, currency: &str) -> Option<&str> {
        Some(self.currency.as_str()).filter(|own| !own.is_empty() && *own != currency)
    }
}
