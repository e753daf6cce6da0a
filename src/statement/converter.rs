//! Converts the items of a statement in any format, which a reader yields, into transactions.

use std::ops::ControlFlow;

use super::balance::BalanceStatus;
use super::batch::{compare_payments, direction_of, has_signs, is_batch, split};
use super::cash_accounts::CashAccounts;
use super::conversion::{Converted, IdKind, LazyTransaction, SkipReason, SkippedRow, Summary};
use super::description::DescriptionBuilder;
use super::entry::{
    BankId, CurrencyCode, Entry, EntryAmount, EntryDates, EntryStatus, Identity, OriginalPayment,
    RowPosition, find_cell, is_rounded,
};
use super::entry_checks::EntryChecks;
use super::id_generator::{IdGenerator, IdInput, StatementHashes, push_derived_id};
use super::issued::{Statement, StatementEntry, TransactionSums, earlier};
use super::metadata::{StatementMetadata, StatementOptions};
use super::reader::{Detail, Item, StatementReader};
use super::reconciliation::{Reconciled, Reconciliation};
use super::repeated_block::{BlockRow, RowKey};
use super::resolved_entry::ResolvedEntry;
use super::rules;
use super::running_balances::BalancedRowKind;
use super::short_id;
use super::totals::Total;
use crate::report::{Checkpoint, Collector, Diagnostic};
use crate::source::{Position, Span, fingerprint, sorted_by_key};
use crate::transactions::{BookingKey, CreditDebit, ReferenceId, References, check_record};
use crate::value::{AccountIdentifier, Currency, format_amount};

/// A statement of a file that is to be converted: what does not depend on a single entry, and the reader of its items.
pub(crate) struct StatementSource<'s, 'b> {
    pub(crate) metadata: &'b StatementMetadata,
    pub(crate) reader: &'b mut dyn StatementReader<'s>,
}

/// The number of items that are read before they are converted. The processor's first cache can't hold the code for both at once, so changing from one to
/// the other for each item takes more time.
const ITEMS_READ_AHEAD: usize = 16;

/// Converts the statements of a file. Passes each transaction to `sink` and fills in `summary`.
pub(crate) fn convert_statements<'s, 'b>(
    statements: &mut [StatementSource<'s, 'b>],
    options: &StatementOptions<'_>,
    findings: &mut Collector<'_>,
    summary: &mut Summary,
    sink: &mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
) {
    let Some(StatementSource { metadata, .. }) = statements.first() else {
        return;
    };
    let mut converter = Converter {
        metadata,
        options,
        cash_accounts: CashAccounts::new(options, metadata),
        ids: IdGenerator::default(),
        reconciliation: Reconciliation::new(metadata, options),
        checks: EntryChecks::new(metadata),
        reversals: Vec::new(),
        converted_before: 0,
        rejected_before: 0,
        names_accounts: None,
        open_entry: None,
        spare: None,
        description: DescriptionBuilder::default(),
        id: String::new(),
        findings,
        summary,
        sink,
        is_stopped: false,
    };
    let mut entries: Vec<Box<Entry<'_>>> = (0..ITEMS_READ_AHEAD).map(|_| Box::default()).collect();
    let mut items = Vec::new();
    for statement in statements {
        converter.begin_statement(statement.metadata);
        let mut is_read = false;
        while !converter.is_stopped && !is_read {
            items.extend(
                entries
                    .iter_mut()
                    .map_while(|entry| statement.reader.next(entry, converter.findings)),
            );
            is_read = items.len() < entries.len();
            for (item, entry) in items.drain(..).zip(&mut entries) {
                if !converter.is_stopped {
                    converter.push_item(item, entry, statement.reader);
                }
            }
        }
        converter.end_statement(statement.reader);
    }
    converter.finish();
}

/// Whether an entry of a statement names its account.
fn names_accounts(reader: &dyn StatementReader<'_>, options: &StatementOptions<'_>) -> bool {
    let (mut reader, mut entry) = (reader.restart(), Entry::default());
    let mut findings = Collector::new(options.policy);
    while reader.next(&mut entry, &mut findings).is_some() {
        let mut numbers = entry.account_numbers.iter();
        let has_digit = |text: &str| text.contains(|character: char| character.is_ascii_digit());
        if numbers.any(|number| has_digit(&number.text) && !is_rounded(&number.text)) {
            return true;
        }
    }
    false
}

