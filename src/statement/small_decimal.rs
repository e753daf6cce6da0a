use std::cmp::Ordering;

use rust_decimal::Decimal;

/// A number that is added up and compared again and again: as its digits, as long as they fit in a word, which is many times faster than a decimal.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SmallDecimal {
    Small { digits: i64, decimals: u32 },
    Large(Decimal),
}

impl SmallDecimal {
    pub(crate) const ZERO: Self = Self::Small { digits: 0, decimals: 0 };

    /// The sum of two; nothing where it is more than a decimal holds.
    #[inline]
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        self.plainly_plus(other).or_else(|| sum(self.into(), other.into()).map(Self::from))
    }

    #[inline]
    fn plainly_plus(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Small { digits: one, decimals }, Self::Small { digits: two, decimals: of_other })
                if decimals == of_other =>
            {
                Some(Self::Small { digits: one.checked_add(two)?, decimals })
            }
            // Zero adds no decimals.
            (Self::Small { digits: 0, .. }, Self::Small { .. }) => Some(other),
            (Self::Small { .. }, Self::Small { digits: 0, .. }) => Some(self),
            _ => {
                let (one, two, decimals) = self.aligned(other)?;
                Some(Self::Small { digits: one.checked_add(two)?, decimals })
            }
        }
    }

    #[inline(never)]
    fn is_number(self, other: Self) -> bool {
        match self.aligned(other) {
            Some((one, two, _)) => one == two,
            None => Decimal::from(self) == Decimal::from(other),
        }
    }

    /// The digits of two, with as many decimals as one of them has.
    #[inline]
    fn aligned(self, other: Self) -> Option<(i64, i64, u32)> {
        let (Self::Small { digits, decimals }, Self::Small { digits: two, decimals: of_other }) = (self, other) else {
            return None;
        };
        let lengthened = |digits: i64, lacking: u32| digits.checked_mul(10_i64.checked_pow(lacking)?);
        match decimals.cmp(&of_other) {
            Ordering::Equal => Some((digits, two, decimals)),
            Ordering::Less => Some((lengthened(digits, of_other - decimals)?, two, of_other)),
            Ordering::Greater => Some((digits, lengthened(two, decimals - of_other)?, decimals)),
        }
    }
}

impl PartialEq for SmallDecimal {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Small { digits, decimals }, Self::Small { digits: two, decimals: of_other })
                if decimals == of_other =>
            {
                digits == two
            }
            _ => self.is_number(*other),
        }
    }
}

impl From<Decimal> for SmallDecimal {
    #[inline]
    fn from(number: Decimal) -> Self {
        let parts = number.unpack();
        match i64::try_from(u64::from(parts.mid) << 32 | u64::from(parts.lo)) {
            Ok(digits) if parts.hi == 0 => {
                Self::Small { digits: if parts.negative { -digits } else { digits }, decimals: parts.scale }
            }
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

/// The sum of two numbers; nothing where it is more than a decimal holds. The library's sum is put whole into every place that calls it.
#[inline(never)]
pub(crate) fn sum(one: Decimal, other: Decimal) -> Option<Decimal> {
    plain_sum(one, other).or_else(|| one.checked_add(other))
}

/// The difference of two numbers; nothing where it is more than a decimal holds.
#[inline(never)]
pub(crate) fn difference(one: Decimal, other: Decimal) -> Option<Decimal> {
    one.checked_sub(other)
}

/// The sum of two numbers that are as small as amounts are, with the decimals that the library gives it.
#[inline]
fn plain_sum(one: Decimal, other: Decimal) -> Option<Decimal> {
    let (one, other, decimals) = SmallDecimal::from(one).aligned(other.into())?;
    let sum = one.checked_add(other)?;
    // Zero may have a sign, and adds no decimals.
    (one != 0 && other != 0 && sum != 0).then(|| Decimal::new(sum, decimals))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = Decimal> {
        let digits =
            prop_oneof![-9_i128..9, -99_999_i128..99_999, any::<i64>().prop_map(i128::from), Just((1 << 96) - 1)];
        let decimals = prop_oneof![0_u32..4, Just(28)];
        (digits, decimals).prop_map(|(digits, decimals)| Decimal::from_i128_with_scale(digits, decimals))
    }

    proptest! {
        #[test]
        fn it_is_the_number(numbers in prop::collection::vec(number(), 1..6)) {
            let sum = numbers.iter().try_fold(Decimal::ZERO, |sum, number| super::sum(sum, *number));
            let number = numbers.iter().try_fold(SmallDecimal::ZERO, |sum, number| sum.plus((*number).into()));
            prop_assert_eq!(number.map(Decimal::from), sum);
            for (one, other) in numbers.iter().zip(numbers.iter().skip(1)) {
                prop_assert_eq!(SmallDecimal::from(*one) == SmallDecimal::from(*other), one == other);
            }
        }

        #[test]
        fn amounts_are_added_up_with_their_decimals(numbers in prop::collection::vec(number(), 1..6)) {
            let amounts: Vec<Decimal> = numbers.iter().map(Decimal::abs).filter(|amount| !amount.is_zero()).collect();
            let sum = amounts.iter().try_fold(Decimal::ZERO, |sum, amount| sum.checked_add(*amount));
            let number = amounts.iter().try_fold(SmallDecimal::ZERO, |sum, amount| sum.plus((*amount).into()));
            prop_assert_eq!(number.map(|number| Decimal::from(number).serialize()), sum.map(|sum| sum.serialize()));
        }

        #[test]
        fn a_plain_sum_is_the_sum(one in any::<i64>(), other in prop_oneof![any::<i64>(), -9_i64..9], scales in (0_u32..4, 0_u32..4)) {
            let (one, other) = (Decimal::new(one, scales.0), Decimal::new(other, scales.1));
            if let Some(sum) = plain_sum(one, other) {
                prop_assert_eq!(sum.serialize(), (one + other).serialize());
            }
        }
    }

    #[test]
    fn zero_adds_no_decimals() {
        let shown = |one: Decimal, other: Decimal| sum(one, other).map(|sum| sum.to_string());
        assert_eq!(shown(Decimal::ONE, Decimal::new(0, 1)).as_deref(), Some("1"));
        assert_eq!(shown(Decimal::ONE, Decimal::new(10, 1)).as_deref(), Some("2.0"));
    }
}
