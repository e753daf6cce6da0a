//! An entry of a statement as its reader fills it in: everything that a transaction is made of, and where it stands.

use std::borrow::Cow;
use std::ops::Deref;

use memchr::memchr;
use rust_decimal::Decimal;

use super::{Cell, rules};
use crate::record::rules::CARD_NUMBER;
use crate::report::{self, Diagnostic, Rule};
use crate::source::Span;
use crate::transactions::CreditDebit;
use crate::transactions::field_index::{BOOKED_AT, PURCHASED_AT, VALUTA_AT};
use crate::value::{CardNumber, Currency, CurrencyError, Date};

/// An entry of a statement. Its buffers are filled anew for each entry, so that none costs memory of its own.
#[derive(Debug, Default)]
pub(crate) struct Entry<'s> {
    pub(crate) place: Place,
    pub(crate) moved: Moved,
    /// The accounts that the entry names, the surest first.
    pub(crate) accounts: Vec<AccountName<'s>>,
    /// The currency that the entry names, and where it does or would.
    pub(crate) currency: Option<CurrencyCode<'s>>,
    pub(crate) currency_span: Span,
    /// The running balance beside it, in its sub-account.
    pub(crate) balance: Option<(Decimal, Span)>,
    pub(crate) sub_account: Cow<'s, str>,
    pub(crate) days: Days,
    /// The bank's id, and where it stands or would.
    pub(crate) reference: Reference<'s>,
    pub(crate) reference_span: Span,
    pub(crate) identity: Identity<'s>,
    /// The parts of its text.
    pub(crate) texts: Vec<Cow<'s, str>>,
    pub(crate) original: Original,
    /// The cells or elements that it was read from.
    pub(crate) cells: Vec<Cell<'s>>,
    /// What is reported if the entry has an account and a currency.
    pub(crate) row_faults: Vec<Diagnostic>,
    /// What is reported with the transaction that the entry becomes.
    pub(crate) faults: Vec<Diagnostic>,
}

impl Entry<'_> {
    /// Empties the buffers for the next entry.
    pub(crate) fn clear(&mut self) {
        self.accounts.clear();
        self.currency = None;
        self.identity.parts.clear();
        self.texts.clear();
        self.row_faults.clear();
        self.faults.clear();
    }
}

/// Where an entry stands in its file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) span: Span,
    /// Its first line, counted from 1.
    pub(crate) line: usize,
    /// Counted from 1 below the header.
    pub(crate) number: usize,
}

/// Whether an entry has moved its account, and by how much.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Moved {
    Booked(Amount),
    /// An entry that is not booked yet may have no amount in the currency of its account.
    Pending(Option<Amount>),
}

impl Default for Moved {
    fn default() -> Self {
        Self::Pending(None)
    }
}

/// What an entry moves on its account.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Amount {
    /// Never negative; the charges included.
    pub(crate) value: Decimal,
    pub(crate) direction: CreditDebit,
    pub(crate) span: Span,
    /// The charges that the entry names; negative where they were given back.
    pub(crate) charges: Option<Decimal>,
}

impl Amount {
    /// Positive for money in.
    pub(crate) fn signed(&self) -> Decimal {
        match self.direction {
            CreditDebit::Credit => self.value,
            CreditDebit::Debit => -self.value,
        }
    }
}

/// An account as a file names it.
#[derive(Debug, Clone)]
pub(crate) struct AccountName<'s> {
    pub(crate) kind: AccountKind,
    pub(crate) text: Cow<'s, str>,
    pub(crate) span: Span,
}

/// What names an account, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AccountKind {
    Iban,
    Number,
    Card,
}

/// The days of an entry, each with its place.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Days {
    pub(crate) purchased: Option<(Date, Span)>,
    pub(crate) valuta: Option<(Date, Span)>,
    pub(crate) booked: Option<(Date, Span)>,
}

impl Days {
    /// The day in a field of a transaction.
    pub(super) const fn of_field(&self, field: usize) -> Option<(Date, Span)> {
        match field {
            PURCHASED_AT => self.purchased,
            VALUTA_AT => self.valuta,
            BOOKED_AT => self.booked,
            _ => None,
        }
    }

