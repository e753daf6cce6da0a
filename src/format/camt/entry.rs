//! Builds an entry from its values in the file.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::amounts::{detail_amount, direction, faults, has_amount, original};
use super::charges::{charges, find_different_total};
use super::field::{CamtField, parse_day, parse_decimal};
use super::raw_entry::{NOT_BOOKED, RawEntry};
use super::texts::{detail_text, is_reversal, push_entry_texts};
use crate::format::message::is_placeholder;
use crate::format::rules;
use crate::report::Diagnostic;
use crate::sheet::Cell;
use crate::source::Span;
use crate::statement::rules::{
    AMOUNT_ABSENT, AMOUNT_UNREADABLE, CHARGES_DIFFER, DIRECTION_UNKNOWN,
};
use crate::statement::{
    BankId, CurrencyCode, Detail, Entry, EntryAmount, EntryStatus, RowPosition, checked_sum,
    collapse_text,
};
use crate::transactions::CreditDebit;
use crate::value::Date;

/// The values of an entry that are shown with the transaction, and that findings name: their paths below the entry.
pub(super) const CELLS: [(&str, CamtField); 12] = [
    ("BookgDt", CamtField::Booked),
    ("ValDt", CamtField::Value),
    ("Amt", CamtField::Amount),
    ("Amt/@Ccy", CamtField::Currency),
    ("CdtDbtInd", CamtField::Direction),
    ("RvslInd", CamtField::Reversal),
    ("Sts", CamtField::Status),
    ("AcctSvcrRef", CamtField::Reference),
    ("AddtlNtryInf", CamtField::EntryInfo),
    (
        "NtryDtls/TxDtls/Refs/AcctSvcrRef",
        CamtField::DetailReference,
    ),
    ("NtryDtls/TxDtls/Refs/EndToEndId", CamtField::EndToEnd),
    ("NtryDtls/TxDtls/RmtInf/Ustrd", CamtField::Unstructured),
];

/// What to do about an amount that can't be read.
const AMOUNT_ADVICE: &str =
    "; an amount of camt has digits and no sign, and `CdtDbtInd` says which way the money goes";

/// Fills in an entry.
///
/// # Errors
///
/// The entry has no readable amount, direction or date.
pub(super) fn fill<'s>(
    raw: &RawEntry<'s>,
    text: &'s str,
    entry: &mut Entry<'s>,
) -> Result<(), Diagnostic> {
    entry.clear();
    entry
        .cells
        .extend(CELLS.iter().map(|(_, field)| cell(raw, text, *field)));
    let single = [
        CamtField::Amount,
        CamtField::Currency,
        CamtField::Direction,
        CamtField::Booked,
        CamtField::Value,
        CamtField::Status,
    ];
    if let Some(span) = single
        .into_iter()
        .find_map(|field| raw.contradiction(field))
    {
        return Err(Diagnostic::new(&rules::ELEMENT_REPEATED, span));
    }
    entry.balance = None;
    entry.currency = raw
        .get(CamtField::Currency)
        .map(|(code, _)| CurrencyCode::from_text(code.clone()));
    entry.currency_span = raw
        .get(CamtField::Currency)
        .map_or(raw.span_of(CamtField::Amount), |(_, span)| span);
    read_dates(raw, entry)?;
    let amount = read_amount(raw);
    entry.status = match raw.status() {
        Some((status, _)) if NOT_BOOKED.contains(&&**status) => EntryStatus::Pending(amount.ok()),
        status => {
            if let Some((_, span)) = status.filter(|(status, _)| *status != "BOOK") {
                entry
                    .row_faults
                    .push(Diagnostic::new(&rules::STATUS_UNKNOWN, span));
            }
            EntryStatus::Booked(amount?)
        }
    };
    read_identity(raw, entry);
    let currency = entry.currency.as_ref();
    let of_payment = Some(original(raw, 1, currency)).filter(|_| raw.details == 1);
    let of_payment = of_payment.filter(|payment| payment.amount.is_some());
    entry.original = of_payment.unwrap_or_else(|| original(raw, 0, currency));
    entry.is_reversal = is_reversal(raw);
    push_value_faults(raw, entry);
    read_payments(raw, entry);
    push_entry_texts(raw, entry);
    Ok(())
}

