use std::collections::HashMap;

use rust_decimal::Decimal;

use super::balance::{BalanceGranularity, RowOrder};
use super::balance_break::BrokenBalance;
use super::balance_chain::{BalancePosition, ChainRow};
use super::balance_report::{AccountBalances, BalanceReport, StatedBalances};
use super::comparisons::{Comparisons, MAX_RANGES};
use super::day_check::DayTrend;
use super::sub_account::{ComparedChain, SubAccount};
use crate::source::bytes_equal;
use crate::value::Date;

/// The values of a row that the balances need.
#[derive(Debug, Clone, Copy)]
pub(super) struct BalancedRow {
    /// Positive for a credit, negative for a debit.
    pub(super) amount: Decimal,
    pub(super) balance: Option<(Decimal, BalancePosition)>,
    pub(super) kind: BalancedRowKind,
    pub(super) day: Option<Date>,
    pub(super) line: usize,
}

/// What becomes of a row with an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BalancedRowKind {
    /// It becomes a transaction.
    Exported,
    /// It is not booked yet.
    Pending,
    /// It is booked, but moves no money.
    Empty,
}

/// Follows the running balance of each account through the rows.
///
/// Both orders of the rows are followed. At the end, the order of the dates of the sub-account is used, or that of all sub-accounts. If no dates show
/// it, the order with fewer broken balances is used, or if they have equally many, the order that the format declares.
#[derive(Debug, Default)]
pub(super) struct RunningBalances {
    declared_order: RowOrder,
    granularity: BalanceGranularity,
    /// The sub-accounts of each cash account. Each sub-account has its own running balance.
    sub_accounts: Vec<SubAccount>,
    /// The index of each sub-account, by cash account and name.
    indexes: HashMap<(usize, String), usize>,
    /// The sub-account of the previous row, which most rows share.
    previous: Option<(usize, String, usize)>,
    /// The number of unreadable rows. After an unreadable row, sums are incomplete and balances are followed from the start.
    unreadable_rows: usize,
}

impl RunningBalances {
    pub(super) fn new(declared_order: RowOrder, granularity: BalanceGranularity) -> Self {
        Self {
            declared_order,
            granularity,
            ..Self::default()
        }
    }

    /// Whether there was no row, not even one that can't be read.
    pub(super) fn is_empty(&self) -> bool {
        self.sub_accounts.is_empty() && self.unreadable_rows == 0
    }

    /// Adds the next row of a sub-account.
    pub(super) fn add_row(&mut self, cash_account: usize, sub_account: &str, row: BalancedRow) {
        let index = self.index_of(cash_account, sub_account);
        let Self {
            sub_accounts,
            unreadable_rows,
            ..
        } = self;
        let Some(account) = sub_accounts.get_mut(index) else {
            return;
        };
        account.break_off(*unreadable_rows);
        if let Some(day) = row.day {
            account.day_trend.add(day);
        }
        let amount = row.amount.into();
        // The bank's balances don't include a pending entry without a balance.
        if row.kind == BalancedRowKind::Pending && row.balance.is_none() {
            account.pending = account.pending.and_then(|sum| sum.checked_add(amount));
            return;
        }
        let row = ChainRow {
            amount,
            balance: row
                .balance
                .map(|(balance, position)| (balance.into(), position)),
            is_exported: row.kind == BalancedRowKind::Exported,
            line: row.line,
        };
        account.chains.each(|chain| chain.add(&row));
    }

    /// Returns the index of a sub-account, and adds the sub-account if it is new.
    fn index_of(&mut self, cash_account: usize, sub_account: &str) -> usize {
        match &self.previous {
            Some((previous, name, index))
                if *previous == cash_account
                    && bytes_equal(name.as_bytes(), sub_account.as_bytes()) =>
            {
                return *index;
            }
            _ => {}
        }
        let next = self.sub_accounts.len();
        let index = *self
            .indexes
            .entry((cash_account, sub_account.to_owned()))
            .or_insert(next);
        if index == next {
            self.sub_accounts
                .push(SubAccount::new(cash_account, self.granularity));
        }
        self.previous = Some((cash_account, sub_account.to_owned(), index));
        index
    }

