use std::collections::HashMap;
use std::rc::Rc;

use rust_decimal::Decimal;

use super::code::Code;
use super::movement::Movement;
use super::number::difference;
use super::profile::Order;
use super::proof::Balance;
use super::tally::{Tally, sum};
use crate::transactions::CreditDebit;
use crate::value::{Currency, Date};

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
    total: Total,
    credit: Option<Tally>,
    debit: Option<Tally>,
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

/// The totals of all accounts, in the order in which the file names them first.
#[derive(Debug, Default)]
pub(super) struct Totals {
    all: Vec<Running>,
    places: HashMap<String, usize>,
    recent: Option<(Rc<str>, Currency, usize)>,
}

impl Totals {
    /// Which of the totals is that of an account in a currency.
    pub(super) fn place(&mut self, account: &Rc<str>, currency: &Code<'_>) -> usize {
        // Most rows are of the account of the row before.
        if let Some((last, code, place)) = &self.recent
            && Rc::ptr_eq(last, account)
            && currency.known() == Some(*code)
        {
            return *place;
        }
        let place = self.look_up(account, currency);
        self.recent = currency.known().map(|code| (Rc::clone(account), code, place));
        place
    }

    fn look_up(&mut self, account: &str, currency: &str) -> usize {
        // A code has no blank, so no two pairs read the same.
        *self.places.entry(format!("{currency} {account}")).or_insert_with(|| {
            let total = Total {
                account: account.to_owned(),
                currency: currency.to_owned(),
                transactions: 0,
                credit: None,
                debit: None,
                first: None,
                last: None,
                opening: None,
                closing: None,
                balance: Balance::None,
            };
            let zero = Some(Tally::ZERO);
            self.all.push(Running { total, credit: zero, debit: zero, ends: Ends::default() });
            self.all.len() - 1
        })
    }

    /// Takes a booking.
    pub(super) fn take(&mut self, place: usize, movement: &Movement<'_>, day: Option<Date>) {
        let Some(Running { total, credit, debit, .. }) = self.all.get_mut(place) else { return };
        total.transactions += 1;
        let side = if movement.direction == CreditDebit::Credit { credit } else { debit };
        *side = side.and_then(|so_far| so_far.plus(movement.amount.into()));
        if let Some(day) = day {
            total.first = Some(total.first.map_or(day, |first| first.min(day)));
            total.last = Some(total.last.map_or(day, |last| last.max(day)));
        }
    }

    /// Follows the balance through a row, in the order of the file.
    pub(super) fn follow(&mut self, place: usize, amount: Decimal, balance: Option<Decimal>) {
        let Some(Running { ends, .. }) = self.all.get_mut(place) else { return };
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
    pub(super) fn close(&self, order: Order, reliable: bool, verdicts: &[Balance]) -> Vec<Total> {
        let booked = self.all.iter().enumerate().filter(|(_, running)| running.total.transactions > 0);
        let closed = booked.map(|(place, Running { total, credit, debit, ends })| {
            let mut total = total.clone();
            (total.credit, total.debit) = (credit.map(Decimal::from), debit.map(Decimal::from));
            total.balance = verdicts.get(place).copied().unwrap_or_default();
            if let Some((opening, closing)) = ends.bounds(order).filter(|_| reliable) {
                (total.opening, total.closing) = (opening, closing);
            }
            total
        });
        closed.collect()
    }
}

impl Ends {
    /// The balances before the first booking and after the last one.
    fn bounds(self, order: Order) -> Option<(Option<Decimal>, Option<Decimal>)> {
        let ((first, moved_first), (last, moved_last)) = (self.first?, self.last?);
        let before = |balance: Decimal, amount, further| difference(difference(balance, amount)?, further);
        (!self.lost).then(|| match order {
            Order::OldestFirst => (before(first, moved_first, self.above), sum(last, self.below)),
            Order::NewestFirst => (before(last, moved_last, self.below), sum(first, self.above)),
        })
    }
}
