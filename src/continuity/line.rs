//! The line of statements that lead from the first balance of an account to the last one.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::member::{Member, follows_by_number, have_two_numbers};
use crate::statement::{StatementEntry, checked_difference, checked_sum};
use crate::value::Date;

/// The statements that follow one another, by their indexes. Copies and parts of others are not among them.
#[derive(Default)]
pub(super) struct Line(Vec<InLine>);

#[derive(Clone, Copy)]
struct InLine {
    index: usize,
    last_day: LastDay,
}

/// What a statement and those that it follows have on its last day.
#[derive(Clone, Copy, Default)]
struct LastDay {
    /// The balance before the first entry of the day.
    opening: Option<Decimal>,
    /// The latest statement with entries, of this day or before statements without entries.
    latest: Option<usize>,
}

impl Line {
    pub(super) fn last(&self) -> Option<usize> {
        self.0.last().map(|last| last.index)
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    pub(super) fn indexes(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().map(|in_line| in_line.index)
    }

    pub(super) fn push(&mut self, members: &[Member<'_>], index: usize, follows: bool) {
        let last_day = members.get(index).map(|member| {
            let before = self.0.last().filter(|_| follows);
            let same_day = before.filter(|before| {
                let before = members.get(before.index);
                before.is_some_and(|before| before.last == member.last)
            });
            let mut last_day = same_day.map_or_else(
                || LastDay {
                    opening: opening_of_last_day(member),
                    ..LastDay::default()
                },
                |before| before.last_day,
            );
            last_day.latest = if member.statement.entries.is_empty() {
                before.and_then(|before| before.last_day.latest)
            } else {
                Some(index)
            };
            last_day
        });
        self.0.push(InLine {
            index,
            last_day: last_day.unwrap_or_default(),
        });
    }

    /// Whether the next statement goes on where the last one ends, also within a day, so that equal entries of both are different ones: a morning and an evening.
    ///
    /// It begins with the balance that the last one ends with. If they have an entry in common, this proves nothing alone: one may have the whole day, and the
    /// other a part of it. Two of three facts tell that they are two statements: the balances of neither are those of the other, their numbers, and that no
    /// reference of the bank is in both.
    pub(super) fn meets(&self, members: &[Member<'_>], next: &Member<'_>) -> bool {
        let Some((last_day, last)) = self
            .0
            .last()
            .and_then(|last| Some((last.last_day, members.get(last.index)?)))
        else {
            return false;
        };
        // Two statements of a day may both state that they open on the day before. If both had all of it, they would open with the same balance.
        let have_same_days = [last.first, last.last] == [next.first, next.last];
        let are_in_order =
            last.last <= next.first || have_same_days && last.has_entries_before(next);
        if !last.ends_where_begins(next) || !are_in_order {
            return false;
        }
        if are_pages(last, next) || last.last < next.first || !self.shares_entry(members, next) {
            return true;
        }
        let balances = last.opening().zip(next.closing());
        let has_entries = last.contents().contain_all_of(next.contents());
        let last_has_next = next.lies_within(last)
            && (!has_entries || last.can_have_part(next))
            && balances.is_none_or(|(opening, balance)| {
                last.contents().reach_from(next.first, opening, balance)
            });
        let balances = next.opening().zip(last_day.opening);
        let next_has_last = balances.is_none_or(|(opening, balance)| {
            next.contents().reach_until(last.last, opening, balance)
        });
        // One of these alone may be chance.
        let are_two = [
            !last_has_next && !next_has_last && !ends_with_entries_of(last, next),
            are_two_by_number(last, next),
            !share_reference(last, next),
        ];
        are_two.into_iter().filter(|tells| *tells).count() > 1
    }

    /// Whether the next statement has an entry that the last one has too, or the one before that has entries on its last day.
    pub(super) fn shares_entry(&self, members: &[Member<'_>], next: &Member<'_>) -> bool {
        let last = self.0.last();
        let latest = last.and_then(|last| members.get(last.last_day.latest.unwrap_or(last.index)));
        latest.is_some_and(|latest| {
            let known = &latest.contents().counts;
            let mut entries = next.statement.entries.iter();
            entries.any(|entry| known.contains_key(&entry.key))
        })
    }
}

/// Whether two statements are pages of one, which have no entry in common.
pub(super) fn are_pages(last: &Member<'_>, next: &Member<'_>) -> bool {
    let [before, after] = [last, next].map(|member| &member.statement.identification);
    let is_one_statement = before.number.is_some() && before.number == after.number;
    before.is_continued[1] && after.is_continued[0] && is_one_statement
}

/// Whether the numbers of two statements tell that they are two: each has its own if they have the same days and entries, else one follows the other.
fn are_two_by_number(last: &Member<'_>, next: &Member<'_>) -> bool {
    let have_same_days = [last.first, last.last] == [next.first, next.last];
    follows_by_number(last, next)
        || have_same_days
            && have_two_numbers(last, next)
            && last.contents().counts == next.contents().counts
}

/// Whether the newest entries of a statement are in the next one too and move nothing together, so that the next one may begin before them.
fn ends_with_entries_of(last: &Member<'_>, next: &Member<'_>) -> bool {
    let known = &next.contents().counts;
    let mut counts: HashMap<[u8; 16], u32> = HashMap::new();
    let mut moved = Decimal::ZERO;
    for entry in last.entries_newest_first() {
        let count = counts.entry(entry.key).or_default();
        *count += 1;
        let is_in_next = known.get(&entry.key).is_some_and(|known| *known >= *count);
        let Some(sum) = checked_sum(moved, entry.amount).filter(|_| is_in_next) else {
            return false;
        };
        moved = sum;
        if moved.is_zero() {
            return true;
        }
    }
    false
}

/// Whether two statements have an entry with the same reference of the bank.
fn share_reference(last: &Member<'_>, next: &Member<'_>) -> bool {
    let known = &last.contents().counts;
    let entries = &next.statement.entries;
    entries
        .iter()
        .any(|entry| entry.has_bank_id && known.contains_key(&entry.key))
}

/// Returns the entries of a statement on a day or after it.
fn entries_from<'s>(
    member: &Member<'s>,
    from: Option<Date>,
) -> impl Iterator<Item = &'s StatementEntry> {
    let entries = member.statement.entries.iter();
    entries.filter(move |entry| entry.day.is_none() || entry.day >= from)
}

fn opening_of_last_day(member: &Member<'_>) -> Option<Decimal> {
    let entries = entries_from(member, member.last);
    let moved = entries.map(|entry| entry.amount);
    let moved = moved.into_iter().try_fold(Decimal::ZERO, checked_sum)?;
    checked_difference(member.closing()?, moved)
}
