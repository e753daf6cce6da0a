//! Splits an entry that stands for several payments into one booking for each payment.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::entry::{BankId, CurrencyCode, Entry, EntryAmount, EntryStatus, Identity};
use super::reader::{Detail, DetailAmount};
use super::small_decimal::checked_sum;
use crate::transactions::CreditDebit;

/// Returns the sum of the details of a batch entry. `None` if there are no amounts, or if they can't be added.
pub(super) fn sum_of_details(details: &[Detail], currency: &CurrencyCode<'_>) -> Option<Decimal> {
    let mut amounts = summed(details).peekable();
    amounts.peek()?;
    amounts.try_fold(Decimal::ZERO, |sum, amount| {
        // An amount in another currency can't be added.
        if amount.other_currency(currency).is_some() {
            None
        } else {
            checked_sum(sum, amount.value)
        }
    })
}

/// Returns the direction of a detail. If one amount of the batch is negative, the sign of each amount is its direction. Otherwise all have the direction
/// of the entry.
pub(super) fn direction_of(
    amount: &DetailAmount,
    is_signed: bool,
    entry: CreditDebit,
) -> CreditDebit {
    match (is_signed, amount.value.is_sign_negative()) {
        (false, _) => entry,
        (true, true) => CreditDebit::Debit,
        (true, false) => CreditDebit::Credit,
    }
}

/// Whether the amounts of details have signs.
pub(super) fn has_signs(details: &[Detail]) -> bool {
    details
        .iter()
        .filter_map(|detail| detail.amount.as_ref())
        .any(|amount| amount.value.is_sign_negative())
}

fn summed(details: &[Detail]) -> impl Iterator<Item = &DetailAmount> {
    details
        .iter()
        .filter_map(|detail| detail.amount.as_ref())
        .filter(|amount| amount.is_summed)
}

/// Whether an entry is several payments, so that it would be split.
pub(super) fn is_batch(details: &[Detail]) -> bool {
    summed(details).count() > 1
}

/// Splits an entry into its payments. Returns `None` if it is no batch, or if its details don't add up to its amount exactly.
///
/// The id of a payment is derived from what identifies the entry and from what identifies the payment. The balance after the entry is that after its
/// last payment.
pub(super) fn split<'s>(
    entry: &Entry<'s>,
    amount: &EntryAmount,
    details: &[Detail],
    currency: &CurrencyCode<'_>,
    is_newest_first: bool,
) -> Option<Vec<(Entry<'s>, EntryAmount)>> {
    let is_signed = has_signs(details);
    let sum = sum_of_details(details, currency)?;
    let is_exact = if is_signed {
        sum == amount.signed()
    } else {
        sum == amount.value
    };
    if !is_batch(details) || !is_exact || amount.charges.is_some() {
        return None;
    }
    let shared: Vec<Cow<'s, str>> = match &entry.bank_id {
        BankId::Usable(id) => vec![id.clone()],
        _ => entry.identity.parts.clone(),
    };
    let date = entry.identity.date.or_else(|| entry.dates.booking_date());
    let mut payments: Vec<(Entry<'s>, EntryAmount)> = Vec::new();
    let mut texts = entry.texts.clone();
    for detail in details {
        let Some(part) = detail.amount.as_ref().filter(|amount| amount.is_summed) else {
            // Text below a payment belongs to it, and text above the first payment to all.
            let texts = payments
                .last_mut()
                .map_or(&mut texts, |(payment, _)| &mut payment.texts);
            texts.push(Cow::Owned(detail.text.clone()));
            continue;
        };
        let direction = direction_of(part, is_signed, amount.direction);
        let part = EntryAmount {
            value: part.value.abs(),
            direction,
            span: amount.span,
            charges: None,
        };
        let own = detail.identity.iter().map(|part| Cow::Owned(part.clone()));
        let payment = Entry {
            position: detail.position,
            status: EntryStatus::Booked(part),
            sub_account: entry.sub_account.clone(),
            currency: entry.currency.clone(),
            currency_span: entry.currency_span,
            dates: entry.dates,
            bank_id_span: entry.bank_id_span,
            identity: Identity {
                date,
                parts: shared.iter().cloned().chain(own).collect(),
            },
            texts: texts
                .iter()
                .cloned()
                .chain(std::iter::once(Cow::Owned(detail.text.clone())))
                .collect(),
            original: detail.original,
            cells: entry.cells.clone(),
            ..Entry::default()
        };
        payments.push((payment, part));
    }
    let with_balance = if is_newest_first {
        payments.first_mut()
    } else {
        payments.last_mut()
    };
    if let Some((payment, _)) = with_balance {
        payment.balance = entry.balance;
    }
    Some(payments)
}

impl DetailAmount {
    /// Returns the currency of the amount if it differs from the currency of the entry.
    pub(crate) fn other_currency(&self, currency: &str) -> Option<&str> {
        Some(self.currency.as_str()).filter(|own| !own.is_empty() && *own != currency)
    }
}
