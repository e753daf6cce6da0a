//! The checks that compare the entries of a statement with each other and with what the statement states.

use rust_decimal::Decimal;

use super::balance::{BalanceKind, BalanceStatus, StatedBalance};
use super::day_check::DayCheck;
use super::decimals_check::DecimalsCheck;
use super::entry::{Column, CurrencyCode, Entry, EntryAmount, EntryStatus, find_cell};
use super::metadata::StatementMetadata;
use super::repeated_block::{BlockRow, RepeatedRows, find_repeated_block};
use super::rules;
use super::stated_totals::{StatedSums, StatedTotals};
use super::totals::Total;
use crate::report::{Collector, Diagnostic};

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
