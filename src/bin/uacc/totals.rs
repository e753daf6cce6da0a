use std::collections::{BTreeSet, HashMap, HashSet};

use rust_decimal::Decimal;
use universal_accounting::statement::{AccountMap, Summary, Total};
use universal_accounting::value::{Date, Iban};

use crate::files::Input;
use crate::output;
use crate::window::clean;

/// What one file came to on one account.
struct FileTotal<'s> {
    file: &'s str,
    total: &'s Total,
    /// The days that the file is about: as it says, else those of its bookings.
    from: Option<Date>,
    until: Option<Date>,
}

/// Tells on standard error what all files came to, and where they and the map of accounts may be wrong.
pub(crate) fn tell(files: &[(&Input, Summary)], map: Option<&AccountMap>) {
    let accounts = by_account(files);
    for (before, after) in accounts.iter().flat_map(|entries| entries.iter().zip(entries.iter().skip(1))) {
        gap(before, after).iter().for_each(output::say);
    }
    if let Some(map) = map {
        let named = files.iter().filter_map(|(input, _)| map.by_file(&input.name));
        let named = named.map(|known| known.account.canonical()).collect();
        let accounts = accounts.iter().flatten().map(|entry| entry.total.account.as_str()).collect();
        tell_unmapped(map, &named, &accounts);
    }
    if files.iter().any(|(_, summary)| summary.converted > 0) {
        output::say(format!("\n{}", table(&accounts)));
    }
}

/// The totals of all files by account and currency, each with its files in the order of their days.
fn by_account<'s>(files: &'s [(&Input, Summary)]) -> Vec<Vec<FileTotal<'s>>> {
    let mut accounts: Vec<Vec<FileTotal<'s>>> = Vec::new();
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    for (input, summary) in files {
        let [start, end] = summary.period;
        for total in &summary.totals {
            let entry = FileTotal { file: &input.name, total, from: start.or(total.first), until: end.or(total.last) };
            let place = *places.entry((&total.account, &total.currency)).or_insert(accounts.len());
            match accounts.get_mut(place) {
                Some(known) => known.push(entry),
                None => accounts.push(vec![entry]),
            }
        }
    }
    for entries in &mut accounts {
        entries.sort_by_key(|entry| (entry.from, entry.until));
    }
    accounts
}

fn table(accounts: &[Vec<FileTotal<'_>>]) -> String {
    let mut rows =
        vec![["account", "currency", "period", "transactions", "in", "out", "balance"].map(str::to_owned).to_vec()];
    for entries in accounts {
        let Some(FileTotal { total: Total { account, currency, .. }, .. }) = entries.first() else { continue };
        let totals = || entries.iter().map(|entry| entry.total);
        let sum = |of: fn(&Total) -> Option<Decimal>| {
            let sum = totals().map(of).try_fold(Decimal::ZERO, |sum, next| sum.checked_add(next?));
            sum.map_or("?".to_owned(), |sum| sum.to_string())
        };
        let days = [totals().filter_map(|total| total.first).min(), totals().filter_map(|total| total.last).max()];
        let verdicts = ["broken", "none", "proved"];
        let worst = verdicts.into_iter().find(|word| totals().any(|total| total.balance.as_str() == *word));
        rows.push(vec![
            clean(account),
            currency.clone(),
            days.map(|day| day.map_or("?".to_owned(), |day| day.to_string())).join(" to "),
            totals().map(|total| total.transactions).sum::<usize>().to_string(),
            sum(|total| total.credit),
            sum(|total| total.debit),
            worst.unwrap_or_default().to_owned(),
        ]);
    }
    aligned(&rows, &[3, 4, 5])
}

/// Tells which accounts a map left as they were, and which of its entries fitted no account and, as `named` has them, no file.
fn tell_unmapped(map: &AccountMap, named: &HashSet<String>, accounts: &BTreeSet<&str>) {
    let known: Vec<String> = map.accounts.iter().map(|known| known.account.canonical()).collect();
    for account in accounts {
        if !known.iter().any(|known| known == account) && Iban::parse(account).is_err() {
            let account = clean(account);
            output::say(format!("warning: account `{account}` is not in the map and goes out as the file writes it"));
        }
    }
    for (number, account) in (1..).zip(&known) {
        if !accounts.contains(account.as_str()) && !named.contains(account) {
            let account = clean(account);
            output::say(format!("warning: entry {number} of the map, for `{account}`, fitted no account and no file"));
        }
    }
}

/// Why a file does not go on where the one before it ends.
fn gap(before: &FileTotal<'_>, after: &FileTotal<'_>) -> Option<String> {
    let account = format!("{} {}", clean(&after.total.account), after.total.currency);
    let (one, other) = (clean(before.file), clean(after.file));
    if let (Some(closing), Some(opening)) = (before.total.closing, after.total.opening) {
        let is_gap = before.total.last < after.total.first && closing != opening;
        return is_gap.then(|| {
            format!(
                "warning: {account}: {one} ends with a balance of {closing}, {other} begins with {opening}; a statement \
                 between them may be missing"
            )
        });
    }
    let (next, from) = (before.until?.tomorrow()?, after.from?);
    (next < from).then(|| {
        format!(
            "warning: {account}: {one} ends before {next}, {other} begins on {from}; check that no statement is missing \
             between them"
        )
    })
}

/// Rows as text, each column as wide as it must be; those named stand to the right.
pub(crate) fn aligned(rows: &[Vec<String>], right: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if right.contains(&column) { format!("{cell:>width$}") } else { format!("{cell:width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
