use chrono::NaiveDate;

/// Parses a date of HTTP in any of its three forms (RFC 9110, section 5.6.7), and returns the seconds since 1970.
///
/// The name of the weekday is not compared with the day: only the difference of two dates is of interest.
pub(super) fn parse_http_date(text: &str) -> Option<i64> {
    let (_, rest) = text.trim().split_once(' ')?;
    let mut parts = rest.split_ascii_whitespace();
    let mut next = || parts.next();
    let (day, month, year, time) = match (next()?, next()?, next(), next(), next(), next()) {
        // `Sun, 06 Nov 1994 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`
        (day, month, Some(year), Some(time), Some("GMT"), None)
        | (month, day, Some(time), Some(year), None, None) => (day, month, number(year, 4)?, time),
        // `Sunday, 06-Nov-94 08:49:37 GMT`
        (date, time, Some("GMT"), None, None, None) => {
            let (day, rest) = date.split_once('-')?;
            let (month, year) = rest.split_once('-')?;
            let year = number(year, 2)?;
            (
                day,
                month,
                if year < 70 { 2000 + year } else { 1900 + year },
                time,
            )
        }
        _ => return None,
    };
    let month = (1..)
        .zip(MONTHS)
        .find_map(|(number, name)| (name == month).then_some(number))?;
    let day = u32::try_from(number(day, day.len().clamp(1, 2))?).ok()?;
    let mut clock = time
        .split(':')
        .map(|part| number(part, 2).and_then(|number| u32::try_from(number).ok()));
    let mut next = || clock.next().flatten();
    // A leap second counts as the second before it.
    let (hours, minutes, seconds) = (next()?, next()?, next()?.min(59));
    let date = NaiveDate::from_ymd_opt(year, month, day)?.and_hms_opt(hours, minutes, seconds)?;
    clock.next().is_none().then(|| date.and_utc().timestamp())
}

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Parses a number with exactly so many digits.
fn number(text: &str, digits: usize) -> Option<i32> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_the_three_forms() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            assert_eq!(parse_http_date(text), Some(784_111_777), "{text}");
        }
        assert_eq!(parse_http_date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(
            parse_http_date("Tue, 29 Feb 2028 23:59:60 GMT"),
            Some(1_835_481_599)
        );
        assert_eq!(
            parse_http_date("Monday, 01-Jan-29 00:00:00 GMT"),
            Some(1_861_920_000)
        );
    }

    #[test]
    fn rejects_other_texts() {
        for text in [
            "",
            "120",
            "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 94 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37:00 GMT",
            "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT",
            "1994-11-06T08:49:37Z",
        ] {
            assert_eq!(parse_http_date(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_rejected(text in "\\PC{0,40}|[A-Z][a-z]{2}, [0-9]{1,3} [A-Z][a-z]{2} [0-9]{2,5} [0-9:]{0,9}( GMT)?") {
            let _ = parse_http_date(&text);
        }
    }
}
