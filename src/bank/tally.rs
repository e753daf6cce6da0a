use std::cmp::Ordering;

use rust_decimal::Decimal;

use super::number;

/// A number that is added up and compared again and again: as its digits, as long as they fit in a word, which is many times faster than a decimal.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tally {
    Small { digits: i64, decimals: u32 },
    Large(Decimal),
}

impl Tally {
    pub(super) const ZERO: Self = Self::Small { digits: 0, decimals: 0 };

    /// The sum of two; nothing where it is more than a decimal holds.
    #[inline]
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        self.plainly_plus(other).or_else(|| number::sum(self.into(), other.into()).map(Self::from))
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

impl PartialEq for Tally {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match self.aligned(*other) {
            Some((one, two, _)) => one == two,
            None => Decimal::from(*self) == Decimal::from(*other),
        }
    }
}

impl From<Decimal> for Tally {
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

impl From<Tally> for Decimal {
    fn from(tally: Tally) -> Self {
        match tally {
            Tally::Small { digits, decimals } => Self::new(digits, decimals),
            Tally::Large(number) => number,
        }
    }
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
            let sum = numbers.iter().try_fold(Decimal::ZERO, |sum, number| number::sum(sum, *number));
            let tally = numbers.iter().try_fold(Tally::ZERO, |sum, number| sum.plus((*number).into()));
            prop_assert_eq!(tally.map(Decimal::from), sum);
            for (one, other) in numbers.iter().zip(numbers.iter().skip(1)) {
                prop_assert_eq!(Tally::from(*one) == Tally::from(*other), one == other);
            }
        }
    }
}
