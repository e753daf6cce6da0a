//! The store in PostgreSQL: its promises, organizations apart, and `uacc import` into it, four processes at once, killed, cut off. Where a database for
//! tests is, `UACC_POSTGRES` tells; these tests run only when asked for, so that none passes on nothing.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test may panic")]

mod import;
mod program;

use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use import::{batches, many};
use postgres::{Client, Config, NoTls};
use program::{Folder, Said, uacc};
use proptest::prelude::*;
use universal_accounting::dedup::{
    self, CommitError, MemoryStore, PostgresStore, PostgresStoreError, Store, Verdict, conformance,
};
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, Transaction};

fn address() -> String {
    std::env::var("UACC_POSTGRES").unwrap()
}

/// A name that no other test and no other run takes.
fn own(what: &str) -> String {
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    let time = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos();
    format!("{what}-{time}-{}", TAKEN.fetch_add(1, Ordering::Relaxed))
}

/// The address with a schema of its own, which is made.
fn own_schema() -> String {
    let schema = own("s").replace('-', "_");
    client(&address()).batch_execute(&format!("CREATE SCHEMA {schema}")).unwrap();
    let and = if address().contains('?') { '&' } else { '?' };
    format!("{}{and}options=-c%20search_path%3D{schema}", address())
}

fn client(address: &str) -> Client {
    Client::connect(address, NoTls).unwrap()
}

fn open(address: &str, organization: &str) -> Result<PostgresStore, PostgresStoreError> {
    let config: Config = address.parse().unwrap();
    PostgresStore::open(move || config.connect(NoTls), organization)
}

fn open_untouched(address: &str) -> Result<PostgresStore, PostgresStoreError> {
    let config: Config = address.parse().unwrap();
    PostgresStore::open_untouched(move || config.connect(NoTls), "own")
}

