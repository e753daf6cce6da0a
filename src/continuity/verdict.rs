//! What the balances of an account prove about all its transactions together.

use std::collections::HashSet;

use rust_decimal::Decimal;

use super::link::{Link, Linked};
use super::member::Member;
use super::occurrences::Occurrences;
use crate::statement::{BalanceStatus, checked_difference, checked_sum};
use crate::value::Date;

/// The balances of an account, and what they prove.
pub(super) struct Verdict {
    pub(super) status: BalanceStatus,
    /// The balance before the earliest statement, and after the latest one.
    pub(super) opening: Option<Decimal>,
    pub(super) closing: Option<Decimal>,
    /// What the transactions and the gaps between statements leave open between both balances, unless it is zero or can't be told.
    pub(super) difference: Option<Decimal>,
}

impl Verdict {
    /// Judges the statements of an account. `is_contradicted` says whether a finding contradicts that they are complete.
    pub(super) fn of(
        members: &[Member<'_>],
        linked: &[Linked],
        found: &Occurrences,
        is_contradicted: bool,
    ) -> Self {
        let (opening, closing) = (opening(members, linked), closing(members, linked));
        let statuses = || members.iter().map(|member| member.statement.balance_status);
        let is_broken = statuses().any(|status| status == BalanceStatus::Broken);
        let is_doubtful = members.iter().any(|member| member.statement.is_doubtful);
        let difference = opening
            .zip(closing)
            .and_then(|(opening, closing)| left_open(members, linked, found, opening, closing))
            .filter(|difference| !difference.is_zero());
        let has_gap = linked.iter().any(|found| found.link == Link::Gap);
        let status = if is_broken {
            BalanceStatus::Broken
        } else if found.confirmed == 0 && statuses().all(|status| status == BalanceStatus::None) {
            BalanceStatus::None
        } else if difference.is_none()
            && !has_gap
            && !is_doubtful
            && !is_contradicted
            && are_proved(members, linked)
            && found.confirmed == found.transactions
        {
            BalanceStatus::Proved
        } else {
            BalanceStatus::Partly
        };
        Self {
            status,
            opening,
            closing,
            // Where a row is rejected or a statement contradicts itself, that is reported, and the sum says nothing more.
            difference: difference.filter(|_| !is_broken && !is_doubtful),
        }
    }
}

/// Returns the balance before the statement with the earliest first day, or the first entry where several have this day: it may be the day before their
/// entries. One that follows another statement is not the first, whatever its day says.
fn opening(members: &[Member<'_>], linked: &[Linked]) -> Option<Decimal> {
    let line = members
        .iter()
        .zip(linked)
        .filter(|(_, found)| found.is_in_line);
    let starts = line.filter(|(_, found)| found.link != Link::Follows);
    let (first, _) = starts.min_by_key(|(member, _)| (member.first, first_entry(member)))?;
    first.opening()
}

/// Returns whether a statement has no entry, and the day of the first one.
fn first_entry(member: &Member<'_>) -> (bool, Option<Date>) {
    let entries = member.statement.entries.iter();
    let first = entries.filter_map(|entry| entry.day).min();
    (first.is_none(), first)
}

/// Returns the balance after the statement with the latest last day, which no other one follows.
fn closing(members: &[Member<'_>], linked: &[Linked]) -> Option<Decimal> {
    let following = linked.iter().filter(|found| found.link == Link::Follows);
    let followed: HashSet<usize> = following.filter_map(|found| found.other).collect();
    let line = members.iter().zip(linked).enumerate();
    let ends = line.filter(|(index, (_, found))| found.is_in_line && !followed.contains(index));
    let (_, (last, _)) = ends.max_by_key(|(_, (member, _))| member.last)?;
    last.closing()
}

/// Whether nothing but the balance before or after some of its entries keeps a statement from being proved.
fn are_proved(members: &[Member<'_>], linked: &[Linked]) -> bool {
    members.iter().zip(linked).all(|(member, found)| {
        let statement = member.statement;
        let is_partly_for_another_reason = statement.balance_status == BalanceStatus::Partly
            && statement.confirmed == statement.entries.len();
        found.link == Link::Copy
            || !statement.includes_unexported
                && !statement.has_contradicting_day
                && !is_partly_for_another_reason
    })
}

/// Returns opening + transactions + gaps − closing.
fn left_open(
    members: &[Member<'_>],
    linked: &[Linked],
    found: &Occurrences,
    opening: Decimal,
    closing: Decimal,
) -> Option<Decimal> {
    let mut sum = checked_sum(opening, found.balanced.net()?)?;
    for (member, gap) in members.iter().zip(linked) {
        if gap.link == Link::Gap {
            let before = gap.other.and_then(|other| members.get(other))?;
            let missing = checked_difference(member.opening()?, before.closing()?)?;
            sum = checked_sum(sum, missing)?;
        }
    }
    checked_difference(sum, closing)
}
