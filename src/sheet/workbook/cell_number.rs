//! The decimal that a number cell means.

/// The number of decimal digits that every binary number of 64 bits keeps.
const MAX_DIGITS: usize = 15;

/// The maximum number of digits before or after the decimal point. No amount and no reference has more.
const MAX_LENGTH: i32 = 40;

/// A number as text: its sign, its digits without leading and trailing zeros, and how many of them come before the decimal point. That may be a negative
/// number, or more than there are digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlainNumber {
    pub(super) is_negative: bool,
    pub(super) digits: String,
    pub(super) point: i32,
}

/// Returns the decimal of at most 15 significant digits that names the same binary number as the text of a cell, or `None` if there is none.
///
/// A spreadsheet keeps numbers in binary, and may write more digits than the number was entered with: `1.1000000000000001` for 1.1. Which decimal was
/// meant is certain only if it has at most 15 digits.
pub(super) fn exact_decimal(text: &str) -> Option<String> {
    let number = PlainNumber::parse(text)?;
    if number.digits.len() <= MAX_DIGITS {
        return number.to_decimal();
    }
    let short = number.rounded()?;
    (short.to_binary()? == number.to_binary()?)
        .then(|| short.to_decimal())
        .flatten()
}

/// The digits and the exponent of a binary number of 64 bits: `digits` has 53 bits, and the number is `digits` times two to the power of `exponent`, apart from a
/// constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Binary {
    digits: u128,
    exponent: u32,
}

impl PlainNumber {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i32 = exponent
            .parse()
            .ok()
            .filter(|exponent: &i32| exponent.abs() < 1000)?;
        let (is_negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0
            || !is_digits(whole)
            || !is_digits(fraction)
            || mantissa.len() > 400
        {
            return None;
        }
        let all = [whole, fraction].concat();
        let significant = all.trim_start_matches('0');
        let leading_zeros = i32::try_from(all.len() - significant.len()).ok()?;
        let point = i32::try_from(whole.len()).ok()? - leading_zeros + exponent;
        let digits = significant.trim_end_matches('0').to_owned();
        Some(Self {
            is_negative: is_negative && !digits.is_empty(),
            digits,
            point,
        })
    }

    /// Rounds to 15 digits.
    fn rounded(&self) -> Option<Self> {
        let (kept, dropped) = self.digits.split_at_checked(MAX_DIGITS)?;
        let mut number: u64 = kept.parse().ok()?;
        if dropped
            .as_bytes()
            .first()
            .is_some_and(|digit| *digit >= b'5')
        {
            number += 1;
        }
        let digits = number.to_string();
        let carried = i32::try_from(digits.len() - MAX_DIGITS).ok()?;
        let digits = digits.trim_end_matches('0').to_owned();
        Some(Self {
            is_negative: self.is_negative,
            digits,
            point: self.point + carried,
        })
    }

    /// Returns the nearest binary number, without its sign. Numbers that are too large or too small for an amount have none.
    ///
    /// In whole numbers, because no amount goes through a binary float.
    fn to_binary(&self) -> Option<Binary> {
        let number: u128 = self.digits.parse().ok()?;
        let decimals = i32::try_from(self.digits.len()).ok()? - self.point;
        let ten = |power: i32| 10_u128.checked_pow(u32::try_from(power).unwrap_or_default());
        let (numerator, denominator) = (number.checked_mul(ten(-decimals)?)?, ten(decimals)?);
        // The quotient gets 55 or 56 bits: two more than the binary number has, or three.
        let shift = 55 + bits(denominator) - bits(numerator);
        let scale = |number: u128, shift: i32| {
            let shift = u32::try_from(shift).unwrap_or_default();
            Some(number << shift).filter(|_| number.leading_zeros() >= shift)
        };
        let (numerator, denominator) = (scale(numerator, shift)?, scale(denominator, -shift)?);
        let quotient = numerator / denominator;
        // Whether anything is lost by the division is one more bit, which only matters between two binary numbers.
        let quotient = quotient << 1 | u128::from(numerator % denominator != 0);
        let excess = bits(quotient) - 53;
        let half = 1 << (excess - 1);
        let (digits, rest) = (quotient >> excess, quotient & ((half << 1) - 1));
        let digits = if rest > half || rest == half && digits & 1 == 1 {
            digits + 1
        } else {
            digits
        };
        // Rounding up can give one bit more.
        let carry = bits(digits) - 53;
        let exponent = u32::try_from(2000 + excess + carry - shift).ok()?;
        Some(Binary {
            digits: digits >> carry,
            exponent,
        })
    }

    /// Writes the number without an exponent.
    fn to_decimal(&self) -> Option<String> {
        let Self {
            is_negative,
            digits,
            point,
        } = self;
        if digits.is_empty() {
            return Some("0".to_owned());
        }
        let length = i32::try_from(digits.len()).ok()?;
        if point.abs() > MAX_LENGTH || (length - point).abs() > MAX_LENGTH {
            return None;
        }
        let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or_default());
        let sign = if *is_negative { "-" } else { "" };
        Some(if *point <= 0 {
            [sign, "0.", &zeros(-point), digits].concat()
        } else if *point >= length {
            [sign, digits, &zeros(point - length)].concat()
        } else {
            let (whole, fraction) = digits.split_at_checked(usize::try_from(*point).ok()?)?;
            [sign, whole, ".", fraction].concat()
        })
    }
}

/// Returns the number of bits of a number without leading zeros.
fn bits(number: u128) -> i32 {
    i32::try_from(u128::BITS - number.leading_zeros()).unwrap_or_default()
}

/// Appends zeros so that a decimal has at least this many decimals.
pub(super) fn pad_decimals(number: &mut String, decimals: usize) {
    let has = number
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
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
            ("999999999999999.9", None),
            ("0.99999999999999989", None),
            ("0.099999999999999992", None),
            // Too small for an amount.
            ("9.9999999999999995E-8", None),
            ("-29.899999999999999", Some("-29.9")),
        ] {
            assert_eq!(exact_decimal(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn pads_decimals() {
        for (number, decimals, expected) in [
            ("12", 2, "12.00"),
            ("12.5", 2, "12.50"),
            ("12.345", 2, "12.345"),
            ("12", 0, "12"),
        ] {
            let mut padded = number.to_owned();
            pad_decimals(&mut padded, decimals);
            assert_eq!(padded, expected);
        }
    }

    proptest! {
        /// Two decimals name the same binary number if the standard library says so.
        #[test]
        fn binary_numbers_are_those_of_the_standard_library(digits in 1_u64..1 << 60, distance in 0_u64..40, decimals in 0_usize..22) {
            let text = |number: u64| {
                let all = format!("{number:0>24}");
                let (whole, fraction) = all.split_at(24 - decimals);
                format!("{whole}.{fraction}")
            };
            let [first, second] = [text(digits), text(digits + distance)];
            let binary = |text: &str| PlainNumber::parse(text).unwrap().to_binary().unwrap();
            let float = |text: &str| text.parse::<f64>().unwrap().to_bits();
            prop_assert_eq!(binary(&first) == binary(&second), float(&first) == float(&second), "{} {}", first, second);
        }

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
