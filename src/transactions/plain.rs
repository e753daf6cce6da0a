use super::model::{
    ACCOUNT_IDENTIFIER, AMOUNT, BOOKED_AT, COUNT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY,
    PURCHASED_AT, TRANSACTION_ID, Transaction, VALUTA_AT,
};
use crate::json::{PlainObjects, PlainTexts};
use crate::value::Currency;

/// The quick way past transactions of which there is nothing to say. A test holds it against the checks.
pub(super) struct PlainTransactions<'s> {
    objects: PlainObjects<'s, COUNT>,
    texts: PlainTexts<'s, COUNT>,
    currencies: MinorUnits,
}

impl<'s> PlainTransactions<'s> {
    pub(super) fn new() -> Self {
        Self {
            objects: PlainObjects::new(Transaction::FIELDS),
            texts: PlainTexts::new(),
            currencies: MinorUnits::default(),
        }
    }

    /// Reads the transaction whose opening bracket stands at `start`, and gives the offset after it.
    #[inline]
    pub(super) fn read(&mut self, text: &'s str, start: usize) -> Option<usize> {
        let end = self.objects.read(text, start, &mut self.texts)?;
        self.fits_together().then_some(end)
    }

    /// The values of the transaction that was read last; what is absent is empty.
    pub(super) const fn texts(&self) -> &PlainTexts<'s, COUNT> {
        &self.texts
    }

    /// Whether the values say nothing odd together.
    #[inline]
    fn fits_together(&mut self) -> bool {
        let text = |field| self.texts.text(field);
        let (purchased, booked) = (text(PURCHASED_AT), text(BOOKED_AT));
        let dated = !(purchased.is_empty() && booked.is_empty() && text(VALUTA_AT).is_empty());
        let in_order = purchased.is_empty() || booked.is_empty() || purchased <= booked;
        let (original, original_currency) = (text(ORIGINAL_AMOUNT), text(ORIGINAL_CURRENCY));
        let paired = original.is_empty() == original_currency.is_empty() && original_currency != text(CURRENCY);
        !text(ACCOUNT_IDENTIFIER).is_empty()
            && !text(TRANSACTION_ID).is_empty()
            && !text(CREDIT_DEBIT).is_empty()
            && dated
            && in_order
            && paired
            && self.currencies.can_pay(text(AMOUNT), text(CURRENCY))
            && (original.is_empty() || self.currencies.can_pay(original, original_currency))
    }
}

/// The minor units of the currencies that amounts were last held against.
#[derive(Debug, Default)]
struct MinorUnits {
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
