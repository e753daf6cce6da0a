//! The bound for the memory of all requests.

use std::thread;
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::serve::client::{Client, export_document, fetch, request};
use crate::serve::server::Server;

const BASE_DATA: &str = "/api/public/v1/base-data";
const TRANSACTIONS: &str = "/api/public/v1/transactions";

#[test]
fn a_body_that_needs_more_than_all_memory_is_refused() {
    let folder = Folder::new("memory-body");
    let server = Server::start(&folder, &["--memory", "8"]);
    // Six of the eight MiB are for the work on bodies, 28 times their length.
    let longest = (6 << 20) / 28;
    let body = |length: usize| format!("{}[]", " ".repeat(length - 2));
    let refused = fetch(
        &server.address,
        &request("POST", TRANSACTIONS, &body(longest + 1)),
    );
    refused.assert_problem(413);
    assert!(
        refused.body.contains(&format!("at most {longest} bytes")),
        "{}",
        refused.body
    );
    fetch(
        &server.address,
        &request("POST", TRANSACTIONS, &body(longest)),
    )
    .assert_problem(400);
}

#[test]
fn requests_wait_for_the_memory_of_others_and_are_refused_at_last() {
    let folder = Folder::new("memory-wait");
    let server = Server::start(&folder, &["--memory", "8", "--patience", "2"]);
    let body = " ".repeat(220_000);
    // The fifth body finds no room in the MiB for bodies.
    let mut first: Vec<Client> = (0..4)
        .map(|_| Client::connect(&server.address).unwrap())
        .collect();
    for client in &mut first {
        let whole = request("POST", TRANSACTIONS, &body);
        client.send(&whole.as_bytes()[..200_000]).unwrap();
    }
    thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    fetch(&server.address, &request("POST", TRANSACTIONS, "{}")).assert_problem(400);
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "small requests waited {:?}",
        start.elapsed()
    );
    // Those who stop sending are refused, and then it is the turn of the fifth.
    fetch(&server.address, &request("POST", TRANSACTIONS, &body)).assert_problem(400);
    for client in &mut first {
        client.read_response().unwrap().assert_problem(408);
    }
}

#[test]
fn slow_readers_hold_up_only_large_answers() {
    let folder = Folder::new("memory-readers");
    let server = Server::start(&folder, &["--memory", "64", "--patience", "3"]);
    let file = export_document(&server.address, &"x".repeat(7 << 20));
    let mut readers: Vec<Client> = (0..6)
        .map(|_| Client::connect(&server.address).unwrap())
        .collect();
    for reader in &mut readers {
        reader.send(request("GET", &file, "").as_bytes()).unwrap();
    }
    thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    fetch(&server.address, &request("GET", BASE_DATA, "")).assert_problem(404);
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "a small request waited {:?}",
        start.elapsed()
    );
    // The first one holds the memory until its patience ends.
    let busy = fetch(&server.address, &request("GET", &file, ""));
    busy.assert_problem(503);
    assert!(
        busy.body.contains("out-of-memory") && busy.head.contains("retry-after: 5"),
        "{busy:?}"
    );
}

#[test]
fn an_answer_that_is_longer_than_all_memory_is_refused() {
    let folder = Folder::new("memory-answer");
    let server = Server::start(&folder, &["--memory", "64"]);
    // An eighth is 8 MiB.
    let file = export_document(&server.address, &"x".repeat(8 << 20));
    assert_eq!(
        fetch(&server.address, &request("GET", &file, "")).status,
        200
    );
    let snapshot = fetch(&server.address, &request("GET", "/sandbox/snapshot", ""));
    snapshot.assert_problem(503);
}

#[test]
#[cfg(target_os = "linux")]
fn bodies_that_are_not_finished_stay_within_the_memory() {
    let folder = Folder::new("memory-peak");
    let server = Server::start(&folder, &["--memory", "128"]);
    let before = server.peak_memory();
    let body = " ".repeat(3 << 20);
    let whole = request("POST", TRANSACTIONS, &body);
    let unfinished = &whole.as_bytes()[..whole.len() - 1];
    // Without a bound, 60 bodies take 180 MiB. The sixteen MiB for bodies have room for five, and each connection has buffers.
    thread::scope(|scope| {
        for _ in 0..60 {
            let mut client = Client::connect(&server.address).unwrap();
            scope.spawn(move || {
                let _ = client.set_write_timeout(Duration::from_secs(3));
                let _ = client.send(unfinished);
                thread::sleep(Duration::from_secs(1));
            });
        }
    });
    let taken = server.peak_memory() - before;
    assert!(taken < 64 << 10, "{taken} KiB");
}
