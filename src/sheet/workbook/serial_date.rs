//! Dates that a workbook counts in days.

use chrono::{Days, NaiveDate};

use super::cell_number::PlainNumber;

/// The day that a workbook counts from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum DateSystem {
    /// Day 1 is 1 January 1900, and day 60 is 29 February 1900, which did not exist.
    #[default]
    From1900,
    /// Day 0 is 1 January 1904. Excel for Mac wrote it.
    From1904,
}

/// Returns the date, and the time where there is one, as `yyyy-mm-dd HH:MM:SS`.
pub(super) fn date_text(serial: &str, system: DateSystem) -> Option<String> {
    let (days, seconds) = split(serial)?;
    let date = match (system, days) {
        (DateSystem::From1904, _) => {
            NaiveDate::from_ymd_opt(1904, 1, 1)?.checked_add_days(Days::new(days))?
        }
        (DateSystem::From1900, 1..=59) => {
            NaiveDate::from_ymd_opt(1899, 12, 31)?.checked_add_days(Days::new(days))?
        }
        (DateSystem::From1900, 61..) => {
            NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(days))?
        }
        (DateSystem::From1900, _) => return None,
    };
    if date > NaiveDate::from_ymd_opt(9999, 12, 31)? {
        return None;
    }
    Some(format!("{date}{}", time_text(seconds)))
}

/// Returns a blank and the time, or nothing at the start of a day.
fn time_text(seconds: u64) -> String {
    if seconds == 0 {
        return String::new();
    }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!(" {hours:02}:{minutes:02}:{:02}", seconds % 60)
}

/// Returns the date, or for a time without a day that of 31 December 1899, as old workbooks write it.
#[cfg(feature = "old-workbooks")]
pub(super) fn date_or_time_text(serial: &str, system: DateSystem) -> Option<String> {
    let (days, seconds) = split(serial)?;
    if (system, days) != (DateSystem::From1900, 0) {
        return date_text(serial, system);
    }
    Some(format!("1899-12-31{}", time_text(seconds)))
}

/// Splits a number of days into whole days and the seconds of the day, rounded.
fn split(serial: &str) -> Option<(u64, u64)> {
    let PlainNumber {
        is_negative,
        digits,
        point,
    } = PlainNumber::parse(serial)?;
    // A year 9999 has seven digits.
    if is_negative || point > 8 {
        return None;
    }
    // Before the first digit and after the last one are zeros.
    let digit = |place: i32| {
        let index = usize::try_from(place).ok();
        let digit = index.and_then(|index| digits.as_bytes().get(index));
        digit.map_or(0, |digit| u64::from(digit - b'0'))
    };
    let number =
        |from: i32, to: i32| (from..to).fold(0, |number, place| number * 10 + digit(place));
    let days = number(0, point);
    let fraction = number(point, point + 9);
    let seconds = (fraction * 86_400 + 500_000_000) / 1_000_000_000;
    Some((days + seconds / 86_400, seconds % 86_400))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_days_as_excel_does() {
        for (serial, system, expected) in [
            ("1", DateSystem::From1900, Some("1900-01-01")),
            ("59", DateSystem::From1900, Some("1900-02-28")),
            ("60", DateSystem::From1900, None),
            ("61", DateSystem::From1900, Some("1900-03-01")),
            ("46112", DateSystem::From1900, Some("2026-03-31")),
            ("44650", DateSystem::From1904, Some("2026-03-31")),
            (
                "46112.520833333336",
                DateSystem::From1900,
                Some("2026-03-31 12:30:00"),
            ),
            ("46111.999999999", DateSystem::From1900, Some("2026-03-31")),
            ("4.6112E4", DateSystem::From1900, Some("2026-03-31")),
            ("0.5", DateSystem::From1900, None),
            ("0.00001", DateSystem::From1904, Some("1904-01-01 00:00:01")),
            ("-1", DateSystem::From1900, None),
            ("2958465", DateSystem::From1900, Some("9999-12-31")),
            ("2958466", DateSystem::From1900, None),
            ("99999999999999999999", DateSystem::From1900, None),
            ("x", DateSystem::From1900, None),
        ] {
            assert_eq!(date_text(serial, system).as_deref(), expected, "{serial}");
        }
    }
}
