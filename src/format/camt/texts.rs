//! The text of a transaction: what the bank writes first, then the other party, the purpose of the payment, and its references.

use std::borrow::Cow;

use super::paths::Field;
use super::raw_entry::RawEntry;
use crate::format::placeholder::is_placeholder;
use crate::statement::{EntryStatus, join_texts};
use crate::transactions::{CreditDebit, END_TO_END, MANDATE};
use crate::value::find_qr_reference;

/// Adds the text of an entry, and that of its only transaction.
pub(super) fn push_entry_texts<'s>(
    raw: &RawEntry<'s>,
    status: &EntryStatus,
    texts: &mut Vec<Cow<'s, str>>,
) {
    texts.extend(raw.get(Field::EntryInfo).map(|(text, _)| text.clone()));
    if raw
        .get(Field::Reversal)
        .is_some_and(|(text, _)| matches!(&**text, "true" | "1"))
    {
        texts.push(Cow::Borrowed("reversal"));
    }
    if raw.details == 1 {
        let direction = match status {
            EntryStatus::Booked(amount) | EntryStatus::Pending(Some(amount)) => {
                Some(amount.direction)
            }
            EntryStatus::Pending(None) => None,
        };
        push_texts(raw, 1, direction, texts);
    }
    if let Some((charges, _)) = raw.get(Field::Charges) {
        let currency = raw
            .get(Field::ChargesCurrency)
            .map_or("", |(code, _)| &**code);
        texts.push(Cow::Owned(format!("charges {charges} {currency}")));
    }
}

/// Returns the text of one transaction of an entry that has several.
pub(super) fn detail_text(
    raw: &RawEntry<'_>,
    number: usize,
    direction: Option<CreditDebit>,
) -> String {
    let mut texts = Vec::new();
    push_texts(raw, number, direction, &mut texts);
    join_texts(&texts)
}

fn push_texts<'s>(
    raw: &RawEntry<'s>,
    number: usize,
    entry_direction: Option<CreditDebit>,
    texts: &mut Vec<Cow<'s, str>>,
) {
    let get = |field| raw.get_in(field, number).map(|(text, _)| text.clone());
    let direction = match get(Field::DetailDirection).as_deref() {
        Some("CRDT") => Some(CreditDebit::Credit),
        Some("DBIT") => Some(CreditDebit::Debit),
        _ => entry_direction,
    };
    // The other party of a payment that comes in is the one who pays.
    let (party, ultimate, account) = match direction {
        Some(CreditDebit::Credit) => (Field::Debtor, Field::UltimateDebtor, Field::DebtorAccount),
        _ => (
            Field::Creditor,
            Field::UltimateCreditor,
            Field::CreditorAccount,
        ),
    };
    texts.extend(
        [get(party), get(ultimate), get(account)]
            .into_iter()
            .flatten(),
    );
    texts.extend(raw.all_in(Field::Unstructured, number).cloned());
    texts.extend(raw.all_in(Field::StructuredReference, number).cloned());
    // A reference in blocks of digits, or among other words, is repeated as the reference that it is.
    let hidden = raw
        .all_in(Field::Unstructured, number)
        .find_map(|text| find_qr_reference(text));
    let hidden = hidden.filter(|reference| !texts.iter().any(|text| text == reference));
    texts.extend(hidden.map(|reference| Cow::Owned(format!("QR reference {reference}"))));
    texts.extend(raw.all_in(Field::StructuredInfo, number).cloned());
    texts.extend(get(Field::DetailInfo));
    let labelled = [
        (END_TO_END, Field::EndToEnd),
        (MANDATE, Field::Mandate),
        ("creditor", Field::CreditorId),
        ("purpose", Field::Purpose),
        ("return reason", Field::ReturnReason),
        ("exchange rate", Field::ExchangeRate),
    ];
    for (label, field) in labelled {
        let value = get(field)
            .filter(|value| !is_placeholder(value) && !texts.iter().any(|text| text == value));
        texts.extend(value.map(|value| Cow::Owned(format!("{label} {value}"))));
    }
}
