use super::accounts::Accounts;
use super::columns::dimensions_without_place;
use super::ledger::{self, Syntax};
use super::note::{Note, NoteKind, Notes};
use super::options::{JournalExportOptions, JournalTarget};
use super::refusal::JournalRefusal;
use super::rows::{PlannedEntry, Row, plan, rows, without_place};
use super::totals::{AccountTotal, Totals};
use super::{banana, postings, single_entries, table};
use crate::journal::{Entry, JournalRecord};

/// Records of a journal, written for another program.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct JournalExport {
    /// The text of the output, without the entries that were refused.
    pub text: String,
    /// The number of entries in the output.
    pub entries: usize,
    /// The totals of all records that came in.
    pub read: Vec<AccountTotal>,
    /// The totals of the output, summed where its amounts are written. Debits and credits equal those of `read` unless an entry was refused. The number of amounts
    /// may be higher: a line that pairs with several lines is in several rows.
    pub written: Vec<AccountTotal>,
    /// The entries that were refused.
    pub refused: Vec<JournalRefusal>,
    /// What was lost, altered or assumed.
    pub notes: Vec<Note>,
}

/// Writes journal records for another program.
///
/// | | single entries | single entries, collective | table | hledger, beancount | Banana |
/// |---|---|---|---|---|---|
/// | one line against one or more | pairs | pairs | lines | transaction | pairs |
/// | several lines on both sides, or all on one | refused | lines | lines | transaction | lines |
/// | several currencies, each balanced | refused | lines | lines | transaction | lines |
/// | several currencies, not each balanced | refused | lines, noted | lines, noted | refused | refused |
/// | one currency, not balanced | refused | refused | lines, noted | refused | refused |
/// | one line | refused | refused | line, noted | refused unless zero | refused unless zero |
///
/// - *Single entries* have the columns of the published CSV in their order. A pair takes amount, line id, tax, text, original amount and dimensions from the line
///   on the side with several lines. A pair of two single lines takes them from the debit line, or else from the credit line. Ids are those of the journal, and
///   dimensions are numbered from 1. `invoice-billingPeriod` has both days, as `2026-03-01/2026-03-31` (ISO 8601).
/// - *Table* has the same columns, but one account a row, its description from base data, a column each for debit and credit, and further columns for the fields
///   that single entries lack. No cell is a formula for a spreadsheet.
/// - *hledger* and *beancount* get a transaction for each entry, with accounts named by number and description. Their root is the type in base data, or else
///   [`JournalExportOptions::default_kind`], or else `Equity:Unclassified`. Dimensions and ids are tags.
/// - *Banana* gets the columns `Date`, `DateDocument`, `Doc` (the entry), `DocOriginal` (the invoice), `ExternalReference` (the line), `Description`,
///   `AccountDebit`, `AccountCredit`, `Amount`, `VatCode`, `Cc1` (cost center) and `Cc2` (project). `Amount` is in the lead currency of base data or, without base data,
///   in the only currency of the journal. Otherwise `AmountCurrency` and `ExchangeCurrency` have amount and currency, and an amount in another currency has no
///   `Amount`: nothing is converted.
///
/// See the [module](crate::export) for an example.
#[must_use]
pub fn journal(
    records: &[JournalRecord],
    target: JournalTarget,
    options: &JournalExportOptions<'_>,
) -> JournalExport {
    let accounts = Accounts::new(records, options.base_data);
    let (mut read, mut written) = (Totals::new(&accounts), Totals::new(&accounts));
    let (mut notes, mut refused, mut planned) = (Notes::default(), Vec::new(), Vec::new());
    for (record_index, record) in records.iter().enumerate() {
        for (entry_index, entry) in record.entries.iter().enumerate() {
            add_lines(&mut read, entry, &accounts);
            if entry.lines.is_empty() {
                notes.add(NoteKind::NothingToWrite, 1);
                continue;
            }
            match plan(entry, target) {
                Ok((layout, is_balanced)) => {
                    planned.push(PlannedEntry {
                        record_index,
                        record,
                        entry,
                        layout,
                        is_balanced,
                    });
                }
                Err(reason) => refused.push(JournalRefusal {
                    record: record_index,
                    entry: entry_index,
                    record_id: record.service_id.to_string(),
                    entry_id: entry.entry_id.to_string(),
                    reason,
                }),
            }
        }
        notes.add(
            NoteKind::NothingToWrite,
            usize::from(record.entries.is_empty()),
        );
        notes.add(
            NoteKind::FurtherContacts,
            record.all_contacts().count().saturating_sub(1),
        );
    }
    let unbalanced = planned.iter().filter(|planned| !planned.is_balanced);
    notes.add(NoteKind::Unbalanced, unbalanced.count());
    let mut all_rows: Vec<Row<'_>> = Vec::new();
    if !matches!(target, JournalTarget::Hledger | JournalTarget::Beancount) {
        all_rows = planned
            .iter()
            .flat_map(|planned| rows(planned, |lost| notes.add(lost, 1)))
            .collect();
    }
    if matches!(
        target,
        JournalTarget::SingleEntries { .. } | JournalTarget::Table
    ) {
        notes.add(
            NoteKind::FurtherDimensions,
            all_rows.iter().map(dimensions_without_place).sum(),
        );
    }
    let brand = options.brand.as_deref();
    let (text, no_place) = match target {
        JournalTarget::SingleEntries { .. } => (
            single_entries::write(&all_rows, brand, &accounts, &mut written),
            single_entries::NO_PLACE,
        ),
        JournalTarget::Table => (
            table::write(&all_rows, brand, &accounts, &mut written),
            table::NO_PLACE,
        ),
        JournalTarget::Banana => {
            notes.add(NoteKind::SharedAccountNumber, accounts.shared_numbers);
            let note = |kind| notes.add(kind, 1);
            (
                banana::write(&all_rows, options.base_data, &accounts, &mut written, note),
                banana::NO_PLACE,
            )
        }
        JournalTarget::Hledger | JournalTarget::Beancount => {
            if options.default_kind.is_none() {
                notes.add(NoteKind::UnknownAccountType, accounts.count_without_kind());
            }
            let transactions =
                postings::transactions(&planned, options.default_kind, &accounts, &mut written);
            let syntax = if target == JournalTarget::Hledger {
                Syntax::Hledger
            } else {
                Syntax::Beancount
            };
            let ledger = ledger::write_balanced(&transactions, syntax);
            notes.add(NoteKind::AlteredText, ledger.altered_texts);
            (ledger.text, postings::NO_PLACE)
        }
    };
    for (kind, count) in without_place(no_place, &planned) {
        notes.add(kind, count);
    }
    JournalExport {
        text,
        entries: planned.len(),
        read: read.finish(&accounts),
        written: written.finish(&accounts),
        refused,
        notes: notes.0,
    }
}

/// Adds the lines of an entry to the sums of what was read.
fn add_lines(read: &mut Totals, entry: &Entry, accounts: &Accounts<'_>) {
    for line in &entry.lines {
        let account = accounts.index_of(&line.account);
        read.add(
            account,
            line.credit_debit,
            line.amount.into(),
            line.currency,
        );
    }
}
