//! The history of each account in all files.

use std::collections::{BTreeSet, HashSet};

use universal_accounting::continuity::{AccountHistory, History};
use universal_accounting::internals::account_map;
use universal_accounting::internals::value::format_amount;
use universal_accounting::report::Policy;
use universal_accounting::rust_decimal::Decimal;
use universal_accounting::statement::{AccountMap, BalanceStatus, Summary};
use universal_accounting::value::Iban;

use crate::files::Input;
use crate::findings::pluralize;
use crate::output;
use crate::sanitize::sanitize;
use crate::{statements, terminal};

/// Prints the totals of all accounts, and warns about possible mistakes in the account map. Redacted totals have numbers in the place of accounts, and no sums
/// and days.
pub(crate) fn print(
    history: &History,
    files: &[(&Input, &Summary)],
    map: Option<&AccountMap>,
    policy: &Policy,
) {
    if let Some(map) = map {
        let mapped_by_file = files
            .iter()
            .filter_map(|(input, summary)| statements::account_by_file_name(map, input, summary));
        let mapped_by_file = mapped_by_file.map(account_map::canonical).collect();
        let accounts = history.accounts.iter().filter_map(|account| {
            let account = account.account.as_ref();
            account.map(AsRef::as_ref)
        });
        warn_about_account_map(map, &mapped_by_file, &accounts.collect(), policy);
    }
    let shown = || {
        let accounts = history.accounts.iter();
        accounts.filter(|account| account.transactions > 0)
    };
    if shown().next().is_none() {
        return;
    }
    let rows = if policy.is_redacted() {
        redacted_rows(shown())
    } else {
        rows(shown())
    };
    let table = terminal::table(&rows, &[3, 4, 5], terminal::stderr_width());
    output::print_summary(format!("\n{table}"));
    let repeated: usize = shown().map(|account| account.repeated).sum();
    if repeated > 0 {
        let entries = pluralize(repeated, "row");
        let verb = if repeated == 1 { "has" } else { "have" };
        output::print_note(format!(
            "{entries} {verb} the transaction of an earlier statement; each transaction is in the output once"
        ));
    }
}

fn rows<'h>(accounts: impl Iterator<Item = &'h AccountHistory>) -> Vec<Vec<String>> {
    let header = [
        "account",
        "currency",
        "period",
        "transactions",
        "in",
        "out",
        "balances",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for account in accounts {
        let sum = |sum: Option<Decimal>| {
            let sum = sum.zip(account.currency);
            sum.map_or("?".to_owned(), |(sum, currency)| {
                format_amount(sum, currency)
            })
        };
        let days = [account.first_day, account.last_day];
        rows.push(vec![
            account
                .account
                .as_ref()
                .map_or_else(String::new, |account| sanitize(account.as_str())),
            account
                .currency
                .map_or_else(String::new, |currency| currency.to_string()),
            days.map(|day| day.map_or("?".to_owned(), |day| day.to_string()))
                .join(" to "),
            account.transactions.to_string(),
            sum(account.credit),
            sum(account.debit),
            describe(account),
        ]);
    }
    rows
}

/// Returns the rows of the table that hold for a log which other people read: each account has its number in the order of the files.
fn redacted_rows<'h>(accounts: impl Iterator<Item = &'h AccountHistory>) -> Vec<Vec<String>> {
    let header = ["account", "currency", "balances", "transactions"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for (number, account) in (1..).zip(accounts) {
        rows.push(vec![
            format!("number {number}"),
            account
                .currency
                .map_or_else(String::new, |currency| currency.to_string()),
            describe(account),
            account.transactions.to_string(),
        ]);
    }
    rows
}

/// Describes what the balances prove, such as `partly: 41 of 42`.
fn describe(account: &AccountHistory) -> String {
    match account.balance_status {
        BalanceStatus::Proved => "proved".to_owned(),
        BalanceStatus::Partly if account.confirmed < account.transactions => {
            format!("partly: {} of {}", account.confirmed, account.transactions)
        }
        BalanceStatus::Partly => "partly".to_owned(),
        BalanceStatus::Broken => "broken".to_owned(),
        _ => "not checked".to_owned(),
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
