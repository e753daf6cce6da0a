//! `uacc serve` on PostgreSQL: several servers share their data.
//!
//! The tests need the database at `UACC_POSTGRES`. They are ignored by default, so that they do not pass without testing anything.

use std::thread;
use std::time::{Duration, Instant};

use crate::database::{client, create_schema};
use crate::folder::Folder;
use crate::process::uacc;
use crate::serve::client::{BASE_DATA, Client, fetch, request};
use crate::serve::server::{MAX_WAIT, Server};
use crate::transactions::many_transactions;
use postgres::Transaction;
use serde_json::Value;
use universal_accounting::internals::rules::Example;
use universal_accounting::transactions;

const TRANSACTIONS: &str = "/api/public/v1/transactions";

/// Starts two servers on one database, each with a folder for its log.
fn start_two(name: &str, address: &str) -> [(Server, Folder); 2] {
    ["first", "second"].map(|which| {
        let folder = Folder::new(&format!("{name}-{which}"));
        (Server::start(&folder, &["--store", address]), folder)
    })
}

fn json_of(body: &str) -> Value {
    serde_json::from_str(body).unwrap()
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn servers_on_one_database_are_one_service() {
    let address = create_schema();
    let [(server, _), (other_server, _)] = &start_two("serve-postgres", &address);
    let base_data =
        String::from_utf8(Example::BaseData("projects", "[]").input().into_owned()).unwrap();
    assert_eq!(
        fetch(&server.address, &request("GET", BASE_DATA, "")).status,
        404
    );
    assert_eq!(
        fetch(&server.address, &request("PATCH", BASE_DATA, &base_data)).status,
        200
    );
    assert_eq!(
        json_of(&fetch(&other_server.address, &request("GET", BASE_DATA, "")).body),
        json_of(&base_data)
    );

    // A file that is uploaded to one server can be used on the other. The servers never generate the same name.
    let mut files = Vec::new();
    for (first, second) in [
        (server, other_server),
        (other_server, server),
        (server, server),
        (other_server, other_server),
    ] {
        let uploaded = json_of(
            &fetch(
                &first.address,
                &request("POST", "/sandbox/files", "content"),
            )
            .body,
        );
        let name = uploaded["signedFileName"].as_str().unwrap();
        let document = format!(r#"{{"signedFileName":"{name}","fileName":"a.txt"}}"#);
        let created = fetch(
            &second.address,
            &request("POST", "/api/public/v1/documents/document", &document),
        );
        assert_eq!(created.status, 200, "{}", created.body);
        let id = json_of(&created.body)["serviceFileId"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(
            fetch(
                &first.address,
                &request("POST", &format!("/sandbox/files/{id}/export"), "")
            )
            .status,
            204
        );
        let download = format!("/api/public/v1/documents/files/{id}/download");
        assert_eq!(
            fetch(&second.address, &request("GET", &download, "")).body,
            "content"
        );
        files.extend([name.to_owned(), id]);
    }
    files.sort();
    files.dedup();
    assert_eq!(files.len(), 8);

    assert_eq!(
        fetch(&server.address, &request("GET", "/sandbox/snapshot", "")).status,
        501
    );
    assert_eq!(
        fetch(&server.address, &request("POST", "/sandbox/reset", "")).status,
        204
    );
    assert_eq!(
        fetch(&other_server.address, &request("GET", BASE_DATA, "")).status,
        404
    );
}

#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn servers_that_import_the_same_at_once_create_it_once() {
    const KEYS: usize = 400;
    let (folder, address) = (Folder::new("serve-postgres-once"), create_schema());
    let all = many_transactions(KEYS);
    let (mut sent, mut counted) = (0, [0; 3]);
    let servers = start_two("serve-postgres-once", &address);
    thread::scope(|scope| {
        let clients: Vec<_> = (0..8)
            .map(|client: usize| {
                let (address, all) = (&servers[client % 2].0.address, &all);
                scope.spawn(move || {
                    let mut connection = Client::connect(address).unwrap();
                    let (mut sent, mut counted) = (0, [0; 3]);
                    for part in all.windows(20).skip(client * 3).step_by(10) {
                        connection
                            .send(
                                request("POST", TRANSACTIONS, &transactions::write(part))
                                    .as_bytes(),
                            )
                            .unwrap();
                        let answer = connection.read_response().unwrap();
                        assert_eq!(answer.status, 201, "{}", answer.body);
                        let counts = json_of(&answer.body);
                        for (sum, name) in counted.iter_mut().zip(["existing", "new", "error"]) {
                            *sum += counts[format!("{name}Transactions")].as_u64().unwrap();
                        }
                        sent += part.len();
                    }
                    (sent, counted)
                })
            })
            .collect();
        for client in clients {
            let (more, counts) = client.join().unwrap();
            sent += more;
            counted
                .iter_mut()
                .zip(counts)
                .for_each(|(sum, count)| *sum += count);
        }
    });
    let rest = json_of(
        &fetch(
            &servers[0].0.address,
            &request("POST", TRANSACTIONS, &transactions::write(&all)),
        )
        .body,
    );
    assert_eq!(
        counted[1] + rest["newTransactions"].as_u64().unwrap(),
        u64::try_from(KEYS).unwrap(),
        "each key once"
    );
    assert_eq!(
        counted.iter().sum::<u64>(),
        u64::try_from(sent).unwrap(),
        "every transaction is counted"
    );

    // `uacc import` uses the same data.
    let file = folder.file("all.json", transactions::write(&all).as_bytes());
    let run = uacc(
        &[
            "import",
            &file,
            "--store",
            &address,
            "--organization",
            "sandbox",
            "--format",
            "json",
        ],
        b"",
    );
    assert_eq!(
        json_of(&run.stdout)["existingTransactions"],
        KEYS,
        "{}",
        run.stderr
    );
}

/// Locks the tables of a service, so that every request that needs them waits until this is dropped.
fn lock_tables(other: &mut postgres::Client) -> Transaction<'_> {
    let mut lock = other.transaction().unwrap();
    lock.batch_execute("LOCK TABLE uacc_records, uacc_organizations IN ACCESS EXCLUSIVE MODE")
        .unwrap();
    lock
}

/// Waits until so many statements wait for the tables.
fn wait_for_statements(lock: &mut Transaction<'_>, count: i64) {
    let waiting = "SELECT count(*) FROM pg_locks JOIN pg_class ON pg_class.oid = relation
        WHERE NOT granted AND relnamespace = current_schema()::regnamespace";
    let start = Instant::now();
    while lock.query_one(waiting, &[]).unwrap().get::<_, i64>(0) != count {
        assert!(start.elapsed() < MAX_WAIT, "{count} statements should wait");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Starts a server with three connections to the database, which has created its tables when this returns.
fn start_with_three_connections(folder: &Folder, address: &str, patience: &str) -> Server {
    let server = Server::start(
        folder,
        &[
            "--store",
            address,
            "--patience",
            patience,
            "--database-connections",
            "3",
        ],
    );
    let first = request("POST", TRANSACTIONS, r#"{"transactions":[{}]}"#);
    assert_eq!(fetch(&server.address, &first).status, 201);
    server
}

/// The test ends what the requests wait for, and nothing times out. If other requests waited for the database or for its connections, the test would not get
/// to that.
#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_database_that_hangs_holds_up_only_what_needs_it() {
    let (folder, address) = (Folder::new("serve-postgres-hangs"), create_schema());
    let server = start_with_three_connections(&folder, &address, "600");
    let mut other = client(&address);
    let mut lock = lock_tables(&mut other);
    let mut waiting: Vec<Client> = (0..8)
        .map(|_| Client::connect(&server.address).unwrap())
        .collect();
    for client in &mut waiting {
        client
            .send(request("GET", BASE_DATA, "").as_bytes())
            .unwrap();
    }
    wait_for_statements(&mut lock, 3);
    for _ in 0..20 {
        fetch(
            &server.address,
            &request("GET", BASE_DATA, "").replace("Bearer ", "Bearer x"),
        )
        .assert_problem(401);
        fetch(&server.address, &request("GET", "/unknown", "")).assert_problem(404);
    }
    assert!(waiting.iter().all(Client::is_waiting));
    lock.rollback().unwrap();
    for client in &mut waiting {
        client.read_response().unwrap().assert_problem(404);
    }
}

/// Requests that wait for a connection to the database have no longer time than those that have one. A request whose client never ends it comes after half of
/// the patience, and is refused after one and a half of it. If the others had the patience once more, they would be refused after that.
#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_database_that_hangs_is_waited_for_until_the_patience_ends() {
    const PATIENCE: Duration = Duration::from_secs(2);
    let (folder, address) = (Folder::new("serve-postgres-patience"), create_schema());
    let server = start_with_three_connections(&folder, &address, "2");
    let mut other = client(&address);
    let lock = lock_tables(&mut other);
    let get_base_data = || {
        let start = Instant::now();
        let response = fetch(&server.address, &request("GET", BASE_DATA, ""));
        response.assert_problem(503);
        assert!(response.head.contains("retry-after: 5\r\n"), "{response:?}");
        assert!(start.elapsed() >= PATIENCE);
    };
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(get_base_data);
        }
        thread::sleep(PATIENCE / 2);
        let mut unfinished = Client::connect(&server.address).unwrap();
        unfinished.send(b"GET /").unwrap();
        unfinished.read_response().unwrap().assert_problem(408);
    });
    let log = server.log_with(" 408 for an incomplete ");
    let (before, _) = log.split_once(" 408 for an incomplete ").unwrap();
    assert_eq!(before.matches(" 503 GET ").count(), 8, "{log}");
    lock.rollback().unwrap();
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    assert_eq!(
        fetch(
            &server.address,
            &request("POST", TRANSACTIONS, r#"{"transactions":[{}]}"#)
        )
        .status,
        201
    );
}

