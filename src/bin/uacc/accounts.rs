//! `uacc accounts`: the skeleton of an account map.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::account_map;
use universal_accounting::report::Policy;
use universal_accounting::statement::{AccountMap, Summary};
use universal_accounting::value::Iban;

use crate::configuration::configuration;
use crate::files::in_parallel;
use crate::findings::pluralize;
use crate::output::{self, Outcome};
use crate::sanitize::sanitize;
use crate::settings::{ProfileArguments, read_settings_file};
use crate::{files, limits, statements};

#[derive(Debug, Args)]
pub(crate) struct Accounts {
    /// The statements, also in ZIP archives. `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    profiles: ProfileArguments,
    /// An account map. What it already has is left out.
    #[arg(long = "accounts", value_name = "MAP")]
    map: Option<PathBuf>,
}

/// An account map that a person completes.
#[derive(Debug, Default, Serialize)]
struct Skeleton {
    accounts: Vec<Account>,
}

/// An account whose identifier is to be filled in.
#[derive(Debug, Default, Serialize)]
struct Account {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    written: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bank: Option<String>,
    #[serde(rename = "account")]
    identifier: String,
    /// Empty if files of the account name no currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<String>,
}

/// What several files of a format name or lack: the number of an account, or the pattern of their names.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Number(String),
    FileName(String),
}

pub(crate) fn run(arguments: &Accounts) -> Outcome {
    let mut options = ConvertOptions::new();
    options.policy = limits::policy();
    arguments.profiles.apply_to(&mut options)?;
    if let Some(path) = arguments.map.as_ref().or(configuration().accounts.as_ref()) {
        options.accounts = Some(read_settings_file(
            "the account map",
            path,
            AccountMap::read,
            &Policy::new(),
        )?);
    }
    let inputs = files::unpack(files::read_all(&arguments.files)?, &options.policy);
    let summaries = in_parallel(&inputs, |input| {
        statements::convert_file(input, &options, false, &mut |_| ()).summary
    });
    // For each account, whether its files name a currency.
    let mut accounts: BTreeMap<(String, Known), bool> = BTreeMap::new();
    let mut unread = 0;
    for (input, summary) in inputs.iter().zip(&summaries) {
        let Some(format) = &summary.format else {
            unread += 1;
            output::print_note(format!(
                "{} can't be read; `uacc convert` says why",
                sanitize(&input.name)
            ));
            continue;
        };
        for known in unknown_accounts(&input.name, summary, options.accounts.as_ref()) {
            *accounts.entry((format.id.clone(), known)).or_insert(true) &=
                !lacks(summary, "currency-missing");
        }
    }
    let mut skeleton = Skeleton {
        accounts: accounts.into_iter().map(to_account).collect(),
    };
    // The first pattern that matches is used, so the longest come first.
    skeleton
        .accounts
        .sort_by_key(|account| Reverse(account.files.first().map_or(0, String::len)));
    let json = serde_json::to_string_pretty(&skeleton).map_err(|error| error.to_string())?;
    output::write_stdout(json + "\n")?;
    let read = pluralize(inputs.len() - unread, "file");
    output::print_summary(match skeleton.accounts.len() {
        0 => format!("{read}: each names its account, so no map is needed"),
        count => format!(
            "{read}: fill in each `account` that is empty ({count}), such as an IBAN, check that the patterns in `files` match only files of this account, and give the map with --accounts"
        ),
    });
    Ok(unread == 0)
}

/// Returns the accounts of a file that are neither IBANs nor in the map.
fn unknown_accounts(name: &str, summary: &Summary, map: Option<&AccountMap>) -> Vec<Known> {
    let is_mapped = |account: &str| {
        map.is_some_and(|map| {
            account_map::accounts(map).any(|known| account_map::canonical(known) == account)
        })
    };
    let numbers = summary.totals.iter().map(|total| total.account.as_str());
    let names_account = !summary.totals.is_empty();
    let mut unknown: Vec<Known> = numbers
        .filter(|number| Iban::parse(number).is_err() && !is_mapped(number))
        .map(|number| Known::Number(number.to_owned()))
        .collect();
    if lacks(summary, "account-missing") || lacks(summary, "account-unusable") && !names_account {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        unknown.push(Known::FileName(without_dates(name)));
    }
    unknown
}