fn imported(store: &impl Store, batch: &[Transaction]) -> [u64; 2] {
    let result = dedup::import(store, batch).unwrap().result(0);
    [result.existing_transactions, result.new_transactions]
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn the_store_keeps_its_promises() {
    let store = open(&address(), "any").unwrap();
    conformance::check(|| store.of(&own("promises")));
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn the_store_lasts() {
    let name = own("lasts");
    conformance::check_lasting(open(&address(), &name).unwrap(), |store| {
        drop(store);
        open(&address(), &name).unwrap()
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "needs the database at UACC_POSTGRES"]
    fn the_database_says_what_memory_says(batch in batches(), size in 1_usize..9) {
        let (memory, database) = (MemoryStore::new(), open(&address(), &own("says")).unwrap());
        for part in batch.chunks(size).chain(batch.chunks(size)) {
            let said = |plan: dedup::Plan<'_>| plan.verdicts().map(|(_, one)| import::told(one)).collect::<Vec<_>>();
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
    let store = open(&own_schema(), "").unwrap();
    let long = "ü".repeat(100_000);
    let names = ["", "a", "A", "a\0", "'; DROP TABLE uacc_version; --", "\u{10ffff}", long.as_str()];
    let batch = many(50);
    for (number, name) in names.iter().enumerate() {
        let store = store.of(name);
        assert_eq!(store.count().unwrap(), 0);
        assert_eq!(imported(&store, &batch[..=number]), [0, u64::try_from(number + 1).unwrap()]);
        store.records().put("name", name.as_bytes()).unwrap();
    }
    for (number, name) in names.iter().enumerate() {
        assert_eq!(store.of(name).count().unwrap(), u64::try_from(number + 1).unwrap());
        assert_eq!(store.of(name).records().get("name").unwrap().unwrap(), name.as_bytes());
    }
    let cleared = store.of("a");
    cleared.clear().unwrap();
    assert_eq!((cleared.count().unwrap(), cleared.records().get("name").unwrap()), (0, None));
    assert_eq!(store.of("A").count().unwrap(), 3);
    assert_eq!(imported(&cleared, &batch), [0, 50]);
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn records_are_kept_under_their_names() {
    let records = open(&address(), &own("records")).unwrap().records();
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
    let name = own("at once");
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
    let batch = many(8);
    for _ in 0..5 {
        let address = own_schema();
        thread::scope(|scope| {
            for one in &batch {
                let address = &address;
                scope.spawn(move || {
                    assert_eq!(imported(&open(address, "own").unwrap(), std::slice::from_ref(one)), [0, 1])
                });
            }
        });
        assert_eq!(open_untouched(&address).unwrap().count().unwrap(), 8);
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn other_tables_are_refused_and_stay() {
    for (tables, refused) in [
        ("CREATE TABLE uacc_transactions (mine text)", PostgresStoreError::Foreign),
        ("CREATE TABLE uacc_version (mine text)", PostgresStoreError::Foreign),
        (
            "CREATE TABLE uacc_version (version text); INSERT INTO uacc_version VALUES ('x')",
            PostgresStoreError::Foreign,
        ),
        (
            "CREATE TABLE uacc_version (version date); INSERT INTO uacc_version VALUES (now())",
            PostgresStoreError::Foreign,
        ),
        ("CREATE TABLE uacc_version (version bigint)", PostgresStoreError::Foreign),
        (
            "CREATE TABLE uacc_version (version int); INSERT INTO uacc_version VALUES (1), (2)",
            PostgresStoreError::Foreign,
        ),
        (
            "CREATE TABLE uacc_version (version int); INSERT INTO uacc_version VALUES (2)",
            PostgresStoreError::Version(2),
        ),
    ] {
        let address = own_schema();
        client(&address).batch_execute(tables).unwrap();
        assert_eq!(open(&address, "own").unwrap_err(), refused, "{tables}");
        let made = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";
        assert_eq!(client(&address).query_one(made, &[]).unwrap().get::<_, i64>(0), 1, "{tables}");
    }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn who_looks_only_changes_nothing() {
    let address = own_schema();
    let batch = many(3);
    for there in [0, 2] {
        let store = open_untouched(&address).unwrap();
        assert_eq!(store.plan(dedup::keys(&batch)).unwrap().result(0).existing_transactions, there);
        let plan = dedup::plan(dedup::keys(&batch), &dedup::Known::new());
        assert_eq!(store.commit(&plan), Err(CommitError::Failed(PostgresStoreError::Untouched)));
        assert_eq!(store.records().put("a", b""), Err(PostgresStoreError::Untouched));
        assert_eq!(store.clear(), Err(PostgresStoreError::Untouched));
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
    let address = own_schema();
    let store = open(&address, "own").unwrap();
    let batch = many(3);
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
    let name = own("lost");
    let mut config: Config = address().parse().unwrap();
    config.application_name(&name);
    let (mut left, batch) = (2, many(30));
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
    let address = own_schema();
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
    let batch = many(3);
    assert_eq!(dedup::import(&store, &batch).unwrap_err(), CommitError::Failed(PostgresStoreError::Uncertain));
    other.batch_execute("DROP TRIGGER cut ON uacc_transactions").unwrap();
    assert_eq!(imported(&store, &batch), [0, 3]);
}

fn into(organization: &str, arguments: &[&str]) -> Said {
    into_store(&address(), organization, arguments)
}

fn into_store(address: &str, organization: &str, arguments: &[&str]) -> Said {
    uacc(&[&["import", "--store", address, "--organization", organization], arguments].concat(), b"")
}

/// The three counts: existing, new, errors.
fn counts(said: &Said) -> [u64; 3] {
    let answer = transactions::read_result(said.out.as_bytes(), None, &Policy::received()).value;
    let answer = answer.unwrap_or_else(|| panic!("{}{}", said.out, said.err));
    [answer.existing_transactions, answer.new_transactions, answer.error_transactions]
}

fn start(organization: &str, file: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_uacc"))
        .args(["import", file, "--store", &address(), "--organization", organization, "--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn ended(child: Child) -> Said {
    let done = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Said { status: done.status.code().unwrap_or(-1), out: text(done.stdout), err: text(done.stderr) }
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn four_processes_at_once_create_each_key_once() {
    const KEYS: usize = 1000;
    let (folder, name) = (Folder::new("postgres-four"), own("four"));
    let all = many(KEYS);
    let (mut sent, mut existing, mut new) = (0, 0, 0);
    for round in 0..4 {
        // Each half of a window is in the next one too, and some lie in a round before.
        let files: Vec<String> = (0..4)
            .map(|process| {
                let from = round * 150 + process * 100;
                sent += 250;
                let window = &all[from..from + 250];
                // Two of them go the other way, so that none waits for what another one holds.
                let window: Vec<Transaction> =
                    if process % 2 == 0 { window.to_vec() } else { window.iter().rev().cloned().collect() };
                folder.file(&format!("{round}-{process}.json"), transactions::write(&window).as_bytes())
            })
            .collect();
        let processes: Vec<Child> = files.iter().map(|file| start(&name, file)).collect();
        for said in processes.into_iter().map(ended) {
            assert_eq!(said.status, 0, "{}", said.err);
            let [e, n, errors] = counts(&said);
            assert_eq!((e + n, errors), (250, 0));
            (existing, new) = (existing + e, new + n);
        }
    }
    assert_eq!(existing + new, sent);
    assert_eq!(new, u64::try_from(KEYS).unwrap());
    let store = open(&address(), &name).unwrap();
    let mut ids = Vec::new();
    store.for_each(|json| ids.push(json.split("\"transactionId\":\"").nth(1).unwrap()[..20].to_owned())).unwrap();
    assert_eq!(ids.len(), KEYS);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), KEYS, "each key is there once");
    assert!(store.plan(dedup::keys(&all)).unwrap().verdicts().all(|(_, one)| matches!(one, Verdict::Existing { .. })));
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_process_killed_leaves_all_or_nothing() {
    const SIZE: usize = 2000;
    let (folder, name) = (Folder::new("postgres-killed"), own("killed"));
    let all = many(SIZE * 12);
    let begun = Instant::now();
    let (mut usual, mut killed) = (None, 0);
    for (number, part) in all.chunks(SIZE).enumerate() {
        let file = folder.file(&format!("{number}.json"), transactions::write(part).as_bytes());
        let mut child = start(&name, &file);
        if let Some(usual) = usual {
            let moment: std::time::Duration = usual;
            thread::sleep(moment * u32::try_from(number).unwrap() / 11);
            killed += usize::from(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
        }
        let was_told = ended(child).out.ends_with("}\n");
        usual = usual.or(Some(begun.elapsed()));
        let [existing, new, _] = counts(&into(&name, &[&file, "--dry-run", "--format", "json"]));
        assert!(existing == 0 || new == 0, "{existing} of {SIZE} are there");
        assert!(!was_told || new == 0, "what was told is there");
    }
    assert!(killed > 3, "{killed} were killed");
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn the_program_imports_and_tells_no_secret() {
    let sample = "tests/bank/ubs-account/2022-11-de.csv";
    let address = own_schema();
    let and_password = format!("{address}&password=Qx7vZk2Wp");
    let dry = into_store(&and_password, "own", &[sample, "--dry-run"]);
    assert_eq!(dry.status, 0, "{}", dry.err);
    assert!(dry.err.contains("4 new transactions would be imported into postgresql://"), "{}", dry.err);
    let row = client(&address).query_one("SELECT to_regclass('uacc_version') IS NULL", &[]).unwrap();
    assert!(row.get::<_, bool>(0), "a dry run makes no table");
    for counted in [[0, 4, 0], [4, 0, 0]] {
        let said = into_store(&and_password, "own", &[sample, "--format", "json"]);
        assert_eq!(counts(&said), counted);
        assert!(!said.err.contains("Qx7vZk2Wp"), "{}", said.err);
    }
    let other = into_store(&address, "other", &[sample, "--format", "json", "--dry-run"]);
    assert_eq!(counts(&other), [0, 4, 0]);
    client(&address).batch_execute("UPDATE uacc_version SET version = 7").unwrap();
    let newer = into_store(&and_password, "own", &[sample]);
    assert_eq!(newer.status, 2);
    assert!(newer.err.contains("is of version 7") && !newer.err.contains("Qx7vZk2Wp"), "{}", newer.err);
}

/// These need no database: the call is refused before one is asked.
#[test]
fn an_address_is_refused_without_its_password() {
    let sample = "tests/bank/ubs-account/2022-11-de.csv";
    for (address, told) in [
        ("postgresql://books:Qx7vZk2Wp@db.example/books", "without encryption"),
        ("POSTGRES://books:Qx7vZk2Wp@localhost/books?sslmode=require", "without encryption"),
        ("postgresql://localhost/books?hostaddr=192.0.2.1&password=Qx7vZk2Wp", "without encryption"),
        ("postgresql://books:x@Qx7vZk2Wp@localhost/books", "can't be read"),
        ("postgresql://books:Qx7vZk2Wp/books", "can't be read"),
        ("postgresql://localhost/books?pass=Qx7vZk2Wp", "can't be read"),
        (
            "postgresql://books:Qx7vZk2Wp@localhost:1/books",
            "postgresql://localhost:1/books: the database can't be reached",
        ),
        ("postgresql://localhost:1/books?user=a@b&password=Qx7vZk2Wp", "error: "),
    ] {
        for more in [&[][..], &["--dry-run"]] {
            let said = into_store(address, "own", &[&[sample], more].concat());
            assert_eq!((said.status, said.out.as_str()), (2, ""), "{address}");
            assert!(said.err.contains(told) && !said.err.contains("Qx7vZk2Wp"), "{address}: {}", said.err);
        }
    }
    let said = into_store("books.store", "own", &[sample]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("leave it out"), "{}", said.err);
}
