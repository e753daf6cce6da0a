//! The history of each account.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rust_decimal::Decimal;

use super::findings::{Account, InFile, uncovered};
use super::link::{Link, Linked, link};
use super::member::{Member, compute_openings};
use super::occurrences::{Occurrence, Occurrences};
use super::order::put_in_order;
use super::repeats::Repeats;
use super::verdict::Verdict;
use crate::statement::{BalanceStatus, Statement, Summary, Total, UnconfirmedRows};
use crate::value::{AccountIdentifier, Currency, Date};

/// What the statements of one or several files say about each other.
///
/// See the [module](crate::continuity) for an example.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct History {
    /// The accounts, in the order in which the files name them first.
    pub accounts: Vec<AccountHistory>,
    /// Whether each file is complete.
    is_complete: bool,
    /// For each file, which of its transactions an earlier statement has, and which have another number of their occurrence.
    pub(crate) repeats: Vec<Repeats>,
}

/// The history of one account in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccountHistory {
    /// The account, as in the transactions. `None` for statements that name no account that can be used.
    pub account: Option<AccountIdentifier>,
    /// The currency, as in the transactions. `None` for statements without transactions that name none.
    pub currency: Option<Currency>,
    /// The statements: by their last day, then by their first day, then by their number, then so that their balances follow.
    pub statements: Vec<StatementInHistory>,
    /// The number of transactions, each counted once.
    pub transactions: usize,
    /// The number of entries of a statement that an earlier one has too.
    pub repeated: usize,
    /// The sum of the credits. `None` if it exceeds the range of [`Decimal`].
    pub credit: Option<Decimal>,
    /// The sum of the debits, as a positive number. `None` if it exceeds the range of [`Decimal`].
    pub debit: Option<Decimal>,
    /// The earliest and the latest booking date of the transactions. The value date or the purchase date replaces a missing booking date.
    pub first_day: Option<Date>,
    /// See `first_day`.
    pub last_day: Option<Date>,
    /// The balance before the statement with the earliest first day.
    pub opening_balance: Option<Decimal>,
    /// The balance after the statement with the latest last day.
    pub closing_balance: Option<Decimal>,
    /// What all balances prove about the transactions.
    pub balance_status: BalanceStatus,
    /// The number of transactions that balances confirm.
    pub confirmed: usize,
    /// The transactions that no balance confirms, in each of their files.
    pub(crate) unconfirmed: Vec<UnconfirmedRows>,
    pub(crate) includes_unexported: bool,
    pub(crate) has_contradicting_day: bool,
    pub(crate) is_doubtful: bool,
    pub(crate) findings: Vec<InFile>,
}

impl AccountHistory {
    /// Returns the files whose statements are linked to those of a file by balances or by transactions.
    fn files_connected_to(&self, file: usize) -> HashSet<usize> {
        let mut neighbours: HashMap<usize, Vec<usize>> = HashMap::new();
        for statement in &self.statements {
            let is_linked = !matches!(statement.link, Link::Unknown | Link::Gap);
            let other = statement
                .linked_to
                .and_then(|other| self.statements.get(other));
            if let Some(other) = other.filter(|_| is_linked) {
                neighbours
                    .entry(statement.file)
                    .or_default()
                    .push(other.file);
                neighbours
                    .entry(other.file)
                    .or_default()
                    .push(statement.file);
            }
        }
        let (mut found, mut waiting) = (HashSet::from([file]), vec![file]);
        while let Some(next) = waiting.pop() {
            let near = neighbours.remove(&next).unwrap_or_default();
            waiting.extend(near.into_iter().filter(|file| found.insert(*file)));
        }
        found
    }

    /// Returns the totals of an account with transactions.
    fn into_total(self) -> Option<Total> {
        Some(Total {
            account: self.account.filter(|_| self.transactions > 0)?,
            currency: self.currency?,
            transactions: self.transactions,
            credit: self.credit,
            debit: self.debit,
            first_day: self.first_day,
            last_day: self.last_day,
            opening_balance: self.opening_balance,
            closing_balance: self.closing_balance,
            balance_status: self.balance_status,
            confirmed: self.confirmed,
            unconfirmed: self.unconfirmed,
            includes_unexported: self.includes_unexported,
            has_contradicting_day: self.has_contradicting_day,
            is_doubtful: self.is_doubtful,
        })
    }
}

