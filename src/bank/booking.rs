use std::borrow::Cow;

use rust_decimal::Decimal;

use super::movement::{self, Movement};
use super::plan::{Day, Plan};
use super::profile::{Role, TemplateRole};
use super::table::Row;
use super::{cell, day, number, rules, template};
use crate::record::{Form, Record, Slot};
use crate::report::{Collector, Fault};
use crate::source::Span;
use crate::transactions::{
    ACCOUNT_IDENTIFIER, AMOUNT, BOOKED_AT, CREDIT_DEBIT, CURRENCY, CreditDebit, ORIGINAL_AMOUNT, ORIGINAL_CURRENCY,
    PURCHASED_AT, TEXT, TRANSACTION_ID, Transaction, VALUTA_AT,
};
use crate::value::{CardNumber, Currency, Date, plain_amount};

/// The days of a row, each with its place.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Days {
    pub(super) purchased: Option<(Date, Span)>,
    pub(super) valuta: Option<(Date, Span)>,
    pub(super) booked: Option<(Date, Span)>,
}

impl Days {
    /// The day of the booking, or what comes nearest to it.
    pub(super) fn of_booking(&self) -> Option<Date> {
        self.booked.or(self.valuta).or(self.purchased).map(|(date, _)| date)
    }

    /// The day by which a derived id knows the booking.
    pub(super) fn of_identity(&self, role: Option<Role>) -> Option<Date> {
        let chosen = match role {
            Some(Role::ValutaAt) => self.valuta,
            Some(Role::PurchasedAt) => self.purchased,
            _ => None,
        };
        chosen.map(|(date, _)| date).or(self.of_booking())
    }

    /// Reads the days of a row. A needed one that can't be read is an error; of the others it is said in `passed_over`.
    pub(super) fn read(row: &Row<'_>, plan: &Plan<'_>, passed_over: &mut Vec<Fault>) -> Result<Self, Fault> {
        let mut read = |day: Option<Day>| day.map_or(Ok(None), |day| read_day(row, day, plan, passed_over));
        let days = Self { purchased: read(plan.purchased)?, valuta: read(plan.valuta)?, booked: read(plan.booked)? };
        if days.of_booking().is_some() {
            return Ok(days);
        }
        Err(unreadable(cell::span(row, plan.days().next()), plan))
    }
}

fn read_day(
    row: &Row<'_>,
    column: Day,
    plan: &Plan<'_>,
    passed_over: &mut Vec<Fault>,
) -> Result<Option<(Date, Span)>, Fault> {
    let span = cell::span(row, Some(column.cell));
    let content = cell::at(row, Some(column.cell));
    let text = cell::folded(&content);
    if let Some(date) = day::parse(&text, &plan.style.dates) {
        return Ok(Some((date, span)));
    }
    if column.needed {
        return Err(unreadable(span, plan));
    }
    if !text.is_empty() {
        passed_over.push(Fault::new(&rules::CELL_PASSED_OVER, span).param("expected", "a day"));
    }
    Ok(None)
}

fn unreadable(span: Span, plan: &Plan<'_>) -> Fault {
    Fault::new(&rules::DATE_UNREADABLE, span).param("expected", day::examples(&plan.style.dates))
}

/// A booking as it was read, held until the rows that belong to it have been read too.
#[derive(Debug)]
pub(super) struct Booking<'t> {
    pub(super) row: Row<'t>,
    /// Counted from 1 below the header.
    pub(super) number: usize,
    pub(super) account: String,
    pub(super) currency: (Cow<'t, str>, Span),
    pub(super) movement: Movement<'t>,
    pub(super) days: Days,
    /// What the rows below say of it.
    pub(super) further: Vec<Further>,
    pub(super) parts: Parts,
}

/// What a row below says of its booking.
#[derive(Debug)]
pub(super) enum Further {
    Text(String),
    /// A part, its amount with the sign that it has in the file, and what to write behind it.
    Part(Decimal, Option<u8>, String),
}

