use rust_decimal::Decimal;

use crate::value::Currency;

/// The exact sum of amounts. `Decimal` rounds a sum that has too many digits; this sum reports it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ExactSum {
    digits: i128,
    decimals: u32,
    is_too_large: bool,
}

impl ExactSum {
    pub(super) fn add(&mut self, amount: Decimal) {
        match self.try_add(amount.mantissa(), amount.scale()) {
            Some((digits, decimals)) => (self.digits, self.decimals) = (digits, decimals),
            None => self.is_too_large = true,
        }
    }

    fn try_add(&self, digits: i128, decimals: u32) -> Option<(i128, u32)> {
        let shift =
            |digits: i128, from: u32, to: u32| digits.checked_mul(10_i128.checked_pow(to - from)?);
        let all_decimals = self.decimals.max(decimals);
        let sum = shift(self.digits, self.decimals, all_decimals)?;
        Some((
            sum.checked_add(shift(digits, decimals, all_decimals)?)?,
            all_decimals,
        ))
    }

    /// Returns the sum, or `None` if it has more digits than a `Decimal` can hold.
    pub(super) fn total(self) -> Option<Decimal> {
        let (mut digits, mut decimals) =
            (!self.is_too_large).then_some((self.digits, self.decimals))?;
        loop {
            if let Ok(total) = Decimal::try_from_i128_with_scale(digits, decimals) {
                return Some(total);
            }
            if decimals == 0 || digits % 10 != 0 {
                return None;
            }
            (digits, decimals) = (digits / 10, decimals - 1);
        }
    }

    /// Returns whether the sum is zero, or `None` if it has more digits than can be held.
    pub(super) fn is_zero(self) -> Option<bool> {
        (!self.is_too_large).then_some(self.digits == 0)
    }
}

/// The exact sum of the amounts in each currency.
#[derive(Debug, Default)]
pub(super) struct CurrencySums(Vec<(Currency, ExactSum)>);

impl CurrencySums {
    pub(super) fn add(&mut self, currency: Currency, amount: Decimal) {
        match self.0.iter_mut().find(|(known, _)| *known == currency) {
            Some((_, sum)) => sum.add(amount),
            None => {
                let mut sum = ExactSum::default();
                sum.add(amount);
                self.0.push((currency, sum));
            }
        }
    }

    pub(super) fn currencies(&self) -> usize {
        self.0.len()
    }

    /// Returns the first currency whose sum is not zero, or too large to tell.
    pub(super) fn first_not_zero(&self) -> Option<(Currency, ExactSum)> {
        self.0
            .iter()
            .find(|(_, sum)| sum.is_zero() != Some(true))
            .copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sum(amounts: &[&str]) -> Option<String> {
        let mut sum = ExactSum::default();
        for amount in amounts {
            sum.add(Decimal::from_str_exact(amount).unwrap());
        }
        sum.total().map(|total| total.to_string())
    }

    #[test]
    fn a_sum_is_exact_or_too_large() {
        assert_eq!(sum(&[]).as_deref(), Some("0"));
        assert_eq!(sum(&["30", "35.00", "-0.5"]).as_deref(), Some("64.50"));
        assert_eq!(
            sum(&[
                "79228162514264337593543950335",
                "-79228162514264337593543950335"
            ])
            .as_deref(),
            Some("0")
        );
        assert_eq!(
            sum(&["7922816251426433759354395033.5", "0.00"]).as_deref(),
            Some("7922816251426433759354395033.5")
        );
        assert_eq!(
            sum(&["7922816251426433759354395033.5", "0.01"]),
            None,
            "`Decimal` would round it"
        );
        assert_eq!(sum(&["79228162514264337593543950335", "1"]), None);
        assert_eq!(
            sum(&[
                "79228162514264337593543950335",
                "0.0000000000000000000000000001",
                "-1"
            ]),
            None
        );
    }

    proptest! {
        #[test]
        fn sums_agree_with_the_decimal_type(amounts in proptest::collection::vec((any::<i32>(), 0_u32..6), 0..20)) {
            let amounts: Vec<Decimal> = amounts.into_iter().map(|(digits, scale)| Decimal::new(digits.into(), scale)).collect();
            let mut sum = ExactSum::default();
            for amount in &amounts {
                sum.add(*amount);
            }
            for amount in &amounts {
                sum.add(-*amount);
            }
            prop_assert_eq!(sum.is_zero(), Some(true));
            for amount in &amounts {
                sum.add(*amount);
            }
            prop_assert_eq!(sum.total(), Some(amounts.iter().sum()));
        }
    }
}
