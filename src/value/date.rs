use std::fmt;

use chrono::{Datelike, NaiveDate};

use super::error::error_enum;
use super::text::split_leading_digits;
use crate::source::Certain;

/// A day of the Gregorian calendar in the years 0001 to 9999, written `YYYY-MM-DD` (ISO 8601, RFC 3339 `full-date`).
///
/// ```
/// use universal_accounting::value::{Date, DateError};
///
/// let date = Date::parse("2025-12-31")?;
/// assert_eq!((date.year(), date.month(), date.day()), (2025, 12, 31));
/// assert_eq!(Date::parse("31.12.2025"), Err(DateError::Form(Some(date))));
/// assert_eq!(Date::parse("2025-02-30"), Err(DateError::Day { year: 2025, month: 2, days: 28 }));
/// # Ok::<(), DateError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(NaiveDate);

error_enum! {
    /// The reason why a text is not a date.
    pub enum DateError {
        /// Not written `YYYY-MM-DD`; carries the date if the text can mean only one day.
        Form(Option<Date>) => "a date is written YYYY-MM-DD, with nothing around it",
        /// The year is not 0001 to 9999.
        Year => "a date lies in the years 0001 to 9999",
        /// The month is not 01 to 12.
        Month => "there is no such month; months go from 01 to 12",
        /// The month doesn't have this day.
        Day {
            /// The year as written.
            year: u16,
            /// The month as written, 1 to 12.
            month: u8,
            /// The number of days of this month.
            days: u8,
        } => "there is no such day; that month has {days} days",
    }
}

impl Date {
    /// Parses exactly ten bytes `YYYY-MM-DD` that are an existing day.
    ///
    /// # Errors
    ///
    /// The text has another form, or there is no such day.
    pub fn parse(text: &str) -> Result<Self, DateError> {
        let (year, month, day) = Self::check(text)?;
        Self::from_year_month_day(year, month, day).ok_or(DateError::Form(None))
    }

    /// Checks a text as [`Date::parse`] does and returns year, month and day, without building a date.
    ///
    /// # Errors
    ///
    /// The same errors as [`Date::parse`].
    pub(crate) fn check(text: &str) -> Result<(u16, u8, u8), DateError> {
        let Some((year, month, day)) = parse_numbers(text) else {
            return Err(DateError::Form(parse_any_form(text)));
        };
        match (year, days_in_month(year, month), day) {
            (0, ..) => Err(DateError::Year),
            (_, 0, _) => Err(DateError::Month),
            (_, days, day) if day == 0 || day > days => Err(DateError::Day { year, month, days }),
            _ => Ok((year, month, day)),
        }
    }

    /// Whether [`check`](Self::check) accepts a text and the day isn't 29 February. Made for speed: computes without branches.
    #[inline]
    pub(crate) fn is_valid_non_leap_day(text: &[u8; 10]) -> bool {
        const DAYS: [u8; 13] = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let (Some(front), Some(back)) = (text.first_chunk(), text.last_chunk()) else {
            return false;
        };
        // Each byte becomes the value of its digit, or zero for a hyphen. In the sum below, a wrong byte sets its highest bit.
        let front = u64::from_le_bytes(*front) ^ u64::from_le_bytes(*b"0000-00-");
        let back = u32::from_le_bytes(*back) ^ u32::from_le_bytes(*b"0-00");
        let is_malformed =
            (front.wrapping_add(0x7f76_767f_7676_7676) | front) & 0x8080_8080_8080_8080 != 0
                || (back.wrapping_add(0x7676_7f76) | back) & 0x8080_8080 != 0;
        let (month, day) = (
            (front >> 40 & 0xff) * 10 + (front >> 48 & 0xff),
            (back >> 16 & 0xff) * 10 + (back >> 24),
        );
        let days = usize::try_from(month)
            .ok()
            .and_then(|month| DAYS.get(month))
            .copied()
            .unwrap_or_default();
        !is_malformed && front.trailing_zeros() < 32 && day.wrapping_sub(1) < u32::from(days)
    }

    /// Returns the date, if this day exists in the years 1 to 9999.
    #[must_use]
    pub fn from_year_month_day(year: u16, month: u8, day: u8) -> Option<Self> {
        let date = NaiveDate::from_ymd_opt(year.into(), month.into(), day.into())?;
        Self::try_from(date).ok()
    }

