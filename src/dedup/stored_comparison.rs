//! What the statements of an import say about those that a store remembers.

use std::collections::{HashMap, HashSet};

use super::following_days::FollowingDays;
use super::plan::Plan;
use super::rules;
use super::statement_links::{Gap, Linked, LinkedAccount, link};
use super::stored_statement::{DayTotal, StoredStatement};
use super::verdict::Verdict;
use crate::continuity::describe_days;
use crate::report::{Collector, Diagnostic, LateFinding, Policy, Report, Rule};
use crate::source::{Decoded, Position, Span};
use crate::statement::Summary;
use crate::value::{Date, format_signed_amount};

/// How many days a finding names.
const MAX_NAMED: usize = 5;

/// A statement of a file that is imported.
struct Sent {
    file: usize,
    place: [Position; 2],
    statement: StoredStatement,
}

/// Compares the statements of files with those that a store remembers, before they are imported, and adds what is found to the reports of the files: statements
/// that were imported before, statements that may be missing between them, and other bookings on days that both have.
///
/// `known` has at least the statements of the same accounts. What the files say about each other is not repeated: that is what
/// [`History`](crate::continuity::History) says.
///
/// Returns the days on which a booking that is sent is none of the stored ones, whatever its id is: make the [keys](FollowingDays::keys) of the import with them.
#[must_use = "without these days, an import takes bookings that balances prove to be new for known ones"]
pub fn compare_with_stored(
    known: &[StoredStatement],
    files: &mut [&mut Summary],
    policy: &Policy,
) -> FollowingDays {
    let sent = sent(files);
    let contents: HashMap<_, &StoredStatement> =
        known.iter().map(|one| (one.identity(), one)).collect();
    let is_new = |sent: &&Sent| !contents.contains_key(&sent.statement.identity());
    let new: Vec<&Sent> = sent.iter().filter(is_new).collect();
    let mut findings: Vec<(usize, LateFinding)> = Vec::new();
    let mut sent_again = Vec::new();
    for sent in &sent {
        if let Some(before) = contents.get(&sent.statement.identity()) {
            findings.push(finding(&rules::STATEMENT_IMPORTED_BEFORE, sent, before));
            sent_again.push(&sent.statement);
        }
    }
    let statements = new.iter().map(|sent| &sent.statement);
    let all: Vec<&StoredStatement> = known.iter().chain(statements).collect();
    let linked = link(&all);
    findings.extend(gaps(&linked, &new));
    findings.extend(differences(known, &new));
    for sent in &new {
        if !all.iter().any(|other| meet(&sent.statement, other)) {
            findings.extend(known.iter().find_map(|other| unlinked(sent, other)));
        }
    }
    for (file, finding) in findings {
        if let Some(summary) = files.get_mut(file) {
            summary.report.add(&finding, policy);
        }
    }
    let is_stored = |statement: &StoredStatement| contents.contains_key(&statement.identity());
    FollowingDays::find(&linked, is_stored, &sent_again)
}

fn sent(files: &[&mut Summary]) -> Vec<Sent> {
    let mut sent = Vec::new();
    for (file, summary) in files.iter().enumerate() {
        for statement in &summary.statements {
            sent.extend(StoredStatement::sent(statement).map(|stored| Sent {
                file,
                place: statement.place,
                statement: stored,
            }));
        }
    }
    sent
}

