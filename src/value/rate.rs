use std::fmt;

use rust_decimal::Decimal;

use super::error::error_enum;
use super::text::split_leading_digits;

/// A tax rate in percent: 0 to 100 inclusive, exact, with at most 28 decimals and 96 bits of digits.
///
/// A rate is parsed from the text of a JSON number and formatted in the canonical form: without an exponent, leading zeros and trailing
/// zeros.
///
/// ```
/// use universal_accounting::value::{Rate, RateError};
///
/// let rate = Rate::parse("8.10")?;
/// assert_eq!(rate.to_string(), "8.1");
/// assert_eq!(Rate::parse("81e-1"), Ok(rate));
/// assert_eq!(Rate::parse("8,1 %"), Err(RateError::Form(Some(rate))));
/// assert_eq!(Rate::parse("1e400"), Err(RateError::Range));
/// # Ok::<(), RateError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(Decimal);

error_enum! {
    /// The reason why a text is not a tax rate.
    pub enum RateError {
        /// Not a JSON number; carries the rate if the text can mean only one.
        Form(Option<Rate>) => "a tax rate is a JSON number of percent, such as 8.1",
        /// Below 0 or above 100.
        Range => "a tax rate lies from 0 to 100 percent",
        /// More than 28 decimals, or more digits than fit into 96 bits, not counting trailing zeros.
        TooPrecise => "the tax rate has more digits than can be held exactly: 28 decimals and about 28 digits in all",
    }
}

/// The parts of a JSON number (RFC 8259, section 6).
struct Number<'a> {
    is_negative: bool,
    whole: &'a str,
    fraction: &'a str,
    exponent: i64,
}

impl Rate {
    /// Parses a JSON number in any of its forms, in a time linear in the length of the text.
    ///
    /// # Errors
    ///
    /// The text isn't a JSON number, or its value isn't a rate.
    pub fn parse(text: &str) -> Result<Self, RateError> {
        match Number::parse(text) {
            Some(number) => number.to_rate(),
            None => Err(RateError::Form(parse_any_form(text))),
        }
    }

    /// Parses a JSON number, without a suggestion for other texts.
    fn parse_json_number(text: &str) -> Option<Self> {
        Number::parse(text)?.to_rate().ok()
    }

    /// Whether a text is the canonical form of a rate: digits, and a point only before decimals that don't end in zero.
    #[must_use]
    pub(crate) fn is_canonical(text: &str) -> bool {
        let is_plain = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        let is_short = !(text.contains('.') && text.ends_with('0'));
        is_plain && is_short && Self::parse_json_number(text).is_some()
    }
}

impl<'a> Number<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (is_negative, text) = text
            .strip_prefix('-')
            .map_or((false, text), |text| (true, text));
        let (whole, mut rest) = split_leading_digits(text)?;
        if whole.len() > 1 && whole.starts_with('0') {
            return None;
        }
        let mut fraction = "";
        if let Some(text) = rest.strip_prefix('.') {
            (fraction, rest) = split_leading_digits(text)?;
        }
        let exponent = if rest.is_empty() {
            0
        } else {
            parse_exponent(rest.strip_prefix(['e', 'E'])?)?
        };
        Some(Self {
            is_negative,
            whole,
            fraction,
            exponent,
        })
    }

    /// Converts the number to a rate. Range and precision are checked by counting digits, so no huge number is ever built.
    fn to_rate(&self) -> Result<Rate, RateError> {
        let all = || self.whole.bytes().chain(self.fraction.bytes());
        let Some(first) = all().position(|byte| byte != b'0') else {
            return Ok(Rate(Decimal::ZERO));
        };
        if self.is_negative {
            return Err(RateError::Range);
        }
        let trailing = all().rev().take_while(|byte| *byte == b'0').count();
        let count = self.whole.len() + self.fraction.len() - first - trailing;
        // The value is the significant digits divided by ten to the power of `decimals`.
        let decimals = to_i64(self.fraction.len())
            .saturating_sub(to_i64(trailing))
            .saturating_sub(self.exponent);
        let before_point = to_i64(count).saturating_sub(decimals);
        let significant = || all().skip(first).take(count);
        // With three digits before the point only 100 is in range, whose only significant digit is 1.
        if before_point > 3 || (before_point == 3 && !significant().eq([b'1'])) {
            return Err(RateError::Range);
        }
        let scale = u32::try_from(decimals.max(0)).unwrap_or(u32::MAX);
        if scale > Decimal::MAX_SCALE {
            return Err(RateError::TooPrecise);
        }
        // Now the number is 100, or has at most two digits before the point and 28 after it.
        let zeros = decimals.min(0).unsigned_abs();
        let value = significant().fold(0, |value, byte| value * 10 + i128::from(byte - b'0'));
        let value = (0..zeros).fold(value, |value, _| value * 10);
        Decimal::try_from_i128_with_scale(value, scale)
            .map(Rate)
            .or(Err(RateError::TooPrecise))
    }
}

