//! Which day a text means that is written in another form, where only one can be meant.

use super::Date;

/// The one day that a text can mean: a date-time, a date with the year first, or one whose day and month can't be swapped.
pub(super) fn guess(text: &str) -> Option<Date> {
    let text = text.trim();
    let (first, rest) = number(text)?;
    if first.len() == 8 {
        let (year, month, day) = (first.get(..4)?, first.get(4..6)?, first.get(6..)?);
        return ends_after_date(rest).then(|| date(year, month, day)).flatten();
    }
    let separator = rest.chars().next()?;
    let (second, rest) = number(rest.strip_prefix(separator)?)?;
    let (third, rest) = number(rest.strip_prefix(separator)?)?;
    if !ends_after_date(rest) {
        return None;
    }
    match (first.len(), second.len(), third.len(), separator) {
        (4, 1..=2, 1..=2, '-' | '/' | '.' | '\u{2010}'..='\u{2015}' | '\u{2212}') => date(first, second, third),
        (1..=2, 1..=2, 4, '-' | '/' | '.') => match (date(third, second, first), date(third, first, second)) {
            (Some(one), Some(other)) if one != other => None,
            (one, other) => one.or(other),
        },
        _ => None,
    }
}

fn date(year: &str, month: &str, day: &str) -> Option<Date> {
    Date::from_year_month_day(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
}

/// The digits at the start, and what follows them.
fn number(text: &str) -> Option<(&str, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    (end > 0).then(|| text.split_at_checked(end)).flatten()
}

/// Whether what follows a date is nothing, a time of day, or a zone.
fn ends_after_date(rest: &str) -> bool {
    let time = rest.strip_prefix(['T', 't']).or_else(|| rest.strip_prefix(char::is_whitespace).map(str::trim_start));
    time.map_or_else(
        || rest.is_empty() || is_zone(rest),
        |time| clock(time).is_some_and(|rest| rest.is_empty() || is_zone(rest)),
    )
}

/// What follows `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fraction`. 24:00 is none: it belongs to the next day.
fn clock(text: &str) -> Option<&str> {
    let rest = two_digits(text, 23)?;
    let rest = two_digits(rest.strip_prefix(':')?, 59)?;
    let Some(seconds) = rest.strip_prefix(':') else { return Some(rest) };
    let rest = two_digits(seconds, 60)?;
    match rest.strip_prefix(['.', ',']) {
        Some(fraction) => number(fraction).map(|(_, rest)| rest),
        None => Some(rest),
    }
}

fn is_zone(text: &str) -> bool {
    let text = text.trim_start();
    let Some(offset) = text.strip_prefix(['+', '-']) else { return matches!(text, "Z" | "z") };
    let Some(minutes) = two_digits(offset, 23) else { return false };
    minutes.is_empty() || two_digits(minutes.strip_prefix(':').unwrap_or(minutes), 59) == Some("")
}

/// What follows two digits that make a number up to `limit`.
fn two_digits(text: &str, limit: u8) -> Option<&str> {
    let (digits, rest) = text.split_at_checked(2)?;
    let valid =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse().is_ok_and(|value: u8| value <= limit);
    valid.then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::super::DateFault;
    use super::*;

    #[test]
    fn one_meaning_is_offered() {
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
            assert_eq!(Date::parse(text), Err(DateFault::Form(Some(Date::parse(day).unwrap()))), "{text:?}");
        }
    }

    #[test]
    fn two_meanings_or_none_are_not() {
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
            assert_eq!(Date::parse(text), Err(DateFault::Form(None)), "{text:?}");
        }
    }
}