/// A statement in the history of its account.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatementInHistory {
    /// The index of its file.
    pub file: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The number that the bank gives it.
    pub number: Option<String>,
    /// Its first and its last day: as it states them, or else those of its balances, or else those of its entries.
    pub first_day: Option<Date>,
    /// See `first_day`.
    pub last_day: Option<Date>,
    /// The balance before its first entry.
    pub opening_balance: Option<Decimal>,
    /// The balance after its last entry.
    pub closing_balance: Option<Decimal>,
    /// The number of its transactions.
    pub transactions: usize,
    /// Those of its rows whose transaction another statement has.
    pub repeated: Vec<RepeatedRow>,
    /// How it is linked to another statement.
    pub link: Link,
    /// The index of that statement in the list of the account.
    pub linked_to: Option<usize>,
    /// The first and the last day that neither of the two covers. Accounts rest, so that proves nothing.
    pub uncovered: Option<[Date; 2]>,
    /// What its own balances prove.
    pub balance_status: BalanceStatus,
}

/// A row whose transaction another statement of the account has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepeatedRow {
    /// The line of the row, from 1.
    pub line: usize,
    /// The index of the statement that has it, in the list of the account.
    pub statement: usize,
}

impl History {
    /// Compares the statements of files, each with its name. The order of the files says nothing.
    ///
    /// The work is linear in the number of entries.
    #[must_use]
    pub fn of(files: &[(&str, &Summary)]) -> Self {
        let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
        let mut history = Self {
            accounts: Vec::new(),
            is_complete: files.iter().all(|(_, summary)| summary.is_complete()),
            repeats: files.iter().map(|_| Repeats::default()).collect(),
        };
        for members in group(files) {
            let account = history.add_account(members, &names);
            history.accounts.push(account);
        }
        history
    }

    /// Returns whether everything of all files is in the result. See [`Summary::is_complete`].
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns whether balances prove the transactions of every account, and that none is missing between two statements. Not without an account.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        let mut accounts = self.accounts.iter();
        let is_proved = |account: &AccountHistory| account.balance_status == BalanceStatus::Proved;
        !self.accounts.is_empty() && accounts.all(is_proved)
    }

    /// Returns which transactions of a file an earlier statement has.
    pub(crate) fn repeats_of(&self, file: usize) -> &Repeats {
        static NONE: LazyLock<Repeats> = LazyLock::new(Repeats::default);
        self.repeats.get(file).unwrap_or(&NONE)
    }

    /// Whether the statements show that files are of one account: each of them is linked to another one by balances or by transactions, and all of them together.
    #[must_use]
    pub fn connects(&self, files: &[usize]) -> bool {
        let Some(first) = files.first() else {
            return true;
        };
        let is_of = |account: &&AccountHistory| {
            account
                .statements
                .iter()
                .any(|statement| statement.file == *first)
        };
        let accounts: Vec<&AccountHistory> = self.accounts.iter().filter(is_of).collect();
        let [account] = accounts.as_slice() else {
            return files.len() <= 1;
        };
        let connected = account.files_connected_to(*first);
        files.iter().all(|file| connected.contains(file))
    }

    /// Sets the totals of a file, and what its balances prove, to what its own statements say.
    pub(crate) fn total_up(self, summary: &mut Summary) {
        let (mut status, mut totals) = (None, Vec::new());
        for account in self.accounts {
            let is_silent =
                account.transactions == 0 && account.balance_status == BalanceStatus::None;
            if !is_silent {
                let own = account.balance_status;
                status = Some(status.map_or(own, |known: BalanceStatus| known.joined(own)));
            }
            totals.extend(account.into_total());
        }
        let status = status.unwrap_or_default();
        summary.balance_status = if summary.is_doubtful {
            status.unproved()
        } else {
            status
        };
        summary.totals = totals;
    }

    fn add_account(&mut self, members: Vec<Member<'_>>, names: &[&str]) -> AccountHistory {
        let mut members = put_in_order(members);
        compute_openings(&mut members);
        let linked = link(&members);
        let found = Occurrences::find(&members, &linked);
        let statements = members.iter().map(|member| member.statement);
        let (account, currency) = (
            statements
                .clone()
                .find_map(|statement| statement.account.clone()),
            statements.clone().find_map(|statement| statement.currency),
        );
        let compared = Account {
            members: &members,
            linked: &linked,
            currency,
            entries: &found.entries,
            shared: &found.shared,
            names,
        };
        let mut findings = compared.contradictions();
        let verdict = Verdict::of(&members, &linked, &found, !findings.is_empty());
        findings.extend(compared.links(&verdict));
        findings.extend(compared.remarks());
        for (member, occurrences) in members.iter().zip(&found.entries) {
            if let Some(repeats) = self.repeats.get_mut(member.file) {
                repeats.add(&member.statement.entries, occurrences);
            }
        }
        let statements = describe(&members, &linked, &found);
        AccountHistory {
            account,
            currency,
            transactions: found.transactions,
            repeated: statements
                .iter()
                .map(|statement| statement.repeated.len())
                .sum(),
            statements,
            credit: found.sums.credit,
            debit: found.sums.debit,
            first_day: found.sums.first_day,
            last_day: found.sums.last_day,
            opening_balance: verdict.opening,
            closing_balance: verdict.closing,
            balance_status: verdict.status,
            confirmed: found.confirmed,
            unconfirmed: unconfirmed(&members, &linked, verdict.status),
            includes_unexported: any(&members, |statement| statement.includes_unexported),
            has_contradicting_day: any(&members, |statement| statement.has_contradicting_day),
            is_doubtful: any(&members, |statement| statement.is_doubtful),
            findings,
        }
    }
}