    /// Notes a row that can't be read, so that balances before it are not compared with balances after it.
    pub(super) fn add_unreadable_row(&mut self) {
        self.unreadable_rows += 1;
    }

    /// Compares the last balances, and the balances that the statement states.
    pub(super) fn finish(mut self, stated: StatedBalances) -> BalanceReport {
        for account in &mut self.sub_accounts {
            account.break_off(self.unreadable_rows);
            account.chains.each(ComparedChain::close_batch);
        }
        let shared_order = self.shared_order();
        // The balances that the statement states are those of its only account.
        let stated = if self.sub_accounts.len() == 1 {
            stated
        } else {
            StatedBalances::default()
        };
        let count = self
            .sub_accounts
            .iter()
            .map(|account| account.cash_account + 1)
            .max()
            .unwrap_or_default();
        let mut report = BalanceReport {
            stated_account: count.saturating_sub(1),
            accounts: vec![AccountBalances::default(); count],
            ..BalanceReport::default()
        };
        for account in self.sub_accounts {
            let order = account.day_trend.order().unwrap_or(shared_order);
            let ComparedChain {
                chain,
                mut comparisons,
            } = account.chains.into_value(order);
            let [opening, closing] = chain.into_ends().compare_with_stated(
                stated,
                account.pending,
                order,
                &mut comparisons,
                &mut report,
            );
            // The next statement may begin without the row that is not exported.
            let closing = closing.filter(|_| !comparisons.has_unexported);
            report.broken += comparisons.broken;
            let breaks = std::mem::take(&mut comparisons.breaks).into_iter();
            report
                .breaks
                .extend(breaks.map(|(position, found)| BrokenBalance {
                    cash_account: account.cash_account,
                    position,
                    order,
                    found,
                }));
            if let Some(all) = report.accounts.get_mut(account.cash_account) {
                all.comparisons.merge(comparisons);
                all.sub_accounts += 1;
                let is_reliable = all.sub_accounts == 1 && self.unreadable_rows == 0;
                [all.opening, all.closing] = [opening, closing]
                    .map(|balance| balance.filter(|_| is_reliable).map(Decimal::from));
            }
        }
        report
            .breaks
            .sort_unstable_by_key(|broken| broken.position.1);
        report.breaks.truncate(MAX_RANGES);
        if report.broken > 0 {
            for account in &mut report.accounts {
                (account.opening, account.closing) = (None, None);
            }
        }
        report
    }

