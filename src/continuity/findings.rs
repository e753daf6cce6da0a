//! What is reported about the statements of an account.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use rust_decimal::Decimal;

use super::link::{Link, Linked};
use super::member::Member;
use super::occurrences::{Occurrence, Shared};
use super::rules;
use super::verdict::Verdict;
use crate::report::{LateFinding, Rule};
use crate::statement::{
    BalanceStatus, Repairs, Statement, StatementEntry, UnconfirmedReason, find_rows, name_row,
};
use crate::value::{Currency, Date, format_signed_amount};

/// How many bookings a finding names.
const MAX_NAMED: usize = 5;

/// A finding, and the index of the file that it is about.
pub(super) type InFile = (usize, LateFinding);

/// The statements of an account and what was found about them.
pub(super) struct Account<'a, 's> {
    pub(super) members: &'a [Member<'s>],
    pub(super) linked: &'a [Linked],
    pub(super) currency: Option<Currency>,
    /// What each entry is, by statement.
    pub(super) entries: &'a [Vec<Occurrence>],
    pub(super) shared: &'a [Shared],
    /// The names of the files.
    pub(super) names: &'a [&'a str],
}

impl Account<'_, '_> {
    /// Returns what contradicts that the statements are complete, whatever their sum is.
    pub(super) fn contradictions(&self) -> Vec<InFile> {
        let pages = (0..self.members.len()).filter(|index| self.lacks_page(*index));
        let pages: Vec<usize> = pages.collect();
        let pages = pages
            .into_iter()
            .filter_map(|index| self.finding(&rules::PAGE_MISSING, index));
        pages
            .chain(self.entries_twice())
            .chain(self.statements_with_other_balances())
            .collect()
    }

    fn statements_with_other_balances(&self) -> Vec<InFile> {
        let all = self.linked.iter().enumerate();
        let differing = all.filter(|(_, linked)| linked.has_other_balances);
        let findings = differing.filter_map(|(index, linked)| {
            if linked.link == Link::Overlap {
                return self.booking_in_one(index);
            }
            let (whole, _) = self.pair(index)?;
            let finding = self.finding(&rules::PART_DIFFERS, index)?;
            Some(self.with_other(finding, whole))
        });
        findings.collect()
    }

    /// Returns what the links and the sum say.
    pub(super) fn links(&self, verdict: &Verdict) -> Vec<InFile> {
        let mut found = Vec::new();
        let mut explains_difference = false;
        for (index, linked) in self.linked.iter().enumerate() {
            let finding = match linked.link {
                Link::Gap => self.missing_statement(index),
                Link::Unknown => self.uncovered_days(index),
                Link::Overlap if linked.has_other_balances => None,
                Link::Overlap if verdict.difference.is_some() => self.booking_in_one(index),
                _ => None,
            };
            let is_reported = finding.is_some() || linked.has_other_balances;
            explains_difference |= is_reported && linked.link == Link::Overlap;
            found.extend(finding);
        }
        if let (Some(difference), false) = (verdict.difference, explains_difference) {
            let last = self.linked.iter().rposition(|linked| linked.is_in_line);
            let finding = last.and_then(|last| self.finding(&rules::STATEMENTS_DIFFER, last));
            found.extend(finding.map(|(file, finding)| {
                (file, finding.param("difference", self.amount(difference)))
            }));
        }
        found
    }

    /// Returns what is worth knowing, but contradicts nothing.
    pub(super) fn remarks(&self) -> Vec<InFile> {
        let copies = self.copies_that_differ();
        copies
            .into_iter()
            .chain(self.bookings_not_stated())
            .chain(self.references_shared())
            .collect()
    }

    /// Reports bookings that share reference, amount and day with one of another statement, but are other payments.
    fn references_shared(&self) -> Vec<InFile> {
        let mut by_pair: BTreeMap<(usize, usize), Vec<&StatementEntry>> = BTreeMap::new();
        for shared in self.shared {
            let member = self.members.get(shared.statement);
            let entry = member.and_then(|member| member.statement.entries.get(shared.entry));
            let pair = (shared.statement, shared.other);
            by_pair.entry(pair).or_default().extend(entry);
        }
        let findings = by_pair.into_iter().filter_map(|((index, other), entries)| {
            let finding = self.finding(&rules::REFERENCE_SHARED, index)?;
            let (file, finding) = self.with_other(finding, self.members.get(other)?);
            Some((
                file,
                finding.param("bookings", self.name_bookings(&entries)),
            ))
        });
        findings.collect()
    }

