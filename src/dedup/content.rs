use std::fmt;

use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;

use super::varint;
use crate::source::Certain;
use crate::transactions::field_index::{
    AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY, PURCHASED_AT,
    VALUTA_AT,
};
use crate::transactions::{BookingKey, CreditDebit, Transaction};
use crate::value::{Amount, Currency, Date, format_amount};

/// The content of a transaction: direction, amount, currency, original amount and currency, and the three dates.
///
/// Two transactions with equal content can be the same booking. The text is not part of the content, and the amounts `5` and `5.00` are equal.
///
/// A content is encoded in a few bytes. Two encodings are equal exactly if the contents are. A database can store the bytes in a column,
/// search for them, and [read them back](Self::from_bytes). This is version 1 of the format; it is frozen:
///
/// | bytes | meaning |
/// |---|---|
/// | 1 | bits 0 and 1: direction (0 none, 1 credit, 2 debit); bits 2 to 6: whether an original amount, an original currency, a purchase date, a value date and a booking date follow; bit 7: the value date equals the booking date and does not follow |
/// | 3 | currency |
/// | 1, then 1 to 14 | amount without trailing zeros: number of decimals, then the digits as a LEB128 number |
/// | the same | original amount, if there is one |
/// | 3 | original currency, if there is one |
/// | 3 each | purchase, value and booking date, if there is one: days since 0001-01-01, which is day 1, least significant byte first |
///
/// ```
/// use universal_accounting::dedup::Content;
/// use universal_accounting::transactions::Transaction;
/// use universal_accounting::value::{AccountIdentifier, Amount, Currency};
///
/// let account = AccountIdentifier::parse("CH9300762011623852957")?;
/// let short = Transaction::new(account.clone(), Amount::parse("5")?, Currency::parse("CHF")?);
/// let long = Transaction::new(account, Amount::parse("5.00")?, Currency::parse("CHF")?);
/// assert_eq!(Content::from(&short), Content::from(&long));
/// assert_eq!(Content::from(&short).as_bytes(), b"\x00CHF\x00\x05");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Content {
    bytes: [u8; Content::MAX_LENGTH],
    length: u8,
}

const DIRECTION_BITS: u8 = 0b11;
const HAS_ORIGINAL_AMOUNT: u8 = 1 << 2;
const HAS_ORIGINAL_CURRENCY: u8 = 1 << 3;
/// For the purchase, value and booking dates.
const HAS_DATES: [u8; 3] = [1 << 4, 1 << 5, 1 << 6];
const VALUE_DATE_IS_BOOKING_DATE: u8 = 1 << 7;

/// A field whose value differs between two transactions with the same key.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContentDifference {
    /// The name of the field in the contract.
    pub field: &'static str,
    /// The value in the known transaction; none if it lacks the field.
    pub known: Option<String>,
    /// The value in the transaction that was sent; none if it lacks the field.
    pub sent: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
struct ContentFields {
    credit_debit: Option<CreditDebit>,
    amount: Amount,
    currency: Currency,
    original_amount: Option<Amount>,
    original_currency: Option<Currency>,
    /// The purchase, value and booking dates.
    dates: [Option<Date>; 3],
}

impl Content {
    /// The most bytes that a content has: the flags, two currencies, two amounts of up to 96 bits, and three dates.
    pub(super) const MAX_LENGTH: usize = 1 + 2 * 3 + 2 * (1 + 14) + 3 * 3;

