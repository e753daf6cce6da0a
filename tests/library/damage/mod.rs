//! The law of damaged statements: whatever happened to a file, the transactions stay the same, or something is reported, or the file has no evidence
//! of this kind of damage, as the table in `tests/bank/untold.tsv` says.

mod evidence;
mod kinds;
mod learned;
mod message;
mod repairs;
mod sheet;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::thread::{self, ScopedJoinHandle};
use std::{env, fs};

use universal_accounting::format::{ConvertOptions, Profile};
use universal_accounting::generate::{Choices, statement};
use universal_accounting::internals::format::convert_readable;
use universal_accounting::internals::source::Decoded;
use universal_accounting::statement::{BalanceStatus, Conversion};
use universal_accounting::transactions::Transaction;
use universal_accounting::value::{AccountIdentifier, Currency};

use evidence::{Contradictions, contradictions};
use kinds::{KINDS, Kind};
use sheet::Sheet;

use crate::project::in_project;

/// How many statements are generated from each profile.
const SEEDS: u32 = 3;

/// How many damaged samples of those that are known change without a word. The numbers may only fall.
const MAX_SILENT: [(Change, usize); 4] = [
    (Change::Money, 540),
    (Change::Dates, 189),
    (Change::Texts, 327),
    (Change::Ids, 23),
];

/// How many damaged samples there are then.
const TRIED: usize = 12_415;

/// What a damage changed without a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Money,
    Dates,
    Texts,
    Ids,
}

/// What became of a damaged file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Something is reported, whether or not anything changed.
    Reported,
    Same,
    Silent(Change),
    /// The evidence in the file contradicts the result, and nothing is reported.
    Missed(Change),
    /// The balances are called proved, although the money differs.
    FalselyProved,
}

fn options() -> ConvertOptions {
    let mut options = ConvertOptions::new();
    options.account = AccountIdentifier::parse("CH9300762011623852957").ok();
    options.currency = Currency::parse("CHF").ok();
    options
}

/// Describes what was exported, up to and including a detail.
fn describe(transaction: &Transaction, detail: Change) -> String {
    let Transaction {
        account_identifier,
        credit_debit,
        amount,
        currency,
        ..
    } = transaction;
    let mut parts = vec![format!(
        "{account_identifier} {credit_debit:?} {amount} {currency}"
    )];
    if detail >= Change::Dates {
        parts.push(format!(
            "{:?} {:?} {:?}",
            transaction.purchased_at, transaction.valuta_at, transaction.booked_at
        ));
    }
    if detail >= Change::Texts {
        parts.push(format!(
            "{:?} {:?}",
            transaction.text, transaction.original_amount
        ));
    }
    if detail >= Change::Ids {
        parts.push(format!("{:?}", transaction.transaction_id));
    }
    parts.join(" ")
}

/// Returns what was exported, in any order.
fn exported(conversion: &Conversion, detail: Change) -> Vec<String> {
    let mut all: Vec<String> = conversion
        .transactions
        .iter()
        .map(|transaction| describe(transaction, detail))
        .collect();
    all.sort();
    all
}

fn change(before: &Conversion, after: &Conversion) -> Option<Change> {
    let details = [Change::Money, Change::Dates, Change::Texts, Change::Ids];
    details
        .into_iter()
        .find(|detail| exported(before, *detail) != exported(after, *detail))
}

/// Whether the second conversion says something that the first one doesn't.
fn is_reported(before: &Conversion, after: &Conversion) -> bool {
    let count = |conversion: &Conversion, rule: &str| {
        conversion
            .summary
            .report
            .counts
            .iter()
            .find(|count| count.rule.id == rule)
            .map_or(0, |count| count.count)
    };
    let rank = |conversion: &Conversion| match conversion.summary.balance_status {
        BalanceStatus::Proved => 3,
        BalanceStatus::Partly => 2,
        BalanceStatus::None => 1,
        _ => 0,
    };
    let unconfirmed =
        |conversion: &Conversion| conversion.summary.converted - conversion.summary.confirmed();
    after.summary.format.is_none()
        || after.summary.rejected.len() > before.summary.rejected.len()
        || after
            .summary
            .report
            .counts
            .iter()
            .any(|found| found.count > count(before, found.rule.id))
        || rank(after) < rank(before)
        || rank(after) > 1 && unconfirmed(after) > unconfirmed(before)
}

