use std::cmp::Ordering;

use rust_decimal::Decimal;

/// A decimal that is fast to add and compare: while its digits fit in a word, it is many times faster than [`Decimal`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum SmallDecimal {
    Small { digits: i64, decimals: u32 },
    Large(Decimal),
}

impl SmallDecimal {
    pub(crate) const ZERO: Self = Self::Small {
        digits: 0,
        decimals: 0,
    };

    /// Returns the sum, or `None` if it exceeds the range of [`Decimal`].
    #[inline]
    pub(crate) fn checked_add(self, other: Self) -> Option<Self> {
        self.add_small(other)
            .or_else(|| checked_sum(self.into(), other.into()).map(Self::from))
    }

    /// Returns the number with the opposite sign.
    pub(crate) fn negated(self) -> Self {
        match self {
            // The smallest integer has no opposite.
            Self::Small { digits, decimals } if digits != i64::MIN => Self::Small {
                digits: -digits,
                decimals,
            },
            number => Self::Large(-Decimal::from(number)),
        }
    }

    /// Returns the sum if both numbers and the sum are small.
    #[inline]
    fn add_small(self, other: Self) -> Option<Self> {
        match (self, other) {
            (
                Self::Small { digits, decimals },
                Self::Small {
                    digits: other_digits,
                    decimals: other_decimals,
                },
            ) if decimals == other_decimals => Some(Self::Small {
                digits: digits.checked_add(other_digits)?,
                decimals,
            }),
            // Zero adds no decimals.
            (Self::Small { digits: 0, .. }, Self::Small { .. }) => Some(other),
            (Self::Small { .. }, Self::Small { digits: 0, .. }) => Some(self),
            _ => {
                let (digits, other_digits, decimals) = self.aligned(other)?;
                Some(Self::Small {
                    digits: digits.checked_add(other_digits)?,
                    decimals,
                })
            }
        }
    }

    /// Whether two numbers with different decimals are equal.
    #[inline(never)]
    fn equals_aligned(self, other: Self) -> bool {
        match self.aligned(other) {
            Some((digits, other_digits, _)) => digits == other_digits,
            None => Decimal::from(self) == Decimal::from(other),
        }
    }

    /// Returns the digits of two small numbers at the larger number of decimals, and that number.
    #[inline]
    fn aligned(self, other: Self) -> Option<(i64, i64, u32)> {
        let Self::Small { digits, decimals } = self else {
            return None;
        };
        let Self::Small {
            digits: other_digits,
            decimals: other_decimals,
        } = other
        else {
            return None;
        };
        let append_zeros = |digits: i64, count: u32| digits.checked_mul(10_i64.checked_pow(count)?);
        match decimals.cmp(&other_decimals) {
            Ordering::Equal => Some((digits, other_digits, decimals)),
            Ordering::Less => Some((
                append_zeros(digits, other_decimals - decimals)?,
                other_digits,
                other_decimals,
            )),
            Ordering::Greater => Some((
                digits,
                append_zeros(other_digits, decimals - other_decimals)?,
                decimals,
            )),
        }
    }
}

impl PartialEq for SmallDecimal {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (
                Self::Small { digits, decimals },
                Self::Small {
                    digits: other_digits,
                    decimals: other_decimals,
                },
            ) if decimals == other_decimals => digits == other_digits,
            _ => self.equals_aligned(*other),
        }
    }
}

impl From<Decimal> for SmallDecimal {
    #[inline]
    fn from(number: Decimal) -> Self {
        let parts = number.unpack();
        match i64::try_from(u64::from(parts.mid) << 32 | u64::from(parts.lo)) {
            Ok(digits) if parts.hi == 0 => Self::Small {
                digits: if parts.negative { -digits } else { digits },
                decimals: parts.scale,
            },
            _ => Self::Large(number),
        }
    }
}

