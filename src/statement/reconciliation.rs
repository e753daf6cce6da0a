use rust_decimal::Decimal;

use super::balance::{BalanceKind, BalanceStatus, RowOrder, StatedBalance};
use super::balance_break::{Break, BrokenBalance, UNKNOWN_DIFFERENCE};
use super::balance_report::{BalanceReport, StatedBalances, StatedComparison};
use super::cash_accounts::CashAccounts;
use super::comparisons::Comparisons;
use super::entry::{CurrencyCode, Entry, EntryAmount};
use super::issued::StatementEntry;
use super::metadata::{StatementMetadata, StatementOptions};
use super::repair::{Repair, name_row};
use super::rules;
use super::running_balances::{BalancedRow, BalancedRowKind, RunningBalances};
use super::totals::{Total, Totals};
use crate::report::{CellPosition, Collector, Diagnostic};
use crate::source::Span;
use crate::value::{Currency, format_signed_amount};

/// What to do about a closing balance that doesn't follow.
const CUT_EXPORT: &str =
    "; the export may be incomplete, since some banks cut it off at a number of rows";
const TURNED_REVERSAL: &str =
    "; some banks write a reversal with the direction of the booking that it takes back";

/// What was found in the rows of a statement.
pub(super) struct Reconciled {
    /// The totals of each account and currency with transactions.
    pub(super) totals: Vec<Total>,
    /// The transactions of each of them.
    pub(super) entries: Vec<Vec<StatementEntry>>,
    /// The status of all balances.
    pub(super) status: BalanceStatus,
}

/// Reconciles the entries of a statement with its balances, and adds the entries up.
#[derive(Debug)]
pub(super) struct Reconciliation<'h> {
    metadata: &'h StatementMetadata,
    /// The opening balance that the caller gave.
    given_opening: Option<Decimal>,
    running_balances: RunningBalances,
    totals: Totals,
    /// The balances that items state.
    opening_balance: Option<StatedBalance>,
    closing_balance: Option<StatedBalance>,
}

impl<'h> Reconciliation<'h> {
    pub(super) fn new(metadata: &'h StatementMetadata, options: &StatementOptions<'_>) -> Self {
        Self {
            metadata,
            given_opening: options.opening_balance,
            running_balances: RunningBalances::new(
                metadata.row_order,
                metadata.balance_granularity,
            ),
            totals: Totals::default(),
            opening_balance: None,
            closing_balance: None,
        }
    }

    /// Sets the balance that an item states, which may be unreadable. Of several balances of a kind, the outermost counts: a booking that has lost its amount
    /// looks like one.
    pub(super) fn set_stated_balance(&mut self, kind: BalanceKind, balance: Option<StatedBalance>) {
        let is_oldest_first = self.metadata.row_order == RowOrder::OldestFirst;
        let (known, is_first_outermost) = match kind {
            BalanceKind::Opening => (&mut self.opening_balance, is_oldest_first),
            BalanceKind::Closing => (&mut self.closing_balance, !is_oldest_first),
        };
        // That of another currency is of another account.
        let is_same_account = known
            .is_some_and(|known| balance.is_none_or(|balance| known.currency == balance.currency));
        if !(is_first_outermost && is_same_account) {
            *known = balance;
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
            balance: entry
                .balance
                .map(|(balance, span)| (balance, (span, entry.position.row))),
            kind,
            day: entry.dates.booking_date(),
            line: entry.position.line,
        };
        self.running_balances
            .add_row(cash_account, &entry.sub_account, row);
    }

    /// Adds a transaction to the totals.
    pub(super) fn add_transaction(
        &mut self,
        cash_account: usize,
        amount: &EntryAmount,
        entry: StatementEntry,
    ) {
        self.totals.add_transaction(cash_account, amount, entry);
    }

    /// Returns the balances that the statement states apart from its entries.
    pub(super) fn stated_balances(&self) -> [Option<StatedBalance>; 2] {
        [
            self.metadata.opening_balance.or(self.opening_balance),
            self.metadata.closing_balance.or(self.closing_balance),
        ]
    }

    /// Notes a row that can't be read, so that balances before it are not compared with balances after it.
    pub(super) fn add_unreadable_row(&mut self) {
        self.running_balances.add_unreadable_row();
    }

