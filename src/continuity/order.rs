//! The order of the statements of an account: by the last day, then the first day, then the number and the page, then so that balances
//! follow.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet, VecDeque};

use rust_decimal::Decimal;

use super::member::Member;
use crate::statement::StatementEntry;

/// Puts the statements in order, which does not depend on the order of their files.
pub(super) fn put_in_order(members: Vec<Member<'_>>) -> Vec<Member<'_>> {
    let mut sorted = members;
    sorted.sort_by(|one, other| compare(one, other).then_with(|| compare_content(one, other)));
    let mut ordered: Vec<Member<'_>> = Vec::with_capacity(sorted.len());
    let mut groups: Vec<Group<'_>> = Vec::new();
    for member in sorted {
        let last = groups.last_mut();
        match last.filter(|group| group.is_of(&member)) {
            Some(group) => group.push(member),
            None => groups.push(Group::new(member)),
        }
    }
    let mut groups = VecDeque::from(groups);
    while let Some(group) = groups.pop_front() {
        push_following(&mut ordered, group, &groups);
    }
    ordered
}

/// Statements of the same days, number and page.
struct Group<'s> {
    equal: Vec<Member<'s>>,
    /// What follows the statement with the same index in `equal`, which it is the same as.
    copies: Vec<Vec<Member<'s>>>,
}

impl<'s> Group<'s> {
    fn new(first: Member<'s>) -> Self {
        Self {
            equal: vec![first],
            copies: vec![Vec::new()],
        }
    }

    fn is_of(&self, member: &Member<'_>) -> bool {
        let first = self.equal.first();
        first.is_some_and(|first| compare(first, member) == Ordering::Equal)
    }

    fn push(&mut self, member: Member<'s>) {
        let last = self.equal.last().zip(self.copies.last_mut());
        match last.filter(|(last, _)| are_same(last, &member)) {
            Some((_, copies)) => copies.push(member),
            None => {
                self.equal.push(member);
                self.copies.push(Vec::new());
            }
        }
    }

    /// Returns the balances with which the first statement may begin, and whether one of them is certain: those with which more statements begin than end,
    /// or any where all statements together end with the balance that they begin with.
    fn starts(&self) -> (Vec<Option<Decimal>>, bool) {
        let surplus = surplus(&self.equal);
        if surplus.is_empty() {
            (self.equal.iter().map(Member::opening).collect(), false)
        } else {
            (surplus, true)
        }
    }
}

