use std::fmt;

use rust_decimal::Decimal;

use super::decimal_text::with_decimal_bytes;
use super::digit_groups::is_all_digits;
use super::error::error_enum;

/// An amount of money: positive, exact, with the decimals as written.
///
/// An amount has at most 28 decimals, and its digits without the point are at most 79228162514264337593543950335 (96 bits).
/// Amounts of the same value are equal: `1.10` equals `1.1`, though each is formatted as it was written.
///
/// ```
/// use universal_accounting::value::{Amount, AmountError};
///
/// let amount = Amount::parse("1234.50")?;
/// assert_eq!(amount.to_string(), "1234.50");
/// assert_eq!(Amount::parse("1'234.50"), Err(AmountError::Form(Some(amount))));
/// assert_eq!(Amount::parse("-1234.50"), Err(AmountError::Negative(amount)));
/// # Ok::<(), AmountError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(Decimal);

/// The digits and decimals of an amount, as [`Amount::check`] returns them without building a decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AmountDigits {
    /// The digits without the point; less than 2 to the power of 96.
    coefficient: i128,
    decimals: u8,
}

error_enum! {
    /// The reason why a text is not an amount.
    pub enum AmountError {
        /// Leading zeros; carries the amount without them.
        LeadingZeros(Amount) => "an amount has no zeros before its first digit; leave them out",
        /// A minus sign; carries the amount without it.
        Negative(Amount) => "an amount has no sign; another field says whether it is a credit or a debit",
        /// Zero, with or without a sign.
        Zero => "an amount is greater than zero",
        /// The digits before the point don't fit into 96 bits.
        TooLarge => "the amount is larger than 79228162514264337593543950335",
        /// More than 28 decimals, or more digits in all than fit into 96 bits.
        TooPrecise => "the amount has more digits than can be held exactly: 28 decimals and about 28 digits in all",
        /// Not digits with at most one point between them; carries the amount if the text can mean only one.
        Form(Option<Amount>) => "an amount is digits with at most one point between them, such as 1234.50",
    }
}

/// The limit of [`Decimal`]: 96 bits of digits.
const MAX_COEFFICIENT: i128 = (1 << 96) - 1;
const MAX_DECIMALS: usize = 28;

impl Amount {
    /// Parses digits with at most one point between them: no sign, no exponent, no thousands separator, no leading zero before another digit.
    ///
    /// # Errors
    ///
    /// The text has another form, is zero, or has more digits than an amount can hold.
    pub fn parse(text: &str) -> Result<Self, AmountError> {
        let AmountDigits {
            coefficient,
            decimals,
        } = Self::check(text)?;
        Decimal::try_from_i128_with_scale(coefficient, decimals.into())
            .map_or(Err(AmountError::TooPrecise), |decimal| Ok(Self(decimal)))
    }

    /// Checks a text as [`Amount::parse`] does, without building a decimal number.
    ///
    /// # Errors
    ///
    /// The same errors as [`Amount::parse`].
    pub(crate) fn check(text: &str) -> Result<AmountDigits, AmountError> {
        match split_at_point(text) {
            None => Err(form_error(text)),
            Some((whole, _)) if has_leading_zeros(whole) => Err(leading_zeros_error(text)),
            Some((whole, fraction)) => AmountDigits::new(whole, fraction),
        }
    }

    /// Calls `write` with the amount as ASCII bytes, without allocating for usual amounts.
    #[inline]
    pub(crate) fn with_bytes(self, write: impl FnOnce(&[u8])) {
        with_decimal_bytes(self.0, write);
    }

    /// Returns the number of decimals as written.
    #[must_use]
    pub fn decimals(self) -> u8 {
        self.0.scale().try_into().unwrap_or(u8::MAX)
    }
}

impl AmountDigits {
    /// Returns the number of decimals as written.
    pub(crate) const fn decimals(self) -> u8 {
        self.decimals
    }

    fn new(whole: &str, fraction: &str) -> Result<Self, AmountError> {
        let Some(coefficient) = append_digits(0, whole) else {
            return Err(AmountError::TooLarge);
        };
        if coefficient == 0 && fraction.bytes().all(|byte| byte == b'0') {
            return Err(AmountError::Zero);
        }
        if fraction.len() > MAX_DECIMALS {
            return Err(AmountError::TooPrecise);
        }
        let coefficient = append_digits(coefficient, fraction).ok_or(AmountError::TooPrecise)?;
        Ok(Self {
            coefficient,
            decimals: fraction.len().try_into().unwrap_or(u8::MAX),
        })
    }
}

