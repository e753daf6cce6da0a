//! Entries as rows: pairs of a debit and a credit account, or one account each.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::note::NoteKind;
use super::options::JournalTarget;
use super::refusal::JournalRefusalReason;
use super::totals::CurrencySums;
use crate::journal::{
    Contact, Dimension, Entry, Invoice, JournalRecord, Line, LineAccount, LineTax, Side,
};
use crate::value::{Currency, SignedAmount, Text};

/// An entry that is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlannedEntry<'r> {
    pub(super) record_index: usize,
    pub(super) record: &'r JournalRecord,
    pub(super) entry: &'r Entry,
    pub(super) layout: Layout,
    /// Whether its debits equal its credits in each currency.
    pub(super) is_balanced: bool,
}

/// How an entry becomes rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// The only line of one side pairs with each line of the other side.
    Pairs,
    /// Each line is a row.
    Lines,
}

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'r> {
    pub(super) record: &'r JournalRecord,
    pub(super) entry: &'r Entry,
    pub(super) debit: Option<&'r LineAccount>,
    pub(super) credit: Option<&'r LineAccount>,
    /// The line with the ids and the amount.
    pub(super) line: &'r Line,
    pub(super) tax: Option<&'r LineTax>,
    pub(super) original_amount: Option<SignedAmount>,
    pub(super) original_currency: Option<Currency>,
    pub(super) text: Option<&'r Text>,
    pub(super) dimensions: &'r [Dimension],
}

/// Decides how an entry is written, and whether it balances.
pub(super) fn plan(
    entry: &Entry,
    target: JournalTarget,
) -> Result<(Layout, bool), JournalRefusalReason> {
    let mut sums = CurrencySums::default();
    for line in &entry.lines {
        let amount = Decimal::from(line.amount);
        sums.add(
            line.currency,
            if line.credit_debit == Side::Debit {
                amount
            } else {
                -amount
            },
        );
    }
    let is_too_large = sums
        .first_not_zero()
        .is_some_and(|(_, sum)| sum.is_zero().is_none());
    let is_balanced = sums.first_not_zero().is_none();
    let has_one_currency = sums.currencies() == 1;
    let [debits, credits] = [Side::Debit, Side::Credit].map(|side| on_side(entry, side).count());
    let pairs = has_one_currency && (debits == 1 && credits > 0 || credits == 1 && debits > 0);
    let layout = if pairs { Layout::Pairs } else { Layout::Lines };
    let must_balance = match target {
        JournalTarget::Table => return Ok((Layout::Lines, is_balanced)),
        // An entry in several currencies may balance in one that it does not state.
        JournalTarget::SingleEntries { .. } => has_one_currency,
        JournalTarget::Hledger | JournalTarget::Beancount | JournalTarget::Banana => true,
    };
    if must_balance && !is_balanced {
        return Err(match entry.lines.len() {
            _ if is_too_large => JournalRefusalReason::TooLarge,
            1 => JournalRefusalReason::OneLine,
            _ if !has_one_currency => JournalRefusalReason::SeveralCurrencies,
            _ => JournalRefusalReason::Unbalanced,
        });
    }
    match target {
        JournalTarget::SingleEntries { .. } if entry.lines.len() == 1 => {
            Err(JournalRefusalReason::OneLine)
        }
        JournalTarget::SingleEntries { collective: false } if !pairs => Err(if !has_one_currency {
            JournalRefusalReason::SeveralCurrencies
        } else if debits == 0 || credits == 0 {
            JournalRefusalReason::OneSide
        } else {
            JournalRefusalReason::SeveralOnBothSides
        }),
        JournalTarget::Hledger | JournalTarget::Beancount => Ok((Layout::Lines, is_balanced)),
        _ => Ok((layout, is_balanced)),
    }
}

fn on_side(entry: &Entry, side: Side) -> impl Iterator<Item = &Line> {
    entry
        .lines
        .iter()
        .filter(move |line| line.credit_debit == side)
}

