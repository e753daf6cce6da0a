use std::fmt;

use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;

use super::varint;
use crate::transactions::field_index::{
    AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, PURCHASED_AT, VALUTA_AT,
};
use crate::transactions::{CreditDebit, Transaction};
use crate::value::{Amount, Currency, Date, format_amount};

/// What makes two transactions the same booking: direction, amount, currency, original pair and the three dates (decisions, import).
/// Its text is no part of it, and `5` is the amount that `5.00` is.
///
/// It is held as a few bytes, equal exactly where the content is, so that a database can keep them in a column, look for them and give
/// them back. The form is version 1, and frozen:
///
/// | bytes | what |
/// |---|---|
/// | 1 | bits 0 and 1: direction (0 none, 1 credit, 2 debit); bits 2 to 6: whether there follows an original amount, an original currency, a purchase, value and booking date; bit 7: the value date is the booking date, and follows not on its own |
/// | 3 | currency |
/// | 1, then 1 to 14 | amount without trailing zeros: decimals, then its digits as a number in LEB128 |
/// | the same | original amount, where there is one |
/// | 3 | original currency, where there is one |
/// | 3 each | purchase, value, booking date, where there is one: the days from 0001-01-01, which is 1, least byte first |
///
/// ```
/// use universal_accounting::dedup::Content;
/// use universal_accounting::transactions::Transaction;
/// use universal_accounting::value::{AccountIdentifier, Amount, Currency};
///
/// let account = AccountIdentifier::parse("CH9300762011623852957")?;
/// let one = Transaction::new(account.clone(), Amount::parse("5")?, Currency::parse("CHF")?);
/// let other = Transaction::new(account, Amount::parse("5.00")?, Currency::parse("CHF")?);
/// assert_eq!(Content::from(&one), Content::from(&other));
/// assert_eq!(Content::from(&one).as_bytes(), b"\x00CHF\x00\x05");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Content {
    bytes: [u8; Content::MAX_LENGTH],
    length: u8,
}

const DIRECTION: u8 = 0b11;
const HAS_ORIGINAL_AMOUNT: u8 = 1 << 2;
const HAS_ORIGINAL_CURRENCY: u8 = 1 << 3;
/// Of the purchase, of the value, of the booking.
const HAS_DATE: [u8; 3] = [1 << 4, 1 << 5, 1 << 6];
const VALUED_AS_BOOKED: u8 = 1 << 7;

/// A field that two transactions with one key say differently.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The field, as the contract names it.
    pub field: &'static str,
    /// What the one that exists says; nothing where it lacks the field.
    pub known: Option<String>,
    /// What was sent now.
    pub sent: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
struct Values {
    credit_debit: Option<CreditDebit>,
    amount: Amount,
    currency: Currency,
    original_amount: Option<Amount>,
    original_currency: Option<Currency>,
    /// Of the purchase, of the value, of the booking.
    dates: [Option<Date>; 3],
}

impl Content {
    /// So many bytes at most: one for what is there, two currencies, two amounts of up to 96 bits, three dates.
    pub(super) const MAX_LENGTH: usize = 1 + 2 * 3 + 2 * (1 + 14) + 3 * 3;

    /// The bytes, 6 to 46.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length.into()).unwrap_or_default()
    }

    /// Takes bytes that [`as_bytes`](Self::as_bytes) gave; nothing where they are others.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (values, rest) = Values::read(bytes)?;
        // Whatever can be read in two ways, such as an amount with zeros at its end, is written in one.
        Some(values.write()).filter(|content| rest.is_empty() && content.as_bytes() == bytes)
    }

    /// What one transaction says and the other says differently, in the order of the contract.
    #[must_use]
    pub fn differences(&self, sent: &Self) -> Vec<Difference> {
        let (Some((known, _)), Some((sent, _))) = (Values::read(self.as_bytes()), Values::read(sent.as_bytes())) else {
            return Vec::new();
        };
        let ([was_bought, was_valued, was_booked], [bought, valued, booked]) = (known.dates, sent.dates);
        let differs = [
            (CREDIT_DEBIT, known.credit_debit != sent.credit_debit),
            (AMOUNT, known.amount != sent.amount),
            (CURRENCY, known.currency != sent.currency),
            (ORIGINAL_AMOUNT, known.original_amount != sent.original_amount),
            (ORIGINAL_CURRENCY, known.original_currency != sent.original_currency),
            (PURCHASED_AT, was_bought != bought),
            (VALUTA_AT, was_valued != valued),
            (BOOKED_AT, was_booked != booked),
        ];
        let shown = known.shown().into_iter().zip(sent.shown());
        let differing = differs.into_iter().zip(shown).filter(|((_, differs), _)| *differs);
        let named = differing.filter_map(|((field, _), (known, sent))| {
            Some(Difference { field: Transaction::FIELDS.get(field)?.name, known, sent })
        });
        named.collect()
    }

    /// The bytes of a content and those behind them.
    pub(super) fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
        let flags = *bytes.first()?;
        let mut at = 1 + 3 + 1;
        at += varint::length(bytes.get(at..)?)?;
        if flags & HAS_ORIGINAL_AMOUNT != 0 {
            at += 1;
            at += varint::length(bytes.get(at..)?)?;
        }
        let dates = HAS_DATE.into_iter().filter(|date| flags & date != 0).count();
        let currency = usize::from(flags & HAS_ORIGINAL_CURRENCY != 0);
        bytes.split_at_checked(at + 3 * (currency + dates))
    }

    #[inline]
    fn push<const N: usize>(&mut self, bytes: [u8; N]) {
        let from = usize::from(self.length);
        if let Some(place) = self.bytes.get_mut(from..from + N) {
            place.copy_from_slice(&bytes);
            self.length += u8::try_from(N).unwrap_or_default();
        }
    }

    fn push_currency(&mut self, currency: Currency) {
        self.push::<3>(currency.code().as_bytes().try_into().unwrap_or_default());
    }

    fn push_amount(&mut self, amount: Amount) {
        let amount = Decimal::from(amount).normalize();
        self.push([amount.scale().try_into().unwrap_or(u8::MAX)]);
        varint::write(amount.mantissa().unsigned_abs(), |byte| self.push([byte]));
    }
}

