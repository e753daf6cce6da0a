use super::state::{Converter, OpenEntry};
use crate::report::Diagnostic;
use crate::source::fingerprint;
use crate::statement::batch::{compare_payments, direction_of, has_signs, is_batch, split};
use crate::statement::conversion::{Converted, IdKind, LazyTransaction, SkipReason};
use crate::statement::description::DescriptionBuilder;
use crate::statement::entry::{CurrencyCode, Entry, EntryAmount, OriginalPayment};
use crate::statement::issued::StatementEntry;
use crate::statement::reader::{Detail, StatementReader};
use crate::statement::resolved_entry::ResolvedEntry;
use crate::statement::rules;
use crate::statement::running_balances::BalancedRowKind;
use crate::transactions::{CreditDebit, References, check_record};
use crate::value::{Currency, format_amount};

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
    fn convert_payments(
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
    fn convert_booking(&mut self, mut open: Box<OpenEntry<'s>>, reader: &dyn StatementReader<'s>) {
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

/// Appends the details and the charges of an entry to its text.
fn append_details(
    text: &mut DescriptionBuilder,
    details: &[Detail],
    amount: &EntryAmount,
    currency: &CurrencyCode<'_>,
) {
    let is_signed = has_signs(details);
    for detail in details {
        append_detail(text, detail, is_signed, amount.direction, currency);
    }
    if let Some(charges) = amount.charges {
        let label = if charges.is_sign_negative() {
            "fee returned"
        } else {
            "fee"
        };
        let minor_units = currency.known().and_then(Currency::minor_units);
        text.push_part(
            "; ",
            &format!(
                "{label} {} {}",
                format_amount(charges, minor_units),
                &**currency
            ),
        );
    }
}

/// Appends a detail of an entry to its text: the amount, the text, and the amount in another currency.
fn append_detail(
    text: &mut DescriptionBuilder,
    detail: &Detail,
    is_signed: bool,
    entry: CreditDebit,
    currency: &CurrencyCode<'_>,
) {
    let format = |amount, code: &str| {
        let known = Currency::parse(code).ok();
        format_amount(amount, known.and_then(Currency::minor_units))
    };
    let own = detail.amount.as_ref();
    let own_code = own.map_or(&**currency, |own| {
        own.other_currency(currency).unwrap_or(currency)
    });
    let amount = own.map_or(String::new(), |own| {
        let is_opposite = direction_of(own, is_signed, entry) != entry;
        let sign = if is_opposite { "-" } else { "" };
        let code = own
            .other_currency(currency)
            .map_or(String::new(), |code| format!(" {code}"));
        format!("{sign}{}{code} ", format(own.value, own_code))
    });
    let part = format!("{amount}{}", detail.text);
    if !part.is_empty() {
        text.push_part(" | ", part.trim_end());
    }
    if let OriginalPayment {
        amount: Some((original, _)),
        currency: Some((code, _)),
    } = detail.original
    {
        let code = code.code();
        let is_own = own.is_some_and(|own| own.value.abs() == original && own_code == code);
        if !is_own {
            text.push_part("; ", &format!("original {} {code}", format(original, code)));
        }
    }
}