impl From<SmallDecimal> for Decimal {
    fn from(number: SmallDecimal) -> Self {
        match number {
            SmallDecimal::Small { digits, decimals } => Self::new(digits, decimals),
            SmallDecimal::Large(number) => number,
        }
    }
}

/// Returns the sum, or `None` if it exceeds the range of [`Decimal`]. Not inlined: `Decimal::checked_add` is large and would be
/// inlined into every caller.
#[inline(never)]
pub(crate) fn checked_sum(left: Decimal, right: Decimal) -> Option<Decimal> {
    small_sum(left, right).or_else(|| left.checked_add(right))
}

/// Returns the difference, or `None` if it exceeds the range of [`Decimal`]. Not inlined, like [`checked_sum`].
#[inline(never)]
pub(crate) fn checked_difference(left: Decimal, right: Decimal) -> Option<Decimal> {
    left.checked_sub(right)
}

/// Returns the sum of two small numbers, with the same number of decimals as `Decimal::checked_add`.
#[inline]
fn small_sum(left: Decimal, right: Decimal) -> Option<Decimal> {
    let (left, right, decimals) = SmallDecimal::from(left).aligned(right.into())?;
    let sum = left.checked_add(right)?;
    // A `Decimal` zero may have a sign, and adds no decimals.
    (left != 0 && right != 0 && sum != 0).then(|| Decimal::new(sum, decimals))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = Decimal> {
        let digits = prop_oneof![
            -9_i128..9,
            -99_999_i128..99_999,
            any::<i64>().prop_map(i128::from),
            Just((1 << 96) - 1)
        ];
        let decimals = prop_oneof![0_u32..4, Just(28)];
        (digits, decimals)
            .prop_map(|(digits, decimals)| Decimal::from_i128_with_scale(digits, decimals))
    }

    proptest! {
        #[test]
        fn sums_and_comparisons_equal_those_of_decimal(numbers in prop::collection::vec(number(), 1..6)) {
            let sum = numbers.iter().try_fold(Decimal::ZERO, |sum, number| checked_sum(sum, *number));
            let small = numbers.iter().try_fold(SmallDecimal::ZERO, |sum, number| sum.checked_add((*number).into()));
            prop_assert_eq!(small.map(Decimal::from), sum);
            for (left, right) in numbers.iter().zip(numbers.iter().skip(1)) {
                prop_assert_eq!(SmallDecimal::from(*left) == SmallDecimal::from(*right), left == right);
            }
        }

        #[test]
        fn sums_of_amounts_have_the_decimals_of_decimal(numbers in prop::collection::vec(number(), 1..6)) {
            let amounts: Vec<Decimal> = numbers.iter().map(Decimal::abs).filter(|amount| !amount.is_zero()).collect();
            let sum = amounts.iter().try_fold(Decimal::ZERO, |sum, amount| sum.checked_add(*amount));
            let small = amounts.iter().try_fold(SmallDecimal::ZERO, |sum, amount| sum.checked_add((*amount).into()));
            prop_assert_eq!(small.map(|small| Decimal::from(small).serialize()), sum.map(|sum| sum.serialize()));
        }

        #[test]
        fn small_sums_equal_those_of_decimal(left in any::<i64>(), right in prop_oneof![any::<i64>(), -9_i64..9], scales in (0_u32..4, 0_u32..4)) {
            let (left, right) = (Decimal::new(left, scales.0), Decimal::new(right, scales.1));
            if let Some(sum) = small_sum(left, right) {
                prop_assert_eq!(sum.serialize(), (left + right).serialize());
            }
        }
    }

    #[test]
    fn zero_adds_no_decimals() {
        let sum =
            |left: Decimal, right: Decimal| checked_sum(left, right).map(|sum| sum.to_string());
        assert_eq!(sum(Decimal::ONE, Decimal::new(0, 1)).as_deref(), Some("1"));
        assert_eq!(
            sum(Decimal::ONE, Decimal::new(10, 1)).as_deref(),
            Some("2.0")
        );
    }
}
