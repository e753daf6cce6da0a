/// The lines of one entry, added up exactly: what the entry needs to be judged.
#[derive(Debug, Default)]
pub(super) struct EntryBalance {
    /// The number of lines.
    pub(super) lines: usize,
    /// Whether a line can't be added because its side, amount or currency has an error.
    has_unreadable_line: bool,
    currency: Option<[u8; 3]>,
    has_several_currencies: bool,
    /// Debits minus credits of usual amounts, in units of 10⁻⁶.
    usual: i128,
    /// Debits minus credits of other amounts, before the point and after it.
    whole: i128,
    /// In units of 10⁻²⁸.
    fraction: i128,
}

/// The number of decimals of a usual amount.
const USUAL_DECIMALS: usize = 6;
/// The maximum number of decimals of an amount.
const MAX_DECIMALS: usize = 28;

impl EntryBalance {
    /// Adds a line. `None` stands for a value with an error.
    pub(super) fn add(
        &mut self,
        is_debit: Option<bool>,
        amount: Option<&[u8]>,
        currency: Option<[u8; 3]>,
    ) {
        self.lines += 1;
        let added = (|| {
            let currency = currency?;
            self.has_several_currencies |= *self.currency.get_or_insert(currency) != currency;
            self.add_amount(amount?, is_debit?)
        })();
        self.has_unreadable_line |= added.is_none();
    }

    /// Adds an item of the list that is not a line.
    pub(super) const fn add_unreadable_line(&mut self) {
        (self.lines, self.has_unreadable_line) = (self.lines + 1, true);
    }

    fn add_amount(&mut self, amount: &[u8], is_debit: bool) -> Option<()> {
        let (is_negative, digits) = match amount {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let point = digits
            .iter()
            .position(|byte| *byte == b'.')
            .unwrap_or(digits.len());
        let (whole, fraction) = (
            digits.get(..point)?,
            digits.get(point + 1..).unwrap_or_default(),
        );
        let sign = if is_debit == is_negative { -1 } else { 1 };
        if whole.len() + USUAL_DECIMALS <= 18 && fraction.len() <= USUAL_DECIMALS {
            let number = |number: i64, digits: &[u8]| {
                digits.iter().fold(number, |number, digit| {
                    number * 10 + i64::from(digit.wrapping_sub(b'0'))
                })
            };
            let padding = 10_i64.pow(u32::try_from(USUAL_DECIMALS - fraction.len()).ok()?);
            self.usual = self.usual.checked_add(i128::from(
                sign * number(number(0, whole), fraction) * padding,
            ))?;
            return Some(());
        }
        self.whole = self.whole.checked_add(i128::from(sign) * parse(whole)?)?;
        let padding =
            10_i128.checked_pow(u32::try_from(MAX_DECIMALS.checked_sub(fraction.len())?).ok()?)?;
        self.fraction = self
            .fraction
            .checked_add(i128::from(sign) * parse(fraction)?.checked_mul(padding)?)?;
        Some(())
    }

    /// Returns whether the entry has lines in several currencies, so that nothing says in which of them it balances.
    pub(super) const fn has_several_currencies(&self) -> bool {
        self.has_several_currencies
    }

    /// Returns whether the debits and the credits of several lines in one currency differ.
    pub(super) const fn is_unbalanced(&self) -> bool {
        const UNIT: i128 = 10_i128.pow(28);
        const USUAL_UNIT: i128 = 10_i128.pow(6);
        // Both parts of the sum have the unit of the fraction, and the fraction carries into the whole.
        let fraction = self.fraction + self.usual % USUAL_UNIT * (UNIT / USUAL_UNIT);
        let whole = self.whole + self.usual / USUAL_UNIT + fraction / UNIT;
        let is_balanced = whole == 0 && fraction % UNIT == 0;
        self.lines > 1 && !self.has_several_currencies && !self.has_unreadable_line && !is_balanced
    }
}

fn parse(digits: &[u8]) -> Option<i128> {
    digits.iter().try_fold(0_i128, |number, digit| {
        number
            .checked_mul(10)?
            .checked_add(i128::from(digit.wrapping_sub(b'0')))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_decimal::Decimal;

    use super::*;

    fn balance(lines: &[(bool, &str)]) -> EntryBalance {
        let mut balance = EntryBalance::default();
        for (is_debit, amount) in lines {
            balance.add(Some(*is_debit), Some(amount.as_bytes()), Some(*b"CHF"));
        }
        balance
    }

    #[test]
    fn adds_amounts_of_any_length_exactly() {
        for (lines, is_unbalanced) in [
            (&[(true, "30"), (true, "35.00"), (false, "65")][..], false),
            (&[(true, "0.1"), (true, "0.2"), (false, "0.3")], false),
            (
                &[(true, "0.10"), (false, "0.1000000000000000000000000001")],
                true,
            ),
            (
                &[
                    (true, "79228162514264337593543950335"),
                    (false, "79228162514264337593543950335"),
                ],
                false,
            ),
            (
                &[
                    (true, "79228162514264337593543950335"),
                    (false, "79228162514264337593543950334"),
                ],
                true,
            ),
            (
                &[
                    (true, "0.9999999999999999999999999999"),
                    (true, "0.0000000000000000000000000001"),
                    (false, "1"),
                ],
                false,
            ),
            (&[(true, "-5"), (false, "-5")], false),
            (&[(true, "-5"), (false, "5")], true),
            (&[(true, "-5"), (true, "5")], false),
            (&[(true, "007"), (false, "7.0")], false),
            (&[(true, "5")], false),
            (&[], false),
        ] {
            assert_eq!(balance(lines).is_unbalanced(), is_unbalanced, "{lines:?}");
        }
    }

    #[test]
    fn judges_nothing_that_is_unknown() {
        let mut unknown = balance(&[(true, "5"), (false, "6")]);
        unknown.add(None, Some(b"1"), Some(*b"CHF"));
        assert!(!unknown.is_unbalanced());
        let mut several = balance(&[(true, "5"), (false, "6")]);
        several.add(Some(true), Some(b"1"), Some(*b"EUR"));
        assert!(!several.is_unbalanced() && several.has_several_currencies());
    }

    proptest! {
        #[test]
        fn agrees_with_decimals(lines in prop::collection::vec((any::<bool>(), "-?[0-9]{1,12}(\\.[0-9]{1,8})?"), 2..6)) {
            let sum: Decimal = lines.iter().map(|(is_debit, amount)| {
                let amount = Decimal::from_str_exact(amount).unwrap();
                if *is_debit { amount } else { -amount }
            }).sum();
            let mut balanced: Vec<(bool, &str)> = lines.iter().map(|(is_debit, amount)| (*is_debit, &**amount)).collect();
            prop_assert_eq!(balance(&balanced).is_unbalanced(), !sum.is_zero());
            let rest = sum.to_string();
            balanced.push((false, &rest));
            prop_assert!(!balance(&balanced).is_unbalanced());
        }
    }
}
