use std::rc::Rc;

use rust_decimal::Decimal;

use super::code::Code;
use super::movement::{self, Movement};
use super::plan::{Day, Plan};
use super::profile::{Role, TemplateRole};
use super::table::{Cell, Row};
use super::template::Held;
use super::wording::Wording;
use super::{cell, day, rules, tally};
use crate::report::{Collector, Fault};
use crate::source::{Span, same};
use crate::transactions::CreditDebit;
use crate::value::{Currency, Date, plain_amount};

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
    pub(super) fn read<'t>(
        row: &Row<'t>,
        plan: &Plan<'_>,
        recent: &mut Recent<'t>,
        passed_over: &mut Vec<Fault>,
    ) -> Result<Self, Fault> {
        let mut read = |day: Option<Day>| day.map_or(Ok(None), |day| read_day(row, day, plan, recent, passed_over));
        let days = Self { purchased: read(plan.purchased)?, valuta: read(plan.valuta)?, booked: read(plan.booked)? };
        if days.of_booking().is_some() {
            return Ok(days);
        }
        Err(unreadable(cell::span(row, plan.days().next()), plan))
    }
}

fn read_day<'t>(
    row: &Row<'t>,
    column: Day,
    plan: &Plan<'_>,
    recent: &mut Recent<'t>,
    passed_over: &mut Vec<Fault>,
) -> Result<Option<(Date, Span)>, Fault> {
    if let Some(place) = row.cells().get(column.cell)
        && let Some(date) = recent.day(place, &plan.style.dates)
    {
        return Ok(Some((date, place.span)));
    }
    let span = cell::span(row, Some(column.cell));
    if column.needed {
        return Err(unreadable(span, plan));
    }
    if !cell::is_blank_at(row, column.cell) {
        passed_over.push(Fault::new(&rules::CELL_PASSED_OVER, span).param("expected", "a day"));
    }
    Ok(None)
}

