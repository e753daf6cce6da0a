//! The checks that compare the entries of a statement with each other and with what the statement states.

use rust_decimal::Decimal;

use super::balance::{BalanceKind, BalanceStatus, StatedBalance};
use super::day_check::DayCheck;
use super::entry::{Column, CurrencyCode, Entry, EntryAmount, EntryStatus, find_cell};
use super::metadata::StatementMetadata;
use super::repeated_block::{BlockRow, RepeatedRows, find_repeated_block};
use super::rules;
use super::stated_totals::{StatedSums, StatedTotals};
use super::totals::Total;
use crate::report::{Collector, Diagnostic};
use crate::source::Span;
use crate::value::Currency;

/// All checks of the entries. Contradicting dates and totals also lower the status of the balances.
#[derive(Debug)]
pub(super) struct EntryChecks {
    days: DayCheck,
    decimals: DecimalsCheck,
    repeated: RepeatedRows,
    stated: StatedTotals,
    always_decimals: bool,
}

impl EntryChecks {
    pub(super) fn new(metadata: &StatementMetadata) -> Self {
        Self {
            days: DayCheck::new(metadata),
            decimals: DecimalsCheck::default(),
            repeated: RepeatedRows::default(),
            stated: StatedTotals::new(metadata.entry_count, metadata.sums, metadata.message_totals),
            always_decimals: metadata.always_decimals,
        }
    }

    /// Adds an entry, which may become no transaction.
    pub(super) fn add_entry(&mut self, status: &EntryStatus) {
        self.stated.add_entry(status);
    }

    /// Sets the sums that an item states.
    pub(super) fn set_sums(&mut self, sums: Option<StatedSums>) {
        self.stated.set_sums(sums);
    }

    /// Whether the statement states the number of its entries or their sums, and they agree.
    pub(super) const fn totals_agree(&self) -> bool {
        self.stated.agree
    }

    /// Adds the id of an entry and its running balance. `is_repeated` says whether an entry above is equal.
    pub(super) fn add_id(&mut self, is_repeated: bool, balance: Option<Decimal>) {
        self.repeated.add(is_repeated, balance);
    }

    /// Adds an item that states a balance.
    pub(super) fn add_stated_balance(&mut self, kind: BalanceKind, balance: Option<StatedBalance>) {
        if let Some(stated) = balance {
            self.repeated.add_stated_balance(kind, stated.balance);
        }
    }

    /// Adds an entry that becomes a transaction.
    pub(super) fn add_transaction(
        &mut self,
        entry: &Entry<'_>,
        columns: &[Column],
        amount: &EntryAmount,
        currency: &CurrencyCode<'_>,
        findings: &mut Collector<'_>,
    ) {
        self.days.add(
            &entry.dates,
            |span| find_cell(span, entry.position, &entry.cells, columns),
            findings,
        );
        self.decimals.add(amount, currency);
    }

    /// Reports what only the whole statement shows. `read_rows` reads all entries and stated balances again. Returns whether a block of
    /// rows occurs twice.
    pub(super) fn finish(
        &mut self,
        findings: &mut Collector<'_>,
        read_rows: impl FnOnce() -> Vec<BlockRow>,
    ) -> bool {
        self.days.finish(findings);
        self.decimals.finish(self.always_decimals, findings);
        if !self.repeated.may_have_block() {
            return false;
        }
        let Some(block) = find_repeated_block(&read_rows()) else {
            return false;
        };
        let fault = Diagnostic::new(&rules::BLOCK_REPEATED, block.second.span);
        findings.push(
            fault
                .param("rows", block.rows)
                .param("first", block.first.line),
        );
        true
    }

    /// Compares the stated totals with the entries, unless a row was rejected. Lowers the status of the balances if the totals differ or dates contradict.
    pub(super) fn compare_totals(
        &mut self,
        totals: &mut [Total],
        status: &mut BalanceStatus,
        has_rejected: bool,
        findings: &mut Collector<'_>,
    ) {
        if !has_rejected && self.stated.differ(totals.len(), findings) {
            let statuses = totals.iter_mut().map(|total| &mut total.balance_status);
            statuses
                .chain([&mut *status])
                .for_each(|status| *status = BalanceStatus::Broken);
        }
        if self.days.has_findings {
            totals.iter_mut().for_each(Total::set_contradicting_day);
            *status = status.unproved();
        }
    }
}

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
