//! The law of repairs: where a finding names the change that makes balances agree, that change undoes the damage.

mod damaged;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use proptest::prelude::*;
use universal_accounting::format::ConvertOptions;
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::source::Decoded;
use universal_accounting::report::{Language, Param};
use universal_accounting::statement::Conversion;
use universal_accounting::transactions::CreditDebit;

use self::damaged::{DAMAGES, Damage, File};
use super::sheet::cents;
use super::{Change, describe, for_each_generated, options, split_among_workers};

/// How many entries of a file are damaged in each way.
const MAX_ENTRIES: usize = 40;

/// The maximum size of a file, so that the test takes minutes.
const MAX_FILE_BYTES: usize = 150_000;

const BALANCE_RULES: [&str; 3] = ["balance-broken", "opening-balance", "closing-balance"];

/// What the findings of a damaged file say.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// The file is refused, or another number of entries was read.
    Unread,
    /// No balance covers the entry.
    NoBreak,
    /// A balance does not follow.
    Break,
    /// A change is named, and it undoes the damage.
    Right,
    /// Another change is named.
    Wrong(String),
}

/// Returns the changes that findings about balances name, and the number of these findings.
fn repairs(conversion: &Conversion) -> (Vec<(String, String)>, usize) {
    let mut named = Vec::new();
    let mut count = 0;
    for finding in &conversion.summary.report.findings {
        let text = |name| {
            let param = finding.params.iter().find(|(known, _)| *known == name);
            match param {
                Some((_, Param::Text(text))) => text.to_string(),
                _ => String::new(),
            }
        };
        count += usize::from(BALANCE_RULES.contains(&finding.rule.id));
        for language in [Language::German, Language::French, Language::Italian] {
            let help = finding.help_in(language);
            assert!(!help.contains("agree"), "not translated: {help}");
        }
        if !text("repair").is_empty() {
            named.push((text("repair"), text("difference")));
        }
    }
    (named, count)
}

/// Returns how a finding names an entry, whose line may have several.
fn name(lines: &[usize], entry: usize) -> String {
    let line = lines[entry];
    let before = lines[..entry]
        .iter()
        .filter(|other| **other == line)
        .count();
    if lines.iter().filter(|other| **other == line).count() > 1 {
        format!("booking {} in line {line}", before + 1)
    } else {
        format!("line {line}")
    }
}

fn signed_cents(conversion: &Conversion, entry: usize) -> i128 {
    let transaction = &conversion.transactions[entry];
    let amount = cents(&transaction.amount.to_string()).unwrap();
    if transaction.credit_debit == Some(CreditDebit::Debit) {
        -amount
    } else {
        amount
    }
}

/// Whether a named change undoes the damage of an entry.
fn is_right(
    (repair, difference): &(String, String),
    (damage, entry): (Damage, usize),
    undamaged: &Conversion,
    damaged: &Conversion,
) -> bool {
    let lines: Vec<usize> = damaged.origins.iter().map(|origin| origin.line).collect();
    let name = |entry: usize| name(&lines, entry);
    let start = "; the balances would agree";
    let other = ", or with one more row of this difference";
    let is_removed_amount = || cents(difference) == Some(signed_cents(undamaged, entry));
    let change = repair.strip_prefix(start).unwrap_or_default();
    match damage {
        Damage::SignTurned => {
            change.trim_end_matches(other)
                == format!(" if the amount in {} had the other sign", name(entry))
        }
        Damage::DigitsExchanged => {
            change.trim_end_matches(other)
                == format!(
                    " if two neighbouring digits of the amount in {} were exchanged",
                    name(entry)
                )
        }
        Damage::MarkDropped => {
            change.trim_end_matches(other)
                == format!(
                    " if the decimal mark of the amount in {} were at another place",
                    name(entry)
                )
        }
        Damage::Doubled => {
            // The entry may have been there several times before.
            let content = |entry: usize| describe(&damaged.transactions[entry], Change::Dates);
            let is_equal = |other: &usize| content(*other) == content(entry);
            let equal: Vec<usize> = (0..lines.len()).filter(is_equal).collect();
            equal.windows(2).any(|pair| {
                change
                    == format!(
                        " without {}, which repeats {}",
                        name(pair[1]),
                        name(pair[0])
                    )
            })
        }
        Damage::Removed if change.ends_with(other) => is_removed_amount(),
        Damage::Removed => {
            let rows = change.strip_prefix(" with one more row of this difference between ");
            let Some((first, second)) = rows.and_then(|rows| rows.split_once(" and ")) else {
                return false;
            };
            let index = |row: &str| (0..lines.len()).find(|entry| name(*entry) == row);
            let is_between = index(first) < Some(entry) && index(second) >= Some(entry);
            is_between && is_removed_amount()
        }
        Damage::DigitChanged => false,
    }
}