/// Whether rows were cut off at the newest end.
fn is_cut_at_newest_end(before: &Conversion, after: &Conversion) -> bool {
    let day = |transaction: &Transaction| {
        transaction
            .booked_at
            .or(transaction.valuta_at)
            .or(transaction.purchased_at)
    };
    let kept: BTreeSet<String> = exported(after, Change::Texts).into_iter().collect();
    let newest = after.transactions.iter().filter_map(day).max();
    let mut lost = before
        .transactions
        .iter()
        .filter(|transaction| !kept.contains(&describe(transaction, Change::Texts)));
    after.transactions.len() < before.transactions.len()
        && lost.all(|transaction| day(transaction) >= newest)
}

/// `known` is what contradicts the undamaged file.
fn judge(
    undamaged: &Conversion,
    known: &Contradictions,
    bytes: &[u8],
    damaged: &Conversion,
) -> Outcome {
    if is_reported(undamaged, damaged) {
        return Outcome::Reported;
    }
    let Some(change) = change(undamaged, damaged) else {
        return Outcome::Same;
    };
    if damaged.summary.balance_status == BalanceStatus::Proved
        && change == Change::Money
        && !is_cut_at_newest_end(undamaged, damaged)
    {
        return Outcome::FalselyProved;
    }
    let decoded = Decoded::from_bytes(bytes).text().to_owned();
    // Where the verdict is broken, it is said that something contradicts.
    let is_broken = damaged.summary.balance_status == BalanceStatus::Broken;
    let delimiter = damaged.summary.delimiter.unwrap_or(';');
    if !is_broken && contradictions(&decoded, delimiter, damaged).exceed(known) {
        return Outcome::Missed(change);
    }
    Outcome::Silent(change)
}

/// Damages a file in every way, and returns what became of each.
fn try_all_kinds(source: &[u8], options: &ConvertOptions) -> Vec<(&'static Kind, Outcome)> {
    let undamaged = convert_readable(source, options);
    let text = Decoded::from_bytes(source).text().to_owned();
    let lines = || undamaged.origins.iter().map(|origin| origin.line);
    let (Some(first), Some(last), Some(delimiter)) =
        (lines().min(), lines().max(), undamaged.summary.delimiter)
    else {
        return Vec::new();
    };
    let Some(sheet) = Sheet::new(&text, delimiter, first, last) else {
        return Vec::new();
    };
    assert_eq!(sheet.write(), text, "the table is written as it was read");
    let known = contradictions(&text, delimiter, &undamaged);
    let damaged = KINDS
        .iter()
        .filter_map(|kind| Some((kind, (kind.damage)(&sheet)?)));
    damaged
        .map(|(kind, bytes)| {
            let damaged = convert_readable(&bytes, options);
            (kind, judge(&undamaged, &known, &bytes, &damaged))
        })
        .collect()
}

/// What can't be told: for each kind of damage and each change, the reason.
fn untold() -> BTreeMap<(String, String), String> {
    let path = in_project("tests/bank/untold.tsv");
    let table = fs::read_to_string(path).unwrap_or_default();
    let rows = table.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        (
            (cells[0].to_owned(), cells[1].to_owned()),
            cells[2].to_owned(),
        )
    });
    rows.collect()
}