/// Returns the balance with which a circuit of statements begins, and with which it ends: the one with which those after it can begin.
fn start_of_circuit(equal: &[Member<'_>], following: &VecDeque<Group<'_>>) -> Option<Decimal> {
    let mut candidates: Vec<Option<Decimal>> = equal.iter().map(Member::opening).collect();
    for group in following {
        let (starts, is_certain) = group.starts();
        let starts: HashSet<Option<Decimal>> = starts.into_iter().collect();
        if !candidates.iter().any(|balance| starts.contains(balance)) {
            break;
        }
        candidates.retain(|balance| starts.contains(balance));
        if is_certain {
            break;
        }
    }
    candidates.first().copied().flatten()
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
        .then_with(|| one.page().cmp(&other.page()))
}

/// Compares statements of the same days and number by what they say.
fn compare_content(one: &Member<'_>, other: &Member<'_>) -> Ordering {
    let balances = |member: &Member<'_>| (member.opening(), member.closing());
    let [one_stated, other_stated] = [one.statement, other.statement];
    let keys = one_stated.entries.iter().map(key);
    let other_keys = other_stated.entries.iter().map(key);
    balances(one)
        .cmp(&balances(other))
        .then_with(|| keys.cmp(other_keys))
        .then_with(|| one_stated.number().cmp(&other_stated.number()))
        .then_with(|| one_stated.format.cmp(&other_stated.format))
}

/// Whether two statements of the same days and number have the same balances and entries.
fn are_same(one: &Member<'_>, other: &Member<'_>) -> bool {
    let [entries, other_entries] = [one, other].map(|member| member.statement.entries.iter());
    (one.opening(), one.closing()) == (other.opening(), other.closing())
        && entries.map(key).eq(other_entries.map(key))
}

const fn key(entry: &StatementEntry) -> [u8; 16] {
    entry.key
}

/// Adds statements of the same days and number so that each begins with the balance that the one before ends with, as far as that is possible.
///
/// A statement leads from one balance to another one, so this looks for trails through all of them: first from the balances with which more statements begin
/// than end. What is left then are circuits, which are inserted where a trail passes.
fn push_following<'s>(
    ordered: &mut Vec<Member<'s>>,
    Group { equal, copies }: Group<'s>,
    following: &VecDeque<Group<'s>>,
) {
    if equal.len() < 2 {
        ordered.extend(equal);
        ordered.extend(copies.into_iter().flatten());
        return;
    }
    let mut unused = Unused::new(&equal);
    let mut trails: Vec<Vec<usize>> = Vec::new();
    let known = known_balance(ordered, &equal);
    let mut surplus = surplus(&equal);
    if let Some(at) = surplus.iter().position(|opening| *opening == known) {
        surplus.remove(at);
    }
    for start in std::iter::once(known).chain(surplus) {
        let trail = unused.walk(&equal, start);
        trails.extend((!trail.is_empty()).then_some(trail));
    }
    let mut order: Vec<usize> = Vec::with_capacity(equal.len());
    for trail in trails {
        push_with_circuits(&equal, trail, &mut unused, &mut order);
    }
    if order.is_empty() {
        let trail = unused.walk(&equal, start_of_circuit(&equal, following));
        push_with_circuits(&equal, trail, &mut unused, &mut order);
    }
    for start in equal.iter().map(Member::opening) {
        let trail = unused.walk(&equal, start);
        push_with_circuits(&equal, trail, &mut unused, &mut order);
    }
    let mut waiting: Vec<Option<_>> = equal.into_iter().zip(copies).map(Some).collect();
    for index in order {
        if let Some((member, copies)) = waiting.get_mut(index).and_then(Option::take) {
            ordered.push(member);
            ordered.extend(copies);
        }
    }
}

/// Returns the balance that one of some statements of the same days begins with, and a statement before them ends with: the last one that has entries, or one
/// without entries after it, whose balance may be one within these days.
fn known_balance(ordered: &[Member<'_>], equal: &[Member<'_>]) -> Option<Decimal> {
    let is_quiet = |member: &&Member<'_>| member.statement.entries.is_empty();
    let moving = ordered.iter().rev().find(|member| !is_quiet(member));
    let known = moving.and_then(Member::closing);
    let begins = known.is_some() && equal.iter().any(|member| member.opening() == known);
    if begins {
        known
    } else {
        ordered.last().and_then(Member::closing)
    }
}

