use std::fmt;

use rust_decimal::Decimal;

use super::amount::split_at_point;
use super::error::error_enum;

/// An amount of a journal line: exact, with or without a minus sign, possibly zero, with the decimals as written.
///
/// Its limits are those of an [`Amount`](super::Amount). Amounts of the same value are equal: `1.10` equals `1.1`.
///
/// ```
/// use universal_accounting::value::{SignedAmount, SignedAmountError};
///
/// assert_eq!(SignedAmount::parse("-1234.50")?.to_string(), "-1234.50");
/// assert_eq!(SignedAmount::parse("1'234.50"), Err(SignedAmountError::Form));
/// # Ok::<(), SignedAmountError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignedAmount(Decimal);

error_enum! {
    /// The reason why a text is not an amount of a journal line.
    pub enum SignedAmountError {
        /// More digits than 96 bits or 28 decimals can hold.
        TooLong => "the amount has more digits than can be held exactly: 28 decimals and about 28 digits in all",
        /// Not digits with at most one point between them, after an optional minus sign.
        Form => "an amount is digits with at most one point between them, after a minus sign if it is negative",
    }
}

impl SignedAmount {
    /// Parses digits with at most one point between them, after an optional minus sign: no plus sign, exponent or separator.
    ///
    /// # Errors
    ///
    /// The text has another form, or more digits than an amount can hold.
    pub fn parse(text: &str) -> Result<Self, SignedAmountError> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        split_at_point(digits).ok_or(SignedAmountError::Form)?;
        Decimal::from_str_exact(text)
            .map(Self)
            .map_err(|_| SignedAmountError::TooLong)
    }

    /// Checks a text as [`SignedAmount::parse`] does, without building a decimal number from a usual amount.
    ///
    /// # Errors
    ///
    /// The same errors as [`SignedAmount::parse`].
    #[inline]
    pub(crate) fn check(text: &str) -> Result<(), SignedAmountError> {
        /// Any number with so many characters fits.
        const MAX_USUAL_LENGTH: usize = 28;

        let digits = text.strip_prefix('-').unwrap_or(text);
        split_at_point(digits).ok_or(SignedAmountError::Form)?;
        if digits.len() <= MAX_USUAL_LENGTH {
            Ok(())
        } else {
            Self::parse(text).map(drop)
        }
    }

    /// Returns whether the amount is zero, with or without a sign.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    /// Returns whether the amount is less than zero.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0.is_sign_negative() && !self.0.is_zero()
    }
}

impl From<Decimal> for SignedAmount {
    fn from(decimal: Decimal) -> Self {
        Self(decimal)
    }
}

impl From<SignedAmount> for Decimal {
    fn from(amount: SignedAmount) -> Self {
        amount.0
    }
}

impl fmt::Display for SignedAmount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accepts_decimals_with_or_without_a_sign() {
        for text in [
            "0",
            "-0",
            "30",
            "0.50",
            "-12.345",
            "007",
            "79228162514264337593543950335",
            "0.0000000000000000000000000001",
        ] {
            let amount = SignedAmount::parse(text).unwrap();
            assert_eq!(
                Decimal::from(amount),
                Decimal::from_str_exact(text).unwrap(),
                "{text}"
            );
            assert_eq!(SignedAmount::check(text), Ok(()));
        }
        for text in [
            "",
            "-",
            "+1",
            "1.",
            ".5",
            "1e3",
            " 1",
            "1 ",
            "1,5",
            "1'000",
            "--1",
            "\u{2212}1",
            "1.2.3",
            "١",
        ] {
            assert_eq!(
                SignedAmount::parse(text),
                Err(SignedAmountError::Form),
                "{text}"
            );
            assert_eq!(
                SignedAmount::check(text),
                Err(SignedAmountError::Form),
                "{text}"
            );
        }
        for text in [
            "79228162514264337593543950336",
            "0.00000000000000000000000000001",
        ] {
            assert_eq!(
                SignedAmount::parse(text),
                Err(SignedAmountError::TooLong),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn checking_finds_the_same_errors_as_parsing(text in "-?[0-9]{0,30}(\\.[0-9]{0,30})?") {
            prop_assert_eq!(SignedAmount::check(&text), SignedAmount::parse(&text).map(drop));
        }
    }
}
