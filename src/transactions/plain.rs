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
pub(super) fn fit_together(object: &PlainObjects<'_>, currencies: &mut MinorUnits) -> bool {
    let (has, bytes) = (|field| object.has(field), |field| object.bytes(field));
    has(TRANSACTION_ID)
        && has(CREDIT_DEBIT)
        && (has(BOOKED_AT) || has(VALUTA_AT) || has(PURCHASED_AT))
        && !(has(PURCHASED_AT) && has(BOOKED_AT) && is_before(bytes(BOOKED_AT), bytes(PURCHASED_AT)))
        && has(ORIGINAL_AMOUNT) == has(ORIGINAL_CURRENCY)
        && currencies.can_pay(bytes(AMOUNT), bytes(CURRENCY))
        && (!has(ORIGINAL_AMOUNT)
            || !same(bytes(ORIGINAL_CURRENCY), bytes(CURRENCY))
                && currencies.can_pay(bytes(ORIGINAL_AMOUNT), bytes(ORIGINAL_CURRENCY)))
}

/// Whether a day is before another: in the one form of the contract days compare as their texts do, from the third digit of the year on as
/// numbers of eight bytes do.
#[inline]
fn is_before(one: &[u8], other: &[u8]) -> bool {
    let number = |day: &[u8]| {
        let (century, rest) = (day.first_chunk::<2>().copied(), day.last_chunk::<8>().copied());
        (century.map(u16::from_be_bytes), rest.map(u64::from_be_bytes))
    };
    number(one) < number(other)
}

/// The minor units of the currencies that amounts were last held against.
#[derive(Debug, Default)]
pub(super) struct MinorUnits {
    known: [([u8; 3], Option<u8>); 4],
    oldest: usize,
}

impl MinorUnits {
    /// Whether an amount has no more decimals than can be paid, zeros counted too.
    #[inline]
    fn can_pay(&mut self, amount: &[u8], currency: &[u8]) -> bool {
        // Of nearly every amount the point is found at the same distance from its end.
        let Some(decimals) = amount.iter().rev().position(|byte| *byte == b'.') else { return true };
        let Ok(code) = <[u8; 3]>::try_from(currency) else { return false };
        let units = match self.known.iter().find(|(known, _)| *known == code) {
            Some((_, units)) => *units,
            None => self.look_up(code),
        };
        units.is_none_or(|units| decimals <= usize::from(units))
    }

    #[cold]
    fn look_up(&mut self, code: [u8; 3]) -> Option<u8> {
        let units =
            str::from_utf8(&code).ok().and_then(|code| Currency::parse(code).ok()).and_then(Currency::minor_units);
        if let Some(place) = self.known.get_mut(self.oldest) {
            *place = (code, units);
        }
        self.oldest = (self.oldest + 1) % self.known.len();
        units
    }
}
