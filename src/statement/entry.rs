//! An entry of a statement as its reader fills it in, with the positions of its values in the file.

use std::borrow::Cow;
use std::ops::Deref;

use memchr::memchr;
use rust_decimal::Decimal;

use super::description::is_control;
use super::payments::StatedPayments;
use super::rules;
use super::small_decimal::checked_difference;
use crate::record::rules::CARD_NUMBER;
use crate::report::{self, Diagnostic, Rule};
use crate::sheet::Cell;
use crate::source::Span;
use crate::transactions::field_index::{BOOKED_AT, PURCHASED_AT, VALUTA_AT};
use crate::transactions::{CreditDebit, ReferenceId};
use crate::value::{CardNumber, Currency, CurrencyError, Date, is_all_digits};

/// An entry of a statement. Its buffers are reused for the next entry, so entries need no allocations of their own.
#[derive(Debug, Default)]
pub(crate) struct Entry<'s> {
    pub(crate) position: RowPosition,
    pub(crate) status: EntryStatus,
    /// The account numbers that the entry names, the most reliable kind first.
    pub(crate) account_numbers: Vec<AccountNumber<'s>>,
    /// The currency that the entry names, and the span in which it is or should be.
    pub(crate) currency: Option<CurrencyCode<'s>>,
    pub(crate) currency_span: Span,
    /// Whether the entry names no currency, although other entries do.
    pub(crate) lacks_currency: bool,
    /// The running balance of its sub-account.
    pub(crate) balance: Option<(Decimal, Span)>,
    pub(crate) sub_account: Cow<'s, str>,
    pub(crate) dates: EntryDates,
    /// The bank's id, and the span in which it is or should be.
    pub(crate) bank_id: BankId<'s>,
    pub(crate) bank_id_span: Span,
    pub(crate) identity: Identity<'s>,
    /// The parts of the transaction's text.
    pub(crate) texts: Vec<Cow<'s, str>>,
    pub(crate) original: OriginalPayment,
    pub(crate) payments: StatedPayments,
    /// Whether the entry takes an earlier one back.
    pub(crate) is_reversal: bool,
    /// The cells or elements that the entry was read from.
    pub(crate) cells: Vec<Cell<'s>>,
    /// Findings that are reported if the entry has an account and a currency.
    pub(crate) row_faults: Vec<Diagnostic>,
    /// Findings that are reported with the transaction.
    pub(crate) faults: Vec<Diagnostic>,
}

impl Entry<'_> {
    /// Forgets everything but the position, and keeps the buffers for the next entry.
    pub(crate) fn clear(&mut self) {
        // Each field is named, so that no new one keeps the value of an earlier entry.
        let Self {
            position: _,
            status,
            account_numbers,
            currency,
            currency_span,
            lacks_currency,
            balance,
            sub_account,
            dates,
            bank_id,
            bank_id_span,
            identity: Identity { date, parts },
            texts,
            original,
            payments,
            is_reversal,
            cells,
            row_faults,
            faults,
        } = self;
        (*status, *currency, *lacks_currency, *balance) =
            (EntryStatus::default(), None, false, None);
        (*currency_span, *bank_id_span) = (Span::default(), Span::default());
        (*sub_account, *bank_id) = (Cow::default(), BankId::default());
        (*dates, *date, *original) = (EntryDates::default(), None, OriginalPayment::default());
        (*payments, *is_reversal) = (StatedPayments::default(), false);
        account_numbers.clear();
        parts.clear();
        texts.clear();
        cells.clear();
        row_faults.clear();
        faults.clear();
    }
}

/// The position of an entry in its file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RowPosition {
    pub(crate) span: Span,
    /// The number of its first line, from 1.
    pub(crate) line: usize,
    /// The number of the row below the header, from 1.
    pub(crate) row: usize,
}

/// Whether an entry is booked, and its amount. ISO 20022: the status of an entry, `BOOK` or `PDNG`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum EntryStatus {
    Booked(EntryAmount),
    /// An entry that is not booked yet may lack an amount in the currency of its account.
    Pending(Option<EntryAmount>),
}

impl EntryStatus {
    /// Returns the amount. `None` if the entry is pending and has none.
    pub(crate) const fn amount(&self) -> Option<EntryAmount> {
        match self {
            Self::Booked(amount) => Some(*amount),
            Self::Pending(amount) => *amount,
        }
    }
}

impl Default for EntryStatus {
    fn default() -> Self {
        Self::Pending(None)
    }
}

/// The amount of an entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EntryAmount {
    /// Not negative. Includes the charges.
    pub(crate) value: Decimal,
    pub(crate) direction: CreditDebit,
    pub(crate) span: Span,
    /// The charges that the entry names, negative if the bank returned them.
    pub(crate) charges: Option<Decimal>,
}

impl EntryAmount {
    /// The amount with its sign: positive for a credit, negative for a debit.
    pub(crate) fn signed(&self) -> Decimal {
        match self.direction {
            CreditDebit::Credit => self.value,
            CreditDebit::Debit => -self.value,
        }
    }

