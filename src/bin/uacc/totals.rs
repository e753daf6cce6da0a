//! The totals of all converted files by account.

use std::collections::{BTreeSet, HashMap, HashSet};

use rust_decimal::Decimal;
use universal_accounting::internals::account_map;
use universal_accounting::internals::value::format_amount;
use universal_accounting::report::Policy;
use universal_accounting::statement::{AccountMap, BalanceStatus, Summary, Total};
use universal_accounting::value::{Currency, Date, Iban};

use crate::files::Input;
use crate::output;
use crate::sanitize::sanitize;
use crate::{statements, terminal};

/// The totals of one account in one file.
struct FileTotal<'s> {
    file: &'s str,
    file_index: usize,
    total: &'s Total,
    /// The period that the file states, or else the days of its first and last transaction.
    from: Option<Date>,
    until: Option<Date>,
}

/// What lies between two files of an account.
enum Gap {
    Balances { closing: Decimal, opening: Decimal },
    Days { until: Date, from: Date },
}

impl Gap {
    fn find(before: &FileTotal<'_>, after: &FileTotal<'_>) -> Option<Self> {
        let balances = (before.total.closing_balance, after.total.opening_balance);
        if let (Some(closing), Some(opening)) = balances {
            let is_gap = before.total.last_day < after.total.first_day && closing != opening;
            return is_gap.then_some(Self::Balances { closing, opening });
        }
        let (until, from) = (before.until?, after.from?);
        let is_gap = until.tomorrow()? < from;
        is_gap.then_some(Self::Days { until, from })
    }
}

/// Prints the totals of all files, and warns about possible mistakes in the account map. Redacted totals have numbers in the place of accounts, and no sums and days.
pub(crate) fn print(files: &[(&Input, &Summary)], map: Option<&AccountMap>, policy: &Policy) {
    let accounts = group_by_account(files);
    if let Some(map) = map {
        let mapped_by_file = files
            .iter()
            .filter_map(|(input, summary)| statements::account_by_file_name(map, input, summary));
        let mapped_by_file = mapped_by_file.map(account_map::canonical).collect();
        let accounts = accounts
            .iter()
            .flatten()
            .map(|entry| entry.total.account.as_str())
            .collect();
        warn_about_account_map(map, &mapped_by_file, &accounts, policy);
    }
    if files.iter().any(|(_, summary)| summary.converted > 0) {
        let rows = if policy.is_redacted() {
            redacted_rows(&accounts)
        } else {
            rows(&accounts)
        };
        let table = terminal::table(&rows, &[3, 4, 5], terminal::stderr_width());
        output::print_summary(format!("\n{table}"));
    }
}

/// Compares each file of an account with the one before it. Confirms the oldest transactions of a file that begins with the balance that the other ends
/// with, and returns warnings about possible gaps.
pub(crate) fn compare_neighbours(
    files: &mut [(&Input, &mut Summary)],
    policy: &Policy,
) -> Vec<String> {
    let summaries: Vec<(&Input, &Summary)> = files
        .iter()
        .map(|(input, summary)| (*input, &**summary))
        .collect();
    let accounts = group_by_account(&summaries);
    let mut warnings = Vec::new();
    let mut pairs: Vec<(Total, usize)> = Vec::new();
    for (number, entries) in (1..).zip(&accounts) {
        for (before, after) in entries.iter().zip(entries.iter().skip(1)) {
            let warning = if policy.is_redacted() {
                redacted_gap_warning(number, before, after)
            } else {
                gap_warning(before, after)
            };
            warnings.extend(warning);
            pairs.push((before.total.clone(), after.file_index));
        }
    }
    for (before, after) in pairs {
        if let Some((_, summary)) = files.get_mut(after) {
            summary.confirm_openings(&[before]);
        }
    }
    warnings
}

/// Groups the totals of all files by account and currency. Each group is sorted by date.
fn group_by_account<'s>(files: &[(&'s Input, &'s Summary)]) -> Vec<Vec<FileTotal<'s>>> {
    let mut accounts: Vec<Vec<FileTotal<'s>>> = Vec::new();
    let mut indexes: HashMap<(&str, Currency), usize> = HashMap::new();
    for (file_index, (input, summary)) in files.iter().enumerate() {
        for total in &summary.totals {
            let entry = FileTotal {
                file: &input.name,
                file_index,
                total,
                from: summary.first_day.or(total.first_day),
                until: summary.last_day.or(total.last_day),
            };
            let index = *indexes
                .entry((total.account.as_str(), total.currency))
                .or_insert(accounts.len());
            match accounts.get_mut(index) {
                Some(group) => group.push(entry),
                None => accounts.push(vec![entry]),
            }
        }
    }
    for entries in &mut accounts {
        entries.sort_by_key(|entry| (entry.from, entry.until));
    }
    accounts
}

