//! The values of OFX: texts, amounts and days.

use std::borrow::Cow;

use rust_decimal::Decimal;

use crate::source::Span;
use crate::value::Date;

/// Removes the blanks and the NUL characters around a text.
pub(super) fn trim(text: &str, span: Span) -> (&str, Span) {
    let is_blank = |character: char| character.is_whitespace() || character == '\0';
    let from_start = text.trim_start_matches(is_blank);
    let start = span.end - from_start.len();
    let trimmed = from_start.trim_end_matches(is_blank);
    (trimmed, Span::new(start, start + trimmed.len()))
}

/// Replaces the characters that are written by their names or numbers. An ampersand that begins none stands for itself, as many banks write it.
pub(super) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        decoded.push_str(before);
        match named_character(after) {
            Some((character, length)) => {
                decoded.push(character);
                rest = after.get(length..).unwrap_or_default();
            }
            None => {
                decoded.push('&');
                rest = after.get(1..).unwrap_or_default();
            }
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Returns the character that a name or number at the start of a text stands for, and the length of the name with its `&` and `;`.
pub(super) fn named_character(text: &str) -> Option<(char, usize)> {
    /// The most digits of a number.
    const MAX_LENGTH: usize = 10;
    let end = text
        .bytes()
        .take(MAX_LENGTH)
        .position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let character = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|character| *character != '\0')?
        }
    };
    Some((character, end + 1))
}

/// Parses an amount: digits with at most one point or comma before the decimals, and at most one sign before them.
pub(super) fn parse_amount(text: &str) -> Option<Decimal> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_mark = |character: char| matches!(character, '.' | ',');
    let is_number = digits.contains(|character: char| character.is_ascii_digit())
        && digits
            .chars()
            .all(|character| character.is_ascii_digit() || is_mark(character))
        && digits
            .chars()
            .filter(|character| is_mark(*character))
            .count()
            <= 1;
    if !is_number {
        return None;
    }
    let text = text.strip_prefix('+').unwrap_or(text);
    // A number that begins or ends with its mark has the digit that is not written.
    let text = text.replace(',', ".");
    let text = text.strip_suffix('.').unwrap_or(&text);
    Decimal::from_str_exact(text).ok()
}

/// Parses the day of a date as it is written: its first eight digits. A time and a zone may follow.
pub(super) fn parse_day(text: &str) -> Option<Date> {
    let (day, rest) = text.split_at_checked(8)?;
    let number = |range| {
        let digits: &str = day.get(range)?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u16>().ok().filter(|_| is_number)
    };
    let is_time = rest.bytes().all(|byte| {
        byte.is_ascii_digit() || byte.is_ascii_alphabetic() || b".[]+-: /".contains(&byte)
    });
    let (year, month, day) = (number(0..4)?, number(4..6)?, number(6..8)?);
    let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    Date::from_year_month_day(year, month, day).filter(|_| is_time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_has_one_mark_and_one_sign() {
        for (text, amount) in [
            ("-12.50", Some("-12.50")),
            ("+721,01", Some("721.01")),
            ("007", Some("7")),
            (".5", Some("0.5")),
            ("5.", Some("5")),
            ("-0.00", Some("0.00")),
            ("1,650.00", None),
            (".", None),
            ("", None),
            ("-", None),
            ("--1", None),
            ("$120", None),
            ("1 650", None),
            ("1e5", None),
            ("99999999999999999999999999999", None),
        ] {
            let expected = amount.map(|amount| amount.parse::<Decimal>().unwrap());
            assert_eq!(
                parse_amount(text).map(|found| found.abs()),
                expected.map(|found| found.abs()),
                "{text}"
            );
            let is_negative =
                |found: Option<Decimal>| found.is_some_and(|found| found < Decimal::ZERO);
            assert_eq!(
                is_negative(parse_amount(text)),
                is_negative(expected),
                "{text}"
            );
        }
    }

    #[test]
    fn a_day_is_the_first_eight_digits() {
        for (text, day) in [
            ("20260331", Some("2026-03-31")),
            ("20260331235959[-12:XXX]", Some("2026-03-31")),
            ("20260331000000.000[+9:JST]", Some("2026-03-31")),
            ("20260230", None),
            ("00000000", None),
            ("2026-03-31", None),
            ("2026033", None),
            ("****", None),
            ("20260331 and more;", None),
            ("é0260331", None),
        ] {
            assert_eq!(
                parse_day(text),
                day.and_then(|day| Date::parse(day).ok()),
                "{text}"
            );
        }
    }

    #[test]
    fn characters_are_decoded_once() {
        for (text, decoded) in [
            ("A &amp; B", "A & B"),
            ("&amp;lt;", "&lt;"),
            ("R&D; A&B &unknown; &", "R&D; A&B &unknown; &"),
            ("&#252;&#xFC;&#0;&#x110000;", "üü&#0;&#x110000;"),
        ] {
            assert_eq!(decode(text), decoded);
        }
    }
}
