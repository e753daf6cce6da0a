//! The store in PostgreSQL: its promises, organizations apart, tables of others, a connection that is cut off. Where a database for tests is,
//! `UACC_POSTGRES` tells; these tests run only when asked for, so that none passes on nothing.

use std::thread;

use crate::cases::cases;
use crate::database::{address, client, create_schema, open, unique_name};
use crate::dedup::oracle::{self, batches};
use crate::transactions::many_transactions;
use postgres::{Config, NoTls};
use proptest::prelude::*;
use universal_accounting::dedup::{
    self, CommitError, MemoryStore, PostgresStore, PostgresStoreError, Store, conformance,
};
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction};

fn open_read_only(address: &str) -> Result<PostgresStore, PostgresStoreError> {
    let config: Config = address.parse().unwrap();
    PostgresStore::open_read_only(move || config.connect(NoTls), "own")
}

fn imported(store: &impl Store, batch: &[Transaction]) -> [u64; 2] {
    let result = dedup::import(store, batch).unwrap().result(0);
    [result.existing_transactions, result.new_transactions]
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn the_store_keeps_its_promises() {
    let store = open(&address(), "any").unwrap();
    conformance::check(|| store.for_organization(&unique_name("promises")));
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn the_store_lasts() {
    let name = unique_name("lasts");
    conformance::check_persistence(open(&address(), &name).unwrap(), |store| {
        drop(store);
        open(&address(), &name).unwrap()
    });
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    #[ignore = "needs the database at UACC_POSTGRES"]
    fn the_database_says_what_memory_says(batch in batches(), size in 1_usize..9) {
        let (memory, database) = (MemoryStore::new(), open(&address(), &unique_name("says")).unwrap());
        for part in batch.chunks(size).chain(batch.chunks(size)) {
            let said = |plan: dedup::Plan<'_>| plan.verdicts().map(|(_, one)| oracle::told(one)).collect::<Vec<_>>();
            prop_assert_eq!(said(dedup::import(&database, part).unwrap()), said(dedup::import(&memory, part).unwrap()));
        }
        let mut kept = Vec::new();
        database.for_each(|json| kept.push(json.to_owned())).unwrap();
        prop_assert_eq!(kept.len(), memory.len());
        prop_assert_eq!(database.count().unwrap(), u64::try_from(kept.len()).unwrap());
        let reading = transactions::read(format!("{{\"transactions\":[{}]}}", kept.join(",")).as_bytes(), &Policy::new());
        prop_assert_eq!(reading.values.len(), kept.len());
        prop_assert!(reading.values.iter().all(|one| batch.contains(one)));
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn organizations_know_nothing_of_each_other() {
    let store = open(&create_schema(), "").unwrap();
    let long = "ü".repeat(100_000);
    let names = ["", "a", "A", "a\0", "'; DROP TABLE uacc_version; --", "\u{10ffff}", long.as_str()];
    let batch = many_transactions(50);
    for (number, name) in names.iter().enumerate() {
        let store = store.for_organization(name);
        assert_eq!(store.count().unwrap(), 0);
        assert_eq!(imported(&store, &batch[..=number]), [0, u64::try_from(number + 1).unwrap()]);
        store.records().put("name", name.as_bytes()).unwrap();
    }
    for (number, name) in names.iter().enumerate() {
        assert_eq!(store.for_organization(name).count().unwrap(), u64::try_from(number + 1).unwrap());
        assert_eq!(store.for_organization(name).records().get("name").unwrap().unwrap(), name.as_bytes());
    }
    let cleared = store.for_organization("a");
    cleared.clear().unwrap();
    assert_eq!((cleared.count().unwrap(), cleared.records().get("name").unwrap()), (0, None));
    assert_eq!(store.for_organization("A").count().unwrap(), 3);
    assert_eq!(imported(&cleared, &batch), [0, 50]);
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn records_are_kept_under_their_names() {
    let records = open(&address(), &unique_name("records")).unwrap().records();
    let bytes = b"\0\xff".as_slice();
    assert_eq!(records.get("a/1").unwrap(), None);
    records.put("a/1", b"").unwrap();
    records.put("a/1", bytes).unwrap();
    assert_eq!(records.get("a/1").unwrap().as_deref(), Some(bytes));
    assert!(!records.insert_new("a/1", b"other").unwrap());
    assert_eq!(records.get("a/1").unwrap().as_deref(), Some(bytes));
    for name in ["a/\u{10ffff}", "a", "b", "A/1", "a/\0"] {
        assert!(records.insert_new(name, bytes).unwrap());
    }
    assert_eq!(records.names("a/").unwrap(), ["a/\0", "a/1", "a/\u{10ffff}"]);
    assert_eq!(records.names("").unwrap().len(), 6);
    let long = records.put(&"secret".repeat(200), bytes).unwrap_err().to_string();
    assert!(long.contains("uacc_records_short_name") && !long.contains("secret"), "{long}");
    // Of many who insert at once, one does.
    let name = unique_name("at once");
    let inserted: usize = thread::scope(|scope| {
        let insert = || open(&address(), &name).unwrap().records().insert_new("one", bytes).unwrap();
        let tries: Vec<_> = (0..4).map(|_| scope.spawn(insert)).collect();
        tries.into_iter().map(|one| usize::from(one.join().unwrap())).sum()
    });
    assert_eq!(inserted, 1);
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn many_processes_make_the_tables_once() {
    let batch = many_transactions(8);
    for _ in 0..5 {
        let address = create_schema();
        thread::scope(|scope| {
            for one in &batch {
                let address = &address;
                scope.spawn(move || {
                    assert_eq!(imported(&open(address, "own").unwrap(), std::slice::from_ref(one)), [0, 1]);
                });
            }
        });
        assert_eq!(open_read_only(&address).unwrap().count().unwrap(), 8);
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn other_tables_are_refused_and_stay() {
    for (tables, refused) in [
        ("CREATE TABLE uacc_transactions (mine text)", PostgresStoreError::ForeignTables),
        ("CREATE TABLE uacc_version (mine text)", PostgresStoreError::ForeignTables),
        (
            "CREATE TABLE uacc_version (version text); INSERT INTO uacc_version VALUES ('x')",
            PostgresStoreError::ForeignTables,
        ),
        (
            "CREATE TABLE uacc_version (version date); INSERT INTO uacc_version VALUES (now())",
            PostgresStoreError::ForeignTables,
        ),
        ("CREATE TABLE uacc_version (version bigint)", PostgresStoreError::ForeignTables),
        (
            "CREATE TABLE uacc_version (version int); INSERT INTO uacc_version VALUES (1), (2)",
            PostgresStoreError::ForeignTables,
        ),
        (
            "CREATE TABLE uacc_version (version int); INSERT INTO uacc_version VALUES (2)",
            PostgresStoreError::UnsupportedVersion(2),
        ),
    ] {
        let address = create_schema();
        client(&address).batch_execute(tables).unwrap();
        assert_eq!(open(&address, "own").unwrap_err(), refused, "{tables}");
        let made = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";
        assert_eq!(client(&address).query_one(made, &[]).unwrap().get::<_, i64>(0), 1, "{tables}");
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn who_looks_only_changes_nothing() {
    let address = create_schema();
    let batch = many_transactions(3);
    for there in [0, 2] {
        let store = open_read_only(&address).unwrap();
        assert_eq!(store.plan(dedup::keys(&batch)).unwrap().result(0).existing_transactions, there);
        let plan = dedup::plan(dedup::keys(&batch), &dedup::KnownTransactions::new());
        assert_eq!(store.commit(&plan), Err(CommitError::Failed(PostgresStoreError::ReadOnly)));
        assert_eq!(store.records().put("a", b""), Err(PostgresStoreError::ReadOnly));
        assert_eq!(store.clear(), Err(PostgresStoreError::ReadOnly));
        assert_eq!((store.count().unwrap(), store.records().names("").unwrap().len()), (there, 0));
        if there == 0 {
            let row = client(&address).query_one("SELECT to_regclass('uacc_version') IS NULL", &[]).unwrap();
            assert!(row.get::<_, bool>(0), "no table was made");
            imported(&open(&address, "own").unwrap(), &batch[..2]);
        }
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_row_that_somebody_changed_is_no_row_that_is_not_there() {
    let address = create_schema();
    let store = open(&address, "own").unwrap();
    let batch = many_transactions(3);
    for (change, told) in [
        ("transaction_id = 'other'", PostgresStoreError::Damaged),
        ("account = '\\xff'", PostgresStoreError::Damaged),
        ("content = ''", PostgresStoreError::Unreadable),
    ] {
        store.clear().unwrap();
        imported(&store, &batch);
        client(&address).batch_execute(&format!("UPDATE uacc_transactions SET {change} WHERE number = 2")).unwrap();
        let error = dedup::import(&store, &batch).unwrap_err();
        assert_eq!(error, CommitError::Failed(told), "{change}");
    }
}

/// Ends all connections of an application, as a server that restarts does.
fn cut_off(application: &str) {
    let end = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1";
    client(&address()).query(end, &[&application]).unwrap();
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_lost_connection_is_made_anew_where_it_can_be() {
    let name = unique_name("lost");
    let mut config: Config = address().parse().unwrap();
    config.application_name(&name);
    let (mut left, batch) = (2, many_transactions(30));
    let connect = move || {
        left -= 1;
        if left < 0 {
            "host=127.0.0.1 port=1 user=nobody password=Qx7vZk2Wp".parse::<Config>()?
        } else {
            config.clone()
        }
        .connect(NoTls)
    };
    let store = PostgresStore::open(connect, &name).unwrap();
    assert_eq!(imported(&store, &batch[..10]), [0, 10]);
    cut_off(&name);
    assert_eq!(imported(&store, &batch[..20]), [10, 10], "the connection is made anew");
    cut_off(&name);
    let told = dedup::import(&store, &batch).unwrap_err().to_string();
    assert!(told.starts_with("the database can't be reached: ") && told.contains("refused"), "{told}");
    assert!(!told.contains("Qx7vZk2Wp"));
    assert_eq!(imported(&open(&address(), &name).unwrap(), &batch), [20, 10]);
}

/// A trigger that is asked at the very end lets the connection go while it commits.
#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_commit_whose_answer_is_lost_is_not_tried_again() {
    let address = create_schema();
    let store = open(&address, "own").unwrap();
    let mut other = client(&address);
    other
        .batch_execute(
            "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
                 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
             CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON uacc_transactions DEFERRABLE INITIALLY DEFERRED
                 FOR EACH ROW EXECUTE FUNCTION cut()",
        )
        .unwrap();
    let batch = many_transactions(3);
    assert_eq!(dedup::import(&store, &batch).unwrap_err(), CommitError::Failed(PostgresStoreError::OutcomeUnknown));
    other.batch_execute("DROP TRIGGER cut ON uacc_transactions").unwrap();
    assert_eq!(imported(&store, &batch), [0, 3]);
}