fn rows(accounts: &[Vec<FileTotal<'_>>]) -> Vec<Vec<String>> {
    let mut rows = vec![
        [
            "account",
            "currency",
            "period",
            "transactions",
            "in",
            "out",
            "balances",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for entries in accounts {
        let Some(FileTotal {
            total: Total {
                account, currency, ..
            },
            ..
        }) = entries.first()
        else {
            continue;
        };
        let totals = || entries.iter().map(|entry| entry.total);
        let sum = |amount: fn(&Total) -> Option<Decimal>| {
            let sum = totals()
                .map(amount)
                .try_fold(Decimal::ZERO, |sum, next| sum.checked_add(next?));
            sum.map_or("?".to_owned(), |sum| format_amount(sum, *currency))
        };
        let days = [
            totals().filter_map(|total| total.first_day).min(),
            totals().filter_map(|total| total.last_day).max(),
        ];
        rows.push(vec![
            sanitize(account.as_str()),
            currency.to_string(),
            days.map(|day| day.map_or("?".to_owned(), |day| day.to_string()))
                .join(" to "),
            totals()
                .map(|total| total.transactions)
                .sum::<usize>()
                .to_string(),
            sum(|total| total.credit),
            sum(|total| total.debit),
            joint_status(entries).to_owned(),
        ]);
    }
    rows
}

/// Returns the rows of the table that hold for a log which other people read: each account has its number in the order of the files.
fn redacted_rows(accounts: &[Vec<FileTotal<'_>>]) -> Vec<Vec<String>> {
    let header = ["account", "currency", "balances", "transactions"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for (number, entries) in (1..).zip(accounts) {
        let Some(first) = entries.first() else {
            continue;
        };
        let transactions = entries.iter().map(|entry| entry.total.transactions);
        rows.push(vec![
            format!("number {number}"),
            first.total.currency.to_string(),
            joint_status(entries).to_owned(),
            transactions.sum::<usize>().to_string(),
        ]);
    }
    rows
}

/// Returns what the balances of an account prove in all files together.
fn joint_status(entries: &[FileTotal<'_>]) -> &'static str {
    let all = |status| {
        entries
            .iter()
            .all(|entry| entry.total.balance_status == status)
    };
    if entries
        .iter()
        .any(|entry| entry.total.balance_status == BalanceStatus::Broken)
    {
        "broken"
    } else if all(BalanceStatus::None) {
        "not checked"
    } else if all(BalanceStatus::Proved) {
        "proved"
    } else {
        "partly"
    }
}

/// Warns about accounts that the map does not contain, and about entries of the map that match no account and no file.
fn warn_about_account_map(
    map: &AccountMap,
    mapped_by_file: &HashSet<String>,
    accounts: &BTreeSet<&str>,
    policy: &Policy,
) {
    let named = |account: &str| {
        if policy.is_redacted() {
            String::new()
        } else {
            format!(" `{}`", sanitize(account))
        }
    };
    let mapped: Vec<String> = account_map::accounts(map)
        .map(account_map::canonical)
        .collect();
    for account in accounts {
        if !mapped.iter().any(|mapped| mapped == account) && Iban::parse(account).is_err() {
            let name = named(account);
            let which = if name.is_empty() {
                "an account"
            } else {
                "account"
            };
            output::print_note(format!(
                "warning: {which}{name} is not in the account map; the output has it as written in the file"
            ));
        }
    }
    for (number, account) in (1..).zip(&mapped) {
        if !accounts.contains(account.as_str()) && !mapped_by_file.contains(account) {
            let name = named(account);
            let which = if name.is_empty() {
                name
            } else {
                format!(", for{name},")
            };
            output::print_note(format!(
                "warning: item {number} of the account map{which} matches no account and no file"
            ));
        }
    }
}

/// Returns a warning if a statement may be missing between two files of an account.
fn gap_warning(before: &FileTotal<'_>, after: &FileTotal<'_>) -> Option<String> {
    let account = format!(
        "{} {}",
        sanitize(after.total.account.as_str()),
        after.total.currency
    );
    let (file, next_file) = (sanitize(before.file), sanitize(after.file));
    Some(match Gap::find(before, after)? {
        Gap::Balances { closing, opening } => format!(
            "warning: {account}: {file} ends with a balance of {closing}, but {next_file} begins with {opening}; a \
             statement between them may be missing"
        ),
        Gap::Days { until, from } => format!(
            "warning: {account}: {file} ends on {until}, but {next_file} begins on {from}; check that no \
             statement is missing between them"
        ),
    })
}

/// Returns the same warning without account, balances and days. `number` is the account's in the totals.
fn redacted_gap_warning(
    number: usize,
    before: &FileTotal<'_>,
    after: &FileTotal<'_>,
) -> Option<String> {
    let (file, next_file) = (sanitize(before.file), sanitize(after.file));
    Some(match Gap::find(before, after)? {
        Gap::Balances { .. } => format!(
            "warning: account number {number}: {file} ends with another balance than {next_file} begins with; a statement between them may be missing"
        ),
        Gap::Days { .. } => format!(
            "warning: account number {number}: days lie between the end of {file} and the beginning of {next_file}; check that no statement is missing \
             between them"
        ),
    })
}