    /// Reports the statements that say that they are copies, but have something else than those of the same number or the same days.
    fn copies_that_differ(&self) -> Vec<InFile> {
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut periods: HashMap<[Date; 2], usize> = HashMap::new();
        let period = |member: &Member<'_>| Some([member.first?, member.last?]);
        for member in self.members {
            if let Some(number) = member.statement.number() {
                *numbers.entry(number).or_default() += 1;
            }
            if let Some(days) = period(member) {
                *periods.entry(days).or_default() += 1;
            }
        }
        let has_other = |member: &Member<'_>| {
            let number = member.statement.number();
            let same_number = number.and_then(|number| numbers.get(number));
            let same_days = period(member).and_then(|days| periods.get(&days));
            same_number.is_some_and(|count| *count > 1) || same_days.is_some_and(|count| *count > 1)
        };
        // Of a statement and its copy, the one that comes first may be the marked one.
        let copies = self
            .linked
            .iter()
            .filter(|linked| linked.link == Link::Copy);
        let originals: HashSet<usize> = copies.filter_map(|linked| linked.other).collect();
        let all = self.members.iter().zip(self.linked).enumerate();
        let differing = all.filter(|(index, (member, linked))| {
            let is_whole = !matches!(linked.link, Link::Copy | Link::Part);
            let is_marked = member.statement.identification.is_marked_copy;
            is_marked && is_whole && !originals.contains(index) && has_other(member)
        });
        differing
            .filter_map(|(index, _)| self.finding(&rules::COPY_DIFFERS, index))
            .collect()
    }

    /// Reports the bookings of reports without balances that no statement of their days has.
    fn bookings_not_stated(&self) -> Vec<InFile> {
        let stated = self.members.iter().zip(self.linked);
        let periods = stated.filter(|(member, linked)| linked.is_in_line && member.has_balance());
        let mut days: Vec<(Date, Date)> = periods
            .filter_map(|(member, _)| Some((member.first?, member.last?)))
            .collect();
        days.sort_unstable();
        let mut covered: Vec<(Date, Date)> = Vec::new();
        for (first, last) in days {
            match covered.last_mut() {
                Some(known) if first <= known.1 => known.1 = known.1.max(last),
                _ => covered.push((first, last)),
            }
        }
        let is_covered = |day: Date| {
            let count = covered.partition_point(|(first, _)| *first <= day);
            let before = count.checked_sub(1).and_then(|index| covered.get(index));
            before.is_some_and(|(_, last)| day <= *last)
        };
        let mut found = Vec::new();
        for (index, (member, occurrences)) in self.members.iter().zip(self.entries).enumerate() {
            if member.has_balance() || covered.is_empty() {
                continue;
            }
            let entries = member.statement.entries.iter().zip(occurrences);
            let alone: Vec<&StatementEntry> = entries
                .filter(|(entry, occurrence)| {
                    !occurrence.is_repeated() && entry.day.is_some_and(is_covered)
                })
                .map(|(entry, _)| entry)
                .collect();
            if alone.is_empty() {
                continue;
            }
            let finding = self.finding(&rules::BOOKING_NOT_STATED, index);
            found.extend(finding.map(|(file, finding)| {
                (file, finding.param("bookings", self.name_bookings(&alone)))
            }));
        }
        found
    }

    fn finding(&self, rule: &'static Rule, index: usize) -> Option<InFile> {
        let member = self.members.get(index)?;
        let finding = LateFinding::new(rule, member.statement.place);
        Some((member.file, finding))
    }

    /// Adds where the other statement is: its line, and the name of its file if that is another one.
    fn with_other(&self, (file, finding): InFile, other: &Member<'_>) -> InFile {
        let line = other.statement.line();
        let name = self.names.get(other.file).filter(|_| other.file != file);
        let place = name.map_or_else(|| line.to_string(), |name| format!("{line}, {name}"));
        (file, finding.param("before", place))
    }

    fn amount(&self, amount: Decimal) -> String {
        format_signed_amount(amount, self.currency.and_then(Currency::minor_units))
    }

    /// Returns a statement and the one that it is linked to.
    fn pair(&self, index: usize) -> Option<(&Member<'_>, &Member<'_>)> {
        let before = self.linked.get(index)?.other?;
        Some((self.members.get(before)?, self.members.get(index)?))
    }

    fn missing_statement(&self, index: usize) -> Option<InFile> {
        let (before, after) = self.pair(index)?;
        let difference = after.opening()?.checked_sub(before.closing()?)?;
        let (file, finding) =
            self.with_other(self.finding(&rules::STATEMENT_MISSING, index)?, before);
        let days = describe_days(before.last, after.first);
        let repair = self.repair_gap(before, after, difference);
        let finding = finding
            .param("days", days)
            .param("difference", self.amount(difference))
            .param("repair", repair.unwrap_or_default());
        Some((file, finding))
    }

    /// Names the only change of a row that closes a gap. It is one from which a closing or an opening balance was calculated.
    fn repair_gap(
        &self,
        before: &Member<'_>,
        after: &Member<'_>,
        difference: Decimal,
    ) -> Option<String> {
        let search = |member: &Member<'_>, reason| {
            let rows = calculated_from(member.statement, reason);
            rows.map_or(Repairs::None, |rows| {
                Repairs::search(&member.statement.entries, rows, difference)
            })
        };
        let ends = search(before, UnconfirmedReason::NoClosingBalance);
        let starts = search(after, UnconfirmedReason::NoOpeningBalance);
        let repair = ends.join(starts).only()?;
        let member = if ends == Repairs::None { after } else { before };
        let name = self.names.get(before.file);
        let name = name.filter(|_| ends != Repairs::None && before.file != after.file);
        Some(repair.describe(|row| {
            let row = name_row(&member.statement.entries, row);
            name.map_or_else(|| row.clone(), |name| format!("{row} of {name}"))
        }))
    }

    /// Reports days between two statements of which at least one has no balance to compare.
    fn uncovered_days(&self, index: usize) -> Option<InFile> {
        let (before, after) = self.pair(index)?;
        let [from, until] = uncovered(before, after)?;
        let (file, finding) = self.with_other(self.finding(&rules::DAYS_UNCOVERED, index)?, before);
        Some((
            file,
            finding.param("days", describe_days(Some(from), Some(until))),
        ))
    }

    /// Reports the bookings that only one of two overlapping statements has on their common days.
    fn booking_in_one(&self, index: usize) -> Option<InFile> {
        let (before, after) = self.pair(index)?;
        if !before.has_both_balances() || !after.has_both_balances() {
            return None;
        }
        let common = |day: Option<Date>| {
            let day = day?;
            let covers =
                |member: &Member<'_>| member.first <= Some(day) && Some(day) <= member.last;
            Some(covers(before) && covers(after))
        };
        let mut named = Vec::new();
        for (one, other) in [(before, after), (after, before)] {
            let mut left = other.contents().counts.clone();
            for (_, entry) in one.entries_by_age() {
                match left.get_mut(&entry.key).filter(|count| **count > 0) {
                    Some(count) => *count -= 1,
                    None if common(entry.day) == Some(true) => named.push(entry),
                    None => {}
                }
            }
        }
        if named.is_empty() {
            return None;
        }
        let finding = self.finding(&rules::BOOKING_IN_ONE_STATEMENT, index)?;
        let (file, finding) = self.with_other(finding, before);
        Some((file, finding.param("bookings", self.name_bookings(&named))))
    }

    fn name_bookings(&self, entries: &[&StatementEntry]) -> String {
        let named = entries.iter().take(MAX_NAMED).map(|entry| {
            let day = entry.day.map_or(String::new(), |day| format!("{day}, "));
            format!("{day}{}", self.amount(entry.amount))
        });
        let mut named: Vec<String> = named.collect();
        if entries.len() > MAX_NAMED {
            named.push("…".to_owned());
        }
        named.join("; ")
    }

    /// Whether a statement has a page before or after it that isn't there.
    fn lacks_page(&self, index: usize) -> bool {
        let (Some(member), Some(linked)) = (self.members.get(index), self.linked.get(index)) else {
            return false;
        };
        if matches!(linked.link, Link::Copy | Link::Part) {
            return false;
        }
        let [is_page_before, is_page_after] = member.statement.identification.is_continued;
        let follows = linked.link == Link::Follows
            && self
                .pair(index)
                .is_some_and(|(before, after)| is_next_page(before, after));
        let is_followed = || {
            let next = (0..self.linked.len()).find(|next| {
                self.linked
                    .get(*next)
                    .is_some_and(|linked| linked.other == Some(index) && linked.is_in_line)
            });
            let (next, link) =
                next.and_then(|next| Some((self.members.get(next)?, self.linked.get(next)?.link)))?;
            let number = member.statement.number();
            let is_same_number = number.is_some() && number == next.statement.number();
            let is_next = link == Link::Follows && is_next_page(member, next);
            Some(is_next || is_same_number && link == Link::Unknown)
        };
        is_page_before && !follows || is_page_after && is_followed() != Some(true)
    }

    /// Reports entries with a reference that a statement has twice, unless its balances or totals confirm both.
    fn entries_twice(&self) -> Vec<InFile> {
        let mut found = Vec::new();
        for (index, (member, linked)) in self.members.iter().zip(self.linked).enumerate() {
            let statement = member.statement;
            let is_confirmed =
                statement.balance_status == BalanceStatus::Proved || statement.totals_agree;
            if is_confirmed || linked.link == Link::Copy {
                continue;
            }
            let mut known: HashMap<[u8; 16], &StatementEntry> = HashMap::new();
            let mut reported = HashSet::new();
            let mut twice = Vec::new();
            for entry in statement.entries.iter().filter(|entry| entry.has_bank_id) {
                let first = *known.entry(entry.key).or_insert(entry);
                let is_again = !std::ptr::eq(first, entry);
                let is_other_payment = !first.references.differing(&entry.references).is_empty();
                if is_again && !is_other_payment && reported.insert(entry.key) {
                    twice.push(entry);
                }
            }
            if twice.is_empty() {
                continue;
            }
            let finding = self.finding(&rules::ENTRY_TWICE, index);
            found.extend(finding.map(|(file, finding)| {
                (file, finding.param("bookings", self.name_bookings(&twice)))
            }));
        }
        found
    }
}

