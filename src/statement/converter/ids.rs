use super::identity::{id_input, reference_id};
use super::reread::read_hashes;
use super::state::{Converter, OpenEntry};
use crate::report::Diagnostic;
use crate::statement::conversion::IdKind;
use crate::statement::entry::{BankId, EntryAmount, EntryDates, Identity};
use crate::statement::id_generator::push_derived_id;
use crate::statement::reader::StatementReader;
use crate::statement::short_id;
use crate::transactions::ReferenceId;

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
    pub(super) fn write_reference_id(
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

    pub(super) fn write_derived_id(
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
