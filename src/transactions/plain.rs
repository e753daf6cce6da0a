use super::model::{
    AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, PURCHASED_AT, TRANSACTION_ID,
    VALUTA_AT,
};
use crate::json::PlainObjects;
use crate::source::same;
use crate::value::Currency;

/// Whether the plain values of a transaction say nothing odd together. It may say no where there is nothing to say: a test holds it
/// against the checks.
#[inline]
pub(super) fn fit_together(object: &PlainObjects<'_>) -> bool {
    const NEEDED: u64 = 1 << TRANSACTION_ID | 1 << CREDIT_DEBIT;
    const DAYS: u64 = 1 << BOOKED_AT | 1 << VALUTA_AT | 1 << PURCHASED_AT;
    const ORDERED: u64 = 1 << BOOKED_AT | 1 << PURCHASED_AT;
    const ORIGINAL: u64 = 1 << ORIGINAL_AMOUNT | 1 << ORIGINAL_CURRENCY;
    let (seen, bytes) = (object.seen(), |field| object.bytes(field));
    seen & NEEDED == NEEDED
        && seen & DAYS != 0
        && !(seen & ORDERED == ORDERED && is_before(bytes(BOOKED_AT), bytes(PURCHASED_AT)))
        && can_pay(bytes(AMOUNT), bytes(CURRENCY))
        && (seen & ORIGINAL == 0
            || seen & ORIGINAL == ORIGINAL
                && !same(bytes(ORIGINAL_CURRENCY), bytes(CURRENCY))
                && can_pay(bytes(ORIGINAL_AMOUNT), bytes(ORIGINAL_CURRENCY)))
}

/// Whether a day is before another: in the one form of the contract days compare as their texts do, from the third digit of the year on as
/// numbers of eight bytes do.
#[inline]
fn is_before(one: &[u8], other: &[u8]) -> bool {
    let number = |day: &[u8]| {
        let (century, rest) = (day.first_chunk::<2>().copied(), day.last_chunk::<8>().copied());
        (u16::from_be_bytes(century.unwrap_or_default()), u64::from_be_bytes(rest.unwrap_or_default()))
    };
    number(one) < number(other)
}

/// Whether an amount has no more decimals than can be paid, zeros counted too.
#[inline]
pub(super) fn can_pay(amount: &[u8], currency: &[u8]) -> bool {
    let decimals = match amount {
        [.., b'.', _, _] => 2,
        _ => match amount.iter().rev().position(|byte| *byte == b'.') {
            Some(decimals) => decimals,
            None => return true,
        },
    };
    let Ok(code) = currency.try_into() else { return false };
    Currency::minor_units_of(code).is_none_or(|units| decimals <= usize::from(units))
}
