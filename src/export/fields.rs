//! Fields of a record that some target has no place for.

use super::note::NoteKind;
use super::rows::{PlannedEntry, contact_name};
use crate::journal::{Contact, Invoice, JournalRecord, Line};

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
    Entry(fn(&crate::journal::Entry) -> bool),
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
fn is_beside_name(contact: &Contact, part: Option<&crate::value::Text>) -> bool {
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