/// Returns the rows of an entry. Calls `lost` for each value of a line that no row has.
pub(super) fn rows<'r>(planned: &PlannedEntry<'r>, mut lost: impl FnMut(NoteKind)) -> Vec<Row<'r>> {
    let entry = planned.entry;
    let row = |line: &'r Line| Row {
        record: planned.record,
        entry,
        debit: Some(&line.account).filter(|_| line.credit_debit == Side::Debit),
        credit: Some(&line.account).filter(|_| line.credit_debit == Side::Credit),
        line,
        tax: line.tax.as_ref(),
        original_amount: line.original_amount,
        original_currency: line.original_currency,
        text: line.text.as_ref(),
        dimensions: &line.dimensions,
    };
    if planned.layout == Layout::Lines {
        return entry.lines.iter().map(row).collect();
    }
    let one_debit = on_side(entry, Side::Debit).count() == 1;
    let one_credit = on_side(entry, Side::Credit).count() == 1;
    // Of two single lines, the debit line is the one with several.
    let (many, one) = if one_credit {
        (Side::Debit, Side::Credit)
    } else {
        (Side::Credit, Side::Debit)
    };
    let Some(single) = on_side(entry, one).next() else {
        return Vec::new();
    };
    let mut rows: Vec<Row<'_>> = on_side(entry, many).map(row).collect();
    for row in &mut rows {
        row.debit = row.debit.or(Some(&single.account));
        row.credit = row.credit.or(Some(&single.account));
        if one_debit && one_credit {
            // A pair of two single lines has a place for what either of them has.
            row.tax = row.tax.or(single.tax.as_ref());
            row.text = row.text.or(single.text.as_ref());
            if row.original_amount.is_none() && row.original_currency.is_none() {
                (row.original_amount, row.original_currency) =
                    (single.original_amount, single.original_currency);
            }
            if row.dimensions.is_empty() {
                row.dimensions = &single.dimensions;
            }
        }
    }
    let original = (single.original_amount, single.original_currency);
    let is_lost = [
        ("lineId", true),
        (
            "tax",
            single.tax.is_some() && rows.iter().any(|row| row.tax != single.tax.as_ref()),
        ),
        (
            "originalAmount",
            original != (None, None)
                && rows
                    .iter()
                    .any(|row| (row.original_amount, row.original_currency) != original),
        ),
        (
            "text",
            single.text.is_some() && rows.iter().any(|row| row.text != single.text.as_ref()),
        ),
        (
            "dimensions",
            !single.dimensions.is_empty()
                && rows.iter().any(|row| row.dimensions != single.dimensions),
        ),
    ];
    for (field, _) in is_lost.into_iter().filter(|(_, is_lost)| *is_lost) {
        lost(NoteKind::OtherLine { field });
    }
    rows
}

/// Returns the name of a contact: as given, or that of the company or person.
pub(super) fn contact_name(contact: &Contact) -> Option<Cow<'_, str>> {
    let given = contact.name.as_ref().or(contact.company_name.as_ref());
    given.map(|name| Cow::Borrowed(name.as_str())).or_else(|| {
        match (&contact.first_name, &contact.last_name) {
            (Some(first), Some(last)) => Some(Cow::Owned(format!("{first} {last}"))),
            (only, None) | (None, only) => only.as_ref().map(|name| Cow::Borrowed(name.as_str())),
        }
    })
}

/// A field, and how often it has a value.
pub(super) struct UnplacedField {
    path: &'static str,
    count: Count,
}

/// What has the field, and whether or how often it does.
enum Count {
    Record(fn(&JournalRecord) -> usize),
    Invoice(fn(&Invoice) -> bool),
    /// Counts the first contact; further ones have a note of their own.
    Contact(fn(&Contact) -> bool),
    Entry(fn(&Entry) -> bool),
    Line(fn(&Line) -> bool),
}

macro_rules! fields {
    ($($name:ident = $path:literal $of:ident $count:expr;)*) => {
        $(pub(super) static $name: UnplacedField = UnplacedField { path: $path, count: Count::$of($count) };)*
    };
}

