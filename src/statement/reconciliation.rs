use rust_decimal::Decimal;

use super::cash_accounts::CashAccounts;
use super::entry::{Entry, EntryAmount};
use super::metadata::StatementMetadata;
use super::rules;
use super::running_balances::{BalanceKind, BalanceStatus, BalancedRow, RunningBalances};
use super::totals::{Total, Totals};
use crate::report::{Cell, Collector, Diagnostic};
use crate::source::Span;
use crate::value::Date;

/// Reconciles the entries of a statement with its balances, and adds the entries up.
#[derive(Debug)]
pub(super) struct Reconciliation<'h> {
    metadata: &'h StatementMetadata,
    running_balances: RunningBalances,
    totals: Totals,
    /// The balances that items state.
    opening_balance: Option<(Decimal, Span)>,
    closing_balance: Option<(Decimal, Span)>,
}

impl<'h> Reconciliation<'h> {
    pub(super) fn new(metadata: &'h StatementMetadata) -> Self {
        let running_balances = RunningBalances::new(metadata.row_order, metadata.balance_granularity);
        Self { metadata, running_balances, totals: Totals::default(), opening_balance: None, closing_balance: None }
    }

    /// Sets the balance that an item states, which may be unreadable. Replaces an earlier balance of the same kind.
    pub(super) const fn set_stated_balance(&mut self, kind: BalanceKind, balance: Option<(Decimal, Span)>) {
        match kind {
            BalanceKind::Opening => self.opening_balance = balance,
            BalanceKind::Closing => self.closing_balance = balance,
        }
    }

    /// Follows the running balance through an entry.
    pub(super) fn add_entry(&mut self, entry: &Entry<'_>, cash_account: usize, amount: &EntryAmount, is_pending: bool) {
        let balance = entry.balance.map(|(balance, span)| (balance, (span, entry.position.row)));
        let account_balance = balance.map(|(balance, _)| balance).filter(|_| entry.sub_account.is_empty());
        // The bank's balances don't include a pending entry without a balance.
        let is_counted = !is_pending || balance.is_some();
        let amount = amount.signed();
        self.totals.add_entry(cash_account, amount, account_balance, is_counted);
        let row = BalancedRow { amount, balance, is_pending };
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

    /// Reports the balances that don't reconcile, and returns the totals and the status of the balances.
    pub(super) fn finish(
        mut self,
        cash_accounts: &CashAccounts<'_>,
        findings: &mut Collector<'_>,
    ) -> (Vec<Total>, BalanceStatus) {
        let breaks = self.running_balances.breaks();
        for (span, row) in breaks {
            let cell = Cell::new(*row, self.metadata.balance_column.clone());
            findings.push(Diagnostic::new(&rules::BALANCE_BROKEN, *span).cell(cell));
        }
        findings.count(&rules::BALANCE_BROKEN, self.running_balances.comparisons().broken - breaks.len());
        self.check_stated_balances(cash_accounts, findings);
        (self.totals(cash_accounts), self.running_balances.status())
    }

    /// Checks the opening and closing balance that the statement states: together against the sum of the entries, or a single balance against
    /// the running balance.
    fn check_stated_balances(&mut self, cash_accounts: &CashAccounts<'_>, findings: &mut Collector<'_>) {
        let opening = self.metadata.opening_balance.or(self.opening_balance);
        let closing = self.metadata.closing_balance.or(self.closing_balance);
        if let (Some((opening, _)), Some((closing, span))) = (opening, closing) {
            if self.running_balances.check_closing_balance(opening, closing) == Some(false) {
                findings.push(Diagnostic::new(&rules::CLOSING_BALANCE, span));
            }
        } else if let [total] = self.totals(cash_accounts).as_slice() {
            for (stated, running) in [(opening, total.opening_balance), (closing, total.closing_balance)] {
                if let (Some((stated, span)), Some(running)) = (stated, running) {
                    self.running_balances.note_stated_balance(stated == running);
                    if stated != running {
                        findings.push(Diagnostic::new(&rules::BALANCE_BROKEN, span));
                    }
                }
            }
        }
    }

    /// Returns the totals, given the balances that were compared so far.
    fn totals(&self, cash_accounts: &CashAccounts<'_>) -> Vec<Total> {
        let balances = &self.running_balances;
        self.totals.finish(cash_accounts, balances.order(), balances.is_reliable(), &balances.account_statuses())
    }
}