/// For each kind of damage and each outcome, the files.
type Outcomes = BTreeMap<(&'static str, Outcome), Vec<String>>;

/// Returns the outcomes that are never right, and the silent changes that the table doesn't have.
fn violations(outcomes: &Outcomes) -> Vec<String> {
    let untold = untold();
    let mut wrong = Vec::new();
    for ((kind, outcome), files) in outcomes {
        let is_wrong = match outcome {
            Outcome::Same | Outcome::Reported => false,
            Outcome::Silent(change) => {
                !untold.contains_key(&((*kind).to_owned(), format!("{change:?}").to_lowercase()))
            }
            Outcome::Missed(_) | Outcome::FalselyProved => true,
        };
        if is_wrong {
            wrong.push(format!(
                "{kind} {outcome:?}: {} {:?}",
                files.len(),
                &files[..files.len().min(6)]
            ));
        }
    }
    wrong
}

/// Calls `visit` with the name of each statement that is generated from a profile, its bytes and its options.
fn for_each_generated(mut visit: impl FnMut(&str, &[u8], &ConvertOptions)) {
    for profile in Profile::built_in().filter(|profile| profile.unsupported().is_none()) {
        for seed in 0..SEEDS {
            let bytes: Vec<u8> = (0..60_u32)
                .map(|at| (seed * 97 + at * 41 + at * at * 7 % 251).to_le_bytes()[0])
                .collect();
            let Some(statement) = statement(&profile, &mut Choices::new(&bytes)) else {
                continue;
            };
            let name = format!("{} {} {seed}", profile.id(), statement.variant);
            visit(&name, &statement.source, &statement.options);
        }
    }
}

/// The law, for statements that are generated from each profile.
#[test]
fn every_damage_is_reported_or_can_not_be_told() {
    let mut outcomes = Outcomes::new();
    for_each_generated(|name, source, options| {
        for (kind, outcome) in try_all_kinds(source, options) {
            let files = outcomes.entry((kind.name, outcome)).or_default();
            files.push(name.to_owned());
        }
    });
    let wrong = violations(&outcomes);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The documentation gives the reasons in words.
#[test]
fn the_guide_says_what_can_not_be_told() {
    let guide = fs::read_to_string(in_project("src/guide/statements.md")).unwrap();
    let guide = guide.split_whitespace().collect::<Vec<_>>().join(" ");
    for ((kind, change), reason) in untold() {
        assert!(guide.contains(&reason), "{kind} {change}: {reason}");
        assert!(KINDS.iter().any(|known| known.name == kind), "{kind}");
    }
}

/// Does something with several files on all processors, and returns all results.
fn split_among_workers<T: Send>(
    files: &[PathBuf],
    try_file: impl Fn(&PathBuf) -> Vec<T> + Sync,
) -> Vec<T> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let try_file = &try_file;
    thread::scope(|scope| {
        let start = |first| {
            scope.spawn(move || {
                files
                    .iter()
                    .skip(first)
                    .step_by(workers)
                    .flat_map(try_file)
                    .collect()
            })
        };
        let started: Vec<ScopedJoinHandle<'_, Vec<T>>> = (0..workers).map(start).collect();
        started
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    })
}

/// Damages several files in every way, and returns what became of each.
fn try_all_files(files: &[PathBuf]) -> Vec<(String, &'static str, Outcome)> {
    split_among_workers(files, |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let outcomes = try_all_kinds(&fs::read(path).unwrap(), &options()).into_iter();
        outcomes
            .map(|(kind, outcome)| (name.clone(), kind.name, outcome))
            .collect()
    })
}

/// Real statements below `UACC_SHARED`.
#[test]
#[ignore = "needs the samples below UACC_SHARED"]
fn damaged_samples_are_reported() {
    let folder = Path::new(&env::var("UACC_SHARED").unwrap()).join("bank-formats/samples");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut outcomes = Outcomes::new();
    let mut total = 0;
    for (name, kind, outcome) in try_all_files(&files) {
        outcomes.entry((kind, outcome)).or_default().push(name);
        total += 1;
    }
    for ((kind, outcome), files) in &outcomes {
        if let Outcome::Silent(change) = outcome {
            println!(
                "silent\t{kind}\t{}\t{}\t{:?}",
                format!("{change:?}").to_lowercase(),
                files.len(),
                &files[..files.len().min(4)]
            );
        }
    }
    println!("{total} damaged files");
    if total == TRIED {
        for (change, most) in MAX_SILENT {
            let silent = outcomes
                .iter()
                .filter(|((_, outcome), _)| *outcome == Outcome::Silent(change));
            let count: usize = silent.map(|(_, files)| files.len()).sum();
            assert!(
                count <= most,
                "{count} damaged samples change {change:?} without a word, and at most {most} did before"
            );
        }
    }
    let wrong = violations(&outcomes);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
