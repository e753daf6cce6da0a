//! A statement among those of its account.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use rust_decimal::Decimal;

use crate::statement::{
    Statement, StatementEntry, UnconfirmedReason, checked_difference, checked_sum,
};
use crate::value::Date;

/// The maximum number of amounts whose sums are all tried: 4,096 sums.
const MAX_AMOUNTS: usize = 12;

/// A statement, and the file that it comes from.
pub(super) struct Member<'s> {
    pub(super) file: usize,
    pub(super) statement: &'s Statement,
    pub(super) first: Option<Date>,
    pub(super) last: Option<Date>,
    /// The balance before its entries, where only the one after them is stated.
    computed_opening: Option<Decimal>,
    contents: OnceCell<Contents>,
}

impl<'s> Member<'s> {
    pub(super) fn new(file: usize, statement: &'s Statement) -> Self {
        let [first, last] = statement.period();
        Self {
            file,
            statement,
            first,
            last,
            computed_opening: None,
            contents: OnceCell::new(),
        }
    }

    /// Returns what is looked up in it. Most statements follow another one, and nothing is.
    pub(super) fn contents(&self) -> &Contents {
        self.contents.get_or_init(|| Contents::of(self))
    }

    /// Returns the balance before its entries, as it is stated or else computed.
    pub(super) fn opening(&self) -> Option<Decimal> {
        self.statement.opening_balance.or(self.computed_opening)
    }

    fn set_computed_opening(&mut self, opening: Decimal) {
        self.computed_opening = Some(opening);
    }

    /// Whether entries that its own balances don't confirm are confirmed where it follows another statement.
    pub(super) fn is_confirmed_by_following(&self, reason: UnconfirmedReason) -> bool {
        match reason {
            UnconfirmedReason::NoOpeningBalance => true,
            UnconfirmedReason::NoBalance => self.computed_opening.is_some(),
            _ => false,
        }
    }

    pub(super) const fn closing(&self) -> Option<Decimal> {
        self.statement.closing_balance
    }

    pub(super) fn has_balance(&self) -> bool {
        self.opening().or(self.closing()).is_some()
    }

    pub(super) fn has_both_balances(&self) -> bool {
        self.opening().and(self.closing()).is_some()
    }

    /// Returns its number among the pages of a statement.
    pub(super) fn page(&self) -> Option<usize> {
        let identification = &self.statement.identification;
        let is_page = identification.is_continued.contains(&true);
        identification.pages[0].filter(|_| is_page)
    }

    /// Whether its balances are the same although it has entries, or because it has none.
    pub(super) fn moves_nothing(&self) -> bool {
        self.has_both_balances() && self.opening() == self.closing()
    }

