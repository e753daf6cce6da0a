//! Splits an entry that stands for several payments into one booking for each payment.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::balance_break::UNKNOWN_DIFFERENCE;
use super::entry::{BankId, CurrencyCode, Entry, EntryAmount, EntryStatus, Identity, RowPosition};
use super::payments::DetailAmount;
use super::reader::Detail;
use super::rules;
use super::small_decimal::{checked_difference, checked_sum};
use crate::report::{Collector, Diagnostic};
use crate::transactions::CreditDebit;
use crate::value::{Currency, format_signed_amount};

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

/// How the payments of an entry give its amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Explanation {
    /// They add up to it.
    Exact,
    /// They add up to it with the charges of each of them.
    WithOwnCharges,
    /// They add up to it with the charges of the entry.
    WithEntryCharges,
}

/// Payments of an entry: their sum, credits positive, and the sum of their charges.
#[derive(Debug, Clone, Copy)]
struct PaymentSums {
    amount: Decimal,
    charges: Decimal,
}

impl PaymentSums {
    /// Adds details up. `None` if their amounts are not known.
    fn of_details(
        details: &[Detail],
        entry: CreditDebit,
        currency: &CurrencyCode<'_>,
    ) -> Option<Self> {
        let sum = sum_of_details(details, currency)?;
        let is_signed = has_signs(details);
        let mut charges = details.iter().map(|detail| detail.charges);
        Some(Self {
            amount: if is_signed {
                sum
            } else {
                in_direction(sum, entry)
            },
            charges: charges.try_fold(Decimal::ZERO, checked_sum)?,
        })
    }

    /// Returns how the payments give the amount of their entry. `None` if they don't.
    fn explain(self, amount: Decimal, charges_of_entry: Decimal) -> Option<Explanation> {
        let is_after = |charges| checked_difference(self.amount, charges) == Some(amount);
        if self.amount == amount {
            Some(Explanation::Exact)
        } else if is_after(self.charges) {
            Some(Explanation::WithOwnCharges)
        } else if is_after(charges_of_entry) {
            Some(Explanation::WithEntryCharges)
        } else {
            None
        }
    }
}

/// Returns an amount that has the direction of its entry, credits positive.
fn in_direction(amount: Decimal, entry: CreditDebit) -> Decimal {
    match entry {
        CreditDebit::Credit => amount,
        CreditDebit::Debit => -amount,
    }
}

/// Reports payments that don't add up to the amount of their entry, also with charges, or to the sum that the entry states for them.
pub(super) fn compare_payments(
    entry: &Entry<'_>,
    details: &[Detail],
    amount: &EntryAmount,
    currency: &CurrencyCode<'_>,
    findings: &mut Collector<'_>,
) {
    let stated = &entry.payments;
    let only = stated.only.as_ref().filter(|_| details.is_empty());
    let only = only.filter(|(only, _)| only.other_currency(currency).is_none());
    let sums = match only {
        Some((only, charges)) => Some(PaymentSums {
            amount: in_direction(only.value, amount.direction),
            charges: *charges,
        }),
        None => PaymentSums::of_details(details, amount.direction, currency),
    };
    if let Some((total, span)) = stated.total {
        let is_sum = sums.is_some_and(|sums| sums.amount.abs() == total);
        if total != amount.value && !is_sum {
            findings.push(Diagnostic::new(&rules::BATCH_TOTAL_DIFFERS, span));
        }
    }
    let Some(sums) = sums else { return };
    // Some banks write zero as the amount of an only payment.
    let is_unstated = only.is_some() && sums.amount.is_zero();
    // The amounts of a batch may have directions of their own.
    let is_sum = sums.amount.abs() == amount.value;
    if is_unstated || is_sum || sums.explain(amount.signed(), stated.charges).is_some() {
        return;
    }
    let difference = checked_difference(amount.value, sums.amount.abs());
    let minor_units = currency.known().and_then(Currency::minor_units);
    let difference = difference.map_or(UNKNOWN_DIFFERENCE.to_owned(), |difference| {
        format_signed_amount(difference, minor_units)
    });
    let listed = details.len().max(1);
    let is_short = stated.count.filter(|count| *count > listed);
    let listed = is_short.map_or(String::new(), |count| {
        format!("; {listed} of {count} payments are listed")
    });
    let fault = Diagnostic::new(&rules::PARTS_DIFFER, amount.span);
    let fault = fault.param("difference", difference);
    findings.push(fault.param("listed", listed));
}

/// Whether an entry is several payments, so that it would be split.
pub(super) fn is_batch(details: &[Detail]) -> bool {
    summed(details).count() > 1
}

/// Splits an entry into its payments. Returns `None` if it is no batch, or if its details don't give its amount exactly.
///
/// Charges of a payment are added to its amount. Those of the entry are a booking of their own, at the place of the entry. The id of a payment is derived from
/// what identifies the entry and from what identifies the payment. The balance after the entry is that after its last payment.
pub(super) fn split<'s>(
    entry: &Entry<'s>,
    amount: &EntryAmount,
    details: &[Detail],
    currency: &CurrencyCode<'_>,
    is_newest_first: bool,
) -> Option<Vec<(Entry<'s>, EntryAmount)>> {
    let is_signed = has_signs(details);
    let sums = PaymentSums::of_details(details, amount.direction, currency)?;
    let explanation = sums.explain(amount.signed(), entry.payments.charges)?;
    if !is_batch(details) || amount.charges.is_some() {
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
        let part = match explanation {
            Explanation::WithOwnCharges => part.after_charges(detail.charges)?,
            _ => part,
        };
        let own = detail.identity.iter().map(|part| Cow::Owned(part.clone()));
        let payment = Entry {
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
            ..part_of(entry, detail.position, part)
        };
        payments.push((payment, part));
    }
    if explanation == Explanation::WithEntryCharges {
        let charges = EntryAmount {
            value: Decimal::ZERO,
            ..*amount
        };
        let charges = charges.after_charges(entry.payments.charges)?;
        let parts = shared.into_iter().chain([Cow::Borrowed("charges")]);
        let booking = Entry {
            identity: Identity {
                date,
                parts: parts.collect(),
            },
            texts: entry.texts.clone(),
            ..part_of(entry, entry.position, charges)
        };
        payments.push((booking, charges));
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

/// Returns a part of an entry, without its texts and its identity.
fn part_of<'s>(entry: &Entry<'s>, position: RowPosition, amount: EntryAmount) -> Entry<'s> {
    Entry {
        position,
        status: EntryStatus::Booked(amount),
        sub_account: entry.sub_account.clone(),
        currency: entry.currency.clone(),
        currency_span: entry.currency_span,
        dates: entry.dates,
        bank_id_span: entry.bank_id_span,
        cells: entry.cells.clone(),
        ..Entry::default()
    }
}