/// Returns the details of an entry that consists of several transactions. `position_of` gives the position of one by its span.
///
/// If batches are split, each has what identifies it.
pub(super) fn details(
    raw: &RawEntry<'_>,
    entry: &Entry<'_>,
    split_batches: bool,
    mut position_of: impl FnMut(Span) -> RowPosition,
) -> Vec<Detail> {
    if raw.details < 2 {
        return Vec::new();
    }
    let direction = entry.status.amount().map(|amount| amount.direction);
    let currency = entry.currency.as_ref();
    let mut details: Vec<Detail> = (1..=raw.details)
        .zip(&raw.detail_spans)
        .map(|(number, span)| {
            let original = original(raw, number, currency);
            Detail {
                position: position_of(*span),
                text: detail_text(raw, number, entry, &original),
                amount: detail_amount(raw, number, direction, currency),
                identity: if split_batches {
                    detail_identity(raw, number)
                } else {
                    Vec::new()
                },
                charges: own_charges(raw, number, currency),
                original,
            }
        })
        .collect();
    // A sign is a direction, so with payments in both directions, a debit is negative in a debit entry too.
    let amounts = || details.iter().filter_map(|detail| detail.amount.as_ref());
    if direction == Some(CreditDebit::Debit)
        && amounts().any(|amount| amount.value.is_sign_negative())
    {
        for amount in details
            .iter_mut()
            .filter_map(|detail| detail.amount.as_mut())
        {
            amount.value = -amount.value;
        }
    }
    details
}

/// Returns what identifies one transaction of an entry in every message: the bank's reference, the references of the payment, or its text.
fn detail_identity(raw: &RawEntry<'_>, number: usize) -> Vec<String> {
    const FIELDS: [CamtField; 4] = [
        CamtField::DetailReference,
        CamtField::EndToEnd,
        CamtField::StructuredReference,
        CamtField::Unstructured,
    ];
    let parts = FIELDS
        .into_iter()
        .flat_map(|field| identity_parts(raw, field, number));
    parts.map(Cow::into_owned).collect()
}

/// Returns what identifies a transaction in all values of a field. Messages may differ in the blanks of a text.
fn identity_parts<'s>(
    raw: &RawEntry<'s>,
    field: CamtField,
    detail: usize,
) -> impl Iterator<Item = Cow<'s, str>> {
    raw.all_in(field, detail)
        .filter(|text| !is_placeholder(text))
        .cloned()
        .map(collapse_text)
}

/// Returns the first value of a field in the entry or its first transaction.
fn cell<'s>(raw: &RawEntry<'s>, text: &'s str, field: CamtField) -> Cell<'s> {
    let span = raw
        .get(field)
        .or_else(|| raw.get_in(field, 1))
        .map_or(Span::at(raw.span.end), |(_, span)| span);
    Cell::unquoted(text, span)
}

