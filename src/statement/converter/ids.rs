use super::state::{Converter, OpenEntry};
use crate::report::{Collector, Diagnostic};
use crate::statement::batch::split;
use crate::statement::cash_accounts::CashAccounts;
use crate::statement::conversion::IdKind;
use crate::statement::entry::{
    BankId, Entry, EntryAmount, EntryDates, EntryStatus, Identity, RowPosition, is_rounded,
};
use crate::statement::id_generator::{IdGenerator, IdInput, StatementHashes, push_derived_id};
use crate::statement::metadata::{StatementMetadata, StatementOptions};
use crate::statement::reader::{Item, StatementReader};
use crate::statement::repeated_block::{BlockRow, RowKey};
use crate::statement::short_id;
use crate::transactions::{BookingKey, ReferenceId};

/// What is known of an id that was written.
pub(super) struct WrittenId {
    pub(super) kind: IdKind,
    /// The hash of what the id is made from.
    pub(super) hash: [u8; 16],
    /// The number among the entries of the statement with the same hash, the oldest first.
    pub(super) occurrence: u32,
}

impl<'s> Converter<'s, '_, '_> {
    /// Writes the id of an entry into `self.id`: with the bank's reference, or a derived one.
    pub(super) fn write_id(
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
}

/// Whether an entry of a statement names its account.
pub(super) fn names_accounts(
    reader: &dyn StatementReader<'_>,
    options: &StatementOptions<'_>,
) -> bool {
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
pub(super) fn for_each_row(
    reader: &dyn StatementReader<'_>,
    metadata: &StatementMetadata,
    options: &StatementOptions<'_>,
    mut sink: impl FnMut(BlockRow),
) {
    let mut findings = Collector::new(options.policy);
    let mut rows = BlockRows {
        metadata,
        cash_accounts: CashAccounts::new(options, metadata),
        ids: IdGenerator::default(),
        sink: &mut sink,
    };
    rows.cash_accounts.begin_statement(metadata, &mut findings);
    let mut reader = reader.restart();
    let mut entry = Entry::default();
    // An entry whose details may be payments with rows of their own.
    let mut batch: Option<OpenEntry<'_>> = None;
    loop {
        let item = reader.next(&mut entry, &mut findings);
        if let Some(Item::Detail(detail)) = item {
            if let Some(batch) = &mut batch {
                batch.details.push(*detail);
            }
            continue;
        }
        if let Some(batch) = batch.take() {
            rows.add_batch(&batch, reader.is_newest_first());
        }
        match item {
            None => return,
            Some(Item::Balance(kind, Some(stated))) => {
                rows.add_balance(RowKey::of_balance(kind, stated.balance), entry.position);
            }
            Some(Item::Entry) => {
                let amount = match entry.status {
                    EntryStatus::Booked(amount) if !amount.value.is_zero() => amount,
                    _ => continue,
                };
                let Ok(cash_account) = rows.cash_accounts.resolve(&mut entry, &mut findings) else {
                    continue;
                };
                if options.split_batches {
                    batch = Some(OpenEntry {
                        entry: Box::new(std::mem::take(&mut entry)),
                        cash_account,
                        amount,
                        details: Vec::new(),
                    });
                } else {
                    rows.add_entry(&entry, cash_account, amount);
                }
            }
            Some(_) => {}
        }
    }
}

/// The rows of a statement that is read again.
struct BlockRows<'r> {
    metadata: &'r StatementMetadata,
    cash_accounts: CashAccounts<'r>,
    ids: IdGenerator,
    sink: &'r mut dyn FnMut(BlockRow),
}

impl BlockRows<'_> {
    /// Passes on each payment of a batch, or another entry as a whole.
    fn add_batch(&mut self, batch: &OpenEntry<'_>, is_newest_first: bool) {
        let OpenEntry {
            entry,
            cash_account,
            amount,
            details,
        } = batch;
        let (.., currency) = self.cash_accounts.get(*cash_account);
        match split(entry, amount, details, currency, is_newest_first) {
            Some(payments) => {
                for (payment, amount) in payments {
                    if !amount.value.is_zero() {
                        self.add_entry(&payment, *cash_account, amount);
                    }
                }
            }
            None => self.add_entry(entry, *cash_account, *amount),
        }
    }

    fn add_entry(&mut self, entry: &Entry<'_>, cash_account: usize, amount: EntryAmount) {
        let (account, ..) = self.cash_accounts.get(cash_account);
        let hash = match &entry.bank_id {
            BankId::Usable(reference) => reference_id(reference, amount, &entry.dates).hash(),
            _ => {
                let (metadata, accounts) = (self.metadata, &self.cash_accounts);
                let input = id_input(metadata, accounts, cash_account, amount, &entry.identity);
                self.ids.hash(&input)
            }
        };
        (self.sink)(BlockRow {
            key: RowKey::Entry { account, hash },
            balance: entry.balance.map(|(balance, _)| balance),
            position: entry.position,
        });
    }

    fn add_balance(&mut self, key: RowKey, position: RowPosition) {
        (self.sink)(BlockRow {
            key,
            balance: None,
            position,
        });
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
pub(super) fn reference_id<'r>(
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