impl Values {
    fn write(&self) -> Content {
        let mut flags = match self.credit_debit {
            None => 0,
            Some(CreditDebit::Credit) => 1,
            Some(CreditDebit::Debit) => 2,
        };
        let mut content = Content { bytes: [0; Content::MAX_LENGTH], length: 1 };
        content.push_currency(self.currency);
        content.push_amount(self.amount);
        if let Some(amount) = self.original_amount {
            flags |= HAS_ORIGINAL_AMOUNT;
            content.push_amount(amount);
        }
        if let Some(currency) = self.original_currency {
            flags |= HAS_ORIGINAL_CURRENCY;
            content.push_currency(currency);
        }
        let mut dates = self.dates;
        let [_, valuta, booked] = &mut dates;
        if valuta.is_some() && valuta == booked {
            flags |= VALUED_AS_BOOKED;
            *valuta = None;
        }
        for (date, flag) in dates.into_iter().zip(HAS_DATE) {
            let Some(date) = date else { continue };
            flags |= flag;
            let [first, second, third, _] = NaiveDate::from(date).num_days_from_ce().to_le_bytes();
            content.push([first, second, third]);
        }
        let [first, ..] = &mut content.bytes;
        *first = flags;
        content
    }

    /// The values at the start of some bytes, and the bytes behind them.
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (flags, mut rest) = bytes.split_first()?;
        let credit_debit = match flags & DIRECTION {
            0 => None,
            1 => Some(CreditDebit::Credit),
            2 => Some(CreditDebit::Debit),
            _ => return None,
        };
        let there = |flag: u8| flags & flag != 0;
        let currency = read_currency(&mut rest)?;
        let amount = read_amount(&mut rest)?;
        let original_amount = if there(HAS_ORIGINAL_AMOUNT) { Some(read_amount(&mut rest)?) } else { None };
        let original_currency = if there(HAS_ORIGINAL_CURRENCY) { Some(read_currency(&mut rest)?) } else { None };
        let mut dates = [None; 3];
        for (date, _) in dates.iter_mut().zip(HAS_DATE).filter(|(_, flag)| there(*flag)) {
            *date = Some(read_date(&mut rest)?);
        }
        if let ([_, valuta, booked], true) = (&mut dates, there(VALUED_AS_BOOKED)) {
            *valuta = *booked;
        }
        Some((Self { credit_debit, amount, currency, original_amount, original_currency, dates }, rest))
    }

    /// What each field says, in the order of the contract.
    fn shown(&self) -> [Option<String>; 8] {
        let [purchased, valuta, booked] = self.dates.map(|date| date.map(|date| date.to_string()));
        [
            self.credit_debit.map(|direction| direction.as_str().to_owned()),
            Some(shown(self.amount, Some(self.currency))),
            Some(self.currency.to_string()),
            self.original_amount.map(|amount| shown(amount, self.original_currency)),
            self.original_currency.map(|currency| currency.to_string()),
            purchased,
            valuta,
            booked,
        ]
    }
}

fn shown(amount: Amount, currency: Option<Currency>) -> String {
    format_amount(amount.into(), currency.and_then(Currency::minor_units))
}

fn take<'b, const N: usize>(bytes: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(taken)
}

fn read_currency(bytes: &mut &[u8]) -> Option<Currency> {
    Currency::parse(str::from_utf8(take::<3>(bytes)?).ok()?).ok()
}

fn read_amount(bytes: &mut &[u8]) -> Option<Amount> {
    let [decimals] = *take(bytes)?;
    let digits = i128::try_from(varint::read(bytes)?).ok()?;
    Amount::try_from(Decimal::try_from_i128_with_scale(digits, decimals.into()).ok()?).ok()
}

fn read_date(bytes: &mut &[u8]) -> Option<Date> {
    let [first, second, third] = *take(bytes)?;
    let days = i32::from_le_bytes([first, second, third, 0]);
    Date::try_from(NaiveDate::from_num_days_from_ce_opt(days)?).ok()
}

impl From<&Transaction> for Content {
    fn from(transaction: &Transaction) -> Self {
        let values = Values {
            credit_debit: transaction.credit_debit,
            amount: transaction.amount,
            currency: transaction.currency,
            original_amount: transaction.original_amount,
            original_currency: transaction.original_currency,
            dates: [transaction.purchased_at, transaction.valuta_at, transaction.booked_at],
        };
        values.write()
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = Values::read(self.as_bytes()).map(|(values, _)| values.shown());
        let shown: Vec<String> = shown.into_iter().flatten().flatten().collect();
        formatter.debug_tuple("Content").field(&shown.join(" ")).finish()
    }
}
