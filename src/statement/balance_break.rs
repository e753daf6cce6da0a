use std::ops::Range;

use super::balance::{BalanceGranularity, RowOrder};
use super::balance_chain::{BalancePosition, Step};
use super::issued::StatementEntry;
use super::repair::{Repair, Repairs, find_rows};
use super::small_decimal::SmallDecimal;
use crate::value::{Currency, format_signed_amount};

/// What is written for a difference that exceeds the range of a decimal, or of two currencies.
pub(super) const UNKNOWN_DIFFERENCE: &str = "?";

/// Rows between two balances that they don't explain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Break {
    pub(super) step: Step,
    /// What the later balance has more than the earlier one and the rows give. `None` if it exceeds the range of a decimal.
    pub(super) difference: Option<SmallDecimal>,
    /// Whether the balances above and below these rows agree. `None` if they were not compared.
    pub(super) neighbours: [Option<bool>; 2],
    /// Whether all rows between the balances are known and become transactions.
    pub(super) is_complete: bool,
}

/// A balance that does not follow from the one before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct BrokenBalance {
    pub(super) cash_account: usize,
    pub(super) position: BalancePosition,
    pub(super) order: RowOrder,
    pub(super) found: Break,
}

impl Break {
    /// Returns what the rows lack, such as `-12.50`.
    pub(super) fn describe_difference(&self, currency: Option<Currency>) -> String {
        let minor_units = currency.and_then(Currency::minor_units);
        self.difference
            .map_or(UNKNOWN_DIFFERENCE.to_owned(), |difference| {
                format_signed_amount(difference.into(), minor_units)
            })
    }

    /// Returns the only change of a row after which the balances agree. A break beside another one has another reason, such as a wrong balance.
    pub(super) fn find_repair(&self, entries: &[StatementEntry]) -> Option<Repair> {
        let is_single = !self.neighbours.contains(&Some(false));
        let rows = self
            .rows(entries)
            .filter(|_| is_single && self.is_complete)?;
        Repairs::search(entries, rows, self.difference?.into()).only()
    }

    /// Returns the rows between which one is missing. None is if any change of the rows that are there makes the balances agree, or if a balance may be wrong.
    pub(super) fn find_missing(
        &self,
        entries: &[StatementEntry],
        order: RowOrder,
        granularity: BalanceGranularity,
    ) -> Option<Repair> {
        let are_balances_right = self.neighbours == [Some(true); 2];
        let rows = self
            .rows(entries)
            .filter(|_| are_balances_right && self.is_complete)?;
        let (before, last) = (rows.start.checked_sub(1), rows.end.checked_sub(1)?);
        let between = match (granularity, order) {
            (BalanceGranularity::PerRow, RowOrder::OldestFirst) => [before?, last],
            (BalanceGranularity::PerRow, RowOrder::NewestFirst) => [rows.start, rows.end],
            (BalanceGranularity::PerBatch, _) => [before?, rows.end],
        };
        let repairs = Repairs::search(entries, rows, self.difference?.into());
        let is_known = between.iter().all(|row| *row < entries.len());
        (repairs == Repairs::None && is_known).then_some(Repair::Missing { rows: between })
    }

    /// Returns the indexes of the rows. `None` if rows of another part of the account lie between them.
    fn rows(&self, entries: &[StatementEntry]) -> Option<Range<usize>> {
        let Step {
            lines, exported, ..
        } = self.step;
        let range = find_rows(entries, lines, exported)?;
        let rows = entries.get(range.clone())?;
        let sum = rows.iter().try_fold(SmallDecimal::ZERO, |sum, entry| {
            sum.checked_add(entry.amount.into())
        });
        (sum == self.step.sum).then_some(range)
    }
}