    /// Returns the amount after charges were taken, which may turn its direction. `None` if it exceeds the range of [`Decimal`].
    pub(super) fn after_charges(self, charges: Decimal) -> Option<Self> {
        let signed = checked_difference(self.signed(), charges)?;
        Some(Self {
            value: signed.abs(),
            direction: if signed.is_sign_negative() {
                CreditDebit::Debit
            } else {
                CreditDebit::Credit
            },
            ..self
        })
    }
}

/// An account number in a file.
#[derive(Debug, Clone)]
pub(crate) struct AccountNumber<'s> {
    pub(crate) kind: AccountNumberKind,
    pub(crate) text: Cow<'s, str>,
    pub(crate) span: Span,
}

/// The kind of an account number. The most reliable kind comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AccountNumberKind {
    Iban,
    /// The bank's own number of the account.
    BankNumber,
    Card,
    /// A name that a program gave the account. It needs no digit.
    Name,
}

/// The dates of an entry, each with its span.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EntryDates {
    pub(crate) purchased: Option<(Date, Span)>,
    pub(crate) valuta: Option<(Date, Span)>,
    pub(crate) booked: Option<(Date, Span)>,
}

impl EntryDates {
    /// The date for a field of a transaction.
    pub(super) const fn in_field(&self, field: usize) -> Option<(Date, Span)> {
        match field {
            PURCHASED_AT => self.purchased,
            VALUTA_AT => self.valuta,
            BOOKED_AT => self.booked,
            _ => None,
        }
    }

    /// The dates of the purchase, of the value and of the booking.
    pub(super) fn as_array(&self) -> [Option<Date>; 3] {
        [self.purchased, self.valuta, self.booked].map(|date| date.map(|(date, _)| date))
    }

    /// The booking date, else the value date, else the purchase date.
    pub(crate) fn booking_date(&self) -> Option<Date> {
        self.booking_date_and_span().map(|(date, _)| date)
    }

    /// The booking date, else the value date, else the purchase date, with its span.
    pub(super) fn booking_date_and_span(&self) -> Option<(Date, Span)> {
        self.booked.or(self.valuta).or(self.purchased)
    }
}

/// The bank's reference of an entry, which its id is made with.
#[derive(Debug, Default)]
pub(crate) enum BankId<'s> {
    #[default]
    Missing,
    Usable(Cow<'s, str>),
    /// The reference breaks this rule, so an id is derived instead.
    Unusable(&'static Rule),
}

impl<'s> BankId<'s> {
    /// Judges a text where the format has a reference. A word or a counter is none.
    pub(crate) fn new(text: Cow<'s, str>) -> Self {
        match broken_rule(&text) {
            Some(rule) => Self::Unusable(rule),
            None if is_reference(&text) => Self::Usable(text),
            None => Self::Missing,
        }
    }
}

/// The fewest letters and digits of a reference.
const MIN_REFERENCE: usize = 8;

/// Whether a text can be told from words and counters: it has at least eight letters and digits, one of them a digit. Digits alone must not be one repeated
/// digit, with or without zeros around, and must not count up. An id that this library has made from a long reference is one too.
pub(crate) fn is_reference(text: &str) -> bool {
    let content = || text.chars().filter(|character| character.is_alphanumeric());
    let (mut characters, mut digits) = (0, 0);
    for character in content() {
        characters += 1;
        digits += usize::from(character.is_ascii_digit());
    }
    if characters < MIN_REFERENCE {
        return false;
    }
    if digits == 0 {
        return ReferenceId::is_of_long_reference(text);
    }
    if digits < characters {
        return true;
    }
    let content: String = content().collect();
    let is_repeated = are_neighbours(content.trim_matches('0'), |digit| digit);
    // After 9 comes 0.
    let counts_up = are_neighbours(
        &content,
        |digit| if digit == b'9' { b'0' } else { digit + 1 },
    );
    !is_repeated && !counts_up
}

/// Whether `next` returns each digit but the first one for the digit before it.
fn are_neighbours(digits: &str, next: impl Fn(u8) -> u8) -> bool {
    let mut pairs = digits.bytes().zip(digits.bytes().skip(1));
    pairs.all(|(digit, other)| next(digit) == other)
}

/// Returns the rule that a reference breaks, so that it can't be used.
fn broken_rule(id: &str) -> Option<&'static Rule> {
    // A card number must not be sent. Masked card numbers would give different entries the same id.
    if CardNumber::is_in(id) {
        return Some(&CARD_NUMBER);
    }
    if id.contains(is_control) {
        return Some(&rules::CONTROL_CHARACTER);
    }
    is_rounded(id).then_some(&rules::BANK_ID_DAMAGED)
}

