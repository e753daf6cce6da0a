//! Imports that are sent again, after a lost response or while the server is killed.

use std::io;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use universal_accounting::dedup::FileStore;
use universal_accounting::report::Policy;
use universal_accounting::transactions::{self, ImportResult};

use crate::folder::Folder;
use crate::serve::client::{Client, Response, request};
use crate::serve::server::Server;

const TRANSACTIONS: &str = "/api/public/v1/transactions";

fn payload(ids: Range<usize>) -> String {
    let records: Vec<String> = ids
        .map(|id| {
            format!(
                r#"{{"accountIdentifier":"CH9300762011623852957","transactionId":"{id}","text":"Bäckerei Muster, 3011 Bern","creditDebit":"debit","amount":"{}.50","currency":"CHF","bookedAt":"2026-03-31"}}"#,
                id + 1
            )
        })
        .collect();
    format!("{{\"transactions\":[{}]}}", records.join(","))
}

fn import(ids: Range<usize>) -> String {
    request("POST", TRANSACTIONS, &payload(ids))
}

/// The three counts: existing, new, errors.
fn counts(answer: &Response) -> [u64; 3] {
    assert_eq!(answer.status, 201, "{answer:?}");
    let result: ImportResult =
        transactions::read_result(answer.body.as_bytes(), None, &Policy::new())
            .value
            .unwrap();
    [
        result.existing_transactions,
        result.new_transactions,
        result.error_transactions,
    ]
}

fn send(client: &mut Client, ids: Range<usize>) -> [u64; 3] {
    client.send(import(ids).as_bytes()).unwrap();
    counts(&client.read_response().unwrap())
}

fn stored(folder: &Folder) -> u64 {
    FileStore::open_read_only(folder.path().join("store/sandbox/transactions.store"))
        .unwrap()
        .count()
        .unwrap()
}

#[test]
fn a_lost_response_duplicates_nothing() {
    let folder = Folder::new("lost");
    let store = folder.path().join("store").to_str().unwrap().to_owned();
    let mut server = Server::start(&folder, &["--store", &store]);
    let whole = import(0..100);
    for sent in [whole.len() / 2, whole.len() - 1, whole.len()] {
        // Closes the connection before the response.
        Client::connect(&server.address)
            .unwrap()
            .send(&whole.as_bytes()[..sent])
            .unwrap();
    }
    let mut client = Client::connect(&server.address).unwrap();
    let [existing, new, errors] = send(&mut client, 0..100);
    assert_eq!((existing + new, errors), (100, 0));
    assert!(existing == 0 || new == 0, "half an import was taken");
    assert_eq!(send(&mut client, 0..100), [100, 0, 0]);
    assert_eq!(send(&mut client, 50..150), [50, 50, 0]);
    drop(client);
    server.terminate();
    server.wait();
    assert_eq!(stored(&folder), 150);
}

#[test]
fn acknowledged_imports_survive_a_kill() {
    import_during_kills(&Folder::new("killed"), 300, 8);
}

#[test]
#[ignore = "takes a minute; tests/full runs it"]
fn ten_thousand_requests_and_three_kills() {
    import_during_kills(&Folder::new("killed-often"), 10_000, 32);
}

/// Sends requests with three transactions each from many clients, while the server is killed three times. The last transaction of a request is the first
/// of the next one.
fn import_during_kills(folder: &Folder, requests: usize, clients: usize) {
    let store = folder.path().join("store").to_str().unwrap().to_owned();
    let start_server = || Server::start(folder, &["--quiet", "--store", &store]);
    let mut server = start_server();
    let address = Mutex::new(server.address.clone());
    let (next, acknowledged, new, again) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicUsize::new(0),
    );
    let start = Instant::now();
    let client = || {
        let mut client = None;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= requests {
                return;
            }
            let bytes = import(number * 2..number * 2 + 3);
            let answer = loop {
                match import_on(&mut client, &address, &bytes) {
                    Ok(answer) => break answer,
                    // Like a real client, sends a request again if it was not acknowledged.
                    Err(_) => {
                        client = None;
                        again.fetch_add(1, Ordering::Relaxed);
                        thread::sleep(Duration::from_millis(10));
                    }
                }
            };
            let [existing, created, errors] = counts(&answer);
            assert_eq!((existing + created, errors), (3, 0));
            new.fetch_add(usize::try_from(created).unwrap(), Ordering::Relaxed);
            acknowledged.fetch_add(1, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(client);
        }
        for kill in 1..=3 {
            while acknowledged.load(Ordering::Relaxed) < requests * kill / 4 {
                assert!(start.elapsed().as_secs() < 600, "a client came to a stop");
                thread::sleep(Duration::from_millis(1));
            }
            server.kill();
            server = start_server();
            address.lock().unwrap().clone_from(&server.address);
        }
    });
    let took = start.elapsed();

    let keys = requests * 2 + 1;
    assert_eq!(acknowledged.into_inner(), requests);
    assert!(new.into_inner() <= keys);
    let mut client = Client::connect(&server.address).unwrap();
    // A request has at most a thousand.
    for first in (0..keys).step_by(1000) {
        let last = keys.min(first + 1000);
        assert_eq!(
            send(&mut client, first..last),
            [(last - first).try_into().unwrap(), 0, 0]
        );
    }
    drop(client);
    server.terminate();
    server.wait();
    assert_eq!(stored(folder), u64::try_from(keys).unwrap());
    print_times(requests, took, again.into_inner(), &server.log());
}

/// Prints the time, and the time that only checking the payloads takes.
fn print_times(requests: usize, took: Duration, again: usize, log: &str) {
    let payloads: Vec<String> = (0..requests)
        .map(|number| payload(number * 2..number * 2 + 3))
        .collect();
    let start = Instant::now();
    let read: usize = payloads
        .iter()
        .map(|payload| {
            transactions::read(payload.as_bytes(), &Policy::new())
                .values
                .len()
        })
        .sum();
    assert_eq!(read, requests * 3);
    let checks = start.elapsed();
    let rate = f64::from(u32::try_from(requests).unwrap()) / took.as_secs_f64();
    println!(
        "{requests} requests in {took:.1?}, {rate:.0} a second, {again} sent again; their checks alone take {checks:.1?}"
    );
    println!("the last of four servers: {}", log.lines().last().unwrap());
}

fn import_on(
    client: &mut Option<Client>,
    address: &Mutex<String>,
    bytes: &str,
) -> io::Result<Response> {
    let client = match client {
        Some(client) => client,
        None => client.insert(Client::connect(&address.lock().unwrap().clone())?),
    };
    client.send(bytes.as_bytes())?;
    client.read_response()
}