    /// Returns the order of the rows of a sub-account whose dates show none: that of the other sub-accounts. If they show none either, the declared
    /// order, unless the reverse order has fewer broken balances.
    fn shared_order(&self) -> RowOrder {
        let mut all = DayTrend::default();
        for account in &self.sub_accounts {
            all.merge(&account.day_trend);
        }
        if let Some(order) = all.order() {
            return order;
        }
        let reverse_order = match self.declared_order {
            RowOrder::OldestFirst => RowOrder::NewestFirst,
            RowOrder::NewestFirst => RowOrder::OldestFirst,
        };
        let count = |order, of: fn(&Comparisons) -> usize| -> usize {
            self.sub_accounts
                .iter()
                .map(|account| of(&account.chains.get(order).comparisons))
                .sum()
        };
        let broken = |order| count(order, |comparisons| comparisons.broken);
        let compared = count(reverse_order, |comparisons| comparisons.compared);
        let is_reversed = compared > 0 && broken(reverse_order) < broken(self.declared_order);
        if is_reversed {
            reverse_order
        } else {
            self.declared_order
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;
    use crate::statement::balance::BalanceStatus;

    const NOTHING: StatedBalances = StatedBalances {
        opening: None,
        closing: None,
    };

    fn stated(opening: i64, closing: i64) -> StatedBalances {
        StatedBalances {
            opening: Some(opening.into()),
            closing: Some(closing.into()),
        }
    }

    /// Returns a row of a day, an amount and a balance, such as `3 10 110`. A balance of `-` is missing, and an amount with `p` before it is pending.
    fn row(text: &str, index: usize) -> BalancedRow {
        let [day, amount, balance] = text.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{text}")
        };
        BalancedRow {
            amount: amount.trim_start_matches('p').parse().unwrap(),
            balance: balance
                .parse()
                .ok()
                .map(|balance| (balance, (Span::at(index), index))),
            kind: if amount.starts_with('p') {
                BalancedRowKind::Pending
            } else {
                BalancedRowKind::Exported
            },
            day: Date::parse(&format!("2026-03-{day:0>2}")).ok(),
            line: index + 1,
        }
    }

    /// Adds rows of one account. The row `?` can't be read.
    fn follow(
        granularity: BalanceGranularity,
        rows: &[&str],
        stated: StatedBalances,
    ) -> BalanceReport {
        let mut balances = RunningBalances::new(RowOrder::NewestFirst, granularity);
        for (index, text) in rows.iter().enumerate() {
            if *text == "?" {
                balances.add_unreadable_row();
            } else {
                balances.add_row(0, "", row(text, index));
            }
        }
        balances.finish(stated)
    }

    /// Returns the status, the number of confirmed transactions, and the lines and reasons of the others.
    fn found(
        rows: &[&str],
        stated: StatedBalances,
    ) -> (BalanceStatus, usize, Vec<(usize, usize, &'static str)>) {
        let report = follow(BalanceGranularity::PerRow, rows, stated);
        let exported = rows
            .iter()
            .filter(|row| row.contains(' ') && !row.contains('p'))
            .count();
        let comparisons = report
            .accounts
            .first()
            .map(|account| account.comparisons.clone())
            .unwrap_or_default();
        let unconfirmed = comparisons
            .unconfirmed
            .iter()
            .map(|rows| (rows.first_line, rows.last_line, rows.reason.as_str()));
        (
            comparisons.status(exported),
            comparisons.confirmed,
            unconfirmed.collect(),
        )
    }

    #[test]
    fn the_oldest_rows_need_an_opening_balance() {
        let forward = ["1 10 110", "2 -5 105", "3 1 -", "4 2 108"];
        let oldest = vec![(1, 1, "no-opening-balance")];
        assert_eq!(found(&forward, NOTHING), (BalanceStatus::Partly, 3, oldest));
        let opening = StatedBalances {
            opening: Some(100.into()),
            closing: None,
        };
        assert_eq!(found(&forward, opening), (BalanceStatus::Proved, 4, vec![]));
        let backward = ["4 2 108", "3 1 -", "2 -5 105", "1 10 110"];
        assert_eq!(
            found(&backward, opening),
            (BalanceStatus::Proved, 4, vec![])
        );
        assert_eq!(
            found(&backward, NOTHING),
            (BalanceStatus::Partly, 3, vec![(4, 4, "no-opening-balance")])
        );
    }

    #[test]
    fn rows_after_the_last_balance_need_a_closing_balance() {
        let forward = ["1 10 110", "2 -5 -"];
        assert_eq!(
            found(&forward, stated(100, 105)),
            (BalanceStatus::Proved, 2, vec![])
        );
        let opening = StatedBalances {
            opening: Some(100.into()),
            closing: None,
        };
        assert_eq!(
            found(&forward, opening),
            (BalanceStatus::Partly, 1, vec![(2, 2, "no-closing-balance")])
        );
        assert_eq!(found(&forward, stated(100, 106)).0, BalanceStatus::Broken);
    }

    #[test]
    fn stated_balances_prove_rows_without_balances() {
        assert_eq!(
            found(&["1 10 -", "2 -5 -"], stated(100, 105)),
            (BalanceStatus::Proved, 2, vec![])
        );
        assert_eq!(
            found(&["1 10 -", "2 -5 -"], stated(100, 106)).0,
            BalanceStatus::Broken
        );
        assert_eq!(found(&["1 10 -", "2 -5 -"], NOTHING).0, BalanceStatus::None);
        assert_eq!(found(&["1 10 110"], NOTHING).0, BalanceStatus::None);
        assert_eq!(
            found(&["1 10 -", "?", "2 -5 -"], stated(100, 106)).0,
            BalanceStatus::None
        );
    }

    #[test]
    fn follows_the_order_of_the_dates_only() {
        // The balances agree in the reverse order only.
        let reverse = ["6 500 71500", "5 500 72000", "4 500 72500"];
        assert_eq!(found(&reverse, NOTHING).0, BalanceStatus::Broken);
        // Without a change of day, the order that agrees is used.
        let one_day = ["4 500 71500", "4 500 72000", "4 500 72500"];
        assert_eq!(
            found(&one_day, NOTHING),
            (BalanceStatus::Partly, 2, vec![(1, 1, "no-opening-balance")])
        );
    }

    #[test]
    fn each_account_has_its_own_order() {
        // Below the rows of an account, those of the next begin with other days.
        let rows = [
            "4 10 120", "3 10 110", "1 5 25", "1 5 20", "9 7 77", "8 7 70",
        ];
        let mut balances = RunningBalances::new(RowOrder::OldestFirst, BalanceGranularity::PerRow);
        for (index, text) in rows.iter().enumerate() {
            balances.add_row(index / 2, "", row(text, index));
        }
        let report = balances.finish(NOTHING);
        assert_eq!(
            (
                report.broken,
                report
                    .accounts
                    .iter()
                    .map(|account| account.comparisons.confirmed)
                    .collect()
            ),
            (0, vec![1, 1, 1])
        );
    }

    #[test]
    fn reports_the_balance_that_does_not_follow() {
        let breaks = |rows: &[&str]| -> Vec<usize> {
            let report = follow(BalanceGranularity::PerRow, rows, NOTHING);
            report
                .breaks
                .iter()
                .map(|broken| broken.position.0.start)
                .collect()
        };
        assert_eq!(breaks(&["1 10 110", "2 -5 106", "3 1 107"]), [1]);
        assert_eq!(breaks(&["3 1 107", "2 -5 106", "1 10 110"]), [1]);
    }

    #[test]
    fn a_pending_row_in_the_balances_leaves_the_proof_incomplete() {
        let counted = ["3 -3 104", "2 p-3 107", "1 10 110"];
        assert_eq!(
            found(&counted, stated(100, 104)),
            (BalanceStatus::Partly, 2, vec![])
        );
        // Without a balance, the bank's balances don't include it.
        let uncounted = ["3 p-3 -", "2 -3 107", "1 10 110"];
        assert_eq!(
            found(&uncounted, stated(100, 107)),
            (BalanceStatus::Proved, 2, vec![])
        );
        // A closing balance may include it.
        assert_eq!(
            found(&["3 p-3 -", "2 -3 -"], stated(100, 97)),
            (BalanceStatus::Proved, 1, vec![])
        );
        assert_eq!(
            found(&["3 p-3 -", "2 -3 -"], stated(100, 94)).0,
            BalanceStatus::Partly
        );
    }

    #[test]
    fn rows_beside_an_unreadable_row_are_not_confirmed() {
        let rows = ["1 10 110", "2 1 111", "?", "4 1 113", "5 1 114"];
        let unconfirmed = vec![(4, 4, "unreadable-row")];
        let opening = StatedBalances {
            opening: Some(100.into()),
            closing: None,
        };
        assert_eq!(
            found(&rows, opening),
            (BalanceStatus::Partly, 3, unconfirmed)
        );
        let backward = ["5 1 114", "4 1 113", "?", "2 1 111", "1 10 110"];
        assert_eq!(
            found(&backward, opening),
            (BalanceStatus::Partly, 3, vec![(2, 2, "unreadable-row")])
        );
    }

    #[test]
    fn follows_balances_of_batches() {
        let backward = [
            "3 -1475 19496",
            "3 -100 19496",
            "2 -3400 21071",
            "2 -150 21071",
            "1 274 24621",
        ];
        let counts = |rows: &[&str]| {
            let report = follow(BalanceGranularity::PerBatch, rows, NOTHING);
            let counts = &report.accounts[0].comparisons;
            (counts.broken, counts.compared, counts.confirmed)
        };
        assert_eq!(counts(&backward), (0, 2, 4));
        let mut forward = backward;
        forward.reverse();
        assert_eq!(counts(&forward), (0, 2, 4));
        forward[2] = "2 -3401 21071";
        assert_eq!(counts(&forward), (1, 2, 2));
    }
}