/// Returns the balances with which more statements begin than end, once for each statement that is more.
fn surplus(equal: &[Member<'_>]) -> Vec<Option<Decimal>> {
    let mut closings: HashMap<Decimal, usize> = HashMap::new();
    for closing in equal.iter().filter_map(Member::closing) {
        *closings.entry(closing).or_default() += 1;
    }
    let openings = equal.iter().map(Member::opening);
    openings
        .filter(|opening| {
            let count = opening.and_then(|opening| closings.get_mut(&opening));
            match count.filter(|count| **count > 0) {
                Some(count) => {
                    *count -= 1;
                    false
                }
                None => true,
            }
        })
        .collect()
}

/// Adds a trail, and the circuits of unused statements that begin and end where it passes.
fn push_with_circuits(
    equal: &[Member<'_>],
    trail: Vec<usize>,
    unused: &mut Unused,
    order: &mut Vec<usize>,
) {
    // The next statement to add is last.
    let mut waiting: Vec<usize> = trail.into_iter().rev().collect();
    while let Some(index) = waiting.pop() {
        let member = equal.get(index);
        let mut circuit = unused.walk(equal, member.and_then(Member::opening));
        if circuit.is_empty() {
            order.push(index);
            if waiting.is_empty() {
                waiting = unused.walk(equal, member.and_then(Member::closing));
                waiting.reverse();
            }
        } else {
            waiting.push(index);
            circuit.reverse();
            waiting.append(&mut circuit);
        }
    }
}

/// The statements that are in no trail yet.
struct Unused {
    by_opening: HashMap<Decimal, Vec<usize>>,
    without_opening: Vec<usize>,
}

impl Unused {
    fn new(equal: &[Member<'_>]) -> Self {
        let mut unused = Self {
            by_opening: HashMap::new(),
            without_opening: Vec::new(),
        };
        // The first one is taken from the end.
        for (index, member) in equal.iter().enumerate().rev() {
            match member.opening() {
                Some(opening) => unused.by_opening.entry(opening).or_default().push(index),
                None => unused.without_opening.push(index),
            }
        }
        unused
    }

    /// Takes statements as long as each begins with the balance that the one before ends with. `None` stands for statements without an opening balance.
    fn walk(&mut self, equal: &[Member<'_>], start: Option<Decimal>) -> Vec<usize> {
        let mut trail = Vec::new();
        let mut next = match start {
            Some(balance) => self.take(balance),
            None => self.without_opening.pop(),
        };
        while let Some(index) = next {
            trail.push(index);
            let closing = equal.get(index).and_then(Member::closing);
            next = closing.and_then(|closing| self.take(closing));
        }
        trail
    }

    fn take(&mut self, opening: Decimal) -> Option<usize> {
        self.by_opening.get_mut(&opening)?.pop()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use proptest::prelude::*;

    use super::*;
    use crate::format::{self, ConvertOptions};
    use crate::statement::Statement;

    /// Returns statements of one day and number, each with one booking, that lead from balance to balance.
    fn statements(balances: &[i64]) -> Vec<Statement> {
        let mut text = String::new();
        let sign = |amount: i64| if amount < 0 { 'D' } else { 'C' };
        for (index, pair) in balances.windows(2).enumerate() {
            let (before, after) = (pair[0], pair[1]);
            let moved = after - before;
            write!(
                text,
                ":20:A\n:25:CH9300762011623852957\n:28C:1\n:60F:{}260331CHF{},00\n:61:260331{}{},00NTRFR{index}\n:86:T{index}\n:62F:{}260331CHF{},00\n-\n",
                sign(before),
                before.abs(),
                sign(moved),
                moved.abs(),
                sign(after),
                after.abs(),
            )
            .unwrap();
        }
        let conversion = format::convert(text.as_bytes(), &ConvertOptions::new()).unwrap();
        conversion.summary.statements
    }

    proptest! {
        /// Statements of one day that can lead from balance to balance do so in the result, through all circuits, whatever order they come in.
        #[test]
        fn statements_of_a_day_lead_from_balance_to_balance(
            moves in prop::collection::vec(prop::sample::select(vec![-2_i64, -1, 1, 2]), 1..9),
            chances in prop::collection::vec(any::<u32>(), 9),
        ) {
            let mut balances = vec![3];
            for moved in moves {
                balances.push(balances[balances.len() - 1] + moved);
            }
            let statements = statements(&balances);
            let mut order: Vec<usize> = (0..statements.len()).collect();
            order.sort_by_key(|index| chances[*index]);
            let members = order.into_iter().map(|index| Member::new(index, &statements[index]));
            let ordered = put_in_order(members.collect());
            prop_assert_eq!(ordered.len(), statements.len());
            for pair in ordered.windows(2) {
                prop_assert_eq!(pair[0].closing(), pair[1].opening(), "{:?}", balances);
            }
            let again = put_in_order(statements.iter().enumerate().map(|(index, statement)| Member::new(index, statement)).collect());
            let files = |members: &[Member<'_>]| members.iter().map(|member| member.file).collect::<Vec<_>>();
            prop_assert_eq!(files(&ordered), files(&again), "the order of the files changes nothing");
        }
    }
}