/// Reads what the ids of a whole statement are made from. Occurrence numbers start at the oldest entry, which may come last.
fn read_hashes(
    reader: &dyn StatementReader<'_>,
    metadata: &StatementMetadata,
    options: &StatementOptions<'_>,
) -> StatementHashes {
    let mut hashes = StatementHashes::default();
    for_each_row(reader, metadata, options, |row| {
        if let RowKey::Entry { account, hash } = row.key {
            hashes.add(account, row.position.span.start, hash);
        }
    });
    hashes
}

/// Reads a statement again, and passes on each entry and each stated balance.
fn for_each_row(
    reader: &dyn StatementReader<'_>,
    metadata: &StatementMetadata,
    options: &StatementOptions<'_>,
    mut sink: impl FnMut(BlockRow),
) {
    let mut findings = Collector::new(options.policy);
    let (mut cash_accounts, mut ids) =
        (CashAccounts::new(options, metadata), IdGenerator::default());
    cash_accounts.begin_statement(metadata, &mut findings);
    let mut reader = reader.restart();
    let mut entry = Entry::default();
    let mut batch: Option<Box<OpenEntry<'_>>> = None;
    let mut add = |entry: &Entry<'_>,
                   details: &[Detail],
                   (cash_account, amount),
                   is_newest_first,
                   accounts: &CashAccounts<'_>,
                   sink: &mut dyn FnMut(BlockRow)| {
        let mut add_one = |entry: &Entry<'_>, amount: EntryAmount| {
            if !amount.value.is_zero() {
                let (account, ..) = accounts.get(cash_account);
                let hash = match &entry.bank_id {
                    BankId::Usable(reference) => {
                        reference_id(reference, amount, &entry.dates).hash()
                    }
                    _ => {
                        let identity = &entry.identity;
                        ids.hash(&id_input(
                            metadata,
                            accounts,
                            cash_account,
                            amount,
                            identity,
                        ))
                    }
                };
                sink(BlockRow {
                    key: RowKey::Entry { account, hash },
                    balance: entry.balance.map(|(balance, _)| balance),
                    position: entry.position,
                });
            }
        };
        let (.., currency) = accounts.get(cash_account);
        match split(entry, &amount, details, currency, is_newest_first) {
            Some(payments) => payments
                .iter()
                .for_each(|(payment, amount)| add_one(payment, *amount)),
            None => add_one(entry, amount),
        }
    };
    while let Some(item) = reader.next(&mut entry, &mut findings) {
        if let Item::Detail(detail) = item {
            if let Some(batch) = &mut batch {
                batch.details.push(*detail);
            }
            continue;
        }
        if let Some(OpenEntry {
            entry,
            cash_account,
            amount,
            details,
        }) = batch.take().map(|batch| *batch)
        {
            add(
                &entry,
                &details,
                (cash_account, amount),
                reader.is_newest_first(),
                &cash_accounts,
                &mut sink,
            );
        }
        if let Item::Balance(kind, Some(stated)) = item {
            sink(BlockRow {
                key: RowKey::of_balance(kind, stated.balance),
                balance: None,
                position: entry.position,
            });
            continue;
        }
        if let (Item::Entry, EntryStatus::Booked(amount)) = (item, entry.status)
            && !amount.value.is_zero()
            && let Ok(cash_account) = cash_accounts.resolve(&mut entry, &mut findings)
        {
            if options.split_batches {
                let entry = Box::new(std::mem::take(&mut entry));
                batch = Some(Box::new(OpenEntry {
                    entry,
                    cash_account,
                    amount,
                    details: Vec::new(),
                }));
            } else {
                add(
                    &entry,
                    &[],
                    (cash_account, amount),
                    false,
                    &cash_accounts,
                    &mut sink,
                );
            }
        }
    }
    if let Some(OpenEntry {
        entry,
        cash_account,
        amount,
        details,
    }) = batch.map(|batch| *batch)
    {
        add(
            &entry,
            &details,
            (cash_account, amount),
            reader.is_newest_first(),
            &cash_accounts,
            &mut sink,
        );
    }
}

