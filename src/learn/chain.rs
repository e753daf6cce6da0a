use rust_decimal::Decimal;

use super::numbers::NumberColumn;

/// Whether the balance of a row includes its own booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BalanceTime {
    /// The balance after the booking, as nearly all banks print it.
    After,
    /// The balance before the booking.
    Before,
}

/// The rows in an order of time: for each account the indexes of its rows, the oldest first.
pub(super) type Sequence = Vec<Vec<usize>>;

/// What balances show of a reading that satisfies all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Proof {
    /// The number of steps from balance to balance that move money.
    pub(super) moving: usize,
    pub(super) has_credits: bool,
    pub(super) has_debits: bool,
    /// Whether each row but the first of an account lies between two balances.
    pub(super) is_complete: bool,
}

/// Compares every balance with the one before it and the amounts between them, in exact decimals. Returns `None` at the first that differs, or at a row without
/// a readable amount.
pub(super) fn check(
    sequence: &Sequence,
    balances: &NumberColumn,
    time: BalanceTime,
    amount: &dyn Fn(usize) -> Option<Decimal>,
) -> Option<Proof> {
    let mut proof = Proof {
        is_complete: true,
        ..Proof::default()
    };
    for rows in sequence {
        let mut last: Option<Decimal> = None;
        let (mut sum, mut open) = (Decimal::ZERO, 0);
        for (position, row) in rows.iter().enumerate() {
            let moved = amount(*row)?;
            if time == BalanceTime::After {
                sum = sum.checked_add(moved)?;
                open += usize::from(!moved.is_zero());
            }
            if let Some(balance) = balances.values.get(*row).copied().flatten() {
                match last {
                    Some(last) if last.checked_add(sum)? != balance => return None,
                    Some(_) => proof.count(sum),
                    // Only the oldest row may lack a balance before it.
                    None => proof.is_complete &= open == 0 || position == 0,
                }
                (last, sum, open) = (Some(balance), Decimal::ZERO, 0);
            }
            if time == BalanceTime::Before {
                sum = sum.checked_add(moved)?;
                open += usize::from(!moved.is_zero());
            }
        }
        let may_be_open = usize::from(time == BalanceTime::Before);
        proof.is_complete &= open <= may_be_open;
    }
    Some(proof)
}

impl Proof {
    fn count(&mut self, sum: Decimal) {
        if !sum.is_zero() {
            self.moving += 1;
            self.has_credits |= sum.is_sign_positive();
            self.has_debits |= sum.is_sign_negative();
        }
    }

    /// Whether so much money moved, in both directions, that chance explains nothing.
    pub(super) fn is_strong(&self) -> bool {
        self.moving >= 3 && self.has_credits && self.has_debits && self.is_complete
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::learn::numbers::NumberStyle;

    fn balances(values: Vec<Option<Decimal>>) -> NumberColumn {
        NumberColumn {
            column: 0,
            values,
            style: NumberStyle::default(),
        }
    }

    fn prove(
        amounts: &[Decimal],
        values: Vec<Option<Decimal>>,
        time: BalanceTime,
    ) -> Option<Proof> {
        let sequence = vec![(0..amounts.len()).collect()];
        let amount = |row: usize| amounts.get(row).copied();
        check(&sequence, &balances(values), time, &amount)
    }

    proptest! {
        /// Balances that follow from the amounts prove them, and no other balance in any row does.
        #[test]
        fn balances_prove_amounts(
            amounts in prop::collection::vec(-500_i64..500, 2..12),
            has_balance in prop::collection::vec(any::<bool>(), 12),
            wrong in any::<prop::sample::Index>(),
            is_after in any::<bool>(),
        ) {
            let amounts: Vec<Decimal> = amounts.into_iter().map(|cents| Decimal::new(cents, 2)).collect();
            let time = if is_after { BalanceTime::After } else { BalanceTime::Before };
            let mut sum = Decimal::new(1000, 0);
            let mut values = Vec::new();
            for (amount, has_balance) in amounts.iter().zip(has_balance) {
                let before = sum;
                sum += *amount;
                values.push(has_balance.then_some(if is_after { sum } else { before }));
            }
            prop_assert!(prove(&amounts, values.clone(), time).is_some());
            let known: Vec<usize> = (0..values.len()).filter(|row| values[*row].is_some()).collect();
            if known.len() > 1 {
                let row = known[wrong.index(known.len())];
                values[row] = values[row].map(|balance| balance + Decimal::ONE);
                prop_assert_eq!(prove(&amounts, values, time), None);
            }
        }
    }

    #[test]
    fn a_strong_proof_moves_money_both_ways_between_all_balances() {
        let numbers = |values: &[i64]| {
            values
                .iter()
                .map(|value| Decimal::from(*value))
                .collect::<Vec<_>>()
        };
        let known = |values: &[i64]| {
            values
                .iter()
                .map(|value| Some(Decimal::from(*value)))
                .collect::<Vec<_>>()
        };
        let is_strong = |amounts: &[i64], values: Vec<Option<Decimal>>| {
            prove(&numbers(amounts), values, BalanceTime::After)
                .is_some_and(|proof| proof.is_strong())
        };
        assert!(is_strong(&[10, -3, 5, -1], known(&[10, 7, 12, 11])));
        // All of it goes in, or too little moves.
        assert!(!is_strong(&[10, 3, 5, 1], known(&[10, 13, 18, 19])));
        assert!(!is_strong(&[10, -3, 5], known(&[10, 7, 12])));
        // The last row has no balance after it.
        let mut open = known(&[10, 7, 12, 11]);
        open.push(None);
        assert!(!is_strong(&[10, -3, 5, -1, 4], open));
    }
}
