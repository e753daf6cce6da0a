//! The ids of our own files are frozen, and follow the documented scheme.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use universal_accounting::format::Profile;
use universal_accounting::internals::profile::{RowOrder, definition_of};
use universal_accounting::statement::IdKind;
use universal_accounting::transactions::Transaction;

use super::{convert, derive_id, id_parts, is_reference_id, without_bank_ids};
use crate::format::fixtures::{Fixture, fixtures, folder};

/// The lines of the table for a file: every derived id with its parts.
fn id_lines(fixture: &Fixture) -> String {
    let conversion = convert(fixture, &fixture.source);
    let profile = definition_of(&Profile::by_id(&fixture.profile).unwrap());
    let date = |transaction: &Transaction| {
        transaction
            .booked_at
            .or(transaction.valuta_at)
            .or(transaction.purchased_at)
    };
    let dates: Vec<_> = conversion.transactions.iter().map(date).collect();
    let is_newest_first = match dates.first().cmp(&dates.last()) {
        Ordering::Greater => true,
        Ordering::Equal => profile.order == RowOrder::NewestFirst,
        Ordering::Less => false,
    };
    let all = 0..dates.len();
    let from_oldest: Vec<usize> = if is_newest_first {
        all.rev().collect()
    } else {
        all.collect()
    };
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut lines = Vec::new();
    for index in from_oldest {
        let origin = &conversion.origins[index];
        let transaction = &conversion.transactions[index];
        let id = transaction.transaction_id.as_ref().unwrap().as_str();
        if origin.id_kind == IdKind::Bank {
            let mut cells = origin.cells.iter();
            let is_known = cells.any(|(_, cell)| is_reference_id(id, cell, transaction));
            assert!(is_known, "{} line {}: {id}", fixture.name, origin.line);
            continue;
        }
        let parts = id_parts(&profile, &conversion, index);
        let mut expected = derive_id(profile.identity.version, &parts);
        let count = counts
            .entry(expected.clone())
            .and_modify(|count| *count += 1)
            .or_insert(1);
        if *count > 1 {
            write!(expected, "-{count}").unwrap();
        }
        assert_eq!(
            id, expected,
            "{} {} line {}: {parts:?}",
            fixture.profile, fixture.name, origin.line
        );
        let parts = serde_json::to_string(&parts).unwrap();
        let line = format!(
            "{}\t{}\t{}\t{id}\t{parts}\n",
            fixture.profile, fixture.name, origin.line
        );
        lines.push((origin.line, line));
    }
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Checks every derived id of every fixture, with and without the ids of the bank, against the table and the scheme.
#[test]
fn derived_ids_are_frozen_and_follow_the_documented_scheme() {
    let mut table = String::from("profile\tfile\tline\tid\tparts\n");
    for fixture in fixtures() {
        table.push_str(&id_lines(&fixture));
        if let Some(without) = without_bank_ids(&fixture) {
            table.push_str(&id_lines(&without));
        }
    }
    let profile_of = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    let in_table: BTreeSet<String> = table.lines().skip(1).map(profile_of).collect();
    let convertible = Profile::built_in().filter(|profile| profile.unsupported().is_none());
    let convertible: BTreeSet<String> =
        convertible.map(|profile| profile.id().to_owned()).collect();
    assert_eq!(
        in_table, convertible,
        "each format that is converted needs a file in tests/bank and an id in the table"
    );

    let path = folder().join("identity.tsv");
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let named = std::env::var("BLESS_IDS").unwrap_or_default();
    let lines: BTreeSet<&str> = table.lines().collect();
    let is_named = |line: &str| named.split(',').any(|name| name == profile_of(line));
    let changed: Vec<&str> = committed
        .lines()
        .filter(|line| !lines.contains(line) && !is_named(line))
        .collect();
    assert!(
        changed.is_empty(),
        "frozen ids changed; BLESS_IDS with the name of the format rewrites them: {changed:#?}"
    );
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let committed = fs::read_to_string(path).unwrap_or_default();
    assert!(
        table == committed,
        "the table lacks new ids; BLESS=1 adds them"
    );
}
