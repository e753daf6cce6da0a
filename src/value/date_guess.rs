//! Which days a text can mean that writes a date in another form.

use super::text::leading_digits;

/// Year, month and day, whether there is such a day or not.
type Numbers = (u16, u8, u8);

/// The two readings of a text. They differ only for a date with the year last, whose day and month may change places.
pub(super) fn readings(text: &str) -> Option<[Numbers; 2]> {
    let text = text.trim();
    let (first, rest) = leading_digits(text)?;
    if first.len() == 8 {
        let (year, month, day) = (first.get(..4)?, first.get(4..6)?, first.get(6..)?);
        return ends_after_date(rest).then(|| numbers(year, month, day)).flatten().map(|only| [only, only]);
    }
    let separator = rest.chars().next()?;
    let (second, rest) = leading_digits(rest.strip_prefix(separator)?)?;
    let (third, rest) = leading_digits(rest.strip_prefix(separator)?)?;
    if !ends_after_date(rest) {
        return None;
    }
    match (first.len(), second.len(), third.len(), separator) {
        (4, 1..=2, 1..=2, '-' | '/' | '.' | '\u{2010}'..='\u{2015}' | '\u{2212}') => {
            numbers(first, second, third).map(|only| [only, only])
        }
        (1..=2, 1..=2, 4, '-' | '/' | '.') => Some([numbers(third, second, first)?, numbers(third, first, second)?]),
        _ => None,
    }
}

fn numbers(year: &str, month: &str, day: &str) -> Option<Numbers> {
    Some((year.parse().ok()?, month.parse().ok()?, day.parse().ok()?))
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
        Some(fraction) => leading_digits(fraction).map(|(_, rest)| rest),
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
    use crate::value::{Date, DateFault};

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
