//! Entries as transactions of a ledger.

use rust_decimal::Decimal;

use super::accounts::{Accounts, JournalAccount};
use super::ledger::{Account, AccountKind, Posting, Status, Tag, Transaction};
use super::rows::{
    ACCOUNT_CURRENCY, ACCOUNT_ID, ADDRESS, COMPANY_NAME, ENTRY_NUMBER, FILES, FIRST_NAME,
    LAST_NAME, LEGAL_TYPE, LINE_NUMBER, PlannedEntry, UnplacedField, contact_name,
};
use super::totals::Totals;
use crate::journal::{Contact, Dimension, Entry, Invoice, Line, Side};

/// The fields without a place in a ledger.
pub(super) static NO_PLACE: &[&UnplacedField] = &[
    &LEGAL_TYPE,
    &FIRST_NAME,
    &LAST_NAME,
    &COMPANY_NAME,
    &ADDRESS,
    &ENTRY_NUMBER,
    &LINE_NUMBER,
    &ACCOUNT_ID,
    &ACCOUNT_CURRENCY,
    &FILES,
];

/// The segment above accounts of an unknown type.
const UNCLASSIFIED: &str = "Unclassified";

/// Returns each entry as a transaction.
pub(super) fn transactions(
    entries: &[PlannedEntry<'_>],
    default_kind: Option<AccountKind>,
    accounts: &Accounts<'_>,
    written: &mut Totals,
) -> Vec<Transaction> {
    let ledger_accounts: Vec<Account> = accounts
        .iter()
        .map(|account| ledger_account(account, default_kind))
        .collect();
    let mut transactions = Vec::with_capacity(entries.len());
    for PlannedEntry { record, entry, .. } in entries {
        let contact = record.all_contacts().next();
        let invoice = record.invoice.as_ref();
        let mut transaction = Transaction::new(entry.date);
        transaction.status = Some(Status::Cleared);
        transaction.code = invoice
            .and_then(|invoice| invoice.number.as_ref())
            .map(ToString::to_string);
        transaction.payee = contact.and_then(contact_name).map(String::from);
        let description = description(entry);
        transaction.description = description.map(str::to_owned);
        transaction.tags = vec![
            Tag::new("record", record.service_id.as_str()),
            Tag::new("entry", entry.entry_id.as_str()),
        ];
        push_tag(
            &mut transaction.tags,
            "entry-type",
            entry.entry_type.as_ref(),
        );
        if let Some(invoice) = invoice {
            push_invoice(&mut transaction.tags, invoice);
        }
        if let Some(contact) = contact {
            push_contact(&mut transaction.tags, contact);
        }
        for line in &entry.lines {
            let index = accounts.index_of(&line.account);
            let Some(account) = ledger_accounts.get(index) else {
                continue;
            };
            let amount = Decimal::from(line.amount);
            written.add(index, line.credit_debit, amount, line.currency);
            let signed = if line.credit_debit == Side::Debit {
                amount
            } else {
                -amount
            };
            let mut posting = Posting::new(account.clone(), signed, line.currency);
            push_line(&mut posting.tags, line, description);
            transaction.postings.push(posting);
        }
        transactions.push(transaction);
    }
    transactions
}

fn ledger_account(account: &JournalAccount<'_>, default_kind: Option<AccountKind>) -> Account {
    let parts = [
        Some(account.number),
        account.shared_number_id(),
        account.description,
    ];
    let name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    match account.kind.or(default_kind) {
        Some(kind) => Account::new(kind, [name]),
        None => Account::new(AccountKind::Equity, [UNCLASSIFIED.to_owned(), name]),
    }
}

/// Returns the text that all lines with a text have in common.
fn description(entry: &Entry) -> Option<&str> {
    let mut texts = entry.lines.iter().filter_map(|line| line.text.as_ref());
    let first = texts.next()?;
    texts.all(|text| text == first).then_some(first.as_str())
}

fn push_tag(tags: &mut Vec<Tag>, name: &str, value: Option<&impl ToString>) {
    tags.extend(value.map(|value| Tag::new(name, value.to_string())));
}

fn push_invoice(tags: &mut Vec<Tag>, invoice: &Invoice) {
    push_tag(tags, "invoice-date", invoice.date.as_ref());
    push_tag(tags, "invoice-currency", invoice.currency.as_ref());
    push_tag(tags, "payable-until", invoice.payable_until.as_ref());
    let period = invoice
        .billing_period
        .as_ref()
        .map(|period| format!("{} to {}", period.from, period.to));
    push_tag(tags, "billing-period", period.as_ref());
    push_tag(tags, "qr-reference", invoice.qr_reference_number.as_ref());
    push_tag(tags, "owner", invoice.owner.as_ref());
    push_tag(tags, "source", invoice.source.as_ref());
    push_tag(tags, "source-id", invoice.source_id.as_ref());
    push_tag(tags, "posting-type", invoice.posting_type.as_ref());
}

fn push_contact(tags: &mut Vec<Tag>, contact: &Contact) {
    push_tag(tags, "contact-id", contact.contact_id.as_ref());
    push_tag(tags, "contact-external-id", contact.external_id.as_ref());
    push_tag(tags, "contact-uid", contact.company_uid.as_ref());
    push_tag(
        tags,
        "contact-tax-number",
        contact.company_tax_number.as_ref(),
    );
}

fn push_line(tags: &mut Vec<Tag>, line: &Line, description: Option<&str>) {
    tags.push(Tag::new("line", line.line_id.as_str()));
    // The description of the transaction is the text of all lines that have one.
    push_tag(
        tags,
        "text",
        line.text.as_ref().filter(|_| description.is_none()),
    );
    let tax = line.tax.as_ref();
    push_tag(tags, "tax-code", tax.and_then(|tax| tax.code.as_ref()));
    push_tag(tags, "tax-rate", tax.and_then(|tax| tax.value.as_ref()));
    push_tag(tags, "tax-id", tax.and_then(|tax| tax.external_id.as_ref()));
    push_tag(tags, "original-amount", line.original_amount.as_ref());
    push_tag(tags, "original-currency", line.original_currency.as_ref());
    push_tag(
        tags,
        "amount-in-account-currency",
        line.amount_in_account_currency.as_ref(),
    );
    for Dimension {
        external_id,
        name,
        dimension_type,
        ..
    } in &line.dimensions
    {
        let kind = dimension_type
            .as_ref()
            .map_or("dimension", |kind| kind.as_str());
        push_tag(tags, kind, name.as_ref());
        push_tag(tags, &format!("{kind}-id"), external_id.as_ref());
    }
}
