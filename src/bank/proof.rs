use std::collections::HashMap;

use rust_decimal::Decimal;

use super::profile::Order;
use crate::source::Span;

/// What the balances in a statement say about its bookings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Balance {
    /// Every balance follows from the one before it, as far as no rejected row stands between them.
    Proved,
    /// One doesn't.
    Broken,
    /// There are not two of them to compare.
    #[default]
    None,
}

impl Balance {
    /// The word for it in machine-readable output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Broken => "broken",
            Self::None => "none",
        }
    }
}

/// Where a balance stands: its cell, and the number of its row.
pub(super) type Place = (Span, usize);

/// A row that moved an account, or may yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moved {
    /// Positive for money in.
    pub(super) amount: Decimal,
    /// The balance that the bank prints beside it, and where.
    pub(super) balance: Option<(Decimal, Place)>,
    /// Whether it is not booked yet.
    pub(super) pending: bool,
}

/// Follows the running balance of each account through the rows, and the sum from the opening to the closing balance.
#[derive(Debug)]
pub(super) struct Proof {
    order: Order,
    chains: HashMap<String, Chain>,
    compared: usize,
    broken: usize,
    /// Whether a row could not be read, so that no sum is whole.
    lost: bool,
}

/// The last balance of an account, where it stands, and what moved between it and the next one. What moved is unknown
/// after a row that could not be read.
#[derive(Debug, Default)]
struct Chain {
    last: Option<(Decimal, Place)>,
    moved: Option<Decimal>,
    /// Everything that moved, without and with what is pending. Nothing where it is more than a decimal holds.
    sums: Option<[Decimal; 2]>,
}

impl Proof {
    pub(super) fn new(order: Order) -> Self {
        Self { order, chains: HashMap::new(), compared: 0, broken: 0, lost: false }
    }

    /// Takes the next row of an account in one currency. Gives the place of a balance that doesn't follow from its neighbour.
    pub(super) fn take(&mut self, account: &str, row: Moved) -> Option<Place> {
        let order = self.order;
        if !self.chains.contains_key(account) {
            let sums = Some([Decimal::ZERO; 2]);
            self.chains.insert(account.to_owned(), Chain { sums, ..Chain::default() });
        }
        let chain = self.chains.get_mut(account)?;
        chain.sums = chain.sums.and_then(|[booked, all]| {
            let booked = if row.pending { booked } else { booked.checked_add(row.amount)? };
            Some([booked, all.checked_add(row.amount)?])
        });
        // What is pending and has no balance is not counted by the bank either.
        if row.pending && row.balance.is_none() {
            return None;
        }
        let compared = chain.take(row, order)?;
        self.compared += 1;
        self.broken += usize::from(compared.is_err());
        compared.err()
    }

    /// A row that can't be read breaks off every comparison that would need it.
    pub(super) fn lose(&mut self) {
        for chain in self.chains.values_mut() {
            (chain.last, chain.moved) = (None, None);
        }
        self.lost = true;
    }

    /// Compares the opening balance and everything that moved with the closing balance, in a statement of one account and
    /// currency. Whether they agree.
    pub(super) fn close(&mut self, opening: Decimal, closing: Decimal) -> Option<bool> {
        let mut chains = self.chains.values();
        let chain = chains.next().filter(|_| !self.lost && chains.next().is_none())?;
        let agrees = chain.sums?.iter().any(|sum| opening.checked_add(*sum) == Some(closing));
        self.compared += 1;
        self.broken += usize::from(!agrees);
        Some(agrees)
    }

    pub(super) const fn verdict(&self) -> Balance {
        match (self.compared, self.broken) {
            (0, _) => Balance::None,
            (_, 0) => Balance::Proved,
            _ => Balance::Broken,
        }
    }
}