/// The last byte of a request is sent after the stop, so its time ends after the time of the stop. A server that waits for it responds to it.
#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_database_that_hangs_does_not_keep_the_server_from_stopping() {
    let (folder, address) = (Folder::new("serve-postgres-stops"), create_schema());
    let mut server = Server::start(&folder, &["--store", &address, "--patience", "5"]);
    let base_data =
        String::from_utf8(Example::BaseData("projects", "[]").input().into_owned()).unwrap();
    let replace = request("PATCH", BASE_DATA, &base_data);
    assert_eq!(fetch(&server.address, &replace).status, 200);
    let mut other = client(&address);
    let mut lock = lock_tables(&mut other);
    let connect = || Client::connect(&server.address).unwrap();
    let (mut idle, mut waiting, mut last) = (connect(), connect(), connect());
    idle.send(request("GET", "/unknown", "").as_bytes())
        .unwrap();
    idle.read_response().unwrap().assert_problem(404);
    waiting
        .send(request("GET", BASE_DATA, "").as_bytes())
        .unwrap();
    wait_for_statements(&mut lock, 1);
    let (begin, end) = replace.split_at(replace.len() - 1);
    last.send(begin.as_bytes()).unwrap();
    fetch(&server.address, &request("GET", "/unknown", "")).assert_problem(404);
    server.terminate();
    assert!(idle.is_closed());
    last.send(end.as_bytes()).unwrap();
    assert_eq!(server.wait().code(), Some(0));
    assert!(last.read_response().is_err());
    lock.rollback().unwrap();
    server.log_with("some clients did not receive their responses in time");
}