    /// Returns the next day, or `None` if it lies in the year 10000.
    #[must_use]
    pub fn tomorrow(self) -> Option<Self> {
        Self::try_from(self.0.succ_opt()?).ok()
    }

    /// Returns the day before, or `None` if it lies before the year 1.
    #[must_use]
    pub fn yesterday(self) -> Option<Self> {
        Self::try_from(self.0.pred_opt()?).ok()
    }

    /// Returns the number of days from `other` to this day.
    pub(crate) fn days_since(self, other: Self) -> i64 {
        self.0.signed_duration_since(other.0).num_days()
    }

    /// Returns the date with day and month exchanged, or `None` if there is no other such date.
    pub(crate) fn with_day_and_month_exchanged(self) -> Option<Self> {
        let (day, month) = (self.day(), self.month());
        if day == month {
            return None;
        }
        Self::from_year_month_day(self.year(), day, month)
    }

    /// Returns the date as the ASCII bytes `YYYY-MM-DD`.
    #[inline(never)]
    pub(crate) fn to_ascii(self) -> [u8; 10] {
        let pair = |number: u32| {
            DIGIT_PAIRS
                .get(usize::try_from(number).certain())
                .copied()
                .certain()
        };
        let year = u32::from(self.year());
        let ([y1, y2], [y3, y4]) = (pair(year / 100), pair(year % 100));
        let ([m1, m2], [d1, d2]) = (pair(self.0.month()), pair(self.0.day()));
        [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2]
    }

    /// Returns the year, 1 to 9999.
    #[must_use]
    pub fn year(self) -> u16 {
        self.0.year().try_into().certain()
    }

    /// Returns the month, 1 to 12.
    #[must_use]
    pub fn month(self) -> u8 {
        self.0.month().try_into().certain()
    }

    /// Returns the day of the month, 1 to 31.
    #[must_use]
    pub fn day(self) -> u8 {
        self.0.day().try_into().certain()
    }
}

/// The numbers 00 to 99 as two ASCII digits each.
#[allow(
    clippy::as_conversions,
    clippy::indexing_slicing,
    reason = "runs at compile time only"
)]
const DIGIT_PAIRS: [[u8; 2]; 100] = {
    let (mut pairs, mut number) = ([[0; 2]; 100], 0);
    while number < 100 {
        pairs[number as usize] = [b'0' + number / 10, b'0' + number % 10];
        number += 1;
    }
    pairs
};

/// Returns year, month and day of a text of the form `YYYY-MM-DD`, whether the day exists or not.
fn parse_numbers(text: &str) -> Option<(u16, u8, u8)> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
        return None;
    };
    if [y1, y2, y3, y4, m1, m2, d1, d2]
        .iter()
        .any(|byte| !byte.is_ascii_digit())
    {
        return None;
    }
    let pair = |tens: u8, ones: u8| (tens - b'0') * 10 + (ones - b'0');
    Some((
        u16::from(pair(y1, y2)) * 100 + u16::from(pair(y3, y4)),
        pair(m1, m2),
        pair(d1, d2),
    ))
}

/// Returns the number of days of a month, or 0 if there is no such month.
const fn days_in_month(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    }
}

