//! The store in PostgreSQL: its promises, the separation of organizations, tables of other programs, and lost connections.
//!
//! The environment variable `UACC_POSTGRES` is the address of a database for tests. The tests are ignored by default, so that none passes
//! without a database.

mod encryption;
mod statements;

use std::thread;

use crate::cases::cases;
use crate::database::{address, client, create_schema, open, unique_name};
use crate::dedup::oracle::{self, batches};
use crate::transactions::many_transactions;
use proptest::prelude::*;
use universal_accounting::dedup::{
    self, CommitError, MemoryStore, PostgresStore, PostgresStoreError, Store, conformance,
};
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction};

fn open_read_only(address: &str) -> Result<PostgresStore, PostgresStoreError> {
    PostgresStore::open_read_only(&address.parse().unwrap(), "own")
}

fn import_counts(store: &impl Store, batch: &[Transaction]) -> [u64; 2] {
    let result = dedup::import(store, batch).unwrap().result(0);
    [result.existing_transactions, result.new_transactions]
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_postgres_store_keeps_its_promises() {
    let store = open(&address(), "any").unwrap();
    conformance::check(|| store.for_organization(&unique_name("promises")));
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_postgres_store_keeps_transactions() {
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
    fn database_and_memory_give_the_same_verdicts(batch in batches(), size in 1_usize..9) {
        let (memory, database) = (MemoryStore::new(), open(&address(), &unique_name("says")).unwrap());
        for part in batch.chunks(size).chain(batch.chunks(size)) {
            let texts = |plan: dedup::Plan<'_>| plan.verdicts().map(|(_, verdict)| oracle::verdict_text(verdict)).collect::<Vec<_>>();
            prop_assert_eq!(texts(dedup::import(&database, part).unwrap()), texts(dedup::import(&memory, part).unwrap()));
        }
        let mut stored = Vec::new();
        database.for_each(|json| stored.push(json.to_owned())).unwrap();
        prop_assert_eq!(stored.len(), memory.len());
        prop_assert_eq!(database.count().unwrap(), u64::try_from(stored.len()).unwrap());
        let reading = transactions::read(format!("{{\"transactions\":[{}]}}", stored.join(",")).as_bytes(), &Policy::new());
        prop_assert_eq!(reading.values.len(), stored.len());
        prop_assert!(reading.values.iter().all(|transaction| batch.contains(transaction)));
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn organizations_are_separate() {
    let store = open(&create_schema(), "").unwrap();
    let long = "ü".repeat(100_000);
    let names = [
        "",
        "a",
        "A",
        "a\0",
        "'; DROP TABLE uacc_version; --",
        "\u{10ffff}",
        long.as_str(),
    ];
    let batch = many_transactions(50);
    for (number, name) in names.iter().enumerate() {
        let store = store.for_organization(name);
        assert_eq!(store.count().unwrap(), 0);
        assert_eq!(
            import_counts(&store, &batch[..=number]),
            [0, u64::try_from(number + 1).unwrap()]
        );
    }
    for (number, name) in names.iter().enumerate() {
        assert_eq!(
            store.for_organization(name).count().unwrap(),
            u64::try_from(number + 1).unwrap()
        );
    }
    let cleared = store.for_organization("a");
    cleared.clear().unwrap();
    assert_eq!(cleared.count().unwrap(), 0);
    assert_eq!(store.for_organization("A").count().unwrap(), 3);
    assert_eq!(import_counts(&cleared, &batch), [0, 50]);
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn parallel_opens_create_the_tables_once() {
    let batch = many_transactions(8);
    for _ in 0..5 {
        let address = create_schema();
        thread::scope(|scope| {
            for transaction in &batch {
                let address = &address;
                scope.spawn(move || {
                    assert_eq!(
                        import_counts(
                            &open(address, "own").unwrap(),
                            std::slice::from_ref(transaction)
                        ),
                        [0, 1]
                    );
                });
            }
        });
        assert_eq!(open_read_only(&address).unwrap().count().unwrap(), 8);
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn foreign_tables_are_rejected_and_not_changed() {
    for (tables, expected) in [
        (
            "CREATE TABLE uacc_transactions (mine text)",
            PostgresStoreError::ForeignTables,
        ),
        (
            "CREATE TABLE uacc_version (mine text)",
            PostgresStoreError::ForeignTables,
        ),
        (
            "CREATE TABLE uacc_version (version text); INSERT INTO uacc_version VALUES ('x')",
            PostgresStoreError::ForeignTables,
        ),
        (
            "CREATE TABLE uacc_version (version date); INSERT INTO uacc_version VALUES (now())",
            PostgresStoreError::ForeignTables,
        ),
        (
            "CREATE TABLE uacc_version (version bigint)",
            PostgresStoreError::ForeignTables,
        ),
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
        assert_eq!(open(&address, "own").unwrap_err(), expected, "{tables}");
        let count_tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";
        assert_eq!(
            client(&address)
                .query_one(count_tables, &[])
                .unwrap()
                .get::<_, i64>(0),
            1,
            "{tables}"
        );
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_read_only_store_changes_nothing() {
    let address = create_schema();
    let batch = many_transactions(3);
    for existing in [0, 2] {
        let store = open_read_only(&address).unwrap();
        assert_eq!(
            store
                .plan(dedup::keys(&batch))
                .unwrap()
                .result(0)
                .existing_transactions,
            existing
        );
        let plan = dedup::plan(dedup::keys(&batch), &dedup::KnownTransactions::new());
        assert_eq!(
            store.commit(&plan),
            Err(CommitError::Failed(PostgresStoreError::ReadOnly))
        );
        assert_eq!(store.clear(), Err(PostgresStoreError::ReadOnly));
        assert_eq!(store.count().unwrap(), existing);
        if existing == 0 {
            let row = client(&address)
                .query_one("SELECT to_regclass('uacc_version') IS NULL", &[])
                .unwrap();
            assert!(row.get::<_, bool>(0), "no table was created");
            import_counts(&open(&address, "own").unwrap(), &batch[..2]);
        }
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_changed_row_is_an_error() {
    let address = create_schema();
    let store = open(&address, "own").unwrap();
    let batch = many_transactions(3);
    for (change, expected) in [
        ("transaction_id = 'other'", PostgresStoreError::Damaged),
        ("account = '\\xff'", PostgresStoreError::Damaged),
        ("content = ''", PostgresStoreError::Unreadable),
        // Another amount, of the same length.
        (
            "content = set_byte(content, 5, get_byte(content, 5) # 1)",
            PostgresStoreError::Damaged,
        ),
        (
            "alike = set_byte(alike, 0, get_byte(alike, 0) # 1)",
            PostgresStoreError::Damaged,
        ),
    ] {
        store.clear().unwrap();
        import_counts(&store, &batch);
        client(&address)
            .batch_execute(&format!(
                "UPDATE uacc_transactions SET {change} WHERE number = 2"
            ))
            .unwrap();
        let error = dedup::import(&store, &batch).unwrap_err();
        assert_eq!(error, CommitError::Failed(expected), "{change}");
    }
}

/// Some bits of the JSON of a transaction are changed in turn.
#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn changed_bytes_are_an_error() {
    let address = create_schema();
    let store = open(&address, "own").unwrap();
    import_counts(&store, &many_transactions(1));
    let mut client = client(&address);
    for bit in 0..64 {
        let update = format!(
            "UPDATE uacc_transactions SET json = set_bit(json, {bit}, 1 - get_bit(json, {bit}))"
        );
        client.batch_execute(&update).unwrap();
        let found = store.for_each(|_| ());
        assert_eq!(found, Err(PostgresStoreError::Damaged), "bit {bit}");
        client.batch_execute(&update).unwrap();
    }
}

/// Ends all connections of an application, like a server that restarts.
fn end_connections(application: &str) {
    let end =
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1";
    client(&address()).query(end, &[&application]).unwrap();
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_lost_connection_is_made_again() {
    let (name, batch) = (unique_name("lost").replace('-', "_"), many_transactions(30));
    let mut operator = client(&address());
    operator
        .batch_execute(&format!("CREATE ROLE {name} LOGIN IN ROLE CURRENT_ROLE"))
        .unwrap();
    // With tables of its own, so that other tests are not affected when the role is dropped.
    let schema = create_schema();
    let store = open(
        &format!("{schema}&application_name={name}&user={name}&password=Qx7vZk2Wp"),
        &name,
    )
    .unwrap();
    assert_eq!(import_counts(&store, &batch[..10]), [0, 10]);
    end_connections(&name);
    assert_eq!(
        import_counts(&store, &batch[..20]),
        [10, 10],
        "the connection is made again"
    );
    operator
        .batch_execute(&format!("ALTER ROLE {name} NOLOGIN"))
        .unwrap();
    end_connections(&name);
    let message = dedup::import(&store, &batch).unwrap_err().to_string();
    assert!(
        message.starts_with("the database can't be reached: ") && message.contains("not permitted"),
        "{message}"
    );
    assert!(!message.contains("Qx7vZk2Wp"));
    assert_eq!(
        import_counts(&open(&schema, &name).unwrap(), &batch),
        [20, 10]
    );
    operator
        .batch_execute(&format!("DROP OWNED BY {name}; DROP ROLE {name}"))
        .unwrap();
}

/// A deferred trigger ends the connection during the commit.
#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_commit_with_an_unknown_outcome_is_not_repeated() {
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
    assert_eq!(
        dedup::import(&store, &batch).unwrap_err(),
        CommitError::Failed(PostgresStoreError::OutcomeUnknown)
    );
    other
        .batch_execute("DROP TRIGGER cut ON uacc_transactions")
        .unwrap();
    assert_eq!(import_counts(&store, &batch), [0, 3]);
}