fn read_dates(raw: &RawEntry<'_>, entry: &mut Entry<'_>) -> Result<(), Diagnostic> {
    let read =
        |value: Option<(&Cow<'_, str>, Span)>| value.map(|(text, span)| (parse_day(text), span));
    let mut unreadable = Vec::new();
    let mut day = |value: Option<(Option<Date>, Span)>| {
        let (day, span) = value?;
        if day.is_none() {
            unreadable.push(span);
        }
        Some((day?, span))
    };
    entry.dates.booked = day(read(raw.get(CamtField::Booked)));
    entry.dates.valuta = day(read(raw.get(CamtField::Value)));
    let empty = [CamtField::Booked, CamtField::Value].map(|field| raw.span_of_empty(field));
    let is_dated = entry.dates.booking_date().is_some();
    // A purchase is before its booking, so alone it is no date of the booking.
    entry.dates.purchased = day(read(
        raw.get_in(CamtField::PurchaseDay, 1)
            .filter(|_| raw.details == 1 && is_dated),
    ));
    if !is_dated && let Some(span) = unreadable.first() {
        return Err(Diagnostic::new(&rules::DATE_UNREADABLE, *span)
            .param("expected", "2026-03-31".to_owned()));
    }
    for span in unreadable.into_iter().chain(empty.into_iter().flatten()) {
        entry
            .row_faults
            .push(Diagnostic::new(&rules::CELL_PASSED_OVER, span).param("expected", "a date"));
    }
    Ok(())
}

/// Reports values that don't stop the booking.
fn push_value_faults(raw: &RawEntry<'_>, entry: &mut Entry<'_>) {
    let is_word = |text: &str| matches!(text, "true" | "false" | "1" | "0");
    let mark = raw.get(CamtField::Reversal);
    let mark = mark.filter(|(text, _)| !is_word(text));
    let marks = mark.map(|(_, span)| (span, "yes or no"));
    for (span, expected) in faults(raw).into_iter().chain(marks) {
        let fault = Diagnostic::new(&rules::CELL_PASSED_OVER, span);
        entry.row_faults.push(fault.param("expected", expected));
    }
    let totals = (0..=raw.details).filter_map(|number| find_different_total(raw, number));
    let differs = |span| Diagnostic::new(&CHARGES_DIFFER, span);
    entry.row_faults.extend(totals.map(differs));
}

fn read_amount(raw: &RawEntry<'_>) -> Result<EntryAmount, Diagnostic> {
    let Some((text, span)) = raw.get(CamtField::Amount) else {
        return Err(Diagnostic::new(
            &AMOUNT_ABSENT,
            raw.span_of(CamtField::Amount),
        ));
    };
    let value = parse_decimal(text).ok_or_else(|| {
        Diagnostic::new(&AMOUNT_UNREADABLE, span)
            .param("advice", AMOUNT_ADVICE)
            .param("decimal", ".".to_owned())
    })?;
    let direction = raw
        .get(CamtField::Direction)
        .and_then(|(text, _)| direction(text));
    let direction = direction
        .ok_or_else(|| Diagnostic::new(&DIRECTION_UNKNOWN, raw.span_of(CamtField::Direction)))?;
    Ok(EntryAmount {
        value,
        direction,
        span,
        charges: None,
    })
}

/// Sets what the entry says about its payments.
fn read_payments(raw: &RawEntry<'_>, entry: &mut Entry<'_>) {
    let (currency, amount) = (entry.currency.as_ref(), entry.status.amount());
    let direction = amount.map(|amount| amount.direction);
    let stated = &mut entry.payments;
    stated.charges = own_charges(raw, 0, currency);
    // Some banks write the amount of the entry as that of the order, and something else as that of the transaction.
    let code = currency.map_or("", |code| &**code);
    let is_known = amount.is_some_and(|amount| has_amount(raw, 1, amount.value, code));
    if raw.details == 1 && !is_known {
        let only = detail_amount(raw, 1, direction, currency);
        stated.only = only.map(|only| (only, own_charges(raw, 1, currency)));
    }
    // An entry may have several batches.
    let mut counts = raw.all_in(CamtField::PaymentCount, 0);
    stated.count = counts.try_fold(0_usize, |sum, count| sum.checked_add(count.parse().ok()?));
    let mut totals = raw.all_in(CamtField::PaymentsTotal, 0);
    let total = totals.try_fold(Decimal::ZERO, |sum, total| {
        checked_sum(sum, parse_decimal(total)?)
    });
    let is_own = raw
        .all_in(CamtField::PaymentsTotalCurrency, 0)
        .all(|code| currency.is_none_or(|own| **own == **code));
    let place = raw.get(CamtField::PaymentsTotal);
    stated.total = total.zip(place.map(|(_, span)| span)).filter(|_| is_own);
}

/// Returns the charges of the entry (zero) or of a transaction in the currency of the entry. Negative if the bank pays them back.
fn own_charges(raw: &RawEntry<'_>, number: usize, currency: Option<&CurrencyCode<'_>>) -> Decimal {
    let code = currency.map_or("", |code| &**code);
    let mut charges = charges(raw, number).into_iter();
    let own = charges.find(|charge| charge.currency == code || charge.currency.is_empty());
    own.map_or(Decimal::ZERO, |charge| charge.value)
}

/// Sets the bank's id, if the reference is one, and what an id is derived from.
fn read_identity<'s>(raw: &RawEntry<'s>, entry: &mut Entry<'s>) {
    entry.bank_id_span = raw.span_of(CamtField::Reference);
    entry.bank_id = BankId::Missing;
    entry.identity.date = entry.dates.booking_date();
    if let Some((reference, span)) = raw.reference() {
        entry.bank_id_span = span;
        entry.bank_id = BankId::new(reference.clone());
    }
    for detail in 1..=raw.details {
        for field in [
            CamtField::EndToEnd,
            CamtField::StructuredReference,
            CamtField::Unstructured,
        ] {
            entry
                .identity
                .parts
                .extend(identity_parts(raw, field, detail));
        }
    }
    if entry.identity.parts.is_empty() {
        entry
            .identity
            .parts
            .extend(identity_parts(raw, CamtField::EntryInfo, 0).take(1));
    }
}