/// Returns the digits before and after the point, or `None` for a text that isn't digits with at most one point between them.
pub(super) fn split_at_point(text: &str) -> Option<(&str, &str)> {
    let point = text.bytes().position(|byte| byte == b'.');
    let (whole, fraction) = match point {
        Some(point) => (
            text.get(..point)?,
            text.get(point + 1..)
                .filter(|fraction| !fraction.is_empty())?,
        ),
        None => (text, ""),
    };
    (is_all_digits(whole) && fraction.bytes().all(|byte| byte.is_ascii_digit()))
        .then_some((whole, fraction))
}

fn has_leading_zeros(whole: &str) -> bool {
    whole.len() > 1 && whole.starts_with('0')
}

#[cold]
fn leading_zeros_error(text: &str) -> AmountError {
    let stripped = text.trim_start_matches('0');
    let whole = if stripped.starts_with('.') || stripped.is_empty() {
        "0"
    } else {
        ""
    };
    Amount::parse(&format!("{whole}{stripped}"))
        .map_or_else(|error| error, AmountError::LeadingZeros)
}

/// Returns the error for a text that isn't digits with at most one point between them.
#[cold]
fn form_error(text: &str) -> AmountError {
    let trimmed = text.trim();
    let Some(positive) = trimmed.strip_prefix(['-', '\u{2212}']).map(str::trim_start) else {
        return AmountError::Form(
            parse_any_form(trimmed.strip_prefix('+').unwrap_or(trimmed)).ok(),
        );
    };
    match parse_any_form(positive) {
        Ok(amount) => AmountError::Negative(amount),
        Err(error) => error,
    }
}

/// Parses an amount in any form that can mean only one amount.
fn parse_any_form(text: &str) -> Result<Amount, AmountError> {
    let plain = to_plain_form(text).ok_or(AmountError::Form(None))?;
    match Amount::parse(&plain) {
        Err(AmountError::LeadingZeros(amount)) => Ok(amount),
        result => result,
    }
}

/// Separators between groups of three digits, each set with the decimal separators that may follow it.
static SEPARATORS: [(&[char], &[char]); 3] = [
    (
        &['\'', '\u{2019}', ' ', '\u{a0}', '\u{2009}', '\u{202f}'],
        &['.', ','],
    ),
    (&[','], &['.']),
    (&['.'], &[',']),
];

/// Returns the amount as digits and a point, if the text can mean only one amount.
fn to_plain_form(text: &str) -> Option<String> {
    normalize_ungrouped(text).or_else(|| normalize_grouped(text))
}

/// Accepts `12`, `12.50` and `12,50`, but not `1,000`, which may mean a thousand.
fn normalize_ungrouped(text: &str) -> Option<String> {
    let is_valid = match text.split_once(['.', ',']) {
        Some((whole, fraction)) => {
            let is_decimal = fraction.len() <= 2 || !text.contains(',');
            is_decimal && is_all_digits(whole) && is_all_digits(fraction)
        }
        None => is_all_digits(text),
    };
    is_valid.then(|| text.replace(',', "."))
}

/// Accepts `1'234`, `1'234.50`, `1,234.50` and `1.234,50`, but not `1,000` and `1.234.567`.
fn normalize_grouped(text: &str) -> Option<String> {
    let separator = text.chars().find(|character| !character.is_ascii_digit())?;
    let (_, decimal_separators) = SEPARATORS
        .iter()
        .find(|(separators, _)| separators.contains(&separator))?;
    let (whole, fraction) = match text.rsplit_once(*decimal_separators) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None if matches!(separator, '.' | ',') => return None,
        None => (text, None),
    };
    let (first, groups) = whole.split_once(separator)?;
    let in_threes = groups
        .split(separator)
        .all(|group| group.len() == 3 && is_all_digits(group));
    if !in_threes || !(1..=3).contains(&first.len()) || !is_all_digits(first) {
        return None;
    }
    let whole = whole.replace(separator, "");
    match fraction {
        Some(fraction) => is_all_digits(fraction).then(|| format!("{whole}.{fraction}")),
        None => Some(whole),
    }
}

