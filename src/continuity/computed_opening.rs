//! The balance before the entries of a statement that states only the one after them, as statements in OFX do.

use rust_decimal::Decimal;

use super::member::Member;
use crate::statement::checked_difference;

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
