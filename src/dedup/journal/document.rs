use rust_decimal::Decimal;
use sha2::{Digest, Sha256};

use crate::journal::{Entry, JournalRecord, Line, Side};
use crate::value::Text;

/// The key of a document: the beginning of a SHA-256.
pub(super) type DocumentKey = [u8; 8];

/// Returns the keys by which the document of a record is found under another id. None for a record without an entry that has lines.
///
/// The first key is the record's own. It consists of the day of the first entry, and of the number of the invoice; without a number, of the sides, amounts and
/// currencies of that entry's lines. A record with a number has a second key, which is that of the same record without its number. The first entry is
/// the one with the lowest number. What a correction changes, such as an account, a tax or a text, does not matter.
///
/// A database of your own stores the [key of each new document](super::JournalPart::document_key). Before an import, it takes the records of which it has no
/// line, looks up all their keys, and tells the [known journal](super::KnownJournal::add_document) which documents it found.
///
/// ```
/// use universal_accounting::dedup;
/// use universal_accounting::{journal, report::Policy};
///
/// let export = r#"[{"serviceId": "s-81", "entries": [{"entryId": "e-1", "date": "2026-03-31", "lines": [
///     {"lineId": "l-1", "creditDebit": "debit", "amount": "65.00", "currency": "CHF", "account": {"number": "6500"}},
///     {"lineId": "l-2", "creditDebit": "credit", "amount": "65.00", "currency": "CHF", "account": {"number": "2000"}}]}]}]"#;
/// let keys = |export: &str| dedup::document_keys(&journal::read(export.as_bytes(), &Policy::new()).records[0]);
/// assert_eq!(keys(export), keys(&export.replace("s-81", "s-90").replace("6500", "6570")));
/// assert_ne!(keys(export), keys(&export.replace("65.00", "67.00")));
/// ```
#[must_use]
pub fn document_keys(record: &JournalRecord) -> Vec<[u8; 8]> {
    let entries = record.entries.iter();
    let with_lines = entries.filter(|entry| !entry.lines.is_empty());
    let Some(first) = with_lines.min_by_key(|entry| entry.entry_number) else {
        return Vec::new();
    };
    let amounts = amounts_key(first);
    match invoice_number(record) {
        Some(number) => {
            let mut hash = Sha256::new();
            hash.update(b"invoice\0");
            hash.update(first.date.to_string());
            hash.update(number.as_str());
            vec![key_of(hash), amounts]
        }
        None => vec![amounts],
    }
}

/// Returns the key of an entry by its day and its amounts.
fn amounts_key(entry: &Entry) -> DocumentKey {
    let mut amounts: Vec<[u8; 24]> = entry.lines.iter().map(amount_bytes).collect();
    amounts.sort_unstable();
    let mut hash = Sha256::new();
    hash.update(b"amounts\0");
    hash.update(entry.date.to_string());
    for amount in amounts {
        hash.update(amount);
    }
    key_of(hash)
}

/// Returns the side, the amount and the currency of a line.
fn amount_bytes(line: &Line) -> [u8; 24] {
    let amount = Decimal::from(line.amount).normalize();
    let mut bytes = [0; 24];
    let parts = std::iter::once(u8::from(line.credit_debit == Side::Debit))
        .chain(amount.mantissa().to_be_bytes())
        .chain(amount.scale().to_be_bytes())
        .chain(line.currency.code().bytes());
    for (byte, part) in bytes.iter_mut().zip(parts) {
        *byte = part;
    }
    bytes
}

fn key_of(hash: Sha256) -> DocumentKey {
    let mut key = DocumentKey::default();
    for (byte, hashed) in key.iter_mut().zip(hash.finalize()) {
        *byte = hashed;
    }
    key
}

fn invoice_number(record: &JournalRecord) -> Option<&Text> {
    let number = record.invoice.as_ref()?.number.as_ref()?;
    let is_blank = number.as_str().trim().is_empty();
    (!is_blank).then_some(number)
}
