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
