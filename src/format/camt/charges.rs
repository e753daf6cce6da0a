//! The charges of an entry, and of its transactions.

use rust_decimal::Decimal;

use super::field::{CamtField, parse_decimal};
use super::raw_entry::RawEntry;
use crate::source::Span;
use crate::statement::checked_sum;

/// Charges in one currency.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Charge {
    /// Negative if the bank pays them back.
    pub(super) value: Decimal,
    pub(super) currency: String,
}

/// The charges of an entry or of one of its transactions, as the message states them.
#[derive(Default)]
struct StatedCharges {
    /// A message has one total. In the second version, each charge may have its own.
    totals: Vec<Charge>,
    /// The single charges, each with its sign.
    records: Vec<Charge>,
    /// The sum of the taxes on the single charges. A total may include them.
    taxes: Decimal,
    /// Whether a value of theirs can't be read, which is reported where the value is.
    is_incomplete: bool,
}

/// Returns the charges of an entry (zero) or of one of its transactions, one for each currency and none that is zero: the total that the message states,
/// or else the sum of its records.
pub(super) fn charges(raw: &RawEntry<'_>, number: usize) -> Vec<Charge> {
    let stated = StatedCharges::read(raw, number);
    let sum_of_totals = stated.sum_of_totals();
    let mut sums = sum_by_currency(stated.records);
    if let Some(total) = stated.totals.into_iter().next() {
        let is_sum = |sum: &Charge| {
            let value = sum.value.abs();
            sum.currency == total.currency && (value == total.value || Some(value) == sum_of_totals)
        };
        // The total has no direction, and the records may be incomplete.
        if !sums.iter().any(is_sum) {
            sums.retain(|sum| sum.currency != total.currency);
            sums.insert(0, total);
        }
    }
    sums.retain(|charge| !charge.value.is_zero());
    sums
}

/// Returns the place of the total of an entry (zero) or of one of its transactions if the single charges beside it don't give it, with their taxes neither.
/// Charges in another currency can't be compared.
pub(super) fn find_different_total(raw: &RawEntry<'_>, number: usize) -> Option<Span> {
    let (_, span) = raw.get_in(CamtField::Charges, number)?;
    let stated = StatedCharges::read(raw, number);
    let total = stated.totals.first()?;
    let is_own = |charge: &Charge| charge.currency == total.currency;
    let is_comparable = !stated.records.is_empty() && stated.records.iter().all(is_own);
    if stated.is_incomplete || !is_comparable {
        return None;
    }
    let mut signed = stated.records.iter().map(|charge| charge.value);
    let signed = signed.try_fold(Decimal::ZERO, checked_sum)?;
    let mut plain = stated.records.iter().map(|charge| charge.value.abs());
    let plain = plain.try_fold(Decimal::ZERO, checked_sum)?;
    let possible = [
        signed.abs(),
        plain,
        checked_sum(signed, stated.taxes)?.abs(),
        checked_sum(plain, stated.taxes)?,
    ];
    let sum_of_totals = stated.sum_of_totals();
    let is_total = |sum: &Decimal| *sum == total.value || Some(*sum) == sum_of_totals;
    (!possible.iter().any(is_total)).then_some(span)
}

impl StatedCharges {
    /// The values of a charge follow each other in the file.
    fn read(raw: &RawEntry<'_>, number: usize) -> Self {
        let mut stated = Self::default();
        let (mut currency, mut currency_of_total) = ("", "");
        for (field, text) in raw.values_in(number) {
            match field {
                CamtField::ChargesCurrency => currency_of_total = text,
                CamtField::Charges => {
                    let charge = stated.read_charge(text, currency_of_total);
                    stated.totals.extend(charge);
                }
                CamtField::ChargeCurrency => currency = text,
                CamtField::ChargeAmount => {
                    let charge = stated.read_charge(text, currency);
                    stated.records.extend(charge);
                }
                CamtField::ChargeDirection => {
                    if let Some(record) = stated.records.last_mut().filter(|_| text == "CRDT") {
                        record.value = -record.value;
                    }
                }
                CamtField::ChargeTax => {
                    let sum = parse_decimal(text).and_then(|tax| checked_sum(stated.taxes, tax));
                    stated.is_incomplete |= sum.is_none();
                    stated.taxes = sum.unwrap_or(stated.taxes);
                }
                _ => {}
            }
        }
        stated
    }

    fn read_charge(&mut self, text: &str, currency: &str) -> Option<Charge> {
        let value = parse_decimal(text);
        self.is_incomplete |= value.is_none();
        Some(Charge {
            value: value?,
            currency: currency.to_owned(),
        })
    }

    /// Returns the sum of the totals, if they are in one currency.
    fn sum_of_totals(&self) -> Option<Decimal> {
        let first = self.totals.first()?;
        let is_own = |total: &Charge| total.currency == first.currency;
        if !self.totals.iter().all(is_own) {
            return None;
        }
        let mut values = self.totals.iter().map(|total| total.value);
        values.try_fold(Decimal::ZERO, checked_sum)
    }
}

fn sum_by_currency(records: Vec<Charge>) -> Vec<Charge> {
    let mut sums: Vec<Charge> = Vec::new();
    for record in records {
        let known = sums
            .iter_mut()
            .find(|known| known.currency == record.currency);
        match known {
            Some(known) => {
                known.value = checked_sum(known.value, record.value).unwrap_or(known.value);
            }
            None => sums.push(record),
        }
    }
    sums
}