    /// Returns its entries with their indexes, the oldest first.
    pub(super) fn entries_by_age(
        &self,
    ) -> Box<dyn Iterator<Item = (usize, &'s StatementEntry)> + 's> {
        let entries = self.statement.entries.iter().enumerate();
        if self.statement.is_newest_first {
            Box::new(entries.rev())
        } else {
            Box::new(entries)
        }
    }

    pub(super) fn entries_newest_first(&self) -> Box<dyn Iterator<Item = &'s StatementEntry> + 's> {
        let entries = self.statement.entries.iter();
        if self.statement.is_newest_first {
            Box::new(entries)
        } else {
            Box::new(entries.rev())
        }
    }

    /// Whether all its days are days of another statement.
    pub(super) fn lies_within(&self, other: &Self) -> bool {
        let (Some(first), Some(last), Some(other_first), Some(other_last)) =
            (self.first, self.last, other.first, other.last)
        else {
            return false;
        };
        other_first <= first && last <= other_last
    }

    /// Whether no entry is on a later day than one of the next statement.
    pub(super) fn has_entries_before(&self, next: &Self) -> bool {
        let [own, others] = [self, next].map(|member| {
            let entries = member.statement.entries.iter();
            entries.filter_map(|entry| entry.day)
        });
        let (Some(last), Some(first)) = (own.max(), others.min()) else {
            return true;
        };
        last <= first
    }

    /// Whether another statement can be a part of this one, which has all its entries: some of the other entries lead to the balance that it begins with. Those
    /// of the same days may have been booked in any order.
    pub(super) fn can_have_part(&self, part: &Self) -> bool {
        let entries = part.statement.entries.iter();
        let moved = entries.map(|entry| entry.amount);
        let moved = moved.into_iter().try_fold(Decimal::ZERO, checked_sum);
        let computed = || checked_difference(part.closing()?, moved?);
        let (Some(opening), Some(part_opening)) =
            (self.opening(), part.opening().or_else(computed))
        else {
            return true;
        };
        let mut of_part = part.contents().counts.clone();
        let (mut sum, mut amounts) = (opening, Vec::new());
        for entry in &self.statement.entries {
            if let Some(count @ 1..) = of_part.get_mut(&entry.key) {
                *count -= 1;
            } else if self.contents().is_by_day && entry.day < part.first {
                sum = checked_sum(sum, entry.amount).unwrap_or(sum);
            } else if !self.contents().is_by_day || entry.day <= part.last {
                amounts.push(entry.amount);
            }
        }
        amounts.len() > MAX_AMOUNTS || reach(sum, &amounts, part_opening)
    }

    /// Whether the next statement begins with the balance that this one ends with.
    pub(super) fn ends_where_begins(&self, next: &Self) -> bool {
        self.closing().is_some() && self.closing() == next.opening()
    }
}

/// Whether some of the amounts lead from a balance to another one.
fn reach(balance: Decimal, amounts: &[Decimal], wanted: Decimal) -> bool {
    let mut balances = HashSet::from([balance]);
    for amount in amounts {
        let further = balances.iter().filter_map(|sum| checked_sum(*sum, *amount));
        let further: Vec<Decimal> = further.collect();
        balances.extend(further);
    }
    balances.contains(&wanted)
}

/// Whether the number of a statement is the one after that of another. Some banks always write 0.
pub(super) fn follows_by_number(last: &Member<'_>, next: &Member<'_>) -> bool {
    let [number, next_number] =
        [last, next].map(|member| member.statement.number()?.parse::<u64>().ok());
    number.is_some_and(|number| number > 0 && number.checked_add(1) == next_number)
}

/// Whether two statements have numbers, and each its own.
pub(super) fn have_two_numbers(one: &Member<'_>, other: &Member<'_>) -> bool {
    let numbers = one.statement.number().zip(other.statement.number());
    numbers.is_some_and(|(number, other)| number != other)
}

/// What is looked up in a statement when others are compared with it.
pub(super) struct Contents {
    /// How often each key occurs.
    pub(super) counts: HashMap<[u8; 16], u32>,
    /// The days with entries in order, and the sum of the amounts up to the end of each.
    sums: Vec<(Date, Decimal)>,
    /// Whether the entries are in the order of their days.
    pub(super) is_by_day: bool,
    /// All sums of amounts from the oldest entry on, and the first and the last day of each. None is before the first entry.
    running: HashMap<Decimal, [Option<Date>; 2]>,
}

impl Contents {
    fn of(member: &Member<'_>) -> Self {
        let mut counts = HashMap::new();
        let mut amounts: Vec<(Date, Decimal)> = Vec::new();
        for entry in &member.statement.entries {
            *counts.entry(entry.key).or_default() += 1;
            amounts.extend(entry.day.map(|day| (day, entry.amount)));
        }
        amounts.sort_by_key(|(day, _)| *day);
        let mut sums: Vec<(Date, Decimal)> = Vec::new();
        for (day, amount) in amounts {
            let before = sums.last().map_or(Decimal::ZERO, |(_, sum)| *sum);
            let sum = before.checked_add(amount).unwrap_or(before);
            match sums.last_mut() {
                Some(last) if last.0 == day => last.1 = sum,
                _ => sums.push((day, sum)),
            }
        }
        let (mut sum, mut running) = (Decimal::ZERO, HashMap::from([(Decimal::ZERO, [None; 2])]));
        for (_, entry) in member.entries_by_age() {
            sum = sum.checked_add(entry.amount).unwrap_or(sum);
            let [_, last] = running.entry(sum).or_insert([entry.day; 2]);
            *last = entry.day;
        }
        let days = || member.entries_by_age().map(|(_, entry)| entry.day);
        Self {
            counts,
            sums,
            is_by_day: days().is_sorted(),
            running,
        }
    }