/// What the parts of a collective booking add up to.
#[derive(Debug, Default)]
pub(super) struct Parts {
    sum: Option<Decimal>,
    /// Whether there is one that can't be added to the others.
    apart: bool,
}

impl Parts {
    pub(super) fn add(&mut self, amount: Decimal, apart: bool) {
        self.sum = number::sum(self.sum.unwrap_or_default(), amount);
        self.apart |= apart || self.sum.is_none();
    }

    /// The sum, where there are parts and they can be added up.
    pub(super) fn sum(&self) -> Option<Decimal> {
        self.sum.filter(|_| !self.apart)
    }
}

impl Booking<'_> {
    /// The record of the booking. Its values come from its own row; where one has no cell, its place is the row.
    pub(super) fn record<'b>(&'b self, source: &'b str, plan: &Plan<'_>, sink: &mut Collector<'_>) -> Record<'b> {
        let row = self.row.span();
        let mut record = Record::new(Form::Table, source, Transaction::FIELDS, row);
        let mut put = |index, text: String, span| record.put(index, Slot::present(Cow::Owned(text), span));

        let currency = Currency::parse(&self.currency.0).ok();
        let minor_units = currency.and_then(Currency::minor_units);
        put(CURRENCY, self.currency.0.clone().into_owned(), self.currency.1);
        put(AMOUNT, plain_amount(self.movement.amount, minor_units), self.movement.span);
        put(CREDIT_DEBIT, self.movement.direction.as_str().to_owned(), self.movement.span);
        let text = self.text(plan, minor_units);
        if !text.is_empty() {
            put(TEXT, text, row);
        }
        let mut days = self.days;
        let original = self.original(plan, sink);
        for (cell, words, role) in &plan.templates {
            if *role == TemplateRole::PurchasedAt && days.purchased.is_none() {
                let span = cell::span(&self.row, Some(*cell));
                let held = template::find(words, &cell::at(&self.row, Some(*cell)), plan.style);
                days.purchased = held.and_then(|held| held.date).map(|date| (date, span));
            }
        }
        for (index, day) in [(PURCHASED_AT, days.purchased), (VALUTA_AT, days.valuta), (BOOKED_AT, days.booked)] {
            if let Some((date, span)) = day {
                put(index, date.to_string(), span);
            }
        }
        // The pair says something only where the payment was in another currency; half of it is a finding of the record.
        let (amount, other) = original;
        if other.is_none_or(|(other, _)| Some(other) != currency) {
            if let Some((amount, span)) = amount {
                let minor_units = other.and_then(|(other, _)| other.minor_units());
                put(ORIGINAL_AMOUNT, plain_amount(amount, minor_units), span);
            }
            if let Some((other, span)) = other {
                put(ORIGINAL_CURRENCY, other.code().to_owned(), span);
            }
        }
        let mut account = Slot::present(Cow::Borrowed(self.account.as_str()), row);
        account.settled = true;
        record.put(ACCOUNT_IDENTIFIER, account);
        record
    }

    /// Gives the record its id.
    pub(super) fn identify(&self, record: &mut Record<'_>, id: String, plan: &Plan<'_>) {
        let span = cell::span(&self.row, plan.transaction_id);
        record.put(TRANSACTION_ID, Slot::present(Cow::Owned(id), span));
    }

    /// The cells by which a derived id knows the booking.
    pub(super) fn identity(&self, plan: &Plan<'_>) -> Vec<String> {
        plan.identity.iter().map(|index| plan.text(&self.row, *index)).collect()
    }

    fn text(&self, plan: &Plan<'_>, minor_units: Option<u8>) -> String {
        let mut text = text_of(&self.row, plan);
        // Where one part is negative, all tell their direction by their sign; else they have that of the booking.
        let is_negative = |further: &Further| matches!(further, Further::Part(amount, ..) if amount.is_sign_negative());
        let signed = self.further.iter().any(is_negative);
        for further in &self.further {
            match further {
                Further::Text(more) => join(&mut text, " | ", more),
                Further::Part(amount, minor_units, of) => {
                    let direction = if amount.is_sign_negative() { CreditDebit::Debit } else { CreditDebit::Credit };
                    let sign = if signed && direction != self.movement.direction { "-" } else { "" };
                    let part = format!("{sign}{}{of}", plain_amount(*amount, *minor_units));
                    join(&mut text, " | ", part.trim_end());
                }
            }
        }
        if let Some(fee) = self.movement.fee {
            let what = if fee.is_sign_negative() { "fee returned" } else { "fee" };
            join(&mut text, "; ", &format!("{what} {} {}", plain_amount(fee, minor_units), self.currency.0));
        }
        CardNumber::mask(&text).into_owned()
    }

    /// Amount and currency of the payment, from columns or, where these say nothing, from words.
    fn original(&self, plan: &Plan<'_>, sink: &mut Collector<'_>) -> Original {
        let columns = self.movement.original.unwrap_or([plan.original_amount, plan.original_currency]);
        let found = self.original_columns(columns, plan, sink);
        if found != Original::default() {
            return found;
        }
        let words = plan.templates.iter().filter(|(_, _, role)| *role == TemplateRole::Original);
        let found = words.into_iter().find_map(|(index, words, _)| {
            let held = template::find(words, &cell::at(&self.row, Some(*index)), plan.style)?;
            let span = self.row.cells().get(*index)?.span;
            let amount = held.amount.filter(|amount| !amount.is_zero())?;
            Some((Some((amount, span)), Some((held.currency?, span))))
        });
        found.unwrap_or_default()
    }

    fn original_columns(
        &self,
        [amount_at, currency_at]: [Option<usize>; 2],
        plan: &Plan<'_>,
        sink: &mut Collector<'_>,
    ) -> Original {
        let place = |index| cell::span(&self.row, index);
        let mut passed_over = |index, expected: &'static str| {
            sink.push(Fault::new(&rules::CELL_PASSED_OVER, place(index)).param("expected", expected));
        };
        let amount = movement::number_at(&self.row, amount_at, plan).unwrap_or_else(|_| {
            passed_over(amount_at, "an amount");
            None
        });
        let beside = amount.and_then(|(figure, span)| Some((figure.currency?, span)));
        let code = movement::code(cell::at(&self.row, currency_at));
        // Some banks repeat the amount in its own currency, and name no other.
        let repeated = amount.is_some_and(|(figure, _)| figure.number.abs() == self.movement.amount);
        if currency_at.is_some() && code.is_empty() && beside.is_none() && repeated {
            return Original::default();
        }
        let currency = Currency::parse(&code).ok();
        if currency.is_none() && !code.is_empty() {
            passed_over(currency_at, "a currency of ISO 4217");
        }
        let amount = amount.map(|(figure, span)| (figure.number, span)).filter(|(amount, _)| !amount.is_zero());
        let currency = currency.map(|currency| (currency, place(currency_at)));
        (amount, currency.or(beside))
    }
}

/// What a payment was in its own currency: the amount and the currency, each with its place.
type Original = (Option<(Decimal, Span)>, Option<(Currency, Span)>);

/// The text of a row: what its columns say, in the order of the profile, each thing once.
pub(super) fn text_of(row: &Row<'_>, plan: &Plan<'_>) -> String {
    let mut parts: Vec<String> = Vec::with_capacity(plan.texts.len());
    for index in &plan.texts {
        let part = plan.text(row, Some(*index));
        if !part.is_empty() && !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.join("; ")
}

/// Adds a part to a text.
fn join(text: &mut String, separator: &str, part: &str) {
    if !text.is_empty() {
        text.push_str(separator);
    }
    text.push_str(part);
}
