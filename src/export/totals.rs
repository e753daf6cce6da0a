use rust_decimal::Decimal;

use super::accounts::Accounts;
use crate::journal::Side;
use crate::value::Currency;

/// What was posted to an account in a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccountTotal {
    /// The number of the account.
    pub number: String,
    /// The external id of the account, if several accounts have the number.
    pub external_id: Option<String>,
    /// The currency.
    pub currency: Currency,
    /// The number of amounts: lines of the journal, or rows of the output that name the account.
    pub amounts: usize,
    /// The exact sum of the debits, or `None` if it has more digits than can be held.
    pub debits: Option<Decimal>,
    /// The exact sum of the credits, or `None` if it has more digits than can be held.
    pub credits: Option<Decimal>,
}

/// Sums amounts by account and currency.
#[derive(Debug)]
pub(super) struct Totals {
    /// The totals of each account, by its index.
    accounts: Vec<Vec<Total>>,
}

#[derive(Debug)]
struct Total {
    currency: Currency,
    amounts: usize,
    debits: ExactSum,
    credits: ExactSum,
}

impl Totals {
    pub(super) fn new(accounts: &Accounts<'_>) -> Self {
        Self {
            accounts: accounts.iter().map(|_| Vec::new()).collect(),
        }
    }

    pub(super) fn add(&mut self, account: usize, side: Side, amount: Decimal, currency: Currency) {
        let Some(totals) = self.accounts.get_mut(account) else {
            return;
        };
        let sums = |total: &mut Total| {
            total.amounts += 1;
            match side {
                Side::Debit => total.debits.add(amount),
                Side::Credit => total.credits.add(amount),
            }
        };
        match totals.iter_mut().find(|total| total.currency == currency) {
            Some(total) => sums(total),
            None => {
                let (debits, credits) = Default::default();
                let mut total = Total {
                    currency,
                    amounts: 0,
                    debits,
                    credits,
                };
                sums(&mut total);
                totals.push(total);
            }
        }
    }

    /// Returns the totals, sorted by account and currency.
    pub(super) fn finish(self, accounts: &Accounts<'_>) -> Vec<AccountTotal> {
        let mut list = Vec::new();
        for (account, totals) in accounts.iter().zip(self.accounts) {
            list.extend(totals.into_iter().map(|total| AccountTotal {
                number: account.number.to_owned(),
                external_id: account.shared_number_id().map(str::to_owned),
                currency: total.currency,
                amounts: total.amounts,
                debits: total.debits.total(),
                credits: total.credits.total(),
            }));
        }
        list.sort_by(|one, other| {
            let key = |total: &AccountTotal| {
                (
                    total.number.clone(),
                    total.external_id.clone(),
                    total.currency,
                )
            };
            key(one).cmp(&key(other))
        });
        list
    }
}

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
