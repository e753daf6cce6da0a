use rust_decimal::Decimal;

use crate::format::table::profile::Numbers;
use crate::sheet::date;
use crate::value::{Currency, is_all_digits};

/// A number, and the currency in the same cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ParsedNumber {
    pub(crate) number: Decimal,
    /// The currency beside the number.
    pub(crate) currency: Option<Currency>,
}

/// Parses a signed number as the style declares it. Never rounds and never guesses a mark.
#[inline]
pub(crate) fn parse(text: &str, numbers: &Numbers) -> Option<ParsedNumber> {
    match parse_simple(text.as_bytes(), numbers) {
        Some(number) => Some(ParsedNumber {
            number,
            currency: None,
        }),
        None => parse_general(text, numbers),
    }
}

/// Parses a number like [`parse`], with or without a currency beside it.
pub(in crate::format) fn parse_with_currency(
    text: &str,
    numbers: &Numbers,
) -> Option<ParsedNumber> {
    let (text, currency) = split_currency(text.trim());
    let parsed = parse(text, numbers)?;
    Some(ParsedNumber {
        currency: currency.or(parsed.currency),
        ..parsed
    })
}

/// Parses the common case: an optional sign, at most 18 characters, no leading zero, no groups. Returns `None` for any other number.
fn parse_simple(text: &[u8], numbers: &Numbers) -> Option<Decimal> {
    let mark = u8::try_from(numbers.decimal).ok().filter(u8::is_ascii)?;
    let (is_negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    match text {
        [b'0', second, ..] if *second != mark => return None,
        [b'0'..=b'9', ..] => {}
        _ => return None,
    }
    if text.len() > 18 {
        return None;
    }
    let (mut number, mut point) = (0, None);
    for (index, byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            number = number * 10 + i64::from(digit);
        } else if *byte == mark && point.is_none() {
            point = Some(index);
        } else {
            return None;
        }
    }
    let mut decimals = 0;
    if let Some(point) = point {
        decimals = u32::try_from(text.len() - point - 1).ok()?;
        // At least one digit must follow the decimal mark.
        if decimals == 0 {
            return None;
        }
    }
    // The general parser handles zero, which may have a sign.
    if number == 0 {
        return None;
    }
    let number = if is_negative { -number } else { number };
    Some(Decimal::new(number, decimals))
}

#[inline(never)]
fn parse_general(text: &str, numbers: &Numbers) -> Option<ParsedNumber> {
    let text = text.trim();
    let (unsigned, is_negative) = split_sign_word(text, numbers);
    let Some(is_negative) = is_negative else {
        return parse_signed(text, numbers);
    };
    let parsed = parse_signed(unsigned, numbers)?;
    // Two signs may contradict each other.
    let has_sign = unsigned.contains(['-', '+', '\u{2212}']);
    if has_sign {
        return None;
    }
    let number = if is_negative && !parsed.number.is_zero() {
        -parsed.number
    } else {
        parsed.number
    };
    Some(ParsedNumber { number, ..parsed })
}

/// Splits the word for the sign off the end of a number, and returns whether it is the word of negative numbers.
fn split_sign_word<'t>(text: &'t str, numbers: &Numbers) -> (&'t str, Option<bool>) {
    for (words, is_negative) in [(&numbers.minus_words, true), (&numbers.plus_words, false)] {
        for word in words {
            let start = text.len().saturating_sub(word.len());
            let (Some(before), Some(end)) = (text.get(..start), text.get(start..)) else {
                continue;
            };
            if end.eq_ignore_ascii_case(word) {
                return (before.trim_end(), Some(is_negative));
            }
        }
    }
    (text, None)
}

