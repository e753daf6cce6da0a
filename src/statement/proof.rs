use std::collections::HashMap;

use rust_decimal::Decimal;

use super::small_decimal::SmallDecimal;
use crate::configuration::words;
use crate::source::{Span, bytes_equal, named_enum};

named_enum! {
    /// What the balances in a statement say about its bookings.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum Balance {
        /// Every balance follows from the one before it, as far as no rejected row stands between them.
        Proved = "proved",
        /// One doesn't.
        Broken = "broken",
        /// There are not two of them to compare.
        #[default]
        None = "none",
    }
    /// The word for it in machine-readable output.
    as_str
}

words! {
    /// In which order the rows stand.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum Order {
        /// The last booking first.
        #[default]
        NewestFirst = "newest-first",
        /// The first booking first.
        OldestFirst = "oldest-first",
    }
}

words! {
    /// What a running balance stands after.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum Balances {
        /// Its own row.
        #[default]
        PerRow = "per-row",
        /// All rows next to each other that have the same.
        PerBatch = "per-batch",
    }
}

words! {
    /// An end of a statement.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Bound {
        /// Before the first booking.
        Opening = "opening",
        /// After the last one.
        Closing = "closing",
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
///
/// Exports of one format come in either order, so both are followed, and the one that holds better counts; where neither
/// does, the one that the format declares.
#[derive(Debug, Default)]
pub(super) struct Proof {
    declared: Order,
    balances: Balances,
    /// By the account in its currency, and its pocket: each has a balance of its own.
    accounts: Vec<Account>,
    places: HashMap<(usize, String), usize>,
    /// The account of the row before, which most rows have too.
    recent: Option<(usize, String, usize)>,
    /// Where the first balances stand that don't follow from their neighbour.
    breaks: ByOrder<Vec<Place>>,
    /// How many rows could not be read: after one no sum is whole, and every chain begins anew.
    lost: usize,
    /// Whether opening balance and sum give the closing balance.
    closes: Option<bool>,
}

/// More places than anybody looks at are counted only.
const KEPT: usize = 1000;

#[derive(Debug)]
struct Account {
    holder: usize,
    held: ByOrder<Held>,
    chains: ByOrder<Chain>,
    /// How many rows had been lost when it moved last.
    lost: usize,
    /// Everything that moved, without and with what is pending. Nothing where it is more than a decimal holds.
    sums: Option<[SmallDecimal; 2]>,
}

/// What is known of either order of the rows.
#[derive(Debug, Default)]
struct ByOrder<T> {
    oldest_first: T,
    newest_first: T,
}

/// How many balances were compared, and how many didn't follow from their neighbour.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Held {
    pub(super) compared: usize,
    pub(super) broken: usize,
}

/// The last balance of an account, where it stands, and what moved between it and the next one. What moved is unknown
/// after a row that could not be read.
#[derive(Debug, Default)]
struct Chain {
    last: Option<(SmallDecimal, Place)>,
    moved: Option<SmallDecimal>,
    /// The balance before the batch of the last one.
    before: Option<SmallDecimal>,
}

/// What a row moved, and the balance beside it.
#[derive(Debug, Clone, Copy)]
struct Step {
    amount: SmallDecimal,
    balance: Option<(SmallDecimal, Place)>,
}

impl Proof {
    pub(super) fn new(declared: Order, balances: Balances) -> Self {
        Self { declared, balances, ..Self::default() }
    }

    /// Takes the next row of a pocket of an account in one currency.
    pub(super) fn take(&mut self, holder: usize, pocket: &str, row: Moved) {
        let place = self.place(holder, pocket);
        let Some(account) = self.accounts.get_mut(place) else { return };
        if account.lost < self.lost {
            (account.chains, account.lost) = (ByOrder::default(), self.lost);
        }
        let balance = row.balance.map(|(balance, place)| (balance.into(), place));
        let step = Step { amount: row.amount.into(), balance };
        if let Some([booked, all]) = &mut account.sums {
            let more = (if row.pending { Some(*booked) } else { booked.plus(step.amount) }).zip(all.plus(step.amount));
            match more {
                Some(more) => (*booked, *all) = more,
                None => account.sums = None,
            }
        }
        // What is pending and has no balance is not counted by the bank either.
        if !row.pending || row.balance.is_some() {
            let batches = self.balances == Balances::PerBatch;
            let compared = account.chains.oldest_first.step_to_later(&step, batches);
            account.held.oldest_first.note(compared, &mut self.breaks.oldest_first);
            let compared = account.chains.newest_first.step_to_earlier(&step, batches);
            account.held.newest_first.note(compared, &mut self.breaks.newest_first);
        }
    }