    /// The days of the purchase, of the value and of the booking.
    pub(super) fn dates(&self) -> [Option<Date>; 3] {
        [self.purchased, self.valuta, self.booked].map(|day| day.map(|(date, _)| date))
    }

    /// The day of the booking, or the nearest day to it that is known.
    pub(crate) fn of_booking(&self) -> Option<Date> {
        self.booked.or(self.valuta).or(self.purchased).map(|(date, _)| date)
    }
}

/// The bank's id of an entry, where the format's ids are unique within an account.
#[derive(Debug, Default)]
pub(crate) enum Reference<'s> {
    #[default]
    None,
    Usable(Cow<'s, str>),
    /// It breaks this rule, so an id is derived.
    Unusable(&'static Rule),
}

impl<'s> Reference<'s> {
    pub(crate) fn of(id: Cow<'s, str>) -> Self {
        if id.is_empty() {
            return Self::None;
        }
        unusable(&id).map_or(Self::Usable(id), Self::Unusable)
    }
}

/// Why an id of the bank's can't be used as it stands.
fn unusable(id: &str) -> Option<&'static Rule> {
    // Masked, many numbers would be one id; as it stands, it must not be sent.
    if CardNumber::is_in(id) {
        return Some(&CARD_NUMBER);
    }
    is_rounded(id).then_some(&rules::BANK_ID_DAMAGED)
}

/// Whether a spreadsheet has turned an id into a number and rounded it.
fn is_rounded(id: &str) -> bool {
    // Hardly any id has a plus in it.
    if memchr(b'+', id.as_bytes()).is_none() {
        return false;
    }
    let Some((mantissa, exponent)) = id.split_once(['E', 'e']) else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mark = |character| matches!(character, '.' | ',');
    exponent.strip_prefix('+').is_some_and(digits) && mantissa.split(mark).all(digits)
}

/// What makes an entry the same in every export, beside its account, currency and amount.
#[derive(Debug, Default)]
pub(crate) struct Identity<'s> {
    pub(crate) date: Option<Date>,
    /// The texts that go into a derived id, blanks folded. A reader may leave them out where the bank's id is used.
    pub(crate) parts: Vec<Cow<'s, str>>,
}

/// The amount and currency of a payment in another currency, each with its place.
pub(crate) type Original = (Option<(Decimal, Span)>, Option<(Currency, Span)>);

/// The code of a currency: one that is known, or the text in its place.
#[derive(Debug, Clone)]
pub(crate) enum CurrencyCode<'s> {
    Known(Currency),
    Unknown(Cow<'s, str>),
}

impl<'s> CurrencyCode<'s> {
    /// The code that a text is, whatever the case of its letters.
    pub(crate) fn of(text: Cow<'s, str>) -> Self {
        match Currency::parse(&text) {
            Ok(currency) | Err(CurrencyError::Case(currency)) => Self::Known(currency),
            Err(_) => Self::Unknown(text),
        }
    }

    /// The same code apart from the file.
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

/// The cell of a row in which a span lies, by the names of the columns; nothing where the span lies outside of the row.
pub(crate) fn locate(span: Span, place: Place, cells: &[Cell<'_>], columns: &[Column]) -> Option<report::Cell> {
    let row = place.span;
    if span.start < row.start || row.end < span.end || row.is_empty() {
        return None;
    }
    let inside = |cell: &Cell<'_>| cell.span.start <= span.start && span.end <= cell.span.end;
    let column = cells.iter().position(inside).filter(|_| span != row).and_then(|index| columns.get(index));
    Some(report::Cell::new(place.number, column.map_or(String::new(), |column| column.name.clone())))
}

/// A column of a table, or a kind of element, by its names for output. Card numbers are masked in both.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    /// The name as the file writes it.
    pub(crate) name: String,
    /// The name that no other column has.
    pub(crate) label: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spreadsheet_rounded_is_no_id() {
        for (id, rounded) in
            [("8.8E+13", true), ("5,52e+22", true), ("8E13", false), ("TRX1E+5", false), ("1E+", false)]
        {
            assert_eq!(unusable(id).is_some(), rounded, "{id}");
        }
    }
}