impl Chain {
    /// Whether the balance of this row follows, where it has one and there is one to compare it with.
    fn take(&mut self, row: Moved, order: Order) -> Option<Result<(), Place>> {
        match order {
            // The balance of a row stands after it.
            Order::OldestFirst => {
                self.moved = self.moved.and_then(|moved| moved.checked_add(row.amount));
                let (balance, place) = row.balance?;
                let last = self.last.replace((balance, place)).map(|(balance, _)| balance);
                let moved = self.moved.replace(Decimal::ZERO);
                let expected = last?.checked_add(moved?)?;
                Some(if expected == balance { Ok(()) } else { Err(place) })
            }
            // The row above is the later one, so its balance is the one that must follow from this row's.
            Order::NewestFirst => {
                let Some((balance, place)) = row.balance else {
                    self.moved = self.moved.and_then(|moved| moved.checked_add(row.amount));
                    return None;
                };
                let last = self.last.replace((balance, place));
                let moved = self.moved.replace(row.amount);
                let (later, later_place) = last?;
                let expected = balance.checked_add(moved?)?;
                Some(if expected == later { Ok(()) } else { Err(later_place) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows as amount and balance, `-` where there is none; a leading `p` is pending.
    fn follow(order: Order, rows: &[(&str, &str)]) -> (Vec<usize>, Balance) {
        let mut proof = Proof::new(order);
        let mut breaks = Vec::new();
        for (line, (amount, balance)) in rows.iter().enumerate() {
            let moved = Moved {
                amount: amount.trim_start_matches('p').parse().unwrap(),
                balance: balance.parse().ok().map(|balance| (balance, (Span::at(line), line))),
                pending: amount.starts_with('p'),
            };
            breaks.extend(proof.take("account", moved).map(|(span, _)| span.start));
        }
        (breaks, proof.verdict())
    }

    #[test]
    fn balances_are_followed_in_either_order() {
        let forward = [("10", "110"), ("-5", "105"), ("1", "-"), ("2", "108"), ("0", "108")];
        assert_eq!(follow(Order::OldestFirst, &forward), (vec![], Balance::Proved));
        let mut backward = forward;
        backward.reverse();
        // Read backward, the balance of the third row is missing at another place, and proves as well.
        assert_eq!(follow(Order::NewestFirst, &backward), (vec![], Balance::Proved));
    }

    #[test]
    fn a_break_is_where_the_balance_does_not_follow() {
        let forward = [("10", "110"), ("-5", "106"), ("1", "107")];
        assert_eq!(follow(Order::OldestFirst, &forward), (vec![1], Balance::Broken));
        let backward = [("1", "107"), ("-5", "106"), ("10", "110")];
        assert_eq!(follow(Order::NewestFirst, &backward), (vec![1], Balance::Broken));
    }

    #[test]
    fn what_is_pending_counts_where_the_bank_counts_it() {
        let counted = [("p-3", "104"), ("-3", "107"), ("10", "110")];
        assert_eq!(follow(Order::NewestFirst, &counted), (vec![], Balance::Proved));
        let uncounted = [("p-3", "-"), ("-3", "107"), ("10", "110")];
        assert_eq!(follow(Order::NewestFirst, &uncounted), (vec![], Balance::Proved));
    }

    #[test]
    fn one_balance_proves_nothing() {
        assert_eq!(follow(Order::NewestFirst, &[("10", "110"), ("5", "-")]).1, Balance::None);
        assert_eq!(follow(Order::OldestFirst, &[]).1, Balance::None);
    }

    #[test]
    fn opening_and_sum_are_the_closing_balance() {
        let mut proof = Proof::new(Order::NewestFirst);
        let moved = |amount: i64, pending| Moved { amount: Decimal::from(amount), balance: None, pending };
        proof.take("", moved(-7, false));
        proof.take("", moved(-2, true));
        assert_eq!(proof.close(Decimal::from(100), Decimal::from(91)), Some(true));
        assert_eq!(proof.close(Decimal::from(100), Decimal::from(93)), Some(true));
        assert_eq!(proof.close(Decimal::from(100), Decimal::from(92)), Some(false));
        proof.lose();
        assert_eq!(proof.close(Decimal::from(100), Decimal::from(93)), None);
    }
}