    fn place(&mut self, holder: usize, pocket: &str) -> usize {
        match &self.recent {
            Some((last, name, place)) if *last == holder && bytes_equal(name.as_bytes(), pocket.as_bytes()) => {
                return *place;
            }
            _ => {}
        }
        let next = self.accounts.len();
        let place = *self.places.entry((holder, pocket.to_owned())).or_insert(next);
        if place == next {
            let (held, chains) = (ByOrder::default(), ByOrder::default());
            self.accounts.push(Account { holder, held, chains, lost: self.lost, sums: Some([SmallDecimal::ZERO; 2]) });
        }
        self.recent = Some((holder, pocket.to_owned(), place));
        place
    }

    /// A row that can't be read breaks off every comparison that would need it.
    pub(super) fn lose(&mut self) {
        self.lost += 1;
    }

    /// Compares the opening balance and everything that moved with the closing balance, in a statement of one account and
    /// currency. Whether they agree.
    pub(super) fn close(&mut self, opening: Decimal, closing: Decimal) -> Option<bool> {
        let mut accounts = self.accounts.iter();
        let account = accounts.next().filter(|_| self.lost == 0 && accounts.next().is_none())?;
        let reaches = |moved: &SmallDecimal| moved.plus(opening.into()) == Some(closing.into());
        self.closes = Some(account.sums?.iter().any(reaches));
        self.closes
    }

    /// Whether a balance that the statement tells of one of its ends is the running one there.
    pub(super) fn end(&mut self, holds: bool) {
        self.closes = Some(holds && self.closes != Some(false));
    }

    /// The order that the rows have: the declared one, unless the balances follow each other better in the other.
    pub(super) fn order(&self) -> Order {
        let turned = match self.declared {
            Order::OldestFirst => Order::NewestFirst,
            Order::NewestFirst => Order::OldestFirst,
        };
        let (declared, other) = (self.held_in(self.declared), self.held_in(turned));
        if other.compared > 0 && other.broken < declared.broken { turned } else { self.declared }
    }

    fn held_in(&self, order: Order) -> Held {
        self.accounts.iter().fold(Held::default(), |held, account| held.and(*account.held.get(order)))
    }

    /// How the balances follow each other in the order that the rows have.
    pub(super) fn held(&self) -> Held {
        self.held_in(self.order())
    }

    /// Where the first balances stand that don't.
    pub(super) fn breaks(&self) -> &[Place] {
        self.breaks.get(self.order())
    }

    /// Whether no row was lost and no balance breaks.
    pub(super) fn is_whole(&self) -> bool {
        self.lost == 0 && self.verdict() != Balance::Broken
    }

    pub(super) fn verdict(&self) -> Balance {
        self.held().verdict(self.closes)
    }

    /// What the balances of each account say, by its holder, in the order that the rows have.
    pub(super) fn verdicts(&self) -> Vec<Balance> {
        let order = self.order();
        let holders = self.accounts.iter().map(|account| account.holder + 1).max().unwrap_or_default();
        let mut all: Vec<Option<Held>> = vec![None; holders];
        for account in &self.accounts {
            if let Some(held) = all.get_mut(account.holder) {
                *held = Some(held.unwrap_or_default().and(*account.held.get(order)));
            }
        }
        // What the statement tells of its ends is of its one account.
        let closes = self.closes.filter(|_| all.iter().flatten().count() == 1);
        all.into_iter().map(|held| held.map_or(Balance::default(), |held| held.verdict(closes))).collect()
    }
}

impl<T> ByOrder<T> {
    const fn get(&self, order: Order) -> &T {
        match order {
            Order::OldestFirst => &self.oldest_first,
            Order::NewestFirst => &self.newest_first,
        }
    }
}

impl Held {
    #[inline]
    fn note(&mut self, compared: Option<Result<(), Place>>, breaks: &mut Vec<Place>) {
        self.compared += usize::from(compared.is_some());
        if let Some(Err(place)) = compared {
            self.broken += 1;
            if breaks.len() < KEPT {
                breaks.push(place);
            }
        }
    }

    const fn and(self, other: Self) -> Self {
        Self { compared: self.compared + other.compared, broken: self.broken + other.broken }
    }

    fn verdict(self, closes: Option<bool>) -> Balance {
        if self.broken > 0 || closes == Some(false) {
            Balance::Broken
        } else if self.compared > 0 || closes == Some(true) {
            Balance::Proved
        } else {
            Balance::None
        }
    }
}

impl Chain {
    /// Whether the balance of this row follows from the one above it.
    fn step_to_later(&mut self, row: &Step, batches: bool) -> Option<Result<(), Place>> {
        if batches {
            return self.step_to_later_batch(row);
        }
        self.moved = self.moved.and_then(|moved| moved.plus(row.amount));
        let (balance, place) = row.balance?;
        let last = self.last.as_ref().map(|(last, _)| *last);
        let expected = last.zip(self.moved).and_then(|(last, moved)| last.plus(moved));
        (self.last, self.moved) = (Some((balance, place)), Some(SmallDecimal::ZERO));
        Some(if expected? == balance { Ok(()) } else { Err(place) })
    }