/// The days that were read last: most rows have those of the rows above.
#[derive(Debug, Default)]
pub(super) struct Recent<'t> {
    /// As they stand in their cells, the newest first.
    known: [Option<(&'t str, Date)>; 4],
}

impl<'t> Recent<'t> {
    /// The day that a cell holds, blanks folded.
    #[inline]
    pub(super) fn day(&mut self, cell: &Cell<'t>, forms: &[String]) -> Option<Date> {
        self.newest(cell).or_else(|| self.read(cell, |text| day::parse(&cell::folded(text), forms)))
    }

    /// The day that a cell holds as it stands.
    #[inline]
    pub(super) fn exact_day(&mut self, cell: &Cell<'t>, forms: &[String]) -> Option<Date> {
        self.newest(cell).or_else(|| self.read(cell, |text| day::parse(text, forms)))
    }

    #[inline]
    fn newest(&self, cell: &Cell<'t>) -> Option<Date> {
        let [newest, ..] = &self.known;
        let (text, date) = newest.as_ref()?;
        (same(text.as_bytes(), cell.raw().as_bytes()) && !cell.is_doubled()).then_some(*date)
    }

    #[inline(never)]
    fn read(&mut self, cell: &Cell<'t>, read: impl FnOnce(&str) -> Option<Date>) -> Option<Date> {
        let content = cell::content(cell);
        // What stands in two cells alike says the same, unless there are doubled quotes in one of them.
        if cell.is_doubled() {
            return read(&content);
        }
        let is_same =
            |known: &Option<(&str, Date)>| known.is_some_and(|(text, _)| same(text.as_bytes(), cell.raw().as_bytes()));
        let known = self.known.iter().position(is_same);
        let date = match known.and_then(|place| self.known.get(place)) {
            Some(known) => known.map(|(_, date)| date)?,
            None => read(&content)?,
        };
        match known {
            Some(place) => self.known.swap(0, place),
            None => self.known.rotate_right(1),
        }
        let [newest, ..] = &mut self.known;
        *newest = Some((cell.raw(), date));
        Some(date)
    }
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
    pub(super) account: Rc<str>,
    /// Which of the totals it belongs to.
    pub(super) holder: usize,
    pub(super) currency: (Code<'t>, Span),
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
        self.sum = tally::sum(self.sum.unwrap_or_default(), amount);
        self.apart |= apart || self.sum.is_none();
    }

    /// The sum, where there are parts and they can be added up.
    pub(super) fn sum(&self) -> Option<Decimal> {
        self.sum.filter(|_| !self.apart)
    }
}

impl<'t> Booking<'t> {
    /// A booking of nothing, to be filled.
    pub(super) fn empty(account: Rc<str>, currency: (Code<'t>, Span), movement: Movement<'t>) -> Self {
        Self {
            row: Row::default(),
            number: 0,
            account,
            holder: 0,
            currency,
            movement,
            days: Days::default(),
            further: Vec::new(),
            parts: Parts::default(),
        }
    }

    /// The days of the booking, that of the purchase from words where no column tells it.
    pub(super) fn all_days(&self, plan: &Plan<'_>) -> Days {
        let mut days = self.days;
        if days.purchased.is_none() {
            days.purchased = plan.templates_of(TemplateRole::PurchasedAt).find_map(|templates| {
                let text = cell::at(&self.row, Some(templates.cell));
                let date = templates.found(&text, plan.style).find_map(|held| held.date)?;
                Some((date, cell::span(&self.row, Some(templates.cell))))
            });
        }
        days
    }

    /// The text of the booking, with what the rows below say of it.
    pub(super) fn tell(&self, wording: &mut Wording, plan: &Plan<'_>, minor_units: Option<u8>) {
        wording.begin_unfolded(&self.row, plan);
        self.tell_further(wording, minor_units);
        if !wording.is_folded() {
            wording.begin(&self.row, plan);
            self.tell_further(wording, minor_units);
        }
        wording.mask();
    }

    /// What the rows below say of the booking, and its fee.
    fn tell_further(&self, wording: &mut Wording, minor_units: Option<u8>) {
        // Where one part is negative, all tell their direction by their sign; else they have that of the booking.
        let is_negative = |further: &Further| matches!(further, Further::Part(amount, ..) if amount.is_sign_negative());
        let signed = self.further.iter().any(is_negative);
        for further in &self.further {
            match further {
                Further::Text(more) => wording.join(" | ", more),
                Further::Part(amount, minor_units, of) => {
                    let direction = if amount.is_sign_negative() { CreditDebit::Debit } else { CreditDebit::Credit };
                    let sign = if signed && direction != self.movement.direction { "-" } else { "" };
                    let part = format!("{sign}{}{of}", plain_amount(*amount, *minor_units));
                    wording.join(" | ", part.trim_end());
                }
            }
        }
        if let Some(fee) = self.movement.fee {
            let what = if fee.is_sign_negative() { "fee returned" } else { "fee" };
            wording.join("; ", &format!("{what} {} {}", plain_amount(fee, minor_units), &*self.currency.0));
        }
    }

    /// Amount and currency of the payment, from columns or, where these say nothing, from words.
    pub(super) fn original(&self, plan: &Plan<'_>, sink: &mut Collector<'_>) -> Original {
        let columns = self.movement.original.unwrap_or([plan.original_amount, plan.original_currency]);
        let found = self.original_columns(columns, plan, sink);
        if found != Original::default() {
            return found;
        }
        let found = plan.templates_of(TemplateRole::Original).find_map(|templates| {
            let place = self.row.cells().get(templates.cell)?;
            let of_payment = |held: Held| Some((held.amount.filter(|amount| !amount.is_zero())?, held.currency?));
            let (amount, currency) = templates.found(&cell::content(place), plan.style).find_map(of_payment)?;
            Some((Some((amount, place.span)), Some((currency, place.span))))
        });
        found.unwrap_or_default()
    }

    fn original_columns(
        &self,
        [amount_at, currency_at]: [Option<usize>; 2],
        plan: &Plan<'_>,
        sink: &mut Collector<'_>,
    ) -> Original {
        if amount_at.is_none() && currency_at.is_none() {
            return Original::default();
        }
        let place = |index| cell::span(&self.row, index);
        let mut passed_over = |index, expected: &'static str| {
            sink.push(Fault::new(&rules::CELL_PASSED_OVER, place(index)).param("expected", expected));
        };
        let amount = movement::number_at(&self.row, amount_at, plan).unwrap_or_else(|_| {
            passed_over(amount_at, "an amount");
            None
        });
        let beside = amount.and_then(|(figure, span)| Some((figure.currency?, span)));
        let code = cell::at(&self.row, currency_at);
        if amount.is_none() && code.is_empty() {
            return Original::default();
        }
        let code = Code::of(code);
        // Some banks repeat the amount in its own currency, and name no other.
        let repeated = amount.is_some_and(|(figure, _)| figure.number.abs() == self.movement.amount);
        if currency_at.is_some() && code.is_empty() && beside.is_none() && repeated {
            return Original::default();
        }
        let currency = code.known();
        if currency.is_none() && !code.is_empty() {
            passed_over(currency_at, "a currency of ISO 4217");
        }
        let amount = amount.map(|(figure, span)| (figure.number, span)).filter(|(amount, _)| !amount.is_zero());
        let currency = currency.map(|currency| (currency, place(currency_at)));
        (amount, currency.or(beside))
    }
}

/// What a payment was in its own currency: the amount and the currency, each with its place.
pub(super) type Original = (Option<(Decimal, Span)>, Option<(Currency, Span)>);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bank::table::Rows;

    proptest! {
        #[test]
        fn a_day_read_before_is_the_day(line in "(\"?[ =']?(202[56]-0[1-3]-0[1-3]|1/2/26|2026-02-30)?(\"\"|[ ']{0,2})\"?;){0,12}") {
            let forms = ["yyyy-mm-dd", "d/m/yy"].map(str::to_owned);
            let mut row = Row::default();
            Rows::new(&line, b';').next_row(&mut row);
            let (mut folded, mut exact) = (Recent::default(), Recent::default());
            for cell in row.cells().iter().chain(row.cells()) {
                let content = cell::content(cell);
                prop_assert_eq!(folded.day(cell, &forms), day::parse(&cell::folded(&content), &forms));
                prop_assert_eq!(exact.exact_day(cell, &forms), day::parse(&content, &forms));
            }
        }
    }
}
