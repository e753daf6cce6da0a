use std::collections::{BTreeSet, HashMap, HashSet};

use universal_accounting::statement::{AccountMap, Summary, Total};
use universal_accounting::value::{Date, Iban};

use crate::window::clean;

/// What one file came to on one account.
struct Entry<'s> {
    file: &'s str,
    total: &'s Total,
    /// The days that the file is about: as it says, else those of its bookings.
    from: Option<Date>,
    until: Option<Date>,
}

/// The totals of all files by account and currency, each with its files in the order of their days.
pub(crate) struct Totals<'s>(Vec<Vec<Entry<'s>>>);

impl<'s> Totals<'s> {
    pub(crate) fn of(files: impl Iterator<Item = (&'s str, &'s Summary)>) -> Self {
        let mut accounts: Vec<Vec<Entry<'s>>> = Vec::new();
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        for (file, summary) in files {
            let [start, end] = summary.period;
            for total in &summary.totals {
                let entry = Entry { file, total, from: start.or(total.first), until: end.or(total.last) };
                let place = *places.entry((&total.account, &total.currency)).or_insert(accounts.len());
                match accounts.get_mut(place) {
                    Some(known) => known.push(entry),
                    None => accounts.push(vec![entry]),
                }
            }
        }
        for files in &mut accounts {
            files.sort_by_key(|entry| (entry.from, entry.until));
        }
        Self(accounts)
    }

    /// A table with a line for each account and currency.
    pub(crate) fn table(&self) -> String {
        let mut rows =
            vec![["account", "currency", "period", "transactions", "in", "out", "balance"].map(str::to_owned).to_vec()];
        for files in &self.0 {
            let Some(first) = files.first() else { continue };
            let sum = |of: fn(&Total) -> Option<rust_decimal::Decimal>| {
                let mut sums = files.iter().map(|entry| of(entry.total));
                let sum = sums.try_fold(rust_decimal::Decimal::ZERO, |sum, next| sum.checked_add(next?));
                sum.map_or_else(|| "?".to_owned(), |sum| sum.to_string())
            };
            let days = [
                files.iter().filter_map(|entry| entry.total.first).min(),
                files.iter().filter_map(|entry| entry.total.last).max(),
            ];
            let verdicts = ["broken", "none", "proved"];
            let worst =
                verdicts.into_iter().find(|word| files.iter().any(|entry| entry.total.balance.as_str() == *word));
            rows.push(vec![
                clean(&first.total.account),
                first.total.currency.clone(),
                days.map(|day| day.as_ref().map_or("?".to_owned(), Date::to_string)).join(" to "),
                files.iter().map(|entry| entry.total.transactions).sum::<usize>().to_string(),
                sum(|total| total.credit),
                sum(|total| total.debit),
                worst.unwrap_or_default().to_owned(),
            ]);
        }
        aligned(&rows, &[3, 4, 5])
    }

    /// What a map of accounts left as it was, and which of its entries fitted nothing: `files` are the names of all files.
    pub(crate) fn unmapped(&self, map: &AccountMap, files: &[&str]) -> Vec<String> {
        let accounts: BTreeSet<&str> =
            self.0.iter().filter_map(|files| files.first()).map(|entry| entry.total.account.as_str()).collect();
        let known: Vec<String> = map.accounts.iter().map(|known| known.account.canonical()).collect();
        let by_file = files.iter().filter_map(|name| map.by_file(name));
        let named: HashSet<String> = by_file.map(|known| known.account.canonical()).collect();
        let mut warnings = Vec::new();
        for account in &accounts {
            if !known.iter().any(|known| known == account) && Iban::parse(account).is_err() {
                let account = clean(account);
                warnings
                    .push(format!("warning: account `{account}` is not in the map and goes out as the file writes it"));
            }
        }
        for (number, account) in (1..).zip(&known) {
            if !accounts.contains(account.as_str()) && !named.contains(account) {
                let account = clean(account);
                warnings.push(format!(
                    "warning: entry {number} of the map, for `{account}`, fitted no account and no file"
                ));
            }
        }
        warnings
    }

    /// Where one file does not go on where the one before it ends.
    pub(crate) fn gaps(&self) -> Vec<String> {
        let mut gaps = Vec::new();
        for files in &self.0 {
            for (before, after) in files.iter().zip(files.iter().skip(1)) {
                let account = format!("{} {}", clean(&after.total.account), after.total.currency);
                let (one, other) = (clean(before.file), clean(after.file));
                let apart = before.total.last < after.total.first;
                let next = before.until.and_then(Date::tomorrow);
                gaps.extend(match (before.total.closing, after.total.opening) {
                    (Some(closing), Some(opening)) => (apart && closing != opening).then(|| {
                        format!(
                            "warning: {account}: {one} ends with a balance of {closing}, {other} begins with {opening}; \
                             a statement between them may be missing"
                        )
                    }),
                    _ => next.zip(after.from).filter(|(next, from)| next < from).map(|(next, from)| {
                        format!(
                            "warning: {account}: {one} ends before {next}, {other} begins on {from}; check that no \
                             statement is missing between them"
                        )
                    }),
                });
            }
        }
        gaps
    }
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
