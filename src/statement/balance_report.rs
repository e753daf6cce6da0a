use rust_decimal::Decimal;

use super::balance::{RowOrder, UnconfirmedReason};
use super::balance_break::{Break, BrokenBalance};
use super::balance_chain::{Agreement, BalancePosition, Ends, Step};
use super::comparisons::Comparisons;
use super::small_decimal::SmallDecimal;

/// The balances that a statement states for its only account.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct StatedBalances {
    pub(super) opening: Option<Decimal>,
    pub(super) closing: Option<Decimal>,
}

/// What the balances of a statement say, in the order of its rows.
#[derive(Debug, Default)]
pub(super) struct BalanceReport {
    /// The first broken balances, and how many there are.
    pub(super) breaks: Vec<BrokenBalance>,
    pub(super) broken: usize,
    /// What was found for the stated opening and closing balance; `None` if they were not compared.
    pub(super) opening: Option<StatedComparison>,
    /// The position of the balance that the opening balance was compared with.
    pub(super) oldest_balance: Option<BalancePosition>,
    pub(super) closing: Option<StatedComparison>,
    /// The cash account of the stated balances.
    pub(super) stated_account: usize,
    /// What was found for each cash account, by index.
    pub(super) accounts: Vec<AccountBalances>,
}

/// Whether a stated balance agrees with the rows of the only account.
#[derive(Debug, Clone, Copy)]
pub(super) enum StatedComparison {
    Agrees,
    Differs(Break),
}

/// What the balances of a cash account say.
#[derive(Debug, Default, Clone)]
pub(super) struct AccountBalances {
    pub(super) comparisons: Comparisons,
    pub(super) sub_accounts: usize,
    /// The balance before the oldest and after the newest row, if it can be relied on.
    pub(super) opening: Option<Decimal>,
    pub(super) closing: Option<Decimal>,
}

impl StatedComparison {
    /// Creates the comparison of rows at an end. `neighbour` says whether the balances beside them agree.
    const fn new(
        step: &Step,
        agreement: Agreement,
        neighbour: Option<bool>,
        is_complete: bool,
    ) -> Self {
        let Agreement::Differs(difference) = agreement else {
            return Self::Agrees;
        };
        Self::Differs(Break {
            step: *step,
            difference,
            neighbours: [None, neighbour],
            is_complete,
        })
    }
}

impl Ends {
    /// Compares the rows at both ends with the stated balances. Returns the opening and the closing balance, if known.
    pub(super) fn compare_with_stated(
        &self,
        stated: StatedBalances,
        pending: Option<SmallDecimal>,
        order: RowOrder,
        comparisons: &mut Comparisons,
        report: &mut BalanceReport,
    ) -> [Option<SmallDecimal>; 2] {
        let [opening, closing] =
            [stated.opening, stated.closing].map(|balance| balance.map(SmallDecimal::from));
        let (mut oldest_agrees, mut newest_agrees) =
            (comparisons.first_agrees, comparisons.last_agrees);
        if order == RowOrder::NewestFirst {
            std::mem::swap(&mut oldest_agrees, &mut newest_agrees);
        }
        let has_pending = pending != Some(SmallDecimal::ZERO);
        match (self.whole, opening, closing) {
            (Some(step), Some(opening), Some(closing)) => {
                let agreement = step.compare(opening, closing, pending);
                let is_complete = !has_pending && !step.has_skipped;
                let found = StatedComparison::new(&step, agreement, None, is_complete);
                comparisons.add(&step, agreement);
                report.closing = Some(found);
            }
            (Some(step), ..) => comparisons.skip(&step, UnconfirmedReason::NoBalance),
            (None, ..) => {}
        }
        match (self.oldest, opening) {
            (Some((step, (after, position))), Some(opening)) => {
                let agreement = step.compare(opening, after, None);
                let is_complete = !self.has_unreadable && !step.has_skipped;
                let found = StatedComparison::new(&step, agreement, oldest_agrees, is_complete);
                comparisons.add(&step, agreement);
                report.opening = Some(found);
                report.oldest_balance = Some(position);
            }
            (Some((step, _)), None) => {
                // The balance of a row that becomes no transaction confirms nothing, as the row may have lost its amount.
                comparisons.has_unexported |= step.has_skipped && step.exported == 0;
                comparisons.skip(&step, UnconfirmedReason::NoOpeningBalance);
            }
            (None, _) => {}
        }
        match (self.newest, closing) {
            (Some((step, (before, _))), Some(closing)) => {
                let agreement = step.compare(before, closing, pending);
                let is_complete = !has_pending && !self.has_unreadable && !step.has_skipped;
                let found = StatedComparison::new(&step, agreement, newest_agrees, is_complete);
                comparisons.add(&step, agreement);
                report.closing = Some(found);
            }
            (Some((step, _)), None) => comparisons.skip(&step, UnconfirmedReason::NoClosingBalance),
            (None, _) => {}
        }
        [
            self.oldest
                .and_then(|(step, (after, _))| step.balance_before(after))
                .or(opening),
            self.newest
                .and_then(|(step, (before, _))| step.balance_after(before))
                .or(closing),
        ]
    }
}