/// Returns the date of a text in another form, if it can mean only one day. With the year last, day and month may come in either order.
#[cold]
fn parse_any_form(text: &str) -> Option<Date> {
    let existing = |year: &str, month: &str, day: &str| {
        Date::from_year_month_day(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    };
    let (first, rest) = split_leading_digits(text.trim())?;
    if first.len() == 8 {
        let (year, month, day) = (first.get(..4)?, first.get(4..6)?, first.get(6..)?);
        return existing(year, month, day).filter(|_| is_time_or_zone(rest));
    }
    let separator = rest.chars().next()?;
    let (second, rest) = split_leading_digits(rest.strip_prefix(separator)?)?;
    let (third, rest) = split_leading_digits(rest.strip_prefix(separator)?)?;
    match (first.len(), second.len(), third.len(), separator) {
        _ if !is_time_or_zone(rest) => None,
        (4, 1..=2, 1..=2, '-' | '/' | '.' | '\u{2010}'..='\u{2015}' | '\u{2212}') => {
            existing(first, second, third)
        }
        (1..=2, 1..=2, 4, '-' | '/' | '.') => match (
            existing(third, second, first),
            existing(third, first, second),
        ) {
            (Some(day_first), Some(month_first)) if day_first != month_first => None,
            (day_first, month_first) => day_first.or(month_first),
        },
        _ => None,
    }
}

/// Whether the text after a date is empty, a time of day, or a time zone.
fn is_time_or_zone(rest: &str) -> bool {
    let time = rest
        .strip_prefix(['T', 't'])
        .or_else(|| rest.strip_prefix(char::is_whitespace).map(str::trim_start));
    time.map_or_else(
        || rest.is_empty() || is_time_zone(rest),
        |time| strip_time(time).is_some_and(|rest| rest.is_empty() || is_time_zone(rest)),
    )
}

/// Returns the text after `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fraction`. Rejects 24:00, which belongs to the next day.
fn strip_time(text: &str) -> Option<&str> {
    let rest = strip_two_digits(text, 23)?;
    let rest = strip_two_digits(rest.strip_prefix(':')?, 59)?;
    let Some(seconds) = rest.strip_prefix(':') else {
        return Some(rest);
    };
    let rest = strip_two_digits(seconds, 60)?;
    match rest.strip_prefix(['.', ',']) {
        Some(fraction) => split_leading_digits(fraction).map(|(_, rest)| rest),
        None => Some(rest),
    }
}

fn is_time_zone(text: &str) -> bool {
    let text = text.trim_start();
    let Some(offset) = text.strip_prefix(['+', '-']) else {
        return matches!(text, "Z" | "z");
    };
    let Some(minutes) = strip_two_digits(offset, 23) else {
        return false;
    };
    minutes.is_empty()
        || strip_two_digits(minutes.strip_prefix(':').unwrap_or(minutes), 59) == Some("")
}

/// Returns the text after two digits, if they make a number up to `max`.
fn strip_two_digits(text: &str, max: u8) -> Option<&str> {
    let (digits, rest) = text.split_at_checked(2)?;
    let is_valid = digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.parse().is_ok_and(|value: u8| value <= max);
    is_valid.then_some(rest)
}

impl TryFrom<NaiveDate> for Date {
    type Error = DateError;

    fn try_from(date: NaiveDate) -> Result<Self, DateError> {
        if (1..=9999).contains(&date.year()) {
            Ok(Self(date))
        } else {
            Err(DateError::Year)
        }
    }
}

impl From<Date> for NaiveDate {
    fn from(date: Date) -> Self {
        date.0
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{:04}-{:02}-{:02}",
            self.year(),
            self.month(),
            self.day()
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parses_existing_days() {
        for text in [
            "0001-01-01",
            "2024-02-29",
            "2000-02-29",
            "1582-10-10",
            "9999-12-31",
        ] {
            assert_eq!(Date::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_for_impossible_days_have_the_length_of_the_month() {
        let day = |year, month, days| Err(DateError::Day { year, month, days });
        assert_eq!(Date::parse("2025-02-29"), day(2025, 2, 28));
        assert_eq!(Date::parse("2024-02-30"), day(2024, 2, 29));
        assert_eq!(Date::parse("2100-02-29"), day(2100, 2, 28));
        assert_eq!(Date::parse("2024-04-31"), day(2024, 4, 30));
        assert_eq!(Date::parse("2024-01-00"), day(2024, 1, 31));
        assert_eq!(Date::parse("2024-13-01"), Err(DateError::Month));
        assert_eq!(Date::parse("2024-00-15"), Err(DateError::Month));
        assert_eq!(Date::parse("0000-01-01"), Err(DateError::Year));
        assert_eq!(
            Date::parse("2025-02-29").unwrap_err().to_string(),
            "there is no such day; that month has 28 days"
        );
    }

    #[test]
    fn the_fast_check_accepts_all_valid_days_except_leap_days() {
        let check = |text: &[u8; 10]| {
            let checked = str::from_utf8(text)
                .ok()
                .and_then(|text| Date::check(text).ok());
            let expected = checked.is_some_and(|(_, month, day)| (month, day) != (2, 29));
            assert_eq!(
                Date::is_valid_non_leap_day(text),
                expected,
                "{:?}",
                str::from_utf8(text)
            );
        };
        for year in ["0000", "0001", "0100", "1900", "2000", "2024", "9999"] {
            for (month, day) in (0..100).flat_map(|month| (0..100).map(move |day| (month, day))) {
                check(
                    format!("{year}-{month:02}-{day:02}")
                        .as_bytes()
                        .try_into()
                        .unwrap(),
                );
            }
        }
        for (index, byte) in (0..10).flat_map(|index| (0..=u8::MAX).map(move |byte| (index, byte)))
        {
            let mut text = *b"2024-11-21";
            *text.get_mut(index).unwrap() = byte;
            check(&text);
        }
    }

    #[test]
    fn rejects_years_outside_0001_to_9999() {
        assert_eq!(
            Date::try_from(NaiveDate::from_ymd_opt(10_000, 1, 1).unwrap()),
            Err(DateError::Year)
        );
        assert_eq!(
            Date::try_from(NaiveDate::from_ymd_opt(0, 12, 31).unwrap()),
            Err(DateError::Year)
        );
        assert_eq!(Date::from_year_month_day(0, 1, 1), None);
        assert_eq!(Date::from_year_month_day(2023, 2, 29), None);
    }

    proptest! {
        #[test]
        fn check_agrees_with_the_calendar(year in 0_u16..=9999, month in 0_u8..=14, day in 0_u8..=33) {
            let text = format!("{year:04}-{month:02}-{day:02}");
            let exists = year > 0 && NaiveDate::from_ymd_opt(year.into(), month.into(), day.into()).is_some();
            prop_assert_eq!(Date::check(&text).is_ok(), exists);
            prop_assert_eq!(Date::check(&text).ok(), Date::parse(&text).ok().map(|date| (date.year(), date.month(), date.day())));
        }

        #[test]
        fn parses_what_it_formats(year in 1_u16..=9999, month in 1_u8..=12, day in 1_u8..=28) {
            let date = Date::from_year_month_day(year, month, day).unwrap();
            let formatted = date.to_string();
            prop_assert_eq!(formatted.as_bytes(), date.to_ascii());
            prop_assert_eq!(Date::parse(&formatted), Ok(date));
        }

        #[test]
        fn accepts_only_the_text_that_it_formats(text in "\\PC{0,14}|[-0-9./T: Z+]{0,26}") {
            if let Ok(date) = Date::parse(&text) {
                prop_assert_eq!(date.to_string(), text);
            }
        }
    }
}

#[cfg(test)]
mod other_forms {
    use super::*;

    #[test]
    fn suggests_the_only_possible_date() {
        let rows = [
            ("2024-01-01T00:00:00", "2024-01-01"),
            ("2024-01-01T23:59:60.123Z", "2024-01-01"),
            ("2024-01-01T08:30+01:00", "2024-01-01"),
            ("2024-01-01 08:30:00 +0100", "2024-01-01"),
            ("2024-01-01Z", "2024-01-01"),
            ("31.12.2025", "2025-12-31"),
            ("31/12/2025", "2025-12-31"),
            ("12/31/2025", "2025-12-31"),
            ("5.5.2025", "2025-05-05"),
            ("31.12.2025 14:05", "2025-12-31"),
            ("2024/01/02", "2024-01-02"),
            ("2024.1.2", "2024-01-02"),
            ("2024-1-1", "2024-01-01"),
            ("2024–01–02", "2024-01-02"),
            ("20240102", "2024-01-02"),
            (" 2024-01-02\n", "2024-01-02"),
        ];
        for (text, day) in rows {
            assert_eq!(
                Date::parse(text),
                Err(DateError::Form(Some(Date::parse(day).unwrap()))),
                "{text:?}"
            );
        }
    }

    #[test]
    fn suggests_nothing_for_ambiguous_or_invalid_texts() {
        let texts = [
            "",
            "null",
            "2024",
            "2024-01",
            "2024-001",
            "2024-W01-1",
            "01.02.2025",
            "1/2/2025",
            "01-02-2024",
            "31.12.25",
            "24-01-01",
            "99999-12-31",
            "2024-01-01T",
            "2024-01-01T24:00:00",
            "2024-01-01X",
            "2024-01-001",
            "2024/13/01",
            "2024-01/02",
            "1704067200",
            "31122025",
            "2024 01 01",
            "+2024-01-01",
            "2024-01-01\0",
            "٢٠٢٤-01-01",
            "30.02.2025",
            "2024-01-01T8:30",
            "2024-01-01+1:00",
            "2024-01-01Té",
        ];
        for text in texts {
            assert_eq!(Date::parse(text), Err(DateError::Form(None)), "{text:?}");
        }
    }
}