    /// Returns the bytes of the content, 6 to 46.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length.into()).certain()
    }

    /// Reads the bytes of a content. Returns `None` for any bytes that [`as_bytes`](Self::as_bytes) never returns.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (fields, rest) = ContentFields::read(bytes)?;
        // Some contents could be read from several encodings, such as an amount with trailing zeros. Only the encoding that is written is valid.
        Some(fields.write()).filter(|content| rest.is_empty() && content.as_bytes() == bytes)
    }

    /// Returns the fields in which this known content differs from the content that was sent, in the order of the contract.
    #[must_use]
    pub fn differences(&self, sent: &Self) -> Vec<ContentDifference> {
        let (Some((known, _)), Some((sent, _))) = (
            ContentFields::read(self.as_bytes()),
            ContentFields::read(sent.as_bytes()),
        ) else {
            return Vec::new();
        };
        let ([known_purchase, known_value, known_booking], [purchase, value, booking]) =
            (known.dates, sent.dates);
        let differs = [
            (CREDIT_DEBIT, known.credit_debit != sent.credit_debit),
            (AMOUNT, known.amount != sent.amount),
            (CURRENCY, known.currency != sent.currency),
            (
                ORIGINAL_AMOUNT,
                known.original_amount != sent.original_amount,
            ),
            (
                ORIGINAL_CURRENCY,
                known.original_currency != sent.original_currency,
            ),
            (PURCHASED_AT, known_purchase != purchase),
            (VALUTA_AT, known_value != value),
            (BOOKED_AT, known_booking != booking),
        ];
        let texts = known.to_texts().into_iter().zip(sent.to_texts());
        let differing = differs
            .into_iter()
            .zip(texts)
            .filter(|((_, differs), _)| *differs);
        let differences = differing.filter_map(|((field, _), (known, sent))| {
            Some(ContentDifference {
                field: Transaction::FIELDS.get(field)?.name,
                known,
                sent,
            })
        });
        differences.collect()
    }

    /// Returns the direction, the amount, the currency and the day of this content: the booking date, else the value date, else the purchase date.
    ///
    /// Two contents with the same core can be one booking from two sources. One source may lack a date or an original amount.
    #[must_use]
    pub fn core(&self) -> Self {
        Self::core_of(self.as_bytes())
    }

    /// Returns the core of the content with these bytes.
    #[inline]
    pub(super) fn core_of(bytes: &[u8]) -> Self {
        let flags = bytes.first().copied().unwrap_or_default();
        let amount = bytes.get(5..).and_then(varint::encoded_length);
        let amount_end = 5 + amount.unwrap_or_default();
        // The last date is that of the booking, or else the value date, or else the purchase date.
        let has_date = HAS_DATES.iter().any(|date| flags & date != 0);
        let day = bytes.split_last_chunk::<3>().filter(|_| has_date);
        let mut core = Self {
            bytes: [0; Self::MAX_LENGTH],
            length: 0,
        };
        core.push([flags & DIRECTION_BITS | if has_date { HAS_DATES[2] } else { 0 }]);
        for byte in bytes.get(1..amount_end).unwrap_or_default() {
            core.push([*byte]);
        }
        if let Some((_, day)) = day {
            core.push(*day);
        }
        core
    }

    /// Returns what an id with a reference of the bank depends on, if the content has a direction.
    pub(super) fn booking_key(&self) -> Option<BookingKey> {
        let (fields, _) = ContentFields::read(self.as_bytes())?;
        let [purchased, valuta, booked] = fields.dates;
        Some(BookingKey {
            direction: fields.credit_debit?,
            amount: fields.amount.into(),
            day: booked.or(valuta).or(purchased),
        })
    }

    /// Splits bytes that start with a content into the bytes of the content and the rest.
    pub(super) fn split_first(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
        let flags = *bytes.first()?;
        let mut length = 1 + 3 + 1;
        length += varint::encoded_length(bytes.get(length..)?)?;
        if flags & HAS_ORIGINAL_AMOUNT != 0 {
            length += 1;
            length += varint::encoded_length(bytes.get(length..)?)?;
        }
        let dates = HAS_DATES
            .into_iter()
            .filter(|date| flags & date != 0)
            .count();
        let currencies = usize::from(flags & HAS_ORIGINAL_CURRENCY != 0);
        bytes.split_at_checked(length + 3 * (currencies + dates))
    }

    #[inline]
    fn push<const N: usize>(&mut self, bytes: [u8; N]) {
        let from = usize::from(self.length);
        if let Some(target) = self.bytes.get_mut(from..from + N) {
            target.copy_from_slice(&bytes);
            self.length += u8::try_from(N).certain();
        }
    }

    fn push_currency(&mut self, currency: Currency) {
        self.push::<3>(currency.code().as_bytes().try_into().certain());
    }

    fn push_amount(&mut self, amount: Amount) {
        let amount = Decimal::from(amount).normalize();
        self.push([amount.scale().try_into().unwrap_or(u8::MAX)]);
        varint::write(amount.mantissa().unsigned_abs(), |byte| self.push([byte]));
    }
}

