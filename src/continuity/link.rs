//! How each statement of an account is linked to the one before it.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};

use rust_decimal::Decimal;

use super::line::{Line, are_pages};
use super::member::{Member, follows_by_number, have_two_numbers};
use crate::source::named_enum;
use crate::statement::checked_difference;
use crate::value::Date;

named_enum! {
    /// How a statement is linked to others of its account.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Link {
        /// It is the first one, or nothing can be said: one of the two has no balance.
        Unknown = "unknown",
        /// It has the same days, balances and entries as another one.
        Copy = "copy",
        /// Another one has all its days and entries.
        Part = "part",
        /// It begins with the balance that the one before ends with.
        Follows = "follows",
        /// It has days and entries in common with the one before.
        Overlap = "overlap",
        /// It begins with another balance than the one before ends with.
        Gap = "gap",
    }
    /// The name in machine-readable output.
    as_str
}

/// What was found about a statement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Linked {
    pub(super) link: Link,
    /// The index of the statement that the link is to.
    pub(super) other: Option<usize>,
    /// Statements with the same number follow one another, so equal entries of them are different ones.
    pub(super) strand: usize,
    /// Whether it is a part of another statement that never has its balances, or overlaps one that moved another amount on their common days.
    pub(super) has_other_balances: bool,
    /// Whether it belongs to the line of statements that lead from the first balance to the last one.
    pub(super) is_in_line: bool,
}

