//! The decimal that a number cell means.

use std::borrow::Cow;

/// The number of decimal digits that every binary number of 64 bits keeps.
const MAX_DIGITS: usize = 15;

/// The maximum number of digits before or after the decimal point. No amount and no reference has more.
const MAX_LENGTH: i32 = 40;

/// Returns the decimal of at most 15 significant digits that names the same binary number as the text of a cell, or `None` if there is none.
///
/// A spreadsheet keeps numbers in binary, and may write more digits than the number was entered with: `1.1000000000000001` for 1.1. Which decimal was
/// meant is certain only if it has at most 15 digits.
pub(super) fn exact_decimal(text: &str) -> Option<String> {
    let (negative, digits, point) = split(text)?;
    let (digits, point) = if digits.len() <= MAX_DIGITS {
        (Cow::Borrowed(digits.as_str()), point)
    } else {
        // Not a computation with money: the binary number only tells whether the shorter decimal is the one that the cell holds.
        let binary: f64 = text.trim().parse().ok()?;
        let short = format!("{:.*e}", MAX_DIGITS - 1, binary);
        if short.parse() != Ok(binary) {
            return None;
        }
        let (_, digits, point) = split(&short)?;
        (Cow::Owned(digits), point)
    };
    let length = i32::try_from(digits.len()).ok()?;
    if digits.is_empty() {
        return Some("0".to_owned());
    }
    if point.abs() > MAX_LENGTH || (length - point).abs() > MAX_LENGTH {
        return None;
    }
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or_default());
    let unsigned = if point <= 0 {
        format!("0.{}{digits}", zeros(-point))
    } else if point >= length {
        format!("{digits}{}", zeros(point - length))
    } else {
        let (whole, fraction) = digits.split_at_checked(usize::try_from(point).ok()?)?;
        format!("{whole}.{fraction}")
    };
    Some(if negative { format!("-{unsigned}") } else { unsigned })
}

/// Splits a number into its sign, its digits without leading and trailing zeros, and how many of them come before the decimal point. The number of
/// digits before the point may be negative, or more than there are digits.
fn split(text: &str) -> Option<(bool, String, i32)> {
    let text = text.trim();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().ok().filter(|exponent: &i32| exponent.abs() < 1000)?;
    let (negative, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) || mantissa.len() > 400 {
        return None;
    }
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let leading_zeros = i32::try_from(all.len() - significant.len()).ok()?;
    let point = i32::try_from(whole.len()).ok()? - leading_zeros + exponent;
    Some((negative && !significant.is_empty(), significant.trim_end_matches('0').to_owned(), point))
}

/// Appends zeros so that a decimal has at least this many decimals.
pub(super) fn pad_decimals(number: &mut String, decimals: usize) {
    let has = number.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    if decimals > 0 && !number.contains('.') {
        number.push('.');
    }
    number.extend((has..decimals).map(|_| '0'));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_number_is_the_decimal_of_fifteen_digits() {
        for (text, expected) in [
            ("1.1000000000000001", Some("1.1")),
            ("1234.5599999999999", Some("1234.56")),
            ("0.10000000000000001", Some("0.1")),
            ("-98.450000000000003", Some("-98.45")),
            ("12", Some("12")),
            ("012.50", Some("12.5")),
            ("-0", Some("0")),
            ("1E-2", Some("0.01")),
            ("1.5E+3", Some("1500")),
            ("123456789012345678", None),
            ("12345678901234500000", Some("12345678901234500000")),
            // 0.1 + 0.2 is the neighbour of 0.3.
            ("0.30000000000000004", None),
            ("", None),
            ("1,5", None),
            ("NaN", None),
            ("1e999", None),
            ("1e99", None),
            (".5", Some("0.5")),
        ] {
            assert_eq!(exact_decimal(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn pads_decimals() {
        for (number, decimals, expected) in
            [("12", 2, "12.00"), ("12.5", 2, "12.50"), ("12.345", 2, "12.345"), ("12", 0, "12")]
        {
            let mut padded = number.to_owned();
            pad_decimals(&mut padded, decimals);
            assert_eq!(padded, expected);
        }
    }

    proptest! {
        /// However a program writes the binary number of an amount, the amount comes back.
        #[test]
        fn amounts_survive_the_binary_number(cents in -99_999_999_999_999_i64..99_999_999_999_999, decimals in 0_u32..5) {
            let amount = rust_decimal::Decimal::new(cents, decimals).normalize();
            let binary: f64 = amount.to_string().parse().unwrap();
            for written in [format!("{binary}"), format!("{binary:.16e}"), format!("{binary:?}"), amount.to_string()] {
                prop_assert_eq!(exact_decimal(&written), Some(amount.to_string()), "{}", written);
            }
        }
    }
}