fn id_input<'a>(
    metadata: &StatementMetadata,
    cash_accounts: &'a CashAccounts<'_>,
    cash_account: usize,
    amount: EntryAmount,
    identity: &'a Identity<'a>,
) -> IdInput<'a> {
    let (_, account, currency) = cash_accounts.get(cash_account);
    IdInput {
        version: metadata.identity_version,
        account,
        currency,
        cash_account,
        amount,
        date: identity.date,
        parts: &identity.parts,
    }
}

/// Returns the id of the first entry with a reference. The day is that of the booking, also where derived ids of the format depend on another one.
fn reference_id<'r>(
    reference: &'r str,
    amount: EntryAmount,
    dates: &EntryDates,
) -> ReferenceId<'r> {
    let key = BookingKey {
        direction: amount.direction,
        amount: amount.value,
        day: dates.booking_date(),
    };
    ReferenceId::parse(reference, &key).unwrap_or_else(|| ReferenceId::new(reference, &key))
}

/// What is known of an id that was written.
struct WrittenId {
    kind: IdKind,
    /// The hash of what the id is made from.
    hash: [u8; 16],
    /// The number among the entries of the statement with the same hash, the oldest first.
    occurrence: u32,
}

struct Converter<'s, 'b, 'p> {
    metadata: &'b StatementMetadata,
    options: &'b StatementOptions<'b>,
    cash_accounts: CashAccounts<'b>,
    ids: IdGenerator,
    reconciliation: Reconciliation<'b>,
    checks: EntryChecks,
    /// The places of the reversals of the statement.
    reversals: Vec<Span>,
    /// The number of transactions and of rejected rows before this statement.
    converted_before: usize,
    rejected_before: usize,
    /// Whether entries of this statement name their account, where that was asked.
    names_accounts: Option<bool>,
    /// The entry above, to which following details belong. `None` if the item above becomes no transaction, so its details are dropped.
    open_entry: Option<Box<OpenEntry<'s>>>,
    /// The last converted entry. The next entry reuses its buffers.
    spare: Option<Box<OpenEntry<'s>>>,
    /// Buffers for the text and the id of each transaction.
    description: DescriptionBuilder,
    id: String,
    findings: &'b mut Collector<'p>,
    summary: &'b mut Summary,
    sink: &'b mut dyn FnMut(Converted<'_>) -> ControlFlow<()>,
    /// Whether the sink has refused a transaction. After that, nothing is read or sent any more, and items that were read ahead are dropped.
    is_stopped: bool,
}

/// An entry whose details have not all been read.
struct OpenEntry<'s> {
    entry: Box<Entry<'s>>,
    cash_account: usize,
    amount: EntryAmount,
    details: Vec<Detail>,
}