/// Links the statements of an account, which are in order.
pub(super) fn link(members: &[Member<'_>]) -> Vec<Linked> {
    let mut linked: Vec<Linked> = (0..members.len())
        .map(|strand| Linked {
            link: Link::Unknown,
            other: None,
            strand,
            has_other_balances: false,
            is_in_line: false,
        })
        .collect();
    find_copies(members, &mut linked);
    // Reports without balances lead from no balance to another one, unless there is nothing else.
    let have_balances = members.iter().any(Member::has_balance);
    let mut line = Line::default();
    for (index, member) in members.iter().enumerate() {
        let is_copy = linked
            .get(index)
            .is_some_and(|found| found.link == Link::Copy);
        if is_copy || have_balances && !member.has_balance() {
            continue;
        }
        add_to_line(members, &mut linked, &mut line, index, member);
    }
    for index in line.indexes() {
        if let Some(found) = linked.get_mut(index) {
            found.is_in_line = true;
        }
    }
    linked
}

/// Adds a statement to the line. Takes those out of it that are parts of the new one.
fn add_to_line(
    members: &[Member<'_>],
    linked: &mut [Linked],
    line: &mut Line,
    index: usize,
    member: &Member<'_>,
) {
    let mut meets = false;
    while let Some(before) = line.last()
        && let Some(last) = members.get(before)
    {
        meets = line.meets(members, member);
        if meets || are_pages(last, member) {
            break;
        } else if is_part(last, member) {
            set_part(linked, before, index, has_other_balances(last, member));
            line.pop();
            // What the line goes on with has its entries too.
            if let Some(found) = linked.get_mut(before) {
                found.strand = before;
            }
        } else if is_part(member, last) {
            return set_part(linked, index, before, has_other_balances(member, last));
        } else {
            break;
        }
    }
    let mut follows = false;
    if let Some(before) = line.last()
        && let Some(last) = members.get(before)
    {
        let found = compare(last, member, meets, || line.shares_entry(members, member));
        set(linked, index, found, Some(before));
        if found == Link::Overlap
            && let Some(linked) = linked.get_mut(index)
        {
            linked.has_other_balances = moves_otherwise(last, member);
        }
        follows = found == Link::Follows;
        if (follows || are_pages(last, member))
            && let Some(strand) = linked.get(before).map(|found| found.strand)
            && let Some(found) = linked.get_mut(index)
        {
            found.strand = strand;
        }
    }
    line.push(members, index, follows);
}

fn set(linked: &mut [Linked], index: usize, link: Link, other: Option<usize>) {
    if let Some(found) = linked.get_mut(index) {
        (found.link, found.other) = (link, other);
    }
}

fn set_part(linked: &mut [Linked], part: usize, whole: usize, has_other_balances: bool) {
    set(linked, part, Link::Part, Some(whole));
    if let Some(found) = linked.get_mut(part) {
        found.has_other_balances = has_other_balances;
    }
}

/// Whether a statement contradicts the balances of a part of it: it never has them, its other entries don't lead to them, or it moved another amount on the
/// days between. A part may begin or end within a day, on which the order of the entries may differ, so it needs to have one of both balances only.
fn has_other_balances(part: &Member<'_>, whole: &Member<'_>) -> bool {
    let Some(opening) = whole.opening() else {
        return false;
    };
    let mut balances = [part.opening(), part.closing()].into_iter().flatten();
    let is_never = !balances.any(|balance| whole.contents().reach(opening, balance));
    part.has_balance() && (is_never || !whole.can_have_part(part)) || moves_otherwise(part, whole)
}

/// Whether two statements with both balances moved another amount on the days between the first and the last one that they have in common. Where entries are
/// not in the order of their days, some may be in a later statement than their day is.
fn moves_otherwise(one: &Member<'_>, other: &Member<'_>) -> bool {
    let first = one.first.zip(other.first);
    let last = one.last.zip(other.last);
    let (Some((first, other_first)), Some((last, other_last))) = (first, last) else {
        return false;
    };
    let (first, last) = (first.max(other_first), last.min(other_last));
    if last <= first || !one.has_both_balances() || !other.has_both_balances() {
        return false;
    }
    let contents = [one, other].map(Member::contents);
    let [own, others] = contents
        .map(|contents| checked_difference(contents.sum_before(last), contents.sum_until(first)));
    contents.iter().all(|contents| contents.is_by_day) && own != others
}

/// Whether a statement is a part of another one.
fn is_part(part: &Member<'_>, whole: &Member<'_>) -> bool {
    if !part.lies_within(whole) {
        return false;
    }
    if part.statement.entries.is_empty() {
        return is_balance_of(part, whole);
    }
    whole.contents().contain_all_of(part.contents())
}

/// Whether the balance of a statement without entries is one that another statement had in those days.
fn is_balance_of(quiet: &Member<'_>, whole: &Member<'_>) -> bool {
    let (Some(opening), Some(balance)) = (whole.opening(), quiet.opening().or(quiet.closing()))
    else {
        return true;
    };
    let entries = whole.contents();
    let sums = [
        quiet.first.map(|day| entries.sum_before(day)),
        quiet.first.map(|day| entries.sum_until(day)),
        quiet.last.map(|day| entries.sum_until(day)),
    ];
    sums.into_iter()
        .flatten()
        .any(|sum| opening.checked_add(sum) == Some(balance))
}

/// Compares a statement with the one before it, of which it is no part. `meets` says whether they meet on a day.
fn compare(
    before: &Member<'_>,
    member: &Member<'_>,
    meets: bool,
    shares_entry: impl Fn() -> bool,
) -> Link {
    if before.ends_where_begins(member) && before.last < member.first {
        return Link::Follows;
    }
    if meets {
        return Link::Follows;
    }
    let has_common = !are_pages(before, member) && shares_entry();
    let ends_where_begins = before.ends_where_begins(member);
    let is_contradicted = ends_where_begins && moves_otherwise(before, member);
    if has_common || is_contradicted {
        return Link::Overlap;
    }
    if ends_where_begins && before.has_entries_before(member) {
        return Link::Follows;
    }
    match before.closing().zip(member.opening()) {
        Some((closing, opening)) if closing != opening => Link::Gap,
        _ => Link::Unknown,
    }
}

/// What copies have in common: their days, balances, a hash of their entries, and which page they are.
type Content = (
    [Option<Date>; 2],
    [Option<Decimal>; 2],
    u64,
    ([bool; 2], Option<usize>),
);

/// In what a statement may differ from its copies.
#[derive(PartialEq, Eq)]
struct Form<'s> {
    /// The id of the format.
    name: &'s str,
    has_ids: bool,
    /// A hash of the texts of its entries.
    texts: u64,
}

/// Finds the statements that are copies of an earlier one.
fn find_copies(members: &[Member<'_>], linked: &mut [Linked]) {
    // Hashing all entries takes a tenth of the time of a conversion.
    if members.len() < 2 {
        return;
    }
    let hasher = RandomState::new();
    let mut same_ids: HashMap<(Content, u64), usize> = HashMap::new();
    // Of the statements with the same content, the first one of each form, of those with and without ids of the bank, and with each text.
    let mut first_of_form: HashMap<Content, Vec<(Form<'_>, usize)>> = HashMap::new();
    for (index, member) in members.iter().enumerate() {
        if !member.has_both_balances() {
            continue;
        }
        let statement = member.statement;
        let content = (
            [member.first, member.last],
            [member.opening(), member.closing()].map(|balance| balance.map(|b| b.normalize())),
            hash_of(
                &hasher,
                statement
                    .entries
                    .iter()
                    .map(|entry| (entry.day, entry.amount.normalize())),
            ),
            (statement.identification.is_continued, member.page()),
        );
        let keys = hash_of(&hasher, statement.entries.iter().map(|entry| entry.key));
        let has_ids = statement.entries.iter().any(|entry| entry.has_bank_id);
        let form = Form {
            name: &statement.format,
            has_ids,
            texts: hash_of(&hasher, statement.entries.iter().map(|entry| entry.text)),
        };
        let forms = first_of_form.entry(content).or_default();
        let original = same_ids.get(&(content, keys)).copied().or_else(|| {
            // The ids of one form may be missing in another one, and in a copy, which has the number and the texts of the statement.
            let is_other_form = |(known, original): &&(Form<'_>, usize)| {
                known.name != form.name
                    || known.has_ids != has_ids
                        && known.texts == form.texts
                        && !have_numbers_of_two(members, *original, member)
            };
            forms.iter().find(is_other_form).map(|(_, index)| *index)
        });
        let original = original.filter(|original| {
            // Where nothing moved, or what came between moved it back, an equal statement with a number of its own is another one, unless its entries have
            // references.
            statement.entries.is_empty()
                || has_ids
                || !have_numbers_of_two(members, *original, member)
                || !member.moves_nothing() && !follows_one(members, member)
        });
        match original {
            Some(original) => set(linked, index, Link::Copy, Some(original)),
            None => {
                same_ids.entry((content, keys)).or_insert(index);
                if !forms.iter().any(|(known, _)| *known == form) {
                    forms.push((form, index));
                }
            }
        }
    }
}

/// Whether a statement follows another one by its number and its opening balance.
fn follows_one(members: &[Member<'_>], member: &Member<'_>) -> bool {
    let mut others = members.iter();
    others.any(|other| follows_by_number(other, member) && other.ends_where_begins(member))
}

fn have_numbers_of_two(members: &[Member<'_>], original: usize, member: &Member<'_>) -> bool {
    let original = members.get(original);
    original.is_some_and(|original| have_two_numbers(original, member))
}

/// Returns a hash of values in any order.
fn hash_of<T: Hash + Ord>(hasher: &RandomState, values: impl Iterator<Item = T>) -> u64 {
    let mut sorted: Vec<T> = values.collect();
    sorted.sort_unstable();
    hasher.hash_one(sorted)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::continuity::order::put_in_order;
    use crate::format::{self, ConvertOptions};
    use crate::statement::Statement;

    /// Returns the statement of an account over some days of March, with its opening balance and its bookings, each a day, an amount and a reference.
    fn statement(days: [u8; 2], opening: i64, bookings: &[(u8, i64, &str)]) -> Statement {
        let [first, last] = days;
        let mut text = format!(
            ":20:A\n:25:CH9300762011623852957\n:28C:{last}\n:60F:C2603{first:02}CHF{opening},00\n"
        );
        for (day, amount, reference) in bookings {
            let sign = if *amount < 0 { 'D' } else { 'C' };
            let amount = amount.abs();
            write!(
                text,
                ":61:2603{day:02}{sign}{amount},00NTRF{reference}\n:86:{reference}\n"
            )
            .unwrap();
        }
        let closing = opening + bookings.iter().map(|(_, amount, _)| amount).sum::<i64>();
        write!(text, ":62F:C2603{last:02}CHF{closing},00\n-\n").unwrap();
        let conversion = format::convert(text.as_bytes(), &ConvertOptions::new()).unwrap();
        conversion.summary.statements.into_iter().next().unwrap()
    }

    /// Returns the link of the statement that is found to follow, repeat or contradict the other one.
    fn links(one: &Statement, other: &Statement) -> Vec<Link> {
        let members = put_in_order(vec![Member::new(0, one), Member::new(1, other)]);
        link(&members).iter().map(|found| found.link).collect()
    }

    #[test]
    fn two_statements_are_linked_by_balances_days_and_bookings() {
        let bookings = [(2, 10, "R1"), (5, -3, "R2"), (9, 4, "R3")];
        let march = statement([1, 10], 100, &bookings);
        assert_eq!(links(&march, &march), [Link::Unknown, Link::Copy]);
        let next = statement([11, 20], 111, &[(12, -7, "R4")]);
        assert_eq!(links(&march, &next), [Link::Unknown, Link::Follows]);
        assert_eq!(links(&next, &march), [Link::Unknown, Link::Follows]);
        let later = statement([11, 20], 120, &[(12, -7, "R4")]);
        assert_eq!(links(&march, &later), [Link::Unknown, Link::Gap]);
        let part = statement([4, 8], 110, &bookings[1..2]);
        assert_eq!(links(&part, &march), [Link::Part, Link::Unknown]);
        let overlap = statement([8, 20], 107, &[(9, 4, "R3"), (12, -7, "R4")]);
        assert_eq!(links(&march, &overlap), [Link::Unknown, Link::Overlap]);
    }
}
