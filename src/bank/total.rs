use std::collections::HashMap;

use rust_decimal::Decimal;

use super::movement::Movement;
use super::profile::Order;
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
    ends: Ends,
}

/// The first and the last balance in the file, and what moved above the one and below the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Ends {
    above: Decimal,
    first: Option<(Decimal, Decimal)>,
    last: Option<(Decimal, Decimal)>,
    below: Decimal,
    /// Whether a row could not be read, or the sums are more than a decimal holds.
    lost: bool,
}

/// The totals of all accounts, in the order in which the file names them first.
#[derive(Debug, Default)]
pub(super) struct Totals {
    all: Vec<Total>,
    places: HashMap<String, usize>,
}

impl Totals {
    fn of(&mut self, account: &str, currency: &str) -> Option<&mut Total> {
        // A code has no blank, so no two pairs read the same.
        let index = *self.places.entry(format!("{currency} {account}")).or_insert_with(|| {
            self.all.push(Total {
                account: account.to_owned(),
                currency: currency.to_owned(),
                transactions: 0,
                credit: Some(Decimal::ZERO),
                debit: Some(Decimal::ZERO),
                first: None,
                last: None,
                opening: None,
                closing: None,
                ends: Ends::default(),
            });
            self.all.len() - 1
        });
        self.all.get_mut(index)
    }

    /// Takes a booking.
    pub(super) fn take(&mut self, account: &str, currency: &str, movement: &Movement<'_>, day: Option<Date>) {
        let Some(total) = self.of(account, currency) else { return };
        total.transactions += 1;
        let side = if movement.direction == CreditDebit::Credit { &mut total.credit } else { &mut total.debit };
        *side = side.and_then(|sum| sum.checked_add(movement.amount));
        total.first = total.first.into_iter().chain(day).min();
        total.last = total.last.into_iter().chain(day).max();
    }

    /// Follows the balance through a row, in the order of the file.
    pub(super) fn follow(&mut self, account: &str, currency: &str, amount: Decimal, balance: Option<Decimal>) {
        let Some(ends) = self.of(account, currency).map(|total| &mut total.ends) else { return };
        if let Some(balance) = balance {
            ends.first = ends.first.or(Some((balance, amount)));
            ends.last = Some((balance, amount));
            ends.below = Decimal::ZERO;
            return;
        }
        let sum = if ends.first.is_none() { &mut ends.above } else { &mut ends.below };
        match sum.checked_add(amount) {
            Some(more) => *sum = more,
            None => ends.lost = true,
        }
    }

    /// The totals, now that the order of the rows is known, and whether their balances can be relied on.
    pub(super) fn close(self, order: Order, reliable: bool) -> Vec<Total> {
        let mut totals = self.all;
        totals.retain(|total| total.transactions > 0);
        for total in totals.iter_mut().filter(|total| reliable && !total.ends.lost) {
            let Ends { above, first, last, below, .. } = total.ends;
            let (Some((first, moved_first)), Some((last, moved_last))) = (first, last) else { continue };
            let before = |balance: Decimal, amount, further| balance.checked_sub(amount)?.checked_sub(further);
            (total.opening, total.closing) = match order {
                Order::OldestFirst => (before(first, moved_first, above), last.checked_add(below)),
                Order::NewestFirst => (before(last, moved_last, below), first.checked_add(above)),
            };
        }
        totals
    }
}