impl<'s, 'b> Converter<'s, 'b, '_> {
    fn push_item(
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

    fn push_entry(&mut self, entry: &mut Box<Entry<'s>>, reader: &dyn StatementReader<'s>) {
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
    fn open(
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

    /// Converts the open entry, whose details have all been read.
    fn convert_open_entry(&mut self, reader: &dyn StatementReader<'s>) {
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
                known.set_index(self.summary.converted - 1);
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

    /// Writes the id of an entry into `self.id`: with the bank's reference, or a derived one.
    fn write_id(
        &mut self,
        open: &mut OpenEntry<'s>,
        reader: &dyn StatementReader<'s>,
    ) -> WrittenId {
        self.id.clear();
        if self.ids.needs_order() {
            let is_newest_first = reader.is_newest_first();
            self.ids.set_order(
                is_newest_first.then(|| read_hashes(reader, self.metadata, self.options)),
            );
        }
        let OpenEntry {
            entry,
            cash_account,
            amount,
            ..
        } = open;
        // The payments of one batch entry may have its position.
        let known_hash = if self.options.split_batches {
            None
        } else {
            self.ids.known_hash(entry.position.span.start)
        };
        let written = match std::mem::take(&mut entry.bank_id) {
            BankId::Usable(reference) => self.write_reference_id(
                &reference,
                known_hash,
                *cash_account,
                *amount,
                &entry.dates,
            ),
            unusable => {
                if let BankId::Unusable(rule) = unusable {
                    let fault = Diagnostic::new(rule, entry.bank_id_span);
                    self.findings.push(fault.param("field", "transactionId"));
                }
                self.write_derived_id(known_hash, *cash_account, *amount, &entry.identity)
            }
        };
        let balance = entry.balance.map(|(balance, _)| balance);
        self.checks.add_id(written.occurrence > 1, balance);
        written
    }

    /// Writes the id of an entry with a reference. A reference that this library wrote for an id, in the place of a bank's, is that id.
    fn write_reference_id(
        &mut self,
        reference: &str,
        known_hash: Option<[u8; 16]>,
        cash_account: usize,
        amount: EntryAmount,
        dates: &EntryDates,
    ) -> WrittenId {
        if let Some(derived) = short_id::restore(reference) {
            self.id.push_str(&derived.id);
            return WrittenId {
                kind: IdKind::Bank,
                hash: derived.hash,
                occurrence: derived.occurrence,
            };
        }
        let id = match known_hash {
            Some(hash) if ReferenceId::reference_in(reference).is_none() => {
                ReferenceId::with_hash(reference, hash)
            }
            _ => reference_id(reference, amount, dates),
        };
        let hash = id.hash();
        let (account, ..) = self.cash_accounts.get(cash_account);
        let occurrence = self.ids.number(account, hash).max(id.occurrence());
        id.with_occurrence(occurrence).push_to(&mut self.id);
        WrittenId {
            kind: IdKind::Bank,
            hash,
            occurrence,
        }
    }

    fn write_derived_id(
        &mut self,
        known_hash: Option<[u8; 16]>,
        cash_account: usize,
        amount: EntryAmount,
        identity: &Identity<'_>,
    ) -> WrittenId {
        let hash = known_hash.unwrap_or_else(|| {
            let cash_accounts = &self.cash_accounts;
            let input = id_input(self.metadata, cash_accounts, cash_account, amount, identity);
            self.ids.hash(&input)
        });
        let (account, ..) = self.cash_accounts.get(cash_account);
        let occurrence = self.ids.number(account, hash);
        push_derived_id(hash, occurrence, &mut self.id);
        WrittenId {
            kind: IdKind::Derived,
            hash,
            occurrence,
        }
    }

    fn report_row_faults(&mut self, entry: &mut Entry<'s>) {
        for fault in entry.row_faults.drain(..) {
            self.findings.push(fault);
        }
    }

    fn skip(&mut self, position: RowPosition, reason: SkipReason) {
        self.summary.skipped.push(SkippedRow {
            line: position.line,
            reason,
        });
    }

    fn reject(&mut self, position: RowPosition, fault: Option<Diagnostic>) {
        if let Some(fault) = fault {
            self.findings.push(fault);
        }
        self.summary.rejected.push(position.line);
        self.reconciliation.add_rejected_row(None);
    }

    /// Adds the cell to each finding since `checkpoint` whose span is in an entry.
    fn locate_findings(&mut self, checkpoint: Checkpoint, entry: &Entry<'_>) {
        // Most entries have no findings.
        if self.findings.checkpoint() != checkpoint {
            self.findings.locate_cells(checkpoint, |span| {
                find_cell(span, entry.position, &entry.cells, &self.metadata.columns)
            });
        }
    }

    fn begin_statement(&mut self, metadata: &'b StatementMetadata) {
        self.metadata = metadata;
        self.cash_accounts.begin_statement(metadata, self.findings);
        self.ids.begin_statement();
        self.reconciliation = Reconciliation::new(metadata, self.options);
        self.checks = EntryChecks::new(metadata);
        (self.converted_before, self.rejected_before) =
            (self.summary.converted, self.summary.rejected.len());
    }

    /// Compares the entries of a statement with each other and with its balances, and adds its totals to those of the file.
    fn end_statement(&mut self, reader: &dyn StatementReader<'s>) {
        self.convert_open_entry(reader);
        let repeats_block = self.checks.finish(self.findings, || {
            let mut rows = Vec::new();
            for_each_row(reader, self.metadata, self.options, |row| rows.push(row));
            rows
        });
        let is_doubtful = self.metadata.incomplete_at.is_some() || repeats_block;
        if is_doubtful {
            self.reconciliation.set_doubtful();
        }
        let Reconciled {
            mut totals,
            entries,
            mut status,
        } = self
            .reconciliation
            .finish(&self.cash_accounts, self.findings);
        let has_rejected = self.summary.rejected.len() > self.rejected_before;
        // If every row was rejected, the balances of pending entries prove nothing.
        if self.summary.converted == self.converted_before && has_rejected {
            status = BalanceStatus::None;
        }
        self.checks
            .compare_totals(&mut totals, &mut status, has_rejected, self.findings);
        let reversals = std::mem::take(&mut self.reversals);
        if status == BalanceStatus::None {
            for span in reversals {
                self.findings
                    .push(Diagnostic::new(&rules::REVERSAL_UNPROVED, span));
            }
        }
        let [first, last] = self.metadata.period;
        self.summary.first_day = earlier(self.summary.first_day, first);
        self.summary.last_day = self.summary.last_day.max(last);
        self.summary.is_doubtful |= has_rejected || is_doubtful;
        self.add_statements(
            totals,
            entries,
            status,
            has_rejected || is_doubtful,
            reader.is_newest_first(),
        );
    }

    /// Adds the statement of each account and currency to the summary. Without transactions, it is that of the account that the statement names.
    fn add_statements(
        &mut self,
        totals: Vec<Total>,
        entries: Vec<Vec<StatementEntry>>,
        status: BalanceStatus,
        is_doubtful: bool,
        is_newest_first: bool,
    ) {
        let stated = self.reconciliation.stated_balances();
        let (account, currency) = self.cash_accounts.stated();
        let metadata = self.metadata;
        let statement = Statement {
            account: account.and_then(|account| AccountIdentifier::parse(account).ok()),
            currency: currency.or_else(|| {
                stated
                    .into_iter()
                    .flatten()
                    .find_map(|stated| stated.currency)
            }),
            identification: metadata.identification.clone(),
            format: self.options.bank.unwrap_or_default().to_owned(),
            stated_period: metadata.period,
            balance_days: stated.map(|stated| stated?.day),
            opening_balance: stated[0].map(|stated| stated.balance),
            closing_balance: stated[1].map(|stated| stated.balance),
            balance_status: status,
            is_doubtful,
            sums: TransactionSums::ZERO,
            unconfirmed: Vec::new(),
            confirmed: 0,
            includes_unexported: false,
            has_contradicting_day: false,
            totals_agree: self.checks.totals_agree(),
            is_newest_first,
            entries: Vec::new(),
            span: metadata.span,
            place: [Position::START; 2],
        };
        if totals.is_empty() {
            return self.summary.statements.push(statement);
        }
        let is_only = totals.len() == 1;
        for (total, entries) in totals.into_iter().zip(entries) {
            // What a statement states is about the only account and currency of its entries.
            let [opening, closing] =
                stated.map(|stated| stated.filter(|_| is_only).map(|stated| stated.balance));
            let closing = closing.filter(|_| !total.includes_unexported);
            self.summary.statements.push(Statement {
                account: Some(total.account),
                currency: Some(total.currency),
                opening_balance: total.opening_balance.or(opening),
                closing_balance: total.closing_balance.or(closing),
                balance_status: total.balance_status,
                sums: TransactionSums {
                    credit: total.credit,
                    debit: total.debit,
                    first_day: total.first_day,
                    last_day: total.last_day,
                },
                unconfirmed: total.unconfirmed,
                confirmed: total.confirmed,
                includes_unexported: total.includes_unexported,
                has_contradicting_day: total.has_contradicting_day,
                is_doubtful: total.is_doubtful,
                entries,
                ..statement.clone()
            });
        }
    }

    fn finish(self) {
        let summary = self.summary;
        summary.rejected = sorted_by_key(std::mem::take(&mut summary.rejected), |line| (*line, 0));
        let accounts = &self.cash_accounts.accounts;
        summary.used_given_account = accounts.used_given();
        if let Some(span) = accounts.first_unnamed_entry() {
            self.findings
                .push(Diagnostic::new(&rules::ACCOUNT_FILLED_IN, span));
        }
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

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::iter::{Enumerate, Peekable};
    use std::ops::ControlFlow;
    use std::str::Lines;
    use std::sync::Arc;

    use rust_decimal::Decimal;

    use super::*;
    use crate::report::{Policy, Report};
    use crate::source::Decoded;
    use crate::statement::{
        AccountNumber, AccountNumberKind, BalanceKind, BalanceStatus, Cell, Column, RowOrder,
        StatedBalance,
    };
    use crate::transactions::CreditDebit;
    use crate::transactions::Transaction;
    use crate::value::Date;

    /// A reader of a format that is not a table. The first word of each line is the kind of the item.
    ///
    /// ```text
    /// account CH9300762011623852957
    /// opening 100.00
    /// entry 2026-03-30 -12.50 CHF 87.50 Bakery
    /// detail two loaves
    /// pending 2026-03-31 -5.00 CHF - Kiosk
    /// ```
    struct LineReader<'s> {
        text: &'s str,
        lines: Peekable<Enumerate<Lines<'s>>>,
        row: usize,
        is_newest_first: bool,
    }

    impl<'s> LineReader<'s> {
        fn open(text: &'s str, is_newest_first: bool) -> (StatementMetadata, Self) {
            let mut reader = Self {
                text,
                lines: text.lines().enumerate().peekable(),
                row: 0,
                is_newest_first,
            };
            let mut account_numbers = Vec::new();
            while let Some((_, line)) = reader
                .lines
                .next_if(|(_, line)| line.starts_with("account"))
            {
                let text = Cow::Owned(line.trim_start_matches("account").trim().to_owned());
                account_numbers.push(AccountNumber {
                    kind: AccountNumberKind::Iban,
                    text,
                    span: reader.span(line),
                });
            }
            let column = |name: &str| Column {
                name: name.to_owned(),
                unique_name: name.to_owned(),
            };
            let columns: Arc<[Column]> = [column("day"), column("amount"), column("text")].into();
            let row_order = if is_newest_first {
                RowOrder::NewestFirst
            } else {
                RowOrder::OldestFirst
            };
            let metadata = StatementMetadata {
                account_numbers,
                row_order,
                ..StatementMetadata::new(Span::at(0), &columns, "balance", |cell| {
                    Cow::Borrowed(cell.raw())
                })
            };
            (metadata, reader)
        }

        fn span(&self, part: &str) -> Span {
            let start = part.as_ptr().addr() - self.text.as_ptr().addr();
            Span::new(start, start + part.len())
        }

        fn entry(&self, words: &[&'s str], is_pending: bool, entry: &mut Entry<'s>) -> Option<()> {
            let [_, day, amount, currency, balance, text] = words else {
                return None;
            };
            let number = |text: &str| text.parse::<Decimal>().ok();
            let value = number(amount)?;
            entry.clear();
            let direction = if value.is_sign_negative() {
                CreditDebit::Debit
            } else {
                CreditDebit::Credit
            };
            let entry_amount = EntryAmount {
                value: value.abs(),
                direction,
                span: self.span(amount),
                charges: None,
            };
            entry.status = if is_pending {
                EntryStatus::Pending(Some(entry_amount))
            } else {
                EntryStatus::Booked(entry_amount)
            };
            (entry.currency, entry.currency_span) = (
                Some(CurrencyCode::from_text(Cow::Borrowed(currency))),
                self.span(currency),
            );
            entry.balance = number(balance).map(|number| (number, self.span(balance)));
            entry.dates.booked = Some((Date::parse(day).ok()?, self.span(day)));
            entry.bank_id_span = self.span(day);
            entry.identity.date = entry.dates.booking_date();
            entry.identity.parts.push(Cow::Borrowed(text));
            entry.texts.push(Cow::Borrowed(text));
            entry.cells = [day, amount, text]
                .map(|part| Cell::unquoted(self.text, self.span(part)))
                .to_vec();
            Some(())
        }
    }

    impl<'s> StatementReader<'s> for LineReader<'s> {
        fn next(&mut self, entry: &mut Entry<'s>, _findings: &mut Collector<'_>) -> Option<Item> {
            let (index, line) = self.lines.next()?;
            self.row += 1;
            entry.position = RowPosition {
                span: self.span(line),
                line: index + 1,
                row: self.row,
            };
            let words: Vec<&str> = line.splitn(6, ' ').collect();
            Some(match words.as_slice() {
                ["opening", amount] => {
                    let stated = |balance| StatedBalance {
                        balance,
                        currency: None,
                        day: None,
                        span: self.span(line),
                    };
                    Item::Balance(BalanceKind::Opening, amount.parse().ok().map(stated))
                }
                ["detail", ..] => Item::Detail(Box::new(Detail {
                    position: entry.position,
                    text: line.trim_start_matches("detail ").to_owned(),
                    ..Detail::default()
                })),
                ["note", ..] => Item::Skipped(SkipReason::Other),
                [kind @ ("entry" | "pending"), ..] => {
                    match self.entry(&words, *kind == "pending", entry) {
                        Some(()) => Item::Entry,
                        None => {
                            let diagnostic =
                                Diagnostic::new(&rules::AMOUNT_UNREADABLE, self.span(line));
                            Item::Rejected(Some(
                                diagnostic
                                    .param("decimal", ".")
                                    .param("advice", rules::CELL_ADVICE),
                            ))
                        }
                    }
                }
                _ => Item::Rejected(None),
            })
        }

        fn is_newest_first(&self) -> bool {
            self.is_newest_first
        }

        fn restart(&self) -> Box<dyn StatementReader<'s> + '_> {
            Box::new(Self::open(self.text, self.is_newest_first).1)
        }
    }

    fn convert(text: &str, is_newest_first: bool) -> (Vec<Transaction>, Summary) {
        let policy = Policy::new();
        let mut findings = Collector::new(&policy);
        let decoded = Decoded::from_bytes(text.as_bytes());
        let mut summary = Summary {
            encoding: decoded.encoding(),
            ..Summary::default()
        };
        let options = StatementOptions {
            account: None,
            currency: None,
            opening_balance: None,
            account_map: None,
            split_batches: false,
            bank: None,
            policy: &policy,
        };
        let (metadata, mut reader) = LineReader::open(text, is_newest_first);
        let mut transactions = Vec::new();
        let statement = StatementSource {
            metadata: &metadata,
            reader: &mut reader,
        };
        convert_statements(
            &mut [statement],
            &options,
            &mut findings,
            &mut summary,
            &mut |converted| {
                transactions.push(converted.into_transaction());
                ControlFlow::Continue(())
            },
        );
        summary.report = findings.into_report(&decoded, None);
        (transactions, summary)
    }

    fn rules_of(report: &Report) -> Vec<(&str, usize)> {
        report
            .findings
            .iter()
            .map(|finding| (finding.rule.id, finding.line))
            .collect()
    }

    const STATEMENT: &str = "account CH9300762011623852957\nopening 100.00\n\
        entry 2026-03-30 -12.50 CHF 87.50 Bakery\ndetail two loaves\nnote no entry\n\
        entry 2026-03-31 20.00 CHF 107.50 Refund\nentry 2026-03-31 20.00 CHF 127.50 Refund\n\
        pending 2026-04-01 -5.00 CHF - Kiosk\n";

    #[test]
    fn converts_a_format_that_is_not_a_table() {
        let (transactions, summary) = convert(STATEMENT, false);
        let texts: Vec<String> = transactions
            .iter()
            .filter_map(|transaction| transaction.text.clone())
            .map(String::from)
            .collect();
        assert_eq!(texts, ["Bakery | two loaves", "Refund", "Refund"]);
        assert_eq!(
            transactions[0].account_identifier.as_str(),
            "CH9300762011623852957"
        );
        assert_eq!(
            (summary.rows, summary.converted, summary.details),
            (7, 3, 1)
        );
        let skipped: Vec<&str> = summary
            .skipped
            .iter()
            .map(|skipped| skipped.reason.as_str())
            .collect();
        assert_eq!(skipped, ["total", "other", "pending"]);
        let [statement] = summary.statements.as_slice() else {
            panic!("one account in one currency")
        };
        assert_eq!(statement.balance_status, BalanceStatus::Proved);
        assert_eq!(
            (statement.opening_balance, statement.closing_balance),
            ("100.00".parse().ok(), "127.50".parse().ok())
        );
        assert_eq!(rules_of(&summary.report), []);
    }

    #[test]
    fn reports_faults_at_their_lines() {
        let text = STATEMENT
            .replace("107.50", "107.60")
            .replace("-12.50 CHF", "x CHF")
            .replace("note", "?");
        let (transactions, summary) = convert(&text, false);
        assert_eq!((transactions.len(), summary.rejected), (2, vec![3, 5]));
        assert_eq!(summary.statements[0].balance_status, BalanceStatus::Broken);
        assert_eq!(
            rules_of(&summary.report),
            [("amount-unreadable", 3), ("balance-broken", 7)]
        );
    }

    #[test]
    fn a_short_statement_that_occurs_twice_is_not_proved() {
        let account = "account CH9300762011623852957\n";
        let opening = "opening 100.00\n";
        let entries =
            "entry 2026-03-30 1000.00 CHF 1100.00 Loan\nentry 2026-03-30 -1000.00 CHF 100.00 Car\n";
        let (_, once) = convert(&format!("{account}{opening}{entries}"), false);
        assert_eq!(once.statements[0].balance_status, BalanceStatus::Proved);
        assert_eq!(rules_of(&once.report), []);
        let with_opening = format!("{opening}{entries}");
        let without_balances = with_opening
            .replace("1100.00", "-")
            .replace("CHF 100.00", "CHF -");
        for (text, line) in [
            (format!("{account}{with_opening}{with_opening}"), 5),
            (format!("{account}{opening}{entries}{entries}"), 5),
            (format!("{account}{without_balances}{without_balances}"), 5),
        ] {
            for is_newest_first in [false, true] {
                let (_, summary) = convert(&text, is_newest_first);
                let found = rules_of(&summary.report);
                assert!(found.contains(&("block-repeated", line)), "{text}{found:?}");
                assert_ne!(
                    summary.statements[0].balance_status,
                    BalanceStatus::Proved,
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn nothing_is_proved_beside_a_rejected_row() {
        let newest = "entry 2026-04-01 x CHF 121.50 Kiosk\n";
        let (transactions, summary) = convert(&format!("{STATEMENT}{newest}"), false);
        let statement = &summary.statements[0];
        assert_eq!((transactions.len(), statement.confirmed), (3, 3));
        assert_eq!(statement.balance_status, BalanceStatus::Partly);
        assert!(statement.is_doubtful);
    }

    #[test]
    fn duplicate_entries_have_the_same_ids_in_either_order() {
        let (oldest_first, _) = convert(STATEMENT, false);
        let mut lines: Vec<&str> = STATEMENT
            .lines()
            .filter(|line| line.starts_with("entry"))
            .collect();
        lines.push("account CH9300762011623852957");
        lines.reverse();
        let (mut newest_first, _) = convert(&lines.join("\n"), true);
        newest_first.reverse();
        let ids = |transactions: &[Transaction]| -> Vec<_> {
            transactions
                .iter()
                .map(|transaction| transaction.transaction_id.clone().map(String::from))
                .collect()
        };
        assert_eq!(ids(&oldest_first), ids(&newest_first));
        assert!(
            ids(&oldest_first)[2]
                .as_ref()
                .is_some_and(|id| id.ends_with("-2"))
        );
    }
}