    /// Returns the sum of the amounts before a day.
    pub(super) fn sum_before(&self, day: Date) -> Decimal {
        self.sum_of_days(self.sums.partition_point(|(known, _)| *known < day))
    }

    /// Returns the sum of the amounts up to the end of a day.
    pub(super) fn sum_until(&self, day: Date) -> Decimal {
        self.sum_of_days(self.sums.partition_point(|(known, _)| *known <= day))
    }

    /// Returns the sum of the amounts of the first days.
    fn sum_of_days(&self, count: usize) -> Decimal {
        let last = count.checked_sub(1).and_then(|index| self.sums.get(index));
        last.map_or(Decimal::ZERO, |(_, sum)| *sum)
    }

    /// Whether the account has a balance at some time, if it begins with another one.
    pub(super) fn reach(&self, opening: Decimal, balance: Decimal) -> bool {
        let difference = balance.checked_sub(opening);
        difference.is_some_and(|difference| self.running.contains_key(&difference))
    }

    /// Whether the account has a balance up to the end of a day, if it begins with another one.
    pub(super) fn reach_until(
        &self,
        day: Option<Date>,
        opening: Decimal,
        balance: Decimal,
    ) -> bool {
        let difference = balance.checked_sub(opening);
        let reached = difference.and_then(|difference| self.running.get(&difference));
        reached.is_some_and(|[first, _]| *first <= day || !self.is_by_day)
    }

    /// Whether the account has a balance on a day or after it, if it begins with another one.
    pub(super) fn reach_from(&self, day: Option<Date>, opening: Decimal, balance: Decimal) -> bool {
        let difference = balance.checked_sub(opening);
        let is_before = |day| Some(self.sum_before(day)) == difference;
        let reached = difference.and_then(|difference| self.running.get(&difference));
        reached
            .is_some_and(|[_, last]| *last >= day || !self.is_by_day || day.is_some_and(is_before))
    }

    /// Whether all entries of another statement are among these.
    pub(super) fn contain_all_of(&self, other: &Self) -> bool {
        other
            .counts
            .iter()
            .all(|(key, count)| self.counts.get(key).is_some_and(|own| own >= count))
    }
}

/// Computes the opening balances of statements that follow another one, so that they are compared with its closing balance. The statements are in order.
pub(super) fn compute_openings(members: &mut [Member<'_>]) {
    for index in 1..members.len() {
        let (earlier, later) = members.split_at_mut(index);
        let (Some(before), Some(member)) = (earlier.last(), later.first_mut()) else {
            continue;
        };
        if let Some(opening) = compute(before, member) {
            member.set_computed_opening(opening);
        }
    }
}

/// Returns the balance before a statement, if it can be compared with the one after the statement before it: no booking of either is on the other side of that
/// balance. A difference says something only if the statement has all days between both balances.
fn compute(before: &Member<'_>, member: &Member<'_>) -> Option<Decimal> {
    let (earlier, statement) = (before.statement, member.statement);
    let is_incomplete = statement.is_doubtful || statement.includes_unexported;
    if member.opening().is_some() || is_incomplete {
        return None;
    }
    let (start, end) = (earlier.closing_balance?, statement.closing_balance?);
    let ([_, Some(start_day)], [_, Some(end_day)]) = (earlier.balance_days, statement.balance_days)
    else {
        return None;
    };
    let sums = &statement.sums;
    let net = sums.net()?;
    let is_bill = end == net || Some(end.abs()) == sums.debit;
    let (first, last) = (sums.first_day?, sums.last_day?);
    let is_after_earlier = earlier.sums.last_day.is_none_or(|day| day <= start_day);
    let is_between = is_after_earlier && start_day < first && last <= end_day;
    // Some banks print the sum of a bill, which is no balance of the account.
    if is_bill || !is_between {
        return None;
    }
    let opening = checked_difference(end, net)?;
    let has_first_day = member.first <= start_day.tomorrow() && member.first.is_some();
    let has_all_days = has_first_day && member.last >= Some(end_day);
    (opening == start || has_all_days).then_some(opening)
}