    /// Whether the balance of the batch above, which ends where another balance stands, follows from the one above that.
    fn step_to_later_batch(&mut self, row: &Step) -> Option<Result<(), Place>> {
        let (balance, place) = row.balance?;
        if self.last.is_some_and(|(last, _)| last == balance) {
            self.moved = self.moved.and_then(|moved| moved.plus(row.amount));
            return None;
        }
        let last = self.last.replace((balance, place));
        let moved = self.moved.replace(row.amount);
        let (last, last_place) = last?;
        let expected = self.before.replace(last)?.plus(moved?)?;
        Some(if expected == last { Ok(()) } else { Err(last_place) })
    }

    /// Whether the balance of the row above, which is the later one, follows from the one of this row.
    fn step_to_earlier(&mut self, row: &Step, batches: bool) -> Option<Result<(), Place>> {
        let same_batch = |balance| batches && self.last.is_some_and(|(last, _)| last == balance);
        let Some((balance, place)) = row.balance.filter(|(balance, _)| !same_batch(*balance)) else {
            self.moved = self.moved.and_then(|moved| moved.plus(row.amount));
            return None;
        };
        let expected = self.moved.and_then(|moved| balance.plus(moved));
        let compared = self.last.as_ref().zip(expected);
        let compared = compared.map(|((later, place), expected)| if expected == *later { Ok(()) } else { Err(*place) });
        (self.last, self.moved) = (Some((balance, place)), Some(row.amount));
        compared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows as amount and balance, `-` where there is none; a leading `p` is pending.
    fn follow(order: Order, rows: &[(&str, &str)]) -> (Vec<usize>, Balance) {
        let mut proof = Proof::new(order, Balances::PerRow);
        for (line, (amount, balance)) in rows.iter().enumerate() {
            let moved = Moved {
                amount: amount.trim_start_matches('p').parse().unwrap(),
                balance: balance.parse().ok().map(|balance| (balance, (Span::at(line), line))),
                pending: amount.starts_with('p'),
            };
            proof.take(0, "", moved);
        }
        (proof.breaks().iter().map(|(span, _)| span.start).collect(), proof.verdict())
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
    fn the_order_of_the_rows_need_not_be_the_declared_one() {
        let forward = [("10", "110"), ("-5", "105"), ("1", "-"), ("2", "108")];
        assert_eq!(follow(Order::NewestFirst, &forward), (vec![], Balance::Proved));
        let broken = [("10", "110"), ("-5", "105"), ("1", "106"), ("2", "107")];
        assert_eq!(follow(Order::NewestFirst, &broken), (vec![3], Balance::Broken));
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
    fn a_balance_may_stand_after_a_batch() {
        let backward = [("-1475", "19496"), ("-100", "19496"), ("-3400", "21071"), ("-150", "21071"), ("274", "24621")];
        let follow = |order, rows: &[(&str, &str)]| {
            let mut proof = Proof::new(order, Balances::PerBatch);
            for (line, (amount, balance)) in rows.iter().enumerate() {
                let balance = balance.parse().ok().map(|balance| (balance, (Span::at(line), line)));
                proof.take(0, "", Moved { amount: amount.parse().unwrap(), balance, pending: false });
            }
            (proof.held().broken, proof.held().compared, proof.verdict())
        };
        assert_eq!(follow(Order::NewestFirst, &backward), (0, 2, Balance::Proved));
        let mut forward = backward;
        forward.reverse();
        assert_eq!(follow(Order::OldestFirst, &forward), (0, 1, Balance::Proved));
        forward[2].0 = "-3401";
        assert_eq!(follow(Order::OldestFirst, &forward), (1, 1, Balance::Broken));
    }

    #[test]
    fn one_balance_proves_nothing() {
        assert_eq!(follow(Order::NewestFirst, &[("10", "110"), ("5", "-")]).1, Balance::None);
        assert_eq!(follow(Order::OldestFirst, &[]).1, Balance::None);
    }

    #[test]
    fn opening_and_sum_are_the_closing_balance() {
        let mut proof = Proof::new(Order::NewestFirst, Balances::PerRow);
        let moved = |amount: i64, pending| Moved { amount: Decimal::from(amount), balance: None, pending };
        proof.take(0, "", moved(-7, false));
        proof.take(0, "", moved(-2, true));
        assert_eq!(proof.close(Decimal::from(100), Decimal::from(91)), Some(true));
        assert_eq!(proof.close(Decimal::from(100), Decimal::from(93)), Some(true));
        assert_eq!(proof.close(Decimal::from(100), Decimal::from(92)), Some(false));
        proof.lose();
        assert_eq!(proof.close(Decimal::from(100), Decimal::from(93)), None);
    }
}
