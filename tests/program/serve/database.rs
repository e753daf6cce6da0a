//! `uacc serve` on PostgreSQL: several servers share their data.
//!
//! The tests need the database at `UACC_POSTGRES`. They are ignored by default, so that they do not pass without testing anything.

use std::thread;
use std::time::{Duration, Instant};

use crate::database::{client, create_schema};
use crate::folder::Folder;
use crate::process::uacc;
use crate::serve::client::{Client, fetch, request};
use crate::serve::server::Server;
use crate::transactions::many_transactions;
use serde_json::Value;
use universal_accounting::internals::rules::Example;
use universal_accounting::transactions;

const BASE_DATA: &str = "/api/public/v1/base-data";
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

/// Another program holds a table, so that every request that needs it waits.
#[test]
#[ignore = "needs the database at UACC_POSTGRES"]
fn a_database_that_hangs_holds_up_only_what_needs_it() {
    let (folder, address) = (Folder::new("serve-postgres-hangs"), create_schema());
    let arguments = [
        "--store",
        &address,
        "--patience",
        "2",
        "--database-connections",
        "3",
    ];
    let mut server = Server::start(&folder, &arguments);
    assert_eq!(
        fetch(
            &server.address,
            &request("POST", TRANSACTIONS, r#"{"transactions":[{}]}"#)
        )
        .status,
        201
    );
    let mut other = client(&address);
    let mut lock = other.transaction().unwrap();
    lock.batch_execute("LOCK TABLE uacc_records, uacc_organizations IN ACCESS EXCLUSIVE MODE")
        .unwrap();
    thread::scope(|scope| {
        let waiting: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let start = Instant::now();
                    let response = fetch(&server.address, &request("GET", BASE_DATA, ""));
                    response.assert_problem(503);
                    assert!(response.head.contains("retry-after: 5\r\n"), "{response:?}");
                    assert!(
                        start.elapsed() < Duration::from_secs(4),
                        "{:?}",
                        start.elapsed()
                    );
                })
            })
            .collect();
        thread::sleep(Duration::from_millis(300));
        let start = Instant::now();
        for _ in 0..20 {
            fetch(
                &server.address,
                &request("GET", BASE_DATA, "").replace("Bearer ", "Bearer x"),
            )
            .assert_problem(401);
            fetch(&server.address, &request("GET", "/unknown", "")).assert_problem(404);
        }
        assert!(
            start.elapsed() < Duration::from_secs(1),
            "{:?}",
            start.elapsed()
        );
        for client in waiting {
            client.join().unwrap();
        }
    });
    lock.rollback().unwrap();
    thread::sleep(Duration::from_millis(500));
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    assert_eq!(
        fetch(
            &server.address,
            &request("POST", TRANSACTIONS, r#"{"transactions":[{}]}"#)
        )
        .status,
        201
    );

    let mut lock = other.transaction().unwrap();
    lock.batch_execute("LOCK TABLE uacc_records IN ACCESS EXCLUSIVE MODE")
        .unwrap();
    let mut waiting = Client::connect(&server.address).unwrap();
    waiting
        .send(request("GET", BASE_DATA, "").as_bytes())
        .unwrap();
    thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    server.terminate();
    assert_eq!(server.wait().code(), Some(0));
    assert!(
        start.elapsed() < Duration::from_millis(2200),
        "{:?}",
        start.elapsed()
    );
}
