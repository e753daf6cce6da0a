//! The totals that a statement states about its entries.

use rust_decimal::Decimal;

use super::field::{CamtField, parse_decimal, unreadable};
use crate::report::Collector;
use crate::source::Span;
use crate::statement::{MessageTotals, StatedSums, Sums};

/// The totals of a statement so far.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// The number of all entries.
    pub(super) count: Option<(usize, Span)>,
    credits: Option<(Decimal, Span)>,
    debits: Option<(Decimal, Span)>,
    others: MessageTotals,
    /// Whether the net amount is that of debits.
    is_net_debit: Option<bool>,
}

impl Totals {
    /// Sets the total in an element, if it is one. A total that can't be read is reported.
    pub(super) fn set(
        &mut self,
        field: CamtField,
        text: &str,
        span: Span,
        findings: &mut Collector<'_>,
    ) {
        if text.is_empty() {
            return;
        }
        let mut count = || {
            let count = text.parse().ok();
            if count.is_none() {
                findings.push(unreadable(span, "a number"));
            }
            count.map(|count| (count, span))
        };
        match field {
            CamtField::EntryCount => self.count = count(),
            CamtField::CreditCount => self.others.credit_count = count(),
            CamtField::DebitCount => self.others.debit_count = count(),
            CamtField::CreditSum => self.credits = sum(text, span, findings),
            CamtField::DebitSum => self.debits = sum(text, span, findings),
            CamtField::TotalSum => self.others.sum = sum(text, span, findings),
            CamtField::NetAmount => self.others.net = sum(text, span, findings),
            CamtField::NetDirection => self.is_net_debit = Some(text == "DBIT"),
            _ => {}
        }
    }

    /// Returns the sums of credits and debits.
    pub(super) fn sums(&self) -> Option<StatedSums> {
        let (_, span) = self.credits.or(self.debits)?;
        let [credits, debits] = [self.credits, self.debits].map(|sum| sum.map(|(sum, _)| sum));
        Some(StatedSums {
            sums: Sums::ByDirection { credits, debits },
            span,
        })
    }

    /// Returns the other totals.
    pub(super) fn others(&self) -> MessageTotals {
        let mut others = self.others;
        others.is_net_debit = self.is_net_debit;
        others
    }
}

/// Parses a sum. Some banks write the sum of the debits, or a net amount, as negative.
fn sum(text: &str, span: Span, findings: &mut Collector<'_>) -> Option<(Decimal, Span)> {
    let sum = parse_decimal(text.trim_start_matches('-'));
    if sum.is_none() {
        findings.push(unreadable(span, "an amount"));
    }
    sum.map(|sum| (sum, span))
}