fn parse_signed(text: &str, numbers: &Numbers) -> Option<ParsedNumber> {
    let (text, currency) = if numbers.with_currency {
        split_currency(text)
    } else {
        (text, None)
    };
    let has_currency_after_sign = numbers.with_currency && currency.is_none();
    let (sign, digits) = if let Some(digits) = text.strip_prefix(['-', '\u{2212}']) {
        ("-", digits.trim_start())
    } else if let Some(digits) = text.strip_prefix('+') {
        ("", digits.trim_start())
    } else {
        ("", text)
    };
    let (digits, currency) = if has_currency_after_sign {
        split_currency(digits)
    } else {
        (digits, currency)
    };
    let (whole, fraction) = digits.split_once(numbers.decimal).unwrap_or((digits, "0"));
    let mut groups = whole.split(|character| numbers.grouping.contains(&character));
    let first = groups.next()?;
    // No bank writes leading zeros; they are rather the end of a number that was split.
    let has_leading_zero = first.len() > 1 && first.starts_with('0');
    if has_leading_zero || !is_all_digits(first) || !is_all_digits(fraction) {
        return None;
    }
    let mut plain = String::with_capacity(digits.len() + 1);
    plain.push_str(sign);
    plain.push_str(first);
    let (mut has_lakhs, mut has_thousands) = (false, false);
    let mut groups = groups.peekable();
    while let Some(group) = groups.next() {
        let is_last = groups.peek().is_none();
        let is_lakhs = numbers.lakhs && group.len() == 2 && !is_last;
        let is_thousands = group.len() == 3;
        has_lakhs |= is_lakhs;
        has_thousands |= is_thousands && !is_last;
        // Above the last group, all groups have the same number of digits.
        let is_group = (is_lakhs || is_thousands) && !(has_lakhs && has_thousands);
        let max_first = if has_lakhs { 2 } else { 3 };
        if first.len() > max_first || !is_group || !is_all_digits(group) {
            return None;
        }
        plain.push_str(group);
    }
    if whole.len() < digits.len() {
        plain.push('.');
        plain.push_str(fraction);
    }
    let number = Decimal::from_str_exact(&plain).ok()?;
    Some(ParsedNumber { number, currency })
}

/// The currency signs that belong to only one currency.
pub(in crate::format) const CURRENCY_SIGNS: &[(char, &str)] = &[('€', "EUR"), ('£', "GBP")];

/// The signs that several currencies share, so that they name none.
const SHARED_SIGNS: &[&str] = &["$", "kr", "¥"];

/// Splits the code or sign of a currency off the start or end of a number.
fn split_currency(text: &str) -> (&str, Option<Currency>) {
    let is_letter = |character: char| {
        character.is_alphabetic()
            || matches!(character, '$' | '¥')
            || CURRENCY_SIGNS.iter().any(|(sign, _)| *sign == character)
    };
    let after_mark = text.trim_start_matches(is_letter);
    let mark = text
        .get(..text.len() - after_mark.len())
        .unwrap_or_default();
    let currency = currency_of_mark(mark);
    if currency.is_some() || SHARED_SIGNS.contains(&mark) {
        return (after_mark.trim(), currency);
    }
    let before_mark = text.trim_end_matches(is_letter);
    let mark = text.get(before_mark.len()..).unwrap_or_default();
    let currency = currency_of_mark(mark);
    if currency.is_some() || SHARED_SIGNS.contains(&mark) {
        return (before_mark.trim(), currency);
    }
    (text, None)
}

/// Returns the currency of a code or a sign.
fn currency_of_mark(mark: &str) -> Option<Currency> {
    for (sign, code) in CURRENCY_SIGNS {
        if mark.chars().eq([*sign]) {
            return Currency::parse(code).ok();
        }
    }
    Currency::parse(mark).ok()
}

