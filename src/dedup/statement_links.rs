//! How remembered statements are linked to each other.

use rust_decimal::Decimal;
use sha2::{Digest, Sha256};

use super::stored_statement::{DayTotal, StoredStatement};
use crate::continuity::{History, Link, StatementInHistory};
use crate::source::{Certain, Position, Span};
use crate::statement::{Identification, Statement, StatementEntry, Summary, TransactionSums};
use crate::value::{AccountIdentifier, Currency, Date};

/// A statement, and its link to another one.
pub(super) struct Linked<'s> {
    pub(super) statement: &'s StoredStatement,
    pub(super) link: Link,
    /// The statement that the link is to.
    pub(super) other: Option<&'s StoredStatement>,
}

/// An account in a currency, with its statements.
pub(super) type LinkedAccount<'s> = (&'s AccountIdentifier, Currency, Vec<Linked<'s>>);

/// Two statements between which the balances don't meet.
pub(super) struct Gap<'s> {
    pub(super) before: &'s StoredStatement,
    pub(super) after: &'s StoredStatement,
    /// The days for which a statement is missing: those that neither covers, with the day of the balance that the later one opens with, or else the last day of the one and the first day of the other, or else the
    /// days of both.
    pub(super) days: [Date; 2],
    /// Whether both have these days.
    pub(super) is_overlap: bool,
    pub(super) difference: Decimal,
}

impl<'s> Linked<'s> {
    /// Returns the gap before the statement, if there is one.
    pub(super) fn gap(&self) -> Option<Gap<'s>> {
        if self.link != Link::Gap {
            return None;
        }
        let (before, after) = (self.other?, self.statement);
        let [_, end] = before.period()?;
        let [start, last] = after.period()?;
        let days = match (end.tomorrow(), start.yesterday()) {
            (Some(from), Some(_)) if from < start && after.opens_with_balance => [from, start],
            (Some(from), Some(until)) if from <= until => [from, until],
            _ if end < start => [end, start],
            _ => [start, end.min(last)],
        };
        let difference = after
            .opening_balance?
            .checked_sub(before.closing_balance?)?;
        Some(Gap {
            before,
            after,
            days,
            is_overlap: start <= end,
            difference,
        })
    }
}

/// Links the statements of each account and currency, in the order in which they come first. `continuity` compares them: a stored statement has an entry
/// for each day, which is equal if the number and the sum of the day's entries are.
pub(super) fn link<'s>(statements: &[&'s StoredStatement]) -> Vec<LinkedAccount<'s>> {
    let mut summary = Summary::default();
    // The line of a statement is its number in the list, from 1.
    let numbered = (1..).zip(statements);
    summary.statements = numbered
        .map(|(number, statement)| as_issued(statement, number))
        .collect();
    let history = History::of(&[("", &summary)]);
    let find = |found: &StatementInHistory| {
        let index = found.line.checked_sub(1)?;
        statements.get(index).copied()
    };
    let mut accounts = Vec::new();
    for account in &history.accounts {
        let linked = account.statements.iter().filter_map(|found| {
            let other = found.linked_to;
            let other = other.and_then(|other| account.statements.get(other));
            Some(Linked {
                statement: find(found)?,
                link: found.link,
                other: other.and_then(find),
            })
        });
        let linked: Vec<Linked<'_>> = linked.collect();
        let Some(first) = linked.first().map(|linked| linked.statement) else {
            continue;
        };
        accounts.push((&first.account, first.currency, linked));
    }
    accounts
}

/// Returns a statement with an entry for each day.
fn as_issued(stored: &StoredStatement, number: usize) -> Statement {
    let place = Position {
        line: number,
        ..Position::START
    };
    let identification = Identification {
        number: stored.number.clone(),
        ..Identification::default()
    };
    let mut sums = TransactionSums::ZERO;
    for day in &stored.days {
        sums.add(day.sum, Some(day.day));
    }
    Statement {
        account: Some(stored.account.clone()),
        currency: Some(stored.currency),
        identification,
        format: String::new(),
        stated_period: [stored.first_day, stored.last_day],
        balance_days: [None; 2],
        opening_balance: stored.opening_balance,
        closing_balance: stored.closing_balance,
        balance_status: stored.balance_status,
        is_doubtful: false,
        sums,
        unconfirmed: Vec::new(),
        confirmed: 0,
        includes_unexported: false,
        has_contradicting_day: false,
        totals_agree: false,
        is_newest_first: false,
        entries: stored.days.iter().map(entry).collect(),
        span: Span::at(0),
        place: [place; 2],
    }
}

fn entry(total: &DayTotal) -> StatementEntry {
    let name = format!("{} {} {}", total.day, total.count, total.sum);
    let hash: [u8; 32] = Sha256::digest(name).into();
    let key = hash.first_chunk().copied().certain();
    StatementEntry::new(key, total.sum, Some(total.day), 0)
}
