//! The order of the statements of an account: by the last day, then the first day, then the number, then so that balances follow.

use std::cmp::Ordering;
use std::collections::{HashMap, VecDeque};

use rust_decimal::Decimal;

use super::member::Member;

/// Puts the statements in order.
pub(super) fn put_in_order(members: Vec<Member<'_>>) -> Vec<Member<'_>> {
    let mut sorted = members;
    sorted.sort_by(compare);
    let mut ordered: Vec<Member<'_>> = Vec::with_capacity(sorted.len());
    let mut equal: Vec<Member<'_>> = Vec::new();
    for member in sorted {
        if equal
            .first()
            .is_some_and(|first| compare(first, &member) != Ordering::Equal)
        {
            push_following(&mut ordered, std::mem::take(&mut equal));
        }
        equal.push(member);
    }
    push_following(&mut ordered, equal);
    ordered
}

fn compare(one: &Member<'_>, other: &Member<'_>) -> Ordering {
    let number = |member: &Member<'_>| {
        member
            .statement
            .number()
            .and_then(|number| number.parse::<u64>().ok())
    };
    (one.last, one.first)
        .cmp(&(other.last, other.first))
        .then_with(|| number(one).cmp(&number(other)))
}

/// Adds statements of the same days and number so that each begins with the balance that the one before ends with, as far as that is possible.
fn push_following<'s>(ordered: &mut Vec<Member<'s>>, equal: Vec<Member<'s>>) {
    if equal.len() < 2 {
        ordered.extend(equal);
        return;
    }
    let mut by_opening: HashMap<Option<Decimal>, VecDeque<usize>> = HashMap::new();
    let mut closings: HashMap<Option<Decimal>, usize> = HashMap::new();
    for (index, member) in equal.iter().enumerate() {
        by_opening
            .entry(member.opening())
            .or_default()
            .push_back(index);
        if !member.moves_nothing() {
            *closings.entry(member.closing()).or_default() += 1;
        }
    }
    // Chains begin where no other statement of the day ends.
    let is_start = |index: &usize| {
        let member = equal.get(*index);
        member.is_some_and(|member| !closings.contains_key(&member.opening()))
    };
    let (starts, others): (Vec<usize>, Vec<usize>) = (0..equal.len()).partition(is_start);
    let mut starts = starts.into_iter().chain(others);
    let mut waiting: Vec<Option<Member<'s>>> = equal.into_iter().map(Some).collect();
    let mut balance = ordered.last().and_then(Member::closing);
    loop {
        let next = balance.and_then(|balance| {
            let following = by_opening.get_mut(&Some(balance))?;
            std::iter::from_fn(|| following.pop_front())
                .find(|index| waiting.get(*index).is_some_and(Option::is_some))
        });
        let next =
            next.or_else(|| starts.find(|index| waiting.get(*index).is_some_and(Option::is_some)));
        let Some(member) = next.and_then(|index| waiting.get_mut(index)?.take()) else {
            return;
        };
        balance = member.closing();
        ordered.push(member);
    }
}