/// Returns whether a text is a number in any notation, with an optional currency sign, and not a date.
pub(in crate::format) fn looks_like_number(text: &str) -> bool {
    text.contains(|character: char| character.is_ascii_digit())
        && !text.contains(char::is_alphabetic)
        && !date::looks_like_date(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str, decimal: char, grouping: &[char]) -> Option<String> {
        let numbers = Numbers {
            decimal,
            grouping: grouping.to_vec(),
            ..Numbers::new('.')
        };
        parse(text, &numbers).map(|parsed| parsed.number.to_string())
    }

    #[test]
    fn parses_only_the_declared_notation() {
        for (text, expected) in [
            ("5", Some("5")),
            ("-99.80", Some("-99.80")),
            ("+412.41", Some("412.41")),
            ("\u{2212}3.5", Some("-3.5")),
            ("- 3.5", Some("-3.5")),
            ("1'234'567.05", Some("1234567.05")),
            ("53.100", Some("53.100")),
            ("1'23.00", None),
            ("1234'567", None),
            ("12'34", None),
            ("'123", None),
            ("1,5", None),
            ("1.234.567", None),
            ("5.", None),
            (".5", None),
            ("1e3", None),
            ("5.52E+22", None),
            ("--5", None),
            ("CHF 5", None),
            ("", None),
            ("-", None),
            ("12\u{FFFD}.50", None),
            ("99999999999999999999999999999999", None),
        ] {
            assert_eq!(read(text, '.', &['\'']).as_deref(), expected, "{text}");
        }
        assert_eq!(read("-1.450", ',', &['.']).as_deref(), Some("-1450"));
        assert_eq!(read("1.234,5", ',', &['.']).as_deref(), Some("1234.5"));
        assert_eq!(read("1.23,5", ',', &['.']), None);
    }

    proptest! {
        #[test]
        fn simple_and_general_parsing_agree(text in "[-+]?[0-9]{0,10}[.,']?[0-9]{0,12}", mark in prop_oneof![Just('.'), Just(',')], with_currency in any::<bool>()) {
            let numbers = Numbers { grouping: vec!['\''], with_currency, ..Numbers::new(mark) };
            if let Some(number) = parse_simple(text.as_bytes(), &numbers) {
                let expected = parse_general(&text, &numbers).unwrap();
                prop_assert_eq!((number.serialize(), None), (expected.number.serialize(), expected.currency));
            }
        }
    }

    #[test]
    fn parses_a_number_beside_its_currency() {
        let numbers = Numbers {
            grouping: vec!['.', '\u{2019}'],
            with_currency: true,
            ..Numbers::new(',')
        };
        for (text, expected) in [
            ("CHF - 3\u{2019}810,00", Some(("-3810.00", Some("CHF")))),
            ("-2,49\u{a0}€", Some(("-2.49", Some("EUR")))),
            ("€5", Some(("5", Some("EUR")))),
            ("-5,95 USD", Some(("-5.95", Some("USD")))),
            ("5", Some(("5", None))),
            ("5 QQQ", None),
            ("CHF", None),
            ("$5", Some(("5", None))),
            ("-$1.234,50", Some(("-1234.50", None))),
            ("+ £5", Some(("5", Some("GBP")))),
            ("-25,00 kr", Some(("-25.00", None))),
            ("5 krx", None),
            ("$$5", None),
            ("€-€5", None),
        ] {
            let read =
                parse(text, &numbers).map(|parsed| (parsed.number.to_string(), parsed.currency));
            let read = read
                .as_ref()
                .map(|(number, currency)| (number.as_str(), currency.as_ref().map(Currency::code)));
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn parses_groups_of_two_digits_where_the_profile_has_them() {
        let numbers = Numbers {
            grouping: vec![','],
            lakhs: true,
            ..Numbers::new('.')
        };
        for (text, expected) in [
            ("18,000.00", Some("18000.00")),
            ("1,23,456.78", Some("123456.78")),
            ("-12,34,56,789", Some("-123456789")),
            ("1,234,567.00", Some("1234567.00")),
            ("123,45,678", None),
            ("1,23,45", None),
            ("1,23,456,789", None),
            ("1,234,56,789", None),
            ("1,2,345", None),
        ] {
            let read = parse(text, &numbers).map(|parsed| parsed.number.to_string());
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn takes_the_sign_from_the_word_behind_a_number() {
        let numbers = Numbers {
            with_currency: true,
            minus_words: vec!["DR".to_owned()],
            plus_words: vec!["CR".to_owned()],
            ..Numbers::new('.')
        };
        for (text, expected) in [
            ("12.50 DR", Some("-12.50")),
            ("12.50dr", Some("-12.50")),
            ("12.50 CR", Some("12.50")),
            ("0.00 DR", Some("0.00")),
            ("£12.50 DR", Some("-12.50")),
            ("-12.50", Some("-12.50")),
            ("-12.50 DR", None),
            ("£-12.50 CR", None),
            ("+5 CR", None),
            ("12.50 XR", None),
            ("12.50 DR CR", None),
            ("DR", None),
        ] {
            let read = parse(text, &numbers).map(|parsed| parsed.number.to_string());
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }
}
