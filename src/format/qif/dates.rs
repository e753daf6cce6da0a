//! Dates. Nothing declares the order of day and month, so a date that is impossible in one order decides for the whole file.

use crate::format::DateOrder;
use crate::source::Span;
use crate::value::Date;

const ORDERS: [DateOrder; 3] = [
    DateOrder::DayMonthYear,
    DateOrder::MonthDayYear,
    DateOrder::YearMonthDay,
];

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// The three parts of a date as they are written.
struct Parts {
    parts: [Part; 3],
    /// Whether an apostrophe stands before the year: `5/6'24`. A year of two digits is then one of this century.
    has_apostrophe: bool,
}

#[derive(Debug, Clone, Copy)]
enum Part {
    Number { value: u16, digits: usize },
    Month(u8),
}

/// Parses a date in an order. A date that begins with a year of four digits, or names its month, needs none.
pub(super) fn parse(text: &str, order: DateOrder) -> Option<Date> {
    let Parts {
        parts: [first, second, third],
        has_apostrophe,
    } = split(text)?;
    let is_year = |part: Part| matches!(part, Part::Number { digits: 4, .. });
    let [day, month, year] = match (first, second, third) {
        (Part::Month(_), ..) => [second, first, third],
        (_, Part::Month(_), _) if is_year(first) => [third, second, first],
        (_, Part::Month(_), _) => [first, second, third],
        _ if is_year(first) || order == DateOrder::YearMonthDay => [third, second, first],
        _ if order == DateOrder::DayMonthYear => [first, second, third],
        _ => [second, first, third],
    };
    let (
        Part::Number {
            value: day,
            digits: 1..=2,
        },
        Part::Number {
            value: year,
            digits,
        },
    ) = (day, year)
    else {
        return None;
    };
    let month = match month {
        Part::Number {
            value,
            digits: 1..=2,
        } => u8::try_from(value).ok()?,
        Part::Number { .. } => return None,
        Part::Month(month) => month,
    };
    let year = match digits {
        4 => year,
        2 if year >= 70 && !has_apostrophe => 1900 + year,
        1 | 2 if has_apostrophe || digits == 2 => 2000 + year,
        _ => return None,
    };
    Date::from_year_month_day(year, month, u8::try_from(day).ok()?)
}

/// Whether a text is a date in some order.
pub(super) fn is_date(text: &str) -> bool {
    ORDERS.into_iter().any(|order| parse(text, order).is_some())
}

fn split(text: &str) -> Option<Parts> {
    let is_mark = |character: char| matches!(character, '/' | '-' | '.' | '\'' | ',' | ' ');
    let mut words = text.split(is_mark).filter(|word| !word.is_empty());
    let mut part = || {
        let word = words.next()?;
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let value = word.parse().ok()?;
            return Some(Part::Number {
                value,
                digits: word.len(),
            });
        }
        let word = word.to_ascii_lowercase();
        let month = MONTHS
            .iter()
            .position(|month| word.get(..3) == Some(*month) && word.len() <= 9)?;
        Some(Part::Month(u8::try_from(month + 1).ok()?))
    };
    let parts = [part()?, part()?, part()?];
    words.next().is_none().then_some(Parts {
        parts,
        has_apostrophe: text.contains('\''),
    })
}

/// Finds the order of the dates of a file.
#[derive(Debug, Default)]
pub(super) struct OrderFinder {
    /// Whether a date has no day where the day, or the month, comes first.
    impossible: [bool; 2],
    /// Whether dates can be read with the day or month first, and whether some can only be read with the year first.
    has_year_last: bool,
    has_year_first: bool,
    /// The first date that is one day or another.
    ambiguous: Option<Span>,
}

impl OrderFinder {
    pub(super) fn add(&mut self, text: &str, place: Span) {
        let [day_first, month_first, year_first] = ORDERS.map(|order| parse(text, order));
        // A date that can't be read in one of both is rejected, and says nothing about the others.
        if day_first.is_none() && month_first.is_none() {
            self.has_year_first |= year_first.is_some();
            return;
        }
        self.has_year_last = true;
        self.impossible[0] |= day_first.is_none();
        self.impossible[1] |= month_first.is_none();
        if day_first != month_first {
            self.ambiguous.get_or_insert(place);
        }
    }

    /// Returns the order. Years of two digits come first only if no date can be read otherwise.
    ///
    /// # Errors
    ///
    /// The dates can be read in several orders, or not all of them in one.
    pub(super) fn finish(self) -> Result<DateOrder, Span> {
        if self.has_year_first && !self.has_year_last {
            return Ok(DateOrder::YearMonthDay);
        }
        match (self.impossible, self.ambiguous) {
            (_, None) | ([false, true], _) => Ok(DateOrder::DayMonthYear),
            ([true, false], _) => Ok(DateOrder::MonthDayYear),
            (_, Some(place)) => Err(place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_every_form() {
        for (text, order, day) in [
            ("8/31' 0", DateOrder::MonthDayYear, Some("2000-08-31")),
            ("1/ 1'01", DateOrder::MonthDayYear, Some("2001-01-01")),
            ("2/10'2020", DateOrder::MonthDayYear, Some("2020-02-10")),
            ("02/20'24", DateOrder::MonthDayYear, Some("2024-02-20")),
            ("03.11.25", DateOrder::DayMonthYear, Some("2025-11-03")),
            ("2014/1/2", DateOrder::DayMonthYear, Some("2014-01-02")),
            ("28.02'2009", DateOrder::DayMonthYear, Some("2009-02-28")),
            ("26 Jan 2026", DateOrder::MonthDayYear, Some("2026-01-26")),
            (
                "January 26, 2026",
                DateOrder::DayMonthYear,
                Some("2026-01-26"),
            ),
            ("6/ 1/94", DateOrder::DayMonthYear, Some("1994-01-06")),
            ("24-01-05", DateOrder::YearMonthDay, Some("2024-01-05")),
            ("31/12/2025", DateOrder::MonthDayYear, None),
            ("30/02/2025", DateOrder::DayMonthYear, None),
            ("5/6/2024Shop", DateOrder::DayMonthYear, None),
            ("5/6", DateOrder::DayMonthYear, None),
            ("5/6/4", DateOrder::DayMonthYear, None),
            ("5/6/7/2024", DateOrder::DayMonthYear, None),
        ] {
            assert_eq!(
                parse(text, order),
                day.and_then(|day| Date::parse(day).ok()),
                "{text}"
            );
        }
    }

    #[test]
    fn one_impossible_date_decides() {
        let order = |dates: &[&str]| {
            let mut finder = OrderFinder::default();
            for date in dates {
                finder.add(date, Span::at(0));
            }
            finder.finish()
        };
        assert_eq!(order(&["5/6/94", "8/25/93"]), Ok(DateOrder::MonthDayYear));
        assert_eq!(order(&["5/6/94", "25/8/93"]), Ok(DateOrder::DayMonthYear));
        assert_eq!(
            order(&["94/12/31", "94/12/30"]),
            Ok(DateOrder::YearMonthDay)
        );
        assert_eq!(
            order(&["1/1/94", "2026-03-31"]),
            Ok(DateOrder::DayMonthYear)
        );
        assert_eq!(order(&["5/6/94", "unreadable"]), Err(Span::at(0)));
        assert_eq!(order(&["8/25/93", "25/8/93"]), Err(Span::at(0)));
    }
}
