use super::ids::names_accounts;
use super::state::{Converter, OpenEntry};
use crate::report::{Checkpoint, Diagnostic};
use crate::statement::conversion::SkipReason;
use crate::statement::entry::{Entry, EntryAmount, EntryStatus, is_rounded};
use crate::statement::reader::{Item, StatementReader};
use crate::statement::rules;
use crate::statement::running_balances::BalancedRowKind;

impl<'s> Converter<'s, '_, '_> {
    pub(super) fn push_item(
        &mut self,
        item: Item,
        entry: &mut Box<Entry<'s>>,
        reader: &dyn StatementReader<'s>,
    ) {
        self.summary.rows += 1;
        if let Item::Detail(detail) = item {
            if let Some(open) = &mut self.open_entry {
                open.details.push(*detail);
            }
            self.summary.details += 1;
            return;
        }
        self.convert_open_entry(reader);
        match item {
            Item::Entry => self.push_entry(entry, reader),
            Item::Skipped(reason) => self.skip(entry.position, reason),
            Item::Balance(kind, balance) => {
                self.checks.add_stated_balance(kind, balance);
                self.reconciliation.set_stated_balance(kind, balance);
                self.skip(entry.position, SkipReason::Total);
            }
            Item::Sums(sums) => {
                self.checks.set_sums(sums);
                self.skip(entry.position, SkipReason::Total);
            }
            Item::Rejected(fault) => self.reject(entry.position, fault),
            Item::Detail(_) => {}
        }
    }

    pub(super) fn push_entry(
        &mut self,
        entry: &mut Box<Entry<'s>>,
        reader: &dyn StatementReader<'s>,
    ) {
        let checkpoint = self.findings.checkpoint();
        self.checks.add_entry(&entry.status);
        match entry.status {
            EntryStatus::Pending(amount) => {
                self.reconcile_skipped(entry, amount, BalancedRowKind::Pending);
                self.skip(entry.position, SkipReason::Pending);
            }
            EntryStatus::Booked(amount) if amount.value.is_zero() => {
                self.reconcile_skipped(entry, Some(amount), BalancedRowKind::Empty);
                self.skip(entry.position, SkipReason::ZeroAmount);
            }
            EntryStatus::Booked(amount) => {
                let resolved = match self.rounded_account(entry, reader) {
                    Some(fault) => Err(Some(fault)),
                    None => self.cash_accounts.resolve(entry, self.findings),
                };
                match resolved {
                    Ok(cash_account) => return self.open(entry, cash_account, amount, checkpoint),
                    Err(fault) => self.reject(entry.position, fault),
                }
            }
        }
        self.locate_findings(checkpoint, entry);
    }

    /// Returns the fault of an entry whose account a spreadsheet rounded, while other entries name theirs.
    fn rounded_account(
        &mut self,
        entry: &Entry<'s>,
        reader: &dyn StatementReader<'s>,
    ) -> Option<Diagnostic> {
        let numbers = &entry.account_numbers;
        let rounded = numbers.iter().find(|number| is_rounded(&number.text))?;
        let names_accounts = *self
            .names_accounts
            .get_or_insert_with(|| names_accounts(reader, self.options));
        names_accounts.then(|| Diagnostic::new(&rules::ACCOUNT_ROUNDED, rounded.span))
    }

    /// Follows the balances through an entry that becomes no transaction.
    fn reconcile_skipped(
        &mut self,
        entry: &mut Entry<'s>,
        amount: Option<EntryAmount>,
        kind: BalancedRowKind,
    ) {
        let resolved = match amount {
            Some(amount) => self
                .cash_accounts
                .resolve_skipped(entry, self.findings)
                .map(|account| (account, amount)),
            None => {
                self.cash_accounts
                    .accounts
                    .resolve(entry, self.metadata, self.findings);
                None
            }
        };
        match resolved {
            Some((cash_account, amount)) => {
                self.report_row_faults(entry);
                self.reconciliation
                    .add_entry(entry, cash_account, &amount, kind);
            }
            // A pending entry is not part of the balances, so an unreadable amount breaks no comparison.
            None if kind == BalancedRowKind::Pending => {}
            None => self.reconciliation.add_unreadable_row(),
        }
    }

    /// Keeps an entry open until its details have been read.
    pub(super) fn open(
        &mut self,
        entry: &mut Box<Entry<'s>>,
        cash_account: usize,
        amount: EntryAmount,
        checkpoint: Checkpoint,
    ) {
        self.report_row_faults(entry);
        self.locate_findings(checkpoint, entry);
        let mut open = match self.spare.take() {
            Some(mut spare) => {
                (spare.cash_account, spare.amount) = (cash_account, amount);
                spare.details.clear();
                spare
            }
            None => Box::new(OpenEntry {
                entry: Box::default(),
                cash_account,
                amount,
                details: Vec::new(),
            }),
        };
        std::mem::swap(&mut open.entry, entry);
        self.open_entry = Some(open);
    }
}
