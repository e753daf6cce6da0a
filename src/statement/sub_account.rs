use super::balance::{BalanceGranularity, RowOrder};
use super::balance_chain::{Chain, ChainRow};
use super::comparisons::Comparisons;
use super::day_check::DayTrend;
use super::small_decimal::SmallDecimal;

/// A part of an account with a running balance of its own, in both orders of the rows.
#[derive(Debug)]
pub(super) struct SubAccount {
    pub(super) cash_account: usize,
    pub(super) day_trend: DayTrend,
    pub(super) chains: ByOrder<ComparedChain>,
    /// The number of unreadable rows before its last row.
    pub(super) unreadable_rows: usize,
    /// The sum of the pending amounts without a balance. `None` if it exceeds the range of [`Decimal`].
    pub(super) pending: Option<SmallDecimal>,
}

/// The balances of a sub-account in one order, and what they say.
#[derive(Debug)]
pub(super) struct ComparedChain {
    pub(super) chain: Chain,
    pub(super) comparisons: Comparisons,
}

/// A value for each order of the rows.
#[derive(Debug)]
pub(super) struct ByOrder<T> {
    oldest_first: T,
    newest_first: T,
}

impl SubAccount {
    pub(super) fn new(cash_account: usize, granularity: BalanceGranularity) -> Self {
        Self {
            cash_account,
            day_trend: DayTrend::default(),
            chains: ByOrder::new(|order| ComparedChain::new(order, granularity)),
            unreadable_rows: 0,
            pending: Some(SmallDecimal::ZERO),
        }
    }

    /// Starts the chains again if rows that can't be read came since the last row.
    pub(super) fn break_off(&mut self, unreadable_rows: usize) {
        if self.unreadable_rows < unreadable_rows {
            self.unreadable_rows = unreadable_rows;
            self.chains.each(ComparedChain::break_off);
        }
    }
}

impl ComparedChain {
    fn new(order: RowOrder, granularity: BalanceGranularity) -> Self {
        Self {
            chain: Chain::new(order, granularity),
            comparisons: Comparisons::default(),
        }
    }

    #[inline]
    pub(super) fn add(&mut self, row: &ChainRow) {
        if let Some(compared) = self.chain.add(row) {
            self.comparisons.add_step(&compared);
        }
    }

    pub(super) fn break_off(&mut self) {
        self.comparisons.skip_unreadable(&self.chain.break_off());
    }

    pub(super) fn close_batch(&mut self) {
        if let Some(compared) = self.chain.close_batch() {
            self.comparisons.add_step(&compared);
        }
    }
}

impl<T> ByOrder<T> {
    fn new(value: impl Fn(RowOrder) -> T) -> Self {
        Self {
            oldest_first: value(RowOrder::OldestFirst),
            newest_first: value(RowOrder::NewestFirst),
        }
    }

    #[inline]
    pub(super) fn each(&mut self, mut change: impl FnMut(&mut T)) {
        change(&mut self.oldest_first);
        change(&mut self.newest_first);
    }

    pub(super) const fn get(&self, order: RowOrder) -> &T {
        match order {
            RowOrder::OldestFirst => &self.oldest_first,
            RowOrder::NewestFirst => &self.newest_first,
        }
    }

    pub(super) fn into_value(self, order: RowOrder) -> T {
        match order {
            RowOrder::OldestFirst => self.oldest_first,
            RowOrder::NewestFirst => self.newest_first,
        }
    }
}
