//! What a second reading of a statement tells.

use super::identity::{id_input, reference_id};
use super::state::OpenEntry;
use crate::report::Collector;
use crate::statement::batch::split;
use crate::statement::cash_accounts::CashAccounts;
use crate::statement::entry::{BankId, Entry, EntryAmount, EntryStatus, is_rounded};
use crate::statement::id_generator::{IdGenerator, StatementHashes};
use crate::statement::metadata::{StatementMetadata, StatementOptions};
use crate::statement::reader::{Detail, Item, StatementReader};
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
