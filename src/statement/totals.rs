use rust_decimal::Decimal;

use super::entry::Amount;
use super::owners::Owners;
use super::proof::{Balance, Order};
use super::small_decimal::{SmallDecimal, difference, sum};
use crate::transactions::CreditDebit;
use crate::value::Date;

/// What a statement came to on one account in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Total {
    /// The account, as in the transactions.
    pub account: String,
    /// The currency, as in the transactions.
    pub currency: String,
    /// How many transactions there are.
    pub transactions: usize,
    /// Money in. None where it is more than a decimal holds.
    pub credit: Option<Decimal>,
    /// Money out, positive.
    pub debit: Option<Decimal>,
    /// The day of the first booking.
    pub first: Option<Date>,
    /// The day of the last one.
    pub last: Option<Date>,
    /// The balance before the first booking, where the statement tells it.
    pub opening: Option<Decimal>,
    /// The balance after the last one.
    pub closing: Option<Decimal>,
    /// What the balances say about the bookings.
    pub balance: Balance,
}

/// A total that is being made.
#[derive(Debug)]
struct Running {
    transactions: usize,
    credit: Option<SmallDecimal>,
    debit: Option<SmallDecimal>,
    first: Option<Date>,
    last: Option<Date>,
    ends: Ends,
}

/// The first and the last balance in the file, and what moved above the one and below the other.
#[derive(Debug, Clone, Copy, Default)]
struct Ends {
    above: Decimal,
    first: Option<(Decimal, Decimal)>,
    last: Option<(Decimal, Decimal)>,
    below: Decimal,
    /// Whether a row could not be read, or the sums are more than a decimal holds.
    lost: bool,
}

/// The totals of all owners, in the order in which the file names them first.
#[derive(Debug, Default)]
pub(super) struct Totals {
    all: Vec<Running>,
}

impl Totals {
    /// Takes a booked entry that becomes a transaction.
    pub(super) fn take(&mut self, owner: usize, amount: &Amount, day: Option<Date>) {
        let Some(total) = self.all.get_mut(owner) else { return };
        total.transactions += 1;
        let side = if amount.direction == CreditDebit::Credit { &mut total.credit } else { &mut total.debit };
        *side = side.and_then(|so_far| so_far.plus(amount.value.into()));
        if let Some(day) = day {
            total.first = Some(total.first.map_or(day, |first| first.min(day)));
            total.last = Some(total.last.map_or(day, |last| last.max(day)));
        }
    }

    /// Follows the balance through an entry, in the order of the file, unless the bank does not count the entry.
    pub(super) fn follow(&mut self, owner: usize, amount: Decimal, balance: Option<Decimal>, counts: bool) {
        if self.all.len() <= owner {
            let zero = Some(SmallDecimal::ZERO);
            let ends = Ends::default();
            let empty = || Running { transactions: 0, credit: zero, debit: zero, first: None, last: None, ends };
            self.all.resize_with(owner + 1, empty);
        }
        let Some(Running { ends, .. }) = self.all.get_mut(owner).filter(|_| counts) else { return };
        if let Some(balance) = balance {
            ends.first = ends.first.or(Some((balance, amount)));
            ends.last = Some((balance, amount));
            ends.below = Decimal::ZERO;
            return;
        }
        let moved = if ends.first.is_none() { &mut ends.above } else { &mut ends.below };
        match sum(*moved, amount) {
            Some(more) => *moved = more,
            None => ends.lost = true,
        }
    }

    /// The totals, now that the rows are known: their order, whether the balances can be relied on, and what these say.
    pub(super) fn close(&self, owners: &Owners<'_>, order: Order, reliable: bool, verdicts: &[Balance]) -> Vec<Total> {
        let booked = self.all.iter().enumerate().filter(|(_, total)| total.transactions > 0);
        let closed = booked.map(|(number, total)| {
            let (_, account, currency) = owners.get(number);
            let [opening, closing] = total.ends.bounds(order).filter(|_| reliable).unwrap_or_default();
            Total {
                account: account.to_owned(),
                currency: currency.to_string(),
                transactions: total.transactions,
                credit: total.credit.map(Decimal::from),
                debit: total.debit.map(Decimal::from),
                first: total.first,
                last: total.last,
                opening,
                closing,
                balance: verdicts.get(number).copied().unwrap_or_default(),
            }
        });
        closed.collect()
    }
}

impl Ends {
    /// The balances before the first booking and after the last one.
    fn bounds(self, order: Order) -> Option<[Option<Decimal>; 2]> {
        let ((first, moved_first), (last, moved_last)) = (self.first?, self.last?);
        let before = |balance: Decimal, amount, further| difference(difference(balance, amount)?, further);
        (!self.lost).then(|| match order {
            Order::OldestFirst => [before(first, moved_first, self.above), sum(last, self.below)],
            Order::NewestFirst => [before(last, moved_last, self.below), sum(first, self.above)],
        })
    }
}
