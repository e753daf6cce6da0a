//! Journal records in the database.

use std::thread;

use super::open_read_only;
use crate::cases::cases;
use crate::database::{address, client, create_schema, open, unique_name};
use crate::dedup::journals::{read, records, texts};
use proptest::prelude::*;
use universal_accounting::dedup::{FileStore, JournalPlan, PostgresStoreError};
use universal_accounting::journal::JournalRecord;

fn many_records(count: usize) -> Vec<JournalRecord> {
    let line = |number: usize, side: &str| {
        format!(
            r#"{{"lineId":"l-{number}-{side}","creditDebit":"{side}","amount":"5.00","currency":"CHF","account":{{"number":"1020"}}}}"#
        )
    };
    let records = (0..count).map(|number| {
        let lines = [line(number, "debit"), line(number, "credit")].join(",");
        format!(r#"{{"serviceId":"s-{number}","entries":[{{"entryId":"e-{number}","date":"2026-03-31","lines":[{lines}]}}]}}"#)
    });
    read(&format!("[{}]", records.collect::<Vec<_>>().join(",")))
}

fn count_new(plan: &JournalPlan<'_>) -> usize {
    plan.new_parts()
        .filter(|part| part.line().is_some())
        .count()
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    #[ignore = "needs the database at UACC_POSTGRES"]
    fn database_and_file_give_the_same_verdicts(batch in records(), size in 1_usize..4) {
        let folder = crate::folder::Folder::new("journal-database");
        let file = FileStore::open(folder.path().join("journal.store")).unwrap();
        let database = open(&address(), &unique_name("journal")).unwrap();
        for part in batch.chunks(size).chain(batch.chunks(size)) {
            let expected = texts(&file.import_journal(part).unwrap());
            prop_assert_eq!(texts(&database.plan_journal(part).unwrap()), expected.clone());
            prop_assert_eq!(texts(&database.import_journal(part).unwrap()), expected);
        }
        prop_assert_eq!(database.count_journal_lines().unwrap(), file.count_journal_lines().unwrap());
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn journals_of_organizations_are_separate_and_cleared() {
    let store = open(&create_schema(), "a").unwrap();
    let records = many_records(3);
    let other = store.for_organization("b");
    for (store, count) in [(&store, 3), (&other, 2)] {
        assert_eq!(
            count_new(&store.import_journal(&records[..count]).unwrap()),
            2 * count
        );
    }
    store.clear().unwrap();
    assert_eq!(
        (
            store.count_journal_lines().unwrap(),
            other.count_journal_lines().unwrap()
        ),
        (0, 4)
    );
    assert_eq!(store.count().unwrap(), 0);
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn parallel_imports_create_each_line_once() {
    let name = unique_name("journal at once");
    let records = many_records(50);
    let new: usize = thread::scope(|scope| {
        let import = || {
            let store = open(&address(), &name).unwrap();
            records
                .chunks(5)
                .map(|part| count_new(&store.import_journal(part).unwrap()))
                .sum::<usize>()
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(import)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    assert_eq!(new, 100);
    assert_eq!(
        open(&address(), &name)
            .unwrap()
            .count_journal_lines()
            .unwrap(),
        100
    );
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_read_only_store_plans_journals_and_changes_nothing() {
    let address = create_schema();
    let records = many_records(2);
    let read_only = open_read_only(&address).unwrap();
    assert_eq!(count_new(&read_only.plan_journal(&records).unwrap()), 4);
    assert_eq!(
        read_only.import_journal(&records).unwrap_err(),
        PostgresStoreError::ReadOnly
    );
    assert_eq!(read_only.count_journal_lines().unwrap(), 0);
    assert_eq!(
        count_new(
            &open(&address, "own")
                .unwrap()
                .import_journal(&records)
                .unwrap()
        ),
        4
    );
    assert_eq!(
        count_new(
            &open_read_only(&address)
                .unwrap()
                .plan_journal(&records)
                .unwrap()
        ),
        0
    );
}

/// Each bit of a row is changed in turn.
#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_changed_line_is_an_error() {
    let address = create_schema();
    let store = open(&address, "own").unwrap();
    let records = many_records(1);
    store.import_journal(&records).unwrap();
    let mut client = client(&address);
    for (column, bits) in [("json", 160), ("line", 32)] {
        for bit in 0..bits {
            let update = format!(
                "UPDATE uacc_journal SET {column} = set_bit({column}, {bit}, 1 - get_bit({column}, {bit})) WHERE line <> ''"
            );
            client.batch_execute(&update).unwrap();
            let found = store.import_journal(&records).map(drop);
            assert_eq!(
                found,
                Err(PostgresStoreError::Damaged),
                "bit {bit} of {column}"
            );
            client.batch_execute(&update).unwrap();
        }
    }
    assert_eq!(count_new(&store.import_journal(&records).unwrap()), 0);
}