fn lacks(summary: &Summary, rule: &str) -> bool {
    summary
        .report
        .counts
        .iter()
        .any(|count| count.rule.id == rule)
}

fn to_account(((bank, known), names_currency): ((String, Known), bool)) -> Account {
    let (written, files) = match known {
        Known::Number(number) => (vec![number], Vec::new()),
        Known::FileName(pattern) => (Vec::new(), vec![pattern]),
    };
    let currency = (!names_currency).then(String::new);
    Account {
        written,
        files,
        bank: Some(bank),
        identifier: String::new(),
        currency,
    }
}

/// Returns a file name with `*` in the place of each date or year. Other numbers stay, since they may be those of accounts.
fn without_dates(name: &str) -> String {
    let mut pattern = String::new();
    let mut rest = name;
    while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        // The last separator belongs to what follows, such as the dot of `.csv`.
        let end = digits
            .find(|character: char| !is_part(character))
            .unwrap_or(digits.len());
        let number = digits
            .get(..end)
            .unwrap_or(digits)
            .trim_end_matches(|character: char| !character.is_ascii_digit());
        pattern += before;
        if is_date(number) {
            pattern.push('*');
        } else {
            pattern.extend(number.split_inclusive(['-', '_', '.']).map(without_date));
        }
        rest = digits.get(number.len()..).unwrap_or_default();
    }
    pattern + rest
}

fn is_part(character: char) -> bool {
    character.is_ascii_digit() || is_separator(character)
}

fn is_separator(character: char) -> bool {
    matches!(character, '-' | '_' | '.')
}

/// Returns whether digits with separators are a year, a month or a day, maybe with a time.
fn is_date(number: &str) -> bool {
    let is_year = |part: &str| part.len() == 4 && starts_with_century(part);
    number.split(is_separator).any(is_year)
        && number
            .split(is_separator)
            .all(|part| is_year(part) || matches!(part.len(), 0..=2 | 6))
}

/// Returns a number with its separator, or `*` in the place of a number that is a month, a day or a time: `202603`, `20260331`, `31032026`, `20260331143000`.
fn without_date(part: &str) -> String {
    let digits = part.trim_end_matches(is_separator);
    let year_is_last = digits.len() == 8 && digits.get(4..).is_some_and(starts_with_century);
    let year_is_first = matches!(digits.len(), 6 | 8 | 12 | 14) && starts_with_century(digits);
    if year_is_first || year_is_last {
        part.replacen(digits, "*", 1)
    } else {
        part.to_owned()
    }
}

fn starts_with_century(digits: &str) -> bool {
    digits.starts_with("19") || digits.starts_with("20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_years_are_replaced() {
        for (name, pattern) in [
            ("yuh_2026.csv", "yuh_*.csv"),
            ("export-2026-03-31.csv", "export-*.csv"),
            ("Umsaetze_31.03.2026.csv", "Umsaetze_*.csv"),
            ("20260101-20260331_konto.csv", "*-*_konto.csv"),
            ("format1-20260331.csv", "format1-*.csv"),
            ("saldo_31032026.csv", "saldo_*.csv"),
            ("Kontoauszug 202603.csv", "Kontoauszug *.csv"),
            ("statement_20260331143000.csv", "statement_*.csv"),
            ("2026-03_143055.csv", "*.csv"),
        ] {
            assert_eq!(without_dates(name), pattern, "{name}");
        }
    }

    #[test]
    fn numbers_of_accounts_stay() {
        for name in [
            "konto 1.csv",
            "CH9300762011623852957.csv",
            "4731041893.csv",
            "a12-345678901.csv",
            "export.csv",
            "12.csv",
        ] {
            assert_eq!(without_dates(name), name);
        }
        assert_eq!(
            without_dates("CH9300762011623852957 2026.csv"),
            "CH9300762011623852957 *.csv"
        );
    }
}
