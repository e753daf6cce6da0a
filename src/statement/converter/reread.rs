//! What a second reading of a statement tells.

use super::identity::{id_input, reference_id};
use super::state::OpenEntry;
use crate::report::Collector;
use crate::statement::batch::split;
use crate::statement::cash_accounts::CashAccounts;
use crate::statement::entry::{BankId, Entry, EntryAmount, EntryStatus, RowPosition, is_rounded};
use crate::statement::id_generator::{IdGenerator, StatementHashes};
use crate::statement::metadata::{StatementMetadata, StatementOptions};
use crate::statement::reader::{Item, StatementReader};
use crate::statement::repeated_block::{BlockRow, RowKey};

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
pub(super) fn read_hashes(
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