fn any(members: &[Member<'_>], is: fn(&Statement) -> bool) -> bool {
    members.iter().any(|member| is(member.statement))
}

/// Returns the transactions that no balance confirms. The oldest ones of a statement that follows another one are confirmed.
fn unconfirmed(
    members: &[Member<'_>],
    linked: &[Linked],
    status: BalanceStatus,
) -> Vec<UnconfirmedRows> {
    if status == BalanceStatus::Proved {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (member, found) in members.iter().zip(linked) {
        let is_open = |rows: &&UnconfirmedRows| {
            let is_confirmed =
                found.link == Link::Follows && member.is_confirmed_by_following(rows.reason);
            found.link != Link::Copy && !is_confirmed
        };
        all.extend(member.statement.unconfirmed.iter().filter(is_open));
    }
    all
}

/// Groups the statements of all files by account and currency. A statement without a currency belongs to the only currency of its account.
fn group<'s>(files: &[(&str, &'s Summary)]) -> Vec<Vec<Member<'s>>> {
    let mut currencies: HashMap<Option<&str>, Vec<Currency>> = HashMap::new();
    let statements = || {
        let files = files.iter().enumerate();
        files.flat_map(|(file, (_, summary))| {
            summary.statements.iter().map(move |found| (file, found))
        })
    };
    let account = |statement: &'s Statement| statement.account.as_ref().map(AsRef::as_ref);
    for (_, statement) in statements() {
        let known = currencies.entry(account(statement)).or_default();
        known.extend(
            statement
                .currency
                .filter(|currency| !known.contains(currency)),
        );
    }
    let mut groups: Vec<Vec<Member<'s>>> = Vec::new();
    let mut indexes: HashMap<(Option<&str>, Option<Currency>), usize> = HashMap::new();
    for (file, statement) in statements() {
        let account = account(statement);
        let only = currencies.get(&account).filter(|known| known.len() == 1);
        let only = only.and_then(|known| known.first().copied());
        let currency = statement.currency.or(only);
        let index = *indexes.entry((account, currency)).or_insert(groups.len());
        let member = Member::new(file, statement);
        match groups.get_mut(index) {
            Some(group) => group.push(member),
            None => groups.push(vec![member]),
        }
    }
    groups
}

fn describe(
    members: &[Member<'_>],
    linked: &[Linked],
    found: &Occurrences,
) -> Vec<StatementInHistory> {
    let all = members.iter().zip(linked).zip(&found.entries);
    let described = all.map(|((member, linked), occurrences)| {
        let statement = member.statement;
        let before = linked.other.and_then(|other| members.get(other));
        let is_next = matches!(linked.link, Link::Follows | Link::Gap | Link::Unknown);
        StatementInHistory {
            file: member.file,
            line: statement.line(),
            number: statement.number().map(str::to_owned),
            first_day: member.first,
            last_day: member.last,
            opening_balance: statement.opening_balance,
            closing_balance: member.closing(),
            transactions: statement.entries.len(),
            repeated: repeated_rows(statement, occurrences),
            link: reported_link(linked, occurrences),
            linked_to: linked.other,
            uncovered: before
                .filter(|_| is_next)
                .and_then(|before| uncovered(before, member)),
            balance_status: statement.balance_status,
        }
    });
    described.collect()
}

fn repeated_rows(statement: &Statement, occurrences: &[Occurrence]) -> Vec<RepeatedRow> {
    let entries = statement.entries.iter().zip(occurrences);
    let repeated = entries.filter_map(|(entry, occurrence)| match *occurrence {
        Occurrence::Repeated { statement } => Some(RepeatedRow {
            line: entry.line(),
            statement,
        }),
        Occurrence::Counts(_) => None,
    });
    repeated.collect()
}

/// Returns the link. A report without balances is compared with no single statement, but its entries tell.
fn reported_link(linked: &Linked, occurrences: &[Occurrence]) -> Link {
    let repeated = occurrences
        .iter()
        .filter(|found| found.is_repeated())
        .count();
    match linked.link {
        Link::Unknown if !linked.is_in_line && repeated > 0 => {
            if repeated == occurrences.len() {
                Link::Part
            } else {
                Link::Overlap
            }
        }
        link => link,
    }
}
