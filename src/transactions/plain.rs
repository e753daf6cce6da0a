use super::model::{
    AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, PURCHASED_AT, TRANSACTION_ID,
    VALUTA_AT,
};
use crate::json::PlainTexts;
use crate::source::same;
use crate::value::Currency;

/// Whether the plain values of a transaction say nothing odd together. It may say no where there is nothing to say: a test holds it
/// against the checks.
#[inline]
pub(super) fn fit_together(texts: &PlainTexts<'_>, currencies: &mut MinorUnits) -> bool {
    let text = |field| texts.text(field);
    let (purchased, booked) = (text(PURCHASED_AT), text(BOOKED_AT));
    let dated = !(purchased.is_empty() && booked.is_empty() && text(VALUTA_AT).is_empty());
    let in_order = purchased.is_empty()
        || booked.is_empty()
        || same(purchased.as_bytes(), booked.as_bytes())
        || purchased < booked;
    let (original, original_currency) = (text(ORIGINAL_AMOUNT), text(ORIGINAL_CURRENCY));
    let paired = original.is_empty() == original_currency.is_empty() && original_currency != text(CURRENCY);
    !text(TRANSACTION_ID).is_empty()
        && !text(CREDIT_DEBIT).is_empty()
        && dated
        && in_order
        && paired
        && currencies.can_pay(text(AMOUNT), text(CURRENCY))
        && (original.is_empty() || currencies.can_pay(original, original_currency))
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
    fn can_pay(&mut self, amount: &str, currency: &str) -> bool {
        let Some(point) = amount.bytes().position(|byte| byte == b'.') else { return true };
        let Ok(code) = <[u8; 3]>::try_from(currency.as_bytes()) else { return false };
        let decimals = amount.len() - point - 1;
        let units = match self.known.iter().find(|(known, _)| *known == code) {
            Some((_, units)) => *units,
            None => self.look_up(code, currency),
        };
        units.is_none_or(|units| decimals <= usize::from(units))
    }

    #[cold]
    fn look_up(&mut self, code: [u8; 3], currency: &str) -> Option<u8> {
        let units = Currency::parse(currency).ok().and_then(Currency::minor_units);
        if let Some(place) = self.known.get_mut(self.oldest) {
            *place = (code, units);
        }
        self.oldest = (self.oldest + 1) % self.known.len();
        units
    }
}
