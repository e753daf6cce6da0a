//! Which samples each library reads, and how many of them right.

use std::collections::HashMap;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use crate::figures::Figures;
use crate::readers::READERS;

/// A sample, and what it contains.
struct Sample {
    name: String,
    kind: String,
    figures: Figures,
}

/// Reads `facts.tsv`: the samples that have transactions.
fn samples(folder: &Path) -> Vec<Sample> {
    let facts = fs::read_to_string(folder.join("facts.tsv")).expect("facts.tsv");
    let mut lines = facts
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().expect("a header");
    let column = |name| {
        names
            .iter()
            .position(|known| *known == name)
            .expect("a known column")
    };
    let columns = [
        "sample",
        "format",
        "transactions",
        "credit_sum",
        "debit_sum",
    ]
    .map(column);
    let sample = |line: Vec<&str>| {
        let [name, kind, count, credits, debits] =
            columns.map(|column| line.get(column).copied().unwrap_or_default());
        Some(Sample {
            name: name.to_owned(),
            kind: kind.to_owned(),
            figures: Figures::parse(count, credits, debits)?,
        })
    };
    lines.filter_map(sample).collect()
}

/// Reads the results of a program: for each sample a line with its name, the number of transactions, and the sums of credits and debits.
fn results(path: &Path) -> HashMap<String, Figures> {
    let results = fs::read_to_string(path).expect("results");
    let result = |line: &str| {
        let [name, count, credits, debits] = line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        Some((name.to_owned(), Figures::parse(count, credits, debits)?))
    };
    results.lines().filter_map(result).collect()
}

/// Counts, for each library, the samples that it reads and those whose figures are right. `python` has the results of `mt_940.py`.
///
/// # Panics
///
/// Another library reads more samples right than we do.
pub(crate) fn compare(folder: &Path, python: Option<&Path>) {
    let (samples, python) = (samples(folder), python.map(results).unwrap_or_default());
    println!(
        "{:<12}{:<24}{:>8}{:>8}{:>8}",
        "", "", "files", "read", "right"
    );
    for kind in ["camt.052", "camt.053", "camt.054", "MT940", "MT942"] {
        let samples: Vec<&Sample> = samples
            .iter()
            .filter(|sample| sample.kind == kind)
            .collect();
        let count = |name: &str, read: &dyn Fn(&Sample) -> Option<Figures>| {
            let found: Vec<_> = samples
                .iter()
                .map(|sample| (read(sample), &sample.figures))
                .collect();
            let read = found.iter().filter(|(found, _)| found.is_some()).count();
            let right = found
                .iter()
                .filter(|(found, expected)| found.as_ref() == Some(expected))
                .count();
            println!(
                "{kind:<12}{name:<24}{:>8}{read:>8}{right:>8}",
                samples.len()
            );
            right
        };
        let mut best = Vec::new();
        for reader in READERS.iter().filter(|reader| reader.kinds.contains(&kind)) {
            best.push(count(reader.name, &|sample| {
                let source = fs::read(folder.join("samples").join(&sample.name)).expect("a sample");
                // Some libraries panic instead of returning an error.
                catch_unwind(|| (reader.read)(&source)).ok().flatten()
            }));
        }
        if kind.starts_with("MT") && !python.is_empty() {
            best.push(count("Python mt-940", &|sample| {
                python.get(&sample.name).cloned()
            }));
        }
        assert_eq!(
            best.first(),
            best.iter().max(),
            "another library reads more samples of {kind} right than we do"
        );
    }
}