impl ContentFields {
    fn write(&self) -> Content {
        let mut flags = match self.credit_debit {
            None => 0,
            Some(CreditDebit::Credit) => 1,
            Some(CreditDebit::Debit) => 2,
        };
        let mut content = Content {
            bytes: [0; Content::MAX_LENGTH],
            length: 1,
        };
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
            flags |= VALUE_DATE_IS_BOOKING_DATE;
            *valuta = None;
        }
        for (date, flag) in dates.into_iter().zip(HAS_DATES) {
            let Some(date) = date else { continue };
            flags |= flag;
            let [first, second, third, _] = NaiveDate::from(date).num_days_from_ce().to_le_bytes();
            content.push([first, second, third]);
        }
        let [first, ..] = &mut content.bytes;
        *first = flags;
        content
    }

    /// Reads the fields at the start of some bytes, and returns them with the rest of the bytes.
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (flags, mut rest) = bytes.split_first()?;
        let credit_debit = match flags & DIRECTION_BITS {
            0 => None,
            1 => Some(CreditDebit::Credit),
            2 => Some(CreditDebit::Debit),
            _ => return None,
        };
        let has = |flag: u8| flags & flag != 0;
        let currency = read_currency(&mut rest)?;
        let amount = read_amount(&mut rest)?;
        let original_amount = if has(HAS_ORIGINAL_AMOUNT) {
            Some(read_amount(&mut rest)?)
        } else {
            None
        };
        let original_currency = if has(HAS_ORIGINAL_CURRENCY) {
            Some(read_currency(&mut rest)?)
        } else {
            None
        };
        let mut dates = [None; 3];
        for (date, _) in dates
            .iter_mut()
            .zip(HAS_DATES)
            .filter(|(_, flag)| has(*flag))
        {
            *date = Some(read_date(&mut rest)?);
        }
        if let ([_, valuta, booked], true) = (&mut dates, has(VALUE_DATE_IS_BOOKING_DATE)) {
            *valuta = *booked;
        }
        Some((
            Self {
                credit_debit,
                amount,
                currency,
                original_amount,
                original_currency,
                dates,
            },
            rest,
        ))
    }

    /// Returns the value of each field as text, in the order of the contract.
    fn to_texts(&self) -> [Option<String>; 8] {
        let [purchased, valuta, booked] = self.dates.map(|date| date.map(|date| date.to_string()));
        [
            self.credit_debit
                .map(|direction| direction.as_str().to_owned()),
            Some(amount_text(self.amount, Some(self.currency))),
            Some(self.currency.to_string()),
            self.original_amount
                .map(|amount| amount_text(amount, self.original_currency)),
            self.original_currency.map(|currency| currency.to_string()),
            purchased,
            valuta,
            booked,
        ]
    }
}

fn amount_text(amount: Amount, currency: Option<Currency>) -> String {
    format_amount(amount.into(), currency.and_then(Currency::minor_units))
}

fn read_array<'b, const N: usize>(bytes: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (array, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(array)
}

fn read_currency(bytes: &mut &[u8]) -> Option<Currency> {
    Currency::parse(str::from_utf8(read_array::<3>(bytes)?).ok()?).ok()
}

fn read_amount(bytes: &mut &[u8]) -> Option<Amount> {
    let [decimals] = *read_array(bytes)?;
    let digits = i128::try_from(varint::read(bytes)?).ok()?;
    Amount::try_from(Decimal::try_from_i128_with_scale(digits, decimals.into()).ok()?).ok()
}

fn read_date(bytes: &mut &[u8]) -> Option<Date> {
    let [first, second, third] = *read_array(bytes)?;
    let days = i32::from_le_bytes([first, second, third, 0]);
    Date::try_from(NaiveDate::from_num_days_from_ce_opt(days)?).ok()
}

impl From<&Transaction> for Content {
    fn from(transaction: &Transaction) -> Self {
        let fields = ContentFields {
            credit_debit: transaction.credit_debit,
            amount: transaction.amount,
            currency: transaction.currency,
            original_amount: transaction.original_amount,
            original_currency: transaction.original_currency,
            dates: [
                transaction.purchased_at,
                transaction.valuta_at,
                transaction.booked_at,
            ],
        };
        fields.write()
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = ContentFields::read(self.as_bytes()).map(|(fields, _)| fields.to_texts());
        let texts: Vec<String> = texts.into_iter().flatten().flatten().collect();
        formatter
            .debug_tuple("Content")
            .field(&texts.join(" "))
            .finish()
    }
}
