use rust_decimal::Decimal;

use super::conversion::Summary;
use super::entry::EntryStatus;
use super::rules;
use super::small_decimal::SmallDecimal;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;

/// Compares the number of entries and the sum of their amounts with those that the statement states.
#[derive(Debug)]
pub(super) struct StatedTotals {
    count: Option<(usize, Span)>,
    sum: Option<(Decimal, Span)>,
    /// The number of entries so far.
    entries: usize,
    /// The sum of the booked amounts, and that of the pending ones. `None` if it exceeds the range of a decimal.
    booked: Option<SmallDecimal>,
    pending: Option<SmallDecimal>,
}

impl StatedTotals {
    pub(super) const fn new(count: Option<(usize, Span)>) -> Self {
        let zero = Some(SmallDecimal::ZERO);
        Self { count, sum: None, entries: 0, booked: zero, pending: zero }
    }

    /// Adds an entry. A pending entry without an amount makes the sum of the pending amounts unknown.
    pub(super) fn add_entry(&mut self, status: &EntryStatus) {
        self.entries += 1;
        let (sum, amount) = match status {
            EntryStatus::Booked(amount) => (&mut self.booked, Some(amount)),
            EntryStatus::Pending(amount) => (&mut self.pending, amount.as_ref()),
        };
        *sum = sum.and_then(|sum| sum.checked_add(amount?.signed().into()));
    }

    /// Sets the sum that an item states, if it is readable: credits minus debits.
    pub(super) fn set_sum(&mut self, sum: Option<(Decimal, Span)>) {
        self.sum = sum.or(self.sum);
    }

    /// Reports what differs, and returns whether anything does. Nothing is compared if a row was rejected, and no sum if there are several
    /// accounts or currencies.
    pub(super) fn differ(&self, summary: &Summary, findings: &mut Collector<'_>) -> bool {
        let mut differs = false;
        if !summary.rejected.is_empty() {
            return differs;
        }
        if let Some((count, span)) = self.count.filter(|(count, _)| *count != self.entries) {
            let fault = Diagnostic::new(&rules::COUNT_DIFFERS, span).param("stated", count);
            findings.push(fault.param("found", self.entries));
            differs = true;
        }
        let with_pending = || self.booked?.checked_add(self.pending?);
        if let Some((sum, span)) = self.sum.filter(|_| summary.totals.len() <= 1) {
            let stated = Some(SmallDecimal::from(sum));
            // Some banks add pending bookings up too.
            if self.booked.is_some() && self.booked != stated && with_pending() != stated {
                findings.push(Diagnostic::new(&rules::SUM_DIFFERS, span));
                differs = true;
            }
        }
        differs
    }
}
