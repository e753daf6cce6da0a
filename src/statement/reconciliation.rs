use rust_decimal::Decimal;

use super::balance::{BalanceKind, BalanceStatus};
use super::cash_accounts::CashAccounts;
use super::comparisons::Comparisons;
use super::entry::{Entry, EntryAmount};
use super::metadata::{StatementMetadata, StatementOptions};
use super::rules;
use super::running_balances::{BalanceReport, BalancedRow, BalancedRowKind, RunningBalances, StatedBalances};
use super::totals::{Total, Totals};
use crate::report::{Cell, Collector, Diagnostic};
use crate::source::Span;
use crate::value::Date;

/// Reconciles the entries of a statement with its balances, and adds the entries up.
#[derive(Debug)]
pub(super) struct Reconciliation<'h> {
    metadata: &'h StatementMetadata,
    /// The opening balance that the caller gave.
    given_opening: Option<Decimal>,
    running_balances: RunningBalances,
    totals: Totals,
    /// The balances that items state.
    opening_balance: Option<(Decimal, Span)>,
    closing_balance: Option<(Decimal, Span)>,
}

impl<'h> Reconciliation<'h> {
    pub(super) fn new(metadata: &'h StatementMetadata, options: &StatementOptions<'_>) -> Self {
        Self {
            metadata,
            given_opening: options.opening_balance,
            running_balances: RunningBalances::new(metadata.row_order, metadata.balance_granularity),
            totals: Totals::default(),
            opening_balance: None,
            closing_balance: None,
        }
    }

    /// Sets the balance that an item states, which may be unreadable. Replaces an earlier balance of the same kind.
    pub(super) const fn set_stated_balance(&mut self, kind: BalanceKind, balance: Option<(Decimal, Span)>) {
        match kind {
            BalanceKind::Opening => self.opening_balance = balance,
            BalanceKind::Closing => self.closing_balance = balance,
        }
    }

    /// Follows the running balance through an entry.
    pub(super) fn add_entry(
        &mut self,
        entry: &Entry<'_>,
        cash_account: usize,
        amount: &EntryAmount,
        kind: BalancedRowKind,
    ) {
        let row = BalancedRow {
            amount: amount.signed(),
            balance: entry.balance.map(|(balance, span)| (balance, (span, entry.position.row))),
            kind,
            day: entry.dates.booking_date(),
            line: entry.position.line,
        };
        self.running_balances.add_row(cash_account, &entry.sub_account, row);
    }

    /// Adds a transaction to the totals.
    pub(super) fn add_transaction(&mut self, cash_account: usize, amount: &EntryAmount, day: Option<Date>) {
        self.totals.add_transaction(cash_account, amount, day);
    }

    /// Notes a row that can't be read, so that balances before it are not compared with balances after it.
    pub(super) fn add_unreadable_row(&mut self) {
        self.running_balances.add_unreadable_row();
    }

    /// Reports the balances that don't reconcile, and returns the totals and the status of all balances.
    pub(super) fn finish(
        self,
        cash_accounts: &CashAccounts<'_>,
        findings: &mut Collector<'_>,
    ) -> (Vec<Total>, BalanceStatus) {
        let opening = self.metadata.opening_balance.or(self.opening_balance);
        let closing = self.metadata.closing_balance.or(self.closing_balance);
        let stated = StatedBalances {
            opening: opening.map(|(balance, _)| balance).or(self.given_opening),
            closing: closing.map(|(balance, _)| balance),
        };
        let report = self.running_balances.finish(stated);
        let is_wrong = |agrees: Option<bool>| agrees == Some(false);
        let stated_breaks = usize::from(is_wrong(report.opening_agrees)) + usize::from(is_wrong(report.closing_agrees));
        let column = |row| Cell::new(row, self.metadata.balance_column.clone());
        let broken = |(span, row)| Diagnostic::new(&rules::BALANCE_BROKEN, span).cell(column(row));
        report.breaks.iter().for_each(|position| findings.push(broken(*position)));
        findings.count(&rules::BALANCE_BROKEN, report.broken - stated_breaks - report.breaks.len());
        if is_wrong(report.opening_agrees) {
            match (opening, report.oldest_balance) {
                (Some((_, span)), _) => findings.push(Diagnostic::new(&rules::BALANCE_BROKEN, span)),
                (None, position) => position.into_iter().for_each(|position| findings.push(broken(position))),
            }
        }
        if let (Some(false), Some((_, span))) = (report.closing_agrees, closing) {
            findings.push(Diagnostic::new(&rules::CLOSING_BALANCE, span));
        }
        let totals = self.totals.finish(cash_accounts, &report.accounts);
        let status = join_statuses(&totals, &report);
        (totals, status)
    }
}

/// Returns the status of the whole statement.
fn join_statuses(totals: &[Total], report: &BalanceReport) -> BalanceStatus {
    let all = |is: fn(&Comparisons) -> bool| report.accounts.iter().all(|account| is(&account.comparisons));
    if report.broken > 0 {
        BalanceStatus::Broken
    } else if all(|comparisons| comparisons.compared == 0) {
        BalanceStatus::None
    } else if all(|comparisons| !comparisons.has_unexported)
        && totals.iter().all(|total| total.balance_status == BalanceStatus::Proved)
    {
        BalanceStatus::Proved
    } else {
        BalanceStatus::Partly
    }
}
