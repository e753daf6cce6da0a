//! Which of day and month comes first, where the dates of a table admit both.

use super::answers::Answers;
use super::dates::{Changes, DateColumn};
use super::row::TableRow;
use crate::format::DateOrder;
use crate::sheet::date;
use crate::value::Currency;

/// What the order of day and month rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderBasis {
    /// Dates that only one order reads, or that only in one order go in one direction; or the caller.
    Shown,
    /// Dates of the same booking, or the currency. The caller accepts suggestions.
    Suggested,
    /// Nothing: both orders are possible.
    Open,
}

/// The days that lie between the dates of a booking at most, such as those of a purchase and of its booking.
const MAX_DAYS_BETWEEN: u64 = 14;

/// The currencies of countries in which statements have the month first, and Canada's and the Philippines', where both are common.
const MONTH_FIRST: [&str; 3] = ["USD", "CAD", "PHP"];

/// Chooses the order of day and month for all columns. Returns what it rests on.
pub(super) fn choose_orders(
    dates: &mut [DateColumn],
    rows: &[&TableRow],
    answers: &Answers,
) -> OrderBasis {
    let mut possible = shown_orders(dates);
    if let Some(given) = answers.dates {
        possible = vec![given];
    }
    if possible.len() > 1 {
        let one_way = possible.iter().copied();
        let one_way: Vec<DateOrder> = one_way
            .filter(|order| goes_one_way(dates, rows, *order))
            .collect();
        if one_way.len() == 1 {
            possible = one_way;
        }
    }
    let mut basis = OrderBasis::Shown;
    if possible.len() > 1 && answers.accept {
        let likely = by_days_between(dates, rows, &possible).or_else(|| by_currency(rows));
        if let Some(likely) = likely.filter(|likely| possible.contains(likely)) {
            possible = vec![likely];
            basis = OrderBasis::Suggested;
        }
    }
    if let [only] = possible.as_slice() {
        for date in dates.iter_mut().filter(|date| date.orders().len() > 1) {
            date.keep(*only);
        }
    }
    if dates.iter().any(|date| date.orders().len() > 1) {
        return OrderBasis::Open;
    }
    basis
}

/// Returns the orders that read all columns. A column with a single order shows that of the others.
fn shown_orders(dates: &[DateColumn]) -> Vec<DateOrder> {
    let mut possible: Vec<DateOrder> = Vec::new();
    for date in dates {
        let orders = date.orders();
        match orders.as_slice() {
            [only] if *only != DateOrder::YearMonthDay => possible = vec![*only],
            _ if possible.is_empty() => possible = orders,
            _ => {}
        }
    }
    possible
}

/// Whether the dates of a column go in one direction, if they are read in this order.
fn goes_one_way(dates: &[DateColumn], rows: &[&TableRow], order: DateOrder) -> bool {
    dates.iter().any(|date| {
        let mut date = date.clone();
        date.keep(order);
        !date.patterns.is_empty() && Changes::count(rows, date.column, &date.patterns).is_one_way()
    })
}

/// Returns the only order in which the dates of each booking are near each other. The dates of two rows at least must differ.
fn by_days_between(
    dates: &[DateColumn],
    rows: &[&TableRow],
    possible: &[DateOrder],
) -> Option<DateOrder> {
    let mut near: Vec<DateOrder> = Vec::new();
    let mut differing = 0;
    for order in possible {
        let days = days_between(dates, rows, *order);
        differing = days.iter().filter(|days| **days > 0).count();
        if days.iter().all(|days| *days <= MAX_DAYS_BETWEEN) {
            near.push(*order);
        }
    }
    match near.as_slice() {
        [only] if differing >= 2 => Some(*only),
        _ => None,
    }
}

/// Returns the days between the dates of each row, in each pair of neighbouring columns of dates.
fn days_between(dates: &[DateColumn], rows: &[&TableRow], order: DateOrder) -> Vec<u64> {
    let mut between = Vec::new();
    for pair in dates.windows(2) {
        let [one, other] = pair else { continue };
        let (mut one, mut other) = (one.clone(), other.clone());
        one.keep(order);
        other.keep(order);
        for row in rows {
            let first = date::parse(row.cell(one.column), &one.patterns);
            let second = date::parse(row.cell(other.column), &other.patterns);
            if let (Some(first), Some(second)) = (first, second) {
                between.push(first.days_since(second).unsigned_abs());
            }
        }
    }
    between
}

