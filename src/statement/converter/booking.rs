use super::details::append_details;
use super::state::{Converter, OpenEntry};
use crate::report::Diagnostic;
use crate::source::fingerprint;
use crate::statement::batch::{compare_payments, is_batch, split};
use crate::statement::conversion::{Converted, IdKind, LazyTransaction, SkipReason};
use crate::statement::entry::{Entry, EntryAmount};
use crate::statement::issued::StatementEntry;
use crate::statement::reader::StatementReader;
use crate::statement::resolved_entry::ResolvedEntry;
use crate::statement::rules;
use crate::statement::running_balances::BalancedRowKind;
use crate::transactions::{References, check_record};

impl<'s> Converter<'s, '_, '_> {
    /// Converts the open entry, whose details have all been read.
    pub(super) fn convert_open_entry(&mut self, reader: &dyn StatementReader<'s>) {
        let Some(open) = self.open_entry.take() else {
            return;
        };
        if self.options.split_batches && is_batch(&open.details) {
            let OpenEntry {
                entry,
                cash_account,
                amount,
                details,
            } = &*open;
            let (.., currency) = self.cash_accounts.get(*cash_account);
            if let Some(payments) =
                split(entry, amount, details, currency, reader.is_newest_first())
            {
                let (position, cash_account) = (entry.position, *cash_account);
                // Each payment was counted as a detail, and is now a row of its own. The row of the entry is that of its charges, or a total.
                let is_payment = |(payment, _): &&(Entry<'_>, _)| payment.position != position;
                let count = payments.iter().filter(is_payment).count();
                self.summary.details -= count;
                if count == payments.len() {
                    self.skip(position, SkipReason::Total);
                }
                return self.convert_payments(payments, cash_account, reader);
            }
            let checkpoint = self.findings.checkpoint();
            self.findings
                .push(Diagnostic::new(&rules::BATCH_NOT_SPLIT, amount.span));
            self.locate_findings(checkpoint, entry);
        }
        self.convert_booking(open, reader);
    }

    /// Converts the payments of a batch.
    pub(super) fn convert_payments(
        &mut self,
        payments: Vec<(Entry<'s>, EntryAmount)>,
        cash_account: usize,
        reader: &dyn StatementReader<'s>,
    ) {
        for (entry, amount) in payments {
            if amount.value.is_zero() {
                self.skip(entry.position, SkipReason::ZeroAmount);
                continue;
            }
            let entry = Box::new(entry);
            self.convert_booking(
                Box::new(OpenEntry {
                    entry,
                    cash_account,
                    amount,
                    details: Vec::new(),
                }),
                reader,
            );
        }
    }

    /// Converts an entry with its details to a transaction.
    pub(super) fn convert_booking(
        &mut self,
        mut open: Box<OpenEntry<'s>>,
        reader: &dyn StatementReader<'s>,
    ) {
        let checkpoint = self.findings.checkpoint();
        for fault in open.entry.faults.drain(..) {
            self.findings.push(fault);
        }
        let written = self.write_id(&mut open, reader);
        let OpenEntry {
            entry,
            cash_account,
            amount,
            details,
        } = &*open;
        let (_, account, currency) = self.cash_accounts.get(*cash_account);
        self.description.build(&entry.texts, |text| {
            append_details(text, details, amount, currency);
        });
        if self.description.had_controls() {
            let fault = Diagnostic::new(&rules::CONTROL_CHARACTER, entry.position.span);
            self.findings.push(fault.param("field", "text"));
        }
        let resolved = ResolvedEntry {
            entry,
            account,
            currency,
            amount: *amount,
            id: &self.id,
            // An id of the bank that contains a card number is unusable, so it never gets here.
            id_has_no_card: written.kind == IdKind::Bank,
            text: self.description.as_str(),
            needs_no_escape: self.description.needs_no_escape(),
            original: entry.original,
        }
        .in_minor_units();
        let transaction = resolved
            .check_fast()
            .map(LazyTransaction::Entry)
            .or_else(|| {
                let mut record = resolved.build_record();
                check_record(&mut record, self.findings);
                record.build().map(LazyTransaction::Built)
            });
        compare_payments(entry, details, amount, currency, self.findings);
        match transaction {
            Some(transaction) => {
                self.findings
                    .set_item(checkpoint, self.summary.converted, Some(&self.id));
                self.summary.converted += 1;
                self.checks.add_transaction(
                    entry,
                    &self.metadata.columns,
                    amount,
                    currency,
                    self.findings,
                );
                self.reconciliation.add_entry(
                    entry,
                    *cash_account,
                    amount,
                    BalancedRowKind::Exported,
                );
                let day = entry.dates.booking_date();
                if entry.is_reversal {
                    self.reversals.push(amount.span);
                }
                let mut known =
                    StatementEntry::new(written.hash, amount.signed(), day, entry.position.line);
                known.set_index(Some(self.summary.converted - 1));
                known.is_reversal = entry.is_reversal;
                known.text = fingerprint(self.description.as_str());
                (known.occurrence, known.id_number) = (written.occurrence, written.occurrence);
                if written.kind == IdKind::Bank {
                    known.has_bank_id = true;
                    known.references = References::in_text(self.description.as_str());
                }
                self.reconciliation
                    .add_transaction(*cash_account, amount, known);
                if !self.is_stopped {
                    let converted = Converted::new(transaction, written.kind, entry, self.metadata);
                    self.is_stopped = (self.sink)(converted).is_break();
                }
            }
            None => {
                self.summary.rejected.push(entry.position.line);
                self.reconciliation.add_rejected_row(Some(*cash_account));
            }
        }
        self.locate_findings(checkpoint, entry);
        self.spare = Some(open);
    }
}