/// Damages entries of a file one by one, and returns what the findings say about each.
fn try_file(source: &[u8], options: &ConvertOptions) -> Vec<(Damage, Outcome)> {
    let undamaged = convert_readable(source, options);
    let text = Decoded::from_bytes(source).text().to_owned();
    let (_, breaks) = repairs(&undamaged);
    let Some(file) = File::new(&text, &undamaged).filter(|_| breaks == 0) else {
        return Vec::new();
    };
    let step = file.entries().div_ceil(MAX_ENTRIES).max(1);
    let mut outcomes = Vec::new();
    for entry in (0..file.entries()).step_by(step) {
        for damage in DAMAGES {
            let Some(text) = file.damage(entry, damage) else {
                continue;
            };
            let damaged = convert_readable(text.as_bytes(), options);
            outcomes.push((damage, judge(&undamaged, &damaged, (damage, entry))));
        }
    }
    outcomes
}

fn judge(undamaged: &Conversion, damaged: &Conversion, damage: (Damage, usize)) -> Outcome {
    let expected = match damage.0 {
        Damage::Removed => undamaged.transactions.len() - 1,
        Damage::Doubled => undamaged.transactions.len() + 1,
        _ => undamaged.transactions.len(),
    };
    if damaged.transactions.len() != expected {
        return Outcome::Unread;
    }
    let (named, breaks) = repairs(damaged);
    match &named[..] {
        [] if breaks == 0 => Outcome::NoBreak,
        [] => Outcome::Break,
        [only] if is_right(only, damage, undamaged, damaged) => Outcome::Right,
        // An amount may happen to be that of a reversal, which is the likelier reason.
        [(change, _)] if change.contains(" if the reversal in ") => Outcome::Break,
        _ => Outcome::Wrong(format!("{damage:?} {named:?}")),
    }
}

/// Asserts that no outcome is wrong, and that each damage that can be named is named.
fn assert_right(outcomes: impl IntoIterator<Item = (String, Damage, Outcome)>) {
    let mut counts: BTreeMap<(Damage, String), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (file, damage, outcome) in outcomes {
        let name = match &outcome {
            Outcome::Wrong(named) => {
                wrong.push(format!("{file}: {named}"));
                "Wrong".to_owned()
            }
            other => format!("{other:?}"),
        };
        *counts.entry((damage, name)).or_default() += 1;
    }
    for ((damage, outcome), count) in &counts {
        println!("{damage:?}\t{outcome}\t{count}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for damage in DAMAGES {
        let is_named = counts.contains_key(&(damage, "Right".to_owned()));
        assert_eq!(is_named, damage != Damage::DigitChanged, "{damage:?}");
    }
}

/// The law, for statements that are generated from each profile.
#[test]
fn a_named_change_undoes_the_damage() {
    let mut outcomes = Vec::new();
    for_each_generated(|name, source, options| {
        let tried = try_file(source, options).into_iter();
        outcomes.extend(tried.map(|(damage, outcome)| (name.to_owned(), damage, outcome)));
    });
    assert_right(outcomes);
}

/// Amounts that fit by chance: multiples of each other, with exchanged digits, with another digit.
const AMOUNTS: [&str; 18] = [
    "1.00", "2.00", "5.00", "10.00", "20.00", "9.00", "18.00", "0.90", "45.00", "54.00", "123.45",
    "132.45", "76.20", "67.20", "4.50", "100.00", "250.00", "1234.50",
];

proptest! {
    /// The law, for rows whose amounts fit by chance. Some of the rows have no balance.
    #[test]
    fn a_named_change_undoes_the_damage_of_any_table(
        rows in prop::collection::vec((prop::sample::select(&AMOUNTS[..]), any::<bool>(), 0..4), 3..12),
        is_newest_first in any::<bool>(),
    ) {
        let mut balance = 100_000;
        let lines = rows.iter().enumerate().map(|(index, (amount, is_debit, balances))| {
            let cents = i64::try_from(cents(amount).unwrap()).unwrap();
            balance += if *is_debit { -cents } else { cents };
            let sign = if *is_debit { "-" } else { "" };
            // Every fourth row has no balance.
            let balance = if *balances > 0 { format!("{}.{:02}", balance / 100, balance % 100) } else { String::new() };
            let day = format!("2026-03-{:02} 00:00:00.0", index + 1);
            format!("CH9300762011623852957;{day};Text {index};{sign}{amount};{balance};{day}\n")
        });
        let mut lines: Vec<String> = lines.collect();
        if is_newest_first {
            lines.reverse();
        }
        let header = "IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n";
        for (damage, outcome) in try_file(format!("{header}{}", lines.concat()).as_bytes(), &options()) {
            prop_assert!(!matches!(outcome, Outcome::Wrong(_)), "{damage:?} {outcome:?} {lines:?}");
        }
    }
}

/// Real statements below `UACC_SHARED`.
#[test]
#[ignore = "needs the samples below UACC_SHARED"]
fn repairs_of_samples_undo_the_damage() {
    let shared = PathBuf::from(env::var_os("UACC_SHARED").unwrap());
    let mut files = Vec::new();
    for folder in ["bank-formats/samples", "statements/samples"] {
        list_files(&shared.join(folder), &mut files);
    }
    files.sort();
    let tried = split_among_workers(&files, |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = fs::read(path).unwrap();
        if bytes.len() > MAX_FILE_BYTES {
            return Vec::new();
        }
        let outcomes = try_file(&bytes, &options()).into_iter();
        outcomes
            .map(|(damage, outcome)| (name.clone(), damage, outcome))
            .collect()
    });
    assert_right(tried);
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list_files(&path, files);
        } else {
            files.push(path);
        }
    }
}