/// Whether a spreadsheet has turned an id or an account into a number and rounded it.
pub(super) fn is_rounded(id: &str) -> bool {
    // Most ids contain no plus sign, so this check returns early.
    if memchr(b'+', id.as_bytes()).is_none() {
        return false;
    }
    let Some((mantissa, exponent)) = id.split_once(['E', 'e']) else {
        return false;
    };
    let is_decimal_mark = |character| matches!(character, '.' | ',');
    exponent.strip_prefix('+').is_some_and(is_all_digits)
        && mantissa.split(is_decimal_mark).all(is_all_digits)
}

/// The values that are the same for an entry in every export, in addition to its account, currency and amount.
#[derive(Debug, Default)]
pub(crate) struct Identity<'s> {
    pub(crate) date: Option<Date>,
    /// The texts that go into a derived id, with spaces collapsed. A reader may leave them out if the bank's id is used.
    pub(crate) parts: Vec<Cow<'s, str>>,
}

/// The amount and currency of a payment in another currency, each with its span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct OriginalPayment {
    pub(crate) amount: Option<(Decimal, Span)>,
    pub(crate) currency: Option<(Currency, Span)>,
}

/// A currency code in a file: a known currency, or any other text.
#[derive(Debug, Clone)]
pub(crate) enum CurrencyCode<'s> {
    Known(Currency),
    Unknown(Cow<'s, str>),
}

impl<'s> CurrencyCode<'s> {
    /// Parses a currency code in upper or lower case.
    pub(crate) fn from_text(text: Cow<'s, str>) -> Self {
        match Currency::parse(&text) {
            Ok(currency) | Err(CurrencyError::Case(currency)) => Self::Known(currency),
            Err(_) => Self::Unknown(text),
        }
    }

    /// A copy that does not borrow from the file.
    pub(crate) fn to_owned_code(&self) -> CurrencyCode<'static> {
        match self {
            Self::Known(currency) => CurrencyCode::Known(*currency),
            Self::Unknown(text) => CurrencyCode::Unknown(Cow::Owned(text.to_string())),
        }
    }

    pub(crate) fn known(&self) -> Option<Currency> {
        match self {
            Self::Known(currency) => Some(*currency),
            Self::Unknown(_) => None,
        }
    }
}

impl Deref for CurrencyCode<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Known(currency) => currency.code(),
            Self::Unknown(text) => text,
        }
    }
}

/// Returns the cell that contains a span, named by row and column. `None` if the span is outside of the row.
pub(crate) fn find_cell(
    span: Span,
    position: RowPosition,
    cells: &[Cell<'_>],
    columns: &[Column],
) -> Option<report::CellPosition> {
    let row = position.span;
    if span.start < row.start || row.end < span.end || row.is_empty() {
        return None;
    }
    let contains = |cell: &Cell<'_>| cell.span.start <= span.start && span.end <= cell.span.end;
    let column = cells
        .iter()
        .position(contains)
        .filter(|_| span != row)
        .and_then(|index| columns.get(index));
    Some(report::CellPosition::new(
        position.row,
        column.map_or(String::new(), |column| column.name.clone()),
    ))
}

/// The names of a column of a table, or of a kind of element. Card numbers in them are masked.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    /// The name in the file.
    pub(crate) name: String,
    /// A name that no other column has.
    pub(crate) unique_name: String,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::transactions::BookingKey;

    #[test]
    fn words_and_counters_are_no_references() {
        for text in [
            "9999311BN1710030",
            "205062608292ALB",
            "LREF20260305001",
            "SBD91894_20230831_0011",
            "2013122710583450000",
            "20211031/1/1",
            "11111112",
        ] {
            assert!(is_reference(text), "{text}");
        }
        for text in [
            "",
            "NONE",
            "NOTPROVIDED",
            "NOT-PROVIDED.",
            "NICHT ANGEGEBEN",
            "MasterCard",
            "[ANONYMIZED]",
            "1001",
            "000001",
            "55555",
            "12345678",
            "1234567890",
            "0123456789",
            "11111111111",
            "0000000000000001",
            "1000000000000000",
            "00000022220000",
        ] {
            assert!(!is_reference(text), "{text}");
        }
    }

    #[test]
    fn ids_that_a_spreadsheet_rounded_are_unusable() {
        for (id, rounded) in [
            ("8.8E+13", true),
            ("5,52e+22", true),
            ("8E13", false),
            ("TRX1E+5", false),
            ("1E+", false),
        ] {
            assert_eq!(broken_rule(id).is_some(), rounded, "{id}");
        }
    }

    proptest! {
        /// Exports write ids where a format has references, and what is read again must have the same ids.
        #[test]
        fn an_id_made_from_a_reference_is_a_reference(
            reference in "[A-Z]{8,30}[0-9][A-Z]{0,8}",
            cents in 1_i64..1_000_000,
        ) {
            prop_assert!(is_reference(&reference), "{}", reference);
            let key = BookingKey {
                direction: CreditDebit::Debit,
                amount: Decimal::new(cents, 2),
                day: Date::parse("2026-03-31").ok(),
            };
            let id = ReferenceId::new(&reference, &key).to_string();
            prop_assert!(is_reference(&id), "{}", id);
        }
    }
}