/// Returns the order that the countries of all currencies have in common, if the file names some.
fn by_currency(rows: &[&TableRow]) -> Option<DateOrder> {
    let mut is_named = false;
    for cell in rows.iter().flat_map(|row| row.filled()) {
        let currency = match cell.chars().find(|sign| matches!(sign, '€' | '£' | '$')) {
            Some('$') => return None,
            Some(_) if cell.len() <= 20 => true,
            _ => match Currency::parse(cell) {
                Ok(currency) if MONTH_FIRST.contains(&currency.code()) => return None,
                Ok(_) => true,
                Err(_) => false,
            },
        };
        is_named |= currency;
    }
    is_named.then_some(DateOrder::DayMonthYear)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the orders of the first column that are left for rows with some dates each, and what the choice rests on.
    fn chosen(rows: &[&str], answers: &Answers) -> (Vec<DateOrder>, OrderBasis) {
        let rows: Vec<TableRow> = rows
            .iter()
            .enumerate()
            .map(|(index, cells)| TableRow {
                file: 0,
                line: index + 1,
                cells: cells.split(';').map(Box::from).collect(),
            })
            .collect();
        let columns = rows[0].cells.len();
        let find = |column| DateColumn::find(&rows, column);
        let mut dates: Vec<DateColumn> = (0..columns).filter_map(find).collect();
        let rows: Vec<&TableRow> = rows.iter().collect();
        let basis = choose_orders(&mut dates, &rows, answers);
        (dates[0].orders(), basis)
    }

    #[test]
    fn an_order_is_shown_given_suggested_or_open() {
        use DateOrder::{DayMonthYear, MonthDayYear};
        let none = Answers::default();
        let accepted = Answers {
            accept: true,
            ..Answers::default()
        };
        let given = Answers {
            dates: Some(MonthDayYear),
            ..Answers::default()
        };
        let unclear = ["05/04/2026;x", "03/04/2026;x", "04/05/2026;x"];
        assert_eq!(
            chosen(&unclear, &none),
            (vec![DayMonthYear, MonthDayYear], OrderBasis::Open)
        );
        assert_eq!(
            chosen(&unclear, &given),
            (vec![MonthDayYear], OrderBasis::Shown)
        );
        // A 13th is no month; neither order is suggested against it.
        let shown = ["03/04/2026;x", "04/13/2026;x", "04/05/2026;x"];
        for answers in [&none, &accepted] {
            assert_eq!(
                chosen(&shown, answers),
                (vec![MonthDayYear], OrderBasis::Shown)
            );
        }
        // Only with the day first do the dates go in one direction.
        let one_way = ["03/04/2026;x", "01/05/2026;x", "02/06/2026;x"];
        assert_eq!(
            chosen(&one_way, &none),
            (vec![DayMonthYear], OrderBasis::Shown)
        );
        // The dates of a booking are near each other, which only suggests an order.
        let near = [
            "03/04/2026;05/04/2026",
            "09/04/2026;11/04/2026",
            "06/04/2026;08/04/2026",
        ];
        assert_eq!(chosen(&near, &none).1, OrderBasis::Open);
        assert_eq!(
            chosen(&near, &accepted),
            (vec![DayMonthYear], OrderBasis::Suggested)
        );
        // So does a currency, but not the dollar.
        let euros = ["05/04/2026;EUR", "03/04/2026;EUR", "04/05/2026;EUR"];
        assert_eq!(
            chosen(&euros, &accepted),
            (vec![DayMonthYear], OrderBasis::Suggested)
        );
        let dollars = ["05/04/2026;USD", "03/04/2026;USD", "04/05/2026;USD"];
        assert_eq!(chosen(&dollars, &accepted).1, OrderBasis::Open);
    }
}
