//! The charges of an entry, and of its transactions.

use rust_decimal::Decimal;

use super::field::Field;
use super::raw_entry::RawEntry;
use super::values::parse_decimal;
use crate::statement::checked_sum;

/// Charges in one currency.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Charge {
    /// Negative if the bank pays them back.
    pub(super) value: Decimal,
    pub(super) currency: String,
}

/// Returns the charges of an entry (zero) or of one of its transactions, one for each currency and none that is zero: the total that the message states,
/// or else the sum of its records.
pub(super) fn charges(raw: &RawEntry<'_>, number: usize) -> Vec<Charge> {
    let mut sums: Vec<Charge> = Vec::new();
    for record in records(raw, number) {
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
    if let Some(total) = total(raw, number) {
        let is_sum =
            |sum: &&Charge| sum.currency == total.currency && sum.value.abs() == total.value;
        // The total has no direction, and the records may be incomplete.
        if !sums.iter().any(|sum| is_sum(&sum)) {
            sums.retain(|sum| sum.currency != total.currency);
            sums.insert(0, total);
        }
    }
    sums.retain(|charge| !charge.value.is_zero());
    sums
}

fn total(raw: &RawEntry<'_>, number: usize) -> Option<Charge> {
    let (total, _) = raw.get_in(Field::Charges, number)?;
    let currency = raw.get_in(Field::ChargesCurrency, number);
    Some(Charge {
        value: parse_decimal(total)?,
        currency: currency.map_or(String::new(), |(code, _)| code.to_string()),
    })
}

/// Returns the records of charges, each with its sign. The values of a record follow each other in the file.
fn records(raw: &RawEntry<'_>, number: usize) -> Vec<Charge> {
    let (mut records, mut currency) = (Vec::new(), "");
    for (field, text) in raw.values_in(number) {
        match field {
            Field::ChargeCurrency => currency = text,
            Field::ChargeAmount => {
                if let Some(value) = parse_decimal(text) {
                    records.push(Charge {
                        value,
                        currency: currency.to_owned(),
                    });
                }
            }
            Field::ChargeDirection => {
                if let Some(record) = records.last_mut().filter(|_| text == "CRDT") {
                    record.value = -record.value;
                }
            }
            _ => {}
        }
    }
    records
}