fields! {
    RECORD_ID = "serviceId" Record |_| 1;
    FILES = "files" Record |record| record.files.len();
    INVOICE_CURRENCY = "invoice.currency" Invoice |invoice| invoice.currency.is_some();
    INVOICE_DUE = "invoice.payableUntil" Invoice |invoice| invoice.payable_until.is_some();
    INVOICE_PERIOD = "invoice.billingPeriod" Invoice |invoice| invoice.billing_period.is_some();
    INVOICE_REFERENCE = "invoice.qrReferenceNumber" Invoice |invoice| invoice.qr_reference_number.is_some();
    INVOICE_OWNER = "invoice.owner" Invoice |invoice| invoice.owner.is_some();
    INVOICE_SOURCE = "invoice.source" Invoice |invoice| invoice.source.is_some();
    INVOICE_SOURCE_ID = "invoice.sourceId" Invoice |invoice| invoice.source_id.is_some();
    POSTING_TYPE = "invoice.postingType" Invoice |invoice| invoice.posting_type.is_some();
    CONTACT_NAME = "contact.name" Contact |contact| contact.name.is_some();
    CONTACT_ID = "contact.contactId" Contact |contact| contact.contact_id.is_some();
    CONTACT_EXTERNAL_ID = "contact.externalId" Contact |contact| contact.external_id.is_some();
    LEGAL_TYPE = "contact.legalType" Contact |contact| contact.legal_type.is_some();
    FIRST_NAME = "contact.firstName" Contact |contact| is_beside_name(contact, contact.first_name.as_ref());
    LAST_NAME = "contact.lastName" Contact |contact| is_beside_name(contact, contact.last_name.as_ref());
    COMPANY_NAME = "contact.companyName" Contact |contact| is_beside_name(contact, contact.company_name.as_ref());
    TAX_NUMBER = "contact.companyTaxNumber" Contact |contact| contact.company_tax_number.is_some();
    COMPANY_UID = "contact.companyUid" Contact |contact| contact.company_uid.is_some();
    ADDRESS = "contact.address" Contact |contact| contact.address.is_some();
    ENTRY_NUMBER = "entries.entryNumber" Entry |entry| entry.entry_number.is_some();
    ENTRY_TYPE = "entries.type" Entry |entry| entry.entry_type.is_some();
    LINE_NUMBER = "entries.lines.lineNumber" Line |line| line.line_number.is_some();
    IN_ACCOUNT_CURRENCY = "entries.lines.amountInAccountCurrency" Line |line| line.amount_in_account_currency.is_some();
    ACCOUNT_ID = "entries.lines.account.externalId" Line |line| line.account.external_id.is_some();
    ACCOUNT_CURRENCY = "entries.lines.account.currency" Line |line| line.account.currency.is_some();
    ORIGINAL_AMOUNT = "entries.lines.originalAmount" Line |line| line.original_amount.is_some();
    TAX_RATE = "entries.lines.tax.value" Line |line| line.tax.as_ref().is_some_and(|tax| tax.value.is_some());
    TAX_ID = "entries.lines.tax.externalId" Line |line| line.tax.as_ref().is_some_and(|tax| tax.external_id.is_some());
}

/// Returns whether a part of a contact's name is missing from the name that stands for the contact.
fn is_beside_name(contact: &Contact, part: Option<&Text>) -> bool {
    part.is_some_and(|part| !contact_name(contact).is_some_and(|name| name.contains(part.as_str())))
}

/// Returns a note for each of the fields that the entries, or their records, have a value for.
pub(super) fn without_place<'e>(
    fields: &'static [&'static UnplacedField],
    entries: &'e [PlannedEntry<'_>],
) -> impl Iterator<Item = (NoteKind, usize)> + use<'e> {
    fields.iter().map(|field| {
        // The entries of a record follow one another.
        let mut last_record = None;
        let records = entries.iter().filter(|planned| {
            last_record.replace(planned.record_index) != Some(planned.record_index)
        });
        let lines = || entries.iter().flat_map(|planned| &planned.entry.lines);
        let count = match field.count {
            Count::Record(count) => records.map(|planned| count(planned.record)).sum(),
            Count::Invoice(has) => records
                .filter(|planned| planned.record.invoice.as_ref().is_some_and(has))
                .count(),
            Count::Contact(has) => records
                .filter(|planned| planned.record.all_contacts().next().is_some_and(has))
                .count(),
            Count::Entry(has) => entries.iter().filter(|planned| has(planned.entry)).count(),
            Count::Line(has) => lines().filter(|line| has(line)).count(),
        };
        (NoteKind::NoPlace { field: field.path }, count)
    })
}
