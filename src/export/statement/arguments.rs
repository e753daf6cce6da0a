//! Settings that callers write as texts.

use crate::chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use crate::value::Date;

/// Reads the delimiter of a CSV table: a character, or `tab`.
pub(crate) fn parse_delimiter(text: &str) -> Result<char, &'static str> {
    let mut characters = text.chars();
    match (text, characters.next(), characters.next()) {
        ("tab", ..) => Ok('\t'),
        (_, Some(delimiter), None)
            if matches!(delimiter, '\t' | '!'..='~') && !delimiter.is_ascii_alphanumeric() =>
        {
            match delimiter {
                '"' | '.' | '-' => {
                    Err("quotes, points and hyphens stand in the cells; choose `,`, `;` or `tab`")
                }
                _ => Ok(delimiter),
            }
        }
        _ => Err("write one character that is no letter and no digit, such as `;`, or `tab`"),
    }
}

/// Reads a day with or without a time, such as `2026-03-31T12:00:00`.
pub(crate) fn parse_time(text: &str) -> Result<NaiveDateTime, &'static str> {
    let parse = || {
        let (day, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00"));
        let mut parts = time.split(':');
        let mut part = || match parts.next()? {
            digits if digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse::<u32>().ok()
            }
            _ => None,
        };
        let time = NaiveTime::from_hms_opt(part()?, part()?, part()?)?;
        let day = NaiveDate::from(Date::parse(day).ok()?);
        parts.next().is_none().then(|| day.and_time(time))
    };
    parse().ok_or("write the time as 2026-03-31T12:00:00, without a time zone")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_can_be_told_from_cells() {
        for (text, delimiter) in [
            (";", ';'),
            (",", ','),
            ("|", '|'),
            ("tab", '\t'),
            ("\t", '\t'),
        ] {
            assert_eq!(parse_delimiter(text), Ok(delimiter));
        }
        for text in ["", ";;", "a", "7", "\"", ".", "-", "\n", " ", "ä"] {
            assert!(parse_delimiter(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn times_are_read_strictly() {
        for (text, time) in [
            ("2026-03-31T12:05:09", "2026-03-31T12:05:09"),
            ("2026-03-31", "2026-03-31T00:00:00"),
        ] {
            assert_eq!(
                parse_time(text).map(|time| format!("{time:?}")),
                Ok(time.to_owned())
            );
        }
        for text in [
            "",
            "2026-02-30T00:00:00",
            "2026-03-31T24:00:00",
            "2026-03-31T12:00",
            "2026-03-31T12:00:00Z",
            "2026-03-31T+1:00:00",
        ] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}