/// Whether a statement is the page after another one: both are of one statement, and no page is missing between them.
fn is_next_page(before: &Member<'_>, after: &Member<'_>) -> bool {
    let (before, after) = (
        &before.statement.identification,
        &after.statement.identification,
    );
    let numbers = before.number.as_ref().zip(after.number.as_ref());
    let is_one_statement = numbers.is_none_or(|(before, after)| before == after);
    // A file of camt may leave out which page it is.
    let is_begun = after.is_continued[0] || numbers.is_some();
    let pages = before.pages[1].zip(after.pages[0]);
    let is_next =
        pages.is_none_or(|(before, after)| before == after || before.checked_add(1) == Some(after));
    before.is_continued[1] && is_begun && is_one_statement && is_next
}

/// Returns the indexes of the rows from which the closing or the opening balance was calculated, if it isn't stated.
fn calculated_from(statement: &Statement, reason: UnconfirmedReason) -> Option<Range<usize>> {
    let mut unconfirmed = statement.unconfirmed.iter();
    let rows = unconfirmed.find(|rows| rows.reason == reason)?;
    let lines = (rows.first_line, rows.last_line);
    find_rows(&statement.entries, lines, rows.transactions)
}

/// Returns the first and the last day that lie between two statements.
pub(super) fn uncovered(before: &Member<'_>, after: &Member<'_>) -> Option<[Date; 2]> {
    let (from, until) = (before.last?.tomorrow()?, after.first?.yesterday()?);
    (from <= until).then_some([from, until])
}

/// Names days, such as `2026-03-31 – 2026-05-01`.
pub(crate) fn describe_days(from: Option<Date>, until: Option<Date>) -> String {
    let name = |day: Option<Date>| day.map_or("?".to_owned(), |day| day.to_string());
    if from == until {
        name(from)
    } else {
        format!("{} – {}", name(from), name(until))
    }
}
