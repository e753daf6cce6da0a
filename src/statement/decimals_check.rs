use super::entry::{CurrencyCode, EntryAmount};
use super::rules;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::value::Currency;

/// The number of amounts from which on missing decimals are no coincidence.
const MIN_AMOUNTS: usize = 10;

/// Counts the decimals of the amounts, to find amounts whose decimal mark was lost.
#[derive(Debug, Default)]
pub(super) struct DecimalsCheck {
    /// The number of amounts without decimals, and the first of them.
    without: usize,
    first: Option<Span>,
    /// The number of amounts with one decimal. A program that writes them leaves zeros at the end out.
    with_one: usize,
    with_more: usize,
}

impl DecimalsCheck {
    /// Adds an amount. Amounts without decimals in a currency without minor units are left out.
    pub(super) fn add(&mut self, amount: &EntryAmount, currency: &CurrencyCode<'_>) {
        match amount.value.scale() {
            0 if currency.known().and_then(Currency::minor_units) == Some(0) => {}
            0 => {
                self.without += 1;
                self.first = self.first.or(Some(amount.span));
            }
            1 => self.with_one += 1,
            _ => self.with_more += 1,
        }
    }

    /// Reports the first amount without decimals if all amounts have none, or if the format always writes decimals and all others have them.
    pub(super) fn finish(&self, always_decimals: bool, findings: &mut Collector<'_>) {
        let is_suspicious = self.with_one == 0
            && self.without + self.with_more >= MIN_AMOUNTS
            && (self.with_more == 0 || always_decimals);
        if let Some(span) = self.first.filter(|_| is_suspicious) {
            let fault =
                Diagnostic::new(&rules::DECIMALS_MISSING, span).param("found", self.without);
            findings.push(fault.param("all", self.without + self.with_more));
        }
    }
}