/// Reports balances that don't meet between a new statement and a known one, whichever comes first.
fn gaps(accounts: &[LinkedAccount<'_>], new: &[&Sent]) -> Vec<(usize, LateFinding)> {
    let find = |statement: &StoredStatement| {
        let is_same = |sent: &&&Sent| std::ptr::eq(&raw const sent.statement, statement);
        new.iter().find(is_same)
    };
    let mut findings = Vec::new();
    for (_, currency, linked) in accounts {
        for gap in linked.iter().filter_map(Linked::gap) {
            let Gap { before, after, .. } = gap;
            // Where the bookings of common days differ, that is what is wrong.
            if !differing_days(before, after).is_empty() {
                continue;
            }
            // Both are new, or both are known, is not news about the store.
            let (sent, other) = match (find(before), find(after)) {
                (Some(sent), None) => (sent, after),
                (None, Some(sent)) => (sent, before),
                _ => continue,
            };
            let [from, until] = gap.days.map(Some);
            let difference = format_signed_amount(gap.difference, currency.minor_units());
            let (file, finding) = finding(&rules::IMPORTED_STATEMENT_MISSING, sent, other);
            let finding = finding
                .param("days", describe_days(from, until))
                .param("difference", difference);
            findings.push((file, finding));
        }
    }
    findings
}

/// Reports the days on which a new statement has other bookings than a known one.
fn differences(known: &[StoredStatement], new: &[&Sent]) -> Vec<(usize, LateFinding)> {
    let mut by_account: HashMap<_, Vec<&StoredStatement>> = HashMap::new();
    for statement in known {
        let account = (statement.account.as_str(), statement.currency);
        by_account.entry(account).or_default().push(statement);
    }
    let mut findings = Vec::new();
    for sent in new {
        let statement = &sent.statement;
        let account = (statement.account.as_str(), statement.currency);
        for other in by_account.get(&account).into_iter().flatten() {
            let days = differing_days(statement, other);
            if days.is_empty() {
                continue;
            }
            let named = days.iter().take(MAX_NAMED).map(Date::to_string);
            let mut named: Vec<String> = named.collect();
            if days.len() > MAX_NAMED {
                named.push("…".to_owned());
            }
            let (file, finding) = finding(&rules::IMPORTED_STATEMENT_DIFFERS, sent, other);
            findings.push((file, finding.param("days", named.join(", "))));
        }
    }
    findings
}

/// Whether one of two statements of an account begins with the balance that the other ends with.
fn meet(one: &StoredStatement, other: &StoredStatement) -> bool {
    let is_same_account = one.account == other.account && one.currency == other.currency;
    if !is_same_account || std::ptr::eq(one, other) {
        return false;
    }
    let [before, after] = in_order(one, other);
    before.has_both_balances() && before.closing_balance == after.opening_balance
}

/// Returns two statements in the order of their numbers, or else so that they meet if they can.
fn in_order<'s>(one: &'s StoredStatement, other: &'s StoredStatement) -> [&'s StoredStatement; 2] {
    let number = |statement: &StoredStatement| statement.number.as_ref()?.parse::<u64>().ok();
    let is_later = match (number(one), number(other)) {
        (Some(own), Some(others)) if own != others => own > others,
        _ => other.closing_balance == one.opening_balance,
    };
    if is_later { [other, one] } else { [one, other] }
}

/// Reports a statement with the days and the bookings of a known one, but with other balances, which don't meet: no bookings lead from two balances, so each of
/// the two has bookings of its own, and those between them are missing.
fn unlinked(sent: &Sent, known: &StoredStatement) -> Option<(usize, LateFinding)> {
    let statement = &sent.statement;
    let is_same_account =
        known.account == statement.account && known.currency == statement.currency;
    let have_same_days = statement.days == known.days && !statement.days.is_empty();
    let have_same_balance = statement.opening_balance == known.opening_balance;
    if !is_same_account || !have_same_days || have_same_balance || !statement.has_both_balances() {
        return None;
    }
    let [before, after] = in_order(statement, known);
    let opening = after.opening_balance?;
    let difference = opening.checked_sub(before.closing_balance?)?;
    let days = describe_days(statement.first_day, statement.last_day);
    let difference = format_signed_amount(difference, statement.currency.minor_units());
    let (file, finding) = finding(&rules::IMPORTED_STATEMENT_MISSING, sent, known);
    Some((
        file,
        finding.param("days", days).param("difference", difference),
    ))
}

/// Returns the days on which two statements with balances have another number of bookings, or another sum. A statement may begin or end within a day, so the
/// first and the last common day count only if both begin, or end, with the same balance there.
fn differing_days(one: &StoredStatement, other: &StoredStatement) -> Vec<Date> {
    if !one.has_both_balances() || !other.has_both_balances() {
        return Vec::new();
    }
    let (Some([first, last]), Some([other_first, other_last])) = (one.period(), other.period())
    else {
        return Vec::new();
    };
    let begin_alike = first == other_first && one.opening_balance == other.opening_balance;
    let end_alike = last == other_last && one.closing_balance == other.closing_balance;
    let (start, end) = (first.max(other_first), last.min(other_last));
    let is_compared = |day: Date| {
        (start < day || begin_alike && start == day) && (day < end || end_alike && day == end)
    };
    let compared = |statement: &StoredStatement| -> HashSet<DayTotal> {
        let days = statement.days.iter().copied();
        days.filter(|total| is_compared(total.day)).collect()
    };
    let (days, other_days) = (compared(one), compared(other));
    let differing = days.symmetric_difference(&other_days);
    let mut differing: Vec<Date> = differing.map(|total| total.day).collect();
    differing.sort_unstable();
    differing.dedup();
    differing
}

/// Returns a finding about a statement, which names the days of another one.
fn finding(rule: &'static Rule, sent: &Sent, other: &StoredStatement) -> (usize, LateFinding) {
    let period = describe_days(other.first_day, other.last_day);
    (
        sent.file,
        LateFinding::new(rule, sent.place).param("period", period),
    )
}

/// Reports the conflicts of a plan, one finding for each. A plan knows no file, so a finding has no place.
pub(crate) fn report_conflicts(plan: &Plan<'_>, policy: &Policy) -> Report {
    let mut findings = Collector::new(policy);
    for _ in plan
        .verdicts()
        .filter(|(_, verdict)| matches!(verdict, Verdict::Conflict(_)))
    {
        findings.push(Diagnostic::new(&rules::TRANSACTION_CONFLICT, Span::at(0)));
    }
    findings.into_report(&Decoded::from_bytes(b""), None)
}