/// Appends ASCII digits to a number; returns `None` if the result doesn't fit into 96 bits.
fn append_digits(number: i128, digits: &str) -> Option<i128> {
    // Most amounts are short, and arithmetic in 64 bits is faster than in 128.
    if let (0, 1..=18) = (number, digits.len()) {
        return Some(
            digits
                .bytes()
                .fold(0_i64, |number, byte| number * 10 + i64::from(byte - b'0'))
                .into(),
        );
    }
    digits.bytes().try_fold(number, |number, byte| {
        let longer = number * 10 + i128::from(byte - b'0');
        (longer <= MAX_COEFFICIENT).then_some(longer)
    })
}

impl TryFrom<Decimal> for Amount {
    type Error = AmountError;

    fn try_from(decimal: Decimal) -> Result<Self, AmountError> {
        if decimal.is_zero() {
            Err(AmountError::Zero)
        } else if decimal.is_sign_negative() {
            Err(AmountError::Negative(Self(-decimal)))
        } else {
            Ok(Self(decimal))
        }
    }
}

impl From<Amount> for Decimal {
    fn from(amount: Amount) -> Self {
        amount.0
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parses_amounts_that_fit_exactly() {
        let texts = [
            "1",
            "0.01",
            "0.05",
            "100.00",
            "1.10",
            "10",
            "1234.567",
            "99999999999999.99",
            "999999999999999999",
            "1000000000000000000",
            "12345678901234567890.12345678",
            "79228162514264337593543950335",
            "7922816251426433759354395033.5",
            "0.0000000000000000000000000001",
            "1.0000000000000000000000000000",
        ];
        for text in texts {
            assert_eq!(Amount::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn rejects_more_than_96_bits_or_28_decimals_instead_of_rounding() {
        for text in [
            "79228162514264337593543950336",
            &"1".repeat(5000),
            "0079228162514264337593543950336",
        ] {
            assert_eq!(Amount::parse(text), Err(AmountError::TooLarge), "{text}");
        }
        for text in [
            "7922816251426433759354395033.6",
            "0.00000000000000000000000000001",
            "1.00000000000000000000000000000",
        ] {
            assert_eq!(Amount::parse(text), Err(AmountError::TooPrecise), "{text}");
        }
    }

    #[test]
    fn rejects_zero() {
        for text in [
            "0",
            "0.00",
            "00",
            "-0",
            "-0.00",
            &format!("0.{}", "0".repeat(40)),
        ] {
            assert_eq!(Amount::parse(text), Err(AmountError::Zero), "{text}");
        }
    }

    #[test]
    fn decimals_are_counted_as_written() {
        for (text, decimals) in [("1.2300", 4), ("100", 0), ("100.00", 2), ("0.050", 3)] {
            let (amount, digits) = (Amount::parse(text).unwrap(), Amount::check(text).unwrap());
            assert_eq!(
                (amount.decimals(), digits.decimals()),
                (decimals, decimals),
                "{text}"
            );
        }
    }

    #[test]
    fn converts_only_positive_decimals() {
        assert_eq!(
            Amount::try_from(Decimal::new(150, 2)).unwrap().to_string(),
            "1.50"
        );
        assert_eq!(Amount::try_from(Decimal::ZERO), Err(AmountError::Zero));
        assert_eq!(
            Amount::try_from(Decimal::new(-5, 0)),
            Err(AmountError::Negative(Amount::parse("5").unwrap()))
        );
        assert_eq!(
            Decimal::from(Amount::parse("1.50").unwrap()),
            Decimal::new(150, 2)
        );
    }

    /// An independent implementation of the grammar.
    fn is_well_formed(text: &str) -> bool {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let digits =
            |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        digits(whole) && digits(fraction) && (whole == "0" || !whole.starts_with('0'))
    }

    proptest! {
        #[test]
        fn parse_agrees_with_the_decimal_type(text in "(0|[1-9][0-9]{0,30}|00[0-9]{1,3})(\\.[0-9]{0,30})?|[-+0-9eE.,'_ ]{0,12}") {
            let exact = is_well_formed(&text).then(|| Decimal::from_str_exact(&text).ok()).flatten();
            let expected = exact.filter(|decimal| !decimal.is_zero());
            prop_assert_eq!(Amount::parse(&text).ok().map(Decimal::from), expected);
            prop_assert_eq!(Amount::check(&text).is_ok(), expected.is_some());
            if let (Ok(amount), Ok(digits)) = (Amount::parse(&text), Amount::check(&text)) {
                prop_assert_eq!(amount.to_string(), text);
                prop_assert_eq!(digits.decimals(), amount.decimals());
            }
        }

        #[test]
        fn suggested_amounts_are_valid(text in "\\PC{0,12}|[-+−]?[0-9]{1,4}(['’, .\u{a0}][0-9]{1,4}){0,3}") {
            if let Err(AmountError::LeadingZeros(offer) | AmountError::Negative(offer) | AmountError::Form(Some(offer))) = Amount::check(&text) {
                prop_assert!(Amount::check(&offer.to_string()).is_ok());
            }
        }
    }
}

#[cfg(test)]
mod other_forms {
    use super::*;

    fn amount(text: &str) -> Amount {
        Amount::parse(text).unwrap()
    }

    /// Compares debug output, because equality of amounts ignores trailing zeros.
    fn assert_error(text: &str, expected: AmountError) {
        assert_eq!(
            format!("{:?}", Amount::check(text)),
            format!("{:?}", Err::<(), _>(expected)),
            "{text:?}"
        );
    }

    #[test]
    fn suggests_the_only_possible_amount() {
        let rows = [
            ("1'234.50", "1234.50"),
            ("1’234’567.5", "1234567.5"),
            ("1'234", "1234"),
            ("1'234,50", "1234.50"),
            ("1 234.50", "1234.50"),
            ("1\u{a0}234\u{a0}567", "1234567"),
            ("1\u{202f}234,5", "1234.5"),
            ("1,234.50", "1234.50"),
            ("1,234,567.00", "1234567.00"),
            ("1.234,50", "1234.50"),
            ("1.234.567,5", "1234567.5"),
            ("12,50", "12.50"),
            ("1000,00", "1000.00"),
            ("0,5", "0.5"),
            ("+1", "1"),
            (" 1 ", "1"),
            ("1.50\n", "1.50"),
            (" 007.10", "7.10"),
        ];
        for (text, plain) in rows {
            assert_error(text, AmountError::Form(Some(amount(plain))));
        }
    }

    #[test]
    fn suggests_nothing_for_ambiguous_or_invalid_texts() {
        let texts = [
            "",
            " ",
            "-",
            "1,000",
            "1,234,567",
            "1.234.567",
            "1'23.50",
            "1'2345",
            "1''234",
            "1'234'",
            "'234",
            "12'34'567",
            "1.234'567",
            "1 234'567",
            "1,234.567.8",
            "1.",
            ".5",
            "1,",
            ",5",
            "12,500",
            "1_000",
            "1e3",
            "NaN",
            "0x1",
            "1.00 CHF",
            "(1.00)",
            "１２",
            "--1",
            "+-1",
            "-+1",
            "++1",
            "1-",
            "1/3",
            "1\0",
            "-abc",
            "1. 5",
            "0'000",
        ];
        for text in texts {
            assert_error(text, AmountError::Form(None));
        }
    }

    #[test]
    fn reports_a_minus_sign_with_the_positive_amount() {
        let rows = [
            ("-1", "1"),
            ("−12.50", "12.50"),
            ("- 5", "5"),
            (" -5", "5"),
            ("-1'234.50", "1234.50"),
            ("-007", "7"),
            ("-12,50", "12.50"),
        ];
        for (text, positive) in rows {
            assert_error(text, AmountError::Negative(amount(positive)));
        }
        assert_error("-79228162514264337593543950336", AmountError::TooLarge);
    }

    #[test]
    fn reports_leading_zeros_with_the_amount_without_them() {
        for (text, plain) in [
            ("007", "7"),
            ("01.00", "1.00"),
            ("00.50", "0.50"),
            ("0001.50", "1.50"),
        ] {
            assert_error(text, AmountError::LeadingZeros(amount(plain)));
        }
    }
}