fn to_i64(count: usize) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}

/// Parses the exponent after its letter. It saturates, which makes no difference: no text has enough digits to offset such an exponent.
fn parse_exponent(text: &str) -> Option<i64> {
    let is_negative = text.starts_with('-');
    let (digits, "") = split_leading_digits(text.strip_prefix(['-', '+']).unwrap_or(text))? else {
        return None;
    };
    let value = digits.bytes().fold(0_i64, |value, byte| {
        value
            .saturating_mul(10)
            .saturating_add((byte - b'0').into())
    });
    Some(if is_negative { -value } else { value })
}

/// Returns the rate of a text in another form, if it can mean only one. The text may have blanks around it, a percent sign, a plus sign, leading
/// zeros or a decimal comma. Three digits after a comma may be a group of thousands, except after a zero.
#[cold]
fn parse_any_form(text: &str) -> Option<Rate> {
    let text = text.trim();
    let text = text.strip_suffix('%').map_or(text, str::trim_end);
    let (whole, rest) = split_leading_digits(text.strip_prefix('+').unwrap_or(text))?;
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let Some(fraction) = rest.strip_prefix(',') else {
        return Rate::parse_json_number(&format!("{whole}{rest}"));
    };
    let (_, after_digits) = split_leading_digits(fraction)?;
    let is_group = fraction.len() == 3 && whole != "0";
    if is_group || !after_digits.is_empty() {
        None
    } else {
        Rate::parse_json_number(&format!("{whole}.{fraction}"))
    }
}

impl TryFrom<Decimal> for Rate {
    type Error = RateError;

    fn try_from(decimal: Decimal) -> Result<Self, RateError> {
        if decimal.is_zero() {
            // Drops the sign of a negative zero.
            Ok(Self(Decimal::ZERO))
        } else if decimal.is_sign_negative() || decimal > Decimal::ONE_HUNDRED {
            Err(RateError::Range)
        } else {
            Ok(Self(decimal.normalize()))
        }
    }
}