    /// Notes a rejected row, of any cash account if its own is unknown.
    pub(super) fn add_rejected_row(&mut self, cash_account: Option<usize>) {
        self.running_balances.add_unreadable_row();
        match cash_account {
            Some(cash_account) => self.totals.add_rejected(cash_account),
            None => self.totals.set_doubtful(),
        }
    }

    /// Notes that the statement lacks or repeats a part, so that its balances prove nothing.
    pub(super) const fn set_doubtful(&mut self) {
        self.totals.set_doubtful();
    }

    /// Reports the balances that don't reconcile.
    pub(super) fn finish(
        &mut self,
        cash_accounts: &CashAccounts<'_>,
        findings: &mut Collector<'_>,
    ) -> Reconciled {
        let mut contradicts_currency = false;
        let mut read = |stated: Option<StatedBalance>| {
            let stated = stated?;
            // With several cash accounts, nobody can tell which of them it is about.
            let contradicts = |only: &CurrencyCode<'_>| {
                stated.currency.is_some() && stated.currency != only.known()
            };
            if cash_accounts.only_currency().is_some_and(contradicts) {
                contradicts_currency = true;
                let fault = Diagnostic::new(&rules::CURRENCY_DIFFERS, stated.span);
                findings.push(fault.param("used", "that of the bookings"));
                return None;
            }
            Some(stated)
        };
        let [opening, closing] = self.stated_balances().map(&mut read);
        let stated = StatedBalances {
            opening: opening.map(|stated| stated.balance).or(self.given_opening),
            closing: closing.map(|stated| stated.balance),
        };
        if self.running_balances.is_empty()
            && let (Some(before), Some(after)) = (opening, closing)
        {
            let is_same = before.balance == after.balance && before.currency == after.currency;
            if !is_same {
                let difference = describe_difference(&before, &after);
                let fault = Diagnostic::new(&rules::CLOSING_BALANCE, after.span);
                let fault = fault.param("difference", difference);
                let fault = fault.param("advice", CUT_EXPORT);
                findings.push(fault.param("repair", ""));
            }
            return Reconciled {
                totals: Vec::new(),
                entries: Vec::new(),
                status: if is_same {
                    BalanceStatus::Proved
                } else {
                    BalanceStatus::Broken
                },
            };
        }
        let report = std::mem::take(&mut self.running_balances).finish(stated);
        self.report_breaks(&report, [opening, closing], cash_accounts, findings);
        if let Some((span, reason)) = self
            .given_opening
            .and_then(|given| self.unused_opening(given, opening, &report))
        {
            findings
                .push(Diagnostic::new(&rules::GIVEN_OPENING_UNUSED, span).param("reason", reason));
        }
        let (mut totals, entries) = self.totals.finish(cash_accounts, &report.accounts);
        if contradicts_currency {
            for total in &mut totals {
                total.balance_status = BalanceStatus::Broken;
            }
        }
        let status = if contradicts_currency {
            BalanceStatus::Broken
        } else {
            join_statuses(&totals, &report)
        };
        Reconciled {
            totals,
            entries,
            status,
        }
    }

    /// Reports the balances that don't follow.
    fn report_breaks(
        &self,
        report: &BalanceReport,
        [opening, closing]: [Option<StatedBalance>; 2],
        cash_accounts: &CashAccounts<'_>,
        findings: &mut Collector<'_>,
    ) {
        let column = |row| CellPosition::new(row, self.metadata.balance_column.clone());
        let explain = |diagnostic: Diagnostic, cash_account, found: &Break, missing| {
            let (_, _, currency) = cash_accounts.get(cash_account);
            let entries = self.totals.entries(cash_account);
            let repair: Option<Repair> = found.find_repair(entries).or(missing);
            let repair = repair.map(|repair| repair.describe(|row| name_row(entries, row)));
            diagnostic
                .param("difference", found.describe_difference(currency.known()))
                .param("repair", repair.unwrap_or_default())
        };
        for broken in &report.breaks {
            let (cash_account, (span, row)) = (broken.cash_account, broken.position);
            findings.push_with(&rules::BALANCE_BROKEN, span, |diagnostic| {
                let missing = self.find_missing(broken, report);
                explain(diagnostic, cash_account, &broken.found, missing).cell(column(row))
            });
        }
        let differs =
            |found: &&Option<StatedComparison>| matches!(found, Some(StatedComparison::Differs(_)));
        let stated = [&report.opening, &report.closing];
        let stated_breaks = stated.into_iter().filter(differs).count();
        findings.count(
            &rules::BALANCE_BROKEN,
            report.broken - stated_breaks - report.breaks.len(),
        );
        // Only the balances of a single account are stated.
        let cash_account = report.stated_account;
        if let Some(StatedComparison::Differs(found)) = &report.opening {
            let fault = |span, opening: &'static str| {
                let diagnostic = Diagnostic::new(&rules::OPENING_BALANCE, span);
                explain(
                    diagnostic.param("opening", opening),
                    cash_account,
                    found,
                    None,
                )
            };
            match (opening, report.oldest_balance) {
                (Some(stated), _) => findings.push(fault(stated.span, "this opening balance")),
                (None, Some((span, row))) => {
                    findings.push(fault(span, "the given opening balance").cell(column(row)));
                }
                (None, None) => {}
            }
        }
        if let (Some(StatedComparison::Differs(found)), Some(stated)) = (&report.closing, closing) {
            let advice = match found.find_repair(self.totals.entries(cash_account)) {
                Some(Repair::Reversal { .. }) => TURNED_REVERSAL,
                _ => CUT_EXPORT,
            };
            let diagnostic = Diagnostic::new(&rules::CLOSING_BALANCE, stated.span);
            let diagnostic = diagnostic.param("advice", advice);
            findings.push(explain(diagnostic, cash_account, found, None));
        }
    }

    /// Returns the rows between which one is missing. Rows of several sub-accounts may be mixed, so only those of one follow each other.
    fn find_missing(&self, broken: &BrokenBalance, report: &BalanceReport) -> Option<Repair> {
        let account = report.accounts.get(broken.cash_account)?;
        if account.sub_accounts > 1 {
            return None;
        }
        let entries = self.totals.entries(broken.cash_account);
        let granularity = self.metadata.balance_granularity;
        broken
            .found
            .find_missing(entries, broken.order, granularity)
    }

    /// Returns why the given opening balance is not used, and the place in the file that the reason is about.
    fn unused_opening(
        &self,
        given: Decimal,
        stated: Option<StatedBalance>,
        report: &BalanceReport,
    ) -> Option<(Span, &'static str)> {
        let statement = self.metadata.span;
        match stated {
            Some(stated) => {
                (stated.balance != given).then_some((stated.span, "the file states another one"))
            }
            None if report.opening.is_some() || report.closing.is_some() => None,
            None if report.accounts.len() > 1 => Some((
                statement,
                "it is that of one account in one currency, and the file has several",
            )),
            None => Some((
                statement,
                "the file has no balance that can be compared with it",
            )),
        }
    }
}

/// Returns the difference of two balances without rows between them.
fn describe_difference(before: &StatedBalance, after: &StatedBalance) -> String {
    let difference = after.balance.checked_sub(before.balance);
    let minor_units = after.currency.and_then(Currency::minor_units);
    match difference.filter(|_| before.currency == after.currency) {
        Some(difference) => format_signed_amount(difference, minor_units),
        None => UNKNOWN_DIFFERENCE.to_owned(),
    }
}

/// Returns the status of the whole statement.
fn join_statuses(totals: &[Total], report: &BalanceReport) -> BalanceStatus {
    let all = |is: fn(&Comparisons) -> bool| {
        report
            .accounts
            .iter()
            .all(|account| is(&account.comparisons))
    };
    if report.broken > 0 {
        BalanceStatus::Broken
    } else if all(|comparisons| comparisons.compared == 0) {
        BalanceStatus::None
    } else if all(|comparisons| !comparisons.has_unexported)
        && totals
            .iter()
            .all(|total| total.balance_status == BalanceStatus::Proved)
    {
        BalanceStatus::Proved
    } else {
        BalanceStatus::Partly
    }
}
