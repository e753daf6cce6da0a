//! What a library finds in a message.

use rust_decimal::Decimal;

/// The number of booked transactions with an amount, and their sums.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) count: usize,
    pub(crate) credits: Decimal,
    pub(crate) debits: Decimal,
}

impl Figures {
    pub(crate) fn add(&mut self, amount: Decimal, is_credit: bool) {
        if !amount.is_zero() {
            self.count += 1;
            *(if is_credit {
                &mut self.credits
            } else {
                &mut self.debits
            }) += amount;
        }
    }

    /// Parses the columns of a line. Returns `None` if one of them is not a number.
    pub(crate) fn parse(count: &str, credits: &str, debits: &str) -> Option<Self> {
        Some(Self {
            count: count.parse().ok()?,
            credits: credits.parse().ok()?,
            debits: debits.parse().ok()?,
        })
    }
}