impl From<Rate> for Decimal {
    fn from(rate: Rate) -> Self {
        rate.0
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the canonical form of a rate.
    fn canonical(text: &str) -> Result<String, RateError> {
        Rate::parse(text).map(|rate| rate.to_string())
    }

    #[test]
    fn parses_every_form_of_a_json_number() {
        let zeros = "0".repeat(1000);
        let rows = [
            ("8.1", "8.1"),
            ("8.10", "8.1"),
            ("81e-1", "8.1"),
            ("0.081E+2", "8.1"),
            ("1E2", "100"),
            ("100", "100"),
            ("100.00", "100"),
            ("10000e-2", "100"),
            ("0.1e3", "100"),
            ("10", "10"),
            ("0", "0"),
            ("-0", "0"),
            ("-0.0e-5", "0"),
            ("0.0e999999", "0"),
            ("0e99999999999999999999999", "0"),
            (
                "0.0000000000000000000000000001",
                "0.0000000000000000000000000001",
            ),
            (
                "7.9228162514264337593543950335",
                "7.9228162514264337593543950335",
            ),
            (&format!("8.1{zeros}"), "8.1"),
            (&format!("81{zeros}e-1001"), "8.1"),
            (&format!("0.{zeros}81e1001"), "8.1"),
        ];
        for (text, canonical) in rows {
            assert_eq!(self::canonical(text).unwrap(), canonical, "{text}");
            assert_eq!(Rate::is_canonical(text), text == canonical, "{text}");
        }
    }

    #[test]
    fn distinguishes_out_of_range_from_too_precise() {
        let nines = "9".repeat(5000);
        for text in [
            "-1",
            "-0.01",
            "-1e-400",
            "100.01",
            "101",
            "1e3",
            "1e400",
            "1e99999999999999999999999",
            "999.9e-0",
            &nines,
        ] {
            assert_eq!(Rate::parse(text), Err(RateError::Range), "{text}");
        }
        assert_eq!(
            Rate::parse(&format!("100.{}1", "0".repeat(5000))),
            Err(RateError::Range)
        );
        let texts = [
            "1e-29",
            "1e-400",
            "1e-99999999999999999999999",
            "0.00000000000000000000000000001",
            "7.9228162514264337593543950336",
            "99.9999999999999999999999999999",
            &format!("0.{nines}"),
        ];
        for text in texts {
            assert_eq!(Rate::parse(text), Err(RateError::TooPrecise), "{text}");
        }
    }

    #[test]
    fn converts_only_decimals_in_range() {
        assert_eq!(
            Rate::try_from(Decimal::new(8100, 3)).unwrap().to_string(),
            "8.1"
        );
        assert_eq!(Rate::try_from(-Decimal::ZERO).unwrap().to_string(), "0");
        assert_eq!(
            Rate::try_from(Decimal::new(10_000, 2)).unwrap().to_string(),
            "100"
        );
        assert_eq!(
            Rate::try_from(Decimal::new(10_001, 2)),
            Err(RateError::Range)
        );
        assert_eq!(Rate::try_from(Decimal::new(-1, 28)), Err(RateError::Range));
        assert_eq!(
            Decimal::from(Rate::parse("8.10").unwrap()),
            Decimal::new(81, 1)
        );
    }

    fn in_range(decimal: &Decimal) -> bool {
        (Decimal::ZERO..=Decimal::ONE_HUNDRED).contains(decimal)
    }

    proptest! {
        #[test]
        fn numbers_without_exponent_agree_with_the_decimal_type(text in "-?(0|[1-9][0-9]{0,2})(\\.[0-9]{0,30}[1-9])?") {
            let expected = Decimal::from_str_exact(&text).ok().filter(in_range);
            prop_assert_eq!(Rate::parse(&text).ok().map(Decimal::from), expected);
        }

        #[test]
        fn numbers_with_exponent_agree_with_the_decimal_type(text in "-?(0|[1-9][0-9]{0,4})(\\.[0-9]{1,9})?[eE](-?[0-9]|-1[0-9]|\\+0?[0-9])") {
            let expected = Decimal::from_scientific(&text.replace("e+", "e").replace("E+", "e")).unwrap();
            prop_assert_eq!(Rate::parse(&text).ok().map(Decimal::from), Some(expected).filter(in_range));
        }

        #[test]
        fn moving_the_point_with_an_exponent_keeps_the_value(text in "(0|[1-9][0-9]?)\\.[0-9]{1,28}", places in 0_usize..40) {
            let point = text.find('.').unwrap() + places;
            let moved = format!("0.{}{}e{point}", "0".repeat(places), text.replace('.', ""));
            prop_assert_eq!(Rate::parse(&moved), Rate::parse(&text));
        }

        #[test]
        fn parses_what_it_formats(text in "\\PC{0,8}|[-+0-9eE.,% ]{0,8}") {
            let (Ok(rate) | Err(RateError::Form(Some(rate)))) = Rate::parse(&text) else { return Ok(()) };
            let canonical = rate.to_string();
            prop_assert_eq!(Rate::parse(&canonical), Ok(rate));
            prop_assert_eq!(Rate::try_from(Decimal::from(rate)).unwrap().to_string(), canonical.clone());
            prop_assert!(Rate::is_canonical(&canonical));
            prop_assert_eq!(Rate::is_canonical(&text), canonical == text);
        }
    }
}

#[cfg(test)]
mod other_forms {
    use super::*;

    #[test]
    fn suggests_the_only_possible_rate() {
        let rows = [
            ("8,1", "8.1"),
            ("8.1%", "8.1"),
            ("8.1 %", "8.1"),
            ("8,10\u{a0}%", "8.1"),
            (" 8.1 ", "8.1"),
            ("+8.1", "8.1"),
            ("08.1", "8.1"),
            ("00.5", "0.5"),
            ("00", "0"),
            ("7,7", "7.7"),
            ("0,025", "0.025"),
            ("100 %", "100"),
        ];
        for (text, rate) in rows {
            assert_eq!(
                Rate::parse(text),
                Err(RateError::Form(Rate::parse(rate).ok())),
                "{text}"
            );
        }
    }

    #[test]
    fn suggests_nothing_for_ambiguous_or_invalid_texts() {
        let texts = [
            "",
            " ",
            "%",
            "+",
            "-",
            ".5",
            "8.",
            "8.e1",
            "8e",
            "8e+",
            "8e1.5",
            "8,",
            ",1",
            "1,000",
            "8,100",
            "8,1,2",
            "8,1e1",
            "8.1,0",
            "+-0",
            "--0",
            "-00",
            "- 0",
            "-8,1",
            "101%",
            "8.1%%",
            "8.1 % MWST",
            "8 1",
            "8'1",
            "0x8",
            "1_0",
            "NaN",
            "Infinity",
            "null",
            "８.１",
            "8.1\0",
            "1/2",
            "e1",
            "0.0.0",
        ];
        for text in texts {
            assert_eq!(Rate::parse(text), Err(RateError::Form(None)), "{text:?}");
            assert!(!Rate::is_canonical(text), "{text:?}");
        }
    }
}
